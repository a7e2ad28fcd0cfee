//! What training keeps of a labelled page: the scores, tokens and features of its blocks, and how well a selection of them
//! matches the gold text.

use super::super::decision::{self, Weighed};
use super::super::features::Blocks;
use super::super::pipeline::{self, Setup};
use super::tokens::{Around, Walk};
use crate::evaluate::number_words;
use crate::extract::{ExtractError, Options};
use crate::learn::labels;
use crate::learn::lists::Lists;
use crate::page::prelude::*;
use flat_html::numbering::Texts;

/// The blocks of a labelled page.
#[derive(Debug)]
pub struct PageSamples {
    /// The number of the page's site, or of what else its pages have in common.
    pub group: u32,
    /// What `auto` scores, comments left out.
    pub scores: Vec<f32>,
    /// By how much `auto` raises the scores before it decides.
    raised: f32,
    /// For each block, the share of its words that the gold text has.
    pub shares: Vec<f32>,
    pub weighed: Weighed,
    pub tokens: Lists,
    /// For each block, its path.
    pub paths: Vec<u32>,
    /// The hash of the site that the page states.
    pub site: Option<u32>,
    /// The features of all blocks, each block's with the score of `auto`'s trees behind them; moved away by the training.
    pub rows: Vec<f32>,
    /// For each block, `true` if it is of comments that `auto` leaves out; empty where the page has none.
    pub comments: Vec<bool>,
    /// For each block, the numbers of its words that the gold text has, and the number of all its words.
    found: Lists,
    counts: Vec<u32>,
    /// How often the gold text has each of its words.
    gold: Vec<u32>,
}

impl PageSamples {
    /// Measures the blocks of a page by a model.
    ///
    /// # Errors
    /// [`ExtractError`].
    pub fn of(setup: &Setup<'_>, page: &Page, gold: &str, group: u32) -> Result<Self, ExtractError> {
        let page_features = match setup.page_features {
            Some(known) => Cow::Borrowed(known),
            None => Cow::Owned(pipeline::measure_page(page, None)?),
        };
        let blocks = Blocks::of(page, &setup.model.tables)?;
        let mut rows: Vec<f32> = Vec::new();
        let width = super::trees::width()?;
        let mut scores =
            pipeline::score_and(setup.model, &blocks, &page_features, &mut |of_blocks, of_page, scores| {
                for (row, score) in of_blocks.iter().zip(scores).checking(CHECK_EVERY) {
                    rows.try_extend_from_slice(&row[of_page..of_page + width])?;
                    rows.try_push(*score)?;
                }
                Ok(())
            })?;
        let options = Options::default();
        let comments = pipeline::weigh_by_areas(page, &blocks, &page_features, &options, true, &mut scores)?;
        let around = Around::of(&blocks, &comments)?;
        let texts = page.blocks().iter().map(|block| page.block_text(block));
        let texts: Vec<&str> = try_collect(texts.checking(CHECK_EVERY))?;
        let shares = labels::shares(&texts, gold)?;
        let (gold, found, counts) = matches(&texts, gold)?;
        Ok(PageSamples {
            group,
            tokens: tokens(page, &around)?,
            paths: try_collect(around.paths())?,
            site: around.site(),
            comments: try_collect(comments.to_leave_out().iter().copied())?,
            weighed: Weighed::of(blocks)?,
            raised: pipeline::raised(&page_features),
            scores,
            shares,
            rows,
            found,
            counts,
            gold,
        })
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.scores.len()
    }

    /// Returns `true` if its comments are content, by their words; `None` if it has none but words about them, as in
    /// "0 comments".
    pub fn has_comments(&self) -> Option<bool> {
        let (mut words, mut content) = (0.0, 0.0);
        for (index, _) in self.comments.iter().enumerate().filter(|(_, is_comment)| **is_comment) {
            words += self.weighed.weights[index];
            content += self.weighed.weights[index] * self.shares[index];
        }
        // Of 20 pages of the old web with fewer words 16 have no comments.
        (words >= 20.0).then_some(content > 0.5 * words)
    }

