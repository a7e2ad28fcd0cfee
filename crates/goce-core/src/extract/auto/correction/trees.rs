//! A few boosted trees of two levels over the features of a block (gradient boosting; Friedman 2001), fitted with an offset.

use super::super::features::feature_names;
use super::token_weights::bounded;
use crate::interrupts::{self, Countdown};
use crate::learn::probability::sigmoid;
use crate::learn::random::Random;
use crate::learn::reader::Reader;
use crate::memory::{Held, OutOfMemory, TryPush, try_collect, try_filled, try_with_capacity};

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

/// Samples handled between two checks.
const CHECK_EVERY: usize = 1 << 12;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Split {
    feature: u16,
    /// Values above it go right.
    bound: f32,
}

/// The root's split, those of its two sides, and what is added at the four leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tree {
    splits: [Split; 3],
    leaves: [f32; 4],
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
        let of_tree = |tree: &Tree| {
            let side = usize::from(is_above(tree.splits[0]));
            tree.leaves[2 * side + usize::from(is_above(tree.splits[1 + side]))]
        };
        self.0.iter().map(of_tree).sum()
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
    pub fn write(&self, out: &mut Vec<u8>, features: usize) -> Result<(), OutOfMemory> {
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
pub fn width() -> Result<usize, OutOfMemory> {
    Ok(feature_names()?.len())
}

/// The features of many blocks, each value by the number of the bounds below it.
#[derive(Debug, Default)]
pub struct Binned {
    /// The features of a block, with the score.
    width: usize,
    /// For each feature, ascending.
    bounds: Vec<Vec<f32>>,
    bins: Vec<u8>,
}

impl Binned {
    /// Bins rows of features, each with the score as its last value.
    pub fn of(rows: &[f32], width: usize) -> Result<Self, OutOfMemory> {
        let count = rows.len() / width.max(1);
        let step = (count / SAMPLED).max(1);
        let mut bounds: Vec<Vec<f32>> = try_with_capacity(width)?;
        for feature in 0..width {
            interrupts::check();
            let mut values: Vec<f32> = try_collect((0..count).step_by(step).map(|row| rows[row * width + feature]))?;
            values.sort_unstable_by(f32::total_cmp);
            let mut of_feature: Vec<f32> = Vec::new();
            for bound in 1..=BOUNDS {
                let value = values.get(bound * values.len() / (BOUNDS + 1)).copied();
                // The greatest value parts nothing.
                if let Some(value) = value.filter(|value| Some(value) < values.last())
                    && of_feature.last() != Some(&value)
                {
                    of_feature.try_push(value)?;
                }
            }
            bounds.try_push(of_feature)?;
        }
        let mut bins = try_with_capacity(rows.len())?;
        let mut countdown = Countdown::new(CHECK_EVERY);
        for row in rows.chunks_exact(width.max(1)) {
            countdown.charge(16);
            let of_row = row.iter().zip(&bounds);
            bins.extend(of_row.map(|(value, bounds)| bounds.partition_point(|bound| bound < value) as u8));
        }
        Ok(Binned { width, bounds, bins })
    }

    fn row(&self, row: u32) -> &[u8] {
        &self.bins[row as usize * self.width..][..self.width]
    }

    /// Returns what the trees add to the score of a row. The trees were fitted to these bins.
    pub fn sum(&self, trees: &Trees, row: u32) -> f32 {
        let bins = self.row(row);
        let is_above = |split: Split| {
            let feature = self.place(split.feature);
            let bound = self.bounds[feature].partition_point(|bound| *bound < split.bound);
            usize::from(usize::from(bins[feature]) > bound)
        };
        let of_tree = |tree: &Tree| {
            let side = is_above(tree.splits[0]);
            tree.leaves[2 * side + is_above(tree.splits[1 + side])]
        };
        trees.0.iter().map(of_tree).sum()
    }

    fn place(&self, feature: u16) -> usize {
        usize::from(feature).min(self.width - 1)
    }
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

/// Sums of a node's samples: of gradients, and of curvatures.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    gradient: f64,
    curvature: f64,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.gradient += other.gradient;
        self.curvature += other.curvature;
    }

    fn without(self, other: Sums) -> Sums {
        Sums {
            gradient: self.gradient - other.gradient,
            curvature: self.curvature - other.curvature,
        }
    }

    fn gain(self) -> f64 {
        self.gradient * self.gradient / (self.curvature + PENALTY)
    }

    fn leaf(self) -> f32 {
        (-RATE * self.gradient / (self.curvature + PENALTY)) as f32
    }
}

