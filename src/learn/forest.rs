//! Boosted trees over features of pages and of their blocks.
//!
//! The file, little-endian: the numbers of rounds, of classes (trees a round), of features of the page, and of features
//! in all (u16 each); the features' thresholds ([`read_thresholds`]); the value of one unit of a leaf (f32); then the
//! trees, class by class within a round: the number of leaves (u8), the splits (feature u16, threshold u8, left u8,
//! right u8) and the leaves (i32). A child below 128 is a split, others are leaves less 128.

use super::reader::Reader;
use super::splits::{self, Child, leaf, read_thresholds};
use crate::memory::{OutOfMemory, try_collect, try_filled};
use crate::tick::Tick;

/// Walks of some rows down a tree between two ticks.
const TICK_EVERY: usize = 4096;

/// A child with this bit is a leaf.
const LEAF: u8 = u8::LEAF;

/// A split in eight bytes: trees have up to 128 leaves.
type Split = splits::Split<u8>;

/// Boosted trees, a fixed number for each class.
#[derive(Debug)]
pub struct Forest {
    classes: usize,
    page_features: usize,
    features: usize,
    unit: f64,
    /// The trees, the classes alternating.
    trees: Vec<Tree>,
    splits: Vec<Split>,
    leaves: Vec<i32>,
    /// The splits by features of the page, the deepest of a tree first.
    of_page: Vec<OfPage>,
}

/// A split by a feature of the page.
#[derive(Clone, Copy, Debug)]
struct OfPage {
    tree: u32,
    split: u32,
    /// The split that leads to it; its own place for a tree's first.
    parent: u32,
}

/// Where a tree's splits and leaves start, and how it is entered.
#[derive(Clone, Copy, Debug)]
struct Tree {
    splits: u32,
    leaves: u32,
    root: u8,
}

impl Forest {
    /// Reads a forest. Returns `None` if the bytes are not one in which every walk ends at a leaf.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Forest> {
        let rounds = usize::from(bytes.u16()?);
        let classes = usize::from(bytes.u16()?);
        let page_features = usize::from(bytes.u16()?);
        let features = usize::from(bytes.u16()?);
        if page_features > features {
            return None;
        }
        let thresholds = read_thresholds(bytes, features, &mut || ())?;
        let mut forest = Forest {
            classes,
            page_features,
            features,
            unit: f64::from(bytes.f32()?),
            trees: Vec::new(),
            splits: Vec::new(),
            leaves: Vec::new(),
            of_page: Vec::new(),
        };
        for _ in 0..rounds * classes {
            forest.read_tree(bytes, &thresholds)?;
        }
        Some(forest)
    }

    fn read_tree(&mut self, bytes: &mut Reader<'_>, thresholds: &[Vec<f32>]) -> Option<()> {
        let leaves = bytes.u8()?;
        if leaves == 0 || leaves > LEAF {
            return None;
        }
        let (tree, start) = (self.trees.len() as u32, self.splits.len());
        self.trees.push(Tree {
            splits: self.splits.len() as u32,
            leaves: self.leaves.len() as u32,
            root: if leaves == 1 { LEAF } else { 0 },
        });
        for position in 0..leaves - 1 {
            let feature = bytes.u16()?;
            let threshold = bytes.u8()?;
            let split = Split {
                feature,
                threshold: *thresholds
                    .get(usize::from(feature))?
                    .get(usize::from(threshold))?,
                left: bytes.u8()?,
                right: bytes.u8()?,
            };
            // Children come after their parents, so that every walk ends.
            let sound = |child: u8| match child.checked_sub(LEAF) {
                Some(leaf) => leaf < leaves,
                None => child > position && child < leaves - 1,
            };
            if !sound(split.left) || !sound(split.right) {
                return None;
            }
            self.splits.push(split);
        }
        for _ in 0..leaves {
            self.leaves.push(bytes.i32()?);
        }
        let splits = &mut self.splits[start..];
        let mut parents = [0u32; LEAF as usize];
        for (position, split) in splits.iter().enumerate() {
            for child in [split.left, split.right] {
                if let Some(parent) = parents.get_mut(usize::from(child)) {
                    *parent = position as u32;
                }
            }
        }
        for position in (0..splits.len()).rev() {
            if usize::from(splits[position].feature) < self.page_features {
                self.of_page.push(OfPage {
                    tree,
                    split: (start + position) as u32,
                    parent: start as u32 + parents[position],
                });
            }
        }
        Some(())
    }

    /// Returns the number of features that a page must have.
    pub fn page_features(&self) -> usize {
        self.page_features
    }

    /// Returns the number of features that a block must have.
    pub fn block_features(&self) -> usize {
        self.features - self.page_features
    }

    /// Returns the score of each class, a logit, from the features of a page and a block. Returns `None` if there are
    /// not as many features as there should be. Leaves are summed as integers.
    pub fn scores(&self, features: &[f32]) -> Option<Vec<f64>> {
        if features.len() != self.features {
            return None;
        }
        let mut sums = vec![0i64; self.classes];
        for round in self.trees.chunks(self.classes.max(1)) {
            for (sum, tree) in sums.iter_mut().zip(round) {
                let splits = &self.splits[tree.splits as usize..];
                let leaf = leaf(splits, tree.root, features);
                *sum += i64::from(self.leaves[tree.leaves as usize + leaf]);
            }
        }
        Some(sums.into_iter().map(|sum| sum as f64 * self.unit).collect())
    }

    /// Returns the trees without the splits that a page's features decide. Returns `None` if they are not as many as
    /// they should be.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn on_page(&self, features: &[f32]) -> Result<Option<OnPage<'_>>, OutOfMemory> {
        if features.len() != self.page_features {
            return Ok(None);
        }
        let mut on_page = OnPage {
            forest: self,
            trees: try_collect(self.trees.iter().copied())?,
            splits: try_collect(self.splits.iter().copied())?,
        };
        for OfPage {
            tree,
            split,
            parent,
        } in &self.of_page
        {
            // What lies deeper has been decided, so that its children are final.
            let decided = on_page.splits[*split as usize];
            let child = decided.child(features[usize::from(decided.feature)]);
            let tree = &mut on_page.trees[*tree as usize];
            let own = (split - tree.splits) as u8;
            if own == tree.root {
                tree.root = child;
            } else {
                let parent = &mut on_page.splits[*parent as usize];
                let link = if parent.left == own {
                    &mut parent.left
                } else {
                    &mut parent.right
                };
                *link = child;
            }
        }
        Ok(Some(on_page))
    }
}

