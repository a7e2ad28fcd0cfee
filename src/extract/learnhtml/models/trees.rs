//! Decision trees and random forests, as they are stored and asked.
//!
//! As bytes, little-endian: for every feature the number of its thresholds (u8) and these (f32,
//! ascending); the number of trees (u32); then each tree, its nodes in preorder: a split is its
//! feature (u16) and the place of its threshold (u8), after which come what is below on the left,
//! for values at most the threshold, then on the right; a leaf is 65,535 (u16) and the share of
//! content there (u16, in 1/65,535).
//!
//! What a row is asked takes is bounded: there are at most [`MAX_TREES`] trees of at most [`MAX_DEPTH`]
//! levels. So is the memory of all trees, by [`MAX_NODES`].

use super::ReadError;
use crate::learn::reader::Reader;
use crate::memory::{OutOfMemory, TryPush, ask_for};
use crate::tick::Tick;

/// The most trees.
pub const MAX_TREES: usize = 1000;

/// The most splits from a root to a leaf.
pub const MAX_DEPTH: usize = 100;

/// The most splits and leaves of all trees together, which take 16 bytes each.
pub const MAX_NODES: usize = 32 << 20;

/// Nodes handled between two ticks.
const TICK_EVERY: usize = 1 << 14;

/// In the place of a split's feature.
const LEAF: u16 = u16::MAX;

/// A leaf's value of 1.
const ONE: f32 = 65_535.0;

/// A node of a tree under construction or in its bytes' order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// By a feature, whose threshold has this place among its thresholds.
    Split {
        /// The feature's place in a row.
        feature: u16,
        /// Values at most that of this threshold go left, to the next node.
        threshold: u8,
    },
    /// The share of content, in 1/65,535.
    Leaf(u16),
}

/// A node as it is walked.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// A threshold, or a leaf's value in \[0, 1\].
    value: f32,
    feature: u16,
    /// How far on the right child is; the left one is next.
    right: u32,
}

/// One tree or many, whose shares of content are averaged.
#[derive(Clone, Debug)]
pub struct Trees {
    width: usize,
    thresholds: Vec<Vec<f32>>,
    /// The nodes of all trees in preorder.
    steps: Vec<Step>,
    /// The same as they are stored.
    nodes: Vec<Node>,
    roots: Vec<u32>,
}

impl Trees {
    /// Trees over features with these thresholds, 255 at most for each.
    ///
    /// # Errors
    /// [`ReadError::Unsound`] if a tree is not one, or is more than may be read.
    pub fn new(
        thresholds: Vec<Vec<f32>>,
        trees: &[Vec<Node>],
        tick: Tick<'_>,
    ) -> Result<Trees, ReadError> {
        let mut all = Trees {
            width: thresholds.len(),
            thresholds,
            steps: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
        };
        for tree in trees {
            let mut nodes = tree.iter().copied();
            all.push(&mut || nodes.next(), tick)?;
            if nodes.next().is_some() {
                return Err(ReadError::Unsound);
            }
        }
        all.drop_unused(tick)?;
        Ok(all)
    }

    /// Adds a tree, its nodes in preorder.
    fn push(
        &mut self,
        next: &mut dyn FnMut() -> Option<Node>,
        tick: Tick<'_>,
    ) -> Result<(), ReadError> {
        let unsound = ReadError::Unsound;
        if self.roots.len() >= MAX_TREES {
            return Err(unsound);
        }
        tick();
        self.roots.try_push(self.steps.len() as u32)?;
        // Splits whose right side has yet to begin, with their depths: at most as many as the tree is
        // deep. One branch is open at the start.
        let mut splits: Vec<(usize, usize)> = Vec::new();
        let mut depth = 0;
        loop {
            let node = next().ok_or(unsound)?;
            let place = self.steps.len();
            if place >= MAX_NODES {
                return Err(unsound);
            }
            if place.is_multiple_of(TICK_EVERY) {
                tick();
            }
            self.nodes.try_push(node)?;
            match node {
                Node::Split { feature, threshold } => {
                    if depth >= MAX_DEPTH {
                        return Err(unsound);
                    }
                    let of_feature = self.thresholds.get(usize::from(feature));
                    let value = of_feature.and_then(|of| of.get(usize::from(threshold)));
                    self.steps.try_push(Step {
                        value: *value.ok_or(unsound)?,
                        feature,
                        right: 0,
                    })?;
                    splits.push((place, depth));
                    depth += 1;
                }
                Node::Leaf(share) => {
                    self.steps.try_push(Step {
                        value: f32::from(share) / ONE,
                        feature: LEAF,
                        right: 0,
                    })?;
                    // What comes next is the right side of the innermost split without one.
                    let Some((split, of_split)) = splits.pop() else {
                        return Ok(());
                    };
                    self.steps[split].right = (place + 1 - split) as u32;
                    depth = of_split + 1;
                }
            }
        }
    }

