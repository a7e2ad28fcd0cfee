//! `goce_feed`.

use pgrx::datum::TimestampWithTimeZone;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use crate::TableIterator;
use crate::server::error::{OrReport, Result};
use crate::server::rows::row_each;
use crate::server::settings;
use crate::server::text::Text;
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
    Ok(row_each(entries, |ord, entry| {
        let published =
            entry.published.and_then(|published| TimestampWithTimeZone::try_from(published - copy::EPOCH).ok());
        Ok::<_, ErrorReport>((
            ord,
            Text::from(entry.kind.name()),
            entry.url.map(Text::from),
            entry.title.map(Text::from),
            published,
            entry.text.map(Text::from),
            entry.id.map(Text::from),
        ))
    }))
}
