//! How much the records of a list are of one shape.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHasher;

use super::heads::WORDS;
use super::measures::{Measured, is_item};
use crate::page::Page;
use crate::page::records::Record;
use crate::prelude::*;

/// The most children of a record that tell its shape.
const CHILDREN: usize = 16;

/// Shares between 0 and 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shapes {
    /// Of the records' words, those of the longest one.
    pub largest: f32,
    /// Records of the most frequent shape.
    pub alike: f32,
    /// Records right behind the one before.
    pub next: f32,
    /// Records whose elements HTML means for one of several.
    pub items: f32,
    /// Of the records' words, those of links.
    pub link_words: f32,
    /// Records of two and more children with words.
    pub parts: f32,
    /// Of the records and the elements between them that may be records as well, the latter.
    pub left: f32,
}

impl Shapes {
    pub fn of(measured: &Measured, records: &[Record]) -> Fallible<Shapes> {
        let page = measured.page;
        let (mut most, mut words, mut of_links) = (0, 0, 0);
        let (mut next, mut items, mut parts) = (0, 0, 0);
        let mut shapes: Vec<u64> = try_with_capacity(records.len())?;
        let mut last: Option<&Record> = None;
        // Who measures records has checked on the way through them.
        for record in records {
            let own = page.word_count(record.nodes.clone());
            most = most.max(own);
            words += own;
            of_links += measured.link_words(&record.nodes);
            items += usize::from(is_item(page, record.element));
            let says = |child: &usize| page.word_count(page.subtree(*child)) > 0;
            parts += usize::from(page.children(record.element).take(CHILDREN).filter(says).nth(1).is_some());
            shapes.push(shape(page, record.element));
            let is_next = last.is_some_and(|last| {
                last.nodes.end <= record.nodes.start
                    && page.parent(last.element) == page.parent(record.element)
                    && page.word_count(last.nodes.end..record.nodes.start) == 0
            });
            next += usize::from(is_next);
            last = Some(record);
        }
        let left = left(measured, records, &shapes);
        shapes.sort_unstable();
        let alike = shapes.chunk_by(|one, other| one == other).map(<[u64]>::len).max();
        let count = records.len().max(1) as f32;
        let share = |of: usize, all: usize| of as f32 / all.max(1) as f32;
        Ok(Shapes {
            largest: share(most, words),
            alike: alike.unwrap_or(0) as f32 / count,
            next: share(next, records.len().saturating_sub(1)),
            items: items as f32 / count,
            link_words: share(of_links, words),
            parts: parts as f32 / count,
            left: share(left, records.len() + left),
        })
    }
}

/// Returns how many elements between records may be records as well: of the same name, with a link if the record before has
/// one, and of the shape of that one or with more words than a head has.
fn left(measured: &Measured, records: &[Record], shapes: &[u64]) -> usize {
    let page = measured.page;
    let is_linked = |nodes: &Range<usize>| measured.counts.links(nodes).is_some();
    let mut left = 0;
    // One for all of them: between most there is nothing.
    let mut countdown = Countdown::new(CHECK_EVERY);
    for (pair, own) in records.windows(2).zip(shapes) {
        countdown.charge(1);
        let [one, other] = pair else { continue };
        if page.parent(one.element) != page.parent(other.element) || one.nodes.end > other.nodes.start {
            continue;
        }
        let linked = is_linked(&one.nodes);
        let may_be = |element: &usize| {
            let nodes = page.subtree(*element);
            let words = page.word_count(nodes.clone());
            page.tag(*element) == page.tag(one.element)
                && is_linked(&nodes) == linked
                && (words > WORDS || words > 0 && shape(page, *element) == *own)
        };
        let between = page.outermost(one.nodes.end..other.nodes.start).inspect(|_| countdown.charge(1));
        left += between.filter(may_be).count();
    }
    left
}

/// Returns the hash of an element's name and those of its children, of several alike in a row the first.
pub fn shape(page: &Page, element: usize) -> u64 {
    let mut hasher = FxHasher::default();
    let mut last = None;
    hasher.write_u8(page.tag(element) as u8);
    for child in page.children(element).take(CHILDREN) {
        let tag = page.tag(child) as u8;
        if last.replace(tag) != Some(tag) {
            tag.hash(&mut hasher);
        }
    }
    hasher.finish()
}
