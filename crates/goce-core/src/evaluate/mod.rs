//! Measures of an extraction against gold text, and of predicted genres against true ones.
//!
//! Sums over pages are exact: their value does not depend on the order of the pages, nor on their division among workers
//! or shards.

mod bag;
mod exact_sum;
mod genre;
mod lcs;
mod lcs_row;
mod means;
mod pages;
mod regions;
mod tokens;

pub use bag::{cosine, word_overlap};
pub use genre::{GenreCounts, GenreScores};
pub use lcs::{lcs_length, lcs_places};
pub use means::{Means, Sums};
pub use pages::{MeanScores, PageScores, PageSums};
pub use regions::{RegionSums, region_accuracy};
pub use tokens::{GoldWords, TokenPair, Unit, UnknownUnit, number_words};

use crate::prelude::*;

/// Why there is no measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    #[error("the density of a region must not be negative: {0}")]
    NegativeDensity(i32),
    #[error("there are more pages than can be counted")]
    TooManyPages,
    #[error("out of memory for a measure")]
    OutOfMemory(#[from] OutOfMemory),
}

/// Precision, recall and their harmonic mean, each in \[0, 1\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// The share of the extracted text that is in the gold text (GOCE, equation 3).
    pub precision: f64,
    /// The share of the gold text that is in the extracted text (GOCE, equation 4).
    pub recall: f64,
    /// 2PR / (P + R), 0 if both are 0.
    pub f1: f64,
}

impl Scores {
    /// Returns the scores of a gold text of `gold` tokens and an extracted text of `extracted` tokens that share `common`.
    /// Two empty texts agree perfectly, an empty text and another not at all.
    pub fn of_overlap(common: usize, gold: usize, extracted: usize) -> Self {
        if gold == 0 || extracted == 0 {
            let same = f64::from(gold == extracted);
            return Scores {
                precision: same,
                recall: same,
                f1: same,
            };
        }
        let precision = common as f64 / extracted as f64;
        let recall = common as f64 / gold as f64;
        Scores {
            precision,
            recall,
            f1: harmonic_mean(precision, recall),
        }
    }
}

fn add(count: i64, more: i64) -> Result<i64, EvaluateError> {
    count.checked_add(more).ok_or(EvaluateError::TooManyPages)
}

/// Returns 2PR / (P + R), 0 if both are 0.
pub fn harmonic_mean(precision: f64, recall: f64) -> f64 {
    if precision + recall == 0.0 {
        0.0
    } else {
        2.0 * precision * recall / (precision + recall)
    }
}
