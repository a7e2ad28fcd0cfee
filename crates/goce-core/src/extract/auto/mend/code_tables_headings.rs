//! Wholes: code, tables of data, lists of facts, and a heading with the text under it are taken together or not at all.
//!
//! A method that weighs each block by itself leaves out the code between two paragraphs, because code has no
//! sentences, or half of the cells of a table. These rules mend its choice. They look at elements, at what is taken
//! around them and at probabilities, not at names, classes or words, but for what these say of code, labels, boxes and
//! panels.

use std::cell::Cell;

use super::{blocks_in, count_words, element, first_node, outermost, taken, words_in};
use crate::dates::time_text::form;
use crate::page::code::{is_of_lines, is_title};
use crate::page::prelude::*;

/// Code is between taken blocks if fewer blocks than this stand between it and the next taken one on either side:
/// buttons that copy it, names of files. Among 3, 6 and 12 it makes no difference to F1.
const NEAR: usize = 6;

/// The most words of a box with a title.
const BOX: usize = 300;

/// The most words of what opens a panel, and the elements around it and around the panel's first text that are looked at.
const HEAD: usize = 24;
const AROUND: usize = 8;

/// Mends which blocks are taken, given the probability of each that it is content.
pub fn mend_wholes(page: &Page, probabilities: &[f32], selected: &mut [bool]) -> Fallible {
    code(page, selected)?;
    tables(page, selected);
    facts(page, selected);
    headings(page, probabilities, selected);
    titles(page, selected);
    attributions(page, selected);
    heads_of_panels(page, selected)
}

/// The blocks of one `<pre>`, or of an element of lines of code.
struct Code {
    blocks: Range<usize>,
    /// Something taken stands just before it.
    follows: bool,
}

/// Returns the blocks since the last taken one, at most [`NEAR`], behind some more blocks.
fn since_taken<'a>(since: usize, blocks: impl Iterator<Item = &'a bool>) -> usize {
    blocks.fold(since, |since, taken| if *taken { 0 } else { NEAR.min(since + 1) })
}

/// Returns `true` if neighbouring blocks are numbers of lines: two numbers or more, each higher by one than the one before.
fn counts_up(page: &Page, blocks: Range<usize>) -> bool {
    let (mut last, mut count) = (None, 0);
    let words = blocks.flat_map(|index| page.text_of_block(index).split_whitespace());
    for word in words.checking(CHECK_EVERY) {
        let Ok(number) = word.parse::<u32>() else {
            return false;
        };
        if last.is_some_and(|last: u32| last.checked_add(1) != Some(number)) {
            return false;
        }
        last = Some(number);
        count += 1;
    }
    count > 1
}

/// Takes the blocks of a `<pre>`, or of an element of lines of code, all or none: all if they have half of its words or
/// if it stands between taken blocks. A `<pre>` of line numbers is not taken. With code its title is taken.
fn code(page: &Page, selected: &mut [bool]) -> Fallible {
    let mut codes: Vec<Code> = Vec::new();
    let is_code = |at: usize, tag| tag == Tag::Pre || is_of_lines(page, at);
    for nodes in outermost(page, is_code) {
        let blocks = blocks_in(page, &nodes);
        codes.try_push(Code { blocks, follows: false })?;
    }
    // Blocks outside of code since the last taken one.
    let (mut since, mut next) = (NEAR, 0);
    for code in codes.iter_mut().checking(CHECK_EVERY) {
        since = since_taken(since, selected[next..code.blocks.start].iter());
        code.follows = since < NEAR;
        next = code.blocks.end;
    }
    let (mut since, mut last) = (NEAR, selected.len());
    for code in codes.iter().rev() {
        since = since_taken(since, selected[code.blocks.end..last].iter().rev());
        last = code.blocks.start;
        let is_code = !counts_up(page, code.blocks.clone());
        let (all, taken) = count_words(page, code.blocks.clone(), selected);
        let is_between = code.follows && since < NEAR;
        let taken = is_code && (is_between || taken > 0 && 2 * taken >= all);
        selected[code.blocks.clone()].fill(taken);
        if taken && names_code(page, &code.blocks, all) {
            selected[code.blocks.start - 1] = true;
        }
    }
    Ok(())
}

