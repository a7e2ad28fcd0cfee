//! The trees of flat-html against html5ever's, on pages and on pages made of pieces of them.
//!
//! `cargo run --release -p flat-html --example compare -- DIRECTORY[:DIRECTORY…] COUNT [SEED [FIRST]]` compares those of
//! all `*.html` and `*.html.gz` of some directories, then those of `COUNT` pages made of pieces of them by changes, from
//! number `FIRST` (0) on. The same seed (0) makes the same pages.

#![expect(clippy::unwrap_used, reason = "files are shared with the tests")]

#[path = "../tests/reference/mod.rs"]
mod reference;

use std::env;
use std::error::Error;
use std::fs;
use std::io::{Read, Write, stdout};
use std::ops::Range;
use std::panic;
use std::path::{Path, PathBuf};

use reference::comparison::{Outcome, compare, differs, shorten};
use reference::mutations::Maker;

/// Why the comparison failed.
type Failure = Box<dyn Error>;

/// Differences, and panics of html5ever, that are written.
const SHOWN: usize = 20;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = env::args().skip(1).collect();
    let (directories, count, rest) = match &words[..] {
        [directories, count, rest @ ..] if rest.len() <= 2 => (directories, count, rest),
        _ => return Err("usage: compare DIRECTORY[:DIRECTORY…] COUNT [SEED [FIRST]]".into()),
    };
    let [seed, first] = [0, 1].map(|index| rest.get(index).map_or(Ok(0), |word| word.parse()));
    let first: u64 = first?;
    let numbers = first..first + count.parse::<u64>()?;
    check(directories, numbers, seed?, &mut stdout().lock())
}

/// Compares the trees of pages, and of pages made of them, by their numbers.
fn check(directories: &str, numbers: Range<u64>, seed: u64, out: &mut dyn Write) -> Result<(), Failure> {
    let mut paths = Vec::new();
    for directory in directories.split(':') {
        collect(Path::new(directory), &mut paths)?;
    }
    let pages: Result<Vec<String>, Failure> = paths.iter().map(|path| read(path)).collect();
    let pages = pages?;
    let mut counts = Counts::default();
    for (path, page) in paths.iter().zip(&pages) {
        counts.count(page, &path.display().to_string(), out)?;
    }
    let maker = Maker::new(&pages, seed);
    // The panics are counted, and their pages written.
    panic::set_hook(Box::new(|_| ()));
    for number in numbers.clone() {
        counts.count(&maker.make(number), &format!("page {number}"), out)?;
    }
    let Counts { different, panicked } = counts;
    writeln!(
        out,
        "{} pages and {} made of them (seed {seed}, from number {} on): {different} differ, html5ever panics on \
         {panicked}",
        pages.len(),
        numbers.end - numbers.start,
        numbers.start,
    )?;
    if different > 0 {
        return Err("trees differ".into());
    }
    Ok(())
}

#[derive(Default)]
struct Counts {
    different: usize,
    panicked: usize,
}

impl Counts {
    /// Compares the trees of a page, and writes the page as short as it can be where they are not the same.
    fn count(&mut self, page: &str, name: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let (count, is_kind): (_, fn(&str) -> bool) = match compare(page) {
            Outcome::Same => return Ok(()),
            Outcome::Different(_) => (&mut self.different, differs),
            Outcome::Panicked => (&mut self.panicked, |page| compare(page) == Outcome::Panicked),
        };
        *count += 1;
        if *count <= SHOWN {
            let shorter = shorten(page, is_kind);
            writeln!(out, "{name}: {shorter:?}\n  {:?}", compare(&shorter))?;
            out.flush()?;
        }
        Ok(())
    }
}

fn collect(directory: &Path, pages: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries: Result<Vec<_>, _> = fs::read_dir(directory)?.collect();
    let mut paths: Vec<PathBuf> = entries?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    for path in paths {
        let name = path.to_string_lossy();
        if path.is_dir() {
            collect(&path, pages)?;
        } else if name.ends_with(".html") || name.ends_with(".html.gz") {
            pages.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, Failure> {
    let mut page = fs::read(path)?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        let compressed = std::mem::take(&mut page);
        flate2::read::MultiGzDecoder::new(&compressed[..]).read_to_end(&mut page)?;
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}