/// Fits trees to samples.
pub fn fit(binned: &Binned, targets: &[Target], seed: u64) -> Result<Trees, OutOfMemory> {
    let mut trees = Vec::new();
    if targets.is_empty() || binned.width == 0 {
        return Ok(Trees(trees));
    }
    let mut random = Random::new(seed, 0x7472_6565);
    let mut scores: Vec<f64> = try_collect(targets.iter().map(|target| f64::from(target.score)))?;
    let mut features: Vec<u16> = try_collect(0..binned.width as u16)?;
    let asked = ((binned.width as f64 * FEATURES).ceil() as usize).clamp(1, binned.width);
    let mut of_samples = try_filled(Sums::default(), targets.len())?;
    let mut sides = try_filled(0u8, targets.len())?;
    for _ in 0..TREES {
        interrupts::check();
        random.shuffle(&mut features);
        let mut all = Sums::default();
        for ((sums, target), score) in of_samples.iter_mut().zip(targets).zip(&scores) {
            let (p, weight) = (sigmoid(*score), f64::from(target.weight));
            *sums = Sums {
                gradient: weight * (p - f64::from(target.target)),
                curvature: weight * p * (1.0 - p),
            };
            all.add(*sums);
        }
        let Some((tree, bounds)) = grow(binned, targets, &of_samples, &features[..asked], all, &mut sides)? else {
            continue;
        };
        for (score, target) in scores.iter_mut().zip(targets) {
            let bins = binned.row(target.row);
            let is_above = |split: usize| {
                let feature = binned.place(tree.splits[split].feature);
                usize::from(bins[feature] > bounds[split])
            };
            let side = is_above(0);
            *score += f64::from(tree.leaves[2 * side + is_above(1 + side)]);
        }
        trees.try_push(tree)?;
    }
    Ok(Trees(trees))
}

/// Grows a tree. Returns it with the bounds of its splits, by their numbers; `None` if nothing is gained.
fn grow(
    binned: &Binned,
    targets: &[Target],
    of_samples: &[Sums],
    features: &[u16],
    all: Sums,
    sides: &mut [u8],
) -> Result<Option<(Tree, [u8; 3])>, OutOfMemory> {
    sides.fill(0);
    let [Some(root), _] = best_splits(binned, targets, of_samples, features, sides, [all, Sums::default()])? else {
        return Ok(None);
    };
    for (side, target) in sides.iter_mut().zip(targets) {
        *side = u8::from(binned.row(target.row)[usize::from(root.feature)] > root.bin);
    }
    let halves = [root.left, all.without(root.left)];
    let below = best_splits(binned, targets, of_samples, features, sides, halves)?;
    let mut tree = Tree::default();
    let mut bounds = [u8::MAX; 3];
    // A side that no split betters has one leaf, reached by a bound that nothing is above.
    let mut put = |place: usize, split: Option<Best>| {
        let last = binned.width as u16 - 1;
        let feature = split.map_or(0, |split| split.feature);
        tree.splits[place] = Split {
            feature: if feature == last { OF_SCORE } else { feature },
            bound: split.map_or(f32::MAX, |split| binned.bounds[usize::from(feature)][usize::from(split.bin)]),
        };
        bounds[place] = split.map_or(u8::MAX, |split| split.bin);
    };
    put(0, Some(root));
    for (side, split) in below.into_iter().enumerate() {
        put(1 + side, split);
    }
    for ((split, half), leaves) in below.into_iter().zip(halves).zip(tree.leaves.chunks_exact_mut(2)) {
        let left = split.map_or(half, |split| split.left);
        leaves[0] = left.leaf();
        leaves[1] = half.without(left).leaf();
    }
    Ok(Some((tree, bounds)))
}

