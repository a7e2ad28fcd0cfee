//! goce: clean text from archived web pages.
//!
//! The crate is a PostgreSQL extension and a library: with one of the features `pg13` … `pg18`
//! it has the SQL surface (`src/pg`), without any it needs no PostgreSQL.
//! `examples/extract.rs` shows the library to a Rust program. The rooms:
//!
//! - [`memory`]: growth that reports where Rust's own would abort;
//! - [`interrupts`]: the hook by which long work is interrupted;
//! - [`archive`]: the bytes of an archive to text: WARC records, encodings;
//! - [`html`]: the text of a page to a tree (the crate `flat-html`);
//! - [`page`]: a page, parsed once, and its visible text;
//! - [`genre`]: article or list view, and page types;
//! - [`learn`]: what learned methods share: trees, hashes, labels from gold texts;
//! - [`extract`]: methods, which select the nodes that are content;
//! - [`address`]: one form of an address;
//! - [`metadata`]: what a page says of itself: title, authors, dates;
//! - [`lists`]: lists and threads as rows: the records of a page and their fields;
//! - [`render`]: a selection, written out;
//! - [`select`]: the elements that match a CSS selector;
//! - [`duplicates`]: short values of texts by which near-duplicates are found;
//! - [`language`]: the language of a text;
//! - [`site`]: what the pages of a site share;
//! - [`models`]: the models that are part of the library;
//! - [`evaluate`]: measures against gold texts and true genres;
//! - [`words`]: what a word is;
//! - [`numbering`]: numbers for words and other things.

pub mod address;
pub mod archive;
pub mod duplicates;
pub mod evaluate;
pub mod extract;
pub mod genre;
pub mod interrupts;
mod keyed;
pub mod language;
pub mod learn;
pub mod lists;
pub mod memory;
pub mod metadata;
pub mod models;
pub mod page;
#[cfg(feature = "postgres")]
mod pg;
pub mod render;
pub mod select;
pub mod site;
pub mod words;

pub use flat_html as html;
