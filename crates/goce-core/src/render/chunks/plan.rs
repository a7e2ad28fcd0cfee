//! The plan of chunks: which units of the text each has. Blocks fill a chunk one by one, and headings begin a new one.

use std::ops::Range;

use super::sentences::{Division, Unit, units};
use crate::page::HeadingLevels;
use crate::prelude::*;
use crate::render::Headline;
use crate::texts::words::is_word_char;

/// The range of a chunk in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// All of its text, with what it repeats of the chunk before.
    pub text: Range<usize>,
    /// The start of its new text.
    pub own: usize,
    /// The node around the start of its new text.
    pub element: usize,
    /// The number of the innermost heading above it.
    pub heading: Option<u32>,
}

/// All chunks of a text. There may be millions, so only places are kept. No text has 2³² bytes.
#[derive(Debug, Default)]
pub struct Plan {
    /// For each chunk the start of its new text, and its end.
    own: Vec<(u32, u32)>,
    /// For each chunk its start, with what it repeats. Empty if chunks repeat nothing.
    starts: Vec<u32>,
    runs: Vec<Run>,
    headings: Headings,
}

/// Successive chunks that begin in the same element below the same heading.
#[derive(Debug)]
struct Run {
    /// The number of the first chunk.
    first: u32,
    element: u32,
    /// The number of the innermost heading above these chunks.
    heading: Option<u32>,
}

impl Plan {
    /// Returns the number of chunks.
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Returns the chunk of a number, counted from 0.
    pub fn get(&self, number: usize) -> Option<Planned> {
        let &(own, end) = self.own.get(number)?;
        let behind = self.runs.partition_point(|run| run.first as usize <= number);
        let run = self.runs.get(behind.checked_sub(1)?)?;
        let start = self.starts.get(number).copied().unwrap_or(own);
        Some(Planned {
            text: start as usize..end as usize,
            own: own as usize,
            element: run.element as usize,
            heading: run.heading,
        })
    }

    pub fn headings(&self) -> &Headings {
        &self.headings
    }
}

/// The headings of a text, numbered in its order.
#[derive(Debug, Default)]
pub struct Headings {
    /// All texts, one behind the other.
    texts: String,
    /// For each heading the end of its text, and the number of the heading above it.
    all: Vec<(u32, Option<u32>)>,
}

impl Headings {
    /// Returns the texts of a heading and of those above it, the outermost first.
    pub fn path(&self, heading: Option<u32>) -> impl Iterator<Item = &str> {
        let path = HeadingLevels::path(heading, |number| self.all.get(number as usize)?.1);
        path.map(|number| self.text(number as usize))
    }

    fn text(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.end_of(before));
        &self.texts[start..self.end_of(number)]
    }

    fn end_of(&self, number: usize) -> usize {
        self.all.get(number).map_or(0, |(end, _)| *end as usize)
    }

    /// Adds a heading without text, and returns its number.
    fn begin(&mut self, around: Option<u32>) -> Fallible<u32> {
        let number = self.all.len() as u32;
        self.all.try_push((self.texts.len() as u32, around))?;
        Ok(number)
    }

    /// Adds words to the last heading, up to 256 bytes: every chunk below it repeats it.
    fn add(&mut self, text: &str) -> Fallible {
        let Some(last) = self.all.len().checked_sub(1) else {
            return Ok(());
        };
        let length = self.text(last).len();
        let is_first = length == 0;
        let room = 256usize.saturating_sub(length);
        let words = text[..text.floor_char_boundary(room)].split_whitespace();
        for (number, word) in words.enumerate() {
            if number > 0 || !is_first {
                self.texts.try_push_char(' ')?;
            }
            self.texts.try_push_str(word)?;
        }
        if let Some((end, _)) = self.all.last_mut() {
            *end = self.texts.len() as u32;
        }
        Ok(())
    }
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading of this level, 1 to 6, or the headline, 0, with the position of its element. Several parts of one heading are several
    /// blocks.
    Heading(u8, usize),
    /// Running text, a list item, a table row.
    Prose,
    Code,
}

/// The chunk so far.
struct OpenChunk {
    own: usize,
    element: usize,
    words: usize,
    /// The end of its last unit.
    end: usize,
    /// Its units: the next chunk repeats the last ones. Empty if chunks repeat nothing.
    units: Vec<Unit>,
    /// It has only headings so far.
    is_headings: bool,
}

/// Plans the chunks of a text from its blocks, which come in order.
pub struct Planner<'t> {
    text: &'t str,
    /// The most new words of a chunk.
    limit: usize,
    /// The most words that a chunk repeats.
    overlap: usize,
    /// The numbers of the headings above this place, by level.
    path: HeadingLevels,
    /// The element of the last heading.
    entered: Option<usize>,
    open: Option<OpenChunk>,
    /// The start of the next chunk, with what it repeats.
    repeated: Option<usize>,
    plan: Plan,
    /// The units of the current block.
    units: Vec<Unit>,
}

impl<'t> Planner<'t> {
    /// Returns a planner of chunks of at most `max_words`, `overlap` of which repeat the end of the chunk before.
    pub fn new(text: &'t str, max_words: usize, overlap: usize) -> Self {
        Planner {
            text,
            limit: max_words.saturating_sub(overlap).max(1),
            overlap,
            path: HeadingLevels::EMPTY,
            entered: None,
            open: None,
            repeated: None,
            plan: Plan::default(),
            units: Vec::new(),
        }
    }

