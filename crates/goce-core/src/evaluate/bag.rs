//! Measures over bags of tokens: order does not matter, counts do.

use super::{EvaluateError, Scores, TokenPair};
use crate::interrupts::{self, CHECK_BYTES};
use crate::memory::try_filled;

fn counts(tokens: &[u32], distinct: usize) -> Result<Vec<u32>, EvaluateError> {
    let mut counts = try_filled(0, distinct)?;
    for some in tokens.chunks(CHECK_BYTES) {
        interrupts::check();
        for &token in some {
            counts[token as usize] += 1;
        }
    }
    Ok(counts)
}

/// Returns the cosine of the angle between the two count vectors (GOCE, equation 5), in \[0, 1\].
/// Two empty texts have 1, an empty text and another 0.
pub fn cosine(pair: &TokenPair) -> Result<f64, EvaluateError> {
    if pair.gold.is_empty() || pair.extracted.is_empty() {
        return Ok(f64::from(u8::from(pair.gold.len() == pair.extracted.len())));
    }
    let gold = counts(&pair.gold, pair.distinct)?;
    let extracted = counts(&pair.extracted, pair.distinct)?;
    let dot = |a: &[u32], b: &[u32]| -> u128 {
        let product = |(&x, &y): (&u32, &u32)| u128::from(u64::from(x) * u64::from(y));
        let mut sum = 0;
        for (a, b) in a.chunks(CHECK_BYTES).zip(b.chunks(CHECK_BYTES)) {
            interrupts::check();
            sum += a.iter().zip(b).map(product).sum::<u128>();
        }
        sum
    };
    let norms = dot(&gold, &gold) as f64 * dot(&extracted, &extracted) as f64;
    Ok(dot(&gold, &extracted) as f64 / norms.sqrt())
}

/// Returns precision, recall and F1 of the tokens that the bags share, WCXB's measure.
pub fn word_overlap(pair: &TokenPair) -> Result<Scores, EvaluateError> {
    let gold = counts(&pair.gold, pair.distinct)?;
    let extracted = counts(&pair.extracted, pair.distinct)?;
    let shared = |(&x, &y): (&u32, &u32)| x.min(y) as usize;
    let mut common = 0;
    for (gold, extracted) in gold.chunks(CHECK_BYTES).zip(extracted.chunks(CHECK_BYTES)) {
        interrupts::check();
        common += gold.iter().zip(extracted).map(shared).sum::<usize>();
    }
    Ok(Scores::of_overlap(common, pair.gold.len(), pair.extracted.len()))
}
