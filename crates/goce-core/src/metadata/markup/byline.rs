//! Elements that name the author.

use crate::html::{Element, names};

use super::{Walk, has_any, start};
use crate::memory::OutOfMemory;
use crate::metadata::statements::{Field, Source};
use crate::page::Tag;

/// Parts of classes and ids of elements that may hold an author's name. One of them is in all of [`SURE`], and they are
/// looked for first: most elements have none.
const AUTHORS: [&str; 4] = ["author", "byline", "writer", "username"];

/// Parts of classes and ids of elements that hold an author's name.
#[rustfmt::skip]
const SURE: [&str; 13] = [
    "author-name", "author_name", "authorname", "author__name", "byline-name", "byline__name", "byline__author",
    "byline-author", "byline_author", "article-author", "entry-author", "post-author", "p-author",
];

/// Parts of classes and ids with an author in them, of elements that hold something else.
#[rustfmt::skip]
const NOT: [&str; 14] = [
    "bio", "box", "image", "avatar", "img", "photo", "desc", "title", "social", "date", "authority", "authoriz",
    "container", "list",
];

/// Parts of the addresses of authors' pages.
#[rustfmt::skip]
const PATHS: [&str; 7] = [
    "/author/", "/authors/", "/contributor/", "/contributors/", "/byline/", "/auteur/", "/autor/",
];

impl Walk<'_> {
    /// Reads links to an author, and elements with a class for one.
    pub(super) fn author(&mut self, element: Element<'_>, tag: Tag, names: &str) -> Result<(), OutOfMemory> {
        let rel = element.attr(names::REL).unwrap_or("");
        let by_rel = start(rel).split_ascii_whitespace().take(8).any(|rel| rel.eq_ignore_ascii_case("author"));
        let by_link = tag == Tag::A && element.attr(names::HREF).is_some_and(leads_to_author);
        // Forum software states a post's author. The first post's is the page's.
        if let Some(name) = element.attr(names::DATA_AUTHOR) {
            self.statements.add(Field::Author, Source::Class, name)?;
        }
        let by_class = has_any(names, &AUTHORS) && !has_any(names, &NOT) && !matches!(tag, Tag::Html | Tag::Body);
        if by_rel || by_link || (by_class && has_any(names, &SURE)) {
            self.listen(Field::Author, Source::Element);
        } else if by_class {
            self.listen(Field::Author, Source::Class);
            // "by Ann » 3 May 2021"
            self.listen(Field::Date, Source::Near);
        }
        Ok(())
    }
}

fn leads_to_author(href: &str) -> bool {
    let href = start(href);
    // Most addresses have none of the letters behind a slash.
    let may_lead = href.as_bytes().windows(2).any(|two| two[0] == b'/' && matches!(two[1] | 0x20, b'a' | b'b' | b'c'));
    may_lead && has_any(&href.to_ascii_lowercase(), &PATHS)
}
