//! Content as Markdown: CommonMark 0.31 with the tables, strikethrough and footnotes of GFM.
//!
//! Its words, as a parser reads them, are those of [`super::text`] in the same order; what
//! docs/rendering.md states.
//!
//! The writer is ours. comrak's writes a tree of its own, which would be a second tree of the page, in memory that is not
//! reserved fallibly.

mod autolink;
mod escape;
mod inline;
mod notes;
mod prefix;
mod table;

use self::escape::Place;
use self::inline::{Atom, Kind, Style};
use self::notes::Notes;
use self::prefix::{Block, Lines};
use self::table::Table;
use super::address::Addresses;
use super::bounds::{Budget, Output, RenderError};
use super::code;
use super::content::{self, Content, Gap, Texts, every};
use super::picture;
use crate::extract::Selection;
use crate::html::names;
use crate::memory::{OutOfMemory, TryPush, TryPushStr, try_to_owned};
use crate::page::{Page, Tag};
use crate::tick::Tick;
use crate::words::words;

/// Bytes of the header of a table for each word that a piece may have, where it is repeated in a piece.
const HEADER_BYTES: usize = 8;

/// Lines of code that are written as one paragraph, where they are written as text.
const LINES: usize = 256;

/// Words of a text between two ticks.
const RUNS: u32 = 1024;

/// Returns the selected content as Markdown, `None` where there is none. Links and pictures get absolute
/// addresses where the page's own, `url`, or its `<base>` is known.
///
/// # Errors
/// [`RenderError`].
pub fn markdown(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    tick: Tick<'_>,
) -> Result<Option<String>, RenderError> {
    let content = Content::of(page, selection, tick)?;
    if content.is_empty() {
        let Some(text) = selection.unshown() else {
            return Ok(None);
        };
        return paragraphs(text, tick).map(Some);
    }
    let mut writer = Writer::new(&content, url, tick)?;
    content.write(&mut writer)?;
    writer.flush()?;
    Ok(Some(writer.lines.finish()))
}

/// Returns a text as a heading of the first level, on one line.
///
/// # Errors
/// [`OutOfMemory`].
pub fn heading(text: &str, tick: Tick<'_>) -> Result<String, OutOfMemory> {
    let mut line = String::new();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    for word in words.filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.try_push_char(' ')?;
        }
        line.try_push_str(word)?;
    }
    let mut out = try_to_owned("# ")?;
    escape::text(
        &line,
        escape::Around::default(),
        Place::Heading,
        &mut out,
        tick,
    )?;
    Ok(out)
}

/// Returns some content as Markdown in pieces: what stands before the first of the cuts, between each two, and behind the
/// last one. Cuts are ascending places in [`Page::text`], each before a word.
///
/// A piece stands for itself. A table that goes on in it has its header again, if that has no more than
/// [`HEADER_BYTES`] for each of so many words.
///
/// # Errors
/// [`RenderError`].
pub fn pieces(
    content: &Content<'_>,
    url: Option<&str>,
    cuts: &[usize],
    words: usize,
    tick: Tick<'_>,
) -> Result<Vec<String>, RenderError> {
    let mut writer = Writer::new(content, url, tick)?;
    writer.cuts = cuts;
    writer.longest_header = words.saturating_mul(HEADER_BYTES);
    content.write(&mut writer)?;
    writer.flush()?;
    while !writer.cuts.is_empty() {
        writer.cut()?;
    }
    let last = writer.lines.finish();
    let mut pieces = writer.pieces;
    pieces.try_push(last)?;
    Ok(pieces)
}

/// Text that is in no element, a line a paragraph.
pub fn paragraphs(text: &str, tick: Tick<'_>) -> Result<String, RenderError> {
    let mut lines = Lines::new(Output::unlimited());
    for line in text.lines() {
        tick();
        let atom = Atom {
            gap: Gap::LeftOut,
            style: Style::default(),
            kind: Kind::Text(collapse(line, tick)?),
        };
        if atom.kind != Kind::Text(String::new()) {
            let paragraph = inline::write(&mut vec![atom], &[], Place::Paragraph, tick)?;
            lines.write(Block::Paragraph, &paragraph, tick)?;
        }
    }
    Ok(lines.finish())
}

/// Text with single spaces.
fn collapse(text: &str, tick: Tick<'_>) -> Result<String, OutOfMemory> {
    let mut out = String::new();
    let mut count = 0;
    for run in text.split_whitespace() {
        every(RUNS, &mut count, tick);
        if !out.is_empty() {
            out.try_push_char(' ')?;
        }
        out.try_push_str(run)?;
    }
    Ok(out)
}

/// How text in an open element is written.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    style: Style,
    /// The link around, if it refers to a footnote.
    reference: Option<Reference>,
    /// The link around leads back from a footnote and says nothing.
    is_silent: bool,
}

