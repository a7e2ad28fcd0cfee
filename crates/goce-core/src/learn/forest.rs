//! Boosted trees over features of pages and of their blocks.
//!
//! The file, little-endian: the numbers of rounds, of classes (trees a round), of features of the page, and of features
//! in all (u16 each); the features' thresholds ([`read_thresholds`]); the value of one unit of a leaf (f32); then the
//! trees, class by class within a round: the number of leaves (u8), the splits (feature u16, threshold u8, left u8,
//! right u8) and the leaves (i32). A child below 128 is a split; from 128 on it is a leaf, whose place is 128 less.
//!
//! A file of a model begins with [`hash_of_names`], so that a model of other features is refused.

use super::reader::Reader;
use super::splits::{self, Child, leaf, read_thresholds};
use crate::prelude::*;
use crate::texts::hashes::Fnv;

/// Returns the hash of features' names in their order, a line each: FNV-1a, as the programs in models/ compute it.
pub fn hash_of_names(names: &[impl AsRef<str>]) -> u32 {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    Fnv::EMPTY.bytes(names.join("\n").bytes()).folded()
}

/// A child with this bit is a leaf.
const LEAF: u8 = u8::LEAF;

/// A split in eight bytes: trees have up to 128 leaves.
pub type Split = splits::Split<u8>;

/// Boosted trees, a fixed number for each class.
#[derive(Debug)]
pub struct Forest {
    pub classes: usize,
    /// The number of features that a page must have.
    pub page_features: usize,
    /// The number of features of a page and a block.
    pub features: usize,
    /// The value of one unit of a leaf.
    pub unit: f64,
    /// The trees, the classes alternating.
    trees: Vec<Tree>,
    splits: Vec<Split>,
    leaves: Vec<i32>,
}

/// Where a tree's splits and leaves start, and how it is entered.
#[derive(Clone, Copy, Debug)]
struct Tree {
    splits: u32,
    leaves: u32,
    root: u8,
}

impl Forest {
    /// Reads a forest. Returns `None` if the bytes are not one in which every walk ends at a leaf.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Forest> {
        let mut number = || bytes.u16().map(usize::from);
        let [rounds, classes, page_features, features] = [number()?, number()?, number()?, number()?];
        if page_features > features {
            return None;
        }
        // A forest is a part of the library, read once: an interrupt would leave it to be read again.
        let thresholds = interrupts::uninterrupted(|| read_thresholds(bytes, features))?;
        let mut forest = Forest {
            classes,
            page_features,
            features,
            unit: f64::from(bytes.f32()?),
            trees: Vec::new(),
            splits: Vec::new(),
            leaves: Vec::new(),
        };
        for _ in 0..rounds * classes {
            forest.read_tree(bytes, &thresholds)?;
        }
        Some(forest)
    }

    fn read_tree(&mut self, bytes: &mut Reader<'_>, thresholds: &[Vec<f32>]) -> Option<()> {
        let leaves = bytes.u8()?;
        if leaves == 0 || leaves > LEAF {
            return None;
        }
        self.trees.push(Tree {
            splits: self.splits.len() as u32,
            leaves: self.leaves.len() as u32,
            root: if leaves == 1 { LEAF } else { 0 },
        });
        for position in 0..leaves - 1 {
            let feature = bytes.u16()?;
            let threshold = bytes.u8()?;
            let split = Split {
                feature,
                threshold: *thresholds.get(usize::from(feature))?.get(usize::from(threshold))?,
                left: bytes.u8()?,
                right: bytes.u8()?,
            };
            // Children come after their parents, so that every walk ends.
            let sound = |child: u8| match child.checked_sub(LEAF) {
                Some(leaf) => leaf < leaves,
                None => child > position && child < leaves - 1,
            };
            if !sound(split.left) || !sound(split.right) {
                return None;
            }
            self.splits.push(split);
        }
        for _ in 0..leaves {
            self.leaves.push(bytes.i32()?);
        }
        Some(())
    }

    /// Returns each tree: where it is entered, its splits, its leaves.
    pub fn trees(&self) -> impl Iterator<Item = (u8, &[Split], &[i32])> {
        let trees = self.trees.iter().enumerate();
        trees.map(|(index, tree)| {
            let (splits, leaves) = (tree.splits as usize, tree.leaves as usize);
            let next = self.trees.get(index + 1);
            let end = next.map_or(self.splits.len(), |next| next.splits as usize);
            (tree.root, &self.splits[splits..end], &self.leaves[leaves..])
        })
    }

    /// Returns the score of each class, a logit, from the features of a page and a block, and `None` if their number is
    /// wrong. Leaves are summed as integers.
    pub fn scores(&self, features: &[f32]) -> Option<Vec<f64>> {
        if features.len() != self.features {
            return None;
        }
        let mut sums = vec![0i64; self.classes];
        for round in self.trees.chunks(self.classes.max(1)) {
            for (sum, tree) in sums.iter_mut().zip(round) {
                let splits = &self.splits[tree.splits as usize..];
                let leaf = leaf(splits, tree.root, features);
                *sum += i64::from(self.leaves[tree.leaves as usize + leaf]);
            }
        }
        Some(sums.into_iter().map(|sum| sum as f64 * self.unit).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two classes, two features, the second of blocks; the first class's tree splits twice, the second's not at all.
    fn bytes(page_features: u16) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [1u16, 2, page_features, 2] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(2);
        bytes.extend(1.5f32.to_le_bytes());
        bytes.extend(3.0f32.to_le_bytes());
        bytes.push(1);
        bytes.extend(0.0f32.to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        bytes.extend([3, 0, 0, 1, 1, LEAF, 1, 0, 0, LEAF + 1, LEAF + 2]);
        for leaf in [1i32, 2, -4] {
            bytes.extend(leaf.to_le_bytes());
        }
        bytes.push(1);
        bytes.extend(7i32.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Forest> {
        Forest::read(&mut Reader::new(bytes))
    }

    #[test]
    fn leaves_are_found() {
        for page_features in 0..=2 {
            let forest = read(&bytes(page_features)).unwrap();
            for (features, score) in [
                ([3.1, 5.0], 0.5),
                ([3.0, 0.0], 1.0),
                ([3.0, 0.1], -2.0),
                ([f32::MIN, f32::MIN], 1.0),
            ] {
                assert_eq!(forest.scores(&features).unwrap(), [score, 3.5], "{features:?}");
            }
        }
        assert!(read(&bytes(2)).unwrap().scores(&[0.0]).is_none());
        assert!(read(&bytes(3)).is_none());
    }

    #[test]
    fn unsound_bytes_are_none() {
        let good = bytes(0);
        for length in 0..good.len() {
            assert!(read(&good[..length]).is_none(), "{length}");
        }
        let tree = 8 + 1 + 8 + 1 + 4 + 4;
        for (place, byte) in [
            (tree, 0),
            (tree + 1, 2),
            (tree + 3, 2),
            (tree + 4, 0),
            (tree + 4, 2),
            (tree + 5, LEAF + 3),
        ] {
            let mut bad = good.clone();
            bad[place] = byte;
            assert!(read(&bad).is_none(), "{place}");
        }
    }
}
