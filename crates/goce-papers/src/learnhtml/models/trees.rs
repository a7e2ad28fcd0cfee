//! Decision trees and random forests, as they are stored and run.
//!
//! As bytes, little-endian: the features' thresholds ([`read_thresholds`]); the number of trees (u32); then the nodes of
//! each tree in preorder, left before right. A split is its feature (u16) and the place of its threshold (u8). A leaf is
//! 65,535 (u16) and its share of content (u16, in 1/65,535).
//!
//! There are at most [`MAX_TREES`] trees of at most [`MAX_DEPTH`] levels, which bounds the time for a row, and at most
//! [`MAX_NODES`] nodes, which bounds the memory.

use super::write_numbers;
use goce_core::learn::fit;
use goce_core::learn::reader::Reader;
use goce_core::learn::sealed::TrainedModelError;
use goce_core::learn::splits::{Child, Split, leaf, read_thresholds};
use goce_core::prelude::*;

pub const MAX_TREES: usize = 1000;

/// The most splits from a root to a leaf.
pub const MAX_DEPTH: usize = 100;

/// The most splits and leaves of all trees together. A split takes 16 bytes, a leaf 2.
pub const MAX_NODES: usize = 32 << 20;

/// Marks a leaf, in place of a split's feature.
const LEAF: u16 = u16::MAX;

/// A node of a tree as it is stored: a leaf has the share of content, in 1/65,535.
pub type Node = fit::trees::Node<u16>;

/// One tree or several, whose shares of content are averaged.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    thresholds: Vec<Vec<f32>>,
    splits: Vec<Split<u32>>,
    leaves: Vec<u16>,
    roots: Vec<u32>,
}

impl Trees {
    /// Returns the memory that the trees take, in bytes.
    pub fn memory(&self) -> usize {
        let thresholds: usize = self.thresholds.iter().map(Held::held).sum();
        self.thresholds.held() + thresholds + self.splits.held() + self.leaves.held() + self.roots.held()
    }

    /// Returns trees over features with these thresholds, ascending, at most 255 of each feature.
    ///
    /// # Errors
    /// [`TrainedModelError::Unsound`] if the nodes are no tree, or exceed the bounds of a model.
    pub fn new(thresholds: Vec<Vec<f32>>, trees: &[Vec<Node>]) -> Result<Trees, TrainedModelError> {
        let mut all = Trees {
            thresholds,
            ..Trees::default()
        };
        for tree in trees {
            let mut nodes = tree.iter().copied();
            all.push(&mut || nodes.next())?;
            if nodes.next().is_some() {
                return Err(TrainedModelError::Unsound);
            }
        }
        all.drop_unused()?;
        Ok(all)
    }

    /// Adds a tree, its nodes in preorder.
    fn push(&mut self, next: &mut dyn FnMut() -> Option<Node>) -> Result<(), TrainedModelError> {
        let unsound = TrainedModelError::Unsound;
        if self.roots.len() >= MAX_TREES {
            return Err(unsound);
        }
        interrupts::check();
        // The splits whose right side is still to come, with their depths. There are at most as many as the tree is deep.
        let mut open: Vec<(usize, usize)> = Vec::new();
        // The parent of the next node, and `true` if the node is its right child.
        let mut parent: Option<(usize, bool)> = None;
        let mut depth = 0;
        loop {
            let node = next().ok_or(unsound)?;
            let count = self.splits.len() + self.leaves.len();
            if count >= MAX_NODES {
                return Err(unsound);
            }
            if count.is_multiple_of(CHECK_BYTES) {
                interrupts::check();
            }
            let child = match node {
                Node::Split { .. } => self.splits.len() as u32,
                Node::Leaf(_) => u32::LEAF | self.leaves.len() as u32,
            };
            match parent {
                None => self.roots.try_push(child)?,
                Some((split, false)) => self.splits[split].left = child,
                Some((split, true)) => self.splits[split].right = child,
            }
            match node {
                Node::Split { feature, threshold } => {
                    if depth >= MAX_DEPTH {
                        return Err(unsound);
                    }
                    let of_feature = self.thresholds.get(usize::from(feature));
                    let value = of_feature.and_then(|of| of.get(usize::from(threshold)));
                    open.push((self.splits.len(), depth));
                    parent = Some((self.splits.len(), false));
                    depth += 1;
                    self.splits.try_push(Split {
                        threshold: *value.ok_or(unsound)?,
                        feature,
                        left: 0,
                        right: 0,
                    })?;
                }
                Node::Leaf(share) => {
                    self.leaves.try_push(share)?;
                    let Some((split, of_split)) = open.pop() else {
                        return Ok(());
                    };
                    parent = Some((split, true));
                    depth = of_split + 1;
                }
            }
        }
    }

    /// Drops thresholds by which no tree splits.
    fn drop_unused(&mut self) -> Fallible {
        let mut used = try_filled([false; 256], self.thresholds.len())?;
        for split in self.splits.iter().checking(CHECK_EVERY) {
            used[usize::from(split.feature)][self.place(split)] = true;
        }
        for (thresholds, used) in self.thresholds.iter_mut().zip(used) {
            let mut used = used.into_iter();
            thresholds.retain(|_| used.next() == Some(true));
        }
        Ok(())
    }

    /// Returns the place of a split's threshold among those of its feature.
    fn place(&self, split: &Split<u32>) -> usize {
        self.thresholds[usize::from(split.feature)].partition_point(|threshold| *threshold < split.threshold)
    }

    pub fn width(&self) -> usize {
        self.thresholds.len()
    }

