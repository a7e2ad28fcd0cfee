//! `goce_decode`, `goce_warc` and `goce_is_html`: from the bytes of an archive to text.

use pgrx::datum::TimestampWithTimeZone;
use pgrx::prelude::*;

use crate::server::clock;
use crate::server::error::{OrReport, Refusal, Result};
use crate::server::settings;
use crate::server::text::Text;
use crate::server::values::{Bytes, Stored};
use goce_archive::{self, DEFAULT_MAX_PAYLOAD, MAX_PAYLOAD, Reader, Record, copy};

#[pg_extern(immutable, parallel_safe, cost = 70000)]
fn goce_decode(page: Option<Stored>, content_type: default!(Option<Text>, "NULL")) -> Result<Option<Text>> {
    let Some(page) = page else {
        return Ok(None);
    };
    let limit = settings::limits().max_bytes;
    let found = goce_archive::sniff(page.bytes(), content_type.as_deref());
    let text = found.decode(page.bytes(), limit).or_report()?;
    if let Some(refuted) = found.refuted {
        let message = format!("the page is decoded as {}, which it names itself", found.encoding.name());
        let detail = format!("The Content-Type names {}, in which its bytes are no text.", refuted.name());
        ereport!(PgLogLevel::NOTICE, PgSqlErrorCode::ERRCODE_SUCCESSFUL_COMPLETION, message, detail);
    }
    Ok(Some(Text::from(text)))
}

#[pg_extern(immutable, parallel_safe, cost = 100)]
fn goce_is_html(content_type: Option<Text>, body: default!(Option<Stored>, "NULL")) -> bool {
    goce_archive::is_html(content_type.as_deref(), body.as_ref().map(Stored::bytes))
}

#[pg_extern(immutable, parallel_safe, cost = 1000000)]
fn goce_warc<'a>(
    archive: Option<&'a [u8]>,
    max_payload: default!(Option<i32>, "NULL"),
) -> Result<
    TableIterator<
        'a,
        (
            name!(ord, i32),
            name!(record_id, Option<Text>),
            name!(type, Text),
            name!(uri, Option<Text>),
            name!(date, Option<TimestampWithTimeZone>),
            name!(status, Option<i32>),
            name!(content_type, Option<Text>),
            name!(payload, Option<Bytes>),
            name!(error, Option<Text>),
        ),
    >,
> {
    let max_payload = match max_payload.map(usize::try_from) {
        None => DEFAULT_MAX_PAYLOAD,
        Some(Ok(size)) if size <= MAX_PAYLOAD => size,
        Some(_) => return Err(Refusal::MaxPayload.into()),
    };
    let rows = archive.map(|archive| {
        let length = archive.len() as u64;
        let mut reader = Reader::new(archive).length(length).max_payload(max_payload);
        let mut ord = 0;
        // PostgreSQL keeps the rows, and writes them to disk where they are many.
        std::iter::from_fn(move || {
            clock::begin();
            let record = reader.next_record().or_raise()?;
            // An archive of PostgreSQL is shorter than 1 GB, so the number fits.
            ord += 1;
            Some(row(ord, record))
        })
    });
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

type Row = (
    i32,
    Option<Text>,
    Text,
    Option<Text>,
    Option<TimestampWithTimeZone>,
    Option<i32>,
    Option<Text>,
    Option<Bytes>,
    Option<Text>,
);

fn row(ord: i32, record: Record) -> Row {
    let date = |date| TimestampWithTimeZone::try_from(date - copy::EPOCH).ok();
    (
        ord,
        record.id.map(Text::from),
        Text::from(record.kind),
        record.uri.map(Text::from),
        record.date.and_then(date),
        record.status.map(i32::from),
        record.content_type.map(Text::from),
        record.payload.map(Bytes),
        record.error.map(Text::from),
    )
}
