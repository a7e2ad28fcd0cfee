//! What is measured of repeated structures, and what it says about which of them is the page's list.

use std::collections::HashSet;
use std::ops::Range;

use super::LEAST;
use super::group_times::GroupTimes;
use super::shapes::Shapes;
use crate::areas::counts::PageCounts;
use crate::areas::fields::Fields;
use crate::areas::start;
use crate::page::records::{Record, look_hash};
use crate::page::{Page, Tag};
use crate::prelude::*;

/// Words of a record up to which its size counts.
pub const WORDS: usize = 60;

/// How many measures there are.
const COUNT: usize = 20;

/// The names of [`Measures`], in their order.
pub const NAMES: [&str; COUNT] = [
    "count",
    "size",
    "cover",
    "rich",
    "headings",
    "images",
    "prices",
    "times",
    "running",
    "links_alone",
    "largest",
    "alike",
    "next",
    "items",
    "link_words",
    "left",
    "linked",
    "different",
    "beside",
    "inner",
];

/// The weights of the measures, learned by models/lists/train.py from pages whose records are labelled.
const WEIGHTS: [f32; COUNT] = [
    0.368, 0.350, 1.191, 1.163, 0.655, 0.947, 2.192, 1.183, 0.737, -1.413, -2.106, 2.230, 1.353, 0.669, -0.782, -2.588,
    1.449, 1.229, -2.427, -1.745,
];

/// The least share of different addresses or texts in a list.
const DIFFERENT: f32 = 0.6;

/// The least share of a list's records with links, or with what tells them.
const MOST: f32 = 0.7;

/// What is measured of a list: see [`NAMES`].
///
/// - the logarithms of the number of records, of the number of their words (of each record at most [`WORDS`]), and of their
///   mean richness;
/// - the share of the page's words that are theirs, menus left out;
/// - the shares of records with a heading, a picture, a price, a time, running words; with many links and little else;
///   with a link; beside the page's content. A time that tells a group of records is the time of each;
/// - of what shape they are: see `shapes`;
/// - how different the addresses of their links are;
/// - the share of their words that is in records of another list, of which they hold several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures(pub [f32; COUNT]);

impl Measures {
    /// Returns the sum of the weighed measures: the greater it is, the likelier these are the page's list.
    pub fn score(&self) -> f32 {
        self.0.iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum()
    }

    /// Returns `true` for a list whose records have links to different pages, or that is much of the page, without links
    /// and all of one shape.
    pub fn are_records(&self) -> bool {
        let [_, _, cover, ..] = self.0;
        let [.., alike, _, _, _, _, linked, different, _, _] = self.0;
        let are_built = cover >= 0.4 && alike >= 0.9 && linked < 1.0 - MOST;
        (linked >= MOST && different >= DIFFERENT) || are_built
    }

    /// Returns the measures by which another list of the page is told: richness, share of linked records, number of records,
    /// share of the longest one.
    pub fn of_another_list(&self) -> [f32; 4] {
        let [count, _, _, rich, _, _, _, _, _, _, largest, .., linked, _, _, _] = self.0;
        [rich, linked, count, largest]
    }

    /// Returns `true` for a list most of whose records stand in a menu, in a footer or beside the page's content.
    pub fn is_beside(&self) -> bool {
        let [.., beside, _] = self.0;
        beside > 0.5
    }

    /// Notes the share of the records' words that is in records of another list: the only measure that needs these.
    pub fn set_inner(&mut self, share: f32) {
        let [.., inner] = &mut self.0;
        *inner = share;
    }
}

/// What is asked of a page for the measures of its lists.
pub struct Measured<'p> {
    pub page: &'p Page,
    fields: &'p Fields,
    pub counts: PageCounts,
    /// The words that are not beside the page's content.
    pub words: usize,
    /// For each node and the end, the words of links before it.
    link_words: Vec<u32>,
}

/// Sums over the records of a list.
#[derive(Default)]
struct Sums {
    words: usize,
    size: usize,
    rich: f32,
    /// The records of each of [`Measured::kinds`].
    kinds: [usize; 5],
    links_alone: usize,
    beside: usize,
}

impl<'p> Measured<'p> {
    /// Counts what a page has.
    pub fn of(page: &'p Page, fields: &'p Fields) -> Fallible<Self> {
        let counts = PageCounts::of(page)?;
        let (mut words, mut of_links, mut link_end) = (0, 0, 0);
        let mut link_words = try_with_capacity(page.nodes().len() + 1)?;
        for position in page.positions().checking(CHECK_EVERY) {
            link_words.push(of_links);
            if page.tag(position) == Tag::A {
                link_end = link_end.max(page.end(position));
            }
            if page.tag(position) != Tag::Text {
                continue;
            }
            let own = page.word_count(position..position + 1);
            if position < link_end {
                of_links += own as u32;
            }
            if !counts.is_beside(position) {
                words += own;
            }
        }
        link_words.push(of_links);
        Ok(Measured {
            page,
            fields,
            counts,
            words,
            link_words,
        })
    }

    /// Returns how many words of nodes are those of links.
    pub fn link_words(&self, nodes: &Range<usize>) -> usize {
        (self.link_words[nodes.end] - self.link_words[nodes.start]) as usize
    }

