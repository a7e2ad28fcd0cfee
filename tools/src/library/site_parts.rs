//! What `goce_site` does over the generated pages of one site, and the extraction of the same pages:
//! `benches/site_parts.sh` counts the instructions of both.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write;

use clap::ValueEnum;
use goce_core::extract::Options;
use goce_core::learn::random::Random;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_methods::Method;
use goce_rows::site::{PageBlocks, SiteState, hash_of_page};

use crate::Failure;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Pages are made, and nothing else.
    Pages,
    /// Each is parsed.
    Parse,
    /// Each is parsed, and its blocks taken.
    Blocks,
    /// `goce_site`, which parses the pages that its value has room for.
    Site,
    /// The text of `auto`.
    Extract,
}

/// Takes so many pages through a part, and writes how many pages were parsed.
pub fn run(pages: usize, part: Part, out: &mut dyn Write) -> Result<(), Failure> {
    let mut random = Random::from_state(18);
    let mut gathering = SiteState::new(Vec::new(), Vec::new());
    let auto: Method = "auto".parse()?;
    let mut parsed = 0;
    for number in 0..pages {
        let html = html(number, &mut random)?;
        let hash = hash_of_page(&html);
        if part == Part::Pages || (part == Part::Site && gathering.count_left_out(hash)) {
            continue;
        }
        let page = Page::parse(&html, &Limits::default())?;
        parsed += 1;
        match part {
            Part::Pages | Part::Parse => drop(black_box(page)),
            Part::Blocks => drop(black_box(PageBlocks::of(&page, hash)?)),
            Part::Site => gathering.add(&PageBlocks::of(&page, hash)?)?,
            Part::Extract => {
                let selection = auto.select(&page, &Options::default())?;
                black_box(render::text(&page, &selection)?);
            }
        }
    }
    black_box(gathering.settle()?);
    writeln!(out, "{pages} pages, {parsed} parsed")?;
    Ok(())
}

/// Returns a page of 3 kB: a report, with what all pages of its site have around it.
fn html(number: usize, random: &mut Random) -> Result<String, Failure> {
    let mut html = format!(
        "<!DOCTYPE html><html><head><title>Report {number}</title></head><body><header class=top><a href=/>Courier</a>\
        <nav class=menu><ul>"
    );
    for section in 1..=8 {
        write!(html, "<li><a href=/section/{section}>Section {section}</a></li>")?;
    }
    write!(
        html,
        "</ul></nav></header><main><article class=post-{number}><h1>Report {number}</h1><p class=by>By author {}</p>",
        number % 17
    )?;
    for _ in 0..7 {
        html.push_str("<p>");
        for _ in 0..40 {
            // Five letters of sixteen, as many words as there are combinations.
            write!(html, "{:05x} ", random.below(1 << 20))?;
        }
        html.push_str("</p>");
    }
    html.push_str("</article><aside class=related><h2>Related</h2><ul>");
    for next in 1..=5 {
        let other = number + next * 7;
        write!(html, "<li><a href=/{other}>Report {other}</a></li>")?;
    }
    html.push_str(
        "</ul></aside></main><footer><p>All rights reserved</p><p>Write to us at the old mill by the river</p></footer></body>\
        </html>",
    );
    Ok(html)
}