    /// Forgets thresholds by which no tree splits.
    fn drop_unused(&mut self, tick: Tick<'_>) -> Result<(), OutOfMemory> {
        let mut used: Vec<[bool; 256]> = Vec::new();
        used.try_extend(self.thresholds.iter().map(|_| [false; 256]))?;
        for (index, node) in self.nodes.iter().enumerate() {
            if index % TICK_EVERY == 0 {
                tick();
            }
            if let Node::Split { feature, threshold } = node {
                used[usize::from(*feature)][usize::from(*threshold)] = true;
            }
        }
        for (index, node) in self.nodes.iter_mut().enumerate() {
            // There are up to 255 thresholds to count.
            if index % (TICK_EVERY / 64) == 0 {
                tick();
            }
            if let Node::Split { feature, threshold } = node {
                let before = &used[usize::from(*feature)][..usize::from(*threshold)];
                *threshold = before.iter().filter(|used| **used).count() as u8;
            }
        }
        for (thresholds, used) in self.thresholds.iter_mut().zip(used) {
            let mut used = used.into_iter();
            thresholds.retain(|_| used.next() == Some(true));
        }
        Ok(())
    }

    /// The number of features of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The mean share of content where a row's features lead, in \[0, 1\].
    pub fn probability(&self, features: &[f32]) -> f32 {
        let mut sum = 0.0;
        for root in &self.roots {
            let mut at = *root as usize;
            let mut step = self.steps[at];
            while step.feature != LEAF {
                at += if features[usize::from(step.feature)] <= step.value {
                    1
                } else {
                    step.right as usize
                };
                step = self.steps[at];
            }
            sum += step.value;
        }
        sum / self.roots.len() as f32
    }

    /// Reads trees over so many features, [`MAX_WIDTH`](super::MAX_WIDTH) at most.
    ///
    /// # Errors
    /// [`ReadError`]; there are no more trees, levels and nodes than a model may have.
    pub fn read(bytes: &mut Reader<'_>, width: usize, tick: Tick<'_>) -> Result<Trees, ReadError> {
        let unsound = ReadError::Unsound;
        // Thresholds are small vectors, together no more than there are bytes.
        let most = size_of::<f32>() * 255 * width;
        ask_for(bytes.left().min(most))?;
        let mut thresholds = Vec::new();
        for feature in 0..width {
            if feature % 256 == 0 {
                tick();
            }
            let count = bytes.u8().ok_or(unsound)?;
            let of_feature: Option<Vec<f32>> = (0..count).map(|_| bytes.f32()).collect();
            let of_feature = of_feature.filter(|of| of.is_sorted_by(|a, b| a < b));
            thresholds.try_push(of_feature.ok_or(unsound)?)?;
        }
        let mut trees = Trees {
            width,
            thresholds,
            steps: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
        };
        let count = bytes.u32().ok_or(unsound)?;
        if count == 0 {
            return Err(unsound);
        }
        for _ in 0..count {
            let mut next = || match bytes.u16()? {
                LEAF => Some(Node::Leaf(bytes.u16()?)),
                feature => Some(Node::Split {
                    feature,
                    threshold: bytes.u8()?,
                }),
            };
            trees.push(&mut next, tick)?;
        }
        Ok(trees)
    }