    /// Puts a headline above all blocks, unless they begin with it.
    pub fn begin_with(&mut self, headline: Option<&Headline>) -> Fallible {
        if let Some(headline) = headline.filter(|headline| !headline.is_first()) {
            self.path.enter(0, self.plan.headings.begin(None)?);
            self.plan.headings.add(headline.text())?;
        }
        Ok(())
    }

    /// Takes the next block: its range in the text, and the node around it.
    pub fn block(&mut self, part: Range<usize>, kind: BlockKind, element: usize) -> Fallible {
        let mut found = std::mem::take(&mut self.units);
        found.clear();
        let prose = match kind {
            BlockKind::Code => Division::Lines,
            BlockKind::Heading(..) | BlockKind::Prose => Division::Sentences,
        };
        units(self.text, part, prose, self.limit, &mut found)?;
        let words: usize = found.iter().map(Unit::words).sum();
        // A heading without words is an ornament.
        let is_heading = words > 0 && matches!(kind, BlockKind::Heading(..));
        if let Some(open) = &self.open {
            let fits = open.words + words <= self.limit;
            let is_code = kind == BlockKind::Code;
            if is_heading && (!open.is_headings || !fits) {
                // A heading begins a chunk, together with the headings directly before it.
                self.close(false)?;
            } else if !is_heading && !fits && (!open.is_headings || is_code && words <= self.limit) {
                // A block that does not fit begins a chunk, so that it is divided as little as possible. But a heading
                // keeps some text.
                self.close(true)?;
            }
        }
        if let BlockKind::Heading(level, position) = kind
            && is_heading
        {
            self.enter(level, position, &found)?;
        }
        for unit in found.drain(..).checking(CHECK_EVERY) {
            self.take(unit, is_heading, element)?;
        }
        self.units = found;
        Ok(())
    }

    /// Returns the headings above this place.
    pub fn path(&self) -> HeadingLevels {
        self.path
    }

    /// Goes back to the headings above an earlier place: those behind it hold no more.
    pub fn go_back(&mut self, path: HeadingLevels) -> Fallible {
        if self.path != path {
            self.close(false)?;
            self.path = path;
        }
        Ok(())
    }

    pub fn finish(mut self) -> Fallible<Plan> {
        self.close(false)?;
        Ok(self.plan)
    }

    /// Begins the section of a heading, or adds to the heading.
    fn enter(&mut self, level: u8, position: usize, units: &[Unit]) -> Fallible {
        let ([first, ..], [.., last]) = (units, units) else {
            return Ok(());
        };
        let headings = &mut self.plan.headings;
        if self.entered.replace(position) != Some(position) {
            let around = self.path.above(Some(level));
            self.path.enter(level, headings.begin(around)?);
        }
        headings.add(&self.text[first.start()..last.end()])
    }

    /// Adds a unit to the chunk, or to a new one if it does not fit.
    fn take(&mut self, unit: Unit, is_heading: bool, element: usize) -> Fallible {
        let words = self.open.as_ref().map_or(0, |open| open.words);
        if words + unit.words() > self.limit {
            self.close(true)?;
        }
        let open = self.open.get_or_insert_with(|| OpenChunk {
            own: unit.start(),
            element,
            words: 0,
            end: 0,
            units: Vec::new(),
            is_headings: true,
        });
        open.words += unit.words();
        open.end = unit.end();
        open.is_headings &= is_heading;
        if self.overlap > 0 {
            open.units.try_push(unit)?;
        }
        Ok(())
    }

    /// Ends the chunk. If the text goes on below the same heading, the next chunk repeats its end.
    fn close(&mut self, goes_on: bool) -> Fallible {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let run = Run {
            first: self.plan.len() as u32,
            element: open.element as u32,
            heading: self.path.above(None),
        };
        let is_same = |last: &Run| (last.element, last.heading) == (run.element, run.heading);
        if !self.plan.runs.last().is_some_and(is_same) {
            self.plan.runs.try_push(run)?;
        }
        let place = (open.own as u32, open.end as u32);
        self.plan.own.try_push(place)?;
        if self.overlap > 0 {
            let start = self.repeated.take().unwrap_or(open.own);
            self.plan.starts.try_push(start as u32)?;
            if goes_on {
                let start = self.overlap_of(&open);
                self.repeated = (start < open.end).then_some(start);
            }
        }
        Ok(())
    }

    /// Returns the start of what the next chunk repeats: the last units that have no more words than `overlap`. Where
    /// the last unit is longer, its last words.
    fn overlap_of(&self, open: &OpenChunk) -> usize {
        let end = open.end;
        let (mut start, mut left) = (end, self.overlap);
        for unit in open.units.iter().rev().checking(CHECK_EVERY) {
            if unit.words() > left {
                break;
            }
            left -= unit.words();
            start = unit.start();
        }
        if start < end {
            return start;
        }
        let mut in_word = false;
        for (place, c) in self.text[open.own..end].char_indices().rev().checking(CHECK_EVERY) {
            match (is_word_char(c), in_word) {
                (true, false) if left == 0 => break,
                (true, false) => left -= 1,
                _ => {}
            }
            in_word = is_word_char(c);
            if in_word {
                start = open.own + place;
            }
        }
        start
    }
}
