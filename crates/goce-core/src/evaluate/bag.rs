//! Measures over bags of tokens: order does not matter, counts do.

use super::{EvaluateError, Scores, TokenPair};
use crate::prelude::*;

fn counts(tokens: &[u32], distinct: usize) -> Result<Vec<u32>, EvaluateError> {
    let mut counts = try_filled(0, distinct)?;
    for &token in tokens.iter().checking(CHECK_BYTES) {
        counts[token as usize] += 1;
    }
    Ok(counts)
}

/// Returns the sum of what a function makes of the counts of each token.
fn sum<T: std::iter::Sum>(a: &[u32], b: &[u32], of: impl Fn(u32, u32) -> T) -> T {
    let pairs = a.iter().zip(b).checking(CHECK_BYTES);
    pairs.map(|(&a, &b)| of(a, b)).sum()
}

/// Returns the cosine of the angle between the two count vectors (GOCE, equation 5), in \[0, 1\].
/// Two empty texts have 1, an empty text and another 0.
pub fn cosine(pair: &TokenPair) -> Result<f64, EvaluateError> {
    if pair.gold.is_empty() || pair.extracted.is_empty() {
        return Ok(f64::from(pair.gold.len() == pair.extracted.len()));
    }
    let gold = counts(&pair.gold, pair.distinct)?;
    let extracted = counts(&pair.extracted, pair.distinct)?;
    let dot = |a: &[u32], b: &[u32]| sum(a, b, |x, y| u128::from(u64::from(x) * u64::from(y)));
    let norms = dot(&gold, &gold) as f64 * dot(&extracted, &extracted) as f64;
    Ok(dot(&gold, &extracted) as f64 / norms.sqrt())
}

/// Returns precision, recall and F1 of the tokens that the bags share, WCXB's measure.
pub fn word_overlap(pair: &TokenPair) -> Result<Scores, EvaluateError> {
    let gold = counts(&pair.gold, pair.distinct)?;
    let extracted = counts(&pair.extracted, pair.distinct)?;
    let common = sum(&gold, &extracted, |x, y| x.min(y) as usize);
    Ok(Scores::of_overlap(common, pair.gold.len(), pair.extracted.len()))
}
