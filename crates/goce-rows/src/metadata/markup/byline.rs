//! Elements that name the author.

use goce_core::html::{Element, names};

use super::{Read, Said, Walk, start};
use crate::metadata::statements::{Field, Source};
use goce_core::element_names::Meaning;
use goce_core::memory::OutOfMemory;
use goce_core::page::Tag;

/// Parts of the addresses of authors' pages.
#[rustfmt::skip]
const PATHS: [&str; 7] = [
    "/author/", "/authors/", "/contributor/", "/contributors/", "/byline/", "/auteur/", "/autor/",
];

/// What class and id say of an author.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ByName {
    #[default]
    Nothing,
    /// The element may hold the name.
    MayHold,
    /// It holds the name.
    Holds,
}

impl ByName {
    /// Reads names, with a space behind class and id.
    pub(super) fn of(names: &str) -> Self {
        if !Meaning::OfAuthor.is_said_by(names) || Meaning::BesideAuthor.is_said_by(names) {
            ByName::Nothing
        } else if Meaning::AuthorName.is_said_by(names) {
            ByName::Holds
        } else {
            ByName::MayHold
        }
    }
}

impl Walk<'_> {
    /// Reads links to an author, and elements with a class for one.
    pub(super) fn author(
        &mut self,
        element: Element<'_>,
        tag: Tag,
        read: &Read<'_>,
        said: &Said,
    ) -> Result<(), OutOfMemory> {
        let rel = read.rel.unwrap_or("");
        let by_rel = start(rel).split_ascii_whitespace().take(8).any(|rel| rel.eq_ignore_ascii_case("author"));
        let by_link = tag == Tag::A && element.attr(names::HREF).is_some_and(leads_to_author);
        // Forum software states a post's author. The first post's is the page's.
        if let Some(name) = read.data_author {
            self.statements.add(Field::Author, Source::Class, name)?;
        }
        let by_class = if matches!(tag, Tag::Html | Tag::Body) {
            ByName::Nothing
        } else {
            said.author
        };
        if by_rel || by_link || by_class == ByName::Holds {
            self.listen(Field::Author, Source::Element);
        } else if by_class == ByName::MayHold {
            self.listen(Field::Author, Source::Class);
            // "by Ann » 3 May 2021"
            self.listen(Field::Date, Source::Near);
        }
        Ok(())
    }
}

fn leads_to_author(href: &str) -> bool {
    let href = start(href);
    memchr::memchr_iter(b'/', href.as_bytes()).any(|slash| {
        let path = &href.as_bytes()[slash..];
        let begins =
            |with: &str| path.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()));
        // Most parts of addresses begin with none of the letters.
        path.get(1).is_some_and(|byte| matches!(byte | 0x20, b'a' | b'b' | b'c'))
            && PATHS.iter().any(|path| begins(path))
    })
}
