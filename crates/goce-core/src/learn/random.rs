//! Random numbers that are the same on every platform.

use crate::prelude::*;
use crate::texts::hashes::{GOLDEN, mix, scramble};

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns the generator that begins in this state.
    pub fn from_state(state: u64) -> Self {
        Random { state }
    }

    /// Returns the generator of state 0 behind its first numbers, `count` of them.
    pub fn behind(count: usize) -> Self {
        Random::from_state(GOLDEN.wrapping_mul(count as u64))
    }

    /// Returns the generator of a seed and a purpose. Each purpose has its own numbers.
    pub fn new(seed: u64, purpose: u64) -> Self {
        Random::from_state(mix(mix(0x6c65_6172_6e68_746d, seed), purpose))
    }

    /// Returns the next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let bits = scramble(self.state);
        self.state = self.state.wrapping_add(GOLDEN);
        bits
    }

    /// Returns a number from 0 to less than `end`, and 0 if `end` is 0. It is Lemire's multiplication, whose bias is
    /// below 2^-32 for the counts of this library.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// Returns a number in \[0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev().checking(CHECK_EVERY) {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_pinned() {
        // Models are made anew from their seeds.
        let mut random = Random::new(1, 2);
        let mut later = Random::from_state(0);
        later.bits();
        later.bits();
        assert_eq!(Random::behind(2).bits(), later.bits());
        let first: Vec<usize> = (0..5).map(|_| random.below(1000)).collect();
        assert_eq!(first, [382, 566, 188, 447, 26]);
        assert_eq!(random.below(0), 0);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
    }

    #[test]
    fn orders_are_even() {
        let mut random = Random::new(0, 0);
        let mut counts = [[0; 4]; 4];
        for _ in 0..4000 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            for (place, item) in items.into_iter().enumerate() {
                counts[item][place] += 1;
            }
        }
        assert!(counts.as_flattened().iter().all(|count| (850..1150).contains(count)));
    }
}
