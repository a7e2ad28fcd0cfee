//! A quick look whether a word can be one of some.

/// The number of bits.
const BITS: usize = 1024;

/// A set of words by one bit of a number made of each: it may say that it has a word that was not added. Words count as the
/// same in any case of ASCII's letters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sieve {
    bits: [u64; BITS / 64],
}

impl Sieve {
    /// Returns the number of a word.
    #[inline]
    pub fn place(word: &[u8]) -> u16 {
        let [Some(first), Some(last)] = [word.first(), word.last()] else {
            return 0;
        };
        let middle = &word[word.len() / 2];
        let [first, middle, last] = [first, middle, last].map(|byte| usize::from(byte | 0x20));
        ((word.len() * 41 + first * 7 + middle * 3 + last * 29) % BITS) as u16
    }

    /// Adds a word by its number.
    #[inline]
    pub fn add(&mut self, place: u16) {
        self.bits[usize::from(place) / 64] |= 1 << (place % 64);
    }

    /// Returns `false` for the number of a word that was not added, mostly, and `true` for that of one that was.
    #[inline]
    pub fn may_have(&self, place: u16) -> bool {
        self.bits[usize::from(place) / 64] >> (place % 64) & 1 == 1
    }

    /// Adds all words of another one.
    #[inline]
    pub fn add_all(&mut self, other: &Sieve) {
        for (bits, more) in self.bits.iter_mut().zip(other.bits) {
            *bits |= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case() {
        let mut sieve = Sieve::default();
        for word in ["sr-only", "Menu", ""] {
            sieve.add(Sieve::place(word.as_bytes()));
        }
        let has = |word: &str| sieve.may_have(Sieve::place(word.as_bytes()));
        assert!(has("sr-only") && has("MENU") && has(""));
        assert!(!has("content") && !has("sr-onlx"));
    }
}
