//! The elements that hold comments.

use std::ops::Range;

use crate::html::names;
use crate::interrupts::{self, CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};
use crate::texts::spaces::{ATTRIBUTE_START, start_of};

/// The most letters of a name that is read.
const LONGEST_NAME: usize = 48;

/// Words for comments, in lower case. A longer one comes before its start.
#[rustfmt::skip]
pub(super) const COMMENTS: [&str; 15] = [
    "comments", "comment", "commentaires", "commentaire", "commenti", "kommentare", "kommentarer", "kommentar",
    "comentarios", "comentario", "comentaris", "komentarze", "komentarz", "komentare", "kommentit",
];

/// What stands before such a word in the name of an element that holds comments.
#[rustfmt::skip]
pub(super) const BEFORE: [&str; 37] = [
    "all", "article", "articles", "area", "blog", "block", "box", "container", "content", "display", "disqus",
    "div", "dl", "entry", "facebook", "fb", "idc", "jc", "js", "leser", "li", "list", "main", "news", "node", "ol",
    "page", "post", "posts", "reader", "section", "single", "story", "ul", "user", "view", "wp",
];

/// What stands behind it.
#[rustfmt::skip]
const BEHIND: [&str; 42] = [
    "area", "bg", "block", "body", "box", "boxes", "columns", "container", "content", "cont", "contents", "details",
    "div", "entries", "entry", "even", "feed", "group", "holder", "inner", "item", "items", "list", "liste", "main",
    "module", "odd", "outer", "pane", "panel", "row", "section", "sections", "stream", "template", "text", "thread",
    "threads", "tpl", "tree", "wrap", "wrapper",
];

/// Ids of elements that hold comments, by other words.
const OTHERS: [&str; 7] = [
    "disqus_thread",
    "respond",
    "livefyre",
    "echo-thread",
    "reacties",
    "yorumlar",
    "pinglun",
];

/// Types of schema.org that a comment has.
const TYPES: [&str; 2] = ["/Comment", "/UserComments"];

/// Returns the nodes of the elements whose class, id or schema.org type says that they hold comments, with headings,
/// names and forms; and of headings whose id says that comments follow, with what follows. The ranges are in document
/// order, none within another.
pub fn holders(page: &Page) -> Result<Vec<Range<usize>>, OutOfMemory> {
    let mut holders: Vec<Range<usize>> = Vec::new();
    let mut titles = Next::of(page, Tag::H1);
    let mut end = 0;
    for position in (0..page.nodes().len()).checking(CHECK_EVERY) {
        if position < end || !names_its_comments(page, position) {
            continue;
        }
        let nodes = match page.nodes()[position].tag().heading_level() {
            Some(level) => position..end_of_section(page, position, level),
            None => page.subtree(position),
        };
        // An element with the title of the page holds more than the comments.
        if titles.first_from(position) >= nodes.end {
            end = nodes.end;
            holders.try_push(nodes)?;
        }
    }
    Ok(holders)
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
    let around = page.subtree(page.nodes()[heading].parent()).end;
    let mut next = page.subtree(heading).end;
    while next < around && page.nodes()[next].tag().heading_level().is_none_or(|other| other > level) {
        interrupts::check();
        next = page.subtree(next).end;
    }
    next
}

/// Returns `true` for an element whose class, id, type or property says that it holds comments, and for a heading whose id
/// does.
fn names_its_comments(page: &Page, position: usize) -> bool {
    let tag = page.nodes()[position].tag();
    // Counters, links to the comments and whole pages have such names too. An element without children shows nothing.
    if !tag.is_block() || !may_hold(tag) || page.subtree(position).len() == 1 {
        return false;
    }
    let is_heading = tag.heading_level().is_some();
    let Some(element) = page.element(position) else {
        return false;
    };
    element.attrs().any(|attribute| {
        let value = || start_of(attribute.value(), ATTRIBUTE_START);
        match attribute.local() {
            names::ID => OTHERS.contains(&value()) || (has_common(value()) && is_name(value())),
            _ if is_heading => false,
            names::CLASS => has_common(value()) && value().split_ascii_whitespace().any(is_name),
            names::ITEMTYPE => TYPES.iter().any(|kind| value().trim_end().ends_with(kind)),
            names::ITEMPROP => value().trim() == "comment",
            _ => false,
        }
    })
}

