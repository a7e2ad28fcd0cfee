//! Labels of blocks from a page's gold text.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::words::words;

/// Words (64 bits each) of the table by which texts are aligned, which bounds the time that takes;
/// longer pages are cut.
const MAX_TABLE: usize = 1 << 26;

/// Words that must match in a row to count, in blocks of more than that.
const RUN: usize = 3;

/// Words of a block from which it may be found elsewhere in the gold text than where it stands.
const MOVED: usize = 4;

/// Words from which most of a moved block's sequences of four, not all of it, have to be found.
const MOVED_IN_PART: usize = 12;

/// For each block, the share of its words that the gold text has, in \[0, 1\]: content if more
/// than half.
///
/// Words are lower-cased. Blocks and gold text are aligned by their longest common subsequence, of
/// which runs of fewer than three words do not count, chance matches mostly; then blocks that the
/// gold text has elsewhere are found as long as it has their words left.
pub fn shares(blocks: &[&str], gold: &str, tick: &mut dyn FnMut()) -> Vec<f32> {
    let mut numbers = FxHashMap::default();
    let mut number = |text: &str| -> Vec<u32> {
        let text = text.to_lowercase();
        let mut numbered = Vec::new();
        for word in words(&text) {
            let next = numbers.len() as u32;
            numbered.push(*numbers.entry(word.to_owned()).or_insert(next));
        }
        numbered
    };
    let gold = number(gold);
    let blocks: Vec<Vec<u32>> = blocks.iter().map(|block| number(block)).collect();
    let mut shares = aligned(&blocks, &gold, numbers.len(), tick);
    find_moved(&blocks, &gold, numbers.len(), &mut shares, tick);
    shares
}

fn aligned(blocks: &[Vec<u32>], gold: &[u32], distinct: usize, tick: &mut dyn FnMut()) -> Vec<f32> {
    let mut in_gold = vec![false; distinct];
    for word in gold {
        in_gold[*word as usize] = true;
    }
    // The page's words that can match: the word, its place on the page, its block.
    let mut page = Vec::new();
    let mut place = 0;
    for (block, text) in blocks.iter().enumerate() {
        for word in text {
            if in_gold[*word as usize] {
                page.push((*word, place, block));
            }
            place += 1;
        }
    }
    page.truncate(MAX_TABLE / gold.len().div_ceil(64).max(1));
    let mut counts = vec![0usize; blocks.len()];
    let matches = align(&page, gold, distinct, tick);
    let follows =
        |a: &(usize, usize), b: &(usize, usize)| page[b.0].1 == page[a.0].1 + 1 && b.1 == a.1 + 1;
    for run in matches.chunk_by(follows) {
        for (index, _) in run {
            let block = page[*index].2;
            counts[block] += usize::from(run.len() >= RUN.min(blocks[block].len()));
        }
    }
    let lengths = blocks.iter().map(|block| block.len().max(1));
    let shares = counts.iter().zip(lengths);
    shares
        .map(|(count, length)| *count as f32 / length as f32)
        .collect()
}

/// The places in page and gold of a longest common subsequence, ascending. Bit-parallel (Hyyrö
/// 2004).
fn align(
    page: &[(u32, usize, usize)],
    gold: &[u32],
    distinct: usize,
    tick: &mut dyn FnMut(),
) -> Vec<(usize, usize)> {
    let width = gold.len().div_ceil(64);
    let mut places: Vec<Vec<(usize, u64)>> = vec![Vec::new(); distinct];
    for (place, word) in gold.iter().enumerate() {
        let bit = 1u64 << (place % 64);
        let of_word = &mut places[*word as usize];
        match of_word.last_mut() {
            Some((last, bits)) if *last == place / 64 => *bits |= bit,
            _ => of_word.push((place / 64, bit)),
        }
    }
    let mut row = Row {
        bits: vec![!0u64; width],
        found: vec![0u64; width],
        places,
    };
    // Of all rows only some are kept, and the others made again on the way back: memory grows with the
    // square root of the table.
    let stride = page.len().isqrt().max(1);
    let mut kept: Vec<u64> = Vec::new();
    for part in page.chunks(stride) {
        kept.extend(&row.bits);
        for (word, ..) in part {
            row.step(*word, tick);
        }
    }
    let mut matches = Vec::new();
    let mut place = gold.len();
    let mut rows: Vec<u64> = Vec::new();
    for (part, before) in kept.chunks(width.max(1)).enumerate().rev() {
        let start = part * stride;
        let mut left = page.len().min(start + stride);
        row.bits.copy_from_slice(before);
        rows.clear();
        rows.extend(before);
        for (word, ..) in &page[start..left] {
            row.step(*word, tick);
            rows.extend(&row.bits);
        }
        // A zero bit after a word: the subsequence grows there.
        let grows = |after: usize, place: usize| {
            rows[(after - start) * width + place / 64] >> (place % 64) & 1 == 0
        };
        while left > start && place > 0 {
            if !grows(left, place - 1) {
                place -= 1;
            } else if grows(left - 1, place - 1) {
                left -= 1;
            } else {
                left -= 1;
                place -= 1;
                matches.push((left, place));
            }
        }
    }
    matches.reverse();
    matches
}

