//! The elements of an entry that a row is made of.

use super::markup::Form;
use super::vocabularies::parts;
use Field::*;

/// What an element states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Title,
    /// An address as text.
    Link,
    /// An identifier, which is an address too unless it says otherwise.
    Guid,
    Id,
    Time,
    Text,
}

/// The fields, each with a rank and the elements that state it so, in lower case, with their vocabularies: of several
/// elements that state the same the one with the highest rank counts, of equals the first.
#[rustfmt::skip]
const FIELDS: [(Field, u8, &str); 14] = [
    (Title, 3, "title"),
    (Title, 2, "dc:title news:title"),
    (Title, 1, "video:title itunes:title"),
    (Link, 5, "feedburner:origlink pheedo:origlink"),
    (Link, 4, "link loc"),
    (Guid, 1, "guid id"),
    (Id, 1, "dc:identifier"),
    (Time, 3, "pubdate published issued dc:date dcterms:issued dcterms:created news:publication_date"),
    (Time, 2, "video:publication_date"),
    (Time, 1, "date updated modified lastmod created dcterms:modified"),
    (Text, 4, "content:encoded content xhtml:body xhtml:div"),
    (Text, 3, "description summary dc:description"),
    (Text, 2, "itunes:summary googleplay:description video:description"),
    (Text, 1, "itunes:subtitle"),
];

/// The same of the attributes of an outline of OPML. Addresses stand first: an outline without one does not count.
pub const OUTLINE: [(&str, Field, u8); 7] = [
    ("xmlUrl", Link, 3),
    ("url", Link, 2),
    ("htmlUrl", Link, 1),
    ("title", Title, 2),
    ("text", Title, 1),
    ("description", Text, 1),
    ("created", Time, 1),
];

/// Vocabularies whose fields stand in elements of their own within an entry.
pub const NESTED: [&str; 2] = ["news", "video"];

/// Returns the field of an element, and its rank; `None` for any other.
pub fn named(vocabulary: &str, local: &str) -> Option<(Field, u8)> {
    let is_named = |name: &str| {
        let (of, name) = parts(name);
        of.eq_ignore_ascii_case(vocabulary) && name.eq_ignore_ascii_case(local)
    };
    let found = FIELDS.iter().find(|(.., names)| names.split(' ').any(is_named));
    found.map(|(field, rank, _)| (*field, *rank))
}

/// Returns how an element holds its text; one of Atom's own, by its `type` and the `mode` of Atom 0.3. RSS escapes
/// HTML, and so do the elements that Atom takes from other vocabularies.
pub fn form(is_of_atom: bool, kind: Option<&str>, mode: Option<&str>) -> Form {
    let kind = kind.map(|kind| kind.trim().to_ascii_lowercase());
    match kind.as_deref() {
        _ if !is_of_atom || mode == Some("escaped") => Form::Escaped,
        Some("xhtml" | "application/xhtml+xml") => Form::Markup,
        Some("text" | "text/plain") => Form::Plain,
        None => Form::Untyped,
        _ => Form::Escaped,
    }
}
