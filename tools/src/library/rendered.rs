//! Markdown and HTML of real pages, read back and compared with their text.

#[path = "../../../tests/rendering/reparse.rs"]
mod reparse;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use goce_core::extract::Options;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_core::texts::words::words;
use goce_methods::Method;

use super::read_back;
use crate::Failure;
use crate::wcxb::LabelledPage;

/// Compares the words of Markdown and HTML with those of the text, and the elements of the HTML with what parsers
/// read; writes the differences and how long rendering took.
pub fn compare(
    pages: &[LabelledPage],
    method: &str,
    directory: Option<&Path>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let method: Method = method.parse()?;
    let (mut count, mut differ, mut differ_html) = (0, 0, 0);
    let (mut took, mut took_html) = (Duration::ZERO, Duration::ZERO);
    for labelled in pages {
        let (id, page) = (&labelled.id, labelled.parse()?);
        let selection = method.select(&page, &Options::default())?;
        let Some(text) = render::text(&page, &selection)? else {
            continue;
        };
        count += 1;
        let url = Some(labelled.url.as_str());
        let start = Instant::now();
        let markdown = render::markdown(&page, &selection, url)?.unwrap_or_default();
        took += start.elapsed();
        let start = Instant::now();
        let html = render::html(&page, &selection, url)?.unwrap_or_default();
        took_html += start.elapsed();
        let read = Page::parse(&html, &Limits::default())?;
        if !words(read.text()).eq(words(&text)) {
            differ_html += 1;
            writeln!(out, "{id} HTML")?;
        }
        if let Some(difference) = reparse::difference(&html) {
            differ_html += 1;
            writeln!(out, "{id} HTML\n{difference}")?;
        }
        if let Some(directory) = directory {
            fs::write(directory.join(format!("{id}.md")), &markdown)?;
        }
        if let Some(difference) = read_back::difference(&markdown, &text) {
            differ += 1;
            writeln!(out, "{id} Markdown\n{difference}")?;
        }
    }
    Ok(writeln!(
        out,
        "{count} pages; Markdown: {differ} differ, {took:?}; HTML: {differ_html} differ, {took_html:?}"
    )?)
}
