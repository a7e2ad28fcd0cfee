//! Content in chunks: pieces of bounded length for retrieval, each with the headings above it.

mod plan;
mod sentences;

use std::borrow::Borrow;
use std::rc::Rc;

use self::plan::{BlockKind, Plan, Planned, Planner};
use super::headline::Headline;
use super::markdown::{self, Footnotes, Pieces};
use super::walk::{Content, ContentPart, Visitor};
use super::{heading_level, lay_out};
use crate::extract::Selection;
use crate::page::HeadingLevels;
use crate::page::prelude::*;
use crate::texts::hashes::Fnv;

/// The largest `max_words`.
pub const MAX_WORDS: usize = 1_000_000;

/// The bounds of a chunk's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSize {
    max_words: usize,
    overlap: usize,
}

/// Bounds that chunks cannot have.
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
    /// Returns the size of chunks of at most `max_words` words. At most `overlap` of them repeat the end of the chunk
    /// before.
    ///
    /// # Errors
    /// [`ChunkSizeError`], unless 1 ≤ `max_words` ≤ [`MAX_WORDS`] and 0 ≤ `overlap` < `max_words`.
    pub fn new(max_words: i32, overlap: i32) -> Result<Self, ChunkSizeError> {
        let within =
            |words: i32, range: Range<usize>| usize::try_from(words).ok().filter(|words| range.contains(words));
        let max_words = within(max_words, 1..MAX_WORDS + 1).ok_or(ChunkSizeError::MaxWords)?;
        let overlap = within(overlap, 0..max_words).ok_or(ChunkSizeError::Overlap)?;
        Ok(ChunkSize { max_words, overlap })
    }
}

/// A chunk of [`Chunks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its range of bytes in the text.
    text: Range<usize>,
    /// Its range of characters in the text of the content.
    pub characters: Range<usize>,
    /// The chunk as Markdown. Where a table goes on in it, the table's header is repeated.
    pub markdown: String,
    /// The position of the nearest block-level element around the first new text; `None` for text that the page does
    /// not show.
    pub element: Option<usize>,
    /// The number of the innermost heading above it.
    heading: Option<u32>,
}

/// The content of a page in chunks. Each is written when it is asked for: a page of 16 MB may have eight million.
pub struct Chunks<P> {
    page: P,
    text: String,
    plan: Plan,
    /// The number of the next chunk.
    next: usize,
    /// Those before the starts and before the ends of chunks.
    characters: [Characters; 2],
    /// `None` for text that the page does not show.
    shown: Option<Shown>,
    /// The headline as Markdown, where the first chunk does not begin with it.
    headline: Option<String>,
}

impl<P: Borrow<Page>> Chunks<P> {
    /// Returns the chunks of the selected content, in order.
    ///
    /// The text of a chunk is a part of [`super::text`]. Without repetitions the chunks have all of its words once, in
    /// order. A heading begins a chunk, unless the chunk so far has only headings. A block that does not fit (a
    /// paragraph, an item, a row of a table) begins a chunk too. A block that is longer than a chunk is divided between
    /// sentences, code between lines, and a sentence or a line that is too long between words. Addresses in the
    /// Markdown are resolved by the page's own, `url`.
    ///
    /// A headline is the first heading of all paths and the first line of the first chunk's Markdown. The texts of chunks
    /// have it only if the content has it.
    ///
    /// # Errors
    /// [`RenderError`](crate::output::RenderError).
    pub fn of(
        page: P,
        selection: &Selection,
        url: Option<&str>,
        size: ChunkSize,
        headline: Option<&Headline>,
    ) -> Rendered<Self> {
        let read: &Page = page.borrow();
        let mut places = Vec::new();
        let mut text = lay_out(read, selection, &mut |place| match places.last().map(PiecePlace::shift) {
            Some(shift) if shift == place.shift() => Ok(()),
            _ => places.try_push(place),
        })?
        .finish();
        let (plan, shown) = if !text.is_empty() {
            let (plan, shown) = Shown::of(read, selection, places, url, size, headline)?;
            (plan, Some(shown))
        } else if let Some(unshown) = selection.hidden_content() {
            text = try_to_owned(unshown)?;
            (plan_of_unshown(&text, size, headline)?, None)
        } else {
            (Plan::default(), None)
        };
        Ok(Chunks {
            page,
            text,
            plan,
            next: 0,
            characters: Default::default(),
            shown,
            headline: headline.filter(|headline| !headline.is_first()).map(Headline::markdown).transpose()?,
        })
    }

    /// Returns the page.
    pub fn page(&self) -> &Page {
        self.page.borrow()
    }

    /// Returns the number of chunks.
    pub fn count(&self) -> usize {
        self.plan.len()
    }

