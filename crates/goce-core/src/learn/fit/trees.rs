//! Growing decision trees over binned features. What a split gains is a [`Criterion`]'s.

use std::ops::{AddAssign, Range, Sub};

use super::bins::{Bins, MOST_BINS};
use crate::learn::random::Random;
use crate::prelude::*;

/// Features whose histograms are made side by side: one row after the other often falls into the same bin of a feature, and
/// would wait for the one before.
const ABREAST: usize = 8;

/// Two sums over the rows of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums<T>(pub [T; 2]);

impl<T: AddAssign> AddAssign for Sums<T> {
    fn add_assign(&mut self, Sums([first, second]): Self) {
        self.0[0] += first;
        self.0[1] += second;
    }
}

impl<T: Copy + Sub<Output = T>> Sub for Sums<T> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Sums([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }
}

/// What trees are grown for.
pub trait Criterion {
    /// What is summed up over rows.
    type Number: Copy + Default + AddAssign + Sub<Output = Self::Number>;

    /// A split gains more than this share of the node's score.
    const LEAST_GAIN: f64;

    /// Returns what a row adds to the sums of its node.
    fn of_row(&self, row: u32) -> Sums<Self::Number>;

    /// Returns the score of a node with these sums. A split gains the scores of its sides less that of the node.
    fn score(&self, sums: Sums<Self::Number>) -> f64;

    /// Returns `true` if a side with these sums is large enough.
    fn may_be_side(&self, sums: Sums<Self::Number>) -> bool;

    /// Returns `true` if a node with these sums is not split.
    fn is_leaf(&self, sums: Sums<Self::Number>) -> bool;
}

/// A node of a grown tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node<L> {
    /// A split; the node behind it is its left child.
    Split {
        feature: u16,
        /// The number of the feature's threshold. Values up to it go left.
        threshold: u8,
    },
    Leaf(L),
}

/// A node whose leaves have the sums of their rows.
pub type GrownNode<T> = Node<Sums<T>>;

/// The features that compete for a split.
#[derive(Debug)]
pub struct Candidates<'c> {
    pub features: Vec<u16>,
    /// With random numbers so many features are drawn for each split, and more until one of them divides the rows; without,
    /// all compete for each.
    pub drawn: Option<(usize, &'c mut Random)>,
}

impl Candidates<'_> {
    /// Puts the features that compete after `before` others behind these. Returns their number, at most [`ABREAST`].
    fn next(&mut self, before: usize, is_found: bool) -> usize {
        let left = self.features.len() - before;
        let Some((count, random)) = &mut self.drawn else {
            return left.min(ABREAST);
        };
        let wanted = count.saturating_sub(before).max(usize::from(!is_found)).min(left).min(ABREAST);
        for place in before..before + wanted {
            let drawn = random.below(self.features.len() - place);
            self.features.swap(place, place + drawn);
        }
        wanted
    }
}

/// Returns the nodes of a tree in preorder, left before right, or `None` if they are more than `most`. `rows` are what it is
/// grown on, and `depth` the most splits from the root to a leaf.
pub fn grow<C: Criterion>(
    bins: &Bins,
    criterion: &C,
    rows: Vec<u32>,
    mut candidates: Candidates<'_>,
    depth: usize,
    most: usize,
) -> Fallible<Option<Vec<GrownNode<C::Number>>>> {
    let mut growing = Growing {
        bins,
        criterion,
        side: try_filled(0, rows.len())?,
        rows,
        countdown: Countdown::new(CHECK_BYTES),
    };
    let mut nodes = Vec::new();
    let mut open = vec![Part {
        rows: 0..growing.rows.len(),
        sums: growing.sums(),
        depth: 0,
    }];
    while let Some(part) = open.pop() {
        if nodes.len() >= most {
            return Ok(None);
        }
        growing.countdown.charge(part.rows.len());
        let is_leaf = part.depth >= depth || criterion.is_leaf(part.sums);
        let best = if is_leaf {
            None
        } else {
            growing.best(&part, &mut candidates)
        };
        let Some(best) = best else {
            nodes.try_push(Node::Leaf(part.sums))?;
            continue;
        };
        nodes.try_push(Node::Split {
            feature: best.feature,
            threshold: best.bin,
        })?;
        let middle = part.rows.start + growing.divide(&part, best);
        let depth = part.depth + 1;
        // The left side is taken first.
        open.push(Part {
            rows: middle..part.rows.end,
            sums: part.sums - best.left,
            depth,
        });
        open.push(Part {
            rows: part.rows.start..middle,
            sums: best.left,
            depth,
        });
    }
    Ok(Some(nodes))
}

