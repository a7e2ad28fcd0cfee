//! Short lists: ingredients, materials, programmes and specifications within an article are taken with it.
//!
//! A list of a few words an item has no sentences, and a method that weighs blocks leaves it out. Here a list is what
//! repeats: elements of one look, in one parent or in neighbouring parents of one look. It is taken whole where it stands
//! at taken text and half of its items have a quantity. A list by its tags is also taken where it stands between taken
//! blocks and is likely enough.

use std::ops::Range;

use super::blocks_in;
use super::quantities::{Quantity, first_number};
use crate::areas::leads;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::keyed::Map;
use crate::memory::{OutOfMemory, TryPush, try_with_capacity};
use crate::page::records::look_of;
use crate::page::{Page, Tag};
use crate::texts::hashes::mix;

/// The fewest items of a list.
const ITEMS: usize = 3;

/// The fewest items of a list of quantities on a list view, where three or four are facts of a record.
const ITEMS_OF_LIST_VIEW: usize = 5;

/// The fewest items of a list of quantities that is taken wherever it stands, such as in a column beside the steps.
const LONG: usize = 8;

/// The longest item, and the most bytes an item on average.
const LONGEST: usize = 240;
const AVERAGE: usize = 120;

/// The most bytes of text between two items, and the share of the items' text that may stand between them, such as in
/// headings of a list's parts, in tenths.
const GAP: usize = 120;
const BETWEEN: usize = 3;

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
}

/// For items that begin with a quantity.
const FIRST: Conditions = Conditions {
    likely: 0.1,
    linked: 7,
    near: 14,
    on_both_sides: false,
};

/// For items that end with one.
const LAST: Conditions = Conditions { near: 6, ..FIRST };

/// For other items, by their tags.
const OTHERS: Conditions = Conditions {
    likely: 0.4,
    linked: 3,
    near: 6,
    on_both_sides: true,
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
    items: usize,
    bytes: usize,
    /// Items that begin with a quantity, and that have one.
    first: usize,
    quantities: usize,
    letters: usize,
    digits: usize,
    numbers: Numbers,
    /// The first item's parent, if it is that of all.
    parent: Option<usize>,
    /// Items with the text of the first one, itself included.
    copies: usize,
}

impl List {
    /// Returns a list without an item yet, which begins at a position.
    fn at(page: &Page, position: usize) -> Self {
        List {
            nodes: position..position,
            items: 0,
            bytes: 0,
            first: 0,
            quantities: 0,
            letters: 0,
            digits: 0,
            numbers: Numbers::default(),
            parent: Some(page.nodes()[position].parent()),
            copies: 0,
        }
    }

