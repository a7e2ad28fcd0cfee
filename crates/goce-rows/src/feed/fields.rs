//! The elements of an entry that a row is made of.

use super::markup::Form;

/// What an element states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Title,
    /// An address as text.
    Link,
    /// An identifier, which is an address too unless it says otherwise.
    Guid,
    Id,
    Published,
    Updated,
    Content,
    Summary,
}

/// The fields by the prefixes and names of their elements. The empty prefix is that of the entry itself.
#[rustfmt::skip]
const FIELDS: [(&str, &str, Field); 27] = [
    ("", "title", Field::Title), ("dc", "title", Field::Title), ("news", "title", Field::Title),
    ("", "link", Field::Link), ("", "loc", Field::Link), ("feedburner", "origlink", Field::Link),
    ("", "guid", Field::Guid), ("", "id", Field::Id), ("dc", "identifier", Field::Id),
    ("", "pubdate", Field::Published), ("", "published", Field::Published), ("", "issued", Field::Published),
    ("dc", "date", Field::Published), ("dcterms", "issued", Field::Published), ("dcterms", "created", Field::Published),
    ("news", "publication_date", Field::Published),
    ("", "updated", Field::Updated), ("", "modified", Field::Updated), ("", "lastmod", Field::Updated),
    ("dcterms", "modified", Field::Updated), ("", "created", Field::Updated),
    ("content", "encoded", Field::Content), ("", "content", Field::Content), ("xhtml", "body", Field::Content),
    ("", "description", Field::Summary), ("", "summary", Field::Summary), ("dc", "description", Field::Summary),
];

/// Returns the field of an element; `None` for any other.
pub fn of(prefix: &str, local: &str) -> Option<Field> {
    let is_named =
        |(of, name, _): &&(&str, &str, Field)| of.eq_ignore_ascii_case(prefix) && name.eq_ignore_ascii_case(local);
    FIELDS.iter().find(is_named).map(|(_, _, field)| *field)
}

/// Returns how an element of Atom holds its text, by its `type` and the `mode` of Atom 0.3. RSS escapes HTML.
pub fn form(is_atom: bool, kind: Option<&str>, mode: Option<&str>) -> Form {
    let kind = kind.unwrap_or("text").trim().to_ascii_lowercase();
    match kind.as_str() {
        _ if !is_atom || mode == Some("escaped") => Form::Escaped,
        "xhtml" | "application/xhtml+xml" => Form::Markup,
        "text" | "text/plain" => Form::Plain,
        _ => Form::Escaped,
    }
}
