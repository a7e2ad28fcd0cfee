//! Content in chunks: pieces of bounded length for retrieval, each with the headings that it stands below.

mod plan;
mod sentences;

use std::ops::Range;

use self::plan::{Kind, Path, Planned, Planner};
use super::bounds::RenderError;
use super::content::{self, Content};
use super::{lay_out, markdown};
use crate::extract::Selection;
use crate::memory::{OutOfMemory, TryPush, try_collect, try_to_owned};
use crate::page::{Page, Tag};
use crate::tick::{Tick, Ticking};

/// Chunks between two ticks.
const TICK_EVERY: usize = 256;

/// The most words that may be asked for in a chunk.
pub const MAX_WORDS: usize = 1_000_000;

/// How long chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSize {
    max_words: usize,
    overlap: usize,
}

/// Lengths that chunks cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChunkSizeError {
    /// `max_words` is less than 1 or more than [`MAX_WORDS`].
    #[error("max_words is out of range")]
    MaxWords,
    /// `overlap` is negative, or as large as `max_words`.
    #[error("overlap is out of range")]
    Overlap,
}

impl ChunkSize {
    /// Returns the size of chunks of at most `max_words` words, of which at most `overlap` repeat the end of the chunk
    /// before.
    ///
    /// # Errors
    /// [`ChunkSizeError`], unless 1 ≤ `max_words` ≤ [`MAX_WORDS`] and 0 ≤ `overlap` < `max_words`.
    pub fn new(max_words: i32, overlap: i32) -> Result<Self, ChunkSizeError> {
        let max_words = usize::try_from(max_words)
            .ok()
            .filter(|words| (1..=MAX_WORDS).contains(words))
            .ok_or(ChunkSizeError::MaxWords)?;
        let overlap = usize::try_from(overlap)
            .ok()
            .filter(|overlap| *overlap < max_words)
            .ok_or(ChunkSizeError::Overlap)?;
        Ok(ChunkSize { max_words, overlap })
    }
}

/// A chunk of [`Chunks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its bytes in the text.
    text: Range<usize>,
    /// Its characters in the text of the content.
    pub characters: Range<usize>,
    /// It as Markdown. The header of a table whose later rows it has is repeated.
    pub markdown: String,
    /// The position of the nearest block-level element around the start of what no chunk before has; `None` for text
    /// that the page does not show.
    pub element: Option<usize>,
    path: Path,
}

/// The content of a page in chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunks {
    text: String,
    headings: Vec<String>,
    chunks: Vec<Chunk>,
}

impl Chunks {
    /// Returns the chunks of the selected content, in order.
    ///
    /// The text of a chunk is a part of [`super::text`]. Without what they repeat, the chunks have all of its words in
    /// order, each once. A chunk begins at every heading, unless only headings stand before it. Else it ends before the
    /// block that has no place in it: a paragraph, an item, a table row. A block with more words than a chunk may have is
    /// divided between sentences, code between lines; a sentence or line with more words, between words. Addresses in
    /// the Markdown are resolved by the page's own, `url`.
    ///
    /// # Errors
    /// [`RenderError`].
    pub fn of(
        page: &Page,
        selection: &Selection,
        url: Option<&str>,
        size: ChunkSize,
        tick: Tick<'_>,
    ) -> Result<Chunks, RenderError> {
        let mut places = Vec::new();
        let text = lay_out(page, selection, &mut |place| places.try_push(place), tick)?.finish();
        if !text.is_empty() {
            return shown(page, selection, url, size, text, &places, tick);
        }
        match selection.unshown() {
            Some(text) => unshown(try_to_owned(text)?, size, tick),
            None => Ok(Chunks::default()),
        }
    }

    /// Returns the chunks in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Chunk> {
        self.chunks.iter()
    }

    /// Returns the chunk of a number, counted from 0.
    pub fn get(&self, number: usize) -> Option<&Chunk> {
        self.chunks.get(number)
    }

    /// Returns the text of a chunk.
    pub fn text_of(&self, chunk: &Chunk) -> &str {
        &self.text[chunk.text.clone()]
    }

    /// Returns the headings that a chunk stands below, the outermost first, its own included. Of a long heading it is
    /// the start.
    pub fn heading_path(&self, chunk: &Chunk) -> impl Iterator<Item = &str> {
        let numbers = chunk.path.iter().flatten().copied();
        let headings = numbers.filter_map(|number| self.headings.get(number as usize));
        headings.map(String::as_str).collect::<Vec<_>>().into_iter()
    }
}

