//! Short lists: ingredients, materials, programmes and specifications within an article are taken with it.
//!
//! A list of a few words an item has no sentences, and a method that weighs blocks leaves it out. Here a list is what
//! repeats: elements of one look, in one parent or in neighbouring parents of one look. It is taken whole where it
//! stands at taken text and half of its items have a quantity. A list by its tags is also taken where it stands between
//! taken blocks and is likely enough.

use std::iter;

use super::quantities::{Quantity, first_number};
use super::{blocks_in, taken};
use crate::page::prelude::*;
use crate::page::records::{FirstClasses, look_hash_of_many};
use crate::texts::hashes::mix;

/// The fewest items of a list.
const ITEMS: usize = 3;

/// How many lists back the list is looked for of which a list is a part.
const NEAR_LISTS: usize = 3;

/// The longest item.
const LONGEST: usize = 240;

/// The most bytes of text between two items.
const GAP: usize = 120;

/// What a list of a kind must be like to be taken. The numbers were chosen on the half of the recipes that
/// models/auto/recipes.py calls the first, and so that no other set loses.
struct Conditions {
    /// The least probability of its text that it is content.
    likely: f32,
    /// The share of its text, in tenths, from which on it is a list of links.
    linked: usize,
    /// Blocks within which taken text stands at it.
    near: usize,
    /// Such text stands on both sides.
    on_both_sides: bool,
    /// Half of the items begin with a quantity.
    are_of_quantities: bool,
}

/// For items that begin with a quantity.
const FIRST: Conditions = Conditions {
    likely: 0.03,
    linked: 7,
    near: 14,
    on_both_sides: false,
    are_of_quantities: true,
};

/// For items that end with one.
const LAST: Conditions = Conditions {
    near: 6,
    are_of_quantities: false,
    ..FIRST
};

/// For other items, by their tags.
const OTHERS: Conditions = Conditions {
    likely: 0.4,
    linked: 3,
    near: 6,
    on_both_sides: true,
    are_of_quantities: false,
};

/// The numbers that the items of a list begin with.
#[derive(Debug, Default)]
struct Numbers {
    count: usize,
    last: Option<u32>,
    largest: u32,
    /// Numbers that are by one more than the number before, and by one less.
    up: usize,
    down: usize,
}

impl Numbers {
    fn add(&mut self, number: u32) {
        if let Some(last) = self.last {
            self.up += usize::from(last.checked_add(1) == Some(number));
            self.down += usize::from(last.checked_sub(1) == Some(number));
        }
        self.last = Some(number);
        self.largest = self.largest.max(number);
        self.count += 1;
    }

    /// Returns `true` for numbers that count the items, up or down, and for zeros that a script would count up.
    fn say_nothing(&self) -> bool {
        let are_ordinals = 2 * self.up.max(self.down) >= self.count && 5 * self.largest as usize >= 4 * self.count;
        self.count >= ITEMS && (are_ordinals || self.largest == 0)
    }
}

/// The items of one look, in one parent or in neighbouring parents of one look.
#[derive(Debug)]
struct List {
    /// From the first item to the end of the last one.
    nodes: Range<usize>,
    last_item: usize,
    items: usize,
    bytes: usize,
    /// The first item's parent, if it is that of all.
    parent: Option<usize>,
}

impl List {
    /// Returns `true` for few items of the class of those of the list just before.
    fn is_part_of(&self, before: &List, page: &Page) -> bool {
        let class = page.class(self.nodes.start);
        self.items < ITEMS
            && before.items >= ITEMS
            && before.nodes.end <= self.nodes.start
            && !class.is_empty()
            && class == page.class(before.nodes.start)
            && page.text_of(before.nodes.end..self.nodes.start).len() <= GAP
    }

    /// Returns `true` if there is little but the items from the first to the last, and these are short.
    fn is_whole(&self, page: &Page) -> bool {
        let all = page.text_of(self.nodes.clone()).len();
        // Between the items stand headings of the list's parts.
        self.items >= ITEMS && self.bytes <= 120 * self.items && 10 * all.saturating_sub(self.bytes) <= 3 * self.bytes
    }
}

/// The lists of a page in the order of their first items.
#[derive(Debug, Default)]
struct Lists {
    all: Vec<List>,
    /// For each node that is an item the list's next item, or 0.
    next: Vec<u32>,
}

