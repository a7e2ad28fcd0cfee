//! Growing trees: CART by Gini impurity over binned features, and random forests of such trees.

use super::training_rows::TrainingRows;
use super::trees::{MAX_NODES, Node, Trees};
use crate::learnhtml::Watch;
use goce_core::learn::fit;
use goce_core::learn::fit::bins::{self, Bins, Rows};
use goce_core::learn::fit::trees::Node::{Leaf, Split};
use goce_core::learn::fit::trees::{Candidates, Criterion, Sums};
use goce_core::learn::random::Random;
use goce_core::learn::sealed::TrainedModelError;
use goce_core::prelude::*;

/// The most bytes that binned features take. With more samples there must be fewer features.
pub const MAX_CELLS: usize = 400 << 20;

/// The number of features that compete for a split (Table 3.1, "maximum features").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxFeatures {
    /// The square root of the number of all features.
    Sqrt,
    /// The binary logarithm of the number of all features.
    Log2,
    All,
}

impl MaxFeatures {
    fn of(self, width: usize) -> usize {
        let count = match self {
            MaxFeatures::Sqrt => width.isqrt(),
            MaxFeatures::Log2 => width.max(1).ilog2() as usize,
            MaxFeatures::All => width,
        };
        count.max(1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The number of trees. One is grown on all samples, several each on as many samples, drawn with replacement (Breiman
    /// 2001).
    pub trees: usize,
    /// The most splits from a root to a leaf.
    pub depth: usize,
    pub min_leaf: usize,
    /// Features that compete for a split.
    pub max_features: MaxFeatures,
    /// The seed of the drawn samples and features.
    pub seed: u64,
}

/// Gini's impurity: it falls as a node's sum of squared weights over its weight rises.
struct Gini<'a> {
    rows: &'a TrainingRows,
    min_leaf: u32,
}

impl Gini<'_> {
    /// Returns the weights of the rows that are not content, and of those that are.
    fn weights(&self, Sums([others, content]): Sums<u32>) -> [f64; 2] {
        let [of_others, of_content] = self.rows.class_weights;
        [f64::from(others) * of_others, f64::from(content) * of_content]
    }

    /// Returns the leaf of rows with these sums: the share of content.
    fn leaf(&self, sums: Sums<u32>) -> Node {
        let [others, content] = self.weights(sums);
        let all = others + content;
        let share = if all > 0.0 { content / all } else { 0.0 };
        Leaf((share * 65_535.0 + 0.5) as u16)
    }
}

impl Criterion for Gini<'_> {
    type Number = u32;

    const LEAST_GAIN: f64 = 1e-9;

    fn of_row(&self, row: u32) -> Sums<u32> {
        let content = u32::from(self.rows.label(row as usize));
        Sums([1 - content, content])
    }

    fn score(&self, sums: Sums<u32>) -> f64 {
        let [others, content] = self.weights(sums);
        (others * others + content * content) / (others + content)
    }

    fn may_be_side(&self, Sums([others, content]): Sums<u32>) -> bool {
        others + content >= self.min_leaf.max(1)
    }

    fn is_leaf(&self, Sums([others, content]): Sums<u32>) -> bool {
        others == 0 || content == 0 || others + content < self.min_leaf.saturating_mul(2)
    }
}