/// Returns `true` if the block before code, with some words, is its title: the two fill an element.
fn names_code(page: &Page, code: &Range<usize>, words: usize) -> bool {
    let Some(before) = code.start.checked_sub(1).map(|before| page.blocks()[before].nodes()) else {
        return false;
    };
    let code = first_node(page, code.start);
    let mut around = page.around(before.start).take(AROUND).take_while(|at| !page.subtree(*at).contains(&code));
    let Some(title) = around.find(|at| is_title(page, *at)) else {
        return false;
    };
    let mut both = page.around(title).take(AROUND).map(|at| page.subtree(at));
    both.find(|both| both.contains(&code)).is_some_and(|both| page.word_count(both) <= words + HEAD)
}

/// Takes all cells of a table of data if half of its words are taken, and no cell if less than a fifth is. Tables around
/// other ones are layout, and those within them without a header, too.
fn tables(page: &Page, selected: &mut [bool]) {
    let within = |table: Range<usize>, tag| {
        (table.start + 1..table.end).filter(move |at| page.tag(*at) == tag).checking(CHECK_EVERY)
    };
    // Where the last table around others ends.
    let around = Cell::new(0);
    let holds_none = |at| {
        let table = page.subtree(at);
        let holds_none = within(table.clone(), Tag::Table).next().is_none();
        if !holds_none {
            around.set(around.get().max(table.end));
        }
        holds_none
    };
    for table in outermost(page, |at, tag| tag == Tag::Table && holds_none(at)) {
        let blocks = blocks_in(page, &table);
        let (all, taken) = count_words(page, blocks.clone(), selected);
        let within = |tag| within(table.clone(), tag);
        // Longer cells, on average, are a layout's, such as a forum's posts: from 6 words on threads lose .001.
        if taken == 0 || taken == all || all > 4 * blocks.len() {
            continue;
        }
        if table.start < around.get() && within(Tag::Th).next().is_none() {
            continue;
        }
        let (mut filled, mut full) = (0, 0);
        for row in within(Tag::Tr) {
            let cells = blocks_in(page, &page.subtree(row)).len();
            filled += usize::from(cells > 0);
            full += usize::from(cells > 1);
        }
        // Three rows of two filled cells or more, which are six tenths of all filled rows at least, hold data.
        if full < 3 || 10 * full < 6 * filled {
            continue;
        }
        if 2 * taken >= all {
            selected[blocks].fill(true);
        } else if 5 * taken < all {
            selected[blocks].fill(false);
        }
    }
}

/// Takes a list of facts whole if all of its terms or all else in it is taken. Of posts and records the term is a link,
/// or they have a list each.
fn facts(page: &Page, selected: &mut [bool]) {
    for list in outermost(page, |_, tag| tag == Tag::Dl) {
        let blocks = blocks_in(page, &list);
        let (all, taken) = count_words(page, blocks.clone(), selected);
        // As many words as in a table of data.
        if taken == 0 || taken == all || all > 4 * blocks.len() {
            continue;
        }
        let of = |tag| list.clone().filter(move |at| page.tag(*at) == tag).checking(CHECK_EVERY);
        let is_in_term = |at: usize| page.outwards(at).take(3).any(|around| page.tag(around) == Tag::Dt);
        if of(Tag::Dt).count() < 3 || of(Tag::A).any(is_in_term) {
            continue;
        }
        let are_taken = |terms: bool| {
            let is_wanted = |index: &usize| is_in_term(element(page, *index)) == terms;
            let mut some = blocks.clone().filter(is_wanted).peekable();
            some.peek().is_some() && some.all(|index| selected[index])
        };
        if are_taken(true) || are_taken(false) {
            selected[blocks].fill(true);
        }
    }
}

