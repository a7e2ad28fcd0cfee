//! Chunks of real pages: what must hold of them, and how long they are.

use std::io::Write;

use goce_core::extract::Options;
use goce_core::render::{ChunkSize, Chunks};
use goce_core::texts::words::words;
use goce_methods::Method;

use super::chunked::{all, problem};
use crate::Failure;
use crate::wcxb::LabelledPage;

/// The sizes in which chunks are checked: words, overlap.
const SIZES: [(i32, i32); 4] = [(200, 0), (200, 40), (50, 0), (10, 3)];

/// Writes the pages of whose chunks something does not hold; then, for the first size, what share of the chunks has how
/// many words.
pub fn check(pages: &[LabelledPage], method: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let method: Method = method.parse()?;
    let (mut problems, mut lengths, mut with_path) = (0, Vec::new(), 0);
    for labelled in pages {
        let page = labelled.parse()?;
        let selection = method.select(&page, &Options::default())?;
        for (max_words, overlap) in SIZES {
            if let Some(found) = problem(&page, &selection, max_words, overlap)? {
                problems += 1;
                writeln!(out, "{} {found}", labelled.id)?;
            }
        }
        let (max_words, overlap) = SIZES[0];
        let size = ChunkSize::new(max_words, overlap)?;
        let mut chunks = Chunks::of(&page, &selection, None, size, None)?;
        for chunk in all(&mut chunks)? {
            lengths.push(words(chunks.text_of(&chunk)).count());
            with_path += usize::from(chunks.heading_path(&chunk).next().is_some());
        }
    }
    lengths.sort_unstable();
    let sizes = SIZES.len();
    writeln!(out, "{} pages in {sizes} sizes: {problems} problems", pages.len())?;
    let total: usize = lengths.iter().sum();
    writeln!(
        out,
        "{} chunks of at most {} words: {:.1} in the mean; {with_path} below a heading",
        lengths.len(),
        SIZES[0].0,
        total as f64 / lengths.len().max(1) as f64
    )?;
    for percent in [5, 25, 50, 75, 95] {
        let words = lengths.get(lengths.len() * percent / 100);
        writeln!(out, "{percent} % have fewer than {} words", words.unwrap_or(&0))?;
    }
    Ok(())
}
