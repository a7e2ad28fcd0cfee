//! `goce_hidden`: what a page holds and a reader does not see.

use pgrx::prelude::*;

use crate::TableIterator;
use crate::server::error::{OrReport, Result};
use crate::server::page_memory::parse_with;
use crate::server::rows::row_each;
use crate::server::text::Text;
use goce_core::output::RenderError;
use goce_core::page::Hidden;
use goce_core::page::RowPaths;
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
        let xpath = paths.xpath_of(&page, hidden.node)?;
        Ok::<_, RenderError>((ord, Text::from(hidden.reason.name()), Text::from(xpath), Text::from(hidden.text)))
    }))
}
