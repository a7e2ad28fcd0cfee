//! The headings of a page and the sections below them.

use super::block_tokens::words_of_heading;
use super::descent::Descent;
use super::feature_writer::FeatureWriter;
use super::sums::Sums;
use super::target_encoding::{Encoded, Table};
use crate::page::prelude::*;

/// A heading and its section: the blocks from it to the next heading that is no deeper.
#[derive(Clone, Debug)]
pub struct Heading {
    pub block: usize,
    /// One past the section's last block.
    pub end: usize,
    /// The heading's level, 1 to 6.
    pub level: u8,
    /// The heading whose section this one is in.
    pub parent: Option<usize>,
    /// The joined encodings of its words.
    pub encoded: Encoded,
}

/// The headings of a page in their order.
#[derive(Debug, Default)]
pub struct Headings {
    pub all: Vec<Heading>,
    /// For each block, the number of headings up to it, itself included.
    up_to: Vec<u32>,
}

impl Headings {
    /// Returns the headings of a page.
    pub fn of(page: &Page, table: &Table) -> Fallible<Self> {
        let mut headings = Headings::default();
        headings.up_to.try_reserve_exact(page.blocks().len())?;
        let mut open: Vec<usize> = Vec::new();
        for (index, block) in page.blocks().iter().enumerate().checking(CHECK_EVERY) {
            if let Some(level) = page.heading_level(index) {
                while let Some(last) = open.pop_if(|last| headings.all[*last].level >= level) {
                    headings.all[last].end = index;
                }
                let mut encoded = Encoded::default();
                let mut add = |token| encoded.add(table.encoding(token));
                words_of_heading(page.block_text(block), level, &mut add);
                let parent = open.last().copied();
                open.try_push(headings.all.len())?;
                headings.all.try_push(Heading {
                    block: index,
                    end: page.blocks().len(),
                    level,
                    parent,
                    encoded,
                })?;
            }
            headings.up_to.push(headings.all.len() as u32);
        }
        Ok(headings)
    }

    /// Returns the heading that a block is, if it is one.
    pub fn at(&self, block: usize) -> Option<&Heading> {
        let last = self.before(block)?;
        (self.all[last].block == block).then(|| &self.all[last])
    }

    /// Returns the number of the last heading up to a block, itself included.
    pub fn before(&self, block: usize) -> Option<usize> {
        (self.up_to[block] as usize).checked_sub(1)
    }

    /// Returns the first heading among the first four of some blocks.
    pub fn of_container(&self, blocks: Range<u32>) -> Option<&Heading> {
        let first = blocks.start as usize;
        let before = first.checked_sub(1).map_or(0, |block| self.up_to[block]);
        let heading = self.all.get(before as usize)?;
        let limit = (first + 4).min(blocks.end as usize);
        (heading.block < limit).then_some(heading)
    }
}

/// Features of the blocks below a heading: the encodings of its words and of those of the headings above it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// The encoding of the heading itself.
    own: Encoded,
    /// From the outermost of these headings down to it.
    descent: Descent,
    /// The share of the page's weight in the section, and the section's blocks.
    share: f32,
    blocks: f32,
}

impl Scope {
    /// Returns the scopes of a page's headings, in their order.
    pub fn of_all(headings: &Headings, page: &Page, sums: &Sums) -> Fallible<Vec<Self>> {
        let total = sums.text_of_blocks(0..page.blocks().len()).weight.max(1.0);
        let mut scopes: Vec<Scope> = try_with_capacity(headings.all.len())?;
        for heading in headings.all.iter().checking(CHECK_EVERY) {
            let section = heading.block..heading.end;
            let share = (sums.text_of_blocks(section.clone()).weight / total) as f32;
            let above = heading.parent.map(|parent| &scopes[parent].descent);
            scopes.push(Scope {
                own: heading.encoded,
                descent: Descent::down(above, &heading.encoded, share),
                share,
                blocks: section.len() as f32,
            });
        }
        Ok(scopes)
    }

    pub fn write(&self, out: &mut impl FeatureWriter) {
        let descent = &self.descent;
        out.put([
            ("under_mean", self.own.mean()),
            ("under_sum", self.own.sum),
            ("scope_least", descent.least),
            ("scope_least_mean", descent.least_mean),
            ("scope_mean", descent.mean()),
            ("scope_sum", descent.sum),
            ("scope_outermost", descent.outermost),
            ("scope_share", self.share),
            ("scope_blocks", self.blocks),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::auto::features::Tables;

    #[test]
    fn sections_end_at_headings_that_are_no_deeper() {
        let page = Page::sample("<p>a<h1>b</h1><p>c<h2>d</h2><p>e<h2>f</h2><h3>g</h3><h1>h</h1>");
        let headings = Headings::of(&page, &Tables::default().headings).unwrap();
        let section = |heading: &Heading| (heading.block, heading.end, heading.parent);
        let sections: Vec<_> = headings.all.iter().map(section).collect();
        let expected = [
            (1, 7, None),
            (3, 5, Some(0)),
            (5, 7, Some(0)),
            (6, 7, Some(2)),
            (7, 8, None),
        ];
        assert_eq!(sections, expected);
        assert!(headings.before(0).is_none());
        assert_eq!(headings.of_container(2..6).unwrap().block, 3);
        assert!(headings.of_container(2..3).is_none());
    }
}