/// Returns trees that are grown on rows, [`MAX_TREES`](super::MAX_TREES) at most, of [`MAX_DEPTH`](super::MAX_DEPTH) levels;
/// `None` if they would have more nodes than [`MAX_NODES`].
pub fn grow(rows: &TrainingRows, growth: &Growth, watch: Watch<'_>) -> Fallible<Option<Trees>> {
    let bins = Bins::new(rows, 1, bins::midway)?;
    let gini = Gini {
        rows,
        min_leaf: u32::try_from(growth.min_leaf).unwrap_or(u32::MAX),
    };
    let mut trees: Vec<Vec<Node>> = Vec::new();
    let mut nodes_left = MAX_NODES;
    for tree in 0..growth.trees {
        if growth.trees > 1 {
            watch(&format_args!("tree {} of {}", tree + 1, growth.trees));
        }
        let mut random = Random::new(growth.seed, tree as u64);
        let count = rows.len();
        let draw = |row| if growth.trees == 1 { row } else { random.below(count) };
        let mut drawn: Vec<u32> = try_collect((0..count).map(draw).map(|row| row as u32))?;
        interrupts::check();
        // In order, so that memory is read in order.
        drawn.sort_unstable();
        interrupts::check();
        let candidates = Candidates {
            features: try_collect((0..rows.width()).map(|feature| feature as u16))?,
            drawn: Some((growth.max_features.of(rows.width()), &mut random)),
        };
        let nodes = fit::trees::grow(&bins, &gini, drawn, candidates, growth.depth, nodes_left)?;
        let Some(nodes) = nodes else {
            return Ok(None);
        };
        nodes_left -= nodes.len();
        let nodes = nodes.into_iter().map(|node| match node {
            Split { feature, threshold } => Split { feature, threshold },
            Leaf(sums) => gini.leaf(sums),
        });
        trees.push(try_collect(nodes)?);
    }
    match Trees::new(bins.into_thresholds(), &trees) {
        Ok(trees) => Ok(Some(trees)),
        Err(TrainedModelError::OutOfMemory(error)) => Err(error),
        Err(_) => unreachable!("grown trees are sound and within their bounds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: Growth = Growth {
        trees: 1,
        depth: 8,
        min_leaf: 1,
        max_features: MaxFeatures::All,
        seed: 0,
    };

    fn rows(of: &[([f32; 2], bool)]) -> TrainingRows {
        let mut rows = TrainingRows::new(2);
        for ([a, b], label) in of {
            let row: Vec<(u32, f32)> = [(0, *a), (1, *b)].into_iter().filter(|(_, v)| *v != 0.0).collect();
            rows.push(&row, *label).unwrap();
        }
        rows
    }

    #[test]
    fn exclusive_or_takes_two_levels() {
        let corners = [
            ([0.0, 0.0], false),
            ([0.0, 1.0], true),
            ([1.0, 0.0], true),
            ([1.0, 1.0], false),
        ];
        // Unequal numbers, so that the first split has a gain.
        let mut of = Vec::new();
        for (corner, times) in corners.iter().zip([3, 4, 5, 6]) {
            of.extend(std::iter::repeat_n(*corner, times));
        }
        let rows = rows(&of);
        let trees = grow(&rows, &TREE, &mut |_| ()).unwrap().unwrap();
        for (features, label) in corners {
            assert_eq!(trees.probability(&features), f32::from(label));
        }
        let stump = grow(&rows, &Growth { depth: 0, ..TREE }, &mut |_| ()).unwrap().unwrap();
        assert!((stump.probability(&[0.0, 0.0]) - 0.5).abs() < 1e-4);
    }

    #[test]
    fn forests_learn_and_are_the_same_again() {
        let mut random = Random::new(7, 7);
        let of: Vec<([f32; 2], bool)> = (0..2000)
            .map(|_| {
                let (a, b) = (random.unit() as f32, random.unit() as f32 - 0.5);
                ([a, b], a * a + b * b < 0.3)
            })
            .collect();
        let growth = Growth {
            trees: 9,
            min_leaf: 2,
            max_features: MaxFeatures::Sqrt,
            ..TREE
        };
        let forest = |growth: &Growth| {
            let mut bytes = Vec::new();
            let trees = grow(&rows(&of[..1500]), growth, &mut |_| ()).unwrap().unwrap();
            trees.write(&mut bytes).unwrap();
            (trees, bytes)
        };
        let (trees, bytes) = forest(&growth);
        let right = of[1500..].iter().filter(|(features, label)| (trees.probability(features) > 0.5) == *label);
        assert!(right.count() > 470);
        assert_eq!(bytes, forest(&growth).1);
        assert_ne!(bytes, forest(&Growth { seed: 1, ..growth }).1);
    }

    #[test]
    fn nothing_to_learn_from() {
        let trees = grow(&rows(&[]), &TREE, &mut |_| ()).unwrap().unwrap();
        assert_eq!(trees.probability(&[0.0, 0.0]), 0.0);
    }
}
