//! Short lists: ingredients, materials, programmes and specifications within an article are taken with it.
//!
//! A list of a few words an item has no sentences, and a method that weighs blocks leaves it out. Here a list is what
//! repeats: elements of one look, in one parent or in neighbouring parents of one look. It is taken whole where it stands
//! at taken text and most of its items have a quantity. A list of items by its tags is also taken where it stands between
//! taken blocks and is likely enough.

use std::ops::Range;

use super::blocks_in;
use super::quantities::{Quantity, first_number};
use crate::areas::leads;
use crate::interrupts::{self, CHECK_EVERY, Checking};
use crate::keyed::Map;
use crate::memory::{OutOfMemory, TryPush, try_with_capacity};
use crate::page::records::look_of;
use crate::page::{Page, Tag};
use crate::texts::hashes::mix;

/// The fewest items of a list.
const ITEMS: usize = 3;

/// The fewest items of a list of quantities on a list view, where three or four are facts of a record.
const ITEMS_OF_LIST_VIEW: usize = 5;

/// The longest item, and the most bytes an item on average.
const LONGEST: usize = 240;
const AVERAGE: usize = 120;

/// The share of a list's text that may stand between its items, such as in headings of its parts, in tenths.
const BETWEEN: usize = 3;

/// The most bytes of text between two items.
const GAP: usize = 120;

/// The share of its text, in tenths, from which on links make a list of quantities one of links; for other lists.
const LINKED: usize = 7;
const LINKED_OTHERS: usize = 3;

/// The least probability of a list's text: where its items begin with a number or end with one, and elsewhere.
const LIKELY: f32 = 0.1;
const LIKELY_OTHERS: f32 = 0.4;

/// Blocks within which taken text stands at a list: where its items begin with a number, and elsewhere.
const NEAR: usize = 14;
const NEAR_OTHERS: usize = 6;

/// The items of one look, in one parent or in neighbouring parents of one look.
#[derive(Debug, Default)]
struct List {
    /// From the first item to the end of the last one.
    nodes: Range<usize>,
    items: usize,
    bytes: usize,
    /// Items that begin with a quantity, and that have one.
    first: usize,
    quantities: usize,
    letters: usize,
    digits: usize,
    numbers: Numbers,
    first_item: usize,
    /// The parent, if all have the same one.
    parent: Option<usize>,
    /// Items with the text of the first one, itself included.
    copies: usize,
}

/// The numbers that the items of a list begin with.
#[derive(Debug, Default)]
struct Numbers {
    count: usize,
    last: Option<u32>,
    largest: u32,
    /// Numbers that differ by one from the number before.
    steps: usize,
}

impl Numbers {
    fn add(&mut self, number: u32) {
        self.steps += usize::from(self.last.is_some_and(|last| last.abs_diff(number) == 1));
        self.last = Some(number);
        self.largest = self.largest.max(number);
        self.count += 1;
    }

    /// Returns `true` for numbers that count the items, up or down, and for zeros that a script would count up.
    fn say_nothing(&self) -> bool {
        let are_ordinals =
            2 * self.steps >= self.count.saturating_sub(1) && 5 * self.largest as usize >= 4 * self.count;
        self.count >= ITEMS && (are_ordinals || self.largest == 0)
    }
}

impl List {
    fn add(&mut self, page: &Page, position: usize, text: &str) {
        let item = page.subtree(position);
        let parent = page.nodes()[position].parent();
        if self.items == 0 {
            self.nodes = item;
            self.first_item = position;
            self.parent = Some(parent);
        } else {
            self.nodes.end = item.end;
            self.parent = self.parent.filter(|first| *first == parent);
        }
        self.copies += usize::from(text == page.text_of(page.subtree(self.first_item)));
        self.items += 1;
        self.bytes += text.len();
        let quantity = Quantity::of(text);
        self.first += usize::from(quantity == Some(Quantity::First));
        self.quantities += usize::from(quantity.is_some());
        for c in text.chars() {
            self.letters += usize::from(c.is_alphabetic());
            self.digits += usize::from(c.is_numeric());
        }
        if let Some(number) = first_number(text) {
            self.numbers.add(number);
        }
    }

    /// Returns `true` if there is little but the items from the first to the last, and these are short.
    fn is_whole(&self, page: &Page) -> bool {
        let all = page.text_of(self.nodes.clone()).len();
        self.items >= ITEMS
            && 2 * self.copies < self.items
            && self.bytes <= AVERAGE * self.items
            && 10 * (all - self.bytes.min(all)) <= BETWEEN * self.bytes
    }
}

