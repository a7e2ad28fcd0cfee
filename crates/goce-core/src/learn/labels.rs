//! Labels of a page's blocks, by its gold text.

use crate::evaluate::{lcs_places, number_words};
use crate::learn::lists::Lists;
use crate::prelude::*;
use flat_html::numbering::{Numbers, Texts};

/// Words of the sequences by which a block is searched elsewhere in the gold text. Shorter blocks are not.
const MOVED: usize = 4;

/// Returns for each block the share of its words that the gold text has, in \[0, 1\]. A block is content if the share is
/// more than half.
///
/// Words are lower-cased. Blocks and gold text are aligned by their longest common subsequence. Runs of fewer than three
/// words in it do not count: most match by chance. Then blocks are searched that the gold text has elsewhere, among
/// its words that no other block took.
pub fn shares(blocks: &[&str], gold: &str) -> Fallible<Vec<f32>> {
    let mut known = Texts::default();
    let gold_words = number_words(gold, &mut known)?;
    let mut in_blocks = Lists::default();
    for block in blocks {
        interrupts::check();
        in_blocks.push(number_words(block, &mut known)?)?;
    }
    let mut shares = aligned(&in_blocks, &gold_words, known.len())?;
    find_moved(&in_blocks, &gold_words, known.len(), &mut shares)?;
    Ok(shares)
}

/// Aligns the numbers of the words of blocks with those of the gold text.
fn aligned(blocks: &Lists, gold: &[u32], distinct: usize) -> Fallible<Vec<f32>> {
    let mut in_gold = try_filled(false, distinct)?;
    for word in gold.iter().checking(CHECK_EVERY) {
        in_gold[*word as usize] = true;
    }
    // The page's words that can match, each with its place on the page and its block.
    // The most words, of 64 bits each, of the table that aligns two texts. It limits the time: longer pages are cut.
    let most = (1 << 26) / gold.len().div_ceil(64).max(1);
    let (mut page, mut stands) = (Vec::new(), Vec::new());
    let mut place = 0;
    for (block, text) in blocks.each().enumerate() {
        for word in text {
            if place % CHECK_EVERY == 0 {
                interrupts::check();
            }
            if in_gold[*word as usize] && page.len() < most {
                page.try_push(*word)?;
                stands.try_push((place, block))?;
            }
            place += 1;
        }
    }
    let mut counts = try_filled(0usize, blocks.each().len())?;
    let lengths = || blocks.each().map(<[u32]>::len);
    let matches = lcs_places(&page, gold, distinct)?;
    let follows = |a: &(usize, usize), b: &(usize, usize)| stands[b.0].0 == stands[a.0].0 + 1 && b.1 == a.1 + 1;
    // The least words of a run that counts, for each block.
    // Matching words in a row that count. Blocks of fewer words must match whole.
    let least: Vec<usize> = try_collect(lengths().map(|length| length.min(3)))?;
    let mut countdown = Countdown::new(CHECK_EVERY);
    for run in matches.chunk_by(follows) {
        for (index, _) in run {
            countdown.charge(1);
            let block = stands[*index].1;
            counts[block] += usize::from(run.len() >= least[block]);
        }
    }
    let shares = counts.iter().zip(lengths());
    try_collect(shares.map(|(count, length)| *count as f32 / length.max(1) as f32))
}

/// The sequences of [`MOVED`] words in a text.
struct Fours<'t> {
    text: &'t [u32],
    numbers: Numbers,
    /// The first place of each sequence, by its number.
    places: Vec<usize>,
}

impl<'t> Fours<'t> {
    fn new(text: &'t [u32]) -> Fallible<Self> {
        let mut fours = Fours {
            text,
            numbers: Numbers::default(),
            places: Vec::new(),
        };
        for (place, four) in text.windows(MOVED).enumerate().checking(CHECK_EVERY) {
            let hash = fours.numbers.hash(four);
            let places = &fours.places;
            let is_it = |number: u32| &text[places[number as usize]..][..MOVED] == four;
            if fours.numbers.number(hash, is_it, &mut interrupts::check)?.1 {
                fours.places.try_push(place)?;
            }
        }
        Ok(fours)
    }

    fn contain(&self, four: &[u32]) -> bool {
        let is_it = |number: u32| &self.text[self.places[number as usize]..][..MOVED] == four;
        self.numbers.find(self.numbers.hash(four), is_it).is_some()
    }

    /// Returns `true` if they hold all sequences of a short block, or more than .6 of every second sequence of a long one.
    fn hold(&self, block: &[u32]) -> bool {
        // The least words of a moved block that needs most of its sequences in the gold text, not all.
        let is_long = block.len() >= 12;
        let step = if is_long { 2 } else { 1 };
        let (mut found, mut all) = (0, 0);
        let sequences = block.windows(MOVED).step_by(step);
        for four in sequences.checking(CHECK_EVERY) {
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

/// Gives other blocks a share of .9 if the gold text has them elsewhere: a page may show things in another order. The
/// gold text must have most of their sequences, and .8 of their words must not be taken by another block.
fn find_moved(blocks: &Lists, gold: &[u32], distinct: usize, shares: &mut [f32]) -> Fallible {
    let mut left = try_filled(0i64, distinct)?;
    for word in gold.iter().checking(CHECK_EVERY) {
        left[*word as usize] += 1;
    }
    let fours = Fours::new(gold)?;
    for (block, share) in blocks.each().zip(shares.iter()) {
        if *share > 0.5 {
            take(&mut left, block);
        }
    }
    // How often the current block has each word. All are 0 between two blocks.
    let mut taken = try_filled(0i64, distinct)?;
    for (block, share) in blocks.each().zip(shares) {
        interrupts::check();
        if *share > 0.5 || block.len() < MOVED {
            continue;
        }
        let mut kept = 0;
        for word in block.iter().checking(CHECK_EVERY) {
            let taken = &mut taken[*word as usize];
            kept += i64::from(*taken < left[*word as usize]);
            *taken += 1;
        }
        for word in block.iter().checking(CHECK_EVERY) {
            taken[*word as usize] = 0;
        }
        if kept as f32 >= 0.8 * block.len() as f32 && fours.hold(block) {
            *share = 0.9;
            take(&mut left, block);
        }
    }
    Ok(())
}

/// Takes the words of a block from those that are left of the gold text.
fn take(left: &mut [i64], block: &[u32]) {
    for word in block.iter().checking(CHECK_EVERY) {
        left[*word as usize] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(blocks: &[&str], gold: &str) -> Vec<f32> {
        shares(blocks, gold).unwrap()
    }

    #[test]
    fn checks_grow_with_the_gold_text() {
        let checks = |count: u64| {
            let words = (0..count).map(|word| format!("w{}", word * 7919 % 1_000_003));
            let gold = words.collect::<Vec<_>>().join(" ");
            let blocks = ["one two three four five", "other words here on"];
            interrupts::counted(|| shares(&blocks, &gold).unwrap()).1
        };
        let (once, twice) = (checks(60_000), checks(120_000));
        assert!(once > 100 && 10 * twice <= 23 * once, "{once} {twice}");
    }

    #[test]
    fn content_is_what_the_gold_text_has() {
        assert_eq!(
            of(&["Home", "A title", "The text of it, all", "more", "The end of text"], "a Title the text of it all"),
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
        let other = "six seven eight nine ten eleven";
        let gold = format!("{other} {moved}");
        assert_eq!(of(&[moved, other, moved], &gold), [0.0, 1.0, 1.0]);
        assert_eq!(of(&[moved, other], &gold), [0.9, 1.0]);
    }
}
