//! A few boosted trees of two levels over the features of a block (gradient boosting; Friedman 2001), fitted with an offset.

use super::super::features::feature_names;
use super::token_weights::bounded;
use crate::learn::fit::bins::{Bins, DenseRows, Rows, at_quantiles};
use crate::learn::fit::trees::{Candidates, Criterion, Node, Sums, grow};
use crate::learn::probability::sigmoid;
use crate::learn::random::Random;
use crate::learn::reader::Reader;
use crate::prelude::*;

/// Trees of a fit, and the share of a tree's correction that counts.
const TREES: usize = 100;
const RATE: f64 = 0.1;

/// The penalty of a leaf's square, and the least curvature that a leaf holds: some content and some that is none.
const PENALTY: f64 = 10.0;
const LEAST_CURVATURE: f64 = 2.0;

/// The share of the features that a tree may ask for.
const FEATURES: f64 = 0.3;

/// Values of a feature are told apart by so many bounds at most.
const BOUNDS: usize = 31;

/// Samples by which the bounds are found.
const SAMPLED: usize = 20_000;

/// Splits on the way to a leaf.
const LEVELS: usize = 2;

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
    /// Returns what is added at a row's leaf, given if its value is above a split's bound, by the split's place.
    fn leaf(&self, is_above: impl Fn(usize) -> bool) -> f32 {
        let side = usize::from(is_above(0));
        self.leaves[2 * side + usize::from(is_above(1 + side))]
    }

    /// Returns what is added to each row of the bins that the tree was fitted to.
    fn leaf_of_row(&self, bins: &Bins) -> impl Fn(u32) -> f32 {
        let last = bins.thresholds().len() - 1;
        let splits = self.splits.map(|split| bins.above(usize::from(split.feature).min(last), split.bound));
        move |row| self.leaf(|place| splits[place](row))
    }

    /// Returns the tree of nodes in preorder, and `None` for a leaf alone.
    fn from_nodes(nodes: &[Node<f64>], bins: &Bins) -> Option<Self> {
        let last = bins.thresholds().len() - 1;
        let split = |feature: u16, threshold: u8| Split {
            feature: if usize::from(feature) == last {
                OF_SCORE
            } else {
                feature
            },
            bound: bins.thresholds()[usize::from(feature)][usize::from(threshold)],
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

/// Boosted trees. The last feature is `auto`'s own score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trees(Vec<Tree>);

impl Trees {
    /// Returns the memory that they take, in bytes.
    pub fn memory(&self) -> usize {
        self.0.held()
    }

    /// Returns what is added to the score of a block, given its features and the score of `auto`'s own trees.
    pub fn sum(&self, features: &[f32], score: f32) -> f32 {
        let is_above = |split: Split| features.get(usize::from(split.feature)).copied().unwrap_or(score) > split.bound;
        self.0.iter().map(|tree| tree.leaf(|place| is_above(tree.splits[place]))).sum()
    }

    /// Returns what is added to the score of a row of the bins that the trees were fitted to.
    pub fn sum_of_row(&self, bins: &Bins, row: u32) -> f32 {
        self.0.iter().map(|tree| tree.leaf_of_row(bins)(row)).sum()
    }

    /// Returns the same trees with all that they add multiplied.
    #[must_use]
    pub fn scaled(mut self, by: f32) -> Self {
        self.0.iter_mut().flat_map(|tree| &mut tree.leaves).for_each(|leaf| *leaf *= by);
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
                // The score stands behind all features.
                if usize::from(split.feature) == features {
                    split.feature = OF_SCORE;
                }
            }
            for leaf in &mut tree.leaves {
                *leaf = bounded(bytes)?;
            }
            trees.push(tree);
        }
        Some(Trees(trees))
    }

    /// Writes the bytes that [`Trees::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>, features: usize) -> Fallible {
        out.try_push(self.0.len() as u8)?;
        for tree in &self.0 {
            for split in tree.splits {
                let feature = if split.feature == OF_SCORE {
                    features as u16
                } else {
                    split.feature
                };
                out.try_extend_from_slice(&feature.to_le_bytes())?;
                out.try_extend_from_slice(&split.bound.to_le_bytes())?;
            }
            for leaf in tree.leaves {
                out.try_extend_from_slice(&leaf.to_le_bytes())?;
            }
        }
        Ok(())
    }
}

/// The place of the score: behind all features of a row, whatever their number.
const OF_SCORE: u16 = u16::MAX;

/// Returns the number of features of a block, without the score.
pub fn width() -> Fallible<usize> {
    Ok(feature_names()?.len())
}

/// Bins rows of features, each with the score as its last value.
pub fn binned(values: &[f32], width: usize) -> Fallible<Bins> {
    let rows = DenseRows { values, width };
    let step = (rows.count() / SAMPLED).max(1);
    Bins::new(&rows, step, |values, _| at_quantiles(values, BOUNDS))
}

/// A row to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub row: u32,
    /// The score that trees correct, a logit.
    pub score: f32,
    pub target: f32,
    pub weight: f32,
}

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

    fn may_be_side(&self, Sums([_, curvature]): Sums<f64>) -> bool {
        curvature >= LEAST_CURVATURE
    }

    fn is_leaf(&self, _: Sums<f64>) -> bool {
        false
    }
}

fn leaf(Sums([gradient, curvature]): Sums<f64>) -> f32 {
    (-RATE * gradient / (curvature + PENALTY)) as f32
}

/// Fits trees to rows, each in one target at most.
pub fn fit(bins: &Bins, targets: &[Target], seed: u64) -> Fallible<Trees> {
    let mut trees = Vec::new();
    let width = bins.thresholds().len();
    if targets.is_empty() || width == 0 {
        return Ok(Trees(trees));
    }
    let mut random = Random::new(seed, 0x7472_6565);
    let mut scores: Vec<f64> = try_collect(targets.iter().map(|target| f64::from(target.score)))?;
    let mut features: Vec<u16> = try_collect(0..width as u16)?;
    let asked = ((width as f64 * FEATURES).ceil() as usize).clamp(1, width);
    let mut newton = Newton(try_filled(Sums::default(), bins.rows())?);
    for _ in 0..TREES {
        interrupts::check();
        random.shuffle(&mut features);
        for (target, score) in targets.iter().zip(&scores) {
            let (p, weight) = (sigmoid(*score), f64::from(target.weight));
            newton.0[target.row as usize] = Sums([weight * (p - f64::from(target.target)), weight * p * (1.0 - p)]);
        }
        let rows = try_collect(targets.iter().map(|target| target.row))?;
        let candidates = Candidates {
            features: try_collect(features[..asked].iter().copied())?,
            drawn: None,
        };
        let nodes = grow(bins, &newton, rows, candidates, LEVELS, usize::MAX)?.unwrap_or_default();
        let Some(tree) = Tree::from_nodes(&nodes, bins) else {
            continue;
        };
        {
            let leaf = tree.leaf_of_row(bins);
            for (score, target) in scores.iter_mut().zip(targets) {
                *score += f64::from(leaf(target.row));
            }
        }
        trees.try_push(tree)?;
    }
    Ok(Trees(trees))
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
        let target = |(row, values): (usize, &[f32])| Target {
            row: row as u32,
            score: 0.0,
            target: f32::from(u8::from(values[0] > 0.5 && values[1] < 0.5)),
            weight: 1.0,
        };
        let targets: Vec<Target> = rows.chunks(3).enumerate().map(target).collect();
        let trees = fit(&bins, &targets, 0).unwrap();
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
        trees.write(&mut bytes, 2).unwrap();
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
