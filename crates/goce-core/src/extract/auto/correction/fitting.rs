//! Fits corrections to some of the labelled pages, and scores them on others.

use std::fmt::Display;

use super::familiar::{Extent, Extents, Paths};
use super::linear;
use super::page_samples::PageSamples;
use super::token_weights::TokenWeights;
use super::trees::{self, Trees};
use super::{SURE, Sample, TAKEN, is_decided};
use crate::learn::difference::{mean, standard_error};
use crate::learn::fit::bins::Bins;
use crate::learn::fit::folds::by_chance;
use crate::learn::random::Random;
use crate::prelude::*;

/// Returns the extents that are best on familiar pages and on others, each if it is better than none.
pub fn best(tried: &[Scores], auto: &[f64]) -> Extents {
    let scored = || tried.iter().flat_map(|scores| (0..auto.len()).map(move |page| (scores, page)));
    let count = |is_familiar| scored().filter(|(scores, page)| scores.familiar[*page] == is_familiar).count();
    // A correction must gain more than this many standard errors, which is much only where pages are few.
    let surer = 5.0 / auto.len() as f64;
    let best = |wanted: &dyn Fn(bool) -> bool| {
        let scored = || scored().filter(|(scores, page)| wanted(scores.familiar[*page]));
        let mut best = (Extent::Nothing, 0.0);
        for extent in [Extent::Tokens, Extent::TokensAndTrees] {
            let gains = scored().map(|(scores, page)| scores.of(page, Extents::all(extent)) - auto[page]);
            let gain = mean(gains.clone());
            if gain > surer * standard_error(gains) && gain > best.1 {
                best = (extent, gain);
            }
        }
        best.0
    };
    let [familiar, others] = [true, false].map(|is_familiar| {
        match count(is_familiar) {
            // Nothing is known of others. What helps these helps familiar ones too.
            0 if !is_familiar => Extent::Nothing,
            // Fewer do not choose alone.
            count if count < 20 => best(&|_| true),
            _ => best(&|familiar| familiar == is_familiar),
        }
    });
    Extents { familiar, others }
}

/// The word F1 of each page by corrections that have not seen it, of each extent.
pub struct Scores {
    by_extent: [Vec<f64>; Extent::ALL.len()],
    /// For each page, `true` if it was familiar to them.
    familiar: Vec<bool>,
}

impl Scores {
    pub fn of(&self, page: usize, extents: Extents) -> f64 {
        self.by_extent[extents.of(self.familiar[page]) as usize][page]
    }
}

/// How many pages have comments, and of how many of them these are in the gold text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Commented {
    pub pages: usize,
    pub content: usize,
}

impl Commented {
    /// Returns `true` if comments are content on most pages, if these are enough.
    pub fn is_content(self) -> Option<bool> {
        (self.pages >= 3 && 2 * self.content > self.pages).then_some(true)
    }
}

/// What a correction has learned.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// By which familiar pages are known; empty where all pages are corrected alike.
    pub paths: Paths,
    pub linear: TokenWeights,
    pub trees: Trees,
    /// `true` if comments are content, where the pages that were learned from say so.
    pub comments: Option<bool>,
}

/// All pages, ready to be fitted to.
pub struct Fitting<'p> {
    pages: &'p [PageSamples],
    bins: Bins,
    /// The first row of each page in [`Fitting::bins`].
    first_rows: Vec<u32>,
    seed: u64,
}

impl<'p> Fitting<'p> {
    /// Takes the features of all pages' blocks from them, and bins them.
    pub fn of(pages: &'p mut [PageSamples], seed: u64) -> Fallible<Self> {
        let width = trees::width()? + 1;
        let (mut rows, mut first_rows) = (Vec::new(), Vec::new());
        for page in &mut *pages {
            first_rows.try_push((rows.len() / width) as u32)?;
            rows.try_extend(std::mem::take(&mut page.rows))?;
        }
        Ok(Fitting {
            pages,
            bins: trees::binned(&rows, width)?,
            first_rows,
            seed,
        })
    }

    /// Returns the blocks of a page that are learned from, evenly spread, and what each weighs.
    fn learned_from(&self, page: usize) -> Fallible<Vec<(usize, f32)>> {
        let samples = &self.pages[page];
        // At most 150 of them.
        let step = samples.blocks().div_ceil(150).max(1);
        let blocks = (0..samples.blocks()).step_by(step).filter(|block| !is_decided(samples.scores[*block]));
        // A block weighs by its words to this power.
        let mut blocks = try_collect(blocks.map(|block| (block, libm::powf(samples.weighed.weights[block], 0.6))))?;
        let all: f64 = blocks.iter().map(|(_, weight)| f64::from(*weight)).sum();
        for (_, weight) in &mut blocks {
            // All blocks of a page weigh as ten samples.
            *weight = (10.0 * f64::from(*weight) / all.max(f64::MIN_POSITIVE)) as f32;
        }
        Ok(blocks)
    }

