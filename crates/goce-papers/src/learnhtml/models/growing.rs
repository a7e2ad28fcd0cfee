//! Growing trees: CART by Gini impurity over binned features, and random forests of such trees.

use super::ReadError;
use super::training_rows::TrainingRows;
use super::trees::{MAX_NODES, Node, Trees};
use super::watch::Watch;
use goce_core::interrupts::{self, Checking};
use goce_core::learn::random::Random;
use goce_core::memory::{OutOfMemory, TryPush, try_collect, try_filled, try_with_capacity};

/// The most bins of a feature. A threshold lies between two bins.
const BINS: usize = 128;

/// The most bytes that binned features take. With more samples there must be fewer features.
pub const MAX_CELLS: usize = 400 << 20;

/// Work between two checks, in values of features.
const CHECK_EVERY: usize = 1 << 16;

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

/// Why trees were not grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrowError {
    #[error("trees are too large")]
    TooManyNodes { limit: usize },
    #[error("out of memory for trees")]
    OutOfMemory(#[from] OutOfMemory),
}

/// Returns trees that are grown on rows, [`MAX_TREES`](super::MAX_TREES) at most, of [`MAX_DEPTH`](super::MAX_DEPTH) levels.
pub fn grow(rows: &TrainingRows, growth: &Growth, watch: &mut dyn Watch) -> Result<Trees, GrowError> {
    let binned = Binned::of(rows)?;
    let mut trees: Vec<Vec<Node>> = Vec::new();
    let mut nodes_left = MAX_NODES;
    for tree in 0..growth.trees {
        if growth.trees > 1 {
            watch.at(&format_args!("tree {} of {}", tree + 1, growth.trees));
        }
        let mut random = Random::new(growth.seed, tree as u64);
        let count = rows.len();
        let drawn: Vec<u32> = if growth.trees == 1 {
            try_collect(0..count as u32)?
        } else {
            let mut drawn: Vec<u32> = try_collect((0..count).map(|_| random.below(count) as u32))?;
            interrupts::check();
            // In order, so that memory is read in order.
            drawn.sort_unstable();
            drawn
        };
        interrupts::check();
        let growing = Growing::new(rows, &binned, growth, drawn)?;
        let nodes = growing.grow(nodes_left, &mut random)?;
        nodes_left -= nodes.len();
        trees.push(nodes);
    }
    match Trees::new(binned.thresholds, &trees) {
        Ok(trees) => Ok(trees),
        Err(ReadError::OutOfMemory(error)) => Err(error.into()),
        Err(ReadError::Unsound) => unreachable!("grown trees are sound and within their bounds"),
    }
}

/// The features in bins, column by column.
struct Binned {
    thresholds: Vec<Vec<f32>>,
    bins: Vec<u8>,
    rows: usize,
}

impl Binned {
    fn of(rows: &TrainingRows) -> Result<Binned, OutOfMemory> {
        let thresholds = thresholds(rows)?;
        let mut bins = try_with_capacity(rows.len() * rows.width())?;
        let zero_bins: Vec<u8> = try_collect(thresholds.iter().map(|t| bin(t, 0.0)))?;
        for zero in &zero_bins {
            bins.resize(bins.len() + rows.len(), *zero);
            interrupts::check();
        }
        for row in (0..rows.len()).checking(256) {
            for (column, value) in rows.row(row) {
                bins[column * rows.len() + row] = bin(&thresholds[column], value);
            }
        }
        Ok(Binned {
            thresholds,
            bins,
            rows: rows.len(),
        })
    }

    fn column(&self, feature: usize) -> &[u8] {
        &self.bins[feature * self.rows..(feature + 1) * self.rows]
    }
}

fn bin(thresholds: &[f32], value: f32) -> u8 {
    thresholds.partition_point(|threshold| *threshold < value) as u8
}

/// Returns for each feature the thresholds between its bins: midway between neighbouring values, or between quantiles if
/// there are more than [`BINS`] values.
fn thresholds(rows: &TrainingRows) -> Result<Vec<Vec<f32>>, OutOfMemory> {
    // Values that are not 0, column by column.
    let mut starts = try_filled(0usize, rows.width() + 1)?;
    for row in (0..rows.len()).checking(256) {
        for (column, _) in rows.row(row) {
            starts[column + 1] += 1;
        }
    }
    for column in 0..rows.width() {
        starts[column + 1] += starts[column];
    }
    let mut values = try_with_capacity(starts[rows.width()])?;
    while values.len() < starts[rows.width()] {
        interrupts::check();
        values.resize(starts[rows.width()].min(values.len() + CHECK_EVERY), 0f32);
    }
    let mut next: Vec<usize> = try_collect(starts.iter().copied())?;
    for row in (0..rows.len()).checking(256) {
        for (column, value) in rows.row(row) {
            values[next[column]] = value;
            next[column] += 1;
        }
    }
    let mut all = Vec::new();
    for column in 0..rows.width() {
        interrupts::check();
        let of_column = &mut values[starts[column]..starts[column + 1]];
        // A million values at most, as many as there can be samples: that takes some tens of milliseconds.
        of_column.sort_unstable_by(f32::total_cmp);
        interrupts::check();
        all.try_push(quantiles(of_column, rows.len() - of_column.len())?)?;
    }
    Ok(all)
}

