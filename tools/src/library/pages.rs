//! What the library makes of labelled pages, for other programs.

use std::io::{Read, Write};

use goce_core::extract::{Focus, Options};
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_methods::Method;
use goce_rows::metadata::Metadata;

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Writes what a method extracts: what `scripts/evaluate` writes, without a server.
pub fn extract(
    pages: &[LabelledPage],
    method: Method,
    focus: Focus,
    comments: Option<bool>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let options = Options {
        focus,
        comments,
        ..Options::default()
    };
    for labelled in pages {
        let page = labelled.parse()?;
        let selection = method.select(&page, &options)?;
        labelled.write_selection(&page, &selection, out)?;
    }
    Ok(())
}

/// Writes metadata, each with the `id` of its page: what `benches/metadata_compare.py` reads.
pub fn metadata(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    for labelled in pages {
        let page = labelled.parse()?;
        let mut metadata = Metadata::of(&page, Some(&labelled.url))?.into_json();
        metadata["id"] = labelled.id.as_str().into();
        writeln!(out, "{metadata}")?;
    }
    Ok(())
}

/// Marks what a method extracts in the page on standard input: what `goce_highlight` returns.
pub fn highlight(method: Method, mut page: impl Read, out: &mut dyn Write) -> Result<(), Failure> {
    let mut html = Vec::new();
    page.read_to_end(&mut html)?;
    let html = String::from_utf8_lossy(&html);
    let page = Page::parse(&html, &Limits::default())?;
    let selection = method.select(&page, &Options::default())?;
    let marked = render::highlight(&page, &selection, method.name())?;
    Ok(out.write_all(marked.unwrap_or_default().as_bytes())?)
}
