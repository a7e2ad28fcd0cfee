//! RSS, Atom, JSON Feed, OPML and sitemaps as rows.
//!
//! Archives have feeds with entities that nothing declares, bare ampersands, spaces before the declaration, and ends that
//! are cut off. All are read as far as they go. A text that is no feed has no entries. No DTD is read and no entity is
//! expanded.

mod addresses;
mod date;
mod draft;
mod fields;
mod json_feed;
mod markup;
mod reader;
mod vocabularies;

use crate::prelude::*;
use goce_core::page::{Limits, PageError};
pub(crate) use markup::line_of_value;
use reader::Reader;

/// What reading a feed gives.
type Parsed<T = ()> = Result<T, PageError>;

/// The element in which Chrome keeps the document that it shows as a tree.
const VIEWER: &str = "<div id=\"webkit-xml-viewer-source-xml\">";

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An `<item>` of RSS 0.9x, 1.0 or 2.0, or an item of JSON Feed.
    Item,
    /// An `<entry>` of Atom.
    Entry,
    /// A page of a sitemap.
    Url,
    /// A sitemap of an index of sitemaps.
    Sitemap,
    /// An `<outline>` of OPML that has an address.
    Outline,
}

impl Kind {
    /// Returns its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Item => "item",
            Kind::Entry => "entry",
            Kind::Url => "url",
            Kind::Sitemap => "sitemap",
            Kind::Outline => "outline",
        }
    }
}

/// An entry of a feed. What it does not state is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// Absolute, or as it is written if it cannot be resolved.
    pub url: Option<String>,
    /// On one line.
    pub title: Option<String>,
    /// When it was published, else changed, in microseconds since 1970.
    pub published: Option<i64>,
    /// The visible text of its content, else of its description.
    pub text: Option<String>,
    /// As it is written: `guid`, `id` or `rdf:about`.
    pub id: Option<String>,
}

/// Returns the entries of a feed in document order; none of a text that is no feed. `url` is the feed's address, which
/// resolves relative ones, with `xml:base`.
///
/// # Errors
/// [`PageError`]: the feed, or the HTML of an entry, is over a limit, or memory has run out.
pub fn entries(xml: &str, url: Option<&str>, limits: &Limits) -> Parsed<Vec<Entry>> {
    limits.check_length(xml)?;
    let text = xml.strip_prefix('\u{feff}').unwrap_or(xml);
    if text.trim_start().starts_with('{') {
        return json_feed::entries(text, url, limits);
    }
    if let Some(entries) = addresses::entries(text)? {
        return Ok(entries);
    }
    // Bytes of memory that the reader of XML takes for a byte of it: it notes the name and place of each open element,
    // and `<a>` is the shortest.
    goce_core::memory::ask_for(text.len().saturating_mul(8)).map_err(|OutOfMemory| PageError::OutOfMemory)?;
    let entries = Reader::new(text, url, limits).run()?;
    match unwrapped(text).filter(|_| entries.is_empty()) {
        Some(feed) => Reader::new(feed, url, limits).run(),
        None => Ok(entries),
    }
}

/// Returns the feed within a text, without what a crawler's browser has put around it to show it, or what a faulty
/// program wrote before it.
fn unwrapped(text: &str) -> Option<&str> {
    // The bytes at the start of a text in which a feed begins that is not all of it.
    let start = start_of(text, 8 * 1024);
    let viewed = start.find(VIEWER).map(|at| at + VIEWER.len());
    viewed.or_else(|| start.find("<?xml").filter(|at| *at > 0)).map(|at| &text[at..])
}

#[cfg(test)]
mod tests;
