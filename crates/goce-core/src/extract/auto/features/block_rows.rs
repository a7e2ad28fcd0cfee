//! The features of every block of a page, a row each, in time linear in the page.

use super::Tables;
use super::ancestors::Ancestors;
use super::blocks::{AVERAGED, Blocks, LEVELS, Words};
use super::feature_writer::{FeatureWriter, RowWriter};
use super::regions::Regions;
use super::target_encoding::Encoded;
use crate::extract::auto::complete_forest::{FeatureRow, WIDTH};
use crate::keyed::group_of;
use crate::page::Limits;
use crate::page::prelude::*;
use crate::texts::hashes::mix;

/// The most blocks whose rows are held at a time. Means over repeated blocks are taken within such a part.
pub const PART: usize = 4096;

/// The number of features that are averaged.
const MEANS: usize = AVERAGED.len();

/// Takes the indices of some blocks, and their rows.
pub type PartSink<'a> = dyn FnMut(Range<usize>, &[FeatureRow]) -> Fallible + 'a;

/// Returns the names of the features of a block, in their order.
pub fn names() -> Fallible<Vec<String>> {
    // All blocks have the same features. This page is within all limits, so that it fails for want of memory only.
    let page = Page::parse("<p>x", &Limits::default()).map_err(|_| OutOfMemory)?;
    let tables = Tables::default();
    let blocks = Blocks::of(&page, &tables)?;
    let mut names: Vec<String> = Vec::new();
    let mut ancestors = Ancestors::new(&tables);
    for position in 0..page.blocks()[0].nodes().start {
        ancestors.enter(&page, &blocks.sums, position, 1.0)?;
    }
    ancestors.measure(&page, &blocks.sums, 0..=ancestors.open.len() - 1);
    let regions = Regions::new(&blocks.containers)?;
    blocks.row(0, &Words::default(), (&ancestors, &Encoded::default()), &regions, &mut names);
    for way in 0..2 {
        Blocks::averages(&mut names, &[0.0; MEANS], [0.0; 2], way);
    }
    Ok(names)
}

impl Blocks<'_> {
    /// Calls `part` with the rows of consecutive blocks, at most [`PART`] at a time. A row has the features of the page,
    /// then those of the block in the order of [`names`], then zeros.
    pub fn rows(&self, of_page: &[f32], part: &mut PartSink<'_>) -> Fallible {
        let mut empty: FeatureRow = [0.0; WIDTH];
        empty[..of_page.len()].copy_from_slice(of_page);
        let page = self.page;
        let page_bytes = self.sums.text_of_blocks(0..page.blocks().len()).bytes.max(1) as f32;
        let mut ancestors = Ancestors::new(self.tables);
        let mut regions = Regions::new(&self.containers)?;
        let mut words_known = Map::default();
        let mut position = 0;
        let mut start = 0;
        while start < page.blocks().len() {
            let end = (start + PART).min(page.blocks().len());
            let mut rows = try_filled(empty, end - start)?;
            let mut means_from = 0;
            let mut averaged = try_with_capacity(end - start)?;
            for index in start..end {
                interrupts::check();
                let first = page.blocks()[index].nodes().start;
                while position < first {
                    ancestors.close(position);
                    // Elements within a block, and empty ones, are around no block.
                    if !self.sums.blocks(page, position).is_empty() && page.tag(position) != Tag::Text {
                        ancestors.enter(page, &self.sums, position, page_bytes)?;
                    }
                    position += 1;
                    if position.is_multiple_of(CHECK_EVERY) {
                        interrupts::check();
                    }
                }
                ancestors.close(position);
                let at = self.place_of(index, &ancestors.open);
                ancestors.measure(page, &self.sums, at.saturating_sub(LEVELS - 1)..=at);
                regions.open(page, &self.sums, &self.containers, &self.headings, &ancestors.open);
                let mut row = RowWriter::new(&mut rows[index - start], of_page.len());
                let tags = ancestors.tags(page, first)?;
                let words = self.words(index, &mut words_known)?;
                averaged.push(self.row(index, &words, (&ancestors, &tags), &regions, &mut row));
                means_from = row.at();
            }
            self.average(start..end, &averaged, means_from, &mut rows)?;
            part(start..end, &rows)?;
            start = end;
        }
        Ok(())
    }

    /// Fills in the means over the blocks that are repeated with each, from a place on.
    fn average(
        &self,
        blocks: Range<usize>,
        averaged: &[[f32; MEANS]],
        from: usize,
        rows: &mut [FeatureRow],
    ) -> Fallible {
        let total = self.sums.text_of_blocks(0..self.page.blocks().len()).weight.max(1.0);
        for way in 0..2 {
            interrupts::check();
            let mut places: Map<u64, u32> = Map::default();
            places.try_reserve(blocks.len())?;
            // For each group: the sum of the weights in the means, the weighted sums, the size, the weight.
            let mut groups: Vec<(f32, [f32; MEANS], f32, f64)> = Vec::new();
            let mut places_of = try_with_capacity(blocks.len())?;
            for (index, values) in blocks.clone().zip(averaged) {
                let place = group_of(&mut places, self.repeated_with(index, way), &mut groups)?;
                places_of.push(place);
                let weight = self.weights[index];
                let root = (weight + 0.25).sqrt();
                let group = &mut groups[place];
                group.0 += root;
                for (sum, value) in group.1.iter_mut().zip(values) {
                    *sum += root * value;
                }
                group.2 += 1.0;
                group.3 += f64::from(weight);
            }
            for (weights, sums, ..) in &mut groups {
                for sum in sums {
                    *sum /= *weights;
                }
            }
            for (row, place) in rows.iter_mut().zip(places_of) {
                let (_, means, size, weight) = &groups[place];
                let mut row = RowWriter::new(row, from + way * (MEANS + 2));
                Self::averages(&mut row, means, [*size, (weight / total) as f32], way);
            }
        }
        Ok(())
    }

    fn averages(out: &mut impl FeatureWriter, means: &[f32; MEANS], of_group: [f32; 2], way: usize) {
        out.put_all(|index| (["alike_mean", "same_mean"][way], index), means);
        out.put([
            (["alike_size", "same_size"][way], of_group[0]),
            (["alike_share", "same_share"][way], of_group[1]),
        ]);
    }

    /// Returns the key that a block has in common with the blocks that are repeated with it: a hash of the kinds of its
    /// element and the next above and of the depth (way 0), or of the kinds of three elements (way 1).
    fn repeated_with(&self, block: usize, way: usize) -> u64 {
        let element = self.page.blocks()[block].element();
        let parent = self.page.parent(element);
        let kinds = &self.sums.kinds;
        let third = match way {
            0 => self.page.nodes()[element].depth() as u64,
            _ => kinds[self.page.parent(parent)] ^ 1,
        };
        mix(mix(kinds[element], kinds[parent]), third)
    }
}

#[cfg(test)]
mod tests;