    /// Writes what [`Trees::read`] reads.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn write(&self, bytes: &mut Vec<u8>, tick: Tick<'_>) -> Result<(), OutOfMemory> {
        let thresholds = self.thresholds.iter();
        let thresholds: usize = thresholds.map(|of| 1 + size_of::<f32>() * of.len()).sum();
        // A node has four bytes at most.
        bytes.try_reserve(thresholds + 4 + 4 * self.nodes.len())?;
        for thresholds in &self.thresholds {
            bytes.push(thresholds.len() as u8);
            for threshold in thresholds {
                bytes.extend(threshold.to_le_bytes());
            }
        }
        bytes.extend((self.roots.len() as u32).to_le_bytes());
        for (index, node) in self.nodes.iter().enumerate() {
            if index % TICK_EVERY == 0 {
                tick();
            }
            match node {
                Node::Split { feature, threshold } => {
                    bytes.extend(feature.to_le_bytes());
                    bytes.push(*threshold);
                }
                Node::Leaf(share) => {
                    bytes.extend(LEAF.to_le_bytes());
                    bytes.extend(share.to_le_bytes());
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(feature: u16, threshold: u8) -> Node {
        Node::Split { feature, threshold }
    }

    fn example() -> Trees {
        let thresholds = vec![vec![1.0, 2.0, 3.0], vec![0.5]];
        let first = vec![
            split(0, 2),
            split(1, 0),
            Node::Leaf(0),
            Node::Leaf(65_535),
            split(0, 2),
            Node::Leaf(1),
            Node::Leaf(13_107),
        ];
        Trees::new(thresholds, &[first, vec![Node::Leaf(65_535)]], &mut || ()).unwrap()
    }

    #[test]
    fn leaves_are_found() {
        for trees in [example(), written_and_read(&example())] {
            assert_eq!(trees.probability(&[3.0, 0.5]), 0.5);
            assert_eq!(trees.probability(&[3.0, 0.6]), 1.0);
            assert_eq!(trees.probability(&[3.1, 0.0]), 0.6);
        }
    }

    fn written_and_read(trees: &Trees) -> Trees {
        let mut bytes = Vec::new();
        trees.write(&mut bytes, &mut || ()).unwrap();
        let mut reader = Reader::new(&bytes);
        let again = Trees::read(&mut reader, trees.width(), &mut || ()).unwrap();
        assert!(reader.is_at_end());
        // Thresholds that no tree uses are gone.
        assert_eq!(again.thresholds, [vec![3.0], vec![0.5]]);
        again
    }

    #[test]
    fn what_is_no_tree_is_none() {
        let thresholds = vec![vec![1.0]];
        for tree in [
            vec![],
            vec![split(0, 0)],
            vec![split(0, 0), Node::Leaf(0)],
            vec![Node::Leaf(0), Node::Leaf(0)],
            vec![split(1, 0), Node::Leaf(0), Node::Leaf(0)],
            vec![split(0, 1), Node::Leaf(0), Node::Leaf(0)],
        ] {
            assert!(
                Trees::new(thresholds.clone(), std::slice::from_ref(&tree), &mut || ()).is_err(),
                "{tree:?}"
            );
        }
        let mut bytes = Vec::new();
        example().write(&mut bytes, &mut || ()).unwrap();
        for length in 0..bytes.len() {
            assert!(Trees::read(&mut Reader::new(&bytes[..length]), 2, &mut || ()).is_err());
        }
    }

    /// A tree whose leaf on one side lies behind so many splits.
    fn chain(splits: usize, left: bool) -> Vec<Node> {
        let mut nodes = vec![split(0, 0)];
        for _ in 1..splits {
            nodes.extend([Node::Leaf(7)].iter().take(usize::from(!left)));
            nodes.push(split(0, 0));
        }
        nodes.extend(vec![Node::Leaf(7); if left { splits + 1 } else { 2 }]);
        nodes
    }

    #[test]
    fn trees_are_bounded() {
        let new = |trees: &[Vec<Node>]| Trees::new(vec![vec![1.0]], trees, &mut || ());
        for left in [true, false] {
            assert!(new(&[chain(MAX_DEPTH, left)]).is_ok(), "{left}");
            assert!(new(&[chain(MAX_DEPTH + 1, left)]).is_err(), "{left}");
        }
        assert!(new(&vec![vec![Node::Leaf(0)]; MAX_TREES]).is_ok());
        assert!(new(&vec![vec![Node::Leaf(0)]; MAX_TREES + 1]).is_err());
        // As bytes: no more trees are read than there may be.
        let mut bytes = vec![0];
        bytes.extend(20_000_000u32.to_le_bytes());
        bytes.extend([255; 4 * 2 * MAX_TREES]);
        let mut reader = Reader::new(&bytes);
        assert!(Trees::read(&mut reader, 1, &mut || ()).is_err());
        assert_eq!(reader.left(), 4 * MAX_TREES);
    }

    #[test]
    fn reading_ticks_in_proportion() {
        let ticks = |depth: u32| {
            // A complete tree in preorder.
            let (mut nodes, mut open) = (Vec::new(), vec![depth]);
            while let Some(depth) = open.pop() {
                match depth.checked_sub(1) {
                    None => nodes.push(Node::Leaf(1)),
                    Some(below) => {
                        nodes.push(split(0, 0));
                        open.extend([below, below]);
                    }
                }
            }
            let trees = Trees::new(vec![vec![1.0]], &[nodes], &mut || ()).unwrap();
            let mut bytes = Vec::new();
            trees.write(&mut bytes, &mut || ()).unwrap();
            let mut ticks = 0;
            Trees::read(&mut Reader::new(&bytes), 1, &mut || ticks += 1).unwrap();
            ticks
        };
        let (once, twice) = (ticks(17), ticks(18));
        assert!(once >= 16 && 10 * twice <= 23 * once, "{once} {twice}");
    }
}
