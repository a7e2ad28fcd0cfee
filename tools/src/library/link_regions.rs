//! The regions of links, compared with those of pages marked by hand.
//!
//! A line of marks is a link: its half, the SHA-256 of its page's HTML, its XPath and its region, with tabs between. Lines
//! that begin with `#` are comments.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;
use goce_core::extract::{Options, auto};
use goce_core::page::{Limits, Page, XPaths};
use goce_rows::elements::{Links, Region};
use sha2::{Digest, Sha256};

use crate::Failure;

/// A marked link: its half, its XPath and its region.
type Mark<'a> = (&'a str, &'a str, &'a str);

/// Compares the regions that goce names with the marks, for the pages of a directory and those below it.
pub fn score(directory: &Path, marks: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let text = fs::read_to_string(marks)?;
    let mut pages: HashMap<&str, Vec<Mark<'_>>> = HashMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [half, sha256, xpath, region] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("no mark: {line}").into());
        };
        pages.entry(sha256).or_default().push((half, xpath, region));
    }
    // For each half, of each region: right, marked, named.
    let mut counts: HashMap<(&str, &str), [usize; 3]> = HashMap::new();
    let mut found = 0;
    each_page(directory, &mut |path, html| {
        let Some(marks) = pages.get(sha256(html).as_str()) else {
            return Ok(());
        };
        found += 1;
        let named = regions(html)?;
        for (half, xpath, region) in marks {
            let named = named.get(*xpath).map_or("none", |region| region.name());
            for half in [*half, "all"] {
                for region in [*region, "all"] {
                    let count = counts.entry((half, region)).or_default();
                    count[1] += 1;
                }
                let all = counts.entry((half, "all")).or_default();
                all[0] += usize::from(named == *region);
                let name = Region::ALL.map(Region::name).into_iter().find(|name| *name == named);
                if let Some(name) = name {
                    let count = counts.entry((half, name)).or_default();
                    count[0] += usize::from(named == *region);
                    count[2] += 1;
                }
            }
            if named != *region {
                writeln!(out, "{half}\t{}\t{xpath}\t{region}\t{named}", path.display())?;
            }
        }
        Ok(())
    })?;
    if found < pages.len() {
        writeln!(out, "{} of {} pages are not here", pages.len() - found, pages.len())?;
    }
    for half in ["seen", "unseen", "later", "all"] {
        for region in Region::ALL.map(Region::name).into_iter().chain(["all"]) {
            let [right, marked, named] = counts.get(&(half, region)).copied().unwrap_or_default();
            let share = right as f64 / marked.max(1) as f64;
            let of_named = match region {
                "all" => String::new(),
                _ => format!(", named {named}"),
            };
            writeln!(out, "{half} {region}: {right} of {marked} right ({share:.3}){of_named}")?;
        }
    }
    Ok(())
}

/// Returns the regions of a page's links by their XPaths.
fn regions(html: &str) -> Result<HashMap<String, Region>, Failure> {
    let page = Page::parse(html, &Limits::default())?;
    let selection = auto::select(&page, &Options::default())?;
    let mut links = Links::of(&page, &selection, None)?;
    let mut xpaths = XPaths::default();
    let mut regions = HashMap::new();
    while let Some(link) = links.next_link(&page)? {
        regions.insert(page.xpath(link.element, &mut xpaths)?, link.region);
    }
    Ok(regions)
}

fn sha256(html: &str) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(html.as_bytes()) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Calls a function with each page, `*.html` or `*.html.gz`, of a directory and those below it, in the order of their names.
pub fn each_page(directory: &Path, call: &mut dyn FnMut(&Path, &str) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Failure>>()?;
    paths.sort();
    for path in paths {
        let name = path.to_string_lossy();
        let mut html = Vec::new();
        if path.is_dir() {
            each_page(&path, call)?;
            continue;
        } else if name.ends_with(".html.gz") {
            GzDecoder::new(File::open(&path)?).read_to_end(&mut html)?;
        } else if name.ends_with(".html") {
            html = fs::read(&path)?;
        } else {
            continue;
        }
        call(&path, &String::from_utf8_lossy(&html))?;
    }
    Ok(())
}
