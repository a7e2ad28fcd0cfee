//! `goce_feed`.

use pgrx::datum::TimestampWithTimeZone;
use pgrx::prelude::*;

use crate::error::{OrReport, Result};
use crate::{TableIterator, Text, clock, settings};
use goce_archive::copy;
use goce_rows::feed;

#[pg_extern(immutable, parallel_safe, cost = 120000)]
fn goce_feed(
    xml: Option<Text>,
    url: default!(Option<Text>, "NULL"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(kind, Text),
        name!(url, Option<Text>),
        name!(title, Option<Text>),
        name!(published, Option<TimestampWithTimeZone>),
        name!(text, Option<Text>),
        name!(id, Option<Text>),
    )>,
> {
    let Some(xml) = xml else {
        return Ok(TableIterator::empty());
    };
    let entries = feed::entries(&xml, url.as_deref(), &settings::limits()).or_report()?;
    let rows = entries.into_iter().enumerate().map(|(index, entry)| {
        let published =
            entry.published.and_then(|published| TimestampWithTimeZone::try_from(published - copy::EPOCH).ok());
        (
            // A feed has fewer entries than bytes, and PostgreSQL bounds those to 2³⁰.
            index as i32 + 1,
            Text::from(entry.kind.name()),
            entry.url.map(Text::from),
            entry.title.map(Text::from),
            published,
            entry.text.map(Text::from),
            entry.id.map(Text::from),
        )
    });
    Ok(TableIterator::new(clock::Rows::new(rows)))
}
