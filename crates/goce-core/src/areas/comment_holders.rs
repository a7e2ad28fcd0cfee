//! The elements that hold comments.

use std::ops::Range;

use super::replies::answered;
use super::start_of_name;
use crate::element_names::{Meaning, is_of_comments, may_be_about_comments, may_speak_of_comments};
use crate::html::{Element, names};
use crate::page::{Page, Tag};
use crate::prelude::*;
use crate::texts::memo::Memo;

/// Types of schema.org that a comment has.
const TYPES: [&str; 2] = ["/Comment", "/UserComments"];

/// Returns the positions of the parts of a page that may hold comments or be about commenting, by a name or as a form.
/// They are few.
pub fn comment_parts<'p>(page: &'p Page) -> Fallible<Vec<usize>> {
    let mut parts = Vec::new();
    let mut classes = Memo::default();
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        // An element without children shows nothing.
        if !is_part(node.tag()) || page.subtree(position).len() == 1 {
            continue;
        }
        let mut may_speak = |element: Element<'p>| {
            element.attrs().any(|attribute| match attribute.local() {
                names::CLASS => classes.get_or_find(start_of_name(attribute.value()), may_speak_of_comments),
                names::ID => {
                    let id = start_of_name(attribute.value());
                    Meaning::CommentHolder.is_said_by(id) || id.split_ascii_whitespace().any(may_be_about_comments)
                }
                name => matches!(name, names::ITEMTYPE | names::ITEMPROP),
            })
        };
        if node.tag() == Tag::Form || page.element(position).is_some_and(&mut may_speak) {
            parts.try_push(position)?;
        }
    }
    Ok(parts)
}

/// Returns what [`named`] does, or where no name tells comments, those that can be answered.
pub fn holders(page: &Page, parts: &[usize]) -> Fallible<Vec<Range<usize>>> {
    let named = named(page, parts)?;
    if named.is_empty() { answered(page) } else { Ok(named) }
}

/// Returns the nodes of the elements whose class, id or schema.org type says that they hold comments, with headings,
/// names and forms; and of headings whose id says that comments follow, with what follows. The ranges are in document
/// order, none within another. `parts` are the page's [`comment_parts`].
pub fn named(page: &Page, parts: &[usize]) -> Fallible<Vec<Range<usize>>> {
    without_title(page, parts.iter().copied(), |position| {
        names_its_comments(page, position).then(|| match page.tag(position).heading_level() {
            Some(level) => position..end_of_section(page, position, level),
            None => page.subtree(position),
        })
    })
}

/// Returns the nodes that a function returns for some elements of a page, in document order, none within another. What
/// has the title of the page holds more than a part of it, and is left out.
pub(super) fn without_title(
    page: &Page,
    positions: impl Iterator<Item = usize>,
    mut nodes_of: impl FnMut(usize) -> Option<Range<usize>>,
) -> Fallible<Vec<Range<usize>>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut titles = Next::of(page, Tag::H1);
    let mut end = 0;
    for position in positions.checking(CHECK_EVERY) {
        if position >= end
            && let Some(nodes) = nodes_of(position)
            && titles.first_from(position) >= nodes.end
        {
            end = nodes.end;
            found.try_push(nodes)?;
        }
    }
    Ok(found)
}

/// Returns `true` for the tag of a part of a page.
#[inline]
pub(super) fn is_part(tag: Tag) -> bool {
    tag.is_block() && !matches!(tag, Tag::Html | Tag::Body | Tag::Main)
}

/// The elements of a page with one tag, in their order.
pub(super) struct Next<'p> {
    page: &'p Page,
    tag: Tag,
    /// An element with the tag, or where to go on searching: none stands between the last place asked for and this.
    next: usize,
}

impl<'p> Next<'p> {
    /// Returns the elements of a page with a tag.
    pub(super) fn of(page: &'p Page, tag: Tag) -> Self {
        Next { page, tag, next: 0 }
    }

