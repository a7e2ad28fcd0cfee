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

/// Returns the page of a test's markup.
#[cfg(test)]
fn sample(html: &str) -> goce_core::page::Page {
    goce_core::page::Page::parse(html, &goce_core::page::Limits::default()).unwrap()
}

/// Returns the rows of a test's table: a line each, whose columns `=>` parts. Lines of `//` are remarks.
#[cfg(test)]
fn cases<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let rows = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    rows.map(|line| line.split("=>").map(str::trim).collect::<Vec<_>>().try_into().unwrap())
}
