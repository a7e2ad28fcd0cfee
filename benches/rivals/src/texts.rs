//! The texts that extractors make of pages: those of others, and `auto` and its Markdown without a server.
//!
//! usage: texts EXTRACTOR WCXB-DIRECTORY [EVERY]    prints a line {"id": …, "text": …} for every EVERY-th page
//!        texts EXTRACTOR - <PAGE                   prints {"length": bytes of the text of one page, "peak": kB}
//!
//! rs-trafilatura gets the page's address too, by which it tells page types.
//! The texts are plain. pagesift's usual result is Markdown, so that is what its time and memory are of.
//! With a directory the last line is {"first": seconds of the first page, "seconds": of processor time for all,
//! "peak": kB of memory}: the most that it had while it worked, without the pages, which are read before.

#[path = "../../../tools/src/wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

use dom_smoothie::Readability;
use goce_core::extract::auto::pipeline;
use goce_core::extract::{Options, Selection};
use goce_core::page::{Limits, Page};
use goce_core::render::{self, Headline};
use goce_rows::metadata::Naming;
use serde_json::json;
use wcxb::LabelledPage;

/// Returns the text of a page. What takes its address gets that second.
type Extract = fn(&str, Option<&str>) -> Option<String>;

struct Extractor {
    name: &'static str,
    /// What is measured.
    usual: Extract,
    /// The plain text, where that is another.
    plain: Option<Extract>,
}

const EXTRACTORS: [Extractor; 5] = [
    Extractor {
        name: "dom_smoothie",
        usual: |html, _| {
            let article = Readability::new(html, None, None).and_then(|mut page| page.parse());
            article.ok().map(|article| article.text_content.to_string())
        },
        plain: None,
    },
    Extractor {
        name: "goce auto, in a program",
        usual: |html, _| {
            let (page, selection) = selected(html)?;
            render::text(&page, &selection).ok()?
        },
        plain: None,
    },
    Extractor {
        name: "goce Markdown, in a program",
        usual: |html, _| {
            let (page, selection) = selected(html)?;
            let named = Naming::of(&page, None).ok()?;
            let (title, site) = (named.title.as_deref(), named.sitename.as_deref());
            let headline = Headline::of(&page, &selection, title, site, false).ok()?;
            render::titled_markdown(&page, &selection, None, headline.as_ref(), render::Form::default()).ok()?
        },
        plain: None,
    },
    Extractor {
        name: "pagesift",
        usual: |html, _| Some(pagesift_content::process(html, &Default::default()).markdown),
        plain: Some(|html, _| {
            let options = pagesift_content::Options {
                plain_text: true,
                ..Default::default()
            };
            pagesift_content::process(html, &options).plain_text
        }),
    },
    Extractor {
        name: "rs-trafilatura",
        usual: |html, url| {
            let options = rs_trafilatura::Options {
                url: url.map(str::to_owned),
                ..Default::default()
            };
            let found = rs_trafilatura::extract_with_options(html, &options).ok();
            found.map(|found| found.content_text)
        },
        plain: None,
    },
];

/// Returns a page and what `auto` takes of it.
fn selected(html: &str) -> Option<(Page, Selection)> {
    let page = Page::parse(html, &Limits::default()).ok()?;
    let selection = pipeline::select(&page, &Options::default()).ok()?;
    Some((page, selection))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, directory, every @ ..] = arguments.as_slice() else {
        return Err("usage: texts EXTRACTOR WCXB-DIRECTORY|- [EVERY]".into());
    };
    let names = || EXTRACTORS.map(|known| known.name).join(" | ");
    let extractor = EXTRACTORS.iter().find(|known| known.name == name);
    let extractor = extractor.ok_or_else(|| format!("EXTRACTOR is {}", names()))?;
    if directory == "-" {
        let mut html = String::new();
        std::io::stdin().read_to_string(&mut html)?;
        let before = status("VmRSS:")?;
        let length = (extractor.usual)(&html, None).map_or(0, |text| text.len());
        let peak = status("VmHWM:")?.saturating_sub(before);
        println!("{}", json!({ "length": length, "peak": peak }));
        return Ok(());
    }
    let every = every.first().map_or(Ok(1), |every| every.parse())?;
    let pages = wcxb::read_every(Path::new(directory), every)?;
    let before = status("VmRSS:")?;
    let start = Instant::now();
    let mut first = None;
    let mut texts = Vec::new();
    let spent = processor_seconds()?;
    for page in &pages {
        texts.push((extractor.usual)(&page.html, address_of(page)));
        first.get_or_insert_with(|| start.elapsed().as_secs_f64());
    }
    let seconds = processor_seconds()? - spent;
    let peak = status("VmHWM:")?.saturating_sub(before);
    for (page, text) in pages.iter().zip(texts) {
        let text = extractor.plain.map_or(text, |plain| plain(&page.html, address_of(page)));
        println!("{}", json!({ "id": page.id, "text": text }));
    }
    println!("{}", json!({ "first": first, "seconds": seconds, "peak": peak }));
    Ok(())
}

/// Returns the address of a page, unless its set does not know it.
fn address_of(page: &LabelledPage) -> Option<&str> {
    Some(page.url.as_str()).filter(|url| !url.is_empty())
}

/// Returns the user and system time of this process so far. Linux counts it in hundredths of a second.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // These are the fields 14 and 15; the name before them may hold spaces.
    let fields = stat.rsplit_once(')').ok_or("no name")?.1.split_whitespace();
    let ticks = fields.skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, std::num::ParseIntError>>()?;
    Ok(ticks as f64 / 100.0)
}

/// Returns a size in kB that the system states of this process.
fn status(name: &str) -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).ok_or(name)?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
