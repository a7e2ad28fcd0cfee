//! Counts of headings, pictures, prices and links, made once for a page and asked for any range of nodes.

use std::collections::HashSet;
use std::ops::Range;

use super::fields::Fields;
use super::prices::is_price_at;
use super::{start, start_of_name};
use crate::element_names::Meaning;
use crate::html::names;
use crate::page::hidden::has_hidden_letters;
use crate::page::records::Record;
use crate::page::{Page, Tag};
use crate::prelude::*;

/// What a range of nodes holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub headings: u32,
    pub images: u32,
    pub prices: u32,
    pub links: u32,
}

/// The counts of a page.
#[derive(Debug)]
pub struct PageCounts {
    before: Vec<Counts>,
    /// For each node and the end: the first link at or behind it, and the last link before it. The number of nodes
    /// stands for no link.
    next_link: Vec<u32>,
    last_link: Vec<u32>,
    beside: Vec<bool>,
}

impl PageCounts {
    /// Counts what a page has.
    pub fn of(page: &Page) -> Fallible<PageCounts> {
        let count = page.nodes().len();
        let mut before = try_with_capacity(count + 1)?;
        let mut next_link = try_filled(count as u32, count + 1)?;
        let mut last_link = try_with_capacity(count + 1)?;
        let mut last = count as u32;
        let mut beside = try_filled(false, count)?;
        let mut counts = Counts::default();
        for position in (0..count).checking(CHECK_EVERY) {
            before.push(counts);
            last_link.push(last);
            let node = &page.nodes()[position];
            let tag = node.tag();
            beside[position] =
                (node.parent() != position && beside[node.parent()]) || (tag != Tag::Text && is_beside(page, position));
            if tag.heading_level().is_some() {
                counts.headings += 1;
            }
            match tag {
                Tag::Text => counts.prices += u32::from(is_price_at(page, position)),
                Tag::Img => counts.images += 1,
                Tag::A if leads(page, position) => {
                    counts.links += 1;
                    next_link[position] = position as u32;
                    last = position as u32;
                }
                _ => {}
            }
        }
        before.push(counts);
        last_link.push(last);
        for position in (0..count).rev().checking(CHECK_EVERY) {
            next_link[position] = next_link[position].min(next_link[position + 1]);
        }
        Ok(PageCounts {
            before,
            next_link,
            last_link,
            beside,
        })
    }

    /// Returns the counts of a range of nodes.
    pub fn counts(&self, nodes: &Range<usize>) -> Counts {
        let (start, end) = (self.before[nodes.start], self.before[nodes.end]);
        Counts {
            headings: end.headings - start.headings,
            images: end.images - start.images,
            prices: end.prices - start.prices,
            links: end.links - start.links,
        }
    }

    /// Returns the first and the last link in a range of nodes.
    pub fn links(&self, nodes: &Range<usize>) -> Option<[usize; 2]> {
        let first = self.next_link[nodes.start] as usize;
        (first < nodes.end).then(|| [first, self.last_link[nodes.end] as usize])
    }

    /// Returns how many records have links, and how many different addresses these have.
    pub fn linked(&self, page: &Page, records: &[Record]) -> Fallible<(usize, usize)> {
        let mut addresses: [HashSet<&str>; 2] = Default::default();
        let links = records.iter().filter_map(|record| self.links(&record.nodes));
        let mut linked = 0;
        for links in links {
            linked += 1;
            for (addresses, link) in addresses.iter_mut().zip(links) {
                addresses.try_reserve(1)?;
                addresses.insert(start(page.attribute(link, names::HREF).unwrap_or("")));
            }
        }
        // Records may share their first link or their last one, but not both.
        Ok((linked, addresses.iter().map(HashSet::len).max().unwrap_or(0)))
    }

    /// Returns `true` for a node in a menu, in a footer or beside the page's content.
    pub fn is_beside(&self, position: usize) -> bool {
        self.beside[position]
    }

    /// Returns `true` for a range of many links and few running words.
    pub fn is_of_links(&self, page: &Page, fields: &Fields, nodes: &Range<usize>) -> bool {
        let words = page.word_count(nodes.clone()) as u32;
        self.counts(nodes).links >= 6 && 5 * fields.running_words(nodes.clone()) < words
    }

    /// Returns how rich a record is, up to 1.25: it may have a heading, a picture, a price, a time, running words and
    /// other words.
    pub fn richness(&self, page: &Page, fields: &Fields, nodes: &Range<usize>) -> f32 {
        let counts = self.counts(nodes);
        let running = fields.running_words(nodes.clone());
        let words = page.word_count(nodes.clone()) as u32;
        // A list of links is several records.
        if self.is_of_links(page, fields, nodes) {
            return 0.1;
        }
        let has = |is: bool, weight: f32| if is { weight } else { 0.0 };
        // Several headings belong to several records.
        let whole = match counts.headings {
            0 | 1 => 1.0,
            2 => 0.8,
            _ => 0.4,
        };
        let rich = 0.1
            + has(counts.headings > 0, 0.25)
            + has(counts.images > 0, 0.15)
            + has(counts.prices > 0, 0.25)
            + has(!fields.times_in(nodes.clone()).is_empty(), 0.15)
            + has(running >= 5, 0.2)
            + has(words.saturating_sub(running) >= 3, 0.15);
        whole * rich
    }
}

/// Returns `true` for a link to a page: not to a place in this one, not to a script, and not in letters that nobody sees.
pub fn leads(page: &Page, position: usize) -> bool {
    let href = page.attribute(position, names::HREF).map(start).map(str::trim);
    href.is_some_and(|href| {
        !href.is_empty() && !href.starts_with('#') && !href.to_ascii_lowercase().starts_with("javascript:")
    }) && !has_hidden_letters(page, position)
}

fn is_beside(page: &Page, position: usize) -> bool {
    let tag = page.tag(position);
    // A deeper one is that of a part.
    let is_site_header = tag == Tag::Header && page.nodes()[position].depth() <= 4;
    if matches!(tag, Tag::Nav | Tag::Footer | Tag::Aside) || is_site_header {
        return true;
    }
    // An element with much of the page's text is content, whatever it is called.
    let words = page.word_count(page.subtree(position));
    if 4 * words > page.word_count(page.positions()) {
        return false;
    }
    if matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article) {
        return false;
    }
    let id = page.attribute(position, names::ID).unwrap_or("");
    [page.class(position), id].into_iter().any(|names| {
        let mut first = start_of_name(names).split_ascii_whitespace().take(8);
        first.any(|name| Meaning::BesideRecords.is_said_by(name))
    })
}