/// Returns `true` for elements that hold more than a paragraph or a row, and less than the page.
fn may_hold(tag: Tag) -> bool {
    !matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::P | Tag::Tr | Tag::Button | Tag::Textarea | Tag::Label)
}

/// Returns `true` if a value may have a word for comments: all of these begin with `com` or `kom` and an `m` or an `e`.
pub(super) fn has_common(value: &str) -> bool {
    let value = value.as_bytes();
    let is_any = |at: usize, letters: &[u8]| value.get(at).is_some_and(|byte| letters.contains(&(byte | 0x20)));
    memchr::memchr2_iter(b'm', b'M', value)
        .any(|at| at > 1 && is_any(at - 1, b"o") && is_any(at - 2, b"ck") && is_any(at + 1, b"me"))
}

/// Returns `true` for the name of an element that holds comments, in whatever case, with `-`, `_` and digits anywhere.
fn is_name(name: &str) -> bool {
    let letters = Letters::of(name);
    let read = letters.read();
    letters.are_all
        && COMMENTS.iter().any(|word| {
            memchr::memmem::find(read, word.as_bytes()).is_some_and(|at| {
                is_made_of(&read[..at], &[&BEFORE]) && is_made_of(&read[at + word.len()..], &[&BEHIND])
            })
        })
}

/// The letters of a name, in lower case: as many as are read.
pub(super) struct Letters {
    letters: [u8; LONGEST_NAME],
    count: usize,
    /// `true` if the name has no more.
    are_all: bool,
}

impl Letters {
    /// Returns the letters of a name.
    pub(super) fn of(name: &str) -> Self {
        let mut read = Letters {
            letters: [0; LONGEST_NAME],
            count: 0,
            are_all: true,
        };
        for byte in name.bytes().filter(u8::is_ascii_alphabetic) {
            let Some(letter) = read.letters.get_mut(read.count) else {
                read.are_all = false;
                break;
            };
            *letter = byte.to_ascii_lowercase();
            read.count += 1;
        }
        read
    }

    /// Returns the letters that were read.
    pub(super) fn read(&self) -> &[u8] {
        &self.letters[..self.count]
    }
}

/// Returns `true` for letters, at most 63, that are words of some lists one behind the other.
pub(super) fn is_made_of(letters: &[u8], lists: &[&[&str]]) -> bool {
    // The places that words reach, a bit each.
    let mut reached = 1u64;
    for at in 0..letters.len() {
        if reached >> at & 1 == 1 {
            let words = lists.iter().copied().flatten();
            for word in words.filter(|word| letters[at..].starts_with(word.as_bytes())) {
                reached |= 1 << (at + word.len());
            }
        }
    }
    reached >> letters.len() & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_holders() {
        for name in [
            "comments",
            "Comment",
            "comment-list",
            "comments_area",
            "commentSection",
            "post-comments",
            "comment-123",
            "div-comment-7",
            "wp-block-comments",
            "comments-block",
            "jc_commentsDiv",
            "articleComments",
            "kommentare",
            "leserkommentare",
            "comentarios",
            "commenti",
            "comment-list-wrapper",
            "comments--wrap",
            "comment_tpl",
        ] {
            assert!(has_common(name) && is_name(name), "{name}");
        }
        for name in [
            "",
            "commentary",
            "comment-count",
            "comments-link",
            "comment-form",
            "recent-comments",
            "no-comments",
            "has-comments",
            "commenting",
            "common",
            "uncommented",
            "latest-comments-widget",
            "commentscount",
            "home",
            "comments-are-in-a-name-that-is-much-longer-than-any-name-that-holds-comments",
        ] {
            assert!(!is_name(name), "{name}");
        }
    }

    fn of(html: &str) -> Vec<String> {
        let page = Page::sample(html);
        let holders = holders(&page).unwrap();
        holders.into_iter().map(|nodes| page.text_of(nodes).to_owned()).collect()
    }

    #[test]
    fn elements_by_id_and_type() {
        for (html, expected) in [
            ("<p>A<div id=disqus_thread><p>One.</div><p>B", "One."),
            ("<p>A<dl id=comments-block><dt>Ann<dd>One.</dl><p>B", "Ann\nOne."),
            ("<p>A<div itemtype='http://schema.org/UserComments'>One.</div><p>B", "One."),
            ("<p>A<div itemprop=comment>One.</div><p>B", "One."),
        ] {
            assert_eq!(of(html), [expected], "{html}");
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
