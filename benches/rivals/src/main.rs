//! Throughput of `auto` beside a bare parse and dom_smoothie: the same pages, one core, in turns.
//!
//! usage: cargo run --release --manifest-path benches/rivals/Cargo.toml -- WCXB-DIRECTORY [PASSES]
//!
//! benches/resiliparse_bench.py measures resiliparse, which is Python's, over the same directory.

#[path = "../../../tools/src/wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use dom_smoothie::Readability;
use goce_core::extract::Options;
use goce_methods::Method;
use goce_core::page::{Limits, Page};
use goce_core::render;

type Extractor = (&'static str, fn(&str));

const EXTRACTORS: [Extractor; 3] = [
    ("bare parse", |html| {
        black_box(scraper::Html::parse_document(html));
    }),
    ("goce auto", |html| {
        let _ = black_box(auto(html));
    }),
    ("dom_smoothie", |html| {
        let article = Readability::new(html, None, None).and_then(|mut page| page.parse());
        let _ = black_box(article.map(|article| article.text_content));
    }),
];

fn auto(html: &str) -> Result<Option<String>, Box<dyn Error>> {
    let page = Page::parse(html, &Limits::default())?;
    let selection = "auto".parse::<Method>()?.select(&page, &Options::default())?;
    Ok(render::text(&page, &selection)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().ok_or("usage: rivals WCXB-DIRECTORY [PASSES]")?;
    let passes: usize = arguments.next().map_or(Ok(5), |passes| passes.parse())?;
    let pages = wcxb::read(Path::new(&directory))?;
    let mut times = [const { Vec::new() }; EXTRACTORS.len()];
    for _ in 0..passes {
        for ((_, extract), times) in EXTRACTORS.iter().zip(&mut times) {
            let start = Instant::now();
            for page in &pages {
                extract(&page.html);
            }
            times.push(start.elapsed());
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times.get(passes / 2).copied().unwrap_or(Duration::ZERO)
    });
    println!("{} pages, medians of {passes} passes", pages.len());
    for ((name, _), time) in EXTRACTORS.iter().zip(medians) {
        println!(
            "{name:<14} {:>8.0} ms {:>6.0} pages/s {:>6.2}",
            time.as_secs_f64() * 1e3,
            pages.len() as f64 / time.as_secs_f64(),
            time.as_secs_f64() / medians[0].as_secs_f64()
        );
    }
    Ok(())
}
