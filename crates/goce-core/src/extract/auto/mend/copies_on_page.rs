//! Copies on a page: content that it has twice, for narrow and wide screens, in a slider, or for readers without scripts.

use memchr::memmem;

use super::{blocks_in, element, first_node, leave_out, outermost, tag, taken, words_in};
use crate::extract::auto::has_any;
use crate::page::prelude::*;
use crate::texts::lists::{lines, listed};
use crate::texts::words::words;

/// The fewest words of a run of blocks that is a copy. At least two of its blocks differ: records of a list and steps of
/// instructions repeat single sentences.
const COPY_WORDS: usize = 25;

/// The fewest words of a paragraph that repeats a part of its neighbour.
const PART_WORDS: usize = 10;

/// The most elements around a copy that are looked at.
const LEVELS: usize = 4;

/// The bytes of a class that are read.
const READ: usize = 256;

/// Parts and ends of classes that show an element, and parts that name the screens. A class for some screens has both.
const SHOWN: [&str; 6] = listed("-block -flex -inline :block :flex :inline");
const SHOWS: [&str; 5] = listed("hid none visib show only");
const SCREENS: [&str; 17] = listed("mobile phone desktop tablet small large -xs -sm -md -lg -xl sm: md: lg: xl: @m @l");

/// How boxes end in which a sentence of the text is set out to be shared.
const SHARED: [&str; 12] = lines(include_str!("copies_on_page/shared.txt"));

/// Leaves out runs of blocks that stand in the same order further up, parts of neighbouring paragraphs, and sentences
/// that are set out to be shared.
pub fn leave_out_copies(page: &Page, selected: &mut [bool]) -> Fallible {
    leave_out_runs(page, selected)?;
    leave_out_parts(page, selected)?;
    leave_out_pull_quotes(page, selected)?;
    leave_out_shared(page, selected)
}

/// Leaves out runs of blocks that stand in the same order further up, where they are much of what is taken. Quotations and
/// code are no copies, and their words do not count; those that differ stay.
fn leave_out_runs(page: &Page, selected: &mut [bool]) -> Fallible {
    let mut aside = try_filled(false, selected.len())?;
    for nodes in outermost(page, |_, tag| matches!(tag, Tag::Pre | Tag::Blockquote)) {
        aside[blocks_in(page, &nodes)].fill(true);
    }
    let compared = try_collect(with_words(page, selected).filter(|index| !aside[*index]))?;
    let all: usize = compared.iter().map(|index| words_in(page, *index)).sum();
    let mut first: Map<&str, usize> = Map::default();
    first.try_reserve(compared.len())?;
    let (mut copies, mut copies_for_screens) = (Vec::new(), Vec::new());
    let (mut start, mut copied) = (0, 0);
    while start < compared.len() {
        if start % CHECK_EVERY == 0 {
            interrupts::check();
        }
        let beginning = page.text_of_block(compared[start]);
        let Some(&earlier) = first.get(beginning) else {
            first.insert(beginning, start);
            start += 1;
            continue;
        };
        // The run ends before it reaches itself.
        let run = compared[start..].iter().zip(&compared[earlier..start]);
        let run = run.take_while(|(copy, first)| page.text_of_block(**copy) == page.text_of_block(**first));
        let (mut length, mut words, mut differ) = (0, 0, false);
        for (copy, _) in run {
            length += 1;
            words += words_in(page, *copy);
            differ |= page.text_of_block(*copy) != beginning;
        }
        let is_for_screen = words >= PART_WORDS
            && class_for_screens(page, compared[start]) != class_for_screens(page, compared[earlier]);
        let is_copy = differ && words >= COPY_WORDS;
        let run = compared[start]..compared[start + length - 1] + 1;
        if is_for_screen {
            copies_for_screens.try_push(run)?;
        } else if is_copy {
            copies.try_push(around_copy(page, run, compared[earlier + length - 1], words))?;
        }
        copied += if is_copy { words } else { 0 };
        start += length;
    }
    // The share of the taken words that copies must have was chosen on the folds, among .2, .3 and .4: below it pages come
    // in that repeat conditions or instructions on purpose.
    if 10 * copied < 4 * all {
        copies = Vec::new();
    }
    if copies.len() + copies_for_screens.len() > 0 {
        // What was not compared goes only with a copy of it further up.
        let mut seen: Map<&str, usize> = Map::default();
        for index in taken(selected) {
            if aside[index] {
                seen.try_reserve(1)?;
                aside[index] = seen.insert(page.text_of_block(index), index).is_none();
            }
        }
        for index in copies.into_iter().chain(copies_for_screens).flatten().checking(CHECK_EVERY) {
            selected[index] &= aside[index];
        }
    }
    Ok(())
}