/// The best split of a node.
#[derive(Clone, Copy)]
struct Best {
    feature: u16,
    /// The number of the bound that values above go right of.
    bin: u8,
    gain: f64,
    left: Sums,
}

/// Returns the best split of each of two nodes, given the node of each sample, and the sums of both.
fn best_splits(
    binned: &Binned,
    targets: &[Target],
    of_samples: &[Sums],
    features: &[u16],
    sides: &[u8],
    all: [Sums; 2],
) -> Result<[Option<Best>; 2], OutOfMemory> {
    const BINS: usize = BOUNDS + 1;
    let mut histograms = try_filled([[Sums::default(); BINS]; 2], features.len())?;
    let mut countdown = Countdown::new(CHECK_EVERY);
    for ((target, sums), side) in targets.iter().zip(of_samples).zip(sides) {
        countdown.charge(4);
        let bins = binned.row(target.row);
        for (histogram, feature) in histograms.iter_mut().zip(features) {
            histogram[usize::from(*side)][usize::from(bins[usize::from(*feature)])].add(*sums);
        }
    }
    let mut best = [None; 2];
    for (side, (best, all)) in best.iter_mut().zip(all).enumerate() {
        for (histogram, feature) in histograms.iter().zip(features) {
            let mut left = Sums::default();
            let bounds = binned.bounds[usize::from(*feature)].len();
            for (bin, sums) in histogram[side].iter().take(bounds).enumerate() {
                left.add(*sums);
                let right = all.without(left);
                if left.curvature.min(right.curvature) < LEAST_CURVATURE {
                    continue;
                }
                let gain = left.gain() + right.gain() - all.gain();
                if gain > best.map_or(0.0, |best: Best| best.gain) {
                    *best = Some(Best {
                        feature: *feature,
                        bin: bin as u8,
                        gain,
                        left,
                    });
                }
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two features and the score; what is content has the first above .5 and the second below.
    fn rows() -> Vec<f32> {
        let mut random = Random::from_state(3);
        (0..3 * 600).map(|place| if place % 3 == 2 { 0.0 } else { random.unit() as f32 }).collect()
    }

    fn fitted(rows: &[f32]) -> (Binned, Trees) {
        let binned = Binned::of(rows, 3).unwrap();
        let target = |(row, values): (usize, &[f32])| Target {
            row: row as u32,
            score: 0.0,
            target: f32::from(u8::from(values[0] > 0.5 && values[1] < 0.5)),
            weight: 1.0,
        };
        let targets: Vec<Target> = rows.chunks(3).enumerate().map(target).collect();
        let trees = fit(&binned, &targets, 0).unwrap();
        (binned, trees)
    }

    #[test]
    fn trees_learn_what_two_features_say_together() {
        let rows = rows();
        let (binned, trees) = fitted(&rows);
        assert!(trees.sum(&[0.9, 0.1], 0.0) > 0.5, "{}", trees.sum(&[0.9, 0.1], 0.0));
        for others in [[0.1, 0.1], [0.1, 0.9], [0.9, 0.9]] {
            assert!(trees.sum(&others, 0.0) < -0.5);
        }
        for (row, values) in rows.chunks(3).enumerate() {
            assert_eq!(binned.sum(&trees, row as u32), trees.sum(&values[..2], values[2]));
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
        let binned = Binned::of(&[], 3).unwrap();
        assert_eq!(fit(&binned, &[], 0).unwrap(), Trees::default());
        assert_eq!(Trees::default().sum(&[1.0], 2.0), 0.0);
    }
}
