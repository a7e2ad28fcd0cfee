//! Tokens with weights: a linear model (multinomial logistic regression) over which tokens a page has.
//!
//! The file, little-endian: the number of classes and of tokens (u16, u32); the value of one unit (f32); each class's
//! bias (i16); then the tokens' hashes (u32, ascending), and for each token its weight for every class (i8).

use crate::learn::reader::Reader;

#[derive(Debug)]
pub struct Vocabulary {
    unit: f64,
    biases: Vec<i16>,
    hashes: Vec<u32>,
    /// For each hash, a weight for each class.
    weights: Vec<i8>,
    /// A hash table: at the low bits of a hash, or next to them, one more than its place; 0 in an empty slot. At least half
    /// of the slots are empty.
    slots: Vec<u32>,
}

/// The sums of the weights of a page's tokens so far.
#[derive(Debug)]
pub struct TokenSums<'a> {
    vocabulary: &'a Vocabulary,
    sums: Vec<i32>,
    /// Tokens that have counted, a bit each: a token counts once.
    seen: Vec<u64>,
}

impl Vocabulary {
    /// Reads a vocabulary. Returns `None` if the bytes are none.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Vocabulary> {
        let classes = usize::from(bytes.u16()?);
        let tokens = bytes.u32()? as usize;
        let unit = f64::from(bytes.f32()?);
        let biases = bytes.many(classes, Reader::i16)?;
        let hashes = bytes.many(tokens, Reader::u32)?;
        let weights = bytes.many(tokens * classes, Reader::i8)?;
        if !hashes.is_sorted() {
            return None;
        }
        let mut slots = vec![0; (2 * tokens + 1).next_power_of_two()];
        let mask = slots.len() - 1;
        for (hash, number) in hashes.iter().zip(1..) {
            let mut at = *hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = number;
        }
        Some(Vocabulary {
            unit,
            biases,
            hashes,
            weights,
            slots,
        })
    }

    /// Returns the sums of a page without tokens.
    pub fn sums(&self) -> TokenSums<'_> {
        TokenSums {
            vocabulary: self,
            sums: self.biases.iter().map(|bias| i32::from(*bias)).collect(),
            seen: vec![0; self.hashes.len().div_ceil(64)],
        }
    }

    fn place(&self, hash: u32) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let place = (self.slots[at] as usize).checked_sub(1)?;
            if self.hashes[place] == hash {
                return Some(place);
            }
            at = (at + 1) & mask;
        }
    }
}

impl TokenSums<'_> {
    /// Adds a token, if it is known and new to the page.
    pub fn add(&mut self, hash: u32) {
        let Some(place) = self.vocabulary.place(hash) else {
            return;
        };
        let bit = 1 << (place % 64);
        let seen = &mut self.seen[place / 64];
        if *seen & bit == 0 {
            *seen |= bit;
            let classes = self.sums.len();
            let weights = &self.vocabulary.weights[place * classes..][..classes];
            for (sum, weight) in self.sums.iter_mut().zip(weights) {
                *sum += i32::from(*weight);
            }
        }
    }

    /// Returns by how much the score of each class exceeds the greatest score of the others, which is near the logarithm of
    /// its odds. The arithmetic is in integers up to the last step, so that training sees the same numbers.
    pub fn margins(&self) -> impl Iterator<Item = f32> + '_ {
        let rivals = |class: usize| {
            let others = self.sums.iter().enumerate();
            let others = others.filter(move |(other, _)| *other != class);
            // A class without rivals is compared with nothing.
            others.map(|(_, sum)| *sum).max().unwrap_or(0)
        };
        let margins = self.sums.iter().enumerate();
        margins.map(move |(class, sum)| (f64::from(sum - rivals(class)) * self.vocabulary.unit) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hashes: [u32; 3]) -> Vec<u8> {
        let mut bytes = 2u16.to_le_bytes().to_vec();
        bytes.extend(3u32.to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        for bias in [1i16, -1] {
            bytes.extend(bias.to_le_bytes());
        }
        for hash in hashes {
            bytes.extend(hash.to_le_bytes());
        }
        for weight in [1i8, 2, 10, 20, 100, -100] {
            bytes.extend(weight.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn a_token_counts_once() {
        let bytes = bytes([5, 6, u32::MAX]);
        let vocabulary = Vocabulary::read(&mut Reader::new(&bytes)).unwrap();
        let mut sums = vocabulary.sums();
        assert_eq!(sums.margins().collect::<Vec<_>>(), [1.0, -1.0]);
        for hash in [6, 7, u32::MAX, 6, 0] {
            sums.add(hash);
        }
        assert_eq!(sums.margins().collect::<Vec<_>>(), [96.0, -96.0]);
    }

    #[test]
    fn unsound_bytes_are_none() {
        assert!(Vocabulary::read(&mut Reader::new(&bytes([6, 5, 7]))).is_none());
        let good = bytes([5, 6, 7]);
        for length in 0..good.len() {
            assert!(Vocabulary::read(&mut Reader::new(&good[..length])).is_none());
        }
    }
}
