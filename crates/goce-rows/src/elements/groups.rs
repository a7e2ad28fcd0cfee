//! Links that stand together: short texts make a menu, titles and pictures make teasers.

use std::ops::Range;

use super::link_signs::{has_fragment, has_picture, leads_within, width};
use super::places::is_most;
use super::regions::Region;
use goce_core::page::Page;
use goce_core::prelude::*;

/// The links that stand together.
#[derive(Debug)]
pub struct Groups {
    /// The links' positions.
    links: Vec<u32>,
    /// The widths of the texts before each, and their bytes.
    before: Vec<(u32, u32)>,
    /// For each node the innermost element around it, or itself, with so many links as make a group; `u32::MAX` for none.
    around: Vec<u32>,
    /// How many of the links before each are pictures alone.
    pictures: Vec<u32>,
}

impl Groups {
    /// Groups a page's links, which are positions in document order.
    pub fn of(page: &Page, links: &[u32]) -> Fallible<Self> {
        let mut own = try_with_capacity(links.len())?;
        own.extend_from_slice(links);
        let mut before: Vec<(u32, u32)> = try_with_capacity(links.len() + 1)?;
        let mut pictures: Vec<u32> = try_with_capacity(links.len() + 1)?;
        let (mut widths, mut bytes, mut of_pictures) = (0u32, 0u32, 0);
        for link in links.iter().checking(CHECK_EVERY) {
            before.push((widths, bytes));
            pictures.push(of_pictures);
            let text = page.text_at(*link as usize);
            let own = width(text);
            widths = widths.saturating_add(own);
            bytes = bytes.saturating_add(text.len().min(u32::MAX as usize) as u32);
            of_pictures += u32::from(own == 0 && has_picture(page, *link as usize));
        }
        before.push((widths, bytes));
        pictures.push(of_pictures);
        let nodes = page.nodes();
        let mut around = try_filled(u32::MAX, nodes.len())?;
        // How many links begin before a node, and at its end.
        let mut started = try_filled(0u32, nodes.len() + 1)?;
        for link in links.iter().checking(CHECK_EVERY) {
            started[*link as usize + 1] = 1;
        }
        for position in (0..nodes.len()).checking(CHECK_EVERY) {
            started[position + 1] += started[position];
        }
        for position in (0..nodes.len()).checking(CHECK_EVERY) {
            let parent = nodes[position].parent();
            let count = started[page.subtree(position).end] - started[position];
            // The least number of links of a group.
            around[position] = if count as usize >= 3 {
                position as u32
            } else if parent == position {
                u32::MAX
            } else {
                around[parent]
            };
        }
        Ok(Groups {
            links: own,
            before,
            around,
            pictures,
        })
    }

    /// Returns the numbers of the first link of a link's group and of the one behind its last, and the group's nodes; `None`
    /// for a link that stands alone.
    fn group(&self, page: &Page, link: usize) -> Option<(Range<usize>, Range<usize>)> {
        let group = self.around[link] as usize;
        if group >= page.nodes().len() || is_most(page, group) {
            return None;
        }
        let nodes = page.subtree(group);
        let first = self.links.partition_point(|link| (*link as usize) < nodes.start);
        let end = self.links.partition_point(|link| (*link as usize) < nodes.end);
        Some((first..end, nodes))
    }

    /// Returns the mean width of the links of a link's group; its own for a link that stands alone.
    pub fn mean_width(&self, page: &Page, link: usize) -> f32 {
        match self.group(page, link) {
            Some((links, _)) => self.sum(&links).0 as f32 / links.len().max(1) as f32,
            None => width(page.text_at(link)) as f32,
        }
    }

    /// Returns `true` for a link among several short ones.
    pub fn is_menu(&self, page: &Page, link: usize) -> bool {
        self.group(page, link).is_some_and(|(links, _)| {
            let pictures = self.pictures[links.end] - self.pictures[links.start];
            // The least number of links of a menu that is called teasers, and the mean width below which they are no
            // titles.
            links.len() >= 5 && pictures == 0 && self.sum(&links).0 < 14 * links.len() as u32
        })
    }

    /// Returns the widths and the bytes of the texts of some links together.
    fn sum(&self, links: &Range<usize>) -> (u32, u32) {
        let (start, end) = (self.before[links.start], self.before[links.end]);
        (end.0 - start.0, end.1 - start.1)
    }

    /// Returns the region of a link of which nothing else is known.
    pub fn region(&self, page: &Page, link: usize) -> Region {
        let own = width(page.text_at(link));
        let Some((links, nodes)) = self.group(page, link) else {
            return if is_title(page, link, own) {
                Region::Teaser
            } else {
                Region::Other
            };
        };
        let mean = self.mean_width(page, link);
        let all = page.text_of(nodes.clone()).len();
        let share = self.sum(&links).1 as f32 / all.max(1) as f32;
        let pictures = self.pictures[links.end] - self.pictures[links.start];
        // The width below which a link of a list is no title, even in a heading.
        let is_label = own < 18 && share >= 0.7;
        // The mean width from which on the links of a group are titles.
        let are_titles = mean >= 22.0 || 2 * pictures as usize >= links.len();
        if !leads_within(page, link) && (are_titles || !is_label && is_title(page, link, own)) {
            Region::Teaser
        } else if share >= 0.5 {
            Region::Navigation
        } else {
            Region::Other
        }
    }
}

/// Returns `true` for a link that is a title: it stands in a heading, or is long and most of the element around it.
/// A character of Chinese, Japanese or Korean has the width of two others.
fn is_title(page: &Page, link: usize, width: u32) -> bool {
    !has_fragment(page, link) && is_in_heading(page, link) || (width >= 30 && is_most_of_block(page, link))
}

/// Returns `true` for a link that has most of the text of the nearest block-level element around it.
fn is_most_of_block(page: &Page, link: usize) -> bool {
    let mut around = link;
    // The levels above a link in which the block-level element around it is looked for.
    for _ in 0..6 {
        around = page.parent(around);
        if page.tag(around).is_block() {
            break;
        }
    }
    page.text_at(around).len() < 2 * page.text_at(link).len()
}

/// Returns `true` for a link in a heading, or around one.
fn is_in_heading(page: &Page, link: usize) -> bool {
    let nodes = page.nodes();
    let parent = nodes[link].parent();
    let above = [parent, nodes[parent].parent()];
    // The nodes of a link in which a heading is looked for.
    let within = page.subtree(link).take(64);
    above.into_iter().chain(within).any(|node| nodes[node].tag().heading_level().is_some())
}
