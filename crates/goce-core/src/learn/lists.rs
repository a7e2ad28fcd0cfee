//! Lists of numbers that stand one after the other.

use crate::prelude::*;

/// Lists of numbers.
#[derive(Debug, Default)]
pub struct Lists {
    items: Vec<u32>,
    /// Where each list ends in them.
    ends: Vec<usize>,
}

impl Lists {
    /// Adds a list behind the others.
    pub fn push(&mut self, items: impl IntoIterator<Item = u32>) -> Fallible {
        self.items.try_extend(items)?;
        self.ends.try_push(self.items.len())
    }

    /// Returns the list at a place.
    pub fn get(&self, place: usize) -> &[u32] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[place]]
    }

    /// Returns all lists in their order.
    pub fn each(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.ends.len()).map(|place| self.get(place))
    }
}
