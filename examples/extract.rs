//! Prints a page's title and its content as text and as Markdown; with a screenshot, its genre too.
//!
//!     cargo run --release -p goce-tools --example extract -- PAGE.html [SCREENSHOT.png]

use std::error::Error;
use std::fs;

use goce_core::extract::Options;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_methods::Method;
use goce_rows::metadata::Metadata;
use goce_sight::network::Network;
use goce_sight::screenshot;

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let html = fs::read_to_string(paths.next().ok_or("usage: extract PAGE.html [SCREENSHOT]")?)?;
    // Long work calls this back, so that it can be ended by unwinding. Nothing ends it here.
    let page = Page::parse(&html, &Limits::default())?;
    let metadata = Metadata::of(&page, None)?;
    println!("title: {}", metadata.title.as_deref().unwrap_or("none"));

    // Every method returns a selection, and every writer takes one. No content is `None`.
    let selection = "auto".parse::<Method>()?.select(&page, &Options::default())?;
    let text = render::text(&page, &selection)?;
    let markdown = render::markdown(&page, &selection, None)?;
    println!("\n{}", text.as_deref().unwrap_or("no content"));
    println!("\n{}", markdown.as_deref().unwrap_or("no content"));

    if let Some(path) = paths.next() {
        let limits = screenshot::ScreenshotLimits::default();
        let seen = Network::built_in()?.classify(&fs::read(path)?, &limits)?;
        println!("\nlist view with a probability of {:.3}", seen.p_list_view);
    }
    Ok(())
}