    /// Writes the next chunk; `None` at the end.
    ///
    /// [`RenderError`](crate::output::RenderError). All chunks together have the bound of the page's output.
    pub fn next_chunk(&mut self) -> Rendered<Option<Chunk>> {
        let Some(planned) = self.plan.get(self.next) else {
            return Ok(None);
        };
        let (text, mut markdown, element) = match &mut self.shown {
            Some(shown) => {
                let behind = self.plan.get(self.next + 1).map(|next| next.own);
                let page = self.page.borrow();
                let markdown = shown.markdown(page, self.next, &planned, behind)?;
                (shown.in_text(&planned.text), markdown, Some(planned.element))
            }
            None => {
                let markdown = markdown::paragraphs(&self.text[planned.text.clone()])?;
                (planned.text, markdown, None)
            }
        };
        if let Some(mut first) = self.headline.take() {
            first.try_push_all(&["\n\n", &markdown])?;
            markdown = first;
        }
        self.next += 1;
        let [before_start, before_end] = &mut self.characters;
        Ok(Some(Chunk {
            characters: before_start.up_to(&self.text, text.start)..before_end.up_to(&self.text, text.end),
            text,
            markdown,
            element,
            heading: planned.heading,
        }))
    }

    /// Returns the text of a chunk.
    pub fn text_of(&self, chunk: &Chunk) -> &str {
        &self.text[chunk.text.clone()]
    }

    /// Returns the hash of a chunk's words: of its text, with one space in place of any whitespace. Neither its markup
    /// nor its headings and place count.
    ///
    /// It is FNV-1a of 64 bits over UTF-8. Embeddings are stored by it, so it never changes.
    pub fn hash_of(&self, chunk: &Chunk) -> i64 {
        let words = self.text_of(chunk).split_whitespace().checking(CHECK_EVERY);
        let hash = words.enumerate().fold(Fnv::EMPTY, |hash, (number, word)| {
            let hash = if number > 0 { hash.byte(b' ') } else { hash };
            hash.bytes(word.bytes())
        });
        hash.value().cast_signed()
    }

    /// Returns the headings above a chunk and its own, the outermost first. A long heading is cut.
    pub fn heading_path(&self, chunk: &Chunk) -> impl Iterator<Item = &str> {
        self.plan.headings().path(chunk.heading)
    }
}

/// The place of a piece of the text, in bytes. No text has 2³² of them.
#[derive(Clone, Copy, Debug)]
pub struct PiecePlace {
    /// Its start in [`Page::text`].
    pub in_page: u32,
    /// Its start in [`super::text`].
    pub in_text: u32,
}

impl PiecePlace {
    /// Returns how much later it stands in the page's text.
    fn shift(&self) -> u32 {
        self.in_page.wrapping_sub(self.in_text)
    }
}

/// The source of chunks of visible content.
struct Shown {
    parts: Vec<ContentPart>,
    /// Those of pieces that stand elsewhere behind the ones before.
    places: Vec<PiecePlace>,
    /// Writes the Markdown of all chunks; where chunks overlap, of every other one.
    first: Pieces,
    /// Writes the Markdown of the other ones, so that the chunks of one writer do not overlap.
    second: Option<Pieces>,
}

impl Shown {
    fn of(
        page: &Page,
        selection: &Selection,
        places: Vec<PiecePlace>,
        url: Option<&str>,
        size: ChunkSize,
        headline: Option<&Headline>,
    ) -> Rendered<(Plan, Self)> {
        let content = Content::of(page, selection)?;
        let mut planner = Planner::new(page.text(), size.max_words, size.overlap);
        planner.begin_with(headline)?;
        let headline = headline.and_then(|headline| headline.element);
        let mut finder = BlockFinder {
            planner,
            headline,
            open: Vec::new(),
            callouts: Vec::new(),
            heading: None,
            code: None,
            block: None,
        };
        content.visit(&mut finder)?;
        finder.end_block()?;
        let plan = finder.planner.finish()?;
        let notes = Rc::new(Footnotes::of(&content)?);
        let pass = || Pieces::new(&content, url, size.max_words, Rc::clone(&notes), headline);
        let (first, second) = (pass(), (size.overlap > 0).then(pass));
        let shown = Shown {
            parts: content.into_parts(),
            places,
            first,
            second,
        };
        Ok((plan, shown))
    }

    /// Returns the Markdown of the next chunk, with pictures behind its last text. `behind` is the start of the chunk
    /// after it.
    fn markdown(&mut self, page: &Page, number: usize, planned: &Planned, behind: Option<usize>) -> Rendered<String> {
        let content = Content::of_parts(page, &self.parts);
        let is_shared = self.second.is_some();
        let pass = match &mut self.second {
            Some(second) if number % 2 == 1 => second,
            _ => &mut self.first,
        };
        if is_shared && number > 0 {
            // The text between this chunk and the last one of the same writer.
            pass.next(&content, Some(planned.text.start))?;
        }
        pass.next(&content, behind)
    }

    /// Translates a range of the page's text to one of the content's text.
    fn in_text(&self, text: &Range<usize>) -> Range<usize> {
        let translate = |place: usize, is_end: bool| {
            let after = self.places.partition_point(|piece| {
                let start = piece.in_page as usize;
                start < place || start == place && !is_end
            });
            let piece = after.checked_sub(1).and_then(|before| self.places.get(before));
            piece.map_or(0, |piece| place - piece.in_page as usize + piece.in_text as usize)
        };
        translate(text.start, false)..translate(text.end, true)
    }
}

