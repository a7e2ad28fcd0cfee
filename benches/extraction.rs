//! The time of extraction beside that of a bare parse of the same pages, as ratios in one run.
//!
//! `cargo bench -p goce-tools --bench extraction`, over the golden pages; over a directory in WCXB's format
//! with `WCXB=DIR cargo bench -p goce-tools --bench extraction` (`make bench WCXB=DIR`).

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "ratio.rs"]
mod ratio;
#[path = "../tools/src/wcxb.rs"]
mod wcxb;

use std::hint::black_box;
use std::path::Path;

use goce_core::evaluate::{PageScores, Unit};
use goce_core::extract::Options;
use goce_core::genre::markup;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_methods::Method;
use goce_papers::svm;

/// HTML and gold text of each page.
fn pages() -> Vec<(String, String)> {
    if let Some(directory) = std::env::var_os("WCXB").filter(|name| !name.is_empty()) {
        let pages = wcxb::read(Path::new(&directory)).expect("a directory in WCXB's format");
        return pages.into_iter().map(|page| (page.html, page.gold)).collect();
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/pages");
    let read = |path: &Path| std::fs::read_to_string(path).expect("a golden page");
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the golden pages") {
        let path = entry.expect("a golden page").path();
        if path.extension().is_some_and(|extension| extension == "html") {
            pages.push((read(&path), read(&path.with_extension("txt"))));
        }
    }
    pages
}

fn parse(html: &str) -> Page {
    Page::parse(html, &Limits::default()).expect("within the limits")
}

fn extract(html: &str, method: Method) -> Option<String> {
    let page = parse(html);
    render::text(&page, &method.select(&page, &Options::default()).unwrap()).unwrap_or_default()
}

fn main() {
    let pages = pages();
    let bytes: usize = pages.iter().map(|(html, _)| html.len()).sum();
    println!("{} pages, {bytes} bytes", pages.len());
    let (mut criterion, home) = ratio::criterion();
    let mut each = |name: &str, run: &dyn Fn(&str, &str)| {
        let all = || pages.iter().for_each(|(html, gold)| run(html, gold));
        ratio::bench(&mut criterion, "extraction", 10, name, all);
    };
    each("bare parse", &|html, _| {
        black_box(scraper::Html::parse_document(html));
    });
    each("Page::parse", &|html, _| {
        black_box(parse(html));
    });
    for method in Method::ALL {
        each(method.name(), &|html, _| {
            black_box(extract(html, method));
        });
    }
    each("genre markup", &|html, _| {
        black_box(markup::classify(&parse(html)).expect("memory"));
    });
    each("genre svm", &|html, _| {
        black_box(svm::classify(&parse(html)).expect("memory"));
    });
    each("default and its scores", &|html, gold| {
        let text = extract(html, "default".parse::<Method>().unwrap()).unwrap_or_default();
        black_box(PageScores::new(gold, &text, Unit::Word)).unwrap();
    });
    ratio::print(&home, "extraction", "bare parse");
}
