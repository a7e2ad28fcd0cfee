//! The elements of an entry that a row is made of.

use super::markup::Form;
use super::vocabularies::OWN;

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

/// The fields by the vocabularies and names of their elements, in lower case, with their ranks: of several elements
/// that state the same the one with the highest rank counts, of equals the first.
#[rustfmt::skip]
const FIELDS: [(&str, &str, Field, u8); 37] = [
    (OWN, "title", Field::Title, 3), ("dc", "title", Field::Title, 2), ("news", "title", Field::Title, 2),
    ("video", "title", Field::Title, 1), ("itunes", "title", Field::Title, 1),
    ("feedburner", "origlink", Field::Link, 5), ("pheedo", "origlink", Field::Link, 5),
    (OWN, "link", Field::Link, 4), (OWN, "loc", Field::Link, 4),
    (OWN, "guid", Field::Guid, 1), (OWN, "id", Field::Id, 1), ("dc", "identifier", Field::Id, 1),
    (OWN, "pubdate", Field::Time, 3), (OWN, "published", Field::Time, 3), (OWN, "issued", Field::Time, 3),
    ("dc", "date", Field::Time, 3), ("dcterms", "issued", Field::Time, 3), ("dcterms", "created", Field::Time, 3),
    ("news", "publication_date", Field::Time, 3), ("video", "publication_date", Field::Time, 2),
    (OWN, "date", Field::Time, 1), (OWN, "updated", Field::Time, 1), (OWN, "modified", Field::Time, 1),
    (OWN, "lastmod", Field::Time, 1), (OWN, "created", Field::Time, 1), ("dcterms", "modified", Field::Time, 1),
    ("content", "encoded", Field::Text, 4), (OWN, "content", Field::Text, 4), ("xhtml", "body", Field::Text, 4),
    ("xhtml", "div", Field::Text, 4),
    (OWN, "description", Field::Text, 3), (OWN, "summary", Field::Text, 3), ("dc", "description", Field::Text, 3),
    ("itunes", "summary", Field::Text, 2), ("googleplay", "description", Field::Text, 2),
    ("video", "description", Field::Text, 2), ("itunes", "subtitle", Field::Text, 1),
];

/// Vocabularies whose fields stand in elements of their own within an entry.
pub const NESTED: [&str; 2] = ["news", "video"];

/// Returns the field of an element, and its rank; `None` for any other.
pub fn named(vocabulary: &str, local: &str) -> Option<(Field, u8)> {
    let is_named = |(of, name, ..): &&(&str, &str, Field, u8)| {
        of.eq_ignore_ascii_case(vocabulary) && name.eq_ignore_ascii_case(local)
    };
    FIELDS.iter().find(is_named).map(|(_, _, field, rank)| (*field, *rank))
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
