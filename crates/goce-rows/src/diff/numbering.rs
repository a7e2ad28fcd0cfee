//! The blocks of both versions as numbers: equal blocks have the same one, and no others do.
//!
//! Who writes a page can make words that share any hash that is known. So the words decide, and not a hash of them. The
//! hash by which they are looked up is new in every process, so no page can make many blocks share one. It changes no
//! number.

use crate::prelude::*;
use std::hash::{BuildHasher, Hasher};

use goce_core::html::numbering::Numbers;

use super::side::Side;
use goce_core::keyed::RandomState;

/// The blocks of a version that count.
#[derive(Default)]
pub struct Sequence {
    /// Their numbers, in the order of the version.
    pub numbers: Vec<u32>,
    /// The place of each among all lines.
    pub lines: Vec<u32>,
}

/// Numbers for the words of blocks.
pub struct Numbering<'p> {
    seed: RandomState,
    known: Numbers,
    /// By number, the words of the first block that has it.
    words: Vec<&'p str>,
    work: Countdown,
}

impl<'p> Numbering<'p> {
    pub fn new() -> Self {
        Numbering {
            seed: RandomState::default(),
            known: Numbers::default(),
            words: Vec::new(),
            work: Countdown::default(),
        }
    }

    /// Returns how many numbers there are; all are below it.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns the numbers of the blocks of a version that count.
    pub fn sequence(&mut self, side: &'p Side, page: &'p Page) -> Fallible<Sequence> {
        let mut sequence = Sequence::default();
        for (index, line) in side.lines.iter().enumerate().checking(CHECK_EVERY) {
            if line.counts {
                sequence.numbers.try_push(self.number(side.lasting(page, line))?)?;
                sequence.lines.try_push(index as u32)?;
            }
        }
        Ok(sequence)
    }

    fn number(&mut self, words: &'p str) -> Fallible<u32> {
        let mut hasher = self.seed.build_hasher();
        for word in words.split_whitespace() {
            hasher.write(word.as_bytes());
            self.work.charge(word.len());
        }
        let is_it = |number: u32| self.words.get(number as usize).is_some_and(|known| are_same(known, words));
        let (number, is_new) = self.known.number(hasher.finish(), is_it, &mut interrupts::check)?;
        if is_new {
            self.words.try_push(words)?;
        }
        Ok(number)
    }
}

/// Returns `true` for the same words, whatever whitespace is between them.
pub fn are_same(one: &str, other: &str) -> bool {
    one == other || one.split_whitespace().checking(CHECK_EVERY).eq(other.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_have_the_same_number() {
        let mut numbering = Numbering::new();
        for (words, expected) in [
            ("a b", 0),
            ("ab", 1),
            ("b a", 2),
            (" a\n\tb ", 0),
            ("a", 3),
            ("b  a", 2),
            ("ab", 1),
        ] {
            assert_eq!(numbering.number(words), Ok(expected), "{words:?}");
        }
        assert_eq!(numbering.len(), 4);
    }

    #[test]
    fn long_words_and_many_check() {
        // The first number makes the table grow, which checks once.
        for (text, least) in [("word ".repeat(200_000), 1 + 12), ("x".repeat(1 << 20), 1 + 1)] {
            let (_, checks) = interrupts::counted(|| Numbering::new().number(&text));
            assert!(checks >= least, "{checks}");
        }
        let (text, spaced) = ("a b ".repeat(100_000), "a  b ".repeat(100_000));
        let (is_same, checks) = interrupts::counted(|| are_same(&text, &spaced));
        assert!(is_same && checks > 40, "{checks}");
    }
}
