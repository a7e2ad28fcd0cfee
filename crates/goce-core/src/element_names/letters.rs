//! Names cut into letters and words.

use super::meaning::Meaning;

/// The most letters of a name that is read.
const LONGEST_NAME: usize = 48;

/// The most letters of a word that is read. No known word is longer.
const LONGEST_WORD: usize = 16;

/// The letters of a name, or of a word of it, in lower case: as many as are read.
#[derive(Clone, Copy, Debug)]
pub struct Letters<const MOST: usize = LONGEST_NAME> {
    letters: [u8; MOST],
    count: usize,
    /// `true` if there are no more.
    pub are_all: bool,
}

impl<const MOST: usize> Default for Letters<MOST> {
    fn default() -> Self {
        Letters {
            letters: [0; MOST],
            count: 0,
            are_all: true,
        }
    }
}

impl<const MOST: usize> Letters<MOST> {
    fn push(&mut self, byte: u8) {
        match self.letters.get_mut(self.count) {
            Some(letter) => {
                *letter = byte.to_ascii_lowercase();
                self.count += 1;
            }
            None => self.are_all = false,
        }
    }

    /// Returns the letters that were read.
    pub fn read(&self) -> &[u8] {
        &self.letters[..self.count]
    }

    /// Returns `true` if they begin with one of the words of a meaning.
    pub fn begin_with(&self, meaning: Meaning) -> bool {
        meaning.words_like(self.read()).iter().any(|word| self.read().starts_with(word.as_bytes()))
    }

    /// Returns `true` if they are one of the words of a meaning, or begin with one that ends in `*`.
    pub fn say(&self, meaning: Meaning) -> bool {
        meaning.words_like(self.read()).iter().any(|word| match word.strip_suffix('*') {
            Some(start) => self.read().starts_with(start.as_bytes()),
            None => self.are_all && self.read() == word.as_bytes(),
        })
    }
}

impl Letters {
    /// Returns the letters of a name, whatever stands between them.
    pub fn of(name: &str) -> Self {
        let mut read = Letters::default();
        for byte in name.bytes().filter(u8::is_ascii_alphabetic) {
            if !read.are_all {
                break;
            }
            read.push(byte);
        }
        read
    }
}

/// Returns the words of a name, which begin at capital letters and behind what is no letter.
pub fn words_of(name: &str) -> impl Iterator<Item = Letters<LONGEST_WORD>> {
    let bytes = name.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while !bytes.get(at)?.is_ascii_alphabetic() {
            at += 1;
        }
        let mut word = Letters::default();
        let mut was_small = false;
        while let Some(byte) = bytes.get(at).filter(|byte| byte.is_ascii_alphabetic()) {
            if was_small && byte.is_ascii_uppercase() {
                break;
            }
            was_small = byte.is_ascii_lowercase();
            word.push(*byte);
            at += 1;
        }
        Some(word)
    })
}

/// Returns `true` for letters, at most 63, that are words of some lists one behind the other.
pub fn is_made_of(letters: &[u8], lists: &[&[&str]]) -> bool {
    // The places that words reach, a bit each.
    let mut reached = 1u64;
    for at in 0..letters.len() {
        if reached >> at & 1 == 1 {
            let words = lists.iter().copied().flatten();
            for word in words.filter(|word| letters[at..].starts_with(word.as_bytes())) {
                reached |= 1 << (at + word.len());
            }
        }
    }
    reached >> letters.len() & 1 == 1
}