/// The place of a span: its bytes in the text of the page and in that of the content.
#[derive(Clone, Copy, Debug)]
pub struct SpanPlace {
    /// Where it starts in [`Page::text`].
    pub in_page: usize,
    /// Where it starts in [`super::text`].
    pub in_text: usize,
}

fn shown(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    size: ChunkSize,
    text: String,
    places: &[SpanPlace],
    tick: Tick<'_>,
) -> Result<Chunks, RenderError> {
    let content = Content::of(page, selection, tick)?;
    let planner = Planner::new(page.text(), size.max_words, size.overlap);
    let mut walk = Walk::new(&content, planner, tick);
    content.write(&mut walk)?;
    walk.end_block()?;
    let (planned, headings) = walk.planner.finish()?;
    let written = written(&content, url, size, &planned, tick)?;
    let translate = |place: usize, is_end: bool| {
        let after =
            places.partition_point(|span| span.in_page < place || span.in_page == place && !is_end);
        let span = after.checked_sub(1).and_then(|before| places.get(before));
        span.map_or(0, |span| place - span.in_page + span.in_text)
    };
    let mut characters = Characters::default();
    let mut chunks = Vec::new();
    for (planned, markdown) in planned.iter().zip(written).ticking(TICK_EVERY, tick) {
        let range = translate(planned.text.start, false)..translate(planned.text.end, true);
        chunks.try_push(Chunk {
            characters: characters.of(&text, &range),
            text: range,
            markdown,
            element: Some(planned.element),
            path: planned.path,
        })?;
    }
    Ok(Chunks {
        text,
        headings,
        chunks,
    })
}

/// Returns the Markdown of each chunk, with pictures behind its last text. Chunks that share text are written in two
/// passes: one chunk in two meets no other of its pass.
fn written(
    content: &Content<'_>,
    url: Option<&str>,
    size: ChunkSize,
    planned: &[Planned],
    tick: Tick<'_>,
) -> Result<Vec<String>, RenderError> {
    let ends = planned.iter().skip(1).map(|next| next.own);
    if size.overlap == 0 {
        return markdown::pieces(content, url, &try_collect(ends)?, size.max_words, tick);
    }
    let mut of_pass = [Vec::new().into_iter(), Vec::new().into_iter()];
    for (pass, pieces) in of_pass.iter_mut().enumerate() {
        let mut cuts = Vec::new();
        for number in (pass..planned.len()).step_by(2) {
            let start = planned.get(number).filter(|_| number > 0);
            cuts.try_extend(start.map(|chunk| chunk.text.start))?;
            cuts.try_extend(planned.get(number + 1).map(|next| next.own))?;
        }
        *pieces = markdown::pieces(content, url, &cuts, size.max_words, tick)?.into_iter();
    }
    let mut written = Vec::new();
    for number in 0..planned.len() {
        // Before a chunk, but not before the first one, stands a piece of what is between two.
        let piece = of_pass[number % 2].nth(usize::from(number > 0));
        written.try_push(piece.unwrap_or_default())?;
    }
    Ok(written)
}

fn unshown(text: String, size: ChunkSize, tick: Tick<'_>) -> Result<Chunks, RenderError> {
    let mut planner = Planner::new(&text, size.max_words, size.overlap);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        planner.block(start..start + line.len(), Kind::Prose, 0, tick)?;
        start += line.len();
    }
    let (planned, headings) = planner.finish()?;
    let mut characters = Characters::default();
    let mut chunks = Vec::new();
    for planned in planned {
        chunks.try_push(Chunk {
            characters: characters.of(&text, &planned.text),
            markdown: markdown::paragraphs(&text[planned.text.clone()], tick)?,
            text: planned.text,
            element: None,
            path: planned.path,
        })?;
    }
    Ok(Chunks {
        text,
        headings,
        chunks,
    })
}

