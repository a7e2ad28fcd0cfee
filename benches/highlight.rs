//! Marks what a method extracts in the page on standard input: what goce_highlight returns,
//! without a server.
//!
//! `cargo run --release --example highlight -- METHOD <page.html >marked.html`

use std::error::Error;
use std::io::{self, Read, Write};

use goce::extract::Method;
use goce::page::{Limits, Page};
use goce::render;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "auto".to_owned());
    let method: Method = name.parse()?;
    let mut html = Vec::new();
    io::stdin().read_to_end(&mut html)?;
    let html = String::from_utf8_lossy(&html);
    let page = Page::parse(&html, &Limits::default(), &mut || ())?;
    let selection = method.select(&page, None, &mut || ())?;
    let marked = render::highlight(&page, &selection, &name, &mut || ())?;
    Ok(io::stdout().write_all(marked.unwrap_or_default().as_bytes())?)
}
