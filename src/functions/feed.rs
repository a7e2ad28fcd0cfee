//! `goce_feed`.

use pgrx::datum::TimestampWithTimeZone;

use crate::functions::prelude::*;
use crate::server::settings;
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
    Ok(row_each(entries, |ord, entry| {
        let published = entry.published.and_then(timestamp);
        row!(ord, entry.kind.name(), entry.url, entry.title, published, entry.text, entry.id)
    }))
}