/// Returns `true` for a heading, or for its first words where they have an element of their own. Behind them a tip may stand.
fn is_heading(page: &Page, index: usize) -> bool {
    let mut around = page.outwards(element(page, index)).take(3);
    let heading = around.find(|at| page.tag(*at).heading_level().is_some());
    heading.is_some_and(|at| blocks_in(page, &page.subtree(at)).start == index)
}

/// Takes a heading that stands just before taken text, or before the day above it, if it is not improbable itself.
fn headings(page: &Page, probabilities: &[f32], selected: &mut [bool]) {
    for text in (1..selected.len()).checking(CHECK_EVERY) {
        let is_below = text > 1 && selected[text] && !selected[text - 2] && is_heading(page, text - 2);
        let is_dated = is_below && form(page.text_of_block(text - 1)).is_some();
        let heading = text - 1 - usize::from(is_dated);
        // Nearly every heading between two blocks that are surely content is content too.
        // What is sure was chosen on the folds of kinds, WCXB and silver, among .7 and .8: two pages gain by .7.
        // No page loses by it. From .1 on such a heading is taken; no other number was tried.
        // Any other heading is taken from .3 on, chosen on the folds, among 0, .2 and .3: below it headings of forums'
        // posts and of teasers come in.
        let is_between =
            heading > 0 && selected[heading - 1] && probabilities[heading - 1].min(probabilities[text]) >= 0.7;
        let least = if is_between { 0.1 } else { 0.3 };
        let is_likely = selected[text] && probabilities[heading] >= least;
        selected[heading] |= is_likely && is_heading(page, heading) && !is_heading(page, text);
    }
}

/// Takes the headline just before the first taken text. Lists, products and the pages of firms begin with it.
pub fn take_headline(page: &Page, selected: &mut [bool]) {
    let Some(before) = taken(selected).next().and_then(|first| first.checked_sub(1)) else {
        return;
    };
    let mut around = page.outwards(element(page, before)).take(3);
    if let Some(headline) = around.find(|at| page.tag(*at) == Tag::H1) {
        let blocks = blocks_in(page, &page.subtree(headline));
        // One that nobody closed goes on.
        if blocks.end == before + 1 {
            selected[blocks].fill(true);
        }
    }
}

/// Takes the term before a taken definition, and the title of a box of which the text behind it is taken.
fn titles(page: &Page, selected: &mut [bool]) {
    for index in (1..selected.len()).checking(CHECK_EVERY) {
        if selected[index] && !selected[index - 1] && is_title_of(page, index - 1) {
            selected[index - 1] = true;
        }
    }
}

/// Takes the line below a taken quotation that says whose it is.
fn attributions(page: &Page, selected: &mut [bool]) {
    for index in (1..selected.len()).checking(CHECK_EVERY) {
        if selected[index - 1] && !selected[index] && words_in(page, index) <= HEAD && is_attribution(page, index) {
            selected[index] = true;
        }
    }
}

/// Returns `true` for the foot of a quotation, or the caption of a figure that is one, behind its last block.
fn is_attribution(page: &Page, index: usize) -> bool {
    let mut own = page.outwards(element(page, index)).take(3);
    let Some(foot) = own.find(|at| matches!(page.tag(*at), Tag::Footer | Tag::Figcaption)) else {
        return false;
    };
    let quotation = |at: usize| page.outwards(at).take(AROUND).find(|around| page.tag(*around) == Tag::Blockquote);
    let of_text = quotation(element(page, index - 1));
    let is_caption = |of_text| page.tag(foot) == Tag::Figcaption && page.parent(foot) == page.parent(of_text);
    of_text.is_some_and(|of_text| quotation(foot) == Some(of_text) || is_caption(of_text))
}

