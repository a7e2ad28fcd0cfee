//! Which blocks that are left between equal ones are versions of one block.

use super::common::heaviest;
use super::side::{Line, Side};
use crate::prelude::*;
use goce_core::texts::hashes::hash_text;
use goce_core::texts::words::words_checking;

/// The words of a block that are read.
const MOST_WORDS: usize = 4096;

/// Likenesses that a table of a gap has at most. Larger gaps compare each block with the next few.
const CELLS: usize = 4096;

/// The next few blocks.
const AHEAD: usize = 8;

/// The least likeness of versions, in thousandths.
const LEAST: u32 = 400;

/// The same if their elements differ.
const LEAST_OF_OTHERS: u32 = 500;

/// A block that is compared.
struct Candidate {
    number: u32,
    tag: Tag,
    /// The hashes of its words, sorted. Words that share one only make two versions more alike: both are shown.
    words: Vec<u64>,
}

/// Compares blocks, up to a bound of work.
pub struct Comparer<'p> {
    old: (&'p Side, &'p Page),
    new: (&'p Side, &'p Page),
    words_left: usize,
    work: Countdown,
}

impl<'p> Comparer<'p> {
    pub fn new(old: (&'p Side, &'p Page), new: (&'p Side, &'p Page)) -> Self {
        Comparer {
            old,
            new,
            // Words that are compared in all gaps at most. Behind that no block is a version of another.
            words_left: 1 << 26,
            work: Countdown::default(),
        }
    }

    /// Adds the numbers of old and new blocks of a gap that are versions of one block, ascending.
    pub fn gap(&mut self, old: &[u32], new: &[u32], pairs: &mut Vec<(u32, u32)>) -> Fallible {
        if old.is_empty() || new.is_empty() || self.words_left == 0 {
            return Ok(());
        }
        if old.len().saturating_mul(new.len()) > CELLS {
            return self.near(old, new, pairs);
        }
        let (old, new) = (self.candidates(self.old, old)?, self.candidates(self.new, new)?);
        let is_alone = old.len() == 1 && new.len() == 1;
        let are_as_many = old.len() == new.len();
        let mut likenesses = try_filled(0u32, old.len() * new.len())?;
        // The last ones come first: they are still compared where `words_left` ends.
        for (i, one) in old.iter().enumerate().rev() {
            for (j, other) in new.iter().enumerate().rev() {
                let mut likeness = self.likeness(one, other);
                let is_same_tag = one.tag == other.tag;
                // Short blocks, of so many words, are versions if a gap has as many old as new ones: cells and labels.
                if is_same_tag && are_as_many && one.words.len().max(other.words.len()) <= 4 {
                    likeness = likeness.max(LEAST);
                }
                let least = match (is_same_tag, is_alone) {
                    // The only two in a gap.
                    (true, true) => 250,
                    (true, false) => LEAST,
                    (false, _) => LEAST_OF_OTHERS,
                };
                likenesses[i * new.len() + j] = if likeness < least { 0 } else { likeness };
            }
        }
        let found = heaviest(&likenesses, new.len())?;
        pairs.try_extend(found.into_iter().map(|(i, j)| (old[i].number, new[j].number)))
    }

    /// A large gap: each old block is compared with the next few new ones.
    fn near(&mut self, old: &[u32], new: &[u32], pairs: &mut Vec<(u32, u32)>) -> Fallible {
        let mut ahead: Vec<Candidate> = Vec::new();
        let (mut taken, mut skipped) = (0, 0);
        for (index, number) in old.iter().enumerate() {
            if self.words_left == 0 {
                break;
            }
            let one = self.candidate(self.old, *number)?;
            // The place in the new blocks that is as far, so that what was added at the start does not part them.
            let from = index * new.len() / old.len();
            if from > taken + ahead.len() {
                ahead.clear();
                taken = from;
            }
            while ahead.len() < AHEAD
                && let Some(number) = new.get(taken)
            {
                ahead.try_push(self.candidate(self.new, *number)?)?;
                taken += 1;
            }
            let found = ahead.iter().position(|other| {
                let least = if one.tag == other.tag { LEAST } else { LEAST_OF_OTHERS };
                likeness(&one.words, &other.words) >= least
            });
            self.spend(ahead.iter().map(|other| one.words.len() + other.words.len()).sum());
            match found {
                Some(place) => {
                    pairs.try_push((one.number, ahead[place].number))?;
                    ahead.drain(..=place);
                    skipped = 0;
                }
                None => {
                    skipped += 1;
                    if skipped > AHEAD && !ahead.is_empty() {
                        ahead.remove(0);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns old and new blocks, of few, that are versions of one block at other places.
    pub fn moved(&mut self, old: &[u32], new: &[u32]) -> Fallible<Vec<(u32, u32)>> {
        let mut pairs = Vec::new();
        if old.len().saturating_mul(new.len()) > CELLS {
            return Ok(pairs);
        }
        let (old, new) = (self.candidates(self.old, old)?, self.candidates(self.new, new)?);
        let mut is_taken = try_filled(false, new.len())?;
        for one in &old {
            // A block that has moved and changed has a likeness of 600 at least, and eight words.
            let mut best = (599, None);
            for (index, other) in new.iter().enumerate() {
                if !is_taken[index] && one.words.len().min(other.words.len()) >= 8 {
                    let likeness = self.likeness(one, other);
                    if likeness > best.0 {
                        best = (likeness, Some(index));
                    }
                }
            }
            if let (_, Some(index)) = best {
                is_taken[index] = true;
                pairs.try_push((one.number, new[index].number))?;
            }
        }
        Ok(pairs)
    }

    fn candidates(&mut self, side: (&Side, &Page), numbers: &[u32]) -> Fallible<Vec<Candidate>> {
        let mut candidates = Vec::new();
        for number in numbers {
            candidates.try_push(self.candidate(side, *number)?)?;
        }
        Ok(candidates)
    }

    fn candidate(&mut self, (side, page): (&Side, &Page), number: u32) -> Fallible<Candidate> {
        let line: &Line = &side.lines[number as usize];
        let mut hashes = Vec::new();
        for word in words_checking(side.text(page, line)) {
            // A word of writing without spaces would be a sentence.
            let has_spaces = word.chars().next().is_none_or(|c| c < '\u{2e80}' && !('\u{e00}'..'\u{e80}').contains(&c));
            if has_spaces {
                hashes.try_push(hash_text(word, 2))?;
            } else {
                hashes.try_extend(word.chars().take(MOST_WORDS - hashes.len()).map(u64::from))?;
            }
            if hashes.len() == MOST_WORDS {
                break;
            }
        }
        self.spend(hashes.len());
        hashes.sort_unstable();
        Ok(Candidate {
            number,
            tag: line.tag,
            words: hashes,
        })
    }

    fn likeness(&mut self, one: &Candidate, other: &Candidate) -> u32 {
        let steps = one.words.len() + other.words.len();
        if steps > self.words_left {
            self.words_left = 0;
            return 0;
        }
        self.spend(steps);
        likeness(&one.words, &other.words)
    }

    fn spend(&mut self, words: usize) {
        self.work.charge(words + 1);
        self.words_left = self.words_left.saturating_sub(words + 1);
    }
}

/// Returns twice the words that two have in common over all their words (Dice 1945), in thousandths.
fn likeness(one: &[u64], other: &[u64]) -> u32 {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (one.get(i), other.get(j)) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    let all = one.len() + other.len();
    let doubled: usize = 2000 * common;
    doubled.checked_div(all).unwrap_or(0) as u32
}