    fn add(&mut self, page: &Page, position: usize, text: &str) {
        let item = page.subtree(position);
        self.nodes.end = item.end;
        let parent = page.nodes()[position].parent();
        self.parent = self.parent.filter(|first| *first == parent);
        self.copies += usize::from(text == page.text_of(page.subtree(self.nodes.start)));
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

    /// Returns `true` if there is little but the items from the first to the last, and these are short and not the same.
    fn is_whole(&self, page: &Page) -> bool {
        let all = page.text_of(self.nodes.clone()).len();
        self.items >= ITEMS
            && 2 * self.copies < self.items
            && self.bytes <= AVERAGE * self.items
            && 10 * all.saturating_sub(self.bytes) <= BETWEEN * self.bytes
            && !self.numbers.say_nothing()
    }

    fn begins_with_quantities(&self) -> bool {
        2 * self.first >= self.items
    }

    /// Returns what the list must be like to be taken; `None` for one that is not.
    fn conditions(&self, page: &Page) -> Option<Conditions> {
        let nodes = &page.nodes()[self.nodes.clone()];
        let is_control = |tag: Tag| matches!(tag, Tag::Option | Tag::Textarea);
        if nodes.iter().checking(CHECK_EVERY).any(|node| is_control(node.tag())) {
            return None;
        }
        let tag = nodes.first()?.tag();
        let has_words = self.letters >= 2 * self.digits;
        // A table that ends its rows with numbers is one of data: it has a rule of its own.
        if has_words && self.begins_with_quantities() {
            Some(FIRST)
        } else if has_words && 2 * self.quantities >= self.items && tag != Tag::Tr {
            Some(LAST)
        } else if matches!(tag, Tag::Li | Tag::Dd | Tag::Dt) && self.parent.is_some() {
            Some(OTHERS)
        } else {
            None
        }
    }
}

/// Takes the short lists of an article, each with the heading just before it. On a list view a list is taken if half of
/// its items, at least five, begin with a quantity and nothing of it is taken yet.
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
        let is_of_record = list.items < ITEMS_OF_LIST_VIEW || left < all || !list.begins_with_quantities();
        if is_list_view && is_of_record {
            continue;
        }
        let Some(conditions) = list.conditions(page) else {
            continue;
        };
        let before = of_list.start.saturating_sub(conditions.near)..of_list.start;
        let behind = of_list.end..(of_list.end + conditions.near).min(blocks.len());
        let sides = [before, behind].map(|side| selected[side].contains(&true));
        let is_long = list.items >= LONG && list.begins_with_quantities() && !is_list_view;
        let stands_well = is_long
            || if conditions.on_both_sides {
                sides == [true; 2]
            } else {
                sides.contains(&true)
            };
        let of_links = (linked[list.nodes.end] - linked[list.nodes.start]) as usize;
        let is_of_links = 10 * of_links >= conditions.linked * list.bytes;
        if stands_well && !is_of_links && likely >= f64::from(conditions.likely) * all as f64 {
            found.try_push(of_list)?;
        }
    }
    for of_list in found.into_iter().checking(CHECK_EVERY) {
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
    // The last list of each look.
    let mut last: Map<u64, usize> = Map::default();
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
        let look = mix(mix(nodes[parent].parent() as u64, look_of(page, parent)), look);
        last.try_reserve(1)?;
        let number = last.entry(look).or_insert(lists.len());
        // The same look further down is another list.
        let goes_on = |list: &List| page.text_of(list.nodes.end..position).len() <= GAP;
        if !lists.get(*number).is_some_and(goes_on) {
            *number = lists.len();
            lists.try_push(List::at(page, position))?;
        }
        lists[*number].add(page, position, text);
    }
    Ok(lists)
}

