//! The splits of decision trees, and the way down a tree. Boosted trees and grown ones have different files and the same
//! way down.

use super::reader::Reader;
use crate::prelude::*;

/// Where a split leads: to another split, or to a leaf.
pub trait Child: Copy + PartialOrd {
    /// The bit that a leaf has and a split has not.
    const LEAF: Self;

    /// Returns the place of the split among the splits, or that of the leaf among the leaves.
    fn place(self) -> usize;

    /// Returns `true` if the child is a leaf.
    #[inline]
    fn is_leaf(self) -> bool {
        self >= Self::LEAF
    }
}

impl Child for u8 {
    const LEAF: u8 = 1 << 7;

    #[inline]
    fn place(self) -> usize {
        usize::from(self & !Self::LEAF)
    }
}

impl Child for u32 {
    const LEAF: u32 = 1 << 31;

    #[inline]
    fn place(self) -> usize {
        (self & !Self::LEAF) as usize
    }
}

/// A split by one feature.
#[derive(Clone, Copy, Debug)]
pub struct Split<C> {
    /// A value up to the threshold goes left.
    pub threshold: f32,
    /// The feature's place in a row.
    pub feature: u16,
    pub left: C,
    pub right: C,
}

impl<C: Child> Split<C> {
    /// Returns the child for a value of the feature.
    #[inline]
    pub fn child(&self, value: f32) -> C {
        if value <= self.threshold { self.left } else { self.right }
    }
}

/// Returns the place of the leaf to which a row of features leads from a child. The way ends, because children come after
/// their parents.
#[inline]
pub fn leaf<C: Child>(splits: &[Split<C>], from: C, features: &[f32]) -> usize {
    let mut at = from;
    while !at.is_leaf() {
        let split = &splits[at.place()];
        at = split.child(features[usize::from(split.feature)]);
    }
    at.place()
}

/// Reads the thresholds of a number of features: for each the number of its thresholds (u8), and these (f32,
/// little-endian, ascending). Returns `None` if the bytes are none.
pub fn read_thresholds(bytes: &mut Reader<'_>, features: usize) -> Option<Vec<Vec<f32>>> {
    let features = (0..features).checking(CHECK_EVERY);
    let thresholds = features.map(|_| {
        let count = bytes.u8()?.into();
        bytes.many(count, Reader::f32).filter(|of| of.is_sorted_by(|a, b| a < b))
    });
    thresholds.collect()
}