/// Returns the thresholds of ascending values, none of them 0, and a number of zeros.
fn quantiles(values: &[f32], zeros: usize) -> Result<Vec<f32>, OutOfMemory> {
    // Distinct values, and the number of each.
    let mut distinct: Vec<(f32, usize)> = Vec::new();
    let below = values.partition_point(|value| *value < 0.0);
    for part in [&values[..below], &vec![0.0; zeros.min(1)], &values[below..]] {
        for of_value in part.chunk_by(|a, b| a == b) {
            distinct.try_push((of_value[0], of_value.len()))?;
        }
    }
    if let Some((_, count)) = distinct.iter_mut().find(|(value, _)| *value == 0.0) {
        *count = zeros;
    }
    let mut left: usize = values.len() + zeros;
    let mut bins_left = BINS;
    let mut in_bin = 0;
    let mut thresholds: Vec<f32> = Vec::new();
    let all_fit = distinct.len() <= BINS;
    for pair in distinct.windows(2) {
        let ((value, count), (next, _)) = (pair[0], pair[1]);
        in_bin += count;
        if bins_left > 1 && (all_fit || in_bin * bins_left >= left) {
            let middle = value + (next - value) / 2.0;
            // There is no number between two neighbouring floats.
            let middle = if middle < next { middle } else { value };
            if thresholds.last().is_none_or(|last| *last < middle) {
                thresholds.push(middle);
            }
            left -= in_bin;
            bins_left -= 1;
            in_bin = 0;
        }
    }
    Ok(thresholds)
}

/// The samples of a node that is still to be made.
struct Part {
    samples: std::ops::Range<usize>,
    depth: usize,
}

struct Growing<'a> {
    rows: &'a TrainingRows,
    binned: &'a Binned,
    growth: &'a Growth,
    /// The drawn samples. Those of a node are neighbours.
    samples: Vec<u32>,
    /// The features in random order.
    features: Vec<u32>,
    /// A buffer for the samples of one side.
    side: Vec<u32>,
    work: usize,
}

/// The best split of a node so far.
#[derive(Clone, Copy)]
struct Best {
    gain: f64,
    feature: usize,
    bin: usize,
}

impl<'a> Growing<'a> {
    fn new(
        rows: &'a TrainingRows,
        binned: &'a Binned,
        growth: &'a Growth,
        samples: Vec<u32>,
    ) -> Result<Self, OutOfMemory> {
        Ok(Growing {
            rows,
            binned,
            growth,
            features: try_collect(0..rows.width() as u32)?,
            side: try_filled(0, samples.len())?,
            samples,
            work: 0,
        })
    }

    /// Returns the nodes in preorder, at most `most`.
    fn grow(mut self, most: usize, random: &mut Random) -> Result<Vec<Node>, GrowError> {
        let mut nodes = Vec::new();
        let mut open = vec![Part {
            samples: 0..self.samples.len(),
            depth: 0,
        }];
        while let Some(part) = open.pop() {
            if nodes.len() >= most {
                return Err(GrowError::TooManyNodes { limit: MAX_NODES });
            }
            let samples = &self.samples[part.samples.clone()];
            let content = samples.iter().filter(|row| self.rows.label(**row as usize)).count();
            let counts = [samples.len() - content, content];
            let is_final =
                part.depth >= self.growth.depth || counts.contains(&0) || samples.len() < 2 * self.growth.min_leaf;
            self.work(part.samples.len());
            let best = if is_final {
                None
            } else {
                self.best(&part, counts, random)
            };
            let Some(best) = best else {
                nodes.try_push(self.leaf(counts))?;
                continue;
            };
            nodes.try_push(Node::Split {
                feature: best.feature as u16,
                threshold: best.bin as u8,
            })?;
            let middle = part.samples.start + self.divide(&part, best);
            let depth = part.depth + 1;
            // The left side is taken first.
            open.push(Part {
                samples: middle..part.samples.end,
                depth,
            });
            open.push(Part {
                samples: part.samples.start..middle,
                depth,
            });
        }
        Ok(nodes)
    }

    fn work(&mut self, values: usize) {
        self.work += values;
        if self.work >= CHECK_EVERY {
            self.work = 0;
            interrupts::check();
        }
    }