/// Returns `true` if a block is the only term of its list, before its definition, what opens the code behind it, or the title
/// of the box with a warning or of the panel that it begins, and of the text behind it.
fn is_title_of(page: &Page, index: usize) -> bool {
    let (title, text) = (element(page, index), element(page, index + 1));
    if page.tag(title) == Tag::Dt {
        let list = page.parent(title);
        // The children of a list that are looked at.
        let terms = page.children(list).take(300).filter(|at| page.tag(*at) == Tag::Dt);
        return page.subtree(list).contains(&text) && terms.count() == 1;
    }
    let opens = || page.outwards(title).take(AROUND).find(|at| page.tag(*at) == Tag::Summary);
    let is_code = || page.outwards(text).take(AROUND).any(|at| page.tag(at) == Tag::Pre);
    if let Some(summary) = opens() {
        return page.subtree(page.parent(summary)).contains(&text) && words_in(page, index) <= HEAD && is_code();
    }
    let own = page.outwards(title).take(AROUND);
    let mut own = own.take_while(|at| !page.subtree(*at).contains(&text));
    let Some(named) = own.find(|at| page.is_called(*at, Meaning::BoxTitle)) else {
        return false;
    };
    let outermost = own.last().unwrap_or(named);
    let around = page.parent(outermost);
    let class = start_of_name(page.class(around));
    blocks_in(page, &page.subtree(around)).start == index
        && (Meaning::Callout.is_said_by(class) || Meaning::Panel.is_said_by(class))
        && words_in(page, index) <= HEAD
        && page.word_count(page.subtree(around)) <= BOX
}

/// Takes what opens panels, as accordions and tabs have it, where the panels are taken that stand just behind. One
/// alone may be a button, "Read more", unless it is the label of a tab or a heading by its role.
fn heads_of_panels(page: &Page, selected: &mut [bool]) -> Fallible {
    let around = |index: usize| page.around(first_node(page, index)).take(AROUND);
    let is_tab = |at: usize| {
        let button = page.attribute(at, names::FOR).map_or("", start_of_name);
        let mut words = button.split(|c: char| !c.is_ascii_alphabetic());
        page.tag(at) == Tag::Label && words.any(|word| matches!(word, "tab" | "tabs" | "tabbed"))
    };
    let is_head = |head: usize| {
        // One long name may stand around many blocks.
        let named = |at: usize, name| page.attribute(at, name).map(start_of_name);
        let id = around(head).find_map(|at| named(at, names::ARIA_CONTROLS));
        id.is_some() && around(head + 1).any(|at| named(at, names::ID) == id)
    };
    let mut heads = Vec::new();
    for head in (0..selected.len().saturating_sub(1)).checking(CHECK_EVERY) {
        if !selected[head + 1] || selected[head] || words_in(page, head) > HEAD {
            continue;
        }
        if around(head).any(is_tab) {
            selected[head] = true;
        } else if is_head(head) {
            heads.try_push(head)?;
        }
    }
    let is_said = |head: &usize| around(*head).any(|at| page.attribute(at, names::ROLE) == Some("heading"));
    if heads.len() > 1 || heads.iter().any(is_said) {
        heads.into_iter().for_each(|head| selected[head] = true);
    }
    Ok(())
}

/// Leaves out a heading at the end of an article, of which the text is not taken, and those before it in the same
/// element with nothing but links and forms below them. Other headings one after another may be records.
pub fn leave_out_last_heading(page: &Page, selected: &mut [bool]) {
    let (mut first, mut count, mut has_text) = (selected.len(), 0, false);
    for index in taken(selected).rev() {
        has_text = !is_heading(page, index);
        if has_text || count > 0 && !is_over_links(page, index, first) {
            break;
        }
        (first, count) = (index, count + 1);
    }
    // More are a list.
    if has_text && count <= 3 {
        selected[first..].fill(false);
    }
}

