//! Writes the metadata of the pages of a WCXB directory, a line of JSON a page with its `id`:
//! what `metadata_compare.py` reads.
//!
//! `cargo run --release --example metadata -- DIR`

#[path = "../models/wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use goce::metadata::Metadata;
use goce::page::{Limits, Page};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory] = arguments.as_slice() else {
        return Err("usage: metadata DIRECTORY".into());
    };
    let mut out = BufWriter::new(io::stdout().lock());
    for labelled in wcxb::read(Path::new(directory))? {
        let page = Page::parse(&labelled.html, &Limits::default(), &mut || ())?;
        let mut metadata = Metadata::of(&page, Some(&labelled.url), &mut || ())?.into_json();
        metadata["id"] = labelled.id.into();
        writeln!(out, "{metadata}")?;
    }
    Ok(out.flush()?)
}