impl Lists {
    fn from_page(page: &Page) -> Fallible<Self> {
        let nodes = page.nodes();
        let mut lists = Lists {
            all: Vec::new(),
            next: try_filled(0, nodes.len())?,
        };
        // The last list of each look.
        let mut last: Map<u64, usize> = Map::default();
        // A parent, the hash of it and of where it stands, and the bytes of its text.
        let mut of_parent = (usize::MAX, 0, 0);
        let mut classes = FirstClasses::default();
        let mut look_hash = |position| look_hash_of_many(page, position, &mut classes);
        for position in (1..nodes.len()).checking(CHECK_EVERY) {
            let tag = nodes[position].tag();
            if !may_be_item(tag) {
                continue;
            }
            let item = page.subtree(position);
            // Between two words is a byte.
            if page.word_count(item.clone()) > LONGEST / 2 {
                continue;
            }
            let bytes = page.text_of(item.clone()).len();
            if bytes == 0 || bytes > LONGEST {
                continue;
            }
            // An element around or within an item is none, but a list may have one item.
            let parent = nodes[position].parent();
            if of_parent.0 != parent {
                let hash = mix(nodes[parent].parent() as u64, look_hash(parent));
                of_parent = (parent, hash, page.text_at(parent).len());
            }
            if !is_list_item(tag) && bytes == of_parent.2 {
                continue;
            }
            // A term and what is said of it are items alike, and so are those that an editor indents by a class.
            let is_plain_class = |class: &str| class.is_empty() || class.starts_with("ql-indent-");
            let is_plain = || tag == Tag::Li && is_plain_class(page.class(position));
            let look = if nodes[parent].tag() == Tag::Dl || is_plain() {
                0
            } else {
                look_hash(position)
            };
            let number = last.try_entry(mix(of_parent.1, look))?.or_insert(lists.all.len());
            // The same look further down is another list. Within the item it is another look with the same hash.
            let goes_on =
                |list: &&mut List| list.nodes.end <= position && page.text_of(list.nodes.end..position).len() <= GAP;
            if let Some(list) = lists.all.get_mut(*number).filter(goes_on) {
                lists.next[list.last_item] = position as u32;
                list.nodes.end = item.end;
                list.last_item = position;
                list.items += 1;
                list.bytes += bytes;
                list.parent = list.parent.filter(|first| *first == parent);
            } else {
                *number = lists.all.len();
                lists.all.try_push(List {
                    nodes: item,
                    last_item: position,
                    items: 1,
                    bytes,
                    parent: Some(parent),
                })?;
            }
        }
        Ok(lists)
    }

    /// Returns the items of a list.
    fn items(&self, list: &List) -> impl Iterator<Item = usize> + '_ {
        let after = |item: &usize| Some(self.next[*item] as usize).filter(|next| *next > 0);
        iter::successors(Some(list.nodes.start), after)
    }
}

/// What stands in the items of a list.
#[derive(Debug, Default)]
struct ItemStatistics {
    /// Items that begin with a quantity, and that have one.
    first: usize,
    quantities: usize,
    letters: usize,
    digits: usize,
    numbers: Numbers,
    /// Items with the text of the first one, itself included.
    copies: usize,
    /// Bytes in links to other pages.
    linked: usize,
    has_control: bool,
}

impl ItemStatistics {
    fn compute(page: &Page, lists: &Lists, list: &List) -> Self {
        let mut statistics = ItemStatistics::default();
        let first = page.text_at(list.nodes.start);
        for item in lists.items(list).checking(CHECK_EVERY) {
            let text = page.text_at(item);
            statistics.copies += usize::from(text == first);
            let digits = statistics.digits;
            for c in text.chars() {
                statistics.letters += usize::from(c.is_alphabetic());
                statistics.digits += usize::from(c.is_numeric());
            }
            // What follows is about numbers.
            if statistics.digits == digits {
                continue;
            }
            let quantity = Quantity::read(text);
            statistics.first += usize::from(quantity == Some(Quantity::First));
            statistics.quantities += usize::from(quantity.is_some());
            if let Some(number) = first_number(text) {
                statistics.numbers.add(number);
            }
        }
        let mut link_end = 0;
        for position in list.nodes.clone().checking(CHECK_EVERY) {
            match page.tag(position) {
                Tag::Option | Tag::Textarea => statistics.has_control = true,
                Tag::A if position >= link_end && page.attribute(position, names::HREF).is_some() => {
                    let link = page.subtree(position);
                    link_end = link.end;
                    statistics.linked += page.text_of(link).len();
                }
                _ => {}
            }
        }
        statistics
    }

    /// Returns what the list must be like to be taken; `None` for one that is not.
    fn conditions(&self, page: &Page, list: &List) -> Option<Conditions> {
        if self.has_control || 2 * self.copies >= list.items || self.numbers.say_nothing() {
            return None;
        }
        let tag = page.tag(list.nodes.start);
        let has_words = self.letters >= 2 * self.digits;
        // A table that ends its rows with numbers is one of data: it has a rule of its own.
        if has_words && 2 * self.first >= list.items {
            Some(FIRST)
        } else if has_words && 2 * self.quantities >= list.items && tag != Tag::Tr {
            Some(LAST)
        } else if is_list_item(tag) && list.parent.is_some() {
            Some(OTHERS)
        } else {
            None
        }
    }
}