/// Counts the characters before places that are asked for in order.
#[derive(Debug, Default)]
struct Characters {
    start: Counted,
    end: Counted,
}

#[derive(Debug, Default)]
struct Counted {
    bytes: usize,
    characters: usize,
}

impl Characters {
    /// Returns the characters of some bytes.
    fn of(&mut self, text: &str, bytes: &Range<usize>) -> Range<usize> {
        self.start.up_to(text, bytes.start)..self.end.up_to(text, bytes.end)
    }
}

impl Counted {
    fn up_to(&mut self, text: &str, place: usize) -> usize {
        self.characters += text[self.bytes..place].chars().count();
        self.bytes = place;
        self.characters
    }
}

/// Tells a planner the blocks of some content.
struct Walk<'c, 't, 'k> {
    content: &'c Content<'c>,
    planner: Planner<'t>,
    /// The open block-level elements.
    open: Vec<usize>,
    heading: Option<(usize, u8)>,
    code: Option<usize>,
    block: Option<Block>,
    tick: Tick<'k>,
}

/// A block under way.
struct Block {
    text: Range<usize>,
    kind: Kind,
    /// What is one block: an element, or the row of a table.
    key: usize,
    element: usize,
}

impl<'c, 't, 'k> Walk<'c, 't, 'k> {
    fn new(content: &'c Content<'c>, planner: Planner<'t>, tick: Tick<'k>) -> Self {
        Walk {
            content,
            planner,
            open: Vec::new(),
            heading: None,
            code: None,
            block: None,
            tick,
        }
    }

    fn end_block(&mut self) -> Result<(), OutOfMemory> {
        match self.block.take() {
            Some(block) => self
                .planner
                .block(block.text, block.kind, block.element, self.tick),
            None => Ok(()),
        }
    }

    fn tag(&self, position: usize) -> Tag {
        self.content.page().nodes()[position].tag()
    }

    /// Returns what is one block around the text that is next.
    fn key(&self, element: usize) -> usize {
        if let Some(key) = self.code.or(self.heading.map(|(heading, _)| heading)) {
            return key;
        }
        match self.tag(element) {
            Tag::Td | Tag::Th => self.content.page().nodes()[element].parent(),
            _ => element,
        }
    }
}

impl content::Writer for Walk<'_, '_, '_> {
    fn tick(&mut self) -> Tick<'_> {
        self.tick
    }

    fn open(&mut self, position: usize) -> Result<(), RenderError> {
        let tag = self.tag(position);
        if self.code.is_none() && self.heading.is_none() {
            match tag {
                Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => self.code = Some(position),
                _ => self.heading = tag.heading_level().map(|level| (position, level)),
            }
        }
        if tag.is_block() {
            self.open.try_push(position)?;
        }
        Ok(())
    }

    fn close(&mut self, position: usize) -> Result<(), RenderError> {
        self.open.pop_if(|open| *open == position);
        self.code = self.code.filter(|open| *open != position);
        self.heading = self.heading.filter(|(open, _)| *open != position);
        Ok(())
    }

    fn text(&mut self, position: usize) -> Result<(), RenderError> {
        let page = self.content.page();
        let (start, nodes) = (page.text_offset(position), position..position + 1);
        let end = start + page.text_of(nodes).len();
        let element = self.open.last().copied().unwrap_or(0);
        let key = self.key(element);
        if let Some(block) = &mut self.block
            && block.key == key
        {
            let between = &page.text()[block.text.end..start];
            let is_paragraph = block.kind == Kind::Prose && between.contains("\n\n");
            if !is_paragraph && between.trim().is_empty() {
                block.text.end = end;
                return Ok(());
            }
        }
        self.end_block()?;
        let kind = match (self.heading, self.code) {
            (Some((position, level)), _) => Kind::Heading(level, position),
            (None, Some(_)) => Kind::Code,
            (None, None) => Kind::Prose,
        };
        self.block = Some(Block {
            text: start..end,
            kind,
            key,
            element,
        });
        Ok(())
    }
}
