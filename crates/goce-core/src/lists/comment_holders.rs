//! The elements that hold comments.

use std::ops::Range;

use crate::html::{self, names};
use crate::interrupts::{self, Checking};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};
use crate::texts::spaces::start_of;

/// Nodes between two checks.
const CHECK_EVERY: usize = 256;

/// Bytes of a class or an id that are read: the parser may copy an element many times.
const LONGEST: usize = 256;

/// The most letters of a name that is read.
const LONGEST_NAME: usize = 48;

/// Words for comments, in lower case, all with [`COMMON`]. A longer one comes before its start.
#[rustfmt::skip]
const COMMENTS: [&str; 15] = [
    "comments", "comment", "commentaires", "commentaire", "commenti", "kommentare", "kommentarer", "kommentar",
    "comentarios", "comentario", "comentaris", "komentarze", "komentarz", "komentare", "kommentit",
];

/// What all these words have: few other names do.
const COMMON: [u8; 2] = *b"om";

/// What stands before such a word in the name of an element that holds comments.
#[rustfmt::skip]
const BEFORE: [&str; 37] = [
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

/// The attributes that are read.
const READ: [html::Name; 4] = [names::CLASS, names::ID, names::ITEMTYPE, names::ITEMPROP];

/// Returns the nodes of the elements whose class, id or schema.org type says that they hold comments, with headings,
/// names and forms; and of headings whose id says that comments follow, with what follows. The ranges are in document
/// order, none within another.
pub fn holders(page: &Page) -> Result<Vec<Range<usize>>, OutOfMemory> {
    let mut holders: Vec<Range<usize>> = Vec::new();
    let mut titles = Titles { page, next: 0 };
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

/// The titles of a page, `<h1>`, in their order.
struct Titles<'p> {
    page: &'p Page,
    /// A title, or where to go on searching: none stands between the last place asked for and this.
    next: usize,
}

impl Titles<'_> {
    /// Returns the position of the first title from a position on, which is not before the last one asked for.
    fn first_from(&mut self, position: usize) -> usize {
        let nodes = self.page.nodes();
        if self.next <= position {
            let mut rest = nodes[position..].iter().checking(CHECK_EVERY);
            self.next = rest.position(|node| node.tag() == Tag::H1).map_or(nodes.len(), |at| position + at);
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
    // Counters, links to the comments and whole pages have such names too.
    if !tag.is_block() || matches!(tag, Tag::Html | Tag::Body | Tag::Main) {
        return false;
    }
    let is_heading = tag.heading_level().is_some();
    let Some(element) = page.element(position) else {
        return false;
    };
    element.attrs_of(READ).any(|(name, value)| {
        let value = start_of(value, LONGEST);
        match name {
            names::ID => OTHERS.contains(&value) || (has_common(value) && is_name(value)),
            _ if is_heading => false,
            names::CLASS => has_common(value) && value.split_ascii_whitespace().any(is_name),
            names::ITEMTYPE => TYPES.iter().any(|kind| value.trim_end().ends_with(kind)),
            _ => value.trim() == "comment",
        }
    })
}

/// Returns `true` if a value may have a word for comments.
fn has_common(value: &str) -> bool {
    let value = value.as_bytes();
    let mut ends = memchr::memchr2_iter(COMMON[1], COMMON[1].to_ascii_uppercase(), value);
    ends.any(|end| end > 0 && value[end - 1].eq_ignore_ascii_case(&COMMON[0]))
}

/// Returns `true` for the name of an element that holds comments, in whatever case, with `-`, `_` and digits anywhere.
fn is_name(name: &str) -> bool {
    let mut letters = [0u8; LONGEST_NAME];
    let mut count = 0;
    for byte in name.bytes().filter(u8::is_ascii_alphabetic) {
        let Some(letter) = letters.get_mut(count) else {
            return false;
        };
        *letter = byte.to_ascii_lowercase();
        count += 1;
    }
    let letters = &letters[..count];
    COMMENTS.iter().any(|word| {
        let found = memchr::memmem::find(letters, word.as_bytes());
        found.is_some_and(|at| is_made_of(&letters[..at], &BEFORE) && is_made_of(&letters[at + word.len()..], &BEHIND))
    })
}

/// Returns `true` for letters, at most 63, that are words one behind the other.
fn is_made_of(letters: &[u8], words: &[&str]) -> bool {
    // The places that words reach, a bit each.
    let mut reached = 1u64;
    for at in 0..letters.len() {
        if reached >> at & 1 == 1 {
            for word in words.iter().filter(|word| letters[at..].starts_with(word.as_bytes())) {
                reached |= 1 << (at + word.len());
            }
        }
    }
    reached >> letters.len() & 1 == 1
}
