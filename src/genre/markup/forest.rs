//! Boosted trees, as small as they come: every threshold is one of at most 255 of its feature,
//! so that a page's features are sorted into bins once and the trees compare bytes.
//!
//! The file, little-endian: the number of trees per class, of classes and of features (u16
//! each); for every feature the number of its thresholds (u8) and these (f32, ascending); the
//! value of one unit of a leaf (f32); then the trees, class by class within a round: the number
//! of leaves (u8), the splits (feature u8, threshold u8, left u8, right u8) and the leaves (i32).
//! A child below 128 is a split, others are leaves less 128. A feature at most its threshold
//! goes left.

use super::reader::Reader;

/// A child with this bit is a leaf.
const LEAF: u8 = 128;

/// Boosted trees, a fixed number for each class.
#[derive(Debug)]
pub struct Forest {
    classes: usize,
    /// Thresholds by feature.
    thresholds: Vec<Vec<f32>>,
    unit: f64,
    /// Trees, the classes alternating.
    trees: Vec<Tree>,
}

#[derive(Debug)]
struct Tree {
    splits: Vec<Split>,
    leaves: Vec<i32>,
}

#[derive(Clone, Copy, Debug)]
struct Split {
    feature: u8,
    threshold: u8,
    left: u8,
    right: u8,
}

impl Forest {
    /// Reads a forest; none if the bytes are not one that can be evaluated to its end.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Forest> {
        let rounds = usize::from(bytes.u16()?);
        let classes = usize::from(bytes.u16()?);
        let features = usize::from(bytes.u16()?);
        let mut thresholds = Vec::new();
        for _ in 0..features {
            let count = bytes.u8()?;
            let of_feature: Vec<f32> = (0..count).map(|_| bytes.f32()).collect::<Option<_>>()?;
            thresholds.push(of_feature);
        }
        let unit = f64::from(bytes.f32()?);
        let trees = (0..rounds * classes)
            .map(|_| Tree::read(bytes, &thresholds))
            .collect::<Option<_>>()?;
        Some(Forest {
            classes,
            thresholds,
            unit,
            trees,
        })
    }

    /// The number of features that a page must have.
    pub fn features(&self) -> usize {
        self.thresholds.len()
    }

    /// The score of each class, before any transformation. Leaves are summed as integers.
    pub fn scores(&self, features: &[f32]) -> Vec<f64> {
        let bins: Vec<u8> = self
            .thresholds
            .iter()
            .zip(features)
            // The number of thresholds below the value: it goes left at the bin's own and later.
            .map(|(thresholds, value)| thresholds.partition_point(|t| t < value) as u8)
            .collect();
        let mut sums = vec![0i64; self.classes];
        for round in self.trees.chunks(self.classes.max(1)) {
            for (sum, tree) in sums.iter_mut().zip(round) {
                *sum += i64::from(tree.leaf(&bins));
            }
        }
        sums.into_iter().map(|sum| sum as f64 * self.unit).collect()
    }
}

impl Tree {
    fn read(bytes: &mut Reader<'_>, thresholds: &[Vec<f32>]) -> Option<Tree> {
        let leaves = bytes.u8()?;
        if leaves == 0 || leaves > LEAF {
            return None;
        }
        let mut splits = Vec::new();
        for position in 0..leaves - 1 {
            let split = Split {
                feature: bytes.u8()?,
                threshold: bytes.u8()?,
                left: bytes.u8()?,
                right: bytes.u8()?,
            };
            // Children come after their parents, so that every walk ends.
            let sound = |child: u8| match child.checked_sub(LEAF) {
                Some(leaf) => leaf < leaves,
                None => child > position && child < leaves - 1,
            };
            let of_feature = thresholds.get(usize::from(split.feature))?;
            if usize::from(split.threshold) >= of_feature.len()
                || !sound(split.left)
                || !sound(split.right)
            {
                return None;
            }
            splits.push(split);
        }
        let leaves = (0..leaves)
            .map(|_| bytes.i32())
            .collect::<Option<Vec<i32>>>()?;
        Some(Tree { splits, leaves })
    }

    fn leaf(&self, bins: &[u8]) -> i32 {
        let mut at = if self.splits.is_empty() { LEAF } else { 0 };
        while at < LEAF {
            let split = self.splits[usize::from(at)];
            at = if bins[usize::from(split.feature)] <= split.threshold {
                split.left
            } else {
                split.right
            };
        }
        self.leaves[usize::from(at - LEAF)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two classes, two features; the first class's tree splits twice, the second's not at all.
    fn bytes() -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [1u16, 2, 2] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(2);
        bytes.extend(1.5f32.to_le_bytes());
        bytes.extend(3.0f32.to_le_bytes());
        bytes.push(1);
        bytes.extend(0.0f32.to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        bytes.extend([3, 0, 1, 1, LEAF, 1, 0, LEAF + 1, LEAF + 2]);
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
        let forest = read(&bytes()).unwrap();
        assert_eq!(forest.features(), 2);
        for (features, score) in [
            ([3.1, 5.0], 0.5),
            ([3.0, 0.0], 1.0),
            ([3.0, 0.1], -2.0),
            ([f32::MIN, f32::MIN], 1.0),
        ] {
            assert_eq!(forest.scores(&features), [score, 3.5], "{features:?}");
        }
    }

    #[test]
    fn unsound_bytes_are_none() {
        let good = bytes();
        for length in 0..good.len() {
            assert!(read(&good[..length]).is_none(), "{length}");
        }
        let tree = 6 + 1 + 8 + 1 + 4 + 4;
        for (place, byte) in [
            (tree, 0),
            (tree + 1, 2),
            (tree + 2, 2),
            (tree + 3, 0),
            (tree + 3, 2),
            (tree + 4, LEAF + 3),
        ] {
            let mut bad = good.clone();
            bad[place] = byte;
            assert!(read(&bad).is_none(), "{place}");
        }
    }
}
