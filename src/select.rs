//! `goce_select`: the elements of a page that match a CSS selector.

use std::rc::Rc;

use pgrx::prelude::*;

use crate::error::{OrReport, Result};
use crate::{TableIterator, Text, clock, parse};
use goce_methods::KnownPage;
use goce_rows::select::{Selected, Selector};

/// The selector is checked before the page, so that a misspelt one does not hide behind NULLs.
#[pg_extern(immutable, parallel_safe, cost = 300000)]
fn goce_select(
    html: Option<Text>,
    selector: Option<Text>,
) -> Result<TableIterator<(name!(ord, i32), name!(xpath, Text), name!(text, Option<Text>), name!(html, Text))>> {
    let selector = selector.as_deref().map(Selector::parse).transpose().or_report()?;
    let rows = match (html, selector) {
        (Some(html), Some(selector)) => {
            let page = parse(&html)?;
            let selected = selector.select(&page).or_report()?;
            Some(rows(page, selected))
        }
        _ => None,
    };
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

fn rows(page: Rc<KnownPage>, mut selected: Selected) -> impl Iterator<Item = (i32, Text, Option<Text>, Text)> {
    clock::Rows::new((0..selected.len()).map(move |number| {
        let row = selected.row(number, &page).or_raise();
        (
            // A page has fewer elements than bytes, and PostgreSQL bounds those to 2³⁰.
            number as i32 + 1,
            Text::from(row.xpath),
            row.text.map(Text::from),
            Text::from(row.html),
        )
    }))
}
