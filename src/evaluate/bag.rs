//! Measures over bags of tokens: order does not matter, counts do.

use super::{Scores, TokenPair};

fn counts(tokens: &[u32], distinct: usize) -> Vec<u32> {
    let mut counts = vec![0; distinct];
    for &token in tokens {
        counts[token as usize] += 1;
    }
    counts
}

/// The cosine of the angle between the two count vectors (GOCE, equation 5), in \[0, 1\].
/// Two empty texts have 1, an empty and another 0.
pub fn cosine(pair: &TokenPair) -> f64 {
    if pair.gold.is_empty() || pair.extracted.is_empty() {
        return f64::from(u8::from(pair.gold.len() == pair.extracted.len()));
    }
    let gold = counts(&pair.gold, pair.distinct);
    let extracted = counts(&pair.extracted, pair.distinct);
    let dot = |a: &[u32], b: &[u32]| -> u128 {
        let product = |(&x, &y): (&u32, &u32)| u128::from(u64::from(x) * u64::from(y));
        a.iter().zip(b).map(product).sum()
    };
    let norms = dot(&gold, &gold) as f64 * dot(&extracted, &extracted) as f64;
    dot(&gold, &extracted) as f64 / norms.sqrt()
}

/// Precision, recall and F1 of the tokens that the bags share, WCXB's measure.
pub fn word_overlap(pair: &TokenPair) -> Scores {
    let gold = counts(&pair.gold, pair.distinct);
    let extracted = counts(&pair.extracted, pair.distinct);
    let shared = |(&x, &y): (&u32, &u32)| x.min(y) as usize;
    let common = gold.iter().zip(&extracted).map(shared).sum();
    Scores::of_overlap(common, pair.gold.len(), pair.extracted.len())
}
