//! A quick look whether a word can be one of some.

use crate::texts::byte_set::SPACES;

/// A set of words by one bit of a number made of each: it may say that it has a word that was not added. Words count as the
/// same in any case of ASCII's letters.
#[derive(Clone, Copy, Debug)]
pub struct Sieve<const WORDS: usize> {
    bits: [u64; WORDS],
}

/// Returns the number of a word.
#[inline]
pub fn place(word: &[u8]) -> u16 {
    let [Some(first), Some(last)] = [word.first(), word.last()] else {
        return 0;
    };
    let middle = &word[word.len() / 2];
    let [first, middle, last] = [first, middle, last].map(|byte| usize::from(byte | 0x20));
    (word.len() * 41 + first * 7 + middle * 3 + last * 29) as u16
}

/// Returns the words between white space, each with its number.
#[inline]
pub fn places(words: &str) -> impl Iterator<Item = (u16, &str)> {
    let mut rest = words;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let length = rest.bytes().position(|byte| SPACES[usize::from(byte)]);
            let (word, behind) = rest.split_at(length.unwrap_or(rest.len()));
            rest = behind.get(1..).unwrap_or("");
            if !word.is_empty() {
                return Some((place(word.as_bytes()), word));
            }
        }
        None
    })
}

impl<const WORDS: usize> Default for Sieve<WORDS> {
    fn default() -> Self {
        Sieve { bits: [0; WORDS] }
    }
}

impl<const WORDS: usize> Sieve<WORDS> {
    /// Adds a word by its number.
    #[inline]
    pub fn add(&mut self, place: u16) {
        self.bits[usize::from(place) / 64 % WORDS] |= 1 << (place % 64);
    }

    /// Returns `false` for the number of a word that was not added, mostly, and `true` for that of one that was.
    #[inline]
    pub fn may_have(&self, place: u16) -> bool {
        self.bits[usize::from(place) / 64 % WORDS] >> (place % 64) & 1 == 1
    }

    /// Returns `false` if it lacks a word of another one, mostly.
    #[inline]
    pub fn may_have_all(&self, other: &Self) -> bool {
        self.bits.iter().zip(other.bits).all(|(bits, asked)| asked & !bits == 0)
    }

    /// Returns the words of both.
    #[inline]
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Sieve {
            bits: std::array::from_fn(|at| self.bits[at] | other.bits[at]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case() {
        let mut sieve = Sieve::<16>::default();
        for word in ["sr-only", "Menu", ""] {
            sieve.add(place(word.as_bytes()));
        }
        let has = |word: &str| sieve.may_have(place(word.as_bytes()));
        assert!(has("sr-only") && has("MENU") && has(""));
        assert!(!has("content") && !has("sr-onlx"));
        let words: Vec<&str> = places(" a  b\tc-d ").map(|(_, word)| word).collect();
        assert_eq!(words, ["a", "b", "c-d"]);
    }
}
