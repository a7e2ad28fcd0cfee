//! What another extractor makes of pages, one after the other.
//!
//! usage: texts EXTRACTOR WCXB-DIRECTORY [EVERY]    prints a line {"id": …, "text": …} for every EVERY-th page
//!        texts EXTRACTOR - <PAGE                   prints the length of the text of one page
//!
//! With a directory the last line is {"first": seconds of the first page, "seconds": of all, "peak": kB of memory}:
//! the most that it had while it worked, without the pages, which are read before.

#[path = "../../../tools/src/wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

use dom_smoothie::Readability;
use serde_json::json;

type Extractor = fn(&str) -> Option<String>;

const EXTRACTORS: [(&str, Extractor); 2] = [
    ("dom_smoothie", |html| {
        let article = Readability::new(html, None, None).and_then(|mut page| page.parse());
        article.ok().map(|article| article.text_content.to_string())
    }),
    ("rs-trafilatura", |html| {
        rs_trafilatura::extract(html).ok().map(|found| found.content_text)
    }),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, directory, every @ ..] = arguments.as_slice() else {
        return Err("usage: texts EXTRACTOR WCXB-DIRECTORY|- [EVERY]".into());
    };
    let extractor = EXTRACTORS.iter().find(|(known, _)| known == name);
    let (_, extract) = extractor.ok_or("EXTRACTOR is dom_smoothie or rs-trafilatura")?;
    if directory == "-" {
        let mut html = String::new();
        std::io::stdin().read_to_string(&mut html)?;
        println!("{}", extract(&html).map_or(0, |text| text.len()));
        return Ok(());
    }
    let every = every.first().map_or(Ok(1), |every| every.parse())?;
    let pages = wcxb::read_every(Path::new(directory), every)?;
    let before = status("VmRSS:")?;
    let mut times = Vec::new();
    for page in &pages {
        let start = Instant::now();
        let text = extract(&page.html);
        times.push(start.elapsed().as_secs_f64());
        println!("{}", json!({ "id": page.id, "text": text }));
    }
    let peak = status("VmHWM:")?.saturating_sub(before);
    let seconds: f64 = times.iter().sum();
    println!("{}", json!({ "first": times.first(), "seconds": seconds, "peak": peak }));
    Ok(())
}

/// Returns a size in kB that the system states of this process.
fn status(name: &str) -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).ok_or(name)?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
