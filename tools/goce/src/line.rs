//! What is written of one page: a line of JSON, or a text.

use goce_archive::Record;
use goce_core::json::WithoutNul;
use serde::Serialize;
use serde_json::{Serializer, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::failure::Failure;
use crate::page::Content;

/// What is known of a page's place.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The name of the input.
    pub name: String,
    /// The page's address.
    pub url: Option<String>,
    /// The record of a WARC file, without its payload, and its position from 1.
    pub record: Option<(u64, Record)>,
}

impl Origin {
    /// Returns a failure in words, after the page's place.
    pub fn locate(&self, failure: &Failure) -> String {
        match (&self.record, &self.url) {
            (Some((ord, _)), Some(url)) => format!("{}: record {ord}, {url}: {failure}", self.name),
            (Some((ord, _)), None) => format!("{}: record {ord}: {failure}", self.name),
            (None, _) => format!("{}: {failure}", self.name),
        }
    }
}

/// The columns of a line, in their order: those of the file, of `goce_warc`, of `goce_page`, and what went wrong.
#[derive(Default, Serialize)]
struct Line<'a> {
    name: &'a str,
    ord: Option<u64>,
    record_id: Option<&'a str>,
    #[serde(rename = "type")]
    kind: Option<&'a str>,
    url: Option<&'a str>,
    date: Option<String>,
    status: Option<u16>,
    content_type: Option<&'a str>,
    title: Option<&'a str>,
    text: Option<&'a str>,
    markdown: Option<&'a str>,
    /// `None` without a page.
    authors: Option<&'a [String]>,
    published: Option<String>,
    language: Option<&'a str>,
    genre: Option<&'a str>,
    page_type: Option<&'a str>,
    confidence: Option<f32>,
    no_text: Option<&'a str>,
    metadata: Option<Value>,
    error: Option<String>,
    error_kind: Option<&'a str>,
}

/// Returns a line of JSON, with its line break.
pub fn json(origin: &Origin, content: Option<&Content>, failure: Option<&Failure>) -> Vec<u8> {
    let mut line = Line {
        name: &origin.name,
        url: origin.url.as_deref(),
        error: failure.map(ToString::to_string),
        error_kind: failure.map(Failure::kind),
        ..Line::default()
    };
    if let Some((ord, record)) = &origin.record {
        line = Line {
            ord: Some(*ord),
            record_id: record.id.as_deref(),
            kind: Some(&record.kind),
            date: record.date.and_then(|date| moment(date.into())),
            status: record.status,
            content_type: record.content_type.as_deref(),
            ..line
        };
    }
    if let Some(Content::Row(row)) = content {
        line = Line {
            title: row.title.as_deref(),
            text: row.text.as_deref(),
            markdown: row.markdown.as_deref(),
            authors: Some(&row.metadata.authors),
            published: row.published.and_then(|published| moment(i128::from(published) * 1_000_000)),
            language: row.language.as_deref(),
            genre: row.genre.map(|genre| genre.name()),
            page_type: row.page_type.map(|page_type| page_type.name()),
            confidence: row.confidence,
            no_text: row.no_text,
            metadata: Some((*row.metadata).clone().into_json()),
            ..line
        };
    }
    let mut bytes = Vec::new();
    #[expect(
        clippy::expect_used,
        reason = "the values are texts and numbers, and a vector takes all bytes"
    )]
    line.serialize(&mut Serializer::with_formatter(&mut bytes, WithoutNul)).expect("JSON");
    bytes.push(b'\n');
    bytes
}

/// Returns a moment, in microseconds since 1970, as RFC 3339 has it; `None` for years that it does not have.
fn moment(microseconds: i128) -> Option<String> {
    let moment = OffsetDateTime::from_unix_timestamp_nanos(microseconds.checked_mul(1000)?).ok()?;
    moment.format(&Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_of_rfc_3339() {
        assert_eq!(moment(1_709_210_096_000_000).as_deref(), Some("2024-02-29T12:34:56Z"));
        assert_eq!(moment(1_709_210_096_120_000).as_deref(), Some("2024-02-29T12:34:56.12Z"));
        assert_eq!(moment(i128::from(i64::MAX)), None);
    }

    #[test]
    fn a_failure_is_a_line_with_all_columns() {
        let origin = Origin {
            name: "a.html".to_owned(),
            ..Origin::default()
        };
        let failure = Failure::Input("gone".to_owned());
        let line = json(&origin, None, Some(&failure));
        let line: Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(line["name"], "a.html");
        assert_eq!((&line["error"], &line["error_kind"]), (&"gone".into(), &"input".into()));
        assert_eq!(line.as_object().unwrap().len(), 21);
        assert_eq!(line["text"], Value::Null);
    }
}
