//! A row of the table of common subsequences, bit-parallel and sparse.
//!
//! The algorithm of Hyyrö ("Bit-parallel LCS-length computation revisited", 2004): a row has one bit for each token of
//! one text. For each token of the other text it takes a step `V ← (V + (V ∧ M)) ∨ (V ∧ ¬M)`, `M` being the token's
//! places in the first text. Bit i of the row is 0 where the row of the dynamic programme grows by one at i.
//!
//! The `M` of a rare token is stored sparse, as its blocks of 64 bits that are not zero: where `M` is zero, `V` does not
//! change, and only a carry runs through it. So memory is linear in the texts, and rare tokens take less time. At worst
//! the time is that of the dense algorithm, `n · m / 64`.

use crate::prelude::*;

/// The places of a token in a text, 64 to a block.
enum Places<'a> {
    /// All blocks, for a token that is in many.
    Dense(&'a [u64]),
    /// Number and places of the blocks that hold the token, in order.
    Sparse(&'a [(u32, u64)]),
}

/// The places in a block.
const BITS: usize = u64::BITS as usize;

/// A token in more than one block out of this many is stored densely: then a pass over all
/// blocks is the faster one. There are at most `64 * DENSE_SHARE` such tokens, so that memory
/// stays linear.
const DENSE_SHARE: usize = 6;

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
    fn new(text: &[u32], distinct: usize) -> Fallible<Self> {
        let (starts, sparse) = sparse(text, distinct)?;
        let mut places = PlacesOfTokens {
            blocks: text.len().div_ceil(BITS),
            starts,
            sparse,
            dense_starts: try_filled(NOT_DENSE, distinct)?,
            dense: Vec::new(),
        };
        for token in 0..distinct {
            if token % CHECK_BYTES == 0 {
                interrupts::check();
            }
            let range = places.starts[token] as usize..places.starts[token + 1] as usize;
            if range.len() * DENSE_SHARE > places.blocks {
                interrupts::check();
                let start = places.dense.len();
                places.dense_starts[token] = start;
                places.dense.try_extend(std::iter::repeat_n(0, places.blocks))?;
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
            NOT_DENSE => Places::Sparse(&self.sparse[self.starts[token] as usize..self.starts[token + 1] as usize]),
            start => Places::Dense(&self.dense[start..start + self.blocks]),
        }
    }
}

/// The start of each token's blocks, with the end of the last, and all the blocks.
type Sparse = (Vec<u32>, Vec<(u32, u64)>);

fn sparse(text: &[u32], distinct: usize) -> Fallible<Sparse> {
    let mut last_block = try_filled(u32::MAX, distinct)?;
    let mut starts = try_filled(0, distinct + 1)?;
    let blocks = || (0u32..).zip(text.chunks(BITS));
    for (block, tokens) in blocks().checking(CHECK_BYTES / BITS) {
        for &token in tokens {
            if last_block[token as usize] != block {
                last_block[token as usize] = block;
                starts[token as usize + 1] += 1;
            }
        }
    }
    drop(last_block);
    for token in (0..distinct).checking(CHECK_BYTES) {
        starts[token + 1] += starts[token];
    }
    let mut ends: Vec<u32> = try_collect(starts[..distinct].iter().copied())?;
    let count = starts[distinct] as usize;
    let mut sparse = Vec::new();
    sparse.try_reserve_exact(count)?;
    sparse.extend(std::iter::repeat_n((u32::MAX, 0), count).checking(CHECK_BYTES));
    for (block, tokens) in blocks().checking(CHECK_BYTES / BITS) {
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

/// A row over a text, for the tokens of the other text so far.
pub struct LcsRow {
    /// The bits, 64 to a block. Bits past the end of the text stay 1.
    pub bits: Vec<u64>,
    places: PlacesOfTokens,
    /// Work since the last check.
    work: usize,
}

impl LcsRow {
    /// Returns the row over a text before the first token of the other. Tokens are below `distinct`.
    pub fn new(text: &[u32], distinct: usize) -> Fallible<Self> {
        let places = PlacesOfTokens::new(text, distinct)?;
        Ok(LcsRow {
            bits: try_filled(u64::MAX, places.blocks)?,
            places,
            work: 0,
        })
    }

    /// Takes the step of the next token of the other text.
    pub fn step(&mut self, token: u32) {
        self.work += match self.places.of(token) {
            Places::Dense(blocks) => step_dense(&mut self.bits, blocks),
            Places::Sparse(blocks) => step_sparse(&mut self.bits, blocks),
        };
        if self.work >= CHECK_BYTES {
            self.work = 0;
            interrupts::check();
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