/// The trees of a forest for the blocks of one page.
#[derive(Debug)]
pub struct OnPage<'f> {
    forest: &'f Forest,
    trees: Vec<Tree>,
    splits: Vec<Split>,
}

/// The shares of the trees, as divisors, after which blocks may be spared the others.
const STAGES: [usize; 3] = [8, 4, 2];

/// The score below which a block is spared the other trees: a probability of .12, which they would lessen further.
const HOPELESS: f64 = -2.0;

/// By how much the score of such a block is lowered, so that on the whole they are what they are
/// found to be: of 25 one is content. (The other trees would make that one of hundreds.)
const SPARED: f64 = 1.0;

/// Rows that walk down a tree side by side.
const ABREAST: usize = 8;

impl OnPage<'_> {
    /// Returns the score of every block, a logit, by a forest of one class. `blocks` has the blocks' features, row
    /// after row.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn scores_of_blocks(
        &self,
        blocks: &[f32],
        tick: Tick<'_>,
    ) -> Result<Vec<f64>, OutOfMemory> {
        // A forest over no features of blocks tells none from another.
        let width = self.forest.block_features().max(1);
        let count = blocks.len() / width;
        let mut sums = try_filled(0i64, count)?;
        let mut scores = try_filled(0.0, count)?;
        let mut hopeful: Vec<u32> = try_collect(0..count as u32)?;
        let mut from = 0;
        let mut until_tick = 0;
        for divisor in STAGES.into_iter().chain([1]) {
            let to = self.trees.len() / divisor;
            for some in hopeful.chunks(ABREAST) {
                if until_tick == 0 {
                    tick();
                    until_tick = TICK_EVERY;
                }
                until_tick = until_tick.saturating_sub(to - from + 1);
                self.add_leaves(from..to, blocks, some, &mut sums);
            }
            let is_last = to == self.trees.len();
            hopeful.retain(|block| {
                let score = sums[*block as usize] as f64 * self.forest.unit;
                let is_hopeless = !is_last && score < HOPELESS;
                scores[*block as usize] = score - if is_hopeless { SPARED } else { 0.0 };
                !is_hopeless
            });
            from = to;
        }
        Ok(scores)
    }

    /// Adds the leaves of some trees to the sums of at most [`ABREAST`] blocks.
    fn add_leaves(
        &self,
        trees: std::ops::Range<usize>,
        blocks: &[f32],
        some: &[u32],
        sums: &mut [i64],
    ) {
        let width = self.forest.block_features();
        // Where there are fewer, the last walks along with itself.
        let rows = std::array::from_fn(|place| some[place.min(some.len() - 1)] as usize * width);
        let mut added = [0i64; ABREAST];
        for tree in &self.trees[trees] {
            let leaves = self.leaves_abreast(tree, blocks, rows);
            for (sum, leaf) in added.iter_mut().zip(leaves) {
                *sum += i64::from(leaf);
            }
        }
        for (block, sum) in some.iter().zip(added) {
            sums[*block as usize] += sum;
        }
    }

    /// The leaves of several rows, which begin at these places: their walks do not wait for one
    /// another. (Walks without branches, all as long as the longest, took twice the time.)
    fn leaves_abreast(
        &self,
        tree: &Tree,
        blocks: &[f32],
        rows: [usize; ABREAST],
    ) -> [i32; ABREAST] {
        let splits = &self.splits[tree.splits as usize..];
        let page = self.forest.page_features;
        let mut at = [tree.root; ABREAST];
        while at.iter().any(|at| *at < LEAF) {
            for (row, at) in rows.iter().zip(&mut at) {
                if *at < LEAF {
                    let split = splits[usize::from(*at)];
                    *at = split.child(blocks[row + usize::from(split.feature) - page]);
                }
            }
        }
        let leaves = &self.forest.leaves[tree.leaves as usize..];
        at.map(|at| leaves[usize::from(at - LEAF)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two classes, two features, the second of blocks; the first class's tree splits twice, the second's not at all.
    fn bytes(page_features: u16) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [1u16, 2, page_features, 2] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(2);
        bytes.extend(1.5f32.to_le_bytes());
        bytes.extend(3.0f32.to_le_bytes());
        bytes.push(1);
        bytes.extend(0.0f32.to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        bytes.extend([3, 0, 0, 1, 1, LEAF, 1, 0, 0, LEAF + 1, LEAF + 2]);
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
        for page_features in 0..=2 {
            let forest = read(&bytes(page_features)).unwrap();
            for (features, score) in [
                ([3.1, 5.0], 0.5),
                ([3.0, 0.0], 1.0),
                ([3.0, 0.1], -2.0),
                ([f32::MIN, f32::MIN], 1.0),
            ] {
                assert_eq!(
                    forest.scores(&features).unwrap(),
                    [score, 3.5],
                    "{features:?}"
                );
            }
        }
        assert!(read(&bytes(2)).unwrap().scores(&[0.0]).is_none());
        assert!(read(&bytes(1)).unwrap().on_page(&[]).unwrap().is_none());
        assert!(read(&bytes(3)).is_none());
    }

    #[test]
    fn blocks_side_by_side_are_scored_as_one_by_one() {
        for page_features in 0..2u16 {
            let mut one_class = bytes(page_features);
            one_class[2] = 1;
            one_class.truncate(one_class.len() - 5);
            let forest = read(&one_class).unwrap();
            let width = forest.block_features();
            for of_page in [0.0, 1.5, 2.0, 9.0] {
                let page = vec![of_page; usize::from(page_features)];
                let numbers = 0..width * (2 * ABREAST + 3);
                let rows: Vec<f32> = numbers.map(|n| (n * 7 % 11) as f32 - 4.0).collect();
                let each = rows.chunks(width).map(|row| {
                    let features = [&page[..], row].concat();
                    forest.scores(&features).unwrap()[0]
                });
                let on_page = forest.on_page(&page).unwrap().unwrap();
                let scores = on_page.scores_of_blocks(&rows, &mut || ()).unwrap();
                assert_eq!(scores, each.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn unsound_bytes_are_none() {
        let good = bytes(0);
        for length in 0..good.len() {
            assert!(read(&good[..length]).is_none(), "{length}");
        }
        let tree = 8 + 1 + 8 + 1 + 4 + 4;
        for (place, byte) in [
            (tree, 0),
            (tree + 1, 2),
            (tree + 3, 2),
            (tree + 4, 0),
            (tree + 4, 2),
            (tree + 5, LEAF + 3),
        ] {
            let mut bad = good.clone();
            bad[place] = byte;
            assert!(read(&bad).is_none(), "{place}");
        }
    }
}
