//! A correction of `auto` for pages like some labelled ones: what it takes too much of, or too little.
//!
//! It adds to the score (log-odds) of each block what two learned parts say. [`TokenWeights`](token_weights::TokenWeights)
//! is a logistic regression over `auto`'s score and the [`tokens`] of the block: names, places and words, of these pages or
//! of all. [`Trees`](trees::Trees) are a few boosted trees over the features by which `auto` itself scores. Both are fitted
//! with `auto`'s score as an offset and drawn to zero, so that a correction of few pages is small. [`training`] fits them,
//! and keeps them only if they make the text of held-out pages better, on [familiar](self::familiar) pages and on others.

mod bytes;
mod familiar;
mod fitting;
mod linear;
mod page_samples;
mod token_weights;
mod tokens;
mod training;
mod trees;

pub use crate::learn::difference::Difference;
pub use bytes::{is_correction, seal};
pub use training::{HeldOut, LONGEST, Learned, Training, TrainingError, TrainingPages};

use serde_json::{Map, Value};

use familiar::{Extent, Extents};
use fitting::Parts;
use tokens::Around;

use super::comments::{Comments, LEFT_OUT};
use super::complete_forest::FeatureRow;
use super::features::Blocks;
use crate::prelude::*;

/// The score of a comment that is content whatever else is.
const TAKEN: f32 = -LEFT_OUT;

/// Scores are bounded by this where they are weighed: those beyond it are sure.
const SURE: f32 = 8.0;

/// A block to learn from.
#[derive(Clone, Copy, Debug, Default)]
struct Sample<'a> {
    page: u32,
    /// The row of its features.
    row: u32,
    /// In ascending order.
    tokens: &'a [u32],
    score: f32,
    /// The share of its words that is content.
    target: f32,
    weight: f32,
}

/// A correction; the module describes it.
#[derive(Clone, Debug, Default)]
pub struct Correction {
    /// What is known of its making.
    pub description: Map<String, Value>,
    extents: Extents,
    parts: Parts,
}

impl Correction {
    /// Returns the memory that it takes, in bytes. What is known of its making is short.
    pub fn memory(&self) -> usize {
        self.parts.paths.memory() + self.parts.linear.memory() + self.parts.trees.memory()
    }

    /// Returns `true` if it leaves `auto` as it is.
    pub fn is_none(&self) -> bool {
        self.extents == Extents::default() && self.parts.comments.is_none()
    }

    /// Adds what the trees say of some blocks, given their features (those of the page first, `of_page` of them) and the
    /// scores of `auto`'s own trees.
    pub fn of_rows(&self, rows: &[FeatureRow], of_page: usize, scores: &[f32], sums: &mut Vec<f32>) -> Fallible {
        if !self.extents.has(Extent::TokensAndTrees) {
            return Ok(());
        }
        let rows = rows.iter().zip(scores).checking(CHECK_EVERY);
        sums.try_extend(rows.map(|(row, score)| self.parts.trees.sum(&row[of_page..], *score)))
    }

    /// Takes the comments of a page if those of the pages that were learned from are content.
    pub fn take_comments(&self, comments: &Comments, scores: &mut [f32]) {
        if self.parts.comments == Some(true) {
            for (score, is_comment) in scores.iter_mut().zip(comments.to_leave_out()).checking(CHECK_EVERY) {
                if *is_comment {
                    *score = TAKEN;
                }
            }
        }
    }

    /// Corrects the scores of a page's blocks, given what [`Correction::of_rows`] added up.
    pub fn correct(&self, blocks: &Blocks<'_>, comments: &Comments, sums: &[f32], scores: &mut [f32]) -> Fallible {
        if self.extents == Extents::default() {
            return Ok(());
        }
        let around = Around::of(blocks, comments)?;
        // Without paths all pages are corrected alike.
        let is_familiar = !self.extents.differ() || self.parts.paths.are_familiar(around.paths(), around.site());
        let extent = self.extents.of(is_familiar);
        if extent == Extent::Nothing {
            return Ok(());
        }
        let mut walk = tokens::Walk::default();
        for (index, score) in scores.iter_mut().enumerate().checking(CHECK_EVERY) {
            if is_decided(*score) {
                continue;
            }
            let of_trees = match extent {
                Extent::TokensAndTrees => sums.get(index).copied().unwrap_or_default(),
                Extent::Tokens | Extent::Nothing => 0.0,
            };
            *score += self.parts.linear.correction(*score, walk.tokens(&around, index)?) + of_trees;
        }
        Ok(())
    }
}

/// Returns `true` for the score of a block that is decided already, such as that of a comment.
fn is_decided(score: f32) -> bool {
    score.abs() > 29.0
}