fn plan_of_unshown(text: &str, size: ChunkSize, headline: Option<&Headline>) -> Fallible<Plan> {
    let mut planner = Planner::new(text, size.max_words, size.overlap);
    planner.begin_with(headline)?;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        planner.block(start..start + line.len(), BlockKind::Prose, 0)?;
        start += line.len();
    }
    planner.finish()
}

/// Counts the characters before places, which ascend.
#[derive(Debug, Default)]
struct Characters {
    bytes: usize,
    characters: usize,
}

impl Characters {
    fn up_to(&mut self, text: &str, place: usize) -> usize {
        self.characters += text[self.bytes..place].chars().count();
        self.bytes = place;
        self.characters
    }
}

/// Finds the blocks of some content, and gives them to a planner.
struct BlockFinder<'t> {
    planner: Planner<'t>,
    /// The element that says the headline.
    headline: Option<usize>,
    /// The open block-level elements.
    open: Vec<usize>,
    /// The open callouts with headings, and what is above each.
    callouts: Vec<(usize, HeadingLevels)>,
    heading: Option<(usize, u8)>,
    code: Option<usize>,
    block: Option<OpenBlock>,
}

/// The block so far.
struct OpenBlock {
    text: Range<usize>,
    kind: BlockKind,
    /// The element that is one block: a block-level element, code, a heading, or a row of a table.
    key: usize,
    element: usize,
}

impl BlockFinder<'_> {
    fn end_block(&mut self) -> Fallible {
        let block = self.block.take();
        block.map_or(Ok(()), |block| self.planner.block(block.text, block.kind, block.element))
    }

    /// Returns the element that is one block with the next text.
    fn key(&self, page: &Page, element: usize) -> usize {
        let of_cell = || page.tag(element).is_cell().then(|| page.parent(element));
        let heading = self.heading.map(|(heading, _)| heading);
        self.code.or(heading).or_else(of_cell).unwrap_or(element)
    }
}

impl Visitor for BlockFinder<'_> {
    fn open(&mut self, content: &Content<'_>, position: usize) -> Rendered {
        let page = content.page();
        let tag = page.tag(position);
        if self.code.is_none() && self.heading.is_none() {
            match tag {
                Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => self.code = Some(position),
                _ if self.headline == Some(position) => self.heading = Some((position, 0)),
                _ if tag.is_block() => {
                    self.heading = heading_level(page, position).map(|level| (position, level));
                }
                _ => {}
            }
        }
        if HeadingLevels::end_with(page, position) {
            self.end_block()?;
            self.callouts.try_push((position, self.planner.path()))?;
        }
        if tag.is_block() {
            self.open.try_push(position)?;
        }
        Ok(())
    }

    fn close(&mut self, _: &Content<'_>, position: usize) -> Rendered {
        self.open.pop_if(|open| *open == position);
        self.code = self.code.filter(|open| *open != position);
        self.heading = self.heading.filter(|(open, _)| *open != position);
        if let Some((_, path)) = self.callouts.pop_if(|(open, _)| *open == position) {
            self.end_block()?;
            self.planner.go_back(path)?;
        }
        Ok(())
    }

    fn text(&mut self, content: &Content<'_>, position: usize) -> Rendered {
        let page = content.page();
        let start = page.text_offset(position);
        let end = start + page.text_at(position).len();
        let element = self.open.last().copied().unwrap_or(0);
        let key = self.key(page, element);
        if let Some(block) = &mut self.block
            && block.key == key
        {
            let between = &page.text()[block.text.end..start];
            let is_paragraph = block.kind == BlockKind::Prose && between.contains("\n\n");
            if !is_paragraph && between.trim().is_empty() {
                block.text.end = end;
                return Ok(());
            }
        }
        self.end_block()?;
        let kind = match (self.heading, self.code) {
            (Some((position, level)), _) => BlockKind::Heading(level, position),
            (None, Some(_)) => BlockKind::Code,
            (None, None) => BlockKind::Prose,
        };
        self.block = Some(OpenBlock {
            text: start..end,
            kind,
            key,
            element,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_begin_with_headings_of_any_kind() {
        let page = Page::sample(
            "<h1>a</h1>b<div role=heading>c <i>d</i></div>e<span role=heading>f</span><div role=heading><p>x</div><h2>g</h2>h
            <div class=note><h2>n</h2>i</div>j",
        );
        let size = ChunkSize::new(100, 0).unwrap();
        let mut chunks = Chunks::of(&page, &Selection::whole(&page).unwrap(), None, size, None).unwrap();
        let mut paths = Vec::new();
        while let Some(chunk) = chunks.next_chunk().unwrap() {
            paths.push(chunks.heading_path(&chunk).collect::<Vec<_>>().join(" > "));
        }
        assert_eq!(paths, ["a", "a > c d", "a > g", "a > n", "a > g"]);
    }
}