/// The rows of a node that is still to be made.
struct Part<T> {
    rows: Range<usize>,
    sums: Sums<T>,
    depth: usize,
}

struct Growing<'a, C> {
    bins: &'a Bins,
    criterion: &'a C,
    /// Those of a node are neighbours.
    rows: Vec<u32>,
    /// A buffer for the rows of one side.
    side: Vec<u32>,
    countdown: Countdown,
}

/// The best split of a node so far.
#[derive(Clone, Copy)]
struct Best<T> {
    gain: f64,
    feature: u16,
    /// The last bin that goes left.
    bin: u8,
    left: Sums<T>,
}

impl<C: Criterion> Growing<'_, C> {
    /// Returns the sums of all rows.
    fn sums(&self) -> Sums<C::Number> {
        let mut sums = Sums::default();
        for row in &self.rows {
            sums += self.criterion.of_row(*row);
        }
        sums
    }

    /// Returns the split that gains the most.
    fn best(&mut self, part: &Part<C::Number>, candidates: &mut Candidates<'_>) -> Option<Best<C::Number>> {
        let before = self.criterion.score(part.sums);
        let mut best: Option<Best<C::Number>> = None;
        let mut competed = 0;
        loop {
            let next = candidates.next(competed, best.is_some());
            if next == 0 {
                return best;
            }
            let mut columns = [(0, &[][..]); ABREAST];
            let mut count = 0;
            for feature in &candidates.features[competed..competed + next] {
                // Features that divide no rows take time too.
                self.countdown.charge(1);
                if !self.bins.thresholds[usize::from(*feature)].is_empty() {
                    self.countdown.charge(part.rows.len() + MOST_BINS);
                    columns[count] = (*feature, self.bins.column(usize::from(*feature)));
                    count += 1;
                }
            }
            competed += next;
            let columns = &columns[..count];
            let mut histograms = [[Sums::default(); MOST_BINS]; ABREAST];
            for row in &self.rows[part.rows.clone()] {
                let of_row = self.criterion.of_row(*row);
                for ((_, column), histogram) in columns.iter().zip(&mut histograms) {
                    histogram[usize::from(column[*row as usize]) % MOST_BINS] += of_row;
                }
            }
            for ((feature, _), histogram) in columns.iter().zip(&histograms) {
                self.consider(part.sums, before, *feature, histogram, &mut best);
            }
        }
    }

    /// Puts the best split by a feature, given its histogram, in place of the best so far if it gains more.
    fn consider(
        &self,
        all: Sums<C::Number>,
        before: f64,
        feature: u16,
        histogram: &[Sums<C::Number>],
        best: &mut Option<Best<C::Number>>,
    ) {
        let thresholds = self.bins.thresholds[usize::from(feature)].len();
        let mut left = Sums::default();
        for (bin, of_bin) in histogram[..thresholds].iter().enumerate() {
            left += *of_bin;
            let right = all - left;
            if !self.criterion.may_be_side(left) || !self.criterion.may_be_side(right) {
                continue;
            }
            let gain = self.criterion.score(left) + self.criterion.score(right) - before;
            if gain > best.map_or(C::LEAST_GAIN * before, |best| best.gain) {
                *best = Some(Best {
                    gain,
                    feature,
                    bin: bin as u8,
                    left,
                });
            }
        }
    }

    /// Moves the rows that go left to the front. Both sides keep their order. Returns the number on the left.
    fn divide(&mut self, part: &Part<C::Number>, best: Best<C::Number>) -> usize {
        let column = self.bins.column(usize::from(best.feature));
        let rows = &mut self.rows[part.rows.clone()];
        let (mut count, mut right) = (0, 0);
        for place in 0..rows.len() {
            let row = rows[place];
            if column[row as usize] <= best.bin {
                rows[count] = row;
                count += 1;
            } else {
                self.side[right] = row;
                right += 1;
            }
        }
        rows[count..].copy_from_slice(&self.side[..right]);
        count
    }
}
