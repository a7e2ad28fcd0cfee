//! The tables of pages, as lines of JSON: what `tests/browser/tables.py` compares with a browser's.

use std::fs;
use std::io::Write;
use std::path::Path;

use goce_core::extract::{Options, auto};
use goce_core::page::{Limits, Page, RowPaths, XPaths};
use goce_rows::elements::Tables;
use serde_json::{Value, json};

use crate::Failure;
use crate::wcxb::read_gzip;

/// Writes the tables of the pages, `*.html` and `*.html.gz`, of a directory and those below it, in the order of their
/// names.
pub fn write(directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Failure>>()?;
    paths.sort();
    for path in paths {
        let name = path.to_string_lossy();
        if path.is_dir() {
            write(&path, out)?;
        } else if name.ends_with(".html.gz") {
            write_page(&name, &read_gzip(&path)?, out)?;
        } else if name.ends_with(".html") {
            write_page(&name, &String::from_utf8_lossy(&fs::read(&path)?), out)?;
        }
    }
    Ok(())
}

fn write_page(name: &str, html: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let page = Page::parse(html, &Limits::default())?;
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
