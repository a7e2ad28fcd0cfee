//! Longest common subsequences, bit-parallel and sparse.
//!
//! The algorithm of Hyyrö ("Bit-parallel LCS-length computation revisited", 2004): a row has one bit for each token of
//! one text. For each token of the other text it takes a step `V ← (V + (V ∧ M)) ∨ (V ∧ ¬M)`, `M` being the token's
//! places in the first text. Bit i of the row is 0 where the row of the dynamic programme grows by one at i.
//!
//! Of a rare token `M` is kept sparse, as the blocks of 64 bits that are not zero: where `M` is zero, `V` stays as it
//! is, and only a carry runs through it. That makes the memory linear in the texts, and the time shorter the rarer
//! the tokens are; at worst it is that of the dense algorithm, `n · m / 64`.

use super::{EvaluateError, TokenPair};
use crate::memory::{OutOfMemory, TryPush, try_collect, try_filled};
use crate::tick::Tick;

/// Block updates between two ticks: some tens of microseconds' work.
const TICK_EVERY: usize = 1 << 16;

/// Returns the length of a longest common subsequence of a pair's gold and extracted tokens.
///
/// # Errors
/// [`EvaluateError::OutOfMemory`].
pub fn lcs_length(pair: &TokenPair, tick: Tick<'_>) -> Result<usize, EvaluateError> {
    let (mut short, mut long) = (&pair.gold[..], &pair.extracted[..]);
    if short.len() > long.len() {
        std::mem::swap(&mut short, &mut long);
    }
    let prefix = common_prefix(short, long, tick);
    (short, long) = (&short[prefix..], &long[prefix..]);
    let suffix = common_suffix(short, long, tick);
    (short, long) = (&short[..short.len() - suffix], &long[..long.len() - suffix]);
    let mut grown = 0;
    if !short.is_empty() {
        let mut row = Row::new(short, pair.distinct, tick)?;
        long.iter().for_each(|&token| row.step(token, tick));
        // Bits past the end of the shorter text match nothing and stay 1.
        grown = row
            .bits
            .iter()
            .map(|block| block.count_zeros() as usize)
            .sum();
    }
    Ok(prefix + grown + suffix)
}