/// Takes the short lists of an article, each with the heading just before it. On a list view a list of
/// five and more is taken if half of its items begin with a quantity and nothing of it is taken yet.
pub fn take_short_lists(page: &Page, probabilities: &[f32], is_list_view: bool, selected: &mut [bool]) -> Fallible {
    let blocks = page.blocks();
    let bytes = |block: usize| page.text_of_block(block).len();
    let taken: usize = taken(selected).map(bytes).sum();
    if taken == 0 {
        return Ok(());
    }
    let lists = Lists::from_page(page)?;
    let mut found: Vec<Range<usize>> = Vec::new();
    for (number, list) in lists.all.iter().enumerate().checking(CHECK_EVERY) {
        let is_whole = list.is_whole(page);
        // A part of a list before it, under a heading of its own.
        let mut near = lists.all[number.saturating_sub(NEAR_LISTS)..number].iter().rev();
        let before = near.find(|before| !is_whole && !is_list_view && list.is_part_of(before, page));
        let goes_on = before.is_some_and(|before| {
            let mut blocks = blocks_in(page, &before.nodes);
            found.iter().rev().take(NEAR_LISTS).any(|taken| *taken == blocks) || blocks.all(|block| selected[block])
        });
        if !is_whole && !goes_on {
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
        let is_likely = |conditions: &Conditions| likely >= f64::from(conditions.likely) * all as f64;
        // A list that is longer than the text is no part of it.
        if left == 0 || left > taken || !is_likely(&FIRST) {
            continue;
        }
        let items = ItemStatistics::compute(page, &lists, list);
        if goes_on && 10 * items.linked < OTHERS.linked * list.bytes {
            found.try_push(of_list.clone())?;
        }
        let Some(conditions) = items.conditions(page, list).filter(|_| is_whole) else {
            continue;
        };
        let begins_with_quantities = conditions.are_of_quantities;
        // Three or four are facts of a record.
        if is_list_view && (list.items < 5 || left < all || !begins_with_quantities) {
            continue;
        }
        let before = of_list.start.saturating_sub(conditions.near)..of_list.start;
        let behind = of_list.end..(of_list.end + conditions.near).min(blocks.len());
        let sides = [before, behind].map(|side| selected[side].contains(&true));
        // A long one may stand in a column beside the steps.
        let is_long = list.items >= 8 && begins_with_quantities && !is_list_view;
        let stands_well = is_long || sides == [true; 2] || sides.contains(&true) && !conditions.on_both_sides;
        let is_of_links = 10 * items.linked >= conditions.linked * list.bytes;
        if stands_well && !is_of_links && is_likely(&conditions) {
            found.try_push(of_list)?;
        }
    }
    for of_list in found.into_iter().checking(CHECK_EVERY) {
        let heading = of_list.start.checked_sub(1).filter(|block| page.heading_level(*block).is_some());
        selected[heading.unwrap_or(of_list.start)..of_list.end].fill(true);
    }
    Ok(())
}

/// Returns `true` for the tag of a block that may be an item: no cell, heading or control.
fn may_be_item(tag: Tag) -> bool {
    let is_other =
        matches!(tag, Tag::Td | Tag::Th | Tag::Button | Tag::Option | Tag::Optgroup | Tag::Pre | Tag::Legend);
    tag.is_block() && tag.heading_level().is_none() && !is_other
}

/// Returns `true` for the tag of an item of a list.
fn is_list_item(tag: Tag) -> bool {
    matches!(tag, Tag::Li | Tag::Dd | Tag::Dt)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which blocks are taken in the end; those of `1` are before.
    fn taken(html: &str, probability: f32, is_list_view: bool, selected: &str) -> String {
        let probabilities = vec![probability; selected.len()];
        super::super::tests::mended(html, selected, |page, selected| {
            take_short_lists(page, &probabilities, is_list_view, selected).unwrap();
        })
    }

    const TEXT: &str = "<p>The text of an article that is longer than each of its lists, which are short.";

    /// Returns a list of this many items.
    fn quantities(items: usize) -> String {
        let items: String = (0..items).map(|item| format!("<li>{} g of it", 50 - 9 * (item % 4))).collect();
        format!("<ul>{items}</ul>")
    }

    #[test]
    fn lists_of_quantities_are_taken_at_text() {
        for list in lines(
            "
            <ul><li>200 g flour<li>2 eggs<li>½ dl of milk</ul>
            <dl><dt>Latte intero<dd>200 ml of it<dd>2 Tuorli<dd>3 Uova</dl>
            <ul><li>Latte intero 200 ml<li>Tuorli 2<li>Farina 100 g</ul>
            <ul><li>1 onion<li>2 eggs<li>1 carrot<li>2 leeks</ul>
            <div><div class=a>2 eggs</div><div class=a>3 dl milk</div><div class=a>1 onion</div></div>
            <table><tr><td>2 eggs<tr><td>3 dl milk<tr><td>1 onion</table>
            <div><ul><li>2 large eggs<li>3 dl of milk</ul><b>Sauce</b><ul><li>1 onion, chopped</ul></div>",
        ) {
            let html = format!("<h3>Ingredients</h3>{list}{TEXT}");
            let blocks = Page::sample(&html).blocks().len();
            let selected = format!("{}1", "0".repeat(blocks - 1));
            assert_eq!(taken(&html, 0.03, false, &selected), "1".repeat(blocks), "{list}");
            assert_eq!(taken(&html, 0.02, false, &selected), selected, "{list}");
            // Nothing is taken.
            assert_eq!(taken(&html, 0.9, false, &"0".repeat(blocks)), "0".repeat(blocks), "{list}");
        }
    }

    #[test]
    fn a_list_goes_on_under_another_heading() {
        let list = |class| {
            let list = "<div><ul><li class=i>2 eggs<li class=i>3 dl milk<li class=i>Salt</ul></div>";
            let html = format!(
                "<h3>Ingredients</h3>{list}<div><h4>With it</h4><ul><li class={class}>Mustard</ul></div>{TEXT}"
            );
            taken(&html, 0.03, false, "0000101")
        };
        assert_eq!(list("i"), "1111111");
        assert_eq!(list("o"), "1111101");
    }

    #[test]
    fn lists_of_something_else_are_not() {
        for list in lines(
            "
            <ul><li>Flour<li>Eggs<li>Milk</ul>
            <ul><li><a href=/a>2 eggs</a><li><a href=/b>3 dl milk</a><li><a href=/c>8 onions</a></ul>
            <ol><li>1. Flour<li>2. Eggs<li>3. Milk</ol>
            <ul><li>0 users<li>0 plants<li>0 offices</ul>
            <ul><li>5 a month<li>5 a month<li>5 a month</ul>
            <ul><li>$5 for two<li>$7 for three<li>$9 for four</ul>
            <ul><li>2 eggs<li>3 dl milk</ul>
            <div><ul><li>2 eggs<li>3 dl milk</ul><p>Between them stands more than in all<ul><li>8 onions</ul></div>
            <table><tr><td>Eggs 2<tr><td>Milk 3<tr><td>Onions 8</table>",
        ) {
            let html = format!("{list}{TEXT}");
            let selected = format!("{}1", "0".repeat(Page::sample(&html).blocks().len() - 1));
            assert_eq!(taken(&html, 0.39, false, &selected), selected, "{list}");
        }
        let longer = format!("<ul>{}</ul><p>Text", "<li>20 g of flour<li>2 eggs<li>4 dl of milk".repeat(2));
        assert_eq!(taken(&longer, 0.9, false, "0000001"), "0000001");
    }

    #[test]
    fn other_lists_are_taken_between_text() {
        for [list, selected, expected] in cases(
            "
            <ul><li>Flour<li>Eggs<li>Milk</ul> => 10001 => 11111
            <ul><li>Flour<li>Eggs<li>Milk</ul> => 10000 => 10000
            <ul><li>Flour<li>Eggs<li class=ql-indent-1>Milk</ul> => 10001 => 11111
            <div><p>Flour<p>Eggs<p>Milk</div> => 10001 => 10001
            // A table of contents leads to places in this page.
            <ul><li><a href=#a>Flour</a><li><a href=#b>Eggs</a><li><a href=#c>Milk</a></ul> => 10001 => 10001",
        ) {
            assert_eq!(taken(&format!("{TEXT}{list}{TEXT}"), 0.4, false, selected), expected, "{list}");
        }
    }

    #[test]
    fn long_lists_of_quantities_are_taken_far_from_text() {
        let far = |items: usize| {
            let html = format!("{}{}{}", quantities(items), "<p>x".repeat(14), TEXT.repeat(4));
            let blocks = Page::sample(&html).blocks().len();
            taken(&html, 0.2, false, &format!("{}1111", "0".repeat(blocks - 4))).starts_with('1')
        };
        assert!(!far(7));
        assert!(far(8));
    }

    #[test]
    fn on_list_views_facts_of_records_are_not_taken() {
        for (items, selected, expected) in [(4, "00001", "00001"), (5, "000001", "111111"), (5, "100001", "100001")] {
            assert_eq!(taken(&(quantities(items) + TEXT), 0.9, true, selected), expected);
        }
    }
}
