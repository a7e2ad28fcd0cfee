//! Versions made of real pages: whether changes of the content are found, and changes of all else are not.

mod edits;
mod source;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use goce_core::extract::{Options, Selection, auto};
use goce_core::learn::random::Random;
use goce_core::page::{Limits, Page};
use goce_core::texts::words::words;
use goce_rows::diff::{Diff, Op};

use self::edits::{CLUTTER, CONTENT, Edit, Made, UNNAMED};
use self::source::Source;
use crate::Failure;
use crate::wcxb::LabelledPage;

/// The purpose of the random numbers.
const PURPOSE: u64 = 32;

/// What became of the pairs of one kind.
#[derive(Default)]
struct Tally {
    pairs: usize,
    /// The change was found; or nothing was reported where nothing was to be.
    right: usize,
    /// Nothing else was reported.
    alone: usize,
    /// Pairs whose paragraph `auto` takes of the old page.
    taken: usize,
    taken_right: usize,
}

/// A row of `goce_diff`, its texts as words with single spaces.
struct Row {
    op: Op,
    old: String,
    new: String,
}

/// Makes pairs of pages, and writes the share of those whose changes are told rightly. `misses` gets the others.
pub fn measure(pages: &[LabelledPage], seed: u64, misses: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut misses = misses.map(File::create).transpose()?.map(BufWriter::new);
    let mut tallies: BTreeMap<(usize, &str), Tally> = BTreeMap::new();
    for (index, labelled) in pages.iter().enumerate() {
        let mut random = Random::new(seed.wrapping_add(index as u64), PURPOSE);
        let other = &pages[(index + 1 + random.below(pages.len() - 1)) % pages.len()];
        let source = Source::of(labelled)?;
        let old_page = labelled.parse()?;
        let selection = auto::select(&old_page, &Options::default())?;
        for (number, (kind, edit)) in CONTENT.iter().chain(&CLUTTER).chain(&UNNAMED).enumerate() {
            let Some(made) = edit(&source, other, &mut random) else {
                continue;
            };
            let rows = match &made.old {
                Some(old) => rows(&versions(old)?, &made.new)?,
                None => rows(&(labelled.parse()?, selection.clone()), &made.new)?,
            };
            let is_right = is_right(&made, &rows);
            let tally = tallies.entry((number, kind)).or_default();
            tally.pairs += 1;
            tally.right += usize::from(is_right);
            tally.alone += usize::from(is_right && rows.len() == usize::from(!matches!(made.edit, Edit::Clutter)));
            let is_taken = made.place.as_ref().is_some_and(|text| takes(&old_page, &selection, text));
            tally.taken += usize::from(is_taken);
            tally.taken_right += usize::from(is_taken && is_right);
            if let Some(misses) = misses.as_mut().filter(|_| !is_right || rows.len() > 1) {
                let note = if is_right { "more than that" } else { "wrong" };
                writeln!(misses, "{} {kind} {note} taken={is_taken} {:?}", labelled.id, made.edit)?;
                for row in rows.iter().take(8) {
                    writeln!(misses, "    {} {:.150} | {:.150}", row.op.sign(), row.old, row.new)?;
                }
            }
        }
    }
    writeln!(out, "kind\tpairs\tright\tnothing else\tof content by auto\tright of these")?;
    let mut sums = [Tally::default(), Tally::default(), Tally::default()];
    for ((number, kind), tally) in &tallies {
        tally.write(kind, out)?;
        let group = usize::from(*number >= CONTENT.len()) + usize::from(*number >= CONTENT.len() + CLUTTER.len());
        let sum = &mut sums[group];
        sum.pairs += tally.pairs;
        sum.right += tally.right;
        sum.alone += tally.alone;
        sum.taken += tally.taken;
        sum.taken_right += tally.taken_right;
    }
    sums[0].write("all changes of content", out)?;
    sums[1].write("all changes of clutter", out)
}

impl Tally {
    fn write(&self, kind: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        let Tally { pairs, taken, .. } = *self;
        let (right, alone) = (share(self.right, pairs), share(self.alone, pairs));
        let of_taken = share(self.taken_right, taken);
        Ok(writeln!(out, "{kind}\t{pairs}\t{right:.1} %\t{alone:.1} %\t{taken}\t{of_taken:.1} %")?)
    }
}

fn versions(html: &str) -> Result<(Page, Selection), Failure> {
    let page = Page::parse(html, &Limits::default())?;
    let selection = auto::select(&page, &Options::default())?;
    Ok((page, selection))
}

fn rows(old: &(Page, Selection), new: &str) -> Result<Vec<Row>, Failure> {
    let new = versions(new)?;
    let diff = Diff::of((&old.0, &old.1), (&new.0, &new.1))?;
    let rows = diff.changes().iter().map(|change| Row {
        op: change.op,
        old: diff.old_version(&old.0, change).map(|version| normal(version.text)).unwrap_or_default(),
        new: diff.new_version(&new.0, change).map(|version| normal(version.text)).unwrap_or_default(),
    });
    Ok(rows.collect())
}

/// Returns the words of a text with single spaces.
fn normal(text: &str) -> String {
    words(text).collect::<Vec<_>>().join(" ")
}

fn is_right(made: &Made, rows: &[Row]) -> bool {
    let has = |op: Op, old: &str, new: &str| rows.iter().any(|row| row.op == op && row.old == old && row.new == new);
    match &made.edit {
        Edit::Changed { old, new } => has(Op::Changed, old, new),
        Edit::Added(text) => has(Op::Added, "", text),
        Edit::Removed(text) => has(Op::Removed, text, ""),
        Edit::Moved(text) => has(Op::Moved, text, text),
        Edit::Clutter => rows.is_empty(),
    }
}

/// Returns `true` if a selection takes the block with this text.
fn takes(page: &Page, selection: &Selection, text: &str) -> bool {
    let mut blocks = page.blocks().iter();
    blocks.any(|block| selection.takes(block.nodes()) && normal(page.block_text(block)) == text)
}
