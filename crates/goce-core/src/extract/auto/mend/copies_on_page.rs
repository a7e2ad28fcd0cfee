//! Copies on a page: content that it has twice, for narrow and wide screens, in a slider, or for readers without scripts.

use std::ops::Range;

use memchr::memmem;

use super::{blocks_in, outermost};
use crate::interrupts::{self, CHECK_EVERY, Checking};
use crate::keyed::Map;
use crate::memory::{OutOfMemory, TryPush, try_filled};
use crate::page::{Page, Tag};

/// The fewest words of a run of blocks that is a copy. At least two of its blocks differ: records of a list and steps of
/// instructions repeat single sentences.
const COPY_WORDS: usize = 25;

/// The share of the taken words that copies must have, in tenths. Chosen on the folds, among .2, .3 and .4: below it
/// pages come in that repeat conditions or instructions on purpose.
const COPIES: usize = 4;

/// The fewest words of a paragraph that repeats a part of its neighbour, and the taken blocks among which a lead is.
const PART_WORDS: usize = 10;
const FIRST: usize = 3;

/// The most elements around a copy that are looked at.
const LEVELS: usize = 4;

/// Leaves out copies, which are runs of blocks that stand in the same order further up, where they are much of what is
/// taken. Quotations and code are no copies, and their words do not count; those that differ stay.
pub fn leave_out_copies(page: &Page, selected: &mut [bool]) -> Result<(), OutOfMemory> {
    let mut aside = try_filled(false, selected.len())?;
    for nodes in outermost(page, |_, tag| matches!(tag, Tag::Pre | Tag::Blockquote)) {
        aside[blocks_in(page, &nodes)].fill(true);
    }
    // The taken blocks that have words.
    let blocks = page.blocks();
    let words_of = |index: usize| page.word_count(blocks[index].nodes());
    let text_of = |index: usize| page.block_text(&blocks[index]);
    let mut taken: Vec<usize> = Vec::new();
    let mut all = 0;
    for index in (0..blocks.len()).checking(CHECK_EVERY) {
        if selected[index] && !aside[index] && words_of(index) > 0 {
            taken.try_push(index)?;
            all += words_of(index);
        }
    }
    let mut first: Map<&str, usize> = Map::default();
    first.try_reserve(taken.len())?;
    let mut copies = Vec::new();
    let (mut start, mut copied) = (0, 0);
    while start < taken.len() {
        if start % CHECK_EVERY == 0 {
            interrupts::check();
        }
        let beginning = text_of(taken[start]);
        let Some(&earlier) = first.get(beginning) else {
            first.insert(beginning, start);
            start += 1;
            continue;
        };
        // The run ends before it reaches itself.
        let run = taken[start..].iter().zip(&taken[earlier..start]);
        let run = run.take_while(|(copy, first)| text_of(**copy) == text_of(**first));
        let (mut length, mut words, mut differ) = (0, 0, false);
        for (copy, _) in run {
            length += 1;
            words += words_of(*copy);
            differ |= text_of(*copy) != beginning;
        }
        if differ && words >= COPY_WORDS {
            let blocks = taken[start]..taken[start + length - 1] + 1;
            copies.try_push(around_copy(page, blocks, taken[earlier + length - 1], words))?;
            copied += words;
        }
        start += length;
    }
    if 10 * copied >= COPIES * all {
        // What was not compared goes only with a copy of it further up.
        let mut seen: Map<&str, usize> = Map::default();
        for index in (0..blocks.len()).checking(CHECK_EVERY).filter(|index| selected[*index]) {
            if aside[index] {
                seen.try_reserve(1)?;
                aside[index] = seen.insert(text_of(index), index).is_none();
            }
        }
        for index in copies.into_iter().flatten().checking(CHECK_EVERY) {
            selected[index] &= aside[index];
        }
    }
    taken.retain(|index| selected[*index]);
    for (number, pair) in taken.windows(2).enumerate().checking(CHECK_EVERY) {
        let (first, second) = (pair[0], pair[1]);
        if number < FIRST && is_part_of(page, first, second) {
            selected[first] = false;
        } else if page.tag(page.parent(blocks[second].element())) == Tag::Aside && is_part_of(page, second, first) {
            selected[second] = false;
        }
    }
    Ok(())
}