    /// Returns the word F1 of what is taken by these scores: of the words of the blocks, before they are written.
    pub fn f1(&self, mut scores: Vec<f32>) -> Fallible<f64> {
        for score in scores.iter_mut().checking(CHECK_EVERY) {
            *score += self.raised;
        }
        let selected = decision::most_likely(&self.weighed, scores)?;
        let mut left = try_collect(self.gold.iter().copied())?;
        let (mut shared, mut taken) = (0u64, 0u64);
        for block in (0..selected.len()).filter(|block| selected[*block]).checking(CHECK_EVERY) {
            taken += u64::from(self.counts[block]);
            for word in self.found.get(block) {
                let left = &mut left[*word as usize];
                shared += u64::from(*left > 0);
                *left = left.saturating_sub(1);
            }
        }
        let gold: u64 = self.gold.iter().map(|count| u64::from(*count)).sum();
        Ok(match (gold, taken) {
            (0, 0) => 1.0,
            _ => 2.0 * shared as f64 / (gold + taken) as f64,
        })
    }
}

fn tokens(page: &Page, around: &Around<'_>) -> Fallible<Lists> {
    let mut walk = Walk::default();
    let mut tokens = Lists::default();
    for index in (0..page.blocks().len()).checking(CHECK_EVERY) {
        tokens.push(walk.tokens(around, index)?.iter().copied())?;
    }
    Ok(tokens)
}

/// Returns how often the gold text has each of its words, which of them each block has, and the number of all its words.
fn matches(blocks: &[&str], gold: &str) -> Fallible<(Vec<u32>, Lists, Vec<u32>)> {
    let mut known = Texts::default();
    let gold = number_words(gold, &mut known)?;
    let mut counts = try_filled(0, known.len())?;
    gold.into_iter().for_each(|word| counts[word as usize] += 1);
    let (mut found, mut all) = (Lists::default(), Vec::new());
    for block in blocks.iter().checking(CHECK_EVERY) {
        let words = number_words(block, &mut known)?;
        all.try_push(words.len() as u32)?;
        found.push(words.into_iter().filter(|word| (*word as usize) < counts.len()))?;
    }
    Ok((counts, found, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{PageScores, Unit};
    use crate::extract::{Options, auto};
    use crate::render;

    fn samples(page: &Page, gold: &str) -> PageSamples {
        PageSamples::of(&Setup::built_in().unwrap(), page, gold, 0).unwrap()
    }

    #[test]
    fn scores_are_those_of_the_written_text() {
        let text = "The harbour froze over night, and the ferry stayed where it was until noon on Tuesday. ".repeat(4);
        let html = format!(
            "<html><head><title>Ice</title></head><body><nav><a href=/>Home</a> <a href=/b>News</a></nav><main><p>{text}</p>\
             </main><footer>All rights reserved by us</footer>"
        );
        let page = Page::sample(&html);
        let gold = format!("{text} And more that the page does not have.");
        let samples = samples(&page, &gold);
        let f1 = samples.f1(samples.scores.clone()).unwrap();
        let selection = auto::select(&page, &Options::default()).unwrap();
        let written = render::text(&page, &selection).unwrap().unwrap();
        let expected = PageScores::new(&gold, &written, Unit::Word).unwrap().word_f1;
        assert!((f1 - expected).abs() < 1e-9, "{f1} {expected}");
        assert_eq!(samples.has_comments(), None);
    }

    #[test]
    fn comments_are_content_where_the_gold_text_has_them() {
        let article =
            "The harbour froze over night, and so did the sea beside it, from the pier to the lighthouse. ".repeat(6);
        let comment = "So cold was it here, never seen the like of it in all these years, and that says something!";
        let html = format!(
            "<html><head><title>Ice</title></head><body><article><h1>Ice</h1><p>{article}</p></article><div id=comments><h3>1 \
             comment</h3><ol class=commentlist><li class=comment><cite>Ann</cite><p>{comment}</p></ol></div>"
        );
        let has_comments = |gold: &str| samples(&Page::sample(&html), gold).has_comments();
        assert_eq!(has_comments(&article), Some(false));
        assert_eq!(has_comments(&format!("{article} Ann {comment}")), Some(true));
        assert_eq!(samples(&Page::sample(&html.replace(comment, "")), &article).has_comments(), None);
    }
}
