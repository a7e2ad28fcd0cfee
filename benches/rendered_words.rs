//! Compares the words of goce_markdown and goce_html, read back, with those of goce_extract on the
//! pages of a WCXB directory, the elements of goce_html with what parsers read, and says how long each took.
//!
//! `cargo run --release --example rendered-words -- DIR [METHOD] [OUT]`; OUT gets what was rendered.

#[path = "../tests/rendering/read_back.rs"]
mod read_back;
#[path = "../tests/rendering/reparse.rs"]
mod reparse;
#[path = "../models/wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use goce::extract::Method;
use goce::page::{Limits, Page};
use goce::render;
use goce::words::words;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let directory = arguments
        .first()
        .ok_or("usage: rendered-words DIRECTORY [METHOD] [OUT]")?;
    let method: Method = arguments.get(1).map_or("auto", |method| method).parse()?;
    let out = arguments.get(2);
    let (mut pages, mut differ, mut differ_html) = (0, 0, 0);
    let (mut took, mut took_html) = (Duration::ZERO, Duration::ZERO);
    for labelled in wcxb::read(Path::new(directory))? {
        let page = Page::parse(&labelled.html, &Limits::default(), &mut || ())?;
        let selection = method.select(&page, None, &mut || ())?;
        let Some(text) = render::text(&page, &selection, &mut || ())? else {
            continue;
        };
        pages += 1;
        let url = Some(labelled.url.as_str());
        let start = Instant::now();
        let markdown = render::markdown(&page, &selection, url, &mut || ())?.unwrap_or_default();
        took += start.elapsed();
        let start = Instant::now();
        let html = render::html(&page, &selection, url, &mut || ())?.unwrap_or_default();
        took_html += start.elapsed();
        let read = Page::parse(&html, &Limits::default(), &mut || ())?;
        if !words(read.text()).eq(words(&text)) {
            differ_html += 1;
            println!("{} HTML", labelled.id);
        }
        if let Some(difference) = reparse::difference(&html) {
            differ_html += 1;
            println!("{} HTML\n{difference}", labelled.id);
        }
        if let Some(out) = out {
            fs::write(format!("{out}/{}.md", labelled.id), &markdown)?;
        }
        if let Some(difference) = read_back::difference(&markdown, &text) {
            differ += 1;
            println!("{} Markdown\n{difference}", labelled.id);
        }
    }
    println!(
        "{pages} pages; Markdown: {differ} differ, {took:?}; HTML: {differ_html} differ, {took_html:?}"
    );
    Ok(())
}
