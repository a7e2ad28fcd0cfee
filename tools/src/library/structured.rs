//! What pages state, for comparisons with other readers: `tests/structured`.

use std::io::{BufRead, Write};

use goce_core::page::{Limits, Page};
use goce_rows::metadata::Metadata;
use goce_rows::structured::structured;
use serde_json::Value;

use crate::Failure;

/// Writes a line for each page that a line of JSON has.
pub fn write(lines: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    for line in lines.lines() {
        let given: Value = serde_json::from_str(&line?)?;
        let page = Page::parse(given["html"].as_str().unwrap_or(""), &Limits::default())?;
        let url = given["url"].as_str();
        let text = structured(&page, url)?;
        let metadata = Metadata::of(&page, url)?.into_json();
        // Scripts may have line breaks between their values.
        let text = text.replace(['\n', '\r'], " ");
        writeln!(out, "{{\"structured\":{text},\"metadata\":{metadata}}}")?;
    }
    Ok(())
}
