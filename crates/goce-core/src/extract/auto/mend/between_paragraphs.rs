//! What stands between two paragraphs of a text: a list, a quotation, a table or a box between paragraphs that are taken,
//! or items of lists, is a part of the text, though it has no sentences.

use super::{blocks_in, element, outermost, tag, words_in};
use crate::page::prelude::*;

/// The least probability of what stands between them, by its words. In 3,515 labelled pages half of the words are content
/// from here on in .79 of 53 lists, quotations, tables and boxes between such paragraphs; below it in .15 of 94.
const LIKELY: f32 = 0.2;

/// The most words of a name.
const NAME: usize = 3;

/// The least probability of posts of another site: they are short, and end in links.
const POST: f32 = 0.05;

/// Takes lists, quotations, tables and boxes between two paragraphs that are taken and stand beside them, quoted posts
/// and notes in the margin behind one.
pub fn take_between_paragraphs(page: &Page, probabilities: &[f32], selected: &mut [bool]) {
    let blocks = page.blocks();
    // The element around it and, where each paragraph has one of its own, around that.
    let parent_of_sure = |index: usize| {
        let element = element(page, index);
        let parent = page.parent(element);
        match page.tag(element) {
            // The paragraphs on both sides are sure.
            _ if probabilities[index] < 0.8 => None,
            Tag::P if page.tag(parent) == Tag::Div && page.children(parent).nth(1).is_none() => {
                Some((page.parent(parent), true))
            }
            Tag::P => Some((parent, false)),
            Tag::Li => Some((page.parent(parent), false)),
            _ => None,
        }
    };
    let is_heading = |index: usize| tag(page, index).heading_level().is_some();
    let mut next = 0;
    for first in (0..blocks.len()).checking(CHECK_EVERY) {
        let of_heading = || is_heading(first).then(|| (page.parent(element(page, first)), false));
        let around = parent_of_sure(first).or_else(of_heading);
        let Some((parent, is_apart)) = around.filter(|_| selected[first] && first >= next) else {
            continue;
        };
        let end = page.end(parent);
        let beside = page.end(element(page, first));
        let is_whole = |at: &usize| is_table(page, *at) || is_figure_of_table(page, *at);
        let of_table = Some(beside).filter(is_whole);
        // More than twelve blocks, and a table, are no part.
        let most = 12 + of_table.map_or(0, |table| blocks_in(page, &page.subtree(table)).len());
        let behind = first + 1..blocks.len().min(first + 1 + most);
        let run = behind.take_while(|index| !selected[*index] && element(page, *index) < end);
        next = first + 1 + run.count();
        // Quotations and lists between paragraphs that stand apart are set out more often than said.
        let is_between = (!is_apart || of_table.is_some())
            && next < blocks.len()
            && selected[next]
            && parent_of_sure(next) == around;
        // The least probability of a list of links, which a paragraph announces.
        let links = if page.text_of_block(first).ends_with([':', '：']) {
            0.35
        } else if is_heading(first) {
            // Under it stands a list of names, not of titles.
            if (first + 1..next).any(|index| words_in(page, index) > NAME) {
                continue;
            }
            LIKELY
        } else {
            f32::INFINITY
        };
        take_likely(page, first + 1..next, parent, (is_between, links), probabilities, selected);
    }
}

/// Takes the list or table just below a taken heading of which nothing is taken. Of 36 such sections of labelled pages that
/// the models had not seen, all but one are content from [`LIKELY`] on: so their first words say, and an earlier form of
/// this rule found them. Lists of links are other pages, and below a headline stand tools: buttons to share, tabs, crumbs.
pub fn take_below_headings(page: &Page, probabilities: &[f32], selected: &mut [bool]) {
    let mut last = None;
    for index in (0..selected.len()).checking(CHECK_EVERY) {
        let heading = element(page, index);
        let is_heading = page.tag(heading).heading_level().is_some_and(|level| level > 1);
        // A heading of many blocks has the one list.
        if !is_heading || !selected[index] || last.replace(heading) == Some(heading) {
            continue;
        }
        let Some(nodes) = list_below(page, heading) else {
            continue;
        };
        let section = blocks_in(page, &nodes);
        // A longer one is more than a section of a text.
        if (1..=64).contains(&section.len())
            && !selected[section.clone()].contains(&true)
            && !is_of_links(page, nodes)
            && likelihood(page, section.clone(), probabilities) >= LIKELY
        {
            selected[section].fill(true);
        }
    }
}