/// Returns `true` for the tag of a block that may be an item: no cell, heading or control.
fn may_be_item(tag: Tag) -> bool {
    let is_other =
        matches!(tag, Tag::Td | Tag::Th | Tag::Button | Tag::Option | Tag::Optgroup | Tag::Pre | Tag::Legend);
    tag.is_block() && tag.heading_level().is_none() && !is_other
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which blocks are taken in the end; those of `1` are before.
    fn taken(html: &str, probability: f32, is_list_view: bool, selected: &str) -> String {
        let page = Page::sample(html);
        assert_eq!(selected.len(), page.blocks().len(), "{html}");
        let probabilities = vec![probability; selected.len()];
        let take = |selected: &mut [bool]| take_short_lists(&page, &probabilities, is_list_view, selected).unwrap();
        super::super::tests::mended(selected, take)
    }

    const TEXT: &str = "<p>The text of an article that is longer than each of its lists, which are short.";

    #[test]
    fn lists_of_quantities_are_taken_at_text() {
        for list in [
            "<ul><li>200 g flour<li>2 eggs<li>½ dl of milk</ul>",
            "<dl><dt>Latte intero<dd>200 ml of it<dd>2 Tuorli<dd>3 Uova</dl>",
            "<ul><li>Latte intero 200 ml<li>Tuorli 2<li>Farina 100 g</ul>",
            "<ul><li>1 onion<li>2 eggs<li>1 carrot<li>2 leeks</ul>",
            "<div><div class=a>2 eggs</div><div class=a>3 dl milk</div><div class=a>1 onion</div></div>",
            "<table><tr><td>2 eggs<tr><td>3 dl milk<tr><td>1 onion</table>",
            "<div><ul><li>2 large eggs<li>3 dl of milk</ul><b>Sauce</b><ul><li>1 onion, chopped</ul></div>",
        ] {
            let html = format!("<h3>Ingredients</h3>{list}{TEXT}");
            let blocks = Page::sample(&html).blocks().len();
            let selected = format!("{}1", "0".repeat(blocks - 1));
            assert_eq!(taken(&html, 0.1, false, &selected), "1".repeat(blocks), "{list}");
            assert_eq!(taken(&html, 0.09, false, &selected), selected, "{list}");
            // Nothing is taken.
            assert_eq!(taken(&html, 0.9, false, &"0".repeat(blocks)), "0".repeat(blocks), "{list}");
        }
    }

    #[test]
    fn lists_of_something_else_are_not() {
        for list in [
            "<ul><li>Flour<li>Eggs<li>Milk</ul>",
            "<ul><li><a href=/a>2 eggs</a><li><a href=/b>3 dl milk</a><li><a href=/c>8 onions</a></ul>",
            "<ol><li>1. Flour<li>2. Eggs<li>3. Milk</ol>",
            "<ul><li>0 users<li>0 plants<li>0 offices</ul>",
            "<ul><li>5 a month<li>5 a month<li>5 a month</ul>",
            "<ul><li>$5 for two<li>$7 for three<li>$9 for four</ul>",
            "<ul><li>2 eggs<li>3 dl milk</ul>",
            "<div><ul><li>2 eggs<li>3 dl milk</ul><p>Between them stands more than in all<ul><li>8 onions</ul></div>",
            "<table><tr><td>Eggs 2<tr><td>Milk 3<tr><td>Onions 8</table>",
        ] {
            let html = format!("{list}{TEXT}");
            let selected = format!("{}1", "0".repeat(Page::sample(&html).blocks().len() - 1));
            assert_eq!(taken(&html, 0.39, false, &selected), selected, "{list}");
        }
        let longer = format!("<ul>{}</ul><p>Text", "<li>20 g of flour<li>2 eggs<li>4 dl of milk".repeat(2));
        assert_eq!(taken(&longer, 0.9, false, "0000001"), "0000001");
    }

    #[test]
    fn other_lists_are_taken_between_text() {
        let list = "<ul><li>Flour<li>Eggs<li>Milk</ul>";
        let html = format!("{TEXT}{list}{TEXT}");
        assert_eq!(taken(&html, 0.4, false, "10001"), "11111");
        assert_eq!(taken(&html, 0.4, false, "10000"), "10000");
        let html = format!("{TEXT}<div><p>Flour<p>Eggs<p>Milk</div>{TEXT}");
        assert_eq!(taken(&html, 0.4, false, "10001"), "10001");
    }

    #[test]
    fn long_lists_of_quantities_are_taken_far_from_text() {
        let far = |items: usize| {
            let items: String = (0..items).map(|item| format!("<li>{} g of it", 50 - 9 * (item % 4))).collect();
            let html = format!("<ul>{items}</ul>{}{}", "<p>x".repeat(14), TEXT.repeat(4));
            let blocks = Page::sample(&html).blocks().len();
            taken(&html, 0.2, false, &format!("{}1111", "0".repeat(blocks - 4))).starts_with('1')
        };
        assert!(!far(7));
        assert!(far(8));
    }

    #[test]
    fn on_list_views_facts_of_records_are_not_taken() {
        let list = |items: usize| {
            let items: String = (0..items).map(|item| format!("<li>{} g of it", 50 - 9 * (item % 4))).collect();
            format!("<ul>{items}</ul>{TEXT}")
        };
        assert_eq!(taken(&list(4), 0.9, true, "00001"), "00001");
        assert_eq!(taken(&list(5), 0.9, true, "000001"), "111111");
        assert_eq!(taken(&list(5), 0.9, true, "100001"), "100001");
    }
}