    /// Returns the mean over the trees of the share of content at the leaf of a row of features, in \[0, 1\].
    pub fn probability(&self, features: &[f32]) -> f32 {
        let mut sum = 0.0;
        for root in &self.roots {
            sum += f32::from(self.leaves[leaf(&self.splits, *root, features)]) / f32::from(u16::MAX);
        }
        sum / self.roots.len() as f32
    }

    /// Reads trees over `width` features, at most [`MAX_WIDTH`](super::MAX_WIDTH). The bounds of the module hold.
    pub fn read(bytes: &mut Reader<'_>, width: usize) -> Result<Trees, TrainedModelError> {
        let unsound = TrainedModelError::Unsound;
        // Thresholds are small vectors, together as long as the bytes at most, in a vector that doubles as it grows.
        let most = size_of::<f32>() * 255 * width;
        ask_for(bytes.left().min(most) + 2 * size_of::<Vec<f32>>() * width)?;
        let mut trees = Trees {
            thresholds: read_thresholds(bytes, width).ok_or(unsound)?,
            ..Trees::default()
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
            trees.push(&mut next)?;
        }
        Ok(trees)
    }

    /// Writes the bytes that [`Trees::read`] reads.
    pub fn write(&self, bytes: &mut Vec<u8>) -> Fallible {
        for thresholds in &self.thresholds {
            bytes.try_push(thresholds.len() as u8)?;
            write_numbers(thresholds, bytes)?;
        }
        bytes.try_reserve(4 + 3 * self.splits.len() + 4 * self.leaves.len())?;
        bytes.extend((self.roots.len() as u32).to_le_bytes());
        let mut work = Countdown::new(CHECK_EVERY);
        for root in &self.roots {
            let mut open = vec![*root];
            while let Some(node) = open.pop() {
                work.charge(1);
                if node.is_leaf() {
                    bytes.extend(LEAF.to_le_bytes());
                    bytes.extend(self.leaves[node.place()].to_le_bytes());
                } else {
                    let split = &self.splits[node.place()];
                    bytes.extend(split.feature.to_le_bytes());
                    bytes.push(self.place(split) as u8);
                    open.extend([split.right, split.left]);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: Node = Node::Split {
        feature: 0,
        threshold: 0,
    };

    /// Returns the nodes of a tree: a split as its feature, `>` and the place of its threshold, a leaf as its share.
    fn nodes(text: &str) -> Vec<Node> {
        let node = |word: &str| match word.split_once('>') {
            Some((feature, threshold)) => Node::Split {
                feature: feature.parse().unwrap(),
                threshold: threshold.parse().unwrap(),
            },
            None => Node::Leaf(word.parse().unwrap()),
        };
        text.split_whitespace().map(node).collect()
    }

    fn example() -> Trees {
        let thresholds = vec![vec![1.0, 2.0, 3.0], vec![0.5]];
        Trees::new(thresholds, &["0>2 1>0 0 65535 0>2 1 13107", "65535"].map(nodes)).unwrap()
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
        trees.write(&mut bytes).unwrap();
        let mut reader = Reader::new(&bytes);
        let again = Trees::read(&mut reader, trees.width()).unwrap();
        assert!(reader.is_at_end());
        // Thresholds that no tree uses are gone.
        assert_eq!(again.thresholds, [vec![3.0], vec![0.5]]);
        again
    }

    #[test]
    fn unsound_trees_are_refused() {
        let thresholds = vec![vec![1.0]];
        for tree in ["", "0>0", "0>0 0", "0 0", "1>0 0 0", "0>1 0 0"] {
            assert!(Trees::new(thresholds.clone(), &[nodes(tree)]).is_err(), "{tree}");
        }
        let mut bytes = Vec::new();
        example().write(&mut bytes).unwrap();
        for length in 0..bytes.len() {
            assert!(Trees::read(&mut Reader::new(&bytes[..length]), 2).is_err());
        }
    }

    /// Returns a tree whose last leaf lies below a chain of splits.
    fn chain(splits: usize, left: bool) -> Vec<Node> {
        let mut nodes = vec![SPLIT];
        for _ in 1..splits {
            nodes.extend([Node::Leaf(7)].iter().take(usize::from(!left)));
            nodes.push(SPLIT);
        }
        nodes.extend(vec![Node::Leaf(7); if left { splits + 1 } else { 2 }]);
        nodes
    }

    #[test]
    fn trees_are_bounded() {
        let new = |trees: &[Vec<Node>]| Trees::new(vec![vec![1.0]], trees);
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
        assert!(Trees::read(&mut reader, 1).is_err());
        assert_eq!(reader.left(), 4 * MAX_TREES);
    }

    #[test]
    fn reading_checks_in_proportion() {
        let checks = |depth: u32| {
            // A complete tree in preorder.
            let (mut nodes, mut open) = (Vec::new(), vec![depth]);
            while let Some(depth) = open.pop() {
                match depth.checked_sub(1) {
                    None => nodes.push(Node::Leaf(1)),
                    Some(below) => {
                        nodes.push(SPLIT);
                        open.extend([below, below]);
                    }
                }
            }
            let trees = Trees::new(vec![vec![1.0]], &[nodes]).unwrap();
            let mut bytes = Vec::new();
            trees.write(&mut bytes).unwrap();
            let (_, checks) = interrupts::counted(|| Trees::read(&mut Reader::new(&bytes), 1).unwrap());
            checks
        };
        let (once, twice) = (checks(17), checks(18));
        assert!(once >= 16 && 10 * twice <= 23 * once, "{once} {twice}");
    }
}
