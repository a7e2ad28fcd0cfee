//! Sets of elements, with a bit for each element.

use goce_core::memory::{OutOfMemory, try_filled};

/// A set of the elements of a page, by their numbers.
#[derive(Debug)]
pub struct ElementSet {
    words: Vec<u64>,
    /// The number of elements in the page.
    length: usize,
}

impl ElementSet {
    /// Returns the empty set for a page of `length` elements.
    pub fn none(length: usize) -> Result<ElementSet, OutOfMemory> {
        let words = try_filled(0, length.div_ceil(64))?;
        Ok(ElementSet { words, length })
    }

    /// Returns the set of all `length` elements of a page.
    pub fn all(length: usize) -> Result<ElementSet, OutOfMemory> {
        let words = try_filled(u64::MAX, length.div_ceil(64))?;
        let mut set = ElementSet { words, length };
        set.cut();
        Ok(set)
    }

    /// Clears the bits behind the last element.
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

    /// Keeps the elements that are also in the other set.
    pub fn keep(&mut self, other: &ElementSet) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Removes the elements of the other set.
    pub fn take_out(&mut self, other: &ElementSet) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// Adds the elements of the other set.
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
            assert_eq!(all.words.iter().map(|word| word.count_ones()).sum::<u32>() as usize, length);
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
