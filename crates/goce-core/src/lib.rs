//! Clean text from web pages: what `goce_extract(html)` of the PostgreSQL extension goce runs, without PostgreSQL.
//!
//! A page is parsed once into a [`page::Page`]; [`extract`] selects the nodes of its content; [`render`] writes them. The
//! modules, from those that use none of the others:
//!
//! - [`memory`]: growth that returns an error where Rust's own would abort;
//! - [`interrupts`]: the hook that interrupts long work;
//! - [`prelude`]: what most files need of both;
//! - [`keyed`]: maps with keys from a page;
//! - [`texts`]: words, languages, canonical addresses, near-duplicates, hashes;
//! - [`evaluate`]: measures against gold texts and true genres;
//! - [`output`]: text and HTML of bounded length;
//! - [`json`]: JSON as pages write it, and PostgreSQL's binary form of what is written;
//! - [`dates`]: dates and times as pages write them;
//! - [`html`]: HTML to a tree (the package `flat-html`);
//! - [`element_names`]: what classes and ids say of their elements;
//! - [`page`]: a page, its visible text, and where its links lead;
//! - [`learn`]: decision trees, tokens, labels and random numbers of learned methods;
//! - [`areas`]: what the elements of a page are: comments, forms for them, threads, records of the page's list, prices;
//! - [`genre`]: article or list view, and page types, by the markup;
//! - [`extract`]: the input and output of every method, and the methods `auto` and `goce`;
//! - [`render`]: a selection as text, Markdown, HTML, highlights or chunks.

#![forbid(unsafe_code)]

pub mod areas;
pub mod dates;
pub mod element_names;
pub mod evaluate;
pub mod extract;
pub mod genre;
pub mod interrupts;
pub mod json;
pub mod keyed;
pub mod learn;
pub mod memory;
pub mod output;
pub mod page;
pub mod prelude;
pub mod render;
pub mod texts;

pub use flat_html as html;

/// Returns the rows of a test's table: a line each, whose columns `=>` parts. Lines of `//` are remarks.
#[doc(hidden)]
#[expect(clippy::unwrap_used, reason = "tests alone call it")]
pub fn cases<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let rows = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    rows.map(|line| line.split("=>").map(str::trim).collect::<Vec<_>>().try_into().unwrap())
}

/// Returns the rows of a test's table of one column.
#[cfg(test)]
fn lines(table: &str) -> impl Iterator<Item = &str> {
    cases::<1>(table).flatten()
}
