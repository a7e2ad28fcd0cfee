//! What the library makes of pages, for other programs: those of `benches`, of `scripts` and of `tests`.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::Path;

use goce_core::extract::{Focus, Options, auto};
use goce_core::page::{RowPaths, XPaths};
use goce_core::render::{self, ChunkSize, Chunks, FrontMatter, Headline};
use goce_methods::{KnownPage, Method};
use goce_rows::elements::Tables;
use goce_rows::metadata::Metadata;
use goce_rows::structured::structured;
use serde_json::{Value, json};

use super::parse;
use crate::Failure;
use crate::wcxb::{LabelledPage, read_gzip};

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
    let page = parse(&html)?;
    let selection = method.select(&page, &Options::default())?;
    let marked = render::highlight(&page, &selection, method.name())?;
    Ok(out.write_all(marked.unwrap_or_default().as_bytes())?)
}

/// Writes what a page states for each page that a line of JSON has: what `tests/structured` compares with other readers.
pub fn stated(lines: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    for line in lines.lines() {
        let given: Value = serde_json::from_str(&line?)?;
        let page = parse(given["html"].as_str().unwrap_or(""))?;
        let url = given["url"].as_str();
        let text = structured(&page, url)?;
        let metadata = Metadata::of(&page, url)?.into_json();
        // Scripts may have line breaks between their values.
        let text = text.replace(['\n', '\r'], " ");
        writeln!(out, "{{\"structured\":{text},\"metadata\":{metadata}}}")?;
    }
    Ok(())
}

/// Words of a chunk, and how many of them it repeats.
const SIZES: [(i32, i32); 3] = [(1, 0), (3, 1), (8, 0)];

/// Reads a JSON string a line, a page, and writes a line `{"text": …, "markdown": …, "front_matter": …, "chunks": […]}`
/// for each, `null` where a page has no content: what `tests/browser/test_markdown.py` has renderers read.
pub fn written(method: Method, pages: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    for line in pages.lines() {
        let html: String = serde_json::from_str(&line?)?;
        writeln!(out, "{}", all_written(method, &html)?)?;
    }
    Ok(())
}

fn all_written(method: Method, html: &str) -> Result<Value, Failure> {
    let page: KnownPage = parse(html)?.into();
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

/// Writes the tables of the pages, `*.html` and `*.html.gz`, of a directory and those below it, in the order of their
/// names: what `tests/browser/tables.py` compares with a browser's.
pub fn tables(directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Failure>>()?;
    paths.sort();
    for path in paths {
        let name = path.to_string_lossy();
        if path.is_dir() {
            tables(&path, out)?;
        } else if name.ends_with(".html.gz") {
            write_tables(&name, &read_gzip(&path)?, out)?;
        } else if name.ends_with(".html") {
            write_tables(&name, &String::from_utf8_lossy(&fs::read(&path)?), out)?;
        }
    }
    Ok(())
}

fn write_tables(name: &str, html: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let page = parse(html)?;
    let selection = auto::select(&page, &Options::default())?;
    let mut paths = RowPaths::of(&page);
    let mut xpaths = XPaths::default();
    let mut tables = Tables::of(&page, &selection)?;
    while let Some(table) = tables.next_table(&page)? {
        let row = json!({
            "page": name, "xpath": page.xpath(table.element, &mut xpaths)?,
            "caption": table.caption, "header": table.header,
            "rows": serde_json::from_str::<Value>(&table.rows)?, "is_data": table.is_data,
            "is_content": table.is_content, "heading_path": table.headings.texts(&page, &mut paths)?,
        });
        writeln!(out, "{row}")?;
    }
    Ok(())
}