/// Returns the places in `a` and in `b` of a longest common subsequence, ascending. Tokens are below `distinct`. Of
/// several such subsequences it is the one whose tokens, beginning with the last, come first in `b`, then in `a`.
///
/// The memory grows with the square root of the table of `a.len() · b.len() / 64` words: of all rows only some are
/// kept, and the others are made again on the way back.
///
/// # Errors
/// [`OutOfMemory`].
pub fn lcs_places(
    a: &[u32],
    b: &[u32],
    distinct: usize,
    tick: Tick<'_>,
) -> Result<Vec<(usize, usize)>, OutOfMemory> {
    let mut row = Row::new(b, distinct, tick)?;
    let width = row.bits.len();
    let stride = a.len().isqrt().max(1);
    let mut kept: Vec<u64> = Vec::new();
    for part in a.chunks(stride) {
        kept.try_extend_from_slice(&row.bits)?;
        part.iter().for_each(|&token| row.step(token, tick));
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
            row.step(token, tick);
            rows.try_extend_from_slice(&row.bits)?;
        }
        let grows = |after: usize, place: usize| {
            (rows[(after - start) * width + place / 64] >> (place % 64)) & 1 == 0
        };
        while left > start && place > 0 {
            if (left + place).is_multiple_of(TICK_EVERY) {
                tick();
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

fn common_prefix(a: &[u32], b: &[u32], tick: Tick<'_>) -> usize {
    let pieces = a.chunks(TICK_EVERY).zip(b.chunks(TICK_EVERY));
    let mut count = 0;
    for (a, b) in pieces {
        tick();
        let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
        count += same;
        if same < TICK_EVERY {
            break;
        }
    }
    count
}

fn common_suffix(a: &[u32], b: &[u32], tick: Tick<'_>) -> usize {
    let pieces = a.rchunks(TICK_EVERY).zip(b.rchunks(TICK_EVERY));
    let mut count = 0;
    for (a, b) in pieces {
        tick();
        let pairs = a.iter().rev().zip(b.iter().rev());
        let same = pairs.take_while(|(x, y)| x == y).count();
        count += same;
        if same < TICK_EVERY {
            break;
        }
    }
    count
}

/// The places of a token in a text, 64 to a block.
enum Places<'a> {
    /// All blocks, for a token that is in many.
    Dense(&'a [u64]),
    /// Number and places of the blocks that hold the token, in order.
    Sparse(&'a [(u32, u64)]),
}

/// The places in a block.
const BITS: usize = 64;

/// A token in more than one block out of this many is stored densely: then a pass over all
/// blocks is the faster one. There are at most `64 * DENSE_SHARE` such tokens, so that memory
/// stays linear.
const DENSE_SHARE: usize = 6;

/// The places of every token in a text.
struct PlacesOfTokens {
    blocks: usize,
    /// The start of each token's blocks in `sparse`; one more entry ends the last token's.
    starts: Vec<u32>,
    sparse: Vec<(u32, u64)>,
    /// The start of each token's blocks in `dense`, [`NOT_DENSE`] if they are not there.
    dense_starts: Vec<usize>,
    dense: Vec<u64>,
}

const NOT_DENSE: usize = usize::MAX;

impl PlacesOfTokens {
    fn new(text: &[u32], distinct: usize, tick: Tick<'_>) -> Result<Self, OutOfMemory> {
        let (starts, sparse) = sparse(text, distinct, tick)?;
        let mut places = PlacesOfTokens {
            blocks: text.len().div_ceil(BITS),
            starts,
            sparse,
            dense_starts: try_filled(NOT_DENSE, distinct)?,
            dense: Vec::new(),
        };
        for token in 0..distinct {
            if token % TICK_EVERY == 0 {
                tick();
            }
            let range = places.starts[token] as usize..places.starts[token + 1] as usize;
            if range.len() * DENSE_SHARE > places.blocks {
                tick();
                let start = places.dense.len();
                places.dense_starts[token] = start;
                places
                    .dense
                    .try_extend(std::iter::repeat_n(0, places.blocks))?;
                for &(block, bits) in &places.sparse[range] {
                    places.dense[start + block as usize] = bits;
                }
            }
        }
        Ok(places)
    }

    fn of(&self, token: u32) -> Places<'_> {
        let token = token as usize;
        match self.dense_starts[token] {
            NOT_DENSE => Places::Sparse(
                &self.sparse[self.starts[token] as usize..self.starts[token + 1] as usize],
            ),
            start => Places::Dense(&self.dense[start..start + self.blocks]),
        }
    }
}

/// The start of each token's blocks, with the end of the last, and all the blocks.
type Sparse = (Vec<u32>, Vec<(u32, u64)>);

fn sparse(text: &[u32], distinct: usize, tick: Tick<'_>) -> Result<Sparse, OutOfMemory> {
    const NONE: u32 = u32::MAX;
    let mut last_block = try_filled(NONE, distinct)?;
    let mut starts = try_filled(0, distinct + 1)?;
    for (block, tokens) in (0u32..).zip(text.chunks(BITS)) {
        tick_sometimes(block, tick);
        for &token in tokens {
            if last_block[token as usize] != block {
                last_block[token as usize] = block;
                starts[token as usize + 1] += 1;
            }
        }
    }
    drop(last_block);
    for token in 0..distinct {
        if token % TICK_EVERY == 0 {
            tick();
        }
        starts[token + 1] += starts[token];
    }
    let mut ends: Vec<u32> = try_collect(starts[..distinct].iter().copied())?;
    let count = starts[distinct] as usize;
    let mut sparse = Vec::new();
    sparse.try_reserve_exact(count)?;
    while sparse.len() < count {
        tick();
        sparse.resize(count.min(sparse.len() + TICK_EVERY), (NONE, 0));
    }
    for (block, tokens) in (0u32..).zip(text.chunks(BITS)) {
        tick_sometimes(block, tick);
        for (bit, &token) in tokens.iter().enumerate() {
            let (start, end) = (starts[token as usize], &mut ends[token as usize]);
            if *end == start || sparse[*end as usize - 1].0 != block {
                sparse[*end as usize].0 = block;
                *end += 1;
            }
            sparse[*end as usize - 1].1 |= 1 << bit;
        }
    }
    Ok((starts, sparse))
}

/// Ticks at one of so many blocks that they have [`TICK_EVERY`] tokens.
fn tick_sometimes(block: u32, tick: Tick<'_>) {
    if block as usize % (TICK_EVERY / BITS) == 0 {
        tick();
    }
}

/// A row of the dynamic programme for the tokens of the other text so far.
struct Row {
    bits: Vec<u64>,
    places: PlacesOfTokens,
    /// Work since the last tick.
    work: usize,
}

impl Row {
    fn new(text: &[u32], distinct: usize, tick: Tick<'_>) -> Result<Self, OutOfMemory> {
        let places = PlacesOfTokens::new(text, distinct, tick)?;
        Ok(Row {
            bits: try_filled(u64::MAX, places.blocks)?,
            places,
            work: 0,
        })
    }

    fn step(&mut self, token: u32, tick: Tick<'_>) {
        self.work += match self.places.of(token) {
            Places::Dense(blocks) => step_dense(&mut self.bits, blocks),
            Places::Sparse(blocks) => step_sparse(&mut self.bits, blocks),
        };
        if self.work >= TICK_EVERY {
            self.work = 0;
            tick();
        }
    }
}

/// `V ← (V + (V ∧ M) + carry) ∨ (V ∧ ¬M)` in a block. Returns `true` if the sum overflows.
#[inline(always)]
fn step_block(value: &mut u64, places: u64, carry: bool) -> bool {
    let (sum, over) = value.overflowing_add(*value & places);
    let (sum, over_by_carry) = sum.overflowing_add(u64::from(carry));
    *value = sum | (*value & !places);
    over | over_by_carry
}

fn step_dense(row: &mut [u64], blocks: &[u64]) -> usize {
    let mut carry = false;
    for (value, &places) in row.iter_mut().zip(blocks) {
        carry = step_block(value, places, carry);
    }
    row.len()
}

fn step_sparse(row: &mut [u64], blocks: &[(u32, u64)]) -> usize {
    let (mut carry, mut next) = (false, 0);
    for &(block, places) in blocks {
        let block = block as usize;
        if carry && block != next {
            carry = run_carry(&mut row[next..block]);
        }
        carry = step_block(&mut row[block], places, carry);
        next = block + 1;
    }
    if carry {
        run_carry(&mut row[next..]);
    }
    // A carry may run through blocks of ones all the way, at a fraction of a step's cost.
    1 + DENSE_SHARE * blocks.len() + row.len() / 16
}

/// Adds a carry to blocks that match nothing, `V ← (V + 1) ∨ V`. Returns `true` if it runs out of them: it
/// runs through blocks of ones, which stay as they are.
fn run_carry(blocks: &mut [u64]) -> bool {
    for block in blocks {
        if *block != u64::MAX {
            *block |= *block + 1;
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::Unit;

    /// The plain quadratic table, one row at a time.
    fn by_table(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y {
                    diagonal + 1
                } else {
                    above.max(row[j])
                };
                diagonal = above;
            }
        }
        row[b.len()]
    }

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
            let places = lcs_places(&extracted, &gold, distinct, &mut || ()).unwrap();
            prop_assert_eq!(places.len(), expected);
            prop_assert!(places.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1));
            prop_assert!(places.iter().all(|&(a, b)| extracted[a] == gold[b]));
            prop_assert_eq!(lcs_length(&pair(gold, extracted, distinct), &mut || ()), Ok(expected));
        }

        #[test]
        fn agrees_with_the_table_on_rare_tokens(
            gold in prop::collection::vec(0u32..2000, 0..1000),
            extracted in prop::collection::vec(0u32..2000, 0..1000),
        ) {
            let expected = by_table(&gold, &extracted);
            prop_assert_eq!(lcs_length(&pair(gold, extracted, 2000), &mut || ()), Ok(expected));
        }
    }

    #[test]
    fn whole_blocks_and_edges() {
        for length in [0, 1, 63, 64, 65, 127, 128, 129, 1000] {
            let text: Vec<u32> = (0..length).collect();
            let reversed: Vec<u32> = text.iter().rev().copied().collect();
            let distinct = length as usize;
            assert_eq!(
                lcs_length(&pair(text.clone(), text.clone(), distinct), &mut || ()),
                Ok(distinct)
            );
            assert_eq!(
                lcs_length(&pair(text, reversed, distinct), &mut || ()),
                Ok(distinct.min(1))
            );
        }
    }

    #[test]
    fn characters_are_scalar_values() {
        let tokens = TokenPair::new("e\u{301}😀x", "é😀y", Unit::Char, &mut || ()).unwrap();
        assert_eq!((tokens.gold.len(), tokens.extracted.len()), (4, 3));
        assert_eq!(lcs_length(&tokens, &mut || ()), Ok(1));
    }

    #[test]
    fn ticks_grow_with_the_product_of_the_lengths_and_no_faster() {
        let ticks = |length: u32| {
            let gold: Vec<u32> = (0..length).map(|i| i * 7 % 300).collect();
            let extracted: Vec<u32> = (0..length).map(|i| i * 11 % 300).collect();
            let mut ticks = 0u32;
            lcs_length(&pair(gold, extracted, 300), &mut || ticks += 1).unwrap();
            ticks
        };
        let (once, twice) = (ticks(20_000), ticks(40_000));
        assert!(once > 10 && 10 * twice <= 43 * once, "{once} {twice}");
    }

    #[test]
    fn ticks_grow_with_texts_that_are_the_same() {
        let ticks = |length: u32| {
            let text: Vec<u32> = (0..length).collect();
            let mut ticks = 0u32;
            let found = lcs_length(&pair(text.clone(), text, length as usize), &mut || {
                ticks += 1;
            });
            assert_eq!(found, Ok(length as usize));
            ticks
        };
        let (once, twice) = (ticks(1 << 19), ticks(1 << 20));
        assert!(once >= 8 && 10 * twice <= 23 * once, "{once} {twice}");
    }
}
