//! Clean text from web pages: what `goce_extract(html)` of the PostgreSQL extension goce runs, without PostgreSQL.
//!
//! A page is parsed once into a [`page::Page`]; [`extract`] selects the nodes that are its content; [`render`] writes
//! them. The rooms, from the one that uses none of the others:
//!
//! - [`memory`]: growth that reports where Rust's own would abort;
//! - [`interrupts`]: the hook by which long work is interrupted;
//! - [`texts`]: words, languages, addresses, near-duplicates;
//! - [`archive`]: the bytes of an archive to text: WARC records, encodings;
//! - [`evaluate`]: measures against gold texts and true genres;
//! - [`html`]: the text of a page to a tree (the package `flat-html`);
//! - [`page`]: a page, parsed once, and its visible text;
//! - [`learn`]: what learned methods share: trees, hashes, labels from gold texts;
//! - [`genre`]: article or list view, and page types, by the markup;
//! - [`extract`]: what every method takes and gives, and the methods `auto` and `goce`;
//! - [`render`]: a selection, written out;
//! - [`metadata`]: what a page says of itself: title, authors, dates;
//! - [`lists`]: lists and threads as rows: the records of a page and their fields;
//! - [`select`]: the elements that match a CSS selector;
//! - [`site`]: what the pages of a site share.

#![forbid(unsafe_code)]

pub mod archive;
pub mod evaluate;
pub mod extract;
pub mod genre;
pub mod interrupts;
pub mod keyed;
pub mod learn;
pub mod lists;
pub mod memory;
pub mod metadata;
pub mod page;
pub mod render;
pub mod select;
pub mod site;
pub mod texts;

pub use flat_html as html;
