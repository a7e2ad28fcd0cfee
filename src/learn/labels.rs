//! Labels of blocks from a page's gold text.

use crate::memory::{OutOfMemory, TryPush, try_collect, try_filled};
use crate::numbering::{Numbers, Texts};
use crate::tick::{Tick, Ticking};
use crate::words::{lower_case, try_each_word};

/// Words (64 bits each) of the table by which texts are aligned, which bounds the time that takes;
/// longer pages are cut.
const MAX_TABLE: usize = 1 << 26;

/// Words that must match in a row to count, in blocks of more than that.
const RUN: usize = 3;

/// Words of a block from which it may be found elsewhere in the gold text than where it stands.
const MOVED: usize = 4;

/// Words from which most of a moved block's sequences of four, not all of it, have to be found.
const MOVED_IN_PART: usize = 12;

/// Words handled between two ticks.
const TICK_EVERY: usize = 4096;

/// Returns for each block the share of its words that the gold text has, in \[0, 1\]. A block is content if the share is
/// more than half.
///
/// Words are lower-cased. Blocks and gold text are aligned by their longest common subsequence. Runs of fewer than three
/// words in it do not count: they match mostly by chance. Then blocks that the gold text has elsewhere are found, as long
/// as it has their words left.
///
/// # Errors
/// [`OutOfMemory`].
pub fn shares(blocks: &[&str], gold: &str, tick: Tick<'_>) -> Result<Vec<f32>, OutOfMemory> {
    let mut known = Texts::default();
    let mut number = |text: &str, numbered: &mut Vec<u32>, tick: Tick<'_>| {
        let text = lower_case(text, tick)?;
        try_each_word(&text, tick, &mut |word, tick| {
            numbered.try_push(known.number(word, tick)?)
        })
    };
    let mut gold_words = Vec::new();
    number(gold, &mut gold_words, tick)?;
    let mut in_blocks = Blocks::default();
    for block in blocks {
        tick();
        number(block, &mut in_blocks.words, tick)?;
        in_blocks.ends.try_push(in_blocks.words.len())?;
    }
    let mut shares = aligned(&in_blocks, &gold_words, known.len(), tick)?;
    find_moved(&in_blocks, &gold_words, known.len(), &mut shares, tick)?;
    Ok(shares)
}

/// The numbers of the words of a page's blocks.
#[derive(Default)]
struct Blocks {
    words: Vec<u32>,
    /// Where each block ends in them.
    ends: Vec<usize>,
}

impl Blocks {
    fn each(&self) -> impl Iterator<Item = &[u32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.words[start..*end])
    }
}

fn aligned(
    blocks: &Blocks,
    gold: &[u32],
    distinct: usize,
    tick: Tick<'_>,
) -> Result<Vec<f32>, OutOfMemory> {
    let mut in_gold = try_filled(false, distinct)?;
    for words in gold.chunks(TICK_EVERY) {
        tick();
        for word in words {
            in_gold[*word as usize] = true;
        }
    }
    // The page's words that can match: the word, its place on the page, its block.
    let most = MAX_TABLE / gold.len().div_ceil(64).max(1);
    let mut page = Vec::new();
    let mut place = 0;
    for (block, text) in blocks.each().enumerate() {
        for word in text {
            if place % TICK_EVERY == 0 {
                tick();
            }
            if in_gold[*word as usize] && page.len() < most {
                page.try_push((*word, place, block))?;
            }
            place += 1;
        }
    }
    let mut counts = try_filled(0usize, blocks.ends.len())?;
    let lengths = || blocks.each().map(<[u32]>::len);
    let matches = align(&page, gold, distinct, tick)?;
    let follows =
        |a: &(usize, usize), b: &(usize, usize)| page[b.0].1 == page[a.0].1 + 1 && b.1 == a.1 + 1;
    // How many words a run must have to count in each block.
    let least: Vec<usize> = try_collect(lengths().map(|length| RUN.min(length)))?;
    let mut handled = 0;
    for run in matches.chunk_by(follows) {
        for (index, _) in run {
            handled += 1;
            if handled % TICK_EVERY == 0 {
                tick();
            }
            let block = page[*index].2;
            counts[block] += usize::from(run.len() >= least[block]);
        }
    }
    let shares = counts.iter().zip(lengths());
    try_collect(shares.map(|(count, length)| *count as f32 / length.max(1) as f32))
}