/// Returns the taken blocks that have words.
fn with_words<'a>(page: &'a Page, selected: &'a [bool]) -> impl Iterator<Item = usize> + 'a {
    taken(selected).filter(|index| words_in(page, *index) > 0)
}

/// Leaves out leads, which repeat a part of the text behind them, and sentences of a neighbouring paragraph that are set out.
fn leave_out_parts(page: &Page, selected: &mut [bool]) -> Fallible {
    let taken = try_collect(with_words(page, selected))?;
    let is_long = |index: usize| words_in(page, index) >= PART_WORDS;
    for (number, pair) in taken.windows(2).enumerate().checking(CHECK_EVERY) {
        let (first, second) = (pair[0], pair[1]);
        // A lead is among the first blocks.
        let may_be_lead = number < 3 && is_long(first) && tag(page, first) == Tag::P;
        if may_be_lead && is_part_of(page, first, second) {
            selected[first] = false;
        } else if is_long(second) && is_set_out(page, second) {
            let around = [
                Some(first),
                number.checked_sub(1).map(|at| taken[at]),
                taken.get(number + 2).copied(),
            ];
            selected[second] =
                !around.into_iter().flatten().any(|other| selected[other] && is_part_of(page, second, other));
        }
    }
    Ok(())
}

/// Leaves out what is called a pull quote and repeats a part of a taken paragraph, wherever that stands.
fn leave_out_pull_quotes(page: &Page, selected: &mut [bool]) -> Fallible {
    let is_quote = |index: &usize| (4..100).contains(&words_in(page, *index)) && is_pull_quote(page, *index);
    let mut wrong = Vec::new();
    // Each is looked for in all of the text.
    for index in taken(selected).filter(is_quote).take(32) {
        let quote = without_first(bare(page.text_of_block(index)));
        let whole_at = |at: usize| {
            page.blocks().partition_point(|block| page.text_offset(block.nodes().start) <= at).saturating_sub(1)
        };
        let is_text = |at: usize| {
            let whole = whole_at(at);
            whole != index && selected[whole] && tag(page, whole) == Tag::P && !is_pull_quote(page, whole)
        };
        if !quote.is_empty() && memmem::find_iter(page.text().as_bytes(), quote).take(32).any(is_text) {
            wrong.try_push(index..index + 1)?;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

/// Leaves out sentences of the text in boxes that offer to share them.
fn leave_out_shared(page: &Page, selected: &mut [bool]) -> Fallible {
    let shared = taken(selected).filter_map(|index| Some((index, sentence_to_share(page.text_of_block(index))?)));
    let mut wrong = Vec::new();
    // No text has more.
    for (index, (sentence, label)) in shared.take(32) {
        let ends = memmem::find_iter(page.text().as_bytes(), sentence).map(|at| at + sentence.len());
        // Another box is no text.
        let mut behind = ends.map(|end| page.text()[end..].trim_start_matches(is_sign));
        if behind.any(|behind| !behind.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label))) {
            wrong.try_push(index..index + 1)?;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

fn is_sign(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Returns the sentence of a box that ends in an offer to share it, and the offer.
fn sentence_to_share(text: &str) -> Option<(&str, &str)> {
    // Few blocks end like one.
    let end = &text.as_bytes()[text.len().saturating_sub(12)..];
    if !end
        .windows(2)
        .any(|two| matches!([two[0] | 0x20, two[1] | 0x20], [b't', b'w' | b'u'] | [b' ', b'x']))
    {
        return None;
    }
    let text = text.trim_end_matches(is_sign);
    let (sentence, label) = SHARED.iter().find_map(|label| {
        let start = text.len().checked_sub(label.len())?;
        let (sentence, end) = text.split_at_checked(start)?;
        end.eq_ignore_ascii_case(label).then_some((sentence, end))
    })?;
    let sentence = sentence.trim_matches(is_sign);
    // Four words at least.
    words(sentence).nth(3).map(|_| (sentence, label))
}

/// Returns the nearest class around a block that shows it on some screens alone.
fn class_for_screens(page: &Page, index: usize) -> Option<&str> {
    // The elements around a block among which one is for some screens.
    let around = page.around(first_node(page, index)).take(10);
    let is_for_screens = |name: &str| {
        let shows = has_any(name, &SHOWS) || SHOWN.iter().any(|end| name.ends_with(end));
        name == "ssr-variant" || shows && has_any(name, &SCREENS)
    };
    around
        .map(|at| start_of(page.class(at), READ))
        .find(|class| class.split_ascii_whitespace().any(is_for_screens))
}

/// Returns the blocks of the largest element around a copy that holds little else and no block up to an earlier one, or
/// those of the copy: a version for the printer may have a title and an address.
fn around_copy(page: &Page, copy: Range<usize>, earlier: usize, words: usize) -> Range<usize> {
    let [first, last, earlier] = [copy.start, copy.end - 1, earlier].map(|index| first_node(page, index));
    let around = page.around(first).take(LEVELS).map(|at| page.subtree(at));
    let holds_copy = |nodes: &Range<usize>| {
        earlier < nodes.start && nodes.contains(&last) && 4 * page.word_count(nodes.clone()) <= 5 * words
    };
    around.filter(holds_copy).last().map_or(copy, |nodes| blocks_in(page, &nodes))
}

fn without_first(text: &str) -> &str {
    let mut rest = text.chars();
    rest.next();
    rest.as_str()
}

/// Returns `true` for a block in a box, or in a quotation that is named after its place.
fn is_set_out(page: &Page, block: usize) -> bool {
    let mut around = page.outwards(element(page, block)).take(LEVELS);
    around.any(|at| page.tag(at) == Tag::Aside) || is_pull_quote(page, block)
}

/// Returns `true` for a block in what is called a pull quote.
fn is_pull_quote(page: &Page, block: usize) -> bool {
    let is_named =
        |class: &str| class.contains("ull") && class.to_ascii_lowercase().replace(['-', '_'], "").contains("pullquote");
    page.outwards(element(page, block)).take(LEVELS).any(|at| is_named(start_of(page.class(at), READ)))
}

/// Returns a text without quotation marks and signs around it.
fn bare(text: &str) -> &str {
    text.trim_start_matches(['"', '“', '„', '«', ' ', '…'])
        .trim_end_matches([' ', '.', '…', '"', '”', '“', '»'])
}

/// Returns `true` if a paragraph, which the caller has found long enough, says the beginning or another part of one in
/// another element, or the same: a lead before the text that it is taken of, or a sentence that is set out, in
/// quotation marks and with a letter of its own.
fn is_part_of(page: &Page, part: usize, whole: usize) -> bool {
    let blocks = [part, whole].map(|index| &page.blocks()[index]);
    let [part, whole] = blocks.map(|block| bare(page.block_text(block)));
    let [around, other] = blocks.map(|block| page.parent(block.element()));
    let tags = blocks.map(|block| page.tag(block.element()));
    matches!(tags, [Tag::P | Tag::Blockquote, Tag::P])
        && (around != other || tags[0] == Tag::Blockquote)
        && part.len() <= whole.len()
        && memmem::find(whole.as_bytes(), without_first(part).as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(html: &str) -> String {
        super::super::tests::left(html, leave_out_copies)
    }

    /// Checks the rows of a table, in which `ONE` and `TWO` are paragraphs of fifteen words.
    fn check(table: &str) {
        for [html, expected] in cases(table) {
            let [one, two] = ["one ", "two "].map(|word| format!("<p>{}", word.repeat(15)));
            assert_eq!(left(&html.replace("ONE", &one).replace("TWO", &two)), expected, "{html}");
        }
    }

    #[test]
    fn the_first_of_two_copies_stays() {
        check(
            "
            <div>ONE TWO</div><div>ONE TWO</div> => 1100
            ONE TWO<p>between ONE TWO ONE TWO => 1110000
            // As code and as a quotation it is none.
            ONE TWO<blockquote>ONE TWO</blockquote> => 1111
            ONE<pre>pip</pre>TWO ONE<pre>npm</pre>TWO ONE<pre>pip</pre>TWO => 111010000",
        );
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
        for [html, expected] in cases(
            "
            <p>TEXT, long ago.<aside><p>TEXT.</aside><p>Bees. => 101
            <p>TEXT, long ago.<aside><div><p>“TEXT.”</div></aside><p>Bees. => 101
            <p>TEXT, long ago.<blockquote class=pullquote>TEXT.</blockquote><p>Bees. => 101
            <p>TEXT, long ago.<figure class=wp-block-pullquote><blockquote><p>TEXT.</blockquote></figure><p>Bees. => 101
            <p>Words.<div class='pull-quote x'>“Planted by the grandfather”</div><p>Bees.<p>“TEXT”, they said. => 1011
            <p>Words.<div class=PullQuote><div><p>…the grandfather of the present owner.</div></div><p>Bees.\
            <p>And so “TEXT”, they said. => 1011
            <p>Words.<div class=quote>“Planted by the grandfather”</div><p>Bees.<p>So “TEXT”, they said. => 1111
            <p>Words.<div class=pullquote>“Planted by the mother of all”</div><p>Bees.<p>So “TEXT”, they said. => 1111
            // A heading, a short part, a paragraph of the same element, one that is changed.
            <h2>TEXT</h2>WHOLE => 111
            <ul><li>TEXT</ul>WHOLE => 111
            <div><p>The orchard above the village</div>WHOLE => 111
            <div><p>So TEXT</div>WHOLE => 111
            <p>TEXT<p>TEXT, long ago. => 11",
        ) {
            assert_eq!(left(&html.replace("TEXT", text).replace("WHOLE", &whole)), expected, "{html}");
        }
        // Further down it is said again on purpose.
        assert_eq!(left(&format!("{}<div><p>{text}</div>{whole}", "<p>More.".repeat(3))), "111111");
    }

    #[test]
    fn versions_for_other_screens_are_left_out() {
        let text = |count| format!("<div><p>{}</div>", "one ".repeat(count));
        let [before, rest] = ["<p>a<p>b<p>c<p>d", "<p>rest"].map(|text| text.repeat(30));
        for [wide, narrow] in cases(
            "
            elementor-hidden-mobile => elementor-hidden-desktop
            hidden md:block => md:hidden
            d-none d-md-block => d-md-none
            => visible-xs",
        ) {
            let versions = |count| {
                let text = text(count);
                left(&format!("{before}<div class='{wide}'>{text}</div><div class='{narrow}'>{text}</div>{rest}"))
            };
            assert_eq!(versions(12)[120..123], *"101", "{wide}");
            assert_eq!(versions(5)[120..123], *"111", "{wide}");
        }
        // Both for the same screens, and for all.
        for class in ["visible-xs", "text"] {
            assert_eq!(
                left(&format!("{before}{}{rest}", format!("<div class={class}>{}</div>", text(12)).repeat(2)))[..3],
                *"111"
            );
        }
    }

    #[test]
    fn sentences_to_share_are_left_out() {
        let text = "<p>People arrive late. A meeting that hurts the knees is a meeting that ends. So it is.";
        let share =
            |label: &str| left(&format!("{text}<p>“A meeting that hurts the knees is a meeting that ends.” {label}"));
        for [label, expected] in cases(
            "
            <a href=/1>Click To Tweet</a> => 10
            <a href=/1>TWEET THIS!</a> => 10
            he wrote => 11",
        ) {
            assert_eq!(share(label), expected, "{label}");
        }
        assert_eq!(left(&"<p>Things of Sunday, October 14th <a href=/1>Tweet</a>".repeat(2)), "11");
        assert_eq!(left(&format!("{text}<p>Nobody has said this sentence yet. <a href=/1>Tweet this</a>")), "11");
    }

    #[test]
    fn sentences_that_are_repeated_stay() {
        check(
            "
            <p>one two<p>three<p>one two<p>three => 1111
            ONE TWO ONE TWO<p>The rest of it is no more than fifteen words long, and less than half. => 11001
            ONE TWO ONE TWO<p>The rest of it is of sixteen words, and copies are a small part of it. => 11111",
        );
        let one = format!("<p>{}", "one ".repeat(30));
        assert_eq!(left(&one.repeat(2)), "11", "one block");
        assert_eq!(left(&one.repeat(6)), "111111", "the same block");
    }
}
