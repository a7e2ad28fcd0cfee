//! Boosted trees of one class and six levels of splits at most, completed: every way down has six steps, so that rows go
//! down side by side without a branch, and no place has to be checked.
//!
//! Blocks that an eighth, a quarter or half of the trees decide skip the others: the bounds are tuned for `auto`.

use crate::learn::forest::{Forest, Split};
use crate::learn::splits::Child;
use crate::prelude::*;

pub const WIDTH: usize = 256;

/// The features of a page that trees ask for, the features of one of its blocks, and zeros.
pub type FeatureRow = [f32; WIDTH];

/// Rows that walk down a tree side by side.
const ABREAST: usize = 8;

#[derive(Debug)]
pub struct CompleteForest {
    /// The number of features of a page.
    pub page_features: usize,
    /// The number of features of a row.
    pub width: usize,
    /// The features of the page that a tree asks for, in ascending order.
    asked: Vec<u16>,
    unit: f64,
    trees: Vec<Tree>,
}

/// The levels of splits of a tree.
const LEVELS: usize = 6;
const LEAVES: usize = 1 << LEVELS;

/// A complete tree: its splits level by level, and the leaves below the last level.
#[derive(Debug)]
struct Tree {
    /// A value up to the threshold goes left.
    thresholds: [f32; LEAVES - 1],
    features: [u8; LEAVES - 1],
    leaves: [i32; LEAVES],
}

impl Tree {
    /// Returns a completed tree; `None` if it has more levels. `place_of` returns the place of a feature in a row.
    fn complete(root: u8, splits: &[Split], leaves: &[i32], place_of: &impl Fn(u16) -> Option<u8>) -> Option<Self> {
        let mut tree = Tree {
            // A leaf of a shallower tree stands below all ways from here.
            thresholds: [f32::INFINITY; LEAVES - 1],
            features: [0; LEAVES - 1],
            leaves: [0; LEAVES],
        };
        // What stands on a level, from the left.
        let mut level = [root; LEAVES];
        for width in (0..LEVELS).map(|level| 1 << level) {
            // From the right: the two below take the place of what stands there or right of it.
            for at in (0..width).rev() {
                let mut below = [level[at]; 2];
                if !level[at].is_leaf() {
                    let split = splits[level[at].place()];
                    tree.thresholds[width - 1 + at] = split.threshold;
                    tree.features[width - 1 + at] = place_of(split.feature)?;
                    below = [split.left, split.right];
                }
                level[2 * at..][..2].copy_from_slice(&below);
            }
        }
        for (leaf, child) in tree.leaves.iter_mut().zip(level) {
            *leaf = child.is_leaf().then(|| leaves[child.place()])?;
        }
        Some(tree)
    }

    /// Takes rows one level down. Their places on a level count from 1, and are of 32 bits, so that the compiler makes one
    /// subtraction with carry of a comparison and no multiplication of a place; it sees that no place is beyond the level.
    #[inline(always)]
    fn descend<const LEVEL: usize>(&self, at: &mut [u32; ABREAST], rows: &[FeatureRow; ABREAST]) {
        for (at, row) in at.iter_mut().zip(rows) {
            let split = (1 << LEVEL) + *at as usize - 2;
            let goes_left = row[usize::from(self.features[split])] <= self.thresholds[split];
            *at = 2 * *at - u32::from(goes_left);
        }
    }

    /// Returns the leaves to which rows lead.
    #[inline(always)]
    fn leaves(&self, rows: &[FeatureRow; ABREAST]) -> [i32; ABREAST] {
        let mut at = [1; ABREAST];
        self.descend::<0>(&mut at, rows);
        self.descend::<1>(&mut at, rows);
        self.descend::<2>(&mut at, rows);
        self.descend::<3>(&mut at, rows);
        self.descend::<4>(&mut at, rows);
        self.descend::<5>(&mut at, rows);
        at.map(|at| self.leaves[at as usize - 1])
    }
}

impl CompleteForest {
    /// Completes a forest. Returns `None` if it has several classes, more than [`WIDTH`] features in a row, or trees of
    /// more than six levels.
    pub fn of(forest: &Forest) -> Option<Self> {
        let page_features = forest.page_features;
        let splits = forest.trees().flat_map(|(_, splits, _)| splits);
        let mut asked: Vec<u16> =
            splits.map(|split| split.feature).filter(|feature| usize::from(*feature) < page_features).collect();
        asked.sort_unstable();
        asked.dedup();
        let width = asked.len() + forest.features - page_features;
        if forest.classes != 1 || width > WIDTH {
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
            unit: forest.unit,
            trees,
            asked,
        })
    }

    /// Returns the features of a page with which a row begins, given all of them, and `None` if their number is wrong.
    pub fn asked(&self, of_page: &[f32]) -> Option<Vec<f32>> {
        let asked = self.asked.iter().map(|feature| of_page.get(usize::from(*feature)).copied());
        (of_page.len() == self.page_features).then(|| asked.collect())?
    }

    /// Returns the score of every row, a logit.
    pub fn scores(&self, rows: &[FeatureRow]) -> Fallible<Vec<f64>> {
        let mut sums = try_filled(0i64, rows.len())?;
        let mut scores = try_filled(0.0, rows.len())?;
        let mut undecided: Vec<u32> = try_collect(0..rows.len() as u32)?;
        let (mut from, mut countdown) = (0, Countdown::new(CHECK_BYTES));
        interrupts::check();
        // Rows in one place: the processor has no registers for the addresses of all of them.
        let mut abreast: [FeatureRow; ABREAST] = [[0.0; WIDTH]; ABREAST];
        // The shares of the trees, as divisors, after which rows may skip the others.
        for divisor in [8, 4, 2, 1] {
            let to = self.trees.len() / divisor;
            for some in undecided.chunks(ABREAST) {
                countdown.charge(ABREAST * (to - from) + 1);
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
                    // A probability of .12, which they would lower further. By how much it is lowered was chosen for the
                    // first model of `auto` (one in 25 of such blocks was content) and kept.
                    score if score < -2.0 => Some(-1.0),
                    // .95, which they would raise further. Chosen on the folds of `auto`: no set's F1 differs in the third
                    // digit.
                    score if score > 3.0 => Some(0.5),
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
        for (sum, leaf) in sums.iter_mut().zip(tree.leaves(rows)) {
            *sum += i64::from(leaf);
        }
    }
    sums
}

#[cfg(test)]
mod tests;