    /// Returns what is measured of records; `None` for what is no list. A list's records have links to different pages. Or
    /// they have different texts, and headings, prices or times; or they are rows or items with much of the page's text.
    pub fn measures(&self, records: &[Record]) -> Fallible<Option<Measures>> {
        let (page, count) = (self.page, records.len());
        let mut sums = Sums::default();
        let mut group_times = GroupTimes::of(self);
        for record in records.iter().checking(CHECK_EVERY) {
            self.add(record, group_times.tell(record), &mut sums);
        }
        let (linked, different) = self.counts.linked(page, records)?;
        let share = |number: usize| number as f32 / count.max(1) as f32;
        let different = different as f32 / linked.max(1) as f32;
        let cover = (sums.words as f32 / self.words.max(1) as f32).min(1.0);
        let is_linked = share(linked) >= MOST;
        let [headings, images, prices, times, running] = sums.kinds;
        let is_told = share(headings.max(prices).max(times)) >= MOST;
        let is_table = || cover >= 0.4 && records.iter().all(|record| is_item(page, record.element));
        let shapes = Shapes::of(self, records)?;
        let is_built = || cover >= 0.4 && count > LEAST && shapes.alike >= MOST && shapes.parts >= MOST;
        // A heading with the text behind it is a section of an article.
        let are_elements = || records.iter().all(|record| is_whole(page, record));
        let are_records = is_linked || ((is_told || is_table() || is_built()) && are_elements());
        let have_own_links = is_linked && different >= DIFFERENT;
        if !(have_own_links || (are_records && self.have_different_texts(records)?)) {
            return Ok(None);
        }
        Ok(Some(Measures([
            libm::logf(count.max(1) as f32),
            libm::logf(1.0 + sums.size as f32),
            cover,
            libm::logf(sums.rich / count.max(1) as f32),
            share(headings),
            share(images),
            share(prices),
            share(times),
            share(running),
            share(sums.links_alone),
            shapes.largest,
            shapes.alike,
            shapes.next,
            shapes.items,
            shapes.link_words,
            shapes.left,
            share(linked),
            different,
            share(sums.beside),
            0.0,
        ])))
    }

    /// Returns `true` for nodes with a time.
    pub fn has_time(&self, nodes: &Range<usize>) -> bool {
        !self.fields.times_in(nodes.clone()).is_empty()
    }

    /// Returns what nodes have: a heading, a picture, a price, a time, running words.
    pub fn kinds(&self, nodes: &Range<usize>) -> [bool; 5] {
        let counts = self.counts.counts(nodes);
        let is_timed = self.has_time(nodes);
        // Fewer are a label.
        let runs = self.fields.running_words(nodes.clone()) >= 5;
        [
            counts.headings > 0,
            counts.images > 0,
            counts.prices > 0,
            is_timed,
            runs,
        ]
    }

    /// Returns `true` if most of the records have a neighbour like their element, with a link and the same parts: that is a
    /// record of its own, whatever its class.
    pub fn hold_several(&self, records: &[Record]) -> bool {
        let page = self.page;
        let looks = |position: usize| page.children(position).map(|child| look_hash(page, child));
        let has = |nodes: &Range<usize>| (self.kinds(nodes), self.counts.links(nodes).is_some());
        // One for all of them: most have few neighbours.
        let mut countdown = Countdown::new(CHECK_EVERY);
        let mut holds_two = |record: &&Record| {
            countdown.charge(1);
            let own = page.subtree(record.element);
            let mut next = record.nodes.start;
            let neighbours = std::iter::from_fn(|| {
                let position = next;
                next = page.subtree(position.min(record.nodes.end - 1)).end;
                (position < record.nodes.end).then_some(position)
            });
            self.counts.links(&own).is_some()
                && neighbours.filter(|position| *position != record.element).any(|position| {
                    countdown.charge(1);
                    page.tag(position) == page.tag(record.element)
                        && looks(position).eq(looks(record.element))
                        && has(&page.subtree(position)) == has(&own)
                })
        };
        2 * records.iter().filter(|record| holds_two(record)).count() > records.len()
    }

    fn add(&self, record: &Record, is_told: bool, sums: &mut Sums) {
        let nodes = &record.nodes;
        let words = self.page.word_count(nodes.clone());
        sums.words += words;
        sums.size += words.min(WORDS);
        sums.rich += self.counts.richness(self.page, self.fields, nodes);
        let mut kinds = self.kinds(nodes);
        if is_told && !kinds[3] {
            kinds[3] = true;
            sums.rich += 0.15;
        }
        for (sum, has) in sums.kinds.iter_mut().zip(kinds) {
            *sum += usize::from(has);
        }
        sums.links_alone += usize::from(self.counts.is_of_links(self.page, self.fields, nodes));
        sums.beside += usize::from(self.counts.is_beside(record.element));
    }

    /// Returns `true` if most of the records have a text that no other has. Texts of one length and one start are the same.
    fn have_different_texts(&self, records: &[Record]) -> Fallible<bool> {
        let mut texts = HashSet::new();
        texts.try_reserve(records.len())?;
        for record in records.iter().checking(CHECK_EVERY) {
            let text = self.page.text_of(record.nodes.clone());
            texts.insert((text.len(), start(text)));
        }
        Ok(texts.len() as f32 >= DIFFERENT * records.len() as f32)
    }
}

/// Returns `true` for a record of one element that is no heading.
fn is_whole(page: &Page, record: &Record) -> bool {
    record.nodes == page.subtree(record.element) && page.tag(record.element).heading_level().is_none()
}

/// Returns `true` for an element that HTML means for one of several.
pub fn is_item(page: &Page, position: usize) -> bool {
    match page.tag(position) {
        Tag::Tr | Tag::Li | Tag::Dt | Tag::Dd | Tag::Article => true,
        // Of a feed that is read as a page.
        Tag::Other => page.element(position).is_some_and(|element| element.name() == "item"),
        _ => false,
    }
}
