//! Boosted trees of one class and six levels of splits at most, completed: every way down has six steps, so that rows go
//! down side by side without a branch, and no place has to be checked.
//!
//! Blocks that an eighth, a quarter or half of the trees decide skip the others: the bounds are tuned for `auto`.

use std::array;

use crate::interrupts::{self, CHECK_BYTES};
use crate::learn::forest::{self, Forest};
use crate::learn::splits::Child;
use crate::memory::{OutOfMemory, try_collect, try_filled};

pub const WIDTH: usize = 256;

/// The features of a page that trees ask for, the features of one of its blocks, and zeros.
pub type FeatureRow = [f32; WIDTH];

/// Rows that walk down a tree side by side.
const ABREAST: usize = 8;

/// The shares of the trees, as divisors, after which rows may skip the others.
const STAGES: [usize; 3] = [8, 4, 2];

/// The score below which a row skips the other trees: a probability of .12, which they would lower further.
const HOPELESS: f64 = -2.0;

/// By how much the score of such a row is lowered in place of the other trees. It was chosen for the first model of `auto`
/// (one in 25 of such blocks was content) and kept.
const LOWERED: f64 = 1.0;

/// The score above which a row skips the other trees: a probability of .95, which they would raise further. Chosen on the
/// folds of `auto`: no set's F1 differs in the third digit.
const SURE: f64 = 3.0;

/// By how much the score of such a row is raised in place of the other trees.
const RAISED: f64 = 0.5;

#[derive(Debug)]
pub struct CompleteForest {
    page_features: usize,
    width: usize,
    /// The features of the page that a tree asks for, in ascending order.
    asked: Vec<u16>,
    unit: f64,
    trees: Vec<Tree>,
}

/// A split, and below it two more of the next level, or two leaves. Trees are made of types and not of places in a list,
/// so that the way down takes no arithmetic but the size of what is passed over.
#[derive(Debug)]
struct Split<B> {
    /// A value up to the threshold goes left.
    threshold: f32,
    feature: u8,
    below: [B; 2],
}

type Tree = Split<Split<Split<Split<Split<Split<i32>>>>>>;

/// What stands on one level of a tree.
trait Level: Sized {
    /// Returns what stands below, completed; `None` if the tree has more levels. `place_of` returns the place of a feature
    /// in a row.
    fn complete(
        child: u8,
        splits: &[forest::Split],
        leaves: &[i32],
        place_of: &impl Fn(u16) -> Option<u8>,
    ) -> Option<Self>;

    /// Returns the leaves to which rows lead that have come to these places.
    fn leaves(at: [&Self; ABREAST], rows: &[FeatureRow; ABREAST]) -> [i32; ABREAST];
}

impl Level for i32 {
    fn complete(child: u8, _: &[forest::Split], leaves: &[i32], _: &impl Fn(u16) -> Option<u8>) -> Option<Self> {
        child.is_leaf().then(|| leaves[child.place()])
    }

    fn leaves(at: [&Self; ABREAST], _: &[FeatureRow; ABREAST]) -> [i32; ABREAST] {
        at.map(|leaf| *leaf)
    }
}

impl<B: Level> Level for Split<B> {
    fn complete(
        child: u8,
        splits: &[forest::Split],
        leaves: &[i32],
        place_of: &impl Fn(u16) -> Option<u8>,
    ) -> Option<Self> {
        // A leaf of a shallower tree stands below all ways from here.
        let (threshold, feature, below) = if child.is_leaf() {
            (f32::INFINITY, 0, [child; 2])
        } else {
            let split = splits[child.place()];
            (split.threshold, place_of(split.feature)?, [split.left, split.right])
        };
        let [left, right] = below.map(|child| B::complete(child, splits, leaves, place_of));
        Some(Split {
            threshold,
            feature,
            below: [left?, right?],
        })
    }

    #[inline(always)]
    fn leaves(at: [&Self; ABREAST], rows: &[FeatureRow; ABREAST]) -> [i32; ABREAST] {
        let next = |lane: usize| {
            let split = at[lane];
            &split.below[usize::from(rows[lane][usize::from(split.feature)] > split.threshold)]
        };
        B::leaves(array::from_fn(next), rows)
    }
}

