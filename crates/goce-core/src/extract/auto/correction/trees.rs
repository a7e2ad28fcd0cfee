//! A few boosted trees of two levels over the features of a block (gradient boosting; Friedman 2001), fitted with an offset.

use super::super::features::feature_names;
use super::Sample;
use super::token_weights::bounded;
use crate::learn::fit::bins::{Bins, DenseRows, Rows, at_quantiles};
use crate::learn::fit::trees::{Candidates, Criterion, GrownNode, Node, Sums, grow};
use crate::learn::probability::sigmoid;
use crate::learn::random::Random;
use crate::learn::reader::Reader;
use crate::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Split {
    feature: u16,
    /// Values above it go right.
    bound: f32,
}

/// The split of a side that is a leaf.
const NOTHING_ABOVE: Split = Split {
    feature: 0,
    bound: f32::MAX,
};

/// The root's split, those of its two sides, and what is added at the four leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tree {
    splits: [Split; 3],
    leaves: [f32; 4],
}

impl Tree {
    /// Returns the value of a row's leaf. `is_above(n)` says if the row is above the bound of split `n`.
    fn leaf(&self, is_above: impl Fn(usize) -> bool) -> f32 {
        let side = usize::from(is_above(0));
        self.leaves[2 * side + usize::from(is_above(1 + side))]
    }

    /// Returns what is added to each row of the bins that the tree was fitted to.
    fn leaf_of_row(&self, bins: &Bins) -> impl Fn(u32) -> f32 {
        let splits = self.splits.map(|split| bins.above(split.feature.into(), split.bound));
        move |row| self.leaf(|place| splits[place](row))
    }

    /// Returns the tree of nodes in preorder, and `None` for a leaf alone.
    fn from_nodes(nodes: &[GrownNode<f64>], bins: &Bins) -> Option<Self> {
        let split = |feature: u16, threshold: u8| Split {
            feature,
            bound: bins.thresholds[usize::from(feature)][usize::from(threshold)],
        };
        let (Node::Split { feature, threshold }, mut below) = nodes.split_first()? else {
            return None;
        };
        let mut tree = Tree::default();
        tree.splits[0] = split(*feature, *threshold);
        for side in 0..2 {
            let leaves = &mut tree.leaves[2 * side..][..2];
            below = match below {
                [
                    Node::Split { feature, threshold },
                    Node::Leaf(left),
                    Node::Leaf(right),
                    rest @ ..,
                ] => {
                    tree.splits[1 + side] = split(*feature, *threshold);
                    leaves.copy_from_slice(&[leaf(*left), leaf(*right)]);
                    rest
                }
                // A side that no split betters has one leaf, reached by a bound that nothing is above.
                [Node::Leaf(sums), rest @ ..] => {
                    tree.splits[1 + side] = NOTHING_ABOVE;
                    leaves.copy_from_slice(&[leaf(*sums), leaf(Sums::default())]);
                    rest
                }
                _ => return None,
            };
        }
        Some(tree)
    }
}

/// Boosted trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trees {
    /// The number of a block's features. The one behind them is `auto`'s own score.
    features: usize,
    trees: Vec<Tree>,
}

impl Trees {
    /// Returns the memory that they take, in bytes.
    pub fn memory(&self) -> usize {
        self.trees.held()
    }

    /// Returns what is added to the score of a block, given its features and the score of `auto`'s own trees.
    pub fn sum(&self, features: &[f32], score: f32) -> f32 {
        let features = features.get(..self.features).unwrap_or(features);
        let is_above = |split: Split| *features.get(usize::from(split.feature)).unwrap_or(&score) > split.bound;
        self.trees.iter().map(|tree| tree.leaf(|place| is_above(tree.splits[place]))).sum()
    }

    /// Returns what is added to the score of a row of the bins that the trees were fitted to.
    pub fn sum_of_row(&self, bins: &Bins, row: u32) -> f32 {
        self.trees.iter().map(|tree| tree.leaf_of_row(bins)(row)).sum()
    }

    /// Returns the same trees with all that they add multiplied.
    #[must_use]
    pub fn scaled(mut self, by: f32) -> Self {
        self.trees.iter_mut().flat_map(|tree| &mut tree.leaves).for_each(|leaf| *leaf *= by);
        self
    }

    /// Reads trees over so many features and the score; `None` if the bytes are none.
    pub fn read(bytes: &mut Reader<'_>, features: usize) -> Option<Self> {
        let mut trees = Vec::new();
        for _ in 0..bytes.u8()? {
            let mut tree = Tree::default();
            for split in &mut tree.splits {
                split.feature = bytes.u16().filter(|feature| usize::from(*feature) <= features)?;
                split.bound = bytes.f32()?;
            }
            for leaf in &mut tree.leaves {
                *leaf = bounded(bytes)?;
            }
            trees.push(tree);
        }
        Some(Trees { features, trees })
    }

    /// Writes the bytes that [`Trees::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>) -> Fallible {
        out.try_push(self.trees.len() as u8)?;
        for tree in &self.trees {
            for split in tree.splits {
                out.try_extend_from_slice(&split.feature.to_le_bytes())?;
                out.try_extend_from_slice(&split.bound.to_le_bytes())?;
            }
            out.try_extend_from_slice(tree.leaves.map(f32::to_le_bytes).as_flattened())?;
        }
        Ok(())
    }
}

/// Returns the number of features of a block, without the score.
pub fn width() -> Fallible<usize> {
    Ok(feature_names()?.len())
}

