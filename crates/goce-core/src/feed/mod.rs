//! RSS, Atom and sitemaps as rows.
//!
//! Archives have feeds with entities that nothing declares, bare ampersands, spaces before the declaration, and ends that
//! are cut off. All are read as far as they go. A text that is no feed has no entries. No DTD is read and no entity is
//! expanded.

mod date;
mod fields;
mod markup;
mod reader;

use crate::memory::OutOfMemory;
use crate::page::{Limits, PageError};
use reader::Reader;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An `<item>` of RSS 0.9x, 1.0 or 2.0.
    Item,
    /// An `<entry>` of Atom.
    Entry,
    /// A page of a sitemap.
    Url,
    /// A sitemap of an index of sitemaps.
    Sitemap,
}

impl Kind {
    /// Returns its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Item => "item",
            Kind::Entry => "entry",
            Kind::Url => "url",
            Kind::Sitemap => "sitemap",
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
pub fn entries(xml: &str, url: Option<&str>, limits: &Limits) -> Result<Vec<Entry>, PageError> {
    limits.check_length(xml)?;
    // Bytes of memory that the reader of XML takes for a byte of it: it notes the name and place of each open element,
    // and `<a>` is the shortest.
    crate::memory::ask_for(xml.len().saturating_mul(8)).map_err(|OutOfMemory| PageError::OutOfMemory)?;
    Reader::new(xml.strip_prefix('\u{feff}').unwrap_or(xml), url, limits).run()
}

#[cfg(test)]
mod tests;
