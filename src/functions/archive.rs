//! `goce_decode`, `goce_warc` and `goce_is_html`: from the bytes of an archive to text.

use pgrx::datum::TimestampWithTimeZone;

use crate::functions::prelude::*;
use crate::server::clock;
use crate::server::settings;
use goce_archive::{DEFAULT_MAX_PAYLOAD, MAX_PAYLOAD, Reader, Record};

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
        let detail = format!(
            "The Content-Type names {}, but its bytes are no text in that, or rather of the page's own.",
            refuted.name()
        );
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
    pgrx::iter::TableIterator<
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
            let row = |record: Record| {
                let (date, status) = (record.date.and_then(timestamp), record.status.map(i32::from));
                let (kind, payload) = (record.content_type, record.payload.map(Bytes));
                row!(ord, record.id, record.kind, record.uri, date, status, kind, payload, record.error)
            };
            Some(row(record).or_raise())
        })
    });
    Ok(pgrx::iter::TableIterator::new(rows.into_iter().flatten()))
}
