//! The body of text and the title on it: an article has one element that holds most of the prose, and its title stands
//! as text above; of a list each record holds some prose, and the titles are links.

use super::head_matches::HeadMatches;
use super::{FeatureSink, write_shares};
use crate::learn::tokens::MOST_KNOWN;
use crate::page::prelude::*;
use crate::texts::lists::listed;

/// A block of text, as the walk over a page comes to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// The element whose text it is.
    pub element: usize,
    pub words: u32,
    /// The words of the page before it.
    pub before: u32,
    pub is_prose: bool,
    pub is_linked: bool,
    pub is_heading: bool,
}

/// The prose in one element.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    words: u32,
    blocks: u32,
    /// The words of the page before its first block of prose.
    before: u32,
}

/// The block that says most of a title: text rather than a link, a heading rather than other text, the first of equals.
#[derive(Clone, Copy, Debug)]
struct Titled {
    share: f32,
    block: Met,
}

impl Titled {
    fn rank(&self) -> (f32, bool, bool) {
        (self.share, !self.block.is_linked, self.block.is_heading)
    }
}

/// The features of the title.
const TITLED: [&str; 6] = listed("titled_share titled_words titled_linked titled_heading titled_from titled_to_body");

/// Finds the body and the title.
#[derive(Debug)]
pub struct Bodies {
    pub head: HeadMatches,
    holders: Map<usize, Held>,
    titled: Option<Titled>,
    prose_words: u32,
}

/// Returns the element that holds a block: for paragraphs, items and running text what holds these.
fn holder(page: &Page, element: usize) -> usize {
    let is_of_text = |tag| {
        matches!(
            tag,
            Tag::P
                | Tag::Pre
                | Tag::Blockquote
                | Tag::Li
                | Tag::Ul
                | Tag::Ol
                | Tag::Span
                | Tag::B
                | Tag::Strong
                | Tag::Em
        )
    };
    let mut at = element;
    // Deeper nesting of running text is nothing that a writer makes.
    for _ in 0..8 {
        if is_of_text(page.tag(at)) {
            at = page.parent(at);
        }
    }
    at
}

impl Bodies {
    /// Returns the bodies of a page whose blocks are still to be added.
    pub fn of(page: &Page) -> Fallible<Self> {
        Ok(Bodies {
            head: HeadMatches::of(page)?,
            holders: Map::default(),
            titled: None,
            prose_words: 0,
        })
    }

    /// Adds the block at an index.
    pub fn add(&mut self, page: &Page, index: usize, block: Met) -> Fallible {
        if self.head.titled[index] > 0.0 {
            let titled = Titled {
                share: self.head.titled[index],
                block,
            };
            if self.titled.is_none_or(|best| titled.rank() > best.rank()) {
                self.titled = Some(titled);
            }
        }
        if !block.is_prose {
            return Ok(());
        }
        self.prose_words += block.words;
        let holder = holder(page, block.element);
        if self.holders.len() < MOST_KNOWN || self.holders.contains_key(&holder) {
            let held = self.holders.try_entry(holder)?.or_insert(Held {
                before: block.before,
                ..Held::default()
            });
            held.words += block.words;
            held.blocks += 1;
        }
        Ok(())
    }

    /// Writes the features, given the words of the page.
    pub fn write(&self, words: f64, feature: &mut FeatureSink<'_>) -> Fallible {
        let mut holders: Vec<Held> = Vec::new();
        for held in self.holders.values() {
            holders.try_push(*held)?;
        }
        // By words, and for equal words the first on the page, whatever order the map has.
        holders.sort_unstable_by_key(|held| (std::cmp::Reverse(held.words), held.before));
        let of_rank = |rank: usize| holders.get(rank).copied().unwrap_or_default();
        let body = of_rank(0);
        let body_words = f64::from(body.words.max(1));
        let shares = [
            ("body_words", body.words, 1.0),
            ("body_blocks", body.blocks, 1.0),
            ("body_share", body.words, words),
            ("body_prose_share", body.words, f64::from(self.prose_words.max(1))),
            ("body_second", of_rank(1).words, body_words),
            ("body_third", of_rank(2).words, body_words),
            ("body_from", body.before, words),
        ];
        write_shares(feature, &shares);
        feature("bodies", holders.len() as f64);
        let of_half = holders.iter().filter(|held| held.words * 2 >= body.words).count();
        feature("bodies_of_half", of_half as f64);
        let titled = self.titled.map_or([0.0; 6], |Titled { share, block }| {
            let before = f64::from(block.before);
            let signs = [block.is_linked, block.is_heading].map(f64::from);
            // The last are the words from the title to the body: below 0 where the title stands in it or behind it.
            [
                f64::from(share),
                f64::from(block.words),
                signs[0],
                signs[1],
                before / words,
                f64::from(body.before) - before,
            ]
        });
        TITLED.into_iter().zip(titled).for_each(|(name, value)| feature(name, value));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, features_of};

    #[test]
    fn an_article_has_one_body() {
        let paragraph =
            "<p>Sixteen words or more are prose, and this paragraph, which has a few more, is prose, surely.";
        let teaser =
            "<div>A teaser is prose too if it is as long as this one here is, with sixteen words or more of it.</div>";
        let article = features_of(&format!(
            "<title>The ferry stays - Harbour</title><ul><li><a href=/>Harbour</a></ul><h1>The ferry stays</h1>
             <div>{}</div>{}",
            paragraph.repeat(6),
            teaser.repeat(3)
        ));
        let list = features_of(&format!("<title>Ferries - Harbour</title><a href=/>Ferries</a>{}", teaser.repeat(6)));
        check(
            &article,
            "
            body_blocks => 6
            bodies => 4
            bodies_of_half => 1
            titled_share => 0.75
            titled_linked => 0
            titled_heading => 1",
        );
        assert!(article["titled_to_body"] > 0.0 && article["titled_to_body"] < 5.0);
        check(
            &list,
            "
            body_blocks => 1
            bodies => 6
            bodies_of_half => 6
            body_second => 1
            titled_share => 0.5
            titled_linked => 1",
        );
    }
}
