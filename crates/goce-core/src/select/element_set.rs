//! Sets of elements: a bit an element.

use crate::memory::{OutOfMemory, try_filled};

/// A set of the elements of a page, by their numbers.
#[derive(Debug)]
pub struct ElementSet {
    words: Vec<u64>,
    /// Numbers of elements are below.
    length: usize,
}

impl ElementSet {
    /// Returns the set of none of so many elements.
    pub fn none(length: usize) -> Result<ElementSet, OutOfMemory> {
        let words = try_filled(0, length.div_ceil(64))?;
        Ok(ElementSet { words, length })
    }

    /// Returns the set of all of so many elements.
    pub fn all(length: usize) -> Result<ElementSet, OutOfMemory> {
        let words = try_filled(u64::MAX, length.div_ceil(64))?;
        let mut set = ElementSet { words, length };
        set.cut();
        Ok(set)
    }

    /// Takes out what is no element's bit.
    fn cut(&mut self) {
        if let Some(last) = self.words.last_mut() {
            *last &= u64::MAX >> ((64 - self.length % 64) % 64);
        }
    }

    /// Returns the number of elements of the page, in the set or not.
    pub fn length(&self) -> usize {
        self.length
    }

    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Keeps what is in the other set, too.
    pub fn keep(&mut self, other: &ElementSet) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Takes out what is in the other set.
    pub fn take_out(&mut self, other: &ElementSet) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// Adds what is in the other set.
    pub fn add(&mut self, other: &ElementSet) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(set: &ElementSet) -> Vec<usize> {
        let numbers = 0..set.length();
        numbers.filter(|number| set.has(*number)).collect()
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        for length in [1, 63, 64, 65, 200] {
            let all = ElementSet::all(length).unwrap();
            assert_eq!(numbers(&all).len(), length);
            assert_eq!(
                all.words.iter().map(|word| word.count_ones()).sum::<u32>() as usize,
                length
            );
            let mut third = ElementSet::none(length).unwrap();
            assert!(third.is_empty());
            (0..length).step_by(3).for_each(|number| third.insert(number));
            let expected: Vec<usize> = (0..length).step_by(3).collect();
            assert_eq!(numbers(&third), expected);
            let mut others = ElementSet::all(length).unwrap();
            others.take_out(&third);
            assert_eq!(numbers(&others).len(), length - expected.len());
            assert!((0..length).all(|number| others.has(number) != third.has(number)));
            others.add(&third);
            others.keep(&third);
            others.remove(0);
            assert_eq!(numbers(&others), expected[1..]);
        }
    }
}
