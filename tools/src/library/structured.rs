//! What pages state, for comparisons with other readers: `benches/structured_compare.py` and `tests/structured`.

use std::io::{BufRead, Write};

use goce_core::page::{Limits, Page};
use goce_rows::metadata::Metadata;
use goce_rows::structured::structured;
use serde_json::{Value, json};

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Writes a line for each page of a data set. JSON is written as it is, numbers too.
pub fn of_pages(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    for page in pages {
        let parsed = page.parse()?;
        // Scripts may have line breaks between their values.
        let text = structured(&parsed, None)?.replace(['\n', '\r'], " ");
        let metadata = Metadata::of(&parsed, None)?.into_json();
        writeln!(out, "{{\"id\":{},\"structured\":{text},\"metadata\":{metadata}}}", json!(page.id))?;
    }
    Ok(())
}

/// Writes a line for each page that a line of JSON has.
pub fn of_lines(lines: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
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
