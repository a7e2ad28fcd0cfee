//! `goce_decode` and `goce_warc`: from the bytes of an archive to text.

use pgrx::datum::TimestampWithTimeZone;
use pgrx::prelude::*;

use crate::error::{OrReport, Refusal, Result, internal, raise};
use crate::{Text, clock, settings};
use goce_core::archive::{self, DEFAULT_MAX_PAYLOAD, MAX_PAYLOAD, Reader, Record, copy};

#[pg_extern(immutable, parallel_safe, cost = 70000)]
fn goce_decode(page: Option<&[u8]>, content_type: default!(Option<Text>, "NULL")) -> Result<Option<Text>> {
    let Some(page) = page else {
        return Ok(None);
    };
    clock::begin();
    let limit = settings::limits().max_bytes;
    let text = archive::decode(page, content_type.as_deref(), limit).or_report()?;
    Ok(Some(Text::from(text)))
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
            name!(payload, Option<Vec<u8>>),
            name!(error, Option<Text>),
        ),
    >,
> {
    let max_payload = match max_payload.map(usize::try_from) {
        None => DEFAULT_MAX_PAYLOAD,
        Some(Ok(size)) if size <= MAX_PAYLOAD => size,
        Some(_) => return Err(Refusal::MaxPayload.into()),
    };
    let rows = archive.map(|archive| RecordRows {
        reader: Reader::new(archive)
            .length(archive.len() as u64)
            .max_payload(max_payload),
        ord: 0,
    });
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

/// The rows of `goce_warc`, made one by one: PostgreSQL keeps them, and writes them to disk where they are many.
struct RecordRows<'a> {
    reader: Reader<&'a [u8]>,
    ord: u32,
}

type Row = (
    i32,
    Option<Text>,
    Text,
    Option<Text>,
    Option<TimestampWithTimeZone>,
    Option<i32>,
    Option<Text>,
    Option<Vec<u8>>,
    Option<Text>,
);

impl Iterator for RecordRows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        clock::begin();
        let record = self.reader.next_record();
        let record: Record = record.or_raise()?;
        self.ord += 1;
        // An archive is shorter than 1 GB, so its records have 32-bit numbers.
        let ord = i32::try_from(self.ord).unwrap_or_else(|error| raise(internal(error)));
        let date = record
            .date
            .and_then(|date| TimestampWithTimeZone::try_from(date - copy::EPOCH).ok());
        Some((
            ord,
            record.id.map(Text::from),
            Text::from(record.kind),
            record.uri.map(Text::from),
            date,
            record.status.map(i32::from),
            record.content_type.map(Text::from),
            record.payload,
            record.error.map(Text::from),
        ))
    }
}