    fn leaf(&self, [others, content]: [usize; 2]) -> Node {
        let [of_others, of_content] = self.rows.class_weights;
        let (others, content) = (others as f64 * of_others, content as f64 * of_content);
        let all = others + content;
        let share = if all > 0.0 { content / all } else { 0.0 };
        Node::Leaf((share * 65_535.0 + 0.5) as u16)
    }

    /// Returns the split with the least impurity among random features. If none of them divides the samples, more features
    /// are drawn until one does.
    fn best(&mut self, part: &Part, [others, content]: [usize; 2], random: &mut Random) -> Option<Best> {
        let compete = self.growth.max_features.of(self.rows.width());
        let [of_others, of_content] = self.rows.class_weights;
        // The sum of squared weights over the weight. Gini's impurity falls as it rises.
        let purity = |[others, content]: [u32; 2]| {
            let (others, content) = (f64::from(others) * of_others, f64::from(content) * of_content);
            (others * others + content * content) / (others + content)
        };
        let all = [others as u32, content as u32];
        let before = purity(all);
        let mut best: Option<Best> = None;
        for drawn in 0..self.features.len() {
            if drawn >= compete && best.is_some() {
                break;
            }
            let chosen = drawn + random.below(self.features.len() - drawn);
            self.features.swap(drawn, chosen);
            let feature = self.features[drawn] as usize;
            let bins = self.binned.thresholds[feature].len() + 1;
            // Features that divide no samples take time too.
            self.work(1);
            if bins < 2 {
                continue;
            }
            self.work(part.samples.len() + BINS);
            let column = self.binned.column(feature);
            let mut counts = [[0u32; 2]; BINS];
            for row in &self.samples[part.samples.clone()] {
                let row = *row as usize;
                counts[usize::from(column[row])][usize::from(self.rows.label(row))] += 1;
            }
            let mut left = [0u32; 2];
            for (bin, [others, content]) in counts[..bins - 1].iter().enumerate() {
                left[0] += others;
                left[1] += content;
                let right = [all[0] - left[0], all[1] - left[1]];
                let fewest = (left[0] + left[1]).min(right[0] + right[1]);
                if (fewest as usize) < self.growth.min_leaf.max(1) || others + content == 0 {
                    continue;
                }
                let gain = purity(left) + purity(right) - before;
                if gain > best.map_or(1e-9 * before, |best| best.gain) {
                    best = Some(Best { gain, feature, bin });
                }
            }
        }
        best
    }

    /// Moves the samples that go left to the front. Both sides keep their order. Returns the number on the left.
    fn divide(&mut self, part: &Part, best: Best) -> usize {
        let column = self.binned.column(best.feature);
        let samples = &mut self.samples[part.samples.clone()];
        let goes_left = |row: &u32| usize::from(column[*row as usize]) <= best.bin;
        let (mut count, mut right) = (0, 0);
        for place in 0..samples.len() {
            let row = samples[place];
            if goes_left(&row) {
                samples[count] = row;
                count += 1;
            } else {
                self.side[right] = row;
                right += 1;
            }
        }
        samples[count..].copy_from_slice(&self.side[..right]);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnhtml::models::watch::Unwatched;

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
        let trees = grow(&rows, &TREE, &mut Unwatched).unwrap();
        for (features, label) in corners {
            assert_eq!(trees.probability(&features), f32::from(u8::from(label)));
        }
        let stump = grow(&rows, &Growth { depth: 0, ..TREE }, &mut Unwatched).unwrap();
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
            let trees = grow(&rows(&of[..1500]), growth, &mut Unwatched).unwrap();
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
    fn thresholds_lie_between_values() {
        let quantiles = |values: &[f32], zeros| quantiles(values, zeros).unwrap();
        assert_eq!(quantiles(&[1.0, 1.0, 3.0], 0), [2.0]);
        assert_eq!(quantiles(&[-1.0, 1.0], 5), [-0.5, 0.5]);
        assert_eq!(quantiles(&[2.0], 1), [1.0]);
        assert!(quantiles(&[2.0, 2.0], 0).is_empty());
        assert!(quantiles(&[], 7).is_empty());
        let many: Vec<f32> = (1..=10_000).map(|value| value as f32).collect();
        let thresholds = quantiles(&many, 10_000);
        assert!(thresholds.len() < BINS && thresholds.len() > BINS / 3, "{}", thresholds.len());
        assert_eq!(thresholds[0], 0.5);
        assert!(thresholds.is_sorted());
    }

    #[test]
    fn nothing_to_learn_from() {
        let trees = grow(&rows(&[]), &TREE, &mut Unwatched).unwrap();
        assert_eq!(trees.probability(&[0.0, 0.0]), 0.0);
    }
}
