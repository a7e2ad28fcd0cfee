//! Links, tables and pictures of pages, as lines of JSON.

use std::io::Write;
use std::path::Path;

use goce_core::extract::{Options, auto};
use goce_core::page::{Limits, Page, RowPaths, XPaths};
use goce_rows::elements::{Images, Links, Tables};
use serde_json::{Value, json};

use super::link_regions::each_page;
use crate::Failure;

/// Writes the links, tables or images of the pages of a directory and those below it.
pub fn write(kind: &str, directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    each_page(directory, &mut |path, html| {
        let page = Page::parse(html, &Limits::default())?;
        let mut xpaths = XPaths::default();
        for (element, mut row) in rows(kind, &page)? {
            row["page"] = json!(path.display().to_string());
            row["xpath"] = json!(page.xpath(element, &mut xpaths)?);
            writeln!(out, "{row}")?;
        }
        Ok(())
    })
}

fn rows(kind: &str, page: &Page) -> Result<Vec<(usize, Value)>, Failure> {
    let selection = auto::select(page, &Options::default())?;
    let mut paths = RowPaths::of(page);
    let mut rows = Vec::new();
    match kind {
        "links" => {
            let mut links = Links::of(page, &selection, None)?;
            while let Some(link) = links.next_link(page)? {
                let row = json!({
                    "url": link.url, "text": link.text, "rel": link.rel, "title": link.title, "region": link.region.name(),
                    "is_content": link.is_content, "heading_path": link.headings.texts(page, &mut paths)?,
                    "context": link.context,
                });
                rows.push((link.element, row));
            }
        }
        "tables" => {
            let mut tables = Tables::of(page, &selection)?;
            while let Some(table) = tables.next_table(page)? {
                let row = json!({
                    "caption": table.caption, "header": table.header,
                    "rows": serde_json::from_str::<Value>(&table.rows)?, "is_data": table.is_data,
                    "is_content": table.is_content, "heading_path": table.headings.texts(page, &mut paths)?,
                });
                rows.push((table.element, row));
            }
        }
        "images" => {
            let mut images = Images::of(page, &selection, None)?;
            while let Some(image) = images.next_image(page)? {
                let row = json!({
                    "url": image.url, "alt": image.alt, "caption": image.caption, "width": image.width,
                    "height": image.height, "is_content": image.is_content,
                });
                rows.push((image.element, row));
            }
        }
        _ => return Err("the parts are links, tables and images".into()),
    }
    Ok(rows)
}
