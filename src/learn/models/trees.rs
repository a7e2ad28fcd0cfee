//! Decision trees and random forests, as they are stored and asked.
//!
//! As bytes, little-endian: for every feature the number of its thresholds (u8) and these (f32,
//! ascending); the number of trees (u32); then each tree, its nodes in preorder: a split is its
//! feature (u16) and the place of its threshold (u8), after which come what is below on the left,
//! for values at most the threshold, then on the right; a leaf is 65,535 (u16) and the share of
//! content there (u16, in 1/65,535).

use crate::learn::reader::Reader;

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
    /// Trees over features with these thresholds, 255 at most for each; none if a tree is not one.
    pub fn new(thresholds: Vec<Vec<f32>>, trees: &[Vec<Node>]) -> Option<Trees> {
        let mut all = Trees {
            width: thresholds.len(),
            thresholds,
            steps: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
        };
        for tree in trees {
            let mut nodes = tree.iter().copied();
            all.push(&mut || nodes.next())?;
            if nodes.next().is_some() {
                return None;
            }
        }
        all.drop_unused();
        Some(all)
    }

    /// A tree without splits that finds no content.
    pub fn constant(width: usize) -> Trees {
        Trees {
            width,
            thresholds: vec![Vec::new(); width],
            steps: vec![Step {
                value: 0.0,
                feature: LEAF,
                right: 0,
            }],
            nodes: vec![Node::Leaf(0)],
            roots: vec![0],
        }
    }

    /// Adds a tree, its nodes in preorder.
    fn push(&mut self, next: &mut dyn FnMut() -> Option<Node>) -> Option<()> {
        self.roots.push(self.steps.len() as u32);
        // Splits whose right side has yet to begin. One branch is open at the start.
        let mut splits: Vec<usize> = Vec::new();
        loop {
            let node = next()?;
            let place = self.steps.len();
            self.nodes.push(node);
            match node {
                Node::Split { feature, threshold } => {
                    let of_feature = self.thresholds.get(usize::from(feature))?;
                    self.steps.push(Step {
                        value: *of_feature.get(usize::from(threshold))?,
                        feature,
                        right: 0,
                    });
                    splits.push(place);
                }
                Node::Leaf(share) => {
                    self.steps.push(Step {
                        value: f32::from(share) / ONE,
                        feature: LEAF,
                        right: 0,
                    });
                    // What comes next is the right side of the innermost split without one.
                    let Some(split) = splits.pop() else {
                        return Some(());
                    };
                    self.steps[split].right = u32::try_from(place + 1 - split).ok()?;
                }
            }
        }
    }

    /// Forgets thresholds by which no tree splits.
    fn drop_unused(&mut self) {
        let mut used: Vec<Vec<bool>> = self
            .thresholds
            .iter()
            .map(|t| vec![false; t.len()])
            .collect();
        for node in &self.nodes {
            if let Node::Split { feature, threshold } = node {
                used[usize::from(*feature)][usize::from(*threshold)] = true;
            }
        }
        for node in &mut self.nodes {
            if let Node::Split { feature, threshold } = node {
                let before = &used[usize::from(*feature)][..usize::from(*threshold)];
                *threshold = before.iter().filter(|used| **used).count() as u8;
            }
        }
        for (thresholds, used) in self.thresholds.iter_mut().zip(used) {
            let mut used = used.into_iter();
            thresholds.retain(|_| used.next() == Some(true));
        }
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

    /// Reads trees over so many features; none if the bytes are not such.
    pub fn read(bytes: &mut Reader<'_>, width: usize) -> Option<Trees> {
        let mut thresholds = Vec::new();
        for _ in 0..width {
            let count = bytes.u8()?;
            let of_feature: Option<Vec<f32>> = (0..count).map(|_| bytes.f32()).collect();
            thresholds.push(of_feature.filter(|of| of.is_sorted_by(|a, b| a < b))?);
        }
        let mut trees = Trees {
            width,
            thresholds,
            steps: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
        };
        let count = bytes.u32()?;
        for _ in 0..count {
            trees.push(&mut || match bytes.u16()? {
                LEAF => Some(Node::Leaf(bytes.u16()?)),
                feature => Some(Node::Split {
                    feature,
                    threshold: bytes.u8()?,
                }),
            })?;
        }
        (count > 0).then_some(trees)
    }

    /// Writes what [`Trees::read`] reads.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        for thresholds in &self.thresholds {
            bytes.push(thresholds.len() as u8);
            for threshold in thresholds {
                bytes.extend(threshold.to_le_bytes());
            }
        }
        bytes.extend((self.roots.len() as u32).to_le_bytes());
        for node in &self.nodes {
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
        Trees::new(thresholds, &[first, vec![Node::Leaf(65_535)]]).unwrap()
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
        trees.write(&mut bytes);
        let mut reader = Reader::new(&bytes);
        let again = Trees::read(&mut reader, trees.width()).unwrap();
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
                Trees::new(thresholds.clone(), std::slice::from_ref(&tree)).is_none(),
                "{tree:?}"
            );
        }
        let mut bytes = Vec::new();
        example().write(&mut bytes);
        for length in 0..bytes.len() {
            assert!(Trees::read(&mut Reader::new(&bytes[..length]), 2).is_none());
        }
    }
}
