//! Copies on a page: content that it has twice, for narrow and wide screens, in a slider, or for readers without scripts.

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

/// Leaves out copies, which are runs of blocks that stand in the same order further up, where they are much of what is
/// taken. Quotations and code are no copies, and their words do not count.
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
        let words = words_of(index);
        if selected[index] && !aside[index] && words > 0 {
            taken.try_push(index)?;
            all += words;
        }
    }
    drop(aside);
    let mut first: Map<&str, usize> = Map::default();
    let mut copies = Vec::new();
    let (mut start, mut copied) = (0, 0);
    while start < taken.len() {
        if start % CHECK_EVERY == 0 {
            interrupts::check();
        }
        let beginning = text_of(taken[start]);
        let Some(&earlier) = first.get(beginning) else {
            first.try_reserve(1)?;
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
            copies.try_push(start..start + length)?;
            copied += words;
        }
        start += length;
    }
    if 10 * copied >= COPIES * all {
        for index in copies.into_iter().flat_map(|copy| &taken[copy]) {
            selected[*index] = false;
        }
    }
    Ok(())
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
        assert_eq!(left("<pre>a b</pre>".repeat(30).as_str()), "1".repeat(30));
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
