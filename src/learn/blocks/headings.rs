//! The headings of a page and the sections below them.

use super::encoding::{Encoded, Table};
use super::names::words_of_heading;
use super::sums::Sums;
use crate::page::{Block, Page};

/// A heading and its section: the blocks from it to the next heading that is no deeper.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The heading's block.
    pub block: usize,
    /// One past the section's last block.
    pub end: usize,
    /// The heading's level, 1 to 6.
    pub level: u8,
    /// The heading whose section this one is in.
    pub parent: Option<usize>,
    /// What its words say.
    pub encoded: Encoded,
}

/// The headings of a page in their order.
#[derive(Debug, Default)]
pub struct Headings {
    all: Vec<Heading>,
    /// For each block, the number of headings up to it, itself included.
    up_to: Vec<u32>,
}

/// The level of a block that is a heading.
pub fn level(page: &Page, block: &Block) -> Option<u8> {
    let element = &page.nodes()[block.element];
    let parent = &page.nodes()[element.parent()];
    let level = element.tag().heading_level();
    level.or_else(|| parent.tag().heading_level())
}

impl Headings {
    /// The headings of a page.
    pub fn of(page: &Page, table: Option<&Table>) -> Self {
        let mut headings = Headings::default();
        let mut open: Vec<usize> = Vec::new();
        for (index, block) in page.blocks().iter().enumerate() {
            if let Some(level) = level(page, block) {
                while let Some(last) = open.pop_if(|last| headings.all[*last].level >= level) {
                    headings.all[last].end = index;
                }
                let mut encoded = Encoded::default();
                if let Some(table) = table {
                    words_of_heading(page.block_text(block), level, &mut |token| {
                        encoded.add(table.value(token));
                    });
                }
                let parent = open.last().copied();
                open.push(headings.all.len());
                headings.all.push(Heading {
                    block: index,
                    end: page.blocks().len(),
                    level,
                    parent,
                    encoded,
                });
            }
            headings.up_to.push(headings.all.len() as u32);
        }
        headings
    }

    /// All of them.
    pub fn all(&self) -> &[Heading] {
        &self.all
    }

    /// The heading that a block is, if it is one.
    pub fn at(&self, block: usize) -> Option<&Heading> {
        let last = self.before(block)?;
        (self.all[last].block == block).then(|| &self.all[last])
    }

    /// The last heading up to a block, itself included.
    pub fn before(&self, block: usize) -> Option<usize> {
        (self.up_to[block] as usize).checked_sub(1)
    }

    /// The headings whose sections a block is in, from the innermost out.
    pub fn around(&self, block: usize) -> impl Iterator<Item = &Heading> {
        std::iter::successors(self.before(block), |index| self.all[*index].parent)
            .map(|index| &self.all[index])
    }

    /// The first heading among the first four of some blocks.
    pub fn of_container(&self, blocks: std::ops::Range<u32>) -> Option<&Heading> {
        let first = blocks.start as usize;
        let before = first.checked_sub(1).map_or(0, |block| self.up_to[block]);
        let heading = self.all.get(before as usize)?;
        let limit = (first + 4).min(blocks.end as usize);
        (heading.block < limit).then_some(heading)
    }
}

/// What the headings around a block say, as features.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// What the innermost says.
    pub own: Encoded,
    /// The least of all, the least mean, the mean of means, the sum, the greatest.
    pub least: f32,
    /// See `least`.
    pub least_mean: f32,
    /// See `least`.
    pub mean: f32,
    /// See `least`.
    pub sum: f32,
    /// See `least`.
    pub greatest: f32,
    /// The mean of the outermost.
    pub outermost: f32,
    /// Blocks since the innermost heading, -1 without.
    pub since: f32,
    /// The share of the page's weight in its section, and the section's blocks.
    pub share: f32,
    /// See `share`.
    pub blocks: f32,
    /// How many headings there are around.
    pub count: f32,
}

impl Scope {
    /// The scope of a block, on a page of so much weight.
    pub fn of(headings: &Headings, sums: &Sums, block: usize, total: f64) -> Self {
        let mut scope = Scope {
            since: -1.0,
            ..Scope::default()
        };
        for heading in headings.around(block) {
            let encoded = heading.encoded;
            let mean = encoded.mean();
            if scope.count == 0.0 {
                let section = sums.text_of_blocks(heading.block..heading.end);
                scope.own = encoded;
                scope.least = encoded.least;
                scope.least_mean = mean;
                scope.greatest = encoded.greatest;
                scope.since = (block - heading.block) as f32;
                scope.share = (section.weight / total) as f32;
                scope.blocks = (heading.end - heading.block) as f32;
            }
            scope.least = scope.least.min(encoded.least);
            scope.least_mean = scope.least_mean.min(mean);
            scope.greatest = scope.greatest.max(encoded.greatest);
            scope.mean += mean;
            scope.sum += encoded.sum;
            scope.outermost = mean;
            scope.count += 1.0;
        }
        scope.mean /= scope.count.max(1.0);
        scope
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    #[test]
    fn sections_end_at_headings_that_are_no_deeper() {
        let page = Page::parse(
            "<p>a<h1>b</h1><p>c<h2>d</h2><p>e<h2>f</h2><h3>g</h3><h1>h</h1>",
            &Limits::default(),
            &mut || (),
        )
        .unwrap();
        let headings = Headings::of(&page, None);
        let sections: Vec<_> = headings
            .all()
            .iter()
            .map(|heading| (heading.block, heading.end, heading.parent))
            .collect();
        assert_eq!(
            sections,
            [
                (1, 7, None),
                (3, 5, Some(0)),
                (5, 7, Some(0)),
                (6, 7, Some(2)),
                (7, 8, None)
            ]
        );
        assert!(headings.before(0).is_none());
        let around: Vec<_> = headings.around(6).map(|heading| heading.block).collect();
        assert_eq!(around, [6, 5, 1]);
        assert_eq!(headings.of_container(2..6).unwrap().block, 3);
        assert!(headings.of_container(2..3).is_none());
    }
}
