//! Pages as all that goce writes in Markdown: what `tests/browser/test_markdown.py` has renderers read.

use std::io::{BufRead, Write};

use goce_core::extract::Options;
use goce_core::page::{Limits, Page};
use goce_core::render::{self, ChunkSize, Chunks, FrontMatter, Headline};
use goce_methods::{KnownPage, Method};
use goce_rows::metadata::Metadata;
use serde_json::{Value, json};

use crate::Failure;

/// Words of a chunk, and how many of them it repeats.
const SIZES: [(i32, i32); 3] = [(1, 0), (3, 1), (8, 0)];

/// Reads a JSON string a line, a page, and writes a line `{"text": …, "markdown": …, "front_matter": …, "chunks": […]}`
/// for each, `null` where a page has no content.
pub fn write(method: Method, pages: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    for line in pages.lines() {
        let html: String = serde_json::from_str(&line?)?;
        writeln!(out, "{}", written(method, &html)?)?;
    }
    Ok(())
}

fn written(method: Method, html: &str) -> Result<Value, Failure> {
    let page: KnownPage = Page::parse(html, &Limits::default())?.into();
    let selection = method.select(&page, &Options::default())?;
    let text = render::text(&page, &selection)?;
    let Some(markdown) = render::markdown(&page, &selection, None)? else {
        return Ok(Value::Null);
    };
    let metadata = Metadata::of(&page, None)?;
    let (title, site) = (metadata.title.as_deref(), metadata.sitename.as_deref());
    let matter = FrontMatter {
        title,
        site,
        ..FrontMatter::default()
    };
    let headline = Headline::of(&page, &selection, title, site, false)?;
    let titled = page.markdown(&selection, None, headline.as_ref(), render::Form::default())?;
    let front_matter = render::with_front_matter(&titled.unwrap_or_default(), &matter)?;
    let mut chunks = Vec::new();
    for (max_words, overlap) in SIZES {
        let size = ChunkSize::new(max_words, overlap)?;
        let mut of_size = Chunks::of(&*page, &selection, None, size, None)?;
        while let Some(chunk) = of_size.next_chunk()? {
            chunks.push(chunk.markdown);
        }
    }
    Ok(json!({"text": text, "markdown": markdown, "front_matter": front_matter, "chunks": chunks}))
}