impl CompleteForest {
    /// Completes a forest. Returns `None` if it has several classes, more than [`WIDTH`] features in a row, or trees of
    /// more than six levels.
    pub fn of(forest: &Forest) -> Option<Self> {
        let page_features = forest.page_features();
        let splits = forest.trees().flat_map(|(_, splits, _)| splits);
        let mut asked: Vec<u16> =
            splits.map(|split| split.feature).filter(|feature| usize::from(*feature) < page_features).collect();
        asked.sort_unstable();
        asked.dedup();
        let width = asked.len() + forest.features() - page_features;
        if forest.classes() != 1 || width > WIDTH {
            return None;
        }
        let place = |feature: u16| {
            let of_block = usize::from(feature).checked_sub(page_features);
            let place = match of_block {
                Some(of_block) => asked.len() + of_block,
                None => asked.binary_search(&feature).ok()?,
            };
            u8::try_from(place).ok()
        };
        let trees = forest
            .trees()
            .map(|(root, splits, leaves)| Tree::complete(root, splits, leaves, &place))
            .collect::<Option<_>>()?;
        Some(CompleteForest {
            page_features,
            width,
            unit: forest.unit(),
            trees,
            asked,
        })
    }

    /// Returns the number of features of a page.
    pub fn page_features(&self) -> usize {
        self.page_features
    }

    /// Returns the number of features of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the features of a page with which a row begins, given all of them, and `None` if their number is wrong.
    pub fn asked(&self, of_page: &[f32]) -> Option<Vec<f32>> {
        let asked = self.asked.iter().map(|feature| of_page.get(usize::from(*feature)).copied());
        (of_page.len() == self.page_features).then(|| asked.collect())?
    }

    /// Returns the score of every row, a logit.
    pub fn scores(&self, rows: &[FeatureRow]) -> Result<Vec<f64>, OutOfMemory> {
        let mut sums = try_filled(0i64, rows.len())?;
        let mut scores = try_filled(0.0, rows.len())?;
        let mut undecided: Vec<u32> = try_collect(0..rows.len() as u32)?;
        let mut from = 0;
        let mut until_check = 0;
        // Rows in one place: the processor has no registers for the addresses of all of them.
        let mut abreast: [FeatureRow; ABREAST] = [[0.0; WIDTH]; ABREAST];
        for divisor in STAGES.into_iter().chain([1]) {
            let to = self.trees.len() / divisor;
            for some in undecided.chunks(ABREAST) {
                if until_check == 0 {
                    interrupts::check();
                    until_check = CHECK_BYTES;
                }
                until_check = until_check.saturating_sub(ABREAST * (to - from) + 1);
                // Where there are fewer, the last walks along with itself.
                let place = |lane: usize| some[lane.min(some.len() - 1)] as usize;
                for (lane, row) in abreast.iter_mut().enumerate() {
                    row[..self.width].copy_from_slice(&rows[place(lane)][..self.width]);
                }
                let added = sums_of_leaves(&self.trees[from..to], &abreast);
                for (row, added) in some.iter().zip(added) {
                    sums[*row as usize] += added;
                }
            }
            let is_last = to == self.trees.len();
            undecided.retain(|row| {
                let score = sums[*row as usize] as f64 * self.unit;
                let skips = match score {
                    _ if is_last => None,
                    score if score < HOPELESS => Some(-LOWERED),
                    score if score > SURE => Some(RAISED),
                    _ => None,
                };
                scores[*row as usize] = score + skips.unwrap_or(0.0);
                skips.is_none()
            });
            from = to;
        }
        Ok(scores)
    }
}

/// Returns the sums of the leaves to which each row leads. Leaves are summed as integers.
fn sums_of_leaves(trees: &[Tree], rows: &[FeatureRow; ABREAST]) -> [i64; ABREAST] {
    let mut sums = [0i64; ABREAST];
    for tree in trees {
        for (sum, leaf) in sums.iter_mut().zip(Tree::leaves([tree; ABREAST], rows)) {
            *sum += i64::from(leaf);
        }
    }
    sums
}

#[cfg(test)]
mod tests;
