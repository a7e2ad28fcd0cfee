//! Links that stand together: short texts make a menu, titles and pictures make teasers.

use super::link_signs::{has_fragment, has_picture, leads_within, width};
use super::places::is_most;
use super::regions::Region;
use crate::prelude::*;

/// The links that stand together.
#[derive(Debug)]
pub struct Groups {
    /// The links' positions.
    links: Vec<u32>,
    /// The sums over those before each, and over all.
    before: Vec<Sums>,
    /// For each node the innermost element, itself or around it, that has enough links for a group; `u32::MAX` for none.
    around: Vec<u32>,
}

/// Of some links the widths of their texts, the bytes of these, and how many are pictures alone.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    width: u32,
    bytes: u32,
    pictures: u32,
}

impl Groups {
    /// Groups a page's links, which are positions in document order.
    pub fn of(page: &Page, links: &[u32]) -> Fallible<Self> {
        let mut groups = Groups {
            links: try_collect(links.iter().copied())?,
            before: try_with_capacity(links.len() + 1)?,
            around: try_filled(u32::MAX, page.nodes().len())?,
        };
        let mut sums = Sums::default();
        for link in links.iter().checking(CHECK_EVERY) {
            groups.before.push(sums);
            let text = page.text_at(*link as usize);
            let own = width(text);
            sums.width = sums.width.saturating_add(own);
            sums.bytes = sums.bytes.saturating_add(text.len().min(u32::MAX as usize) as u32);
            sums.pictures += u32::from(own == 0 && has_picture(page, *link as usize));
        }
        groups.before.push(sums);
        for position in page.positions().checking(CHECK_EVERY) {
            // The least number of links of a group. The root is its own parent, and is in no group yet.
            groups.around[position] = if groups.within(&page.subtree(position)).len() >= 3 {
                position as u32
            } else {
                groups.around[page.parent(position)]
            };
        }
        Ok(groups)
    }

    /// Returns the numbers of the first of the links among some nodes, and of the one behind the last.
    fn within(&self, nodes: &Range<usize>) -> Range<usize> {
        let before = |position: usize| self.links.partition_point(|link| (*link as usize) < position);
        before(nodes.start)..before(nodes.end)
    }

    /// Returns the numbers of the first link of a link's group and of the one behind its last, and the group's nodes; `None`
    /// for a link that stands alone.
    fn group(&self, page: &Page, link: usize) -> Option<(Range<usize>, Range<usize>)> {
        let group = self.around[link] as usize;
        if group >= page.nodes().len() || is_most(page, group) {
            return None;
        }
        let nodes = page.subtree(group);
        Some((self.within(&nodes), nodes))
    }

    /// Returns the mean width of the links of a link's group; its own for a link that stands alone.
    pub fn mean_width(&self, page: &Page, link: usize) -> f32 {
        match self.group(page, link) {
            Some((links, _)) => self.sum(&links).width as f32 / links.len().max(1) as f32,
            None => width(page.text_at(link)) as f32,
        }
    }

    /// Returns `true` for a link among several short ones.
    pub fn is_menu(&self, page: &Page, link: usize) -> bool {
        self.group(page, link).is_some_and(|(links, _)| {
            let sum = self.sum(&links);
            // The least number of links of a menu that is called teasers, and the mean width below which they are no
            // titles.
            links.len() >= 5 && sum.pictures == 0 && sum.width < 14 * links.len() as u32
        })
    }

    /// Returns the sums over some links.
    fn sum(&self, links: &Range<usize>) -> Sums {
        let (start, end) = (self.before[links.start], self.before[links.end]);
        Sums {
            width: end.width - start.width,
            bytes: end.bytes - start.bytes,
            pictures: end.pictures - start.pictures,
        }
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
        let all = page.text_of(nodes).len();
        let sum = self.sum(&links);
        let mean = sum.width as f32 / links.len().max(1) as f32;
        let share = sum.bytes as f32 / all.max(1) as f32;
        // The width below which a link of a list is no title, even in a heading.
        let is_label = own < 18 && share >= 0.7;
        // The mean width from which on the links of a group are titles.
        let are_titles = mean >= 22.0 || 2 * sum.pictures as usize >= links.len();
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
