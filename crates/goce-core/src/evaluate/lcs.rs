//! Longest common subsequences.

use super::lcs_row::LcsRow;
use super::{EvaluateError, TokenPair};
use crate::prelude::*;

/// Returns the length of a longest common subsequence of a pair's gold and extracted tokens.
pub fn lcs_length(pair: &TokenPair) -> Result<usize, EvaluateError> {
    let (mut short, mut long) = (&pair.gold[..], &pair.extracted[..]);
    if short.len() > long.len() {
        std::mem::swap(&mut short, &mut long);
    }
    let prefix = common(short.iter().zip(long));
    (short, long) = (&short[prefix..], &long[prefix..]);
    let suffix = common(short.iter().rev().zip(long.iter().rev()));
    (short, long) = (&short[..short.len() - suffix], &long[..long.len() - suffix]);
    let mut grown = 0;
    if !short.is_empty() {
        let mut row = LcsRow::new(short, pair.distinct)?;
        long.iter().for_each(|&token| row.step(token));
        grown = row.bits.iter().map(|block| block.count_zeros() as usize).sum();
    }
    Ok(prefix + grown + suffix)
}

/// Returns the places in `a` and in `b` of a longest common subsequence, ascending. Tokens are below `distinct`. Of
/// several such subsequences it is the one whose tokens, beginning with the last, come first in `b`, then in `a`.
///
/// The memory grows with the square root of the table of `a.len() · b.len() / 64` words: some rows are kept,
/// and the others are computed again on the way back.
pub fn lcs_places(a: &[u32], b: &[u32], distinct: usize) -> Fallible<Vec<(usize, usize)>> {
    let mut row = LcsRow::new(b, distinct)?;
    let width = row.bits.len();
    let stride = a.len().isqrt().max(1);
    let mut kept: Vec<u64> = Vec::new();
    for part in a.chunks(stride) {
        kept.try_extend_from_slice(&row.bits)?;
        part.iter().for_each(|&token| row.step(token));
    }
    let mut matches = Vec::new();
    let mut place = b.len();
    let mut rows: Vec<u64> = Vec::new();
    for (part, before) in kept.chunks(width.max(1)).enumerate().rev() {
        let start = part * stride;
        let mut left = a.len().min(start + stride);
        row.bits.copy_from_slice(before);
        rows.clear();
        rows.try_extend_from_slice(before)?;
        for &token in &a[start..left] {
            row.step(token);
            rows.try_extend_from_slice(&row.bits)?;
        }
        let grows = |after: usize, place: usize| (rows[(after - start) * width + place / 64] >> (place % 64)) & 1 == 0;
        while left > start && place > 0 {
            if place.is_multiple_of(CHECK_EVERY) {
                interrupts::check();
            }
            if !grows(left, place - 1) {
                place -= 1;
                continue;
            }
            left -= 1;
            if !grows(left, place - 1) {
                place -= 1;
                matches.try_push((left, place))?;
            }
        }
    }
    matches.reverse();
    Ok(matches)
}

/// The number of pairs before the first that differ.
fn common<'a>(pairs: impl Iterator<Item = (&'a u32, &'a u32)>) -> usize {
    let pairs = pairs.checking(CHECK_EVERY);
    pairs.take_while(|(a, b)| a == b).count()
}

/// Returns the length of the longest common subsequence, by the plain quadratic table: what the tests compare with.
#[cfg(test)]
fn by_table(a: &[u32], b: &[u32]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::Unit;

    fn pair(gold: Vec<u32>, extracted: Vec<u32>, distinct: usize) -> TokenPair {
        TokenPair {
            gold,
            extracted,
            distinct,
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_table(
            (distinct, gold, extracted) in (1usize..40).prop_flat_map(|distinct| (
                Just(distinct),
                prop::collection::vec(0..distinct as u32, 0..400),
                prop::collection::vec(0..distinct as u32, 0..400),
            ))
        ) {
            let expected = by_table(&gold, &extracted);
            let places = lcs_places(&extracted, &gold, distinct).unwrap();
            prop_assert_eq!(places.len(), expected);
            prop_assert!(places.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1));
            prop_assert!(places.iter().all(|&(a, b)| extracted[a] == gold[b]));
            prop_assert_eq!(lcs_length(&pair(gold, extracted, distinct)), Ok(expected));
        }

        #[test]
        fn agrees_with_the_table_on_rare_tokens(
            gold in prop::collection::vec(0u32..2000, 0..1000),
            extracted in prop::collection::vec(0u32..2000, 0..1000),
        ) {
            let expected = by_table(&gold, &extracted);
            prop_assert_eq!(lcs_length(&pair(gold, extracted, 2000)), Ok(expected));
        }
    }

    #[test]
    fn whole_blocks_and_edges() {
        for length in [0, 1, 63, 64, 65, 127, 128, 129, 1000] {
            let text: Vec<u32> = (0..length).collect();
            let reversed: Vec<u32> = text.iter().rev().copied().collect();
            let distinct = length as usize;
            assert_eq!(lcs_length(&pair(text.clone(), text.clone(), distinct)), Ok(distinct));
            assert_eq!(lcs_length(&pair(text, reversed, distinct)), Ok(distinct.min(1)));
        }
    }

    #[test]
    fn characters_are_scalar_values() {
        let tokens = TokenPair::new("e\u{301}😀x", "é😀y", Unit::Char).unwrap();
        assert_eq!((tokens.gold.len(), tokens.extracted.len()), (4, 3));
        assert_eq!(lcs_length(&tokens), Ok(1));
    }

    #[test]
    fn checks_grow_with_the_product_of_the_lengths_and_no_faster() {
        let checks = |length: u32| {
            let gold: Vec<u32> = (0..length).map(|i| i * 7 % 300).collect();
            let extracted: Vec<u32> = (0..length).map(|i| i * 11 % 300).collect();
            let (_, checks) = interrupts::counted(|| lcs_length(&pair(gold, extracted, 300)).unwrap());
            checks
        };
        let (once, twice) = (checks(20_000), checks(40_000));
        assert!(once > 10 && 10 * twice <= 43 * once, "{once} {twice}");
    }

    #[test]
    fn checks_grow_with_texts_that_are_the_same() {
        let checks = |length: u32| {
            let text: Vec<u32> = (0..length).collect();
            let pair = pair(text.clone(), text, length as usize);
            let (found, checks) = interrupts::counted(|| lcs_length(&pair));
            assert_eq!(found, Ok(length as usize));
            checks
        };
        let (once, twice) = (checks(1 << 19), checks(1 << 20));
        assert!(once >= 8 && 10 * twice <= 23 * once, "{once} {twice}");
    }
}
