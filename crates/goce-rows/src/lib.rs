//! What else a page says than its content, as rows. Here are also the rows of what is no page: feeds and sitemaps.
//!
//! The modules, from those that use none of the others:
//!
//! - [`structured`]: JSON-LD, microdata, RDFa and OpenGraph of a page, as one value of JSON;
//! - [`metadata`]: title, authors, dates and the rest that a page states of itself;
//! - [`lists`]: the items of lists and the posts of threads;
//! - [`elements`]: links, tables and pictures;
//! - [`diff`]: what has changed in the content between two versions of a page;
//! - [`feed`]: RSS, Atom and sitemaps;
//! - [`select`]: the elements that match a CSS selector;
//! - [`site`]: what the pages of a site share.

#![forbid(unsafe_code)]

pub mod diff;
pub mod elements;
pub mod feed;
pub mod lists;
pub mod metadata;
pub mod select;
pub mod site;
pub mod structured;

use prelude::*;

/// What most of the modules need.
mod prelude {
    pub use std::borrow::Cow;
    pub use std::ops::Range;
    pub use std::sync::LazyLock;

    pub use goce_core::dates::{DayOrder, Moment};
    pub use goce_core::element_names::Meaning;
    pub use goce_core::extract::Selection;
    pub use goce_core::html::{Element, names};
    pub use goce_core::json::push_string;
    pub use goce_core::keyed::{Map, Set};
    pub use goce_core::output::{Budget, Output, RenderError, Rendered};
    pub use goce_core::page::link_target::{LinkResolver, LinkTarget};
    pub use goce_core::page::{Page, Tag};
    pub use goce_core::prelude::*;
    pub use goce_core::texts::spaces::{single_spaced, start_of};
    pub use goce_core::texts::words::{are_digits, is_listed};

    #[cfg(test)]
    pub(crate) use crate::{expect, sample};
    pub(crate) use crate::{is_one, on_a_line};
    #[cfg(test)]
    pub use goce_core::cases;
}

/// Returns a text on one line.
fn on_a_line(text: &str) -> Fallible<String> {
    single_spaced(text, char::is_whitespace)
}

/// Returns the rows of a table such as `de german, en english`: each a word and what stands behind that.
fn pairs(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.split(", ").filter_map(|pair| pair.split_once(' '))
}

/// Returns `true` for one of some texts, between which stand a comma and a space.
fn is_one(known: &str, text: &str) -> bool {
    known.split(", ").any(|known| known == text)
}

/// Returns the language that a page names, as it is written; `""` for none.
fn language_of(page: &Page) -> &str {
    let language = first_of(page, Tag::Html).and_then(|html| page.attribute(html, names::LANG));
    // Bytes that are read.
    language.map_or("", |language| start_of(language, 256))
}

/// Returns the position of the first element of a tag.
fn first_of(page: &Page, tag: Tag) -> Option<usize> {
    page.nodes().iter().position(|node| node.tag() == tag)
}

/// Returns the page of a test's markup.
#[cfg(test)]
fn sample(html: &str) -> Page {
    Page::parse(html, &goce_core::page::Limits::default()).unwrap()
}

/// Checks what a function returns for each row of a test's table, which has that in its second column: `-` for nothing.
#[cfg(test)]
fn expect(table: &str, of: impl Fn(&str) -> Option<String>) {
    for [given, expected] in cases(table) {
        assert_eq!(of(given).as_deref().unwrap_or("-"), expected, "{given}");
    }
}