/// Returns the blocks of the largest element around a copy that holds little else and no block up to an earlier one, or
/// those of the copy: a version for the printer may have a title and an address.
fn around_copy(page: &Page, copy: Range<usize>, earlier: usize, words: usize) -> Range<usize> {
    let [first, last, earlier] = [copy.start, copy.end - 1, earlier].map(|index| page.blocks()[index].nodes().start);
    let around = page.around(first).take(LEVELS).map(|at| page.subtree(at));
    let holds_copy = |nodes: &Range<usize>| {
        earlier < nodes.start && nodes.contains(&last) && 4 * page.word_count(nodes.clone()) <= 5 * words
    };
    around.filter(holds_copy).last().map_or(copy, |nodes| blocks_in(page, &nodes))
}

/// Returns `true` for a paragraph that says the beginning or another part of one in another element, or the same: a lead
/// before the text that it is taken of, or a sentence that is set out.
fn is_part_of(page: &Page, part: usize, whole: usize) -> bool {
    let blocks = [part, whole].map(|index| &page.blocks()[index]);
    let [part, whole] = blocks.map(|block| page.block_text(block).trim_end_matches([' ', '.', '…']));
    let [around, other] = blocks.map(|block| page.parent(block.element()));
    blocks.iter().all(|block| page.tag(block.element()) == Tag::P)
        && around != other
        && part.len() <= whole.len()
        && page.word_count(blocks[0].nodes()) >= PART_WORDS
        && memmem::find(whole.as_bytes(), part.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which blocks of a page are left when all are taken.
    fn left(html: &str) -> String {
        let page = Page::sample(html);
        let all = "1".repeat(page.blocks().len());
        super::super::tests::mended(&all, |selected| leave_out_copies(&page, selected).unwrap())
    }

    #[test]
    fn the_first_of_two_copies_stays() {
        let one = format!("<p>{}<p>{}", "one ".repeat(15), "two ".repeat(15));
        assert_eq!(left(&format!("<div>{one}</div><div>{one}</div>")), "1100");
        assert_eq!(left(&format!("{one}<p>between{one}{one}")), "1110000");
        // As code and as a quotation it is none.
        assert_eq!(left(&format!("{one}<blockquote>{one}</blockquote>")), "1111");
        let with_code = |code: &str| format!("<p>{}<pre>{code}</pre><p>{}", "one ".repeat(15), "two ".repeat(15));
        assert_eq!(left(&["pip", "npm", "pip"].map(with_code).concat()), "111010000");
        assert_eq!(left("<pre>a b</pre>".repeat(30).as_str()), "1".repeat(30));
    }

    #[test]
    fn what_stands_around_a_copy_goes_with_it() {
        let one = format!("<p>{}<p>{}", "one ".repeat(30), "two ".repeat(30));
        assert_eq!(left(&format!("<div>{one}</div><div><h2>Title</h2><p>Printed.{one}</div><p>End.")), "1100001");
        assert_eq!(left(&format!("<div>{one}</div><div><p>{}{one}</div>", "more ".repeat(20))), "11100");
    }

    #[test]
    fn a_part_of_its_neighbour_is_left_out() {
        let text = "The orchard above the village was planted by the grandfather of the present owner";
        let whole = format!("<div><p>{text}, long ago.<p>Bees are the reason.</div>");
        for part in [text.to_owned(), format!("{text}…"), format!("{text}, long ago.")] {
            assert_eq!(left(&format!("<div><p>{part}</div>{whole}")), "011", "{part}");
        }
        assert_eq!(left(&format!("<p>{text}, long ago.<aside><p>{text}.</aside><p>Bees.")), "101");
        // A heading, a short part, a paragraph of the same element, one that is changed.
        for other in [
            "<h2>{}</h2>",
            "<ul><li>{}</ul>",
            "<div><p>The orchard above the village</div>",
            "<div><p>So {}</div>",
        ] {
            assert_eq!(left(&format!("{}{whole}", other.replace("{}", text))), "111", "{other}");
        }
        assert_eq!(left(&format!("<p>{text}<p>{text}, long ago.")), "11");
        // Further down it is said again on purpose.
        assert_eq!(left(&format!("{}<div><p>{text}</div>{whole}", "<p>More.".repeat(3))), "111111");
    }

    #[test]
    fn sentences_that_are_repeated_stay() {
        let one = format!("<p>{}", "one ".repeat(30));
        assert_eq!(left(&one.repeat(2)), "11", "one block");
        assert_eq!(left(&one.repeat(6)), "111111", "the same block");
        assert_eq!(left(&"<p>one two<p>three".repeat(2)), "1111", "few words");
        let two = format!("<p>{}<p>{}", "one ".repeat(15), "two ".repeat(15));
        let rest = |words: usize| format!("<p>{}", "rest ".repeat(words));
        assert_eq!(left(&format!("{two}{two}{}", rest(15))), "11001");
        assert_eq!(left(&format!("{two}{two}{}", rest(16))), "11111", "a small part");
    }
}