/// Bins rows of features, each with the score as its last value.
pub fn binned(values: &[f32], width: usize) -> Fallible<Bins> {
    let rows = DenseRows { values, width };
    // The bounds are found by a part of many rows, and are 31 at most.
    let step = (rows.count() / 20_000).max(1);
    Bins::new(&rows, step, |values, _| at_quantiles(values, 31))
}

/// The penalty of a leaf's square.
const PENALTY: f64 = 10.0;

/// Sums of gradients, and of curvatures, for each row.
struct Newton(Vec<Sums<f64>>);

impl Criterion for Newton {
    type Number = f64;

    const LEAST_GAIN: f64 = 0.0;

    fn of_row(&self, row: u32) -> Sums<f64> {
        self.0[row as usize]
    }

    fn score(&self, Sums([gradient, curvature]): Sums<f64>) -> f64 {
        gradient * gradient / (curvature + PENALTY)
    }

    /// A leaf holds some content and some that is none.
    fn may_be_side(&self, Sums([_, curvature]): Sums<f64>) -> bool {
        curvature >= 2.0
    }

    fn is_leaf(&self, _: Sums<f64>) -> bool {
        false
    }
}

/// Returns what is added at a leaf: a tenth of the correction counts.
fn leaf(Sums([gradient, curvature]): Sums<f64>) -> f32 {
    (-0.1 * gradient / (curvature + PENALTY)) as f32
}

/// Fits trees to rows, each in one sample at most.
pub fn fit(bins: &Bins, samples: &[Sample<'_>], seed: u64) -> Fallible<Trees> {
    let width = bins.thresholds.len();
    if samples.is_empty() || width == 0 {
        return Ok(Trees::default());
    }
    let mut trees = Vec::new();
    let mut random = Random::new(seed, 0x7472_6565);
    let mut scores: Vec<f64> = try_collect(samples.iter().map(|sample| f64::from(sample.score)))?;
    let mut features: Vec<u16> = try_collect(0..width as u16)?;
    // The features that a tree may ask for.
    let asked = ((width as f64 * 0.3).ceil() as usize).clamp(1, width);
    let mut newton = Newton(try_filled(Sums::default(), bins.rows)?);
    // Trees of a fit.
    for _ in 0..100 {
        interrupts::check();
        random.shuffle(&mut features);
        for (sample, score) in samples.iter().zip(&scores) {
            let (p, weight) = (sigmoid(*score), f64::from(sample.weight));
            newton.0[sample.row as usize] = Sums([weight * (p - f64::from(sample.target)), weight * p * (1.0 - p)]);
        }
        let rows = try_collect(samples.iter().map(|sample| sample.row))?;
        let candidates = Candidates {
            features: try_collect(features[..asked].iter().copied())?,
            drawn: None,
        };
        // Two levels of splits.
        let nodes = grow(bins, &newton, rows, candidates, 2, usize::MAX)?.unwrap_or_default();
        if let Some(tree) = Tree::from_nodes(&nodes, bins) {
            let leaf = tree.leaf_of_row(bins);
            for (score, sample) in scores.iter_mut().zip(samples) {
                *score += f64::from(leaf(sample.row));
            }
            trees.try_push(tree)?;
        }
    }
    Ok(Trees {
        features: width - 1,
        trees,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two features and the score; what is content has the first above .5 and the second below.
    fn rows() -> Vec<f32> {
        let mut random = Random::from_state(3);
        (0..3 * 600).map(|place| if place % 3 == 2 { 0.0 } else { random.unit() as f32 }).collect()
    }

    fn fitted(rows: &[f32]) -> (Bins, Trees) {
        let bins = binned(rows, 3).unwrap();
        let sample = |(row, values): (usize, &[f32])| Sample {
            row: row as u32,
            target: f32::from(values[0] > 0.5 && values[1] < 0.5),
            weight: 1.0,
            ..Sample::default()
        };
        let samples: Vec<Sample<'_>> = rows.chunks(3).enumerate().map(sample).collect();
        let trees = fit(&bins, &samples, 0).unwrap();
        (bins, trees)
    }

    #[test]
    fn trees_learn_what_two_features_say_together() {
        let rows = rows();
        let (bins, trees) = fitted(&rows);
        assert!(trees.sum(&[0.9, 0.1], 0.0) > 0.5, "{}", trees.sum(&[0.9, 0.1], 0.0));
        for others in [[0.1, 0.1], [0.1, 0.9], [0.9, 0.9]] {
            assert!(trees.sum(&others, 0.0) < -0.5);
        }
        for (row, values) in rows.chunks(3).enumerate() {
            assert_eq!(trees.sum_of_row(&bins, row as u32), trees.sum(&values[..2], values[2]));
        }
    }

    #[test]
    fn trees_are_read_as_they_are_written() {
        let (_, trees) = fitted(&rows());
        let mut bytes = Vec::new();
        trees.write(&mut bytes).unwrap();
        assert_eq!(Trees::read(&mut Reader::new(&bytes), 2), Some(trees));
        assert_eq!(Trees::read(&mut Reader::new(&bytes), 0), None);
        for length in 0..bytes.len() {
            assert!(Trees::read(&mut Reader::new(&bytes[..length]), 2).is_none());
        }
    }

    #[test]
    fn nothing_is_learned_of_nothing() {
        let bins = binned(&[], 3).unwrap();
        assert_eq!(fit(&bins, &[], 0).unwrap(), Trees::default());
        assert_eq!(Trees::default().sum(&[1.0], 2.0), 0.0);
    }
}