/// Returns the nodes of the first element with text behind a heading, in the element around, if it is a list or a table.
fn list_below(page: &Page, heading: usize) -> Option<Range<usize>> {
    let (start, end) = (page.end(heading), page.end(page.parent(heading)));
    let beside = std::iter::successors(Some(start), |at| Some(page.end(*at))).take_while(|at| *at < end);
    let first = beside.checking(CHECK_EVERY).find(|at| !page.text_at(*at).trim_start().is_empty())?;
    // Elements around it alone say nothing.
    let text = page.text_at(first);
    let mut around = page.subtree(first).take(4).take_while(|at| page.text_at(*at) == text);
    let is_list = |at: usize| matches!(page.tag(at), Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table);
    around.any(is_list).then(|| page.subtree(first))
}

/// Takes posts of another site that are quoted between taken blocks, whatever the elements around them are called.
pub fn take_posts(page: &Page, probabilities: &[f32], selected: &mut [bool]) {
    let is_post = |at, tag| tag == Tag::Blockquote && page.is_called(at, Meaning::QuotedPost);
    for nodes in outermost(page, is_post) {
        let post = blocks_in(page, &nodes);
        let is_between = post.start > 0 && selected[post.start - 1] && selected.get(post.end) == Some(&true);
        // One that is taken in part has a picture's name or a link behind its text.
        let is_left_out = !selected[post.clone()].contains(&true);
        if is_between && is_left_out && likelihood(page, post.clone(), probabilities) >= POST {
            selected[post].fill(true);
        }
    }
    // Substack's copy of a post has counters, and no quotation.
    for nodes in outermost(page, |at, tag| tag == Tag::Div && page.class(at) == "tweet") {
        let post = blocks_in(page, &nodes);
        let is_between = post.start > 0 && selected[post.start - 1] && selected.get(post.end) == Some(&true);
        let is_left_out = !selected[post].contains(&true);
        let text = nodes
            .checking(CHECK_EVERY)
            .find(|at| page.class(*at) == "tweet-text")
            .map(|at| blocks_in(page, &page.subtree(at)));
        if let Some(text) = text.filter(|_| is_between && is_left_out)
            && likelihood(page, text.clone(), probabilities) >= POST
        {
            selected[text].fill(true);
        }
    }
}

/// Takes formulas that are blocks of their own, just behind taken text.
pub fn take_formulas(page: &Page, selected: &mut [bool]) {
    for formula in page.formulas().iter().checking(CHECK_EVERY) {
        let position = formula.position as usize;
        // The block of the formula, and the one before it.
        let index = blocks_in(page, &(0..position + 1)).end.saturating_sub(1);
        let follows = index > 0 && selected[index - 1];
        if follows && page.text_of_block(index).trim() == page.text_at(position).trim() {
            selected[index] = true;
        }
    }
}

/// Takes the likely ones of the elements of some blocks, which are children of one element. Unless they stand between
/// paragraphs (`is_between`), posts alone. `links` is the least probability of a list of links.
fn take_likely(
    page: &Page,
    blocks: Range<usize>,
    parent: usize,
    (is_between, links): (bool, f32),
    probabilities: &[f32],
    selected: &mut [bool],
) {
    let mut start = blocks.start;
    while start < blocks.end {
        let within = page.outwards(element(page, start)).take_while(|at| *at > parent);
        let Some(child) = within.last().filter(|child| page.parent(*child) == parent) else {
            return;
        };
        let nodes = page.subtree(child);
        let of_child = page.blocks()[start..blocks.end].iter().take_while(|block| block.nodes().start < nodes.end);
        let end = start + of_child.count().max(1);
        // Elements around it alone say nothing.
        let text = page.text_of(nodes.clone());
        let mut around = nodes.take(4).take_while(|at| page.text_at(*at) == text);
        let least = around.find_map(|at| least_likely(page, at, links)).unwrap_or(f32::INFINITY);
        if (is_between || least < LIKELY) && likelihood(page, start..end, probabilities) >= least {
            selected[start..end].fill(true);
        }
        start = end;
    }
}

/// Returns the least probability of an element that may be a part of the text; `None` for any other. `links` is that of a
/// list of links.
fn least_likely(page: &Page, at: usize, links: f32) -> Option<f32> {
    let nodes = page.subtree(at);
    match page.tag(at) {
        Tag::Blockquote if Meaning::QuotedPost.is_said_by(page.class(at)) => Some(POST),
        Tag::Div if is_margin(page.class(at)) => Some(0.05),
        Tag::Ul | Tag::Ol if page.is_called(at, Meaning::TaskList) => Some(0.0),
        Tag::Ul | Tag::Ol | Tag::Dl | Tag::Aside => Some(if is_of_links(page, nodes) { links } else { LIKELY }),
        // Layouts are not called tables by their roles.
        _ if is_table(page, at) => Some(0.0),
        _ if is_figure_of_table(page, at) => Some(LIKELY),
        Tag::Blockquote | Tag::Table => Some(LIKELY),
        _ => None,
    }
}

