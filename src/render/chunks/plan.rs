//! Which units of a text each chunk has: filled block by block, begun anew at headings.

use std::ops::Range;

use super::sentences::{Prose, Unit, units};
use crate::memory::{OutOfMemory, TryPush, TryPushStr};
use crate::tick::Tick;
use crate::words::is_word_char;

/// Levels of headings.
const LEVELS: usize = 6;

/// Bytes of a heading in a path. Every chunk below it has it.
const LONGEST_HEADING: usize = 256;

/// The numbers of the headings that a chunk stands below, by their level.
pub type Path = [Option<u32>; LEVELS];

/// A chunk, by its bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// All that it has, what it repeats of the chunk before included.
    pub text: Range<usize>,
    /// Where that begins which no chunk before has.
    pub own: usize,
    /// The node that this stands in.
    pub element: usize,
    /// The headings that it stands below.
    pub path: Path,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A heading of this level, 1 to 6, by the position of its element: of one that is content in part, each part is a
    /// block.
    Heading(u8, usize),
    /// Running text, a list item, a table row.
    Prose,
    /// Preformatted text.
    Code,
}

/// A chunk under way.
struct Open {
    own: usize,
    element: usize,
    words: usize,
    /// Its units, of whose last ones the next chunk repeats some.
    units: Vec<Unit>,
    /// It has nothing but headings yet.
    is_headings: bool,
}

/// Plans chunks of a text whose blocks it is told in order.
pub struct Planner<'t> {
    text: &'t str,
    /// The most words that a chunk has of its own.
    limit: usize,
    /// The most words that it repeats.
    overlap: usize,
    path: Path,
    /// The texts of the headings.
    headings: Vec<String>,
    /// The heading entered last.
    entered: Option<usize>,
    open: Option<Open>,
    /// Where the next chunk begins with what it repeats.
    repeated: Option<usize>,
    planned: Vec<Planned>,
    /// The units of the block under way.
    units: Vec<Unit>,
}

impl<'t> Planner<'t> {
    /// Returns a planner of chunks of at most `max_words`, `overlap` of which repeat the end of the chunk before.
    pub fn new(text: &'t str, max_words: usize, overlap: usize) -> Self {
        Planner {
            text,
            limit: max_words.saturating_sub(overlap).max(1),
            overlap,
            path: Path::default(),
            headings: Vec::new(),
            entered: None,
            open: None,
            repeated: None,
            planned: Vec::new(),
            units: Vec::new(),
        }
    }

    /// Takes the next block: its bytes in the text, and the node that it stands in.
    pub fn block(
        &mut self,
        part: Range<usize>,
        kind: Kind,
        element: usize,
        tick: Tick<'_>,
    ) -> Result<(), OutOfMemory> {
        let mut found = std::mem::take(&mut self.units);
        found.clear();
        let prose = match kind {
            Kind::Code => Prose::Lines,
            Kind::Heading(..) | Kind::Prose => Prose::Sentences,
        };
        units(self.text, part, prose, self.limit, &mut found, tick)?;
        let words: usize = found.iter().map(|unit| unit.words).sum();
        let kind = match kind {
            // Ornaments.
            Kind::Heading(..) if words == 0 => Kind::Prose,
            kind => kind,
        };
        if let Some(open) = &self.open {
            let fits = open.words + words <= self.limit;
            match kind {
                // A heading stands at the start, with those around it.
                Kind::Heading(..) if !open.is_headings || !fits => self.close(false)?,
                // What does not fit begins a chunk, so that it is divided as late as can be; but a heading should have
                // some text.
                Kind::Prose if !open.is_headings && !fits => self.close(true)?,
                Kind::Code if !fits && (!open.is_headings || words <= self.limit) => {
                    self.close(true)?;
                }
                _ => {}
            }
        }
        if let Kind::Heading(level, position) = kind {
            self.enter(level, position, &found)?;
        }
        let is_heading = matches!(kind, Kind::Heading(..));
        for unit in found.drain(..) {
            self.take(unit, is_heading, element)?;
        }
        self.units = found;
        Ok(())
    }

    /// Returns the chunks and the texts of the headings.
    pub fn finish(mut self) -> Result<(Vec<Planned>, Vec<String>), OutOfMemory> {
        self.close(false)?;
        Ok((self.planned, self.headings))
    }

    /// Enters the section of a heading, or takes more of it.
    fn enter(&mut self, level: u8, position: usize, units: &[Unit]) -> Result<(), OutOfMemory> {
        let ([first, ..], [.., last]) = (units, units) else {
            return Ok(());
        };
        if self.entered.replace(position) != Some(position) {
            let number = self.headings.len() as u32;
            self.headings.try_push(String::new())?;
            let level = usize::from(level).clamp(1, LEVELS);
            self.path[level - 1] = Some(number);
            self.path[level..].fill(None);
        }
        let Some(heading) = self.headings.last_mut() else {
            return Ok(());
        };
        let text = &self.text[first.text.start..last.text.end];
        let room = LONGEST_HEADING.saturating_sub(heading.len());
        for word in text[..text.floor_char_boundary(room)].split_whitespace() {
            if !heading.is_empty() {
                heading.try_push_char(' ')?;
            }
            heading.try_push_str(word)?;
        }
        Ok(())
    }

    /// Adds a unit to the chunk under way, or to a new one where it has no place there.
    fn take(&mut self, unit: Unit, is_heading: bool, element: usize) -> Result<(), OutOfMemory> {
        let words = self.open.as_ref().map_or(0, |open| open.words);
        if words + unit.words > self.limit {
            self.close(true)?;
        }
        let open = self.open.get_or_insert_with(|| Open {
            own: unit.text.start,
            element,
            words: 0,
            units: Vec::new(),
            is_headings: true,
        });
        open.words += unit.words;
        open.is_headings &= is_heading;
        open.units.try_push(unit)
    }

    /// Ends the chunk under way. Where the text goes on below the same heading, the next one repeats its end.
    fn close(&mut self, goes_on: bool) -> Result<(), OutOfMemory> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let end = open.units.last().map_or(open.own, |unit| unit.text.end);
        self.planned.try_push(Planned {
            text: self.repeated.take().unwrap_or(open.own)..end,
            own: open.own,
            element: open.element,
            path: self.path,
        })?;
        if goes_on && self.overlap > 0 {
            let start = self.overlap_of(&open);
            self.repeated = (start < end).then_some(start);
        }
        Ok(())
    }

    /// Returns where the last units of a chunk begin that have no more words than may be repeated; of a longer one
    /// its last words.
    fn overlap_of(&self, open: &Open) -> usize {
        let end = open.units.last().map_or(open.own, |unit| unit.text.end);
        let (mut start, mut left) = (end, self.overlap);
        for unit in open.units.iter().rev() {
            if unit.words > left {
                break;
            }
            left -= unit.words;
            start = unit.text.start;
        }
        if start < end {
            return start;
        }
        let mut in_word = false;
        for (place, c) in self.text[open.own..end].char_indices().rev() {
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
