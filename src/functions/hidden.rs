//! `goce_hidden`: what a page holds and a reader does not see.

use pgrx::prelude::*;

use crate::TableIterator;
use crate::server::clock;
use crate::server::error::{OrReport, Result};
use crate::server::page_memory::parse_with;
use crate::server::text::Text;
use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Hidden, RowPaths};

#[pg_extern(immutable, parallel_safe, cost = 600000)]
fn goce_hidden(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
) -> Result<TableIterator<(name!(ord, i32), name!(reason, Text), name!(xpath, Text), name!(text, Text))>> {
    // No column is an address yet.
    let _ = url;
    let Some(html) = html else {
        return Ok(TableIterator::empty());
    };
    let page = parse_with(&html, Hidden::None)?;
    let found = hidden_texts(&page).or_report()?;
    let mut paths = RowPaths::of(&page);
    // A page has fewer texts than bytes, and PostgreSQL bounds those to 2³⁰. An XPath is made with its row: those of a
    // deep page are many times as long as the page.
    let rows = (1i32..).zip(found).map(move |(ord, hidden)| {
        let xpath = paths.xpath_of(&page, hidden.node).or_raise();
        (ord, Text::from(hidden.reason.name()), Text::from(xpath), Text::from(hidden.text))
    });
    Ok(TableIterator::new(clock::Rows::new(rows)))
}