/// A link that refers to a footnote.
#[derive(Clone, Copy, Debug)]
struct Reference {
    /// Its position.
    element: usize,
    /// The footnote's number.
    note: u32,
}

struct Writer<'c, 't> {
    content: &'c Content<'c>,
    addresses: Addresses,
    /// Bytes that addresses may still take: the parser's copies of a link have its address again.
    budget: Budget,
    lines: Lines,
    texts: Texts,
    notes: Notes,
    /// Of the open elements.
    inside: Vec<Inside>,
    /// The run of text under way.
    atoms: Vec<Atom>,
    /// Pictures that come before the next text of the run.
    pictures: Vec<Atom>,
    links: Vec<String>,
    /// The reference whose label is written.
    written: Option<usize>,
    /// A silent text was left out: a space stands there.
    owes_space: bool,
    /// The heading under way.
    heading: Option<(usize, u8)>,
    /// The preformatted text under way.
    code: Option<Code>,
    /// The table under way.
    table: Option<Table>,
    /// The rest of [`table::FREE_PLACES`].
    free_places: usize,
    /// The rest of the places of [`pieces`].
    cuts: &'c [usize],
    pieces: Vec<String>,
    longest_header: usize,
    tick: Tick<'t>,
}

struct Code {
    element: usize,
    language: Option<String>,
    text: Option<String>,
}