    /// Returns the position of the first one from a position on, which is not before the last one asked for, or the
    /// number of the page's nodes.
    pub(super) fn first_from(&mut self, position: usize) -> usize {
        let nodes = self.page.nodes();
        if self.next <= position {
            let mut rest = nodes[position..].iter().checking(CHECK_EVERY);
            self.next = rest.position(|node| node.tag() == self.tag).map_or(nodes.len(), |at| position + at);
        }
        self.next
    }
}

/// Returns the end of what stands below a heading: the next heading of its level or a higher one beside it, or the end of
/// the element around it.
fn end_of_section(page: &Page, heading: usize, level: u8) -> usize {
    let around = page.subtree(page.parent(heading)).end;
    let mut next = page.end(heading);
    while next < around && page.tag(next).heading_level().is_none_or(|other| other > level) {
        interrupts::check();
        next = page.end(next);
    }
    next
}

/// Returns `true` for an element whose class, id, type or property says that it holds comments, and for a heading whose id
/// does.
fn names_its_comments(page: &Page, position: usize) -> bool {
    let tag = page.tag(position);
    // Counters, links to the comments and whole pages have such names too, and paragraphs and rows hold less.
    if matches!(tag, Tag::P | Tag::Tr | Tag::Button | Tag::Textarea | Tag::Label) {
        return false;
    }
    let is_heading = tag.heading_level().is_some();
    let Some(element) = page.element(position) else {
        return false;
    };
    element.attrs().any(|attribute| {
        let value = || start_of_name(attribute.value());
        match attribute.local() {
            names::ID => Meaning::CommentHolder.is_said_by(value()) || is_of_comments(value()),
            _ if is_heading => false,
            names::CLASS => value().split_ascii_whitespace().any(is_of_comments),
            names::ITEMTYPE => TYPES.iter().any(|kind| value().trim_end().ends_with(kind)),
            names::ITEMPROP => value().trim() == "comment",
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    fn of(html: &str) -> Vec<String> {
        let page = Page::sample(html);
        let holders = holders(&page, &comment_parts(&page).unwrap()).unwrap();
        holders.into_iter().map(|nodes| page.text_of(nodes).to_owned()).collect()
    }

    #[test]
    fn elements_by_id_and_type() {
        for [html, expected] in cases(
            "
            <p>A<div id=disqus_thread><p>One.</div><p>B => One.
            <p>A<dl id=comments-block><dt>Ann<dd>One.</dl><p>B => Ann|One.
            <p>A<div itemtype='http://schema.org/UserComments'>One.</div><p>B => One.
            <p>A<div itemprop=comment>One.</div><p>B => One.",
        ) {
            assert_eq!(of(html), [expected.replace('|', "\n")], "{html}");
        }
    }

    /// Comments in elements without names of their own (Movable Type).
    #[test]
    fn what_follows_a_heading() {
        let html = "<div><h1>Title</h1><p>A<h3 id=comments>Comments</h3><div id=c1>One.</div><h4>By Ann</h4><p>Two.\
            <h3>Elsewhere</h3><p>B</div><p>C";
        assert_eq!(of(html), ["Comments\n\nOne.\n\nBy Ann\n\nTwo."]);
        let last = "<div><h1>Title</h1><p>A<h3 id=comments>Comments</h3><p>One.</div><p>B";
        assert_eq!(of(last), ["Comments\n\nOne."]);
        assert!(of("<p>A<h1 id=comments>Comments</h1><p>B").is_empty());
        assert!(of("<p>A<h2 class=comments>Comments</h2><p>B").is_empty());
    }

    #[test]
    fn an_element_with_a_title_holds_more_than_comments() {
        let html =
            "<div class=comments><h1>Title</h1><p>A<div class=comments>One.</div></div><div class=comments>Two.</div>";
        assert_eq!(of(html), ["One.", "Two."]);
    }
}