/// Returns `true` if links, forms and places for them stand between two headings of one element, and nothing else.
/// Pictures alone may be steps or plans.
fn is_over_links(page: &Page, heading: usize, next: usize) -> bool {
    let [heading, next] = [heading, next].map(|index| element(page, index));
    let mut position = page.end(heading);
    let (mut is_filled, mut work) = (false, Countdown::new(CHECK_EVERY));
    while position < next {
        work.charge(1);
        let tag = page.tag(position);
        if matches!(tag, Tag::Text | Tag::Img | Tag::Table) || tag.is_player() {
            return false;
        }
        let is_whole = matches!(tag, Tag::A | Tag::Button | Tag::Form);
        is_filled |= is_whole || matches!(tag, Tag::Div | Tag::Section | Tag::Ul);
        position = if is_whole { page.end(position) } else { position + 1 };
    }
    is_filled && page.parent(heading) == page.parent(next)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_mended, mended};
    use super::*;

    /// Checks the rows of a table, on pages whose blocks all have this probability.
    #[track_caller]
    fn check(probability: f32, table: &str) {
        check_mended(table, |page, selected| {
            mend_wholes(page, &vec![probability; selected.len()], selected).unwrap();
        });
    }

    #[test]
    fn whose_a_quotation_is_is_taken_with_it() {
        check(
            0.0,
            "
            <blockquote><p>Bread.</p><footer>Ann, <cite>A Mill</cite></footer></blockquote> => 10 => 11
            <figure><blockquote><p>Bread.</blockquote><figcaption>Ann</figcaption></figure> => 10 => 11
            <blockquote><p>Bread.</p><footer>Ann</footer></blockquote> => 00 => 00
            <blockquote><p>Bread.</blockquote><footer>The Mill</footer> => 10 => 10
            <div><p>Bread.<footer>Ann</footer></div> => 10 => 10
            <div><blockquote><p>Bread.</blockquote></div><footer>The Mill</footer> => 10 => 10",
        );
    }

    #[test]
    fn code_between_taken_blocks_is_taken_whole() {
        let lines = "<pre><code><div>let a;</div><div>let b;</div></code></pre>";
        let html = format!("<p>Before<div>{lines}<button>Copy</button></div><p>After");
        check(
            0.0,
            &"
            HTML => 10001 => 11101
            // Nothing is taken behind it.
            HTML => 10000 => 10000
            // Half of it is taken.
            HTML => 00100 => 01100
            <pre><div>let a;</div><div>let b;</div><div>let c;</div></pre> => 100 => 000
            // Line numbers are no code.
            <p>Before<pre>9&#10;10&#10;11</pre><p>After => 111 => 101
            // Other numbers may be what a program prints.
            <p>Before<pre>1 1</pre><p>After => 101 => 111
            <p>Before<pre>4</pre><p>After => 101 => 111
            <p>Before<pre>1 2 4</pre><p>After => 101 => 111"
                .replace("HTML", &html),
        );
    }

    #[test]
    fn code_comes_with_its_title() {
        check(
            0.0,
            &"
            <p>Before<figure><figcaption><b>a.rs</b></figcaption>CODE</figure><p>After => 1001 => 1111
            <p>Before<div><div><b class=code-title>a.rs</b></div><div>CODE</div></div><p>After => 1001 => 1111
            <p>Before<div><div>a.rs</div><div>CODE</div></div><p>After => 1001 => 1011
            // What is called so is around both.
            <p>Before<figure class=has-title><b>Copy</b>CODE</figure><p>After => 1001 => 1011
            <p>Before<div class=title>LONG</div>CODE<p>After => 1001 => 1011"
                .replace("CODE", "<pre>let a;</pre>")
                .replace("LONG", &"word ".repeat(HEAD)),
        );
    }

    #[test]
    fn headings_and_titles_come_with_their_text() {
        check(
            0.3,
            "
            <p>Before<h2><div></div><div>Title</div></h2><p>After => 101 => 111
            <p>Before<h2>Title<div>Tip</div></h2><p>After => 1101 => 1101
            <h2>Title</h2><p>24.11.2026<p>After => 001 => 101
            <h2>Title</h2><p>Words<p>After => 001 => 001",
        );
        check(
            0.2,
            "
            <p>Before<h2>Title</h2><p>After => 101 => 101
            <h2>Title</h2><p>After => 01 => 01",
        );
        check(
            0.0,
            "
            <details><summary>The whole</summary><div><pre>let a = 1;</pre></div></details> => 01 => 11
            <details><summary>Read more</summary><p>After</p></details> => 01 => 01
            <p>Before<dl><dt>int f()<dd><p>Does it.</dl> => 101 => 111
            <dl><dt>Built:<dd>1871<dt>Height:<dd>31 m<dt>Lamp:<dd>oil</dl> => 101010 => 111111
            <dl><dt>Built:<dd>1871<dt>Height:<dd>31 m<dt>Lamp:<dd>oil</dl> => 010101 => 111111
            <dl><dt>Built:<dd>1871<dt>Height:<dd>31 m<dt>Lamp:<dd>oil</dl> => 101000 => 101000
            <dl><dt><a href=/>A</a><dd>1<dt>B<dd>2<dt>C<dd>3</dl> => 101010 => 101010
            <dl><dt>A<dd>1</dl><dl><dt>B<dd>2</dl> => 1010 => 1010
            <dl><dt>a<dd>b<dt>c<dd>d</dl> => 0101 => 0101
            <div class=textbox><header><p class=box__title>Goals</header><ul><li>One<li>Two</div> => 011 => 111
            <div class=vc_toggle><div class=toggle_title><h4>When?</h4></div><div>Now.</div></div> => 01 => 11
            <div class=card><div class=title>When?</div><div>Now.</div></div> => 01 => 01
            <div class=textbox>a<div class=title>When?</div><div>Now.</div></div> => 101 => 101
            <button aria-controls=a><div role=heading>Tools</div></button><div id=a><p>One</div> => 01 => 11",
        );
        for (sure, expected) in [(0.9, "111"), (0.6, "101")] {
            let mend = |page: &Page, selected: &mut [bool]| mend_wholes(page, &[0.9, 0.15, sure], selected).unwrap();
            assert_eq!(mended("<p>Before<h2>Title</h2><p>After", "101", mend), expected);
        }
    }

    #[test]
    fn a_headline_goes_with_the_first_taken_text() {
        check_mended(
            "
            <p>Menu<h1>Towers</h1><h2>The first</h2><p>It stands. => 0011 => 0111
            <h1><div>Towers</div><div>of the valley</div></h1><p>Text => 001 => 111
            <h1>Towers</h1><p>Menu<p>Text => 001 => 001
            <h2>Towers</h2><p>Text => 01 => 01
            <h1>Towers<p>Text<p>Text => 011 => 011
            <p>Text<h1>Towers</h1><p>Text => 101 => 101
            <h1>Towers</h1><p>Text => 00 => 00",
            take_headline,
        );
    }

    #[test]
    fn code_far_from_taken_blocks_is_not() {
        check(
            0.0,
            "
            <p>Before<p>x<p>x<p>x<p>x<p>x<pre>code</pre><p>After => 10000001 => 10000011
            <p>Before<p>x<p>x<p>x<p>x<p>x<p>x<pre>code</pre><p>After => 100000001 => 100000001
            // The blocks of other code between do not count.
            <p>Before<pre>a</pre><pre>b</pre><pre>c</pre><pre>d</pre><pre>e</pre><pre>f</pre><pre>g</pre><p>After \
            => 100000001 => 111111111",
        );
    }

    #[test]
    fn tables_of_data_are_taken_whole_or_not() {
        check(
            0.0,
            "
            <table><tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg</table> => 010101 => 111111
            <table><tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg</table> => 100000 => 000000
            <table><tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg</table> => 101000 => 101000
            // Two rows, rows of one cell, long cells and tables of tables are layout.
            <table><tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg</table> => 0101 => 0101
            <table><tr><td>One<tr><td>One<tr><td>One<tr><td>One</table> => 1101 => 1101
            <table><tr><td>One<td>A long cell of eight words in here<tr><td>One<td>A long cell of eight words in here\
            <tr><td>One<td>A long cell of eight words in here</table> => 010101 => 010101
            <table><tr><td><table><tr><td>Weight<td>3 kg<tr><td>Weight<td>3 kg<tr><td>Weight<td>3 kg</table></table> \
            => 010101 => 010101
            // Within others those with a header are none.
            <table><tr><td><table><tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg<tr><th>Weight<td>3 kg</table></table> \
            => 010101 => 111111
            <table><tr><td><table><tr><td>a</table></table><table><tr><td>Weight<td>3 kg<tr><td>Weight<td>3 kg<tr>\
            <td>Weight<td>3 kg</table> => 1010101 => 1111111",
        );
    }

    #[test]
    fn heads_of_panels_go_with_them() {
        let panel = |id: &str, controls: &str| {
            format!("<div role=button aria-controls={controls}><a>When?</a></div><div id={id}><p>In May.</div>")
        };
        let panels = panel("a", "a") + &panel("b", "b") + &panel("c", "d");
        check(
            0.0,
            &"
            PANELS => 010101 => 111101
            PANELS => 010001 => 010001
            <div><label for=tab-1>Shell</label><label for=tab-2>Python</label></div><p>Text => 01 => 11
            <div><label for=table-name>Name</label></div><p>Text => 01 => 01"
                .replace("PANELS", &panels),
        );
    }

    #[test]
    fn headings_go_with_the_text_under_them() {
        check(0.3, "<h2>One</h2><p>Text<h2>Two</h2><h3>Three</h3><p>Text => 01001 => 11011");
        check(0.29, "<h2>One</h2><p>Text<h2>Two</h2><h3>Three</h3><p>Text => 01001 => 01001");
        check(0.3, "<h2>One</h2><p>Text<h2>Two</h2><h3>Three</h3><p>Text => 00100 => 00100");
    }

    #[test]
    fn last_headings_are_left_out() {
        check_mended(
            "
            <h2>One</h2><p>Text<h2>Two</h2><h3>Three</h3><p>Text => 11100 => 11000
            <h2>One</h2><p>Text<h2>Two</h2><h3>Three</h3><p>Text => 11111 => 11111
            <h2>One</h2><h2>Two</h2> => 11 => 11
            <h2>One</h2> => 1 => 1
            <p>Text<h2>Share</h2><div><a href=/a><img src=/a></a></div><h3>A</h3><div></div><h3>B</h3> => 1111 => 1000
            <p>Text<h2>Share</h2><form><input></form><h3>Gallery</h3><div></div><h3>Reply</h3> => 1111 => 1000
            <p>Text<h2>Share</h2><ul><li><a href=/a></a></ul><h3>A</h3><div></div><h3>B</h3> => 1111 => 1000
            // Records, steps with their pictures, and what stands in elements of its own.
            <p>Text<h2>Share</h2><h3>Gallery</h3><div></div><h3>Reply</h3> => 1111 => 1111
            <p>Text<h2>Share</h2><p></p><h3>Gallery</h3><div></div><h3>Reply</h3> => 1111 => 1111
            <p>Text<h2>Share</h2><div><img src=/a></div><h3>Gallery</h3><div></div><h3>Reply</h3> => 1111 => 1111
            <p>Text<h2>Share</h2><video src=/a></video><h3>Gallery</h3><div></div><h3>Reply</h3> => 1111 => 1111
            <p>Text<div><h3>Ann</h3><a></a></div><div><h3>Bob</h3><a></a></div> => 111 => 111
            <p>Text<h3>Ann</h3><div></div><h3>Ann</h3><div></div><h3>Ann</h3><div></div><h3>Ann</h3><div></div> \
            => 11111 => 11111",
            leave_out_last_heading,
        );
    }
}