impl content::Writer for Writer<'_, '_> {
    fn tick(&mut self) -> Tick<'_> {
        self.tick
    }

    fn open(&mut self, position: usize) -> Result<(), RenderError> {
        let tag = self.tag(position);
        let inside = self.inside_of(position, tag)?;
        self.inside.push(inside);
        if let Some(code) = &mut self.code {
            if tag == Tag::Code && code.language.is_none() {
                code.language = code::language(self.content.page(), position);
            }
            return Ok(());
        }
        if tag == Tag::Img {
            self.picture(position)?;
        }
        if let Some(table) = &mut self.table
            && table.open(position, tag)
        {
            return Ok(());
        }
        if self.is_in_line() || !tag.is_block() {
            return Ok(());
        }
        self.flush()?;
        if let Some(level) = tag.heading_level() {
            self.heading = Some((position, level));
            return Ok(());
        }
        let page = self.content.page();
        match tag {
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => {
                self.code = Some(Code {
                    element: position,
                    language: code::language_around(page, position),
                    text: None,
                });
            }
            Tag::Table => {
                let free = &mut self.free_places;
                self.table = Table::of(self.content, position, free, self.tick)?;
            }
            Tag::Ul | Tag::Menu | Tag::Dir => {
                self.lines.open_list(page, position, false, self.tick);
            }
            Tag::Ol => self.lines.open_list(page, position, true, self.tick),
            Tag::Blockquote => self.lines.open_quote(position),
            Tag::Li | Tag::Dd => match self.notes.label_of(position) {
                Some(label) => self.lines.open_note(position, label),
                None => self.lines.open_item(page, position, self.tick),
            },
            Tag::Dt => self.lines.end_items(),
            Tag::Hr => self.lines.write(Block::Other, "___", self.tick)?,
            _ => {
                if let Some(label) = self.notes.label_of(position) {
                    self.lines.open_note(position, label);
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, position: usize) -> Result<(), RenderError> {
        self.inside.pop();
        let tag = self.tag(position);
        if let Some(code) = &self.code {
            if code.element == position {
                self.end_code()?;
            }
            return Ok(());
        }
        if let Some(mut table) = self.table.take() {
            if table.element() == position {
                self.flush()?;
                let rows = table.rows(self.longest_header, self.tick)?;
                return match rows {
                    Some(rows) => self.lines.write(Block::Other, &rows, self.tick),
                    None => Ok(()),
                };
            }
            if table.is_cell(position) {
                let cell = self.line(Place::Cell)?;
                table.end_cell(cell);
                self.table = Some(table);
                return Ok(());
            }
            self.table = Some(table);
        }
        if let Some((element, level)) = self.heading
            && element == position
        {
            self.heading = None;
            self.end_heading(level)?;
        }
        if self.is_in_line() || !tag.is_block() {
            return Ok(());
        }
        self.flush()?;
        self.lines.close(position);
        Ok(())
    }

    fn text(&mut self, position: usize) -> Result<(), RenderError> {
        let (mut gap, mut between, mut text) = self.texts.next(self.content, position);
        let mut start = self.content.page().text_offset(position);
        while let Some(&cut) = self.cuts.first()
            && cut < start + text.len()
        {
            if let Some(before) = text.get(..cut.saturating_sub(start)).map(str::trim_end)
                && !before.is_empty()
            {
                self.piece_of_text(gap, between, before)?;
            }
            self.cut()?;
            if cut > start {
                text = text.get(cut - start..).unwrap_or_default();
                (start, gap, between) = (cut, Gap::LeftOut, "");
            }
        }
        self.piece_of_text(gap, between, text)
    }
}

impl<'c, 't> Writer<'c, 't> {
    /// Takes a piece of a text node, with what separates it from what is before.
    fn piece_of_text(
        &mut self,
        mut gap: Gap,
        between: &str,
        text: &str,
    ) -> Result<(), RenderError> {
        if let Some(code) = &mut self.code {
            match &mut code.text {
                Some(written) => {
                    written.try_push_str(if gap == Gap::LeftOut { "\n" } else { between })?;
                    written.try_push_str(text)?;
                }
                None => code.text = Some(try_to_owned(text)?),
            }
            return Ok(());
        }
        let inside = self.inside();
        let kind = match inside.reference {
            Some(reference) if self.written == Some(reference.element) => return Ok(()),
            Some(reference) => {
                self.written = Some(reference.element);
                Kind::Note(self.notes.label(reference.note).to_owned())
            }
            None if inside.is_silent => {
                self.owes_space = true;
                return Ok(());
            }
            None => Kind::Text(collapse(text, self.tick)?),
        };
        if std::mem::take(&mut self.owes_space) && gap == Gap::None {
            gap = Gap::Space;
        }
        if matches!(gap, Gap::Paragraph | Gap::LeftOut) && !self.is_in_line() {
            self.flush()?;
        }
        self.push_pictures(gap != Gap::None)?;
        self.atoms.try_push(Atom {
            gap,
            style: inside.style,
            kind,
        })?;
        Ok(())
    }

    fn new(
        content: &'c Content<'c>,
        url: Option<&str>,
        tick: Tick<'t>,
    ) -> Result<Self, RenderError> {
        let page = content.page();
        Ok(Writer {
            content,
            addresses: Addresses::of(page, url),
            budget: Budget::of(page),
            lines: Lines::new(Output::of(page)),
            texts: Texts::default(),
            notes: Notes::of(content, tick)?,
            inside: Vec::new(),
            atoms: Vec::new(),
            pictures: Vec::new(),
            links: Vec::new(),
            written: None,
            owes_space: false,
            heading: None,
            code: None,
            table: None,
            free_places: table::FREE_PLACES,
            cuts: &[],
            pieces: Vec::new(),
            longest_header: usize::MAX,
            tick,
        })
    }

    fn tag(&self, position: usize) -> Tag {
        self.content.page().nodes()[position].tag()
    }

    /// Returns `true` while text belongs to one line: in a heading or a cell.
    fn is_in_line(&self) -> bool {
        self.heading.is_some() || self.table.as_ref().is_some_and(Table::is_in_cell)
    }

    /// Returns how text in the innermost open element is written.
    fn inside(&self) -> Inside {
        self.inside.last().copied().unwrap_or_default()
    }

    fn picture(&mut self, position: usize) -> Result<(), RenderError> {
        let Some(element) = self.content.page().element(position) else {
            return Ok(());
        };
        let Some(address) = picture::address(element, &mut self.addresses, self.tick)? else {
            return Ok(());
        };
        let text = element.attr(names::ALT).unwrap_or("");
        let style = Style {
            code: false,
            ..self.inside().style
        };
        let address = address.into_string();
        self.budget.spend(address.len())?;
        self.pictures.try_push(Atom {
            gap: Gap::Space,
            style,
            kind: Kind::Picture(collapse(text, self.tick)?, address),
        })?;
        Ok(())
    }

    /// Puts the pictures that wait into the run, with spaces if there is one where they are.
    fn push_pictures(&mut self, spaced: bool) -> Result<(), OutOfMemory> {
        for mut picture in self.pictures.drain(..) {
            if !spaced {
                picture.gap = Gap::None;
            }
            self.atoms.try_push(picture)?;
        }
        Ok(())
    }

    /// Takes the run as one line.
    fn line(&mut self, place: Place) -> Result<String, OutOfMemory> {
        self.push_pictures(true)?;
        inline::write(&mut self.atoms, &self.links, place, self.tick)
    }

    /// Writes the run as a paragraph.
    fn flush(&mut self) -> Result<(), RenderError> {
        self.push_pictures(true)?;
        if !self.atoms.is_empty() {
            let lines = self.line(Place::Paragraph)?;
            self.lines.write(Block::Paragraph, &lines, self.tick)?;
        }
        Ok(())
    }

    /// Ends a piece: what is under way is written as far as it is known.
    fn cut(&mut self) -> Result<(), RenderError> {
        if let Some(code) = &mut self.code {
            if let Some(text) = code.text.take() {
                let language = code.language.clone();
                self.write_code(language.as_deref(), &text)?;
            }
        } else if let Some(mut table) = self.table.take() {
            if table.is_in_cell() {
                let cell = self.line(Place::Cell)?;
                let rows = table.cut(cell, self.longest_header, self.tick)?;
                if let Some(rows) = rows {
                    self.lines.write(Block::Other, &rows, self.tick)?;
                }
            } else {
                self.flush()?;
            }
            self.table = Some(table);
        } else if let Some((_, level)) = self.heading {
            self.end_heading(level)?;
        } else {
            self.flush()?;
        }
        let piece = self.lines.cut();
        self.pieces.try_push(piece)?;
        self.cuts = self.cuts.get(1..).unwrap_or_default();
        Ok(())
    }

    /// Writes the run as a heading.
    fn end_heading(&mut self, level: u8) -> Result<(), RenderError> {
        let line = self.line(Place::Heading)?;
        if line.is_empty() {
            return Ok(());
        }
        let mut heading = "#".repeat(usize::from(level));
        heading.try_push_char(' ')?;
        heading.try_push_str(&line)?;
        self.lines.write(Block::Other, &heading, self.tick)
    }

    fn end_code(&mut self) -> Result<(), RenderError> {
        match self.code.take() {
            Some(Code {
                language,
                text: Some(text),
                ..
            }) => self.write_code(language.as_deref(), &text),
            _ => Ok(()),
        }
    }

    fn write_code(&mut self, language: Option<&str>, text: &str) -> Result<(), RenderError> {
        // Lines without anything at its start; those at its end are not part of the page's text.
        let blank = text.len() - text.trim_start().len();
        let start = text[..blank]
            .rfind(['\n', '\r'])
            .map_or(0, |place| place + 1);
        let text = &text[start..];
        let mut lines = String::new();
        let mut is_first = true;
        for line in text.split('\r') {
            // A carriage return breaks the line, alone or before a line break.
            if !is_first && !line.starts_with('\n') {
                lines.try_push_char('\n')?;
            }
            is_first = false;
            lines.try_push_str(line)?;
        }
        if escape::needs_indent(&lines, self.tick) {
            return self.write_indented(&lines);
        }
        let fence = escape::longest_run(&lines, '`', self.tick).max(2) + 1;
        let mut block = String::new();
        escape::run(fence, &mut block)?;
        block.try_push_str(language.unwrap_or(""))?;
        block.try_push_char('\n')?;
        block.try_push_str(&lines)?;
        block.try_push_char('\n')?;
        escape::run(fence, &mut block)?;
        self.lines.write(Block::Other, &block, self.tick)
    }

    /// Writes code that stays code where a fence is none. Deep in lists it is text, a line a line: it would need more
    /// columns than are written.
    fn write_indented(&mut self, code: &str) -> Result<(), RenderError> {
        if self.lines.write_indented(code, self.tick)? {
            return Ok(());
        }
        for line in code.lines() {
            let atom = Atom {
                gap: if self.atoms.is_empty() {
                    Gap::LeftOut
                } else {
                    Gap::Line
                },
                style: Style::default(),
                kind: Kind::Text(collapse(line, self.tick)?),
            };
            if atom.kind != Kind::Text(String::new()) {
                self.atoms.try_push(atom)?;
            }
            if self.atoms.len() >= LINES {
                self.flush()?;
            }
        }
        self.flush()
    }

    fn inside_of(&mut self, position: usize, tag: Tag) -> Result<Inside, RenderError> {
        let mut inside = self.inside();
        let page = self.content.page();
        let style = &mut inside.style;
        match tag {
            // A heading is strong by itself.
            Tag::B | Tag::Strong => style.strong = self.heading.is_none(),
            Tag::Dt => style.strong = true,
            Tag::I | Tag::Em => style.emphasis = true,
            Tag::Code => style.code = true,
            Tag::A if style.link.is_none() => {
                if let Some(note) = self.notes.reference_at(position) {
                    inside.reference = Some(Reference {
                        element: position,
                        note,
                    });
                } else if let Some(href) = page.attribute(position, names::HREF) {
                    inside.is_silent = self.notes.encloses(position)
                        && href.starts_with('#')
                        && words(page.text_of(page.subtree(position))).next().is_none();
                    if let Some(address) = self.addresses.link(href, self.tick)? {
                        let address = address.into_string();
                        self.budget.spend(address.len())?;
                        style.link = Some(self.links.len() as u32);
                        self.links.try_push(address)?;
                    }
                }
            }
            Tag::Other => match page.element(position).map(|e| e.name()) {
                Some("del" | "s" | "strike") => style.deleted = true,
                Some("kbd" | "samp" | "tt") => style.code = true,
                Some("var" | "cite" | "dfn") => style.emphasis = true,
                _ => {}
            },
            _ => {}
        }
        Ok(inside)
    }
}
