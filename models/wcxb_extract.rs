//! Writes what a method extracts from the pages of a WCXB directory, a line
//! `{"id": …, "text": …}` a page: what `scripts/evaluate` writes, without a server.
//!
//! `cargo run --release --example wcxb-extract -- DIR METHOD`

mod wcxb;

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use goce::extract::Method;
use goce::page::{Limits, Page};
use goce::render;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, method] = arguments.as_slice() else {
        return Err("usage: wcxb-extract DIRECTORY METHOD".into());
    };
    let method: Method = method.parse()?;
    let mut out = BufWriter::new(io::stdout().lock());
    for labelled in wcxb::read(Path::new(directory))? {
        let page = Page::parse(&labelled.html, &Limits::default(), &mut || ())?;
        let text = render::text(&page, &method.select(&page, None, &mut || ())?, &mut || ())?;
        writeln!(out, "{}", json!({"id": labelled.id, "text": text}))?;
    }
    Ok(out.flush()?)
}