/// The places in page and gold of a longest common subsequence, ascending. Bit-parallel (Hyyrö 2004).
fn align(
    page: &[(u32, usize, usize)],
    gold: &[u32],
    distinct: usize,
    tick: Tick<'_>,
) -> Result<Vec<(usize, usize)>, OutOfMemory> {
    let width = gold.len().div_ceil(64);
    let mut row = Row::new(page, gold, distinct, tick)?;
    // Of all rows only some are kept, and the others made again on the way back: memory grows with the
    // square root of the table.
    let stride = page.len().isqrt().max(1);
    let mut kept: Vec<u64> = Vec::new();
    for part in page.chunks(stride) {
        kept.try_extend_from_slice(&row.bits)?;
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
        rows.try_extend_from_slice(before)?;
        for (word, ..) in &page[start..left] {
            row.step(*word, tick);
            rows.try_extend_from_slice(&row.bits)?;
        }
        // A zero bit after a word: the subsequence grows there.
        let grows = |after: usize, place: usize| {
            rows[(after - start) * width + place / 64] >> (place % 64) & 1 == 0
        };
        while left > start && place > 0 {
            if (left + place).is_multiple_of(TICK_EVERY) {
                tick();
            }
            if !grows(left, place - 1) {
                place -= 1;
            } else if grows(left - 1, place - 1) {
                left -= 1;
            } else {
                left -= 1;
                place -= 1;
                matches.try_push((left, place))?;
            }
        }
    }
    matches.reverse();
    Ok(matches)
}

/// A row of the table of [`align`], for the words of the page so far.
struct Row {
    bits: Vec<u64>,
    /// Where the next word is in the gold text; all 0 between two words.
    found: Vec<u64>,
    /// The same of the words of the page, where it is not 0: one word's after another's.
    places: Vec<(usize, u64)>,
    /// Where those of each word start, and the end of the last.
    starts: Vec<usize>,
}

impl Row {
    fn new(
        page: &[(u32, usize, usize)],
        gold: &[u32],
        distinct: usize,
        tick: Tick<'_>,
    ) -> Result<Row, OutOfMemory> {
        const NONE: usize = usize::MAX;
        let width = gold.len().div_ceil(64);
        // Of words that the page lacks no places are needed.
        let mut last = try_filled(None, distinct)?;
        for (word, ..) in page {
            last[*word as usize] = Some(NONE);
        }
        let mut starts = try_filled(0, distinct + 1)?;
        for (place, word) in gold.iter().enumerate().ticking(TICK_EVERY, tick) {
            if let Some(last) = &mut last[*word as usize]
                && *last != place / 64
            {
                *last = place / 64;
                starts[*word as usize + 1] += 1;
            }
        }
        for word in (0..distinct).ticking(TICK_EVERY, tick) {
            starts[word + 1] += starts[word];
        }
        let mut ends: Vec<usize> = try_collect(starts.iter().copied())?;
        let mut places = try_filled((NONE, 0u64), starts[distinct])?;
        for (place, word) in gold.iter().enumerate().ticking(TICK_EVERY, tick) {
            let word = *word as usize;
            if last[word].is_none() {
                continue;
            }
            let end = &mut ends[word];
            if *end == starts[word] || places[*end - 1].0 != place / 64 {
                places[*end].0 = place / 64;
                *end += 1;
            }
            places[*end - 1].1 |= 1u64 << (place % 64);
        }
        Ok(Row {
            bits: try_filled(!0u64, width)?,
            found: try_filled(0u64, width)?,
            places,
            starts,
        })
    }