/// Returns `true` for the class of what Quarto has in the margin.
fn is_margin(class: &str) -> bool {
    start_of_name(class).split_ascii_whitespace().any(|name| name == "column-margin")
}

/// Returns `true` for a table by its role.
fn is_table(page: &Page, at: usize) -> bool {
    at < page.nodes().len() && page.attribute(at, names::ROLE) == Some("table")
}

/// Returns `true` for a figure that holds a table, behind its caption at most.
fn is_figure_of_table(page: &Page, at: usize) -> bool {
    let is_figure = at < page.nodes().len() && page.tag(at) == Tag::Figure;
    is_figure && page.subtree(at).take(64).any(|at| page.tag(at) == Tag::Table)
}

/// Returns `true` if a third of the text of some neighbouring nodes is that of links.
fn is_of_links(page: &Page, nodes: Range<usize>) -> bool {
    let links = nodes.clone().filter(|at| page.tag(*at) == Tag::A);
    let linked: usize = links.checking(CHECK_EVERY).map(|link| page.text_at(link).len()).sum();
    3 * linked > page.text_of(nodes).len()
}

/// Returns the mean probability of some blocks by their words.
fn likelihood(page: &Page, blocks: Range<usize>, probabilities: &[f32]) -> f32 {
    let (mut sum, mut words) = (0.0, 0.0);
    for index in blocks {
        let of_block = words_in(page, index) as f32;
        sum += of_block * probabilities[index];
        words += of_block;
    }
    if words > 0.0 { sum / words } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::tests::mended;
    use super::*;

    fn taken(html: &str, selected: &str, probabilities: &[f32]) -> String {
        mended(html, selected, |page, selected| take_between_paragraphs(page, probabilities, selected))
    }

    #[test]
    fn formulas_behind_taken_text_are_taken() {
        let math = "<dl><dd><math><mi>m</mi><mo>=</mo><mi>F</mi></math></dl>";
        let html = format!("<p>A mass has{math}<p>as one sees.<p>So it is: <math><mi>m</mi></math>.");
        let mended = |selected| mended(&html, selected, take_formulas);
        assert_eq!(mended("1010"), "1110");
        assert_eq!(mended("0010"), "0010");
    }

    #[test]
    fn what_stands_between_paragraphs_is_taken() {
        let table = "
            <p>a<ul><li>b<li>c</ul><p>d => .9 .4 .3 .9 => 1001 => 1111
            <p>a<blockquote><p>b<p>c</blockquote><p>d => .9 .4 .3 .9 => 1001 => 1111
            <p>a<div><ul><li>b<li>c</ul></div><p>d => .9 .4 .3 .9 => 1001 => 1111
            <p>a<div><ul><li>b</ul>c</div><p>d => .9 .4 .3 .9 => 1001 => 1001
            <p>a<div><blockquote class=twitter-tweet><p>b</p>c</blockquote></div><p>d => .9 .1 .1 .9 => 1001 => 1111
            <p>a<div><blockquote class=twitter-tweet><p>b</p>c</blockquote></div> => .9 .1 .1 => 100 => 111
            <div><p>a</div>FIGURE<div><p>d</div> => .9 .4 .3 .9 => 1001 => 1111
            <div><p>a</div>FIGURE<div><p>d</div> => .9 .2 .1 .9 => 1001 => 1001
            <p>a<figure><img src=/a><figcaption>b</figcaption></figure><p>d => .9 .3 .9 => 101 => 101
            <p>a<div class='no-row-height column-margin'><span>b</span></div> => .9 .1 => 10 => 11
            <p>a<ul><li>b<li>c</ul><div>d</div> => .9 .4 .3 .9 => 1001 => 1001
            <p>a<ul><li>b<li>c</ul><div><p>d</div> => .9 .4 .3 .9 => 1001 => 1001
            <p>a<ul><li>b<li>c</ul><p>d => .9 .1 .2 .9 => 1001 => 1001
            <p>a<ul><li>b<li>c</ul><p>d => .9 .4 .3 .7 => 1001 => 1001
            <p>a<ul class=contains-task-list><li>b<li>c</ul><p>d => .9 .1 .1 .9 => 1001 => 1111
            <p>a<ul><li><a href=/b>bb</a><li>c</ul><p>d => .9 .4 .3 .9 => 1001 => 1001
            <p>a:<ul><li><a href=/b>bb</a><li>c</ul><p>d => .9 .4 .3 .9 => 1001 => 1111
            <h2>a</h2><ul><li><a href=/b>b</a><li><a href=/c>c</a></ul><p>d => .5 .3 .3 .9 => 1001 => 1111
            <h2>a</h2><ul><li><a href=/b>b</a><li><a href=/c>c</a></ul><p>d => .5 .3 .3 .9 => 0001 => 0001
            <h2>a</h2><ul><li><a href=/b>b</a><li><a href=/c>c of a b</a></ul><p>d => .5 .3 .3 .9 => 1001 => 1001
            <ol><li>a</ol><ul><li>b<li>c</ul><p>d => .9 .4 .3 .9 => 1001 => 1111
            <p>a<ul><li>b</ul><aside>c</aside><p>d => .9 .1 .3 .9 => 1001 => 1011";
        let figure = "<figure><figcaption>b</figcaption><table><tr><td>c</table></figure>";
        for [html, probabilities, selected, expected] in cases(&table.replace("FIGURE", figure)) {
            let probabilities: Vec<f32> = probabilities.split(' ').map(|p| p.parse().unwrap()).collect();
            assert_eq!(taken(html, selected, &probabilities), expected, "{html}");
        }
        let cells = "<td>c".repeat(20);
        let table = format!("<p>a<figure><table><tr>{cells}</table><figcaption>b</figcaption></figure><p>d");
        let [chosen, expected] = ["0", "1"].map(|of| format!("1{}1", of.repeat(21)));
        assert_eq!(taken(&table, &chosen, &[[0.9].as_slice(), &[0.3; 21], &[0.9]].concat()), expected);
    }

    #[test]
    fn quoted_posts_between_taken_blocks_are_taken() {
        for [selected, expected] in cases(
            "
            1001 => 1111
            1000 => 1000
            1101 => 1101",
        ) {
            let html = "<div><p>a</div><div class=socialEmbed><blockquote class=twitter-tweet><p>b</p>c</blockquote>\
                </div><div><p>d";
            let rule = |page: &Page, selected: &mut [bool]| take_posts(page, &[0.3; 4], selected);
            assert_eq!(mended(html, selected, rule), expected);
        }
    }

    #[test]
    fn lists_below_taken_headings_are_taken() {
        for [html, probabilities, selected, expected] in cases(
            "
            <h2>a</h2><ul><li>b<li>c</ul><p>d => .9 .3 .3 .9 => 1001 => 1111
            <h2>a</h2><ul><li>b<li>c</ul><h2>d => .9 .3 .3 .9 => 1001 => 1111
            <h1>a</h1><ul><li>b<li>c</ul><h2>d => .9 .3 .3 .9 => 1001 => 1001
            <h2>a</h2><div><table><tr><td>b<td>c</table></div> => .9 .3 .3 => 100 => 111
            <div><h2>a</h2><dl><dt>b<dd>c</dl></div><p>d => .9 .3 .3 .9 => 1001 => 1111
            <h2>a</h2><ul><li>b<li>c</ul> => .9 .1 .2 => 100 => 100
            <h2>a</h2><ul><li>b<li>c</ul> => .9 .3 .3 => 000 => 000
            <h2>a</h2><ul><li>b<li>c</ul> => .9 .3 .3 => 110 => 110
            <h2>a</h2>b<ul><li>c</ul> => .9 .3 .3 => 100 => 100
            <h2>a</h2><div>b</div><ul><li>c</ul> => .9 .3 .3 => 100 => 100
            <h2>a</h2><ul><li><a href=/b>bb</a><li>c</ul> => .9 .3 .3 => 100 => 100",
        ) {
            let probabilities: Vec<f32> = probabilities.split(' ').map(|p| p.parse().unwrap()).collect();
            let rule = |page: &Page, selected: &mut [bool]| take_below_headings(page, &probabilities, selected);
            assert_eq!(mended(html, selected, rule), expected, "{html}");
        }
    }

    #[test]
    fn of_copies_of_posts_the_text_is_taken() {
        let html =
            "<p>a<div class=tweet><a href=/1><span>Ann</span><div class=tweet-text>b</div></a><p>44 likes</div><p>d";
        let mended = |selected| mended(html, selected, |page, selected| take_posts(page, &[0.3; 5], selected));
        assert_eq!(mended("10001"), "10101");
        assert_eq!(mended("10000"), "10000");
    }

    #[test]
    fn tables_by_their_roles_are_parts() {
        let rows = "<div role=row><div role=cell>b</div><div role=cell>c</div></div>".repeat(10);
        let html = format!("<p>a<div role=table>{rows}</div><p>d");
        let mut probabilities = [0.0; 22];
        (probabilities[0], probabilities[21]) = (0.9, 0.9);
        let selected = format!("1{}1", "0".repeat(20));
        assert_eq!(taken(&html, &selected, &probabilities), "1".repeat(22));
        assert_eq!(taken(&html.replace("=table", "=list"), &selected, &probabilities), selected);
    }

    #[test]
    fn a_long_run_is_no_part() {
        let html = format!("<p>a<ul>{}</ul><p>d", "<li>b".repeat(13));
        let selected = format!("1{}1", "0".repeat(13));
        assert_eq!(taken(&html, &selected, &[0.9; 15]), selected);
    }
}