/// A row of the table of [`align`], for the words of the page so far.
struct Row {
    bits: Vec<u64>,
    /// Where the next word is in the gold text; all 0 between two words.
    found: Vec<u64>,
    /// The same of every word, where it is not 0.
    places: Vec<Vec<(usize, u64)>>,
}

impl Row {
    fn step(&mut self, word: u32, tick: &mut dyn FnMut()) {
        let places = &self.places[word as usize];
        for (place, bits) in places {
            self.found[*place] = *bits;
        }
        let mut carry = false;
        for (index, (bits, found)) in self.bits.iter_mut().zip(&self.found).enumerate() {
            if index % (1 << 12) == 0 {
                tick();
            }
            let hit = *bits & found;
            let (sum, over) = bits.overflowing_add(hit);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over || over_again;
            *bits = sum | (*bits - hit);
        }
        for (place, _) in places {
            self.found[*place] = 0;
        }
    }
}

/// Blocks that are no content where they stand, but all of whose words the gold text still has,
/// together: what a page shows in another order.
fn find_moved(
    blocks: &[Vec<u32>],
    gold: &[u32],
    distinct: usize,
    shares: &mut [f32],
    tick: &mut dyn FnMut(),
) {
    let mut left = vec![0i64; distinct];
    for word in gold {
        left[*word as usize] += 1;
    }
    let fours: FxHashSet<&[u32]> = gold.windows(MOVED).collect();
    for (block, share) in blocks.iter().zip(shares.iter()) {
        if *share > 0.5 {
            for word in block {
                left[*word as usize] -= 1;
            }
        }
    }
    for (block, share) in blocks.iter().zip(shares) {
        tick();
        if *share > 0.5 || block.len() < MOVED {
            continue;
        }
        let mut taken: FxHashMap<u32, i64> = FxHashMap::default();
        for word in block {
            *taken.entry(*word).or_insert(0) += 1;
        }
        let kept: i64 = taken
            .iter()
            .map(|(word, count)| left[*word as usize].clamp(0, *count))
            .sum();
        if (kept as f32) < 0.8 * block.len() as f32 {
            continue;
        }
        let sequences = block.windows(MOVED).step_by(2);
        let found = sequences
            .clone()
            .filter(|four| fours.contains(four))
            .count();
        let all = sequences.count();
        let is_found = if block.len() >= MOVED_IN_PART {
            found as f32 > 0.6 * all as f32
        } else {
            block.windows(MOVED).all(|four| fours.contains(four))
        };
        if is_found {
            *share = 0.9;
            for word in block {
                left[*word as usize] -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(blocks: &[&str], gold: &str) -> Vec<f32> {
        shares(blocks, gold, &mut || ())
    }

    #[test]
    fn content_is_what_the_gold_text_has() {
        assert_eq!(
            of(
                &[
                    "Home",
                    "A title",
                    "The text of it, all",
                    "more",
                    "The end of text"
                ],
                "a Title the text of it all"
            ),
            [0.0, 1.0, 1.0, 0.0, 0.0]
        );
        // Blocks of fewer words than a run must match whole.
        assert_eq!(of(&["a b c d e", "f"], "a b x c f"), [0.0, 1.0]);
        assert_eq!(of(&[], "a"), [0.0; 0]);
        assert_eq!(of(&["a"], ""), [0.0]);
    }

    #[test]
    fn moved_blocks_are_found_once() {
        let moved = "one two three four five";
        assert_eq!(
            of(
                &[moved, "six seven eight nine ten eleven", moved],
                &format!("six seven eight nine ten eleven {moved}")
            ),
            [0.0, 1.0, 1.0]
        );
        assert_eq!(
            of(
                &[moved, "six seven eight nine ten eleven"],
                &format!("six seven eight nine ten eleven {moved}")
            ),
            [0.9, 1.0]
        );
    }

    proptest! {
        #[test]
        fn alignments_are_as_long_as_the_subsequence(
            page in prop::collection::vec(0u32..6, 0..200),
            gold in prop::collection::vec(0u32..6, 0..200),
        ) {
            let tokens: Vec<_> = page.iter().enumerate().map(|(place, word)| (*word, place, 0)).collect();
            let matches = align(&tokens, &gold, 6, &mut || ());
            prop_assert!(matches.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
            for (in_page, in_gold) in &matches {
                prop_assert_eq!(page[*in_page], gold[*in_gold]);
            }
            let mut row = vec![0; gold.len() + 1];
            for word in &page {
                let mut diagonal = 0;
                for (place, other) in gold.iter().enumerate() {
                    let above = row[place + 1];
                    row[place + 1] = if word == other { diagonal + 1 } else { above.max(row[place]) };
                    diagonal = above;
                }
            }
            prop_assert_eq!(matches.len(), row[gold.len()]);
        }
    }
}
