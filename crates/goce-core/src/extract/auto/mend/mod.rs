//! Rules that mend the decision: wholes are taken together, copies are left out, hidden content is found.

mod author_lead;
mod between_paragraphs;
mod code_tables_headings;
mod copies_on_page;
mod hidden_content;
mod invitations;
mod notes;
mod product_name_price;
mod quantities;
mod short_lists;
mod site_notices;

use std::iter;

use crate::page::prelude::*;

pub use author_lead::{leave_out_author_box, take_lead};
pub use between_paragraphs::{take_below_headings, take_between_paragraphs, take_formulas, take_posts};
pub use code_tables_headings::{leave_out_last_heading, mend_wholes, take_headline};
pub use copies_on_page::leave_out_copies;
pub use hidden_content::hidden_content;
pub use invitations::{
    leave_out_cards, leave_out_invitations, leave_out_last_links, leave_out_menu_lines, leave_out_newsletters,
    leave_out_related,
};
pub use notes::take_notes;
pub use product_name_price::take_name_and_price;
pub use short_lists::take_short_lists;
pub use site_notices::{ACCEPTING, SUBSCRIBING, leave_out_boxes};

/// Returns the blocks that begin in some neighbouring nodes.
fn blocks_in(page: &Page, nodes: &Range<usize>) -> Range<usize> {
    let before = |position: usize| page.blocks().partition_point(|block| block.nodes().start < position);
    before(nodes.start)..before(nodes.end)
}

/// Returns the taken blocks.
fn taken(selected: &[bool]) -> impl DoubleEndedIterator<Item = usize> {
    (0..selected.len()).checking(CHECK_EVERY).filter(|index| selected[*index])
}

/// Returns the nearest block-level element around a block.
fn element(page: &Page, index: usize) -> usize {
    page.blocks()[index].element()
}

/// Returns the tag of that element.
fn tag(page: &Page, index: usize) -> Tag {
    page.tag(element(page, index))
}

/// Returns the first node of a block.
fn first_node(page: &Page, index: usize) -> usize {
    page.blocks()[index].nodes().start
}

/// Returns the number of the words of a block.
fn words_in(page: &Page, index: usize) -> usize {
    page.word_count(page.blocks()[index].nodes())
}

/// Returns the words of some neighbouring blocks, and the words of the taken ones among them.
fn count_words(page: &Page, blocks: Range<usize>, selected: &[bool]) -> (usize, usize) {
    let (mut all, mut taken) = (0, 0);
    for index in blocks.checking(CHECK_EVERY) {
        let words = words_in(page, index);
        all += words;
        taken += if selected[index] { words } else { 0 };
    }
    (all, taken)
}

/// Leaves out some blocks.
fn leave_out(wrong: Vec<Range<usize>>, selected: &mut [bool]) {
    for blocks in wrong {
        selected[blocks].fill(false);
    }
}

/// Returns the nodes of the elements of some tags, without the elements that are within others.
fn outermost(page: &Page, mut is_one: impl FnMut(usize, Tag) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    iter::from_fn(move || {
        loop {
            interrupts::check();
            let rest = &page.nodes()[next..];
            let some = &rest[..rest.len().min(CHECK_EVERY)];
            if let Some((at, _)) = some.iter().enumerate().find(|(at, node)| is_one(next + at, node.tag())) {
                let nodes = page.subtree(next + at);
                next = nodes.end;
                return Some(nodes);
            }
            if some.is_empty() {
                return None;
            }
            next += some.len();
        }
    })
}

/// Returns the nodes of the boxes of a text: of block elements of at most some words that hold taken blocks, but not all
/// of them, without the elements that are within others.
fn boxes<'a>(
    page: &'a Page,
    selected: &'a [bool],
    words: usize,
    mut is_one: impl FnMut(usize, Tag) -> bool + 'a,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut starts = taken(selected).map(|index| first_node(page, index)).peekable();
    let last = taken(selected).next_back().map_or(0, |index| first_node(page, index));
    let first = starts.peek().copied().unwrap_or(0);
    outermost(page, move |at, tag| {
        if !tag.is_block() {
            return false;
        }
        while starts.next_if(|start| *start < at).is_some() {}
        let nodes = page.subtree(at);
        let is_all = at <= first && nodes.contains(&last);
        !is_all
            && starts.peek().is_some_and(|start| nodes.contains(start))
            && page.word_count(nodes) <= words
            && is_one(at, tag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which blocks of a page are taken after a rule has mended a choice; `1` is a taken one.
    pub fn mended(html: &str, selected: &str, rule: impl FnOnce(&Page, &mut [bool])) -> String {
        let page = Page::sample(html);
        assert_eq!(selected.len(), page.blocks().len(), "{html}");
        let mut selected: Vec<bool> = selected.chars().map(|c| c == '1').collect();
        rule(&page, &mut selected);
        selected.iter().map(|taken| if *taken { '1' } else { '0' }).collect()
    }

    /// Returns which blocks of a page a rule leaves when all are taken.
    pub fn left(html: &str, rule: impl FnOnce(&Page, &mut [bool]) -> Fallible) -> String {
        let all = "1".repeat(Page::sample(html).blocks().len());
        mended(html, &all, |page, selected| rule(page, selected).unwrap())
    }

    /// Checks the rows of a table: markup, and which of its blocks a rule leaves when all are taken.
    #[track_caller]
    pub fn check_left(table: &str, rule: fn(&Page, &mut [bool]) -> Fallible) {
        for [html, expected] in cases(table) {
            assert_eq!(left(html, rule), expected, "{html}");
        }
    }

    /// Checks the rows of a table: markup, which of its blocks are taken, and which are after a rule has mended that.
    #[track_caller]
    pub fn check_mended(table: &str, rule: impl Fn(&Page, &mut [bool])) {
        for [html, selected, expected] in cases(table) {
            assert_eq!(mended(html, selected, &rule), expected, "{html}");
        }
    }
}