/// Takes the short lists of an article, each with the heading just before it.
pub fn take_short_lists(
    page: &Page,
    probabilities: &[f32],
    is_list_view: bool,
    selected: &mut [bool],
) -> Result<(), OutOfMemory> {
    let blocks = page.blocks();
    let bytes = |block: usize| page.block_text(&blocks[block]).len();
    let taken = (0..blocks.len()).checking(CHECK_EVERY).filter(|block| selected[*block]).map(bytes).sum::<usize>();
    if taken == 0 {
        return Ok(());
    }
    let linked = bytes_in_links(page)?;
    let mut found: Vec<Range<usize>> = Vec::new();
    for list in lists(page)?.iter().checking(CHECK_EVERY) {
        if !list.is_whole(page) {
            continue;
        }
        let of_list = blocks_in(page, &list.nodes);
        let (mut all, mut left, mut likely) = (0, 0, 0.0);
        for block in of_list.clone().checking(CHECK_EVERY) {
            let bytes = bytes(block);
            all += bytes;
            left += if selected[block] { 0 } else { bytes };
            likely += f64::from(probabilities[block]) * bytes as f64;
        }
        // A list that is longer than the text is no part of it.
        if left == 0 || left > taken {
            continue;
        }
        let probability = (likely / all as f64) as f32;
        let of_links = 10 * (linked[list.nodes.end] - linked[list.nodes.start]) as usize;
        let stands = |near: usize| {
            let before = of_list.start.saturating_sub(near)..of_list.start;
            let behind = of_list.end..(of_list.end + near).min(blocks.len());
            [selected[before].contains(&true), selected[behind].contains(&true)]
        };
        let nodes = &page.nodes()[list.nodes.clone()];
        if nodes.iter().checking(CHECK_EVERY).any(|node| matches!(node.tag(), Tag::Option | Tag::Textarea)) {
            continue;
        }
        if is_list_view && (list.items < ITEMS_OF_LIST_VIEW || left < all || 2 * list.first < list.items) {
            continue;
        }
        let tag = page.nodes()[list.first_item].tag();
        let is_row = tag == Tag::Tr;
        let of_quantities = if is_row { list.first } else { list.quantities };
        let is_taken = if list.numbers.say_nothing() {
            false
        } else if 2 * of_quantities >= list.items && list.letters >= 2 * list.digits {
            let near = if 2 * list.first >= list.items {
                NEAR
            } else {
                NEAR_OTHERS
            };
            probability >= LIKELY && of_links < LINKED * list.bytes && stands(near).contains(&true)
        } else {
            let is_said = matches!(tag, Tag::Li | Tag::Dd | Tag::Dt) && list.parent.is_some();
            is_said
                && probability >= LIKELY_OTHERS
                && of_links < LINKED_OTHERS * list.bytes
                && stands(NEAR_OTHERS) == [true; 2]
        };
        if is_taken {
            found.try_push(of_list)?;
        }
    }
    for of_list in found {
        let heading = of_list.start.checked_sub(1).filter(|block| {
            let element = blocks[*block].element();
            page.nodes()[element].tag().heading_level().is_some()
        });
        selected[heading.unwrap_or(of_list.start)..of_list.end].fill(true);
    }
    Ok(())
}

/// Returns, for each node and the end, the bytes of text before it that stand in links to other pages.
fn bytes_in_links(page: &Page) -> Result<Vec<u32>, OutOfMemory> {
    let nodes = page.nodes();
    let mut before = try_with_capacity(nodes.len() + 1)?;
    let (mut bytes, mut link_end) = (0, 0);
    for (position, node) in nodes.iter().enumerate().checking(CHECK_EVERY) {
        before.push(bytes);
        if node.tag() == Tag::A && position >= link_end && leads(page, position) {
            link_end = page.subtree(position).end;
        }
        if node.tag() == Tag::Text && position < link_end {
            bytes += page.text_of(position..position + 1).len() as u32;
        }
    }
    before.push(bytes);
    Ok(before)
}

/// Returns the lists of a page in the order of their first items.
fn lists(page: &Page) -> Result<Vec<List>, OutOfMemory> {
    let nodes = page.nodes();
    let mut lists: Vec<List> = Vec::new();
    let mut numbers: Map<u64, usize> = Map::default();
    for position in (1..nodes.len()).checking(CHECK_EVERY) {
        if !may_be_item(nodes[position].tag()) {
            continue;
        }
        let text = page.text_of(page.subtree(position));
        if text.is_empty() || text.len() > LONGEST {
            continue;
        }
        let parent = nodes[position].parent();
        // A term and what is said of it are items alike.
        let look = if nodes[parent].tag() == Tag::Dl {
            0
        } else {
            look_of(page, position)
        };
        let key = mix(mix(nodes[parent].parent() as u64, look_of(page, parent)), look);
        numbers.try_reserve(1)?;
        let number = numbers.entry(key).or_insert(lists.len());
        // The same look further down is another list.
        let goes_on = |list: &List| page.text_of(list.nodes.end..position).len() <= GAP;
        if !lists.get(*number).is_some_and(goes_on) {
            *number = lists.len();
            lists.try_push(List::default())?;
        }
        lists[*number].add(page, position, text);
    }
    interrupts::check();
    Ok(lists)
}

/// Returns `true` for the tag of a block that may be an item: no cell, heading or control.
fn may_be_item(tag: Tag) -> bool {
    let is_other =
        matches!(tag, Tag::Td | Tag::Th | Tag::Button | Tag::Option | Tag::Optgroup | Tag::Pre | Tag::Legend);
    tag.is_block() && tag.heading_level().is_none() && !is_other
}