    /// Fits a correction to some pages.
    pub fn fit(&self, pages: &[usize], with_trees: bool) -> Fallible<Parts> {
        let mut samples = Vec::new();
        for page in pages {
            let of_page = &self.pages[*page];
            for (block, weight) in self.learned_from(*page)? {
                samples.try_push(Sample {
                    page: *page as u32,
                    row: self.first_rows[*page] + block as u32,
                    tokens: of_page.tokens.get(block),
                    score: of_page.scores[block],
                    target: of_page.shares[block],
                    weight,
                })?;
            }
        }
        let linear = linear::fit(&samples)?;
        let mut trees = Trees::default();
        if with_trees {
            for sample in &mut samples {
                let score = sample.score.clamp(-SURE, SURE);
                sample.score = score + linear.correction(score, sample.tokens);
            }
            trees = trees::fit(&self.bins, &samples, self.seed)?;
        }
        // A correction of ten pages is halved, one of twenty has two thirds of its size, and so on.
        let size = pages.len() as f32 / (pages.len() as f32 + 10.0);
        Ok(Parts {
            paths: Paths::of(
                pages.iter().flat_map(|page| self.pages[*page].paths.iter().copied()),
                pages.iter().filter_map(|page| self.pages[*page].site),
            )?,
            linear: linear.scaled(size),
            trees: trees.scaled(size),
            comments: self.commented(pages).is_content(),
        })
    }

    /// Counts the pages that have comments.
    pub fn commented(&self, pages: &[usize]) -> Commented {
        let votes = pages.iter().filter_map(|page| self.pages[*page].has_comments());
        votes.fold(Commented::default(), |commented, vote| Commented {
            pages: commented.pages + 1,
            content: commented.content + usize::from(vote),
        })
    }

    /// Returns the word F1 of each page by `auto`.
    pub fn scores_of_auto(&self) -> Fallible<Vec<f64>> {
        let mut scores = Vec::new();
        for page in 0..self.pages.len() {
            scores.try_push(self.score(&Parts::default(), Extent::Nothing, page)?)?;
        }
        Ok(scores)
    }

    fn score(&self, parts: &Parts, extent: Extent, page: usize) -> Fallible<f64> {
        interrupts::check();
        let samples = &self.pages[page];
        let corrected = samples.scores.iter().enumerate().map(|(block, score)| {
            if parts.comments == Some(true) && samples.comments.get(block) == Some(&true) {
                return TAKEN;
            }
            if is_decided(*score) || extent == Extent::Nothing {
                return *score;
            }
            let of_trees = match extent {
                Extent::TokensAndTrees => parts.trees.sum_of_row(&self.bins, self.first_rows[page] + block as u32),
                Extent::Tokens | Extent::Nothing => 0.0,
            };
            score + parts.linear.correction(*score, samples.tokens.get(block)) + of_trees
        });
        samples.f1(try_collect(corrected)?)
    }

    /// Holds out each part of the pages once, learning from a share of the others. Pages of one group are held out together.
    pub fn held_out(
        &self,
        group_of: &[u32],
        folds: usize,
        share: f64,
        watch: &mut dyn FnMut(&dyn Display),
    ) -> Fallible<Scores> {
        let count = self.pages.len();
        let mut random = Random::new(self.seed, 0x666f_6c64);
        let mut groups = try_collect(group_of.iter().copied())?;
        groups.sort_unstable();
        groups.dedup();
        let folds = folds.min(groups.len());
        let fold_of_group = by_chance(groups.len(), folds, &mut random)?;
        let of_page = |group: &u32| groups.binary_search(group).map_or(0, |place| fold_of_group[place] as usize);
        let fold_of: Vec<usize> = try_collect(group_of.iter().map(of_page))?;
        let mut order: Vec<usize> = try_collect(0..count)?;
        random.shuffle(&mut order);
        let mut scores = Scores {
            by_extent: [
                try_filled(0.0, count)?,
                try_filled(0.0, count)?,
                try_filled(0.0, count)?,
            ],
            familiar: try_filled(false, count)?,
        };
        for fold in 0..folds {
            watch(&format_args!("part {} of {folds} held out", fold + 1));
            let mut known: Vec<usize> = try_collect(order.iter().copied().filter(|page| fold_of[*page] != fold))?;
            known.truncate((known.len() as f64 * share).ceil() as usize);
            // Samples of a page stand together, and pages in their order.
            known.sort_unstable();
            let parts = self.fit(&known, true)?;
            for page in (0..count).filter(|page| fold_of[*page] == fold) {
                for extent in Extent::ALL {
                    scores.by_extent[extent as usize][page] = self.score(&parts, extent, page)?;
                }
                let samples = &self.pages[page];
                scores.familiar[page] = parts.paths.are_familiar(samples.paths.iter().copied(), samples.site);
            }
        }
        Ok(scores)
    }
}
