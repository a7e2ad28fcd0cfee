//! `goce_select`: the elements of a page that match a CSS selector.

use crate::functions::prelude::*;
use goce_rows::select::{SelectError, Selector};

/// The selector is checked before the page, so that a misspelt one does not hide behind NULLs.
#[pg_extern(immutable, parallel_safe, cost = 300000)]
fn goce_select(
    html: Option<Text>,
    selector: Option<Text>,
) -> Result<TableIterator<(name!(ord, i32), name!(xpath, Text), name!(text, Option<Text>), name!(html, Text))>> {
    let selector = selector.as_deref().map(Selector::parse).transpose().or_report()?;
    let (Some(html), Some(selector)) = (html, selector) else {
        return Ok(TableIterator::empty());
    };
    let page = parse(&html)?;
    let mut selected = selector.select(&page).or_report()?;
    Ok(row_each(0..selected.len(), move |ord, number| {
        let row = selected.row(number, &page)?;
        Ok::<_, SelectError>((ord, Text::from(row.xpath), row.text.map(Text::from), Text::from(row.html)))
    }))
}
