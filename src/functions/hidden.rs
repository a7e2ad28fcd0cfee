//! `goce_hidden`: what a page holds and a reader does not see.

use crate::functions::prelude::*;
use goce_core::page::Hidden;
use goce_core::page::hidden::hidden_texts;

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
    Ok(row_each(found, move |ord, hidden| {
        row!(ord, hidden.reason.name(), paths.xpath_of(&page, hidden.node)?, hidden.text)
    }))
}
