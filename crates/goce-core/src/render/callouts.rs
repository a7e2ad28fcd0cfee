//! The titles of callouts, such as "Warning", and the first lines of headings: they belong to the text below them,
//! though methods leave them out.

use super::heading_level;
use super::walk::{Content, LeftOut};
use crate::page::prelude::*;

/// The elements around a title among which its callout is looked for: Asciidoctor has a table with its cells between.
const LEVELS: usize = 6;

/// The most bytes of a title, and of each of the two lines of a heading.
const LONGEST: usize = 100;

/// Returns the nodes of the title of the callout that goes on behind a gap in some content, if it is the last block in
/// the gap and the first one of the callout. So it is with the first line of a heading, and with what opens a panel in
/// a panel.
pub fn title_in(content: &Content<'_>, gap: &LeftOut<'_>) -> Option<Range<usize>> {
    gap.part?;
    let page = content.page();
    let behind = page.blocks().partition_point(|block| block.nodes().start < gap.nodes.end);
    let block = page.blocks().get(behind.checked_sub(1)?)?;
    let nodes = block.nodes();
    if !gap.holds(&nodes) || page.text_of(nodes.clone()).len() > LONGEST {
        return None;
    }
    let element = block.element();
    for around in page.outwards(element).take(LEVELS) {
        let callout = page.subtree(around);
        if !page.text_of(callout.start..nodes.start).is_empty() {
            return None;
        }
        let tag = page.tag(around);
        if content.takes(&callout) && !matches!(tag, Tag::Tr | Tag::Tbody | Tag::Table) {
            let is_panel = |at: usize| page.tag(at) == Tag::Details;
            // The first one may be the headline, which is written by itself.
            let is_first = gap.nodes.start == 0;
            // A heading with more text was never closed.
            let is_heading = tag.heading_level().is_some() && !is_first;
            let is_whole = is_heading && page.text_at(around).len() <= 2 * LONGEST
                || is_panel(around) && page.around(around).take(LEVELS).any(is_panel)
                || Meaning::Callout.is_said_by(start_of_name(page.class(around)))
                || !is_first && page.tag(element) != Tag::H1 && is_called_title(page, element, around);
            // The text may begin with the title again.
            let behind = start_of(page.text_of(nodes.end..callout.end), 1024).trim_start();
            let is_said = behind.starts_with(page.text_of(nodes.clone()));
            return (is_whole && !is_said).then_some(nodes);
        }
    }
    None
}

/// Returns `true` for the title of a callout that is no heading: it is called so, or has a name of callouts alone.
pub fn is_title(page: &Page, element: usize) -> bool {
    let (nodes, text) = (page.subtree(element), page.text_at(element));
    let is_short = (1..=LONGEST).contains(&text.len()) && !text.contains('\n');
    let mut around = page.around(element).take(2).filter(|&around| text.len() < page.text_at(around).len());
    let is_first = |around: usize| page.text_of(around..nodes.start).is_empty();
    is_short
        && around.any(|around| Meaning::Callout.is_said_by(start_of_name(page.class(around))) && is_first(around))
        && (Meaning::BoxTitle.is_said_by(start_of_name(page.class(element)))
            || Meaning::Callout.is_said_by(&text.to_ascii_lowercase()))
        && !nodes.skip(1).take(16).any(|inside| heading_level(page, inside).is_some())
}

/// Returns `true` if the class of an element says that it is the title of another one, by the name of that: "su-box-title" in
/// "su-box", "panel-heading" in "panel".
fn is_called_title(page: &Page, title: usize, around: usize) -> bool {
    let [mut names, of_box] = [title, around].map(|at| start_of_name(page.class(at)).split_ascii_whitespace());
    names.any(|name| {
        let mut ends = of_box.clone().filter_map(|of_box| name.strip_prefix(of_box));
        ends.any(|end| matches!(end.trim_start_matches(['-', '_']), "title" | "heading"))
    })
}

#[cfg(test)]
mod tests {
    use crate::page::Tag;
    use crate::render::{check_beside_bold, check_markdown};

    #[test]
    fn titles_of_callouts_are_bold() {
        check_markdown(
            Tag::Html,
            "
            <div class='admonition note'><p class=admonition-title>Note</p><p>x</div> => **Note**||x
            <div class=alert><p>Note</p><p>x</div> => **Note**||x
            <div class=page-tip><div class=tip-title>The <b>Fact</b></div><p>x</div> => **The Fact**||x
            <div class=alert><p>Look at this</p><p>x</div> => Look at this||x
            <div class=alert><p class=alert-title>x</div> => x
            <div class=alert><div class=alert-heading><h4>Note</h4></div>x</div> => #### Note||x",
        );
    }

    #[test]
    fn titles_of_callouts_stand_before_their_texts() {
        check_beside_bold("
            <div class='admonition danger'><div><svg></svg><span>Danger</span></div><div><b>x</b></div></div> => Danger x
            <div class='theme-admonition_x'><div class=h>note</div><div><p><b>x</b></div></div> => note x
            <div class='markdown-alert'><p class=t>Tip</p><p><b>x</b></div> => Tip x
            <div class=callout data-callout=info><div><div>Read <i>this</i></div></div><p><b>x</b></div> => Read *this* x
            <div class='custom-block tip'><p>TIP<p><b>x</b></div> => TIP x
            <div class='admonitionblock x'><table><tr><td class=icon><div>Tip</div><td><p><b>x</b></table></div> => Tip x
            <b>a</b><h2><div>Part one</div><div><b>x</b></div></h2> => a ## Part one x
            <h1><div>Salt</div><div><b>x</b></div></h1> => # x
            <details><p><b>x</b><details><summary>E4</summary><p><b>y</b></details></details> => x E4 y
            <b>a</b><div class='su-box x'><div class=su-box-title>Tip</div><div class=su-content><b>x</b></div></div> => a Tip x
            <p>a<b>b</b><div class=page-tip><div class=x>Fact:</div><p><b>Fact: x</b></div> => b Fact: x
            // These are none.
            <b>a</b><div class=su-box><div class=title>Tip</div><b>x</b></div> => a x
            <div class=post><h3 class=post-title>Salt</h3><b>x</b></div> => x
            <div class=box><table><tr><td><div>Tip</div><td><p><b>x</b></table></div> => x
            <div class=box><p>Tip</p><p><b>x</b></div> => x
            <div class=callout><p>Tip</p><p>more</p><p><b>x</b></div> => x",
        );
    }
}