    fn step(&mut self, word: u32, tick: Tick<'_>) {
        let word = word as usize;
        let places = &self.places[self.starts[word]..self.starts[word + 1]];
        for (place, bits) in places {
            self.found[*place] = *bits;
        }
        let mut carry = false;
        for (bits, found) in self
            .bits
            .iter_mut()
            .zip(&self.found)
            .ticking(TICK_EVERY, tick)
        {
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

/// The sequences of [`MOVED`] words that a text has.
struct Fours<'t> {
    text: &'t [u32],
    numbers: Numbers,
    /// Where each of them, by its number, stands first.
    places: Vec<usize>,
}

impl<'t> Fours<'t> {
    fn new(text: &'t [u32], tick: Tick<'_>) -> Result<Self, OutOfMemory> {
        let mut fours = Fours {
            text,
            numbers: Numbers::default(),
            places: Vec::new(),
        };
        for (place, four) in text.windows(MOVED).enumerate() {
            if place % TICK_EVERY == 0 {
                tick();
            }
            let hash = fours.numbers.hash(four);
            let places = &fours.places;
            let is_it = |number: u32| &text[places[number as usize]..][..MOVED] == four;
            if fours.numbers.number(hash, is_it, tick)?.1 {
                fours.places.try_push(place)?;
            }
        }
        Ok(fours)
    }

    fn contain(&self, four: &[u32]) -> bool {
        let is_it = |number: u32| &self.text[self.places[number as usize]..][..MOVED] == four;
        self.numbers.find(self.numbers.hash(four), is_it).is_some()
    }

    /// Returns `true` if they hold all sequences of a block, or most of those of a long one. Of a long block every
    /// second sequence is looked at.
    fn hold(&self, block: &[u32], tick: Tick<'_>) -> bool {
        let is_long = block.len() >= MOVED_IN_PART;
        let step = if is_long { 2 } else { 1 };
        let (mut found, mut all) = (0, 0);
        let sequences = block.windows(MOVED).step_by(step);
        for four in sequences.ticking(TICK_EVERY, tick) {
            found += usize::from(self.contain(four));
            all += 1;
        }
        if is_long {
            found as f32 > 0.6 * all as f32
        } else {
            found == all
        }
    }
}

/// Gives blocks that are no content where they stand a share of 0.9 if the gold text still has nearly all of their words,
/// together: a page may show things in another order.
fn find_moved(
    blocks: &Blocks,
    gold: &[u32],
    distinct: usize,
    shares: &mut [f32],
    tick: Tick<'_>,
) -> Result<(), OutOfMemory> {
    let mut left = try_filled(0i64, distinct)?;
    for word in gold.iter().ticking(TICK_EVERY, tick) {
        left[*word as usize] += 1;
    }
    let fours = Fours::new(gold, tick)?;
    for (block, share) in blocks.each().zip(shares.iter()) {
        if *share > 0.5 {
            take(&mut left, block, tick);
        }
    }
    // How often the block at hand has each word; all 0 between two blocks.
    let mut taken = try_filled(0i64, distinct)?;
    for (block, share) in blocks.each().zip(shares) {
        tick();
        if *share > 0.5 || block.len() < MOVED {
            continue;
        }
        let mut kept = 0;
        for word in block.iter().ticking(TICK_EVERY, tick) {
            let taken = &mut taken[*word as usize];
            kept += i64::from(*taken < left[*word as usize]);
            *taken += 1;
        }
        for word in block.iter().ticking(TICK_EVERY, tick) {
            taken[*word as usize] = 0;
        }
        if kept as f32 >= 0.8 * block.len() as f32 && fours.hold(block, tick) {
            *share = 0.9;
            take(&mut left, block, tick);
        }
    }
    Ok(())
}

/// Takes the words of a block from what is left of the gold text's.
fn take(left: &mut [i64], block: &[u32], tick: Tick<'_>) {
    for word in block.iter().ticking(TICK_EVERY, tick) {
        left[*word as usize] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(blocks: &[&str], gold: &str) -> Vec<f32> {
        shares(blocks, gold, &mut || ()).unwrap()
    }

    #[test]
    fn ticks_grow_with_the_gold_text() {
        let ticks = |count: u64| {
            let words = (0..count).map(|word| format!("w{}", word * 7919 % 1_000_003));
            let gold = words.collect::<Vec<_>>().join(" ");
            let mut ticks = 0u32;
            let blocks = ["one two three four five", "other words here on"];
            shares(&blocks, &gold, &mut || ticks += 1).unwrap();
            ticks
        };
        let (once, twice) = (ticks(60_000), ticks(120_000));
        assert!(once > 100 && 10 * twice <= 23 * once, "{once} {twice}");
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
            let matches = align(&tokens, &gold, 6, &mut || ()).unwrap();
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
