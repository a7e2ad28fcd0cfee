//! Writes the blocks of pages of a WCXB directory, evenly spread, for tests/browser/xpaths.py to
//! find again in a browser: a line `{"id": …, "html": …, "blocks": [[xpath, tag, text], …]}` a page.
//!
//! `cargo run --release --example block-xpaths -- DIR [PAGES]`

#[path = "../models/wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use goce::page::{Limits, Page, XPaths};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let directory = arguments
        .first()
        .ok_or("usage: block-xpaths DIRECTORY [PAGES]")?;
    let wanted: usize = arguments.get(1).map_or("200", |count| count).parse()?;
    let labelled = wcxb::read(Path::new(directory))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let step = (labelled.len() / wanted.max(1)).max(1);
    for labelled in labelled.iter().step_by(step).take(wanted) {
        let page = Page::parse(&labelled.html, &Limits::default(), &mut || ())?;
        let mut xpaths = XPaths::default();
        let mut blocks = Vec::new();
        for block in page.blocks() {
            let xpath = page.xpath(block.element, &mut xpaths, &mut || ())?;
            let tag = page.element(block.element).map_or("", |e| e.name());
            blocks.push(json!([xpath, tag, page.block_text(block)]));
        }
        let line = json!({"id": labelled.id, "html": labelled.html, "blocks": blocks});
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}
