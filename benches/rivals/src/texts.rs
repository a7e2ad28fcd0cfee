//! The texts that another extractor makes of pages.
//!
//! usage: texts EXTRACTOR WCXB-DIRECTORY [EVERY]    prints a line {"id": …, "text": …} for every EVERY-th page
//!        texts EXTRACTOR - <PAGE                   prints the length of the text of one page
//!
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
use serde_json::json;

type Extractor = fn(&str) -> Option<String>;

const EXTRACTORS: [(&str, Extractor); 2] = [
    ("dom_smoothie", |html| {
        let article = Readability::new(html, None, None).and_then(|mut page| page.parse());
        article.ok().map(|article| article.text_content.to_string())
    }),
    ("rs-trafilatura", |html| {
        rs_trafilatura::extract(html)
            .ok()
            .map(|found| found.content_text)
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
    let start = Instant::now();
    let mut first = None;
    let mut texts = Vec::new();
    let spent = processor_seconds()?;
    for page in &pages {
        texts.push(extract(&page.html));
        first.get_or_insert_with(|| start.elapsed().as_secs_f64());
    }
    let seconds = processor_seconds()? - spent;
    let peak = status("VmHWM:")?.saturating_sub(before);
    for (page, text) in pages.iter().zip(texts) {
        println!("{}", json!({ "id": page.id, "text": text }));
    }
    println!(
        "{}",
        json!({ "first": first, "seconds": seconds, "peak": peak })
    );
    Ok(())
}

/// Returns the user and system time of this process so far. Linux counts it in hundredths of a second.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // These are the fields 14 and 15; the name before them may hold spaces.
    let fields = stat.rsplit_once(')').ok_or("no name")?.1.split_whitespace();
    let ticks = fields
        .skip(11)
        .take(2)
        .map(str::parse::<u64>)
        .sum::<Result<u64, std::num::ParseIntError>>()?;
    Ok(ticks as f64 / 100.0)
}

/// Returns a size in kB that the system states of this process.
fn status(name: &str) -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .ok_or(name)?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
