//! Content as Markdown: CommonMark 0.31 with the tables, strikethrough and footnotes of GFM.
//!
//! A parser reads the words of [`super::text`] in the same order, as docs/rendering.md states.
//!
//! comrak could write Markdown too. But it writes a tree of its own: a second tree of the page, in memory that is not
//! reserved fallibly.

mod autolink;
mod code_block;
mod escape;
mod footnotes;
mod inline;
mod lines;
mod math;
mod pieces;
mod table;

use std::ops::Range;
use std::rc::Rc;

use self::code_block::Code;
use self::escape::RunPlace;
pub use self::footnotes::Footnotes;
use self::inline::{Atom, AtomKind, Style};
use self::lines::{LineBlock, Lines};
pub use self::math::{Math, UnknownMath};
pub use self::pieces::Pieces;
use self::table::Table;
use super::code_language::{self, is_all_of_code, is_code_block};
use super::walk::{Content, Gap, SelectedStep, TextGaps, Visitor, Walk};
use crate::extract::Selection;
use crate::html::names;
use crate::interrupts;
use crate::memory::{OutOfMemory, TryPush, TryPushStr, try_to_owned};
use crate::output::{Budget, Output, RenderError};
use crate::page::link_target::LinkResolver;
use crate::page::pictures::{self, LastPicture};
use crate::page::{Page, Tag};
use crate::texts::spaces::single_spaced;
use crate::texts::words::words;

/// Returns the selected content as Markdown, `None` where there is none. Links and pictures get absolute
/// addresses where the page's own, `url`, or its `<base>` is known. Formulas stand between dollar signs.
///
/// # Errors
/// [`RenderError`].
pub fn markdown(page: &Page, selection: &Selection, url: Option<&str>) -> Result<Option<String>, RenderError> {
    markdown_with(page, selection, url, Math::Tex)
}

/// Returns what [`markdown()`] does, with formulas as `math` says.
///
/// # Errors
/// [`RenderError`].
pub fn markdown_with(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    math: Math,
) -> Result<Option<String>, RenderError> {
    let content = Content::with_captions(page, selection)?;
    if content.is_empty() {
        return selection.hidden_content().map(paragraphs).transpose();
    }
    let notes = Rc::new(Footnotes::of(&content)?);
    let mut state = MarkdownState {
        math,
        ..MarkdownState::new(page, url, notes)
    };
    let mut writer = MarkdownWriter {
        state: &mut state,
        content: &content,
    };
    content.visit(&mut writer)?;
    writer.flush()?;
    Ok(Some(state.lines.finish()))
}

/// Returns a text as a heading of the first level, on one line.
pub fn heading(text: &str) -> Result<String, OutOfMemory> {
    let line = single_spaced(text, |c| c.is_whitespace() || c.is_control())?;
    let mut out = try_to_owned("# ")?;
    escape::text(&line, escape::TextContext::default(), RunPlace::Heading, &mut out)?;
    Ok(out)
}

/// Returns text that is in no element, with a paragraph for each line.
pub fn paragraphs(text: &str) -> Result<String, RenderError> {
    let mut lines = Lines::new(Output::unlimited());
    for line in text.lines() {
        interrupts::check();
        let atom = Atom {
            gap: Gap::LeftOut,
            style: Style::default(),
            kind: AtomKind::Text(collapse(line)?),
        };
        if atom.kind != AtomKind::Text(String::new()) {
            let paragraph = inline::write(&mut vec![atom], &[], RunPlace::Paragraph)?;
            lines.write(LineBlock::Paragraph, &paragraph)?;
        }
    }
    Ok(lines.finish())
}

/// Returns `true` for characters that are written as spaces. Python-Markdown deletes some before it reads a text: two
/// runs of backticks with one between would become one run. Others end a line in Python.
fn is_taken_out(c: char) -> bool {
    matches!(c, '\u{2}' | '\u{3}' | '\u{1c}'..='\u{1e}')
}

/// Returns a text with single spaces.
fn collapse(text: &str) -> Result<String, OutOfMemory> {
    single_spaced(text, |c| c.is_whitespace() || is_taken_out(c))
}

/// How text in an open element is written.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    style: Style,
    /// The link around, if that refers to a footnote.
    reference: Option<Reference>,
    /// The link around leads back from a footnote and has no words.
    is_silent: bool,
}

/// A link that refers to a footnote.
#[derive(Clone, Copy, Debug)]
struct Reference {
    element: usize,
    note: u32,
}

struct MarkdownWriter<'c> {
    state: &'c mut MarkdownState,
    content: &'c Content<'c>,
}

/// The state of a writer between two pieces.
struct MarkdownState {
    addresses: LinkResolver,
    /// Bounds the bytes of addresses: the parser's copies of a link repeat its address.
    budget: Budget,
    lines: Lines,
    math: Math,
    texts: TextGaps,
    notes: Rc<Footnotes>,
    /// One for each open element.
    inside: Vec<Inside>,
    /// The rest of the current text node.
    rest: Option<Rest>,
    /// The current run of text.
    atoms: Vec<Atom>,
    /// Pictures before the next text of the run.
    pictures: Vec<Atom>,
    last_picture: LastPicture,
    /// The addresses of the links in the current run.
    links: Vec<String>,
    /// The reference whose label was written.
    written: Option<usize>,
    /// A text without words was left out: a space takes its place.
    owes_space: bool,
    /// An element that is written as a heading of the first level, whatever it is.
    headline: Option<usize>,
    /// The current heading.
    heading: Option<(usize, u8)>,
    /// The current block of code.
    code: Option<Code>,
    /// The current table.
    table: Option<Table>,
    /// The rest of [`table::FREE_PLACES`].
    free_places: usize,
    longest_header: usize,
}

impl MarkdownState {
    fn new(page: &Page, url: Option<&str>, notes: Rc<Footnotes>) -> Self {
        MarkdownState {
            addresses: LinkResolver::of(page, url),
            budget: Budget::of(page),
            lines: Lines::new(Output::of(page)),
            math: Math::Tex,
            texts: TextGaps::default(),
            notes,
            inside: Vec::new(),
            rest: None,
            atoms: Vec::new(),
            pictures: Vec::new(),
            last_picture: LastPicture::default(),
            links: Vec::new(),
            written: None,
            owes_space: false,
            headline: None,
            heading: None,
            code: None,
            table: None,
            free_places: table::FREE_PLACES,
            longest_header: usize::MAX,
        }
    }
}

/// The rest of a text node, in bytes of [`Page::text`].
struct Rest {
    text: Range<usize>,
    gap: Gap,
    /// The whitespace before it.
    between: Range<usize>,
    /// It is the TeX of a formula, and whether that stands on a line of its own.
    tex: Option<bool>,
}

impl Visitor for MarkdownWriter<'_> {
    fn open(&mut self, position: usize) -> Result<(), RenderError> {
        let tag = self.tag(position);
        let inside = self.inside_of(position, tag)?;
        self.state.inside.push(inside);
        if let Some(code) = &mut self.state.code {
            if tag == Tag::Code && code.language.is_none() {
                code.language = code_language::of(self.content.page(), position);
            }
            return Ok(());
        }
        if pictures::is_picture(self.content.page(), position) {
            self.picture(position)?;
        } else if tag.is_player() {
            self.player(position)?;
        }
        if let Some(table) = &mut self.state.table
            && table.open(position, tag)
        {
            return Ok(());
        }
        let page = self.content.page();
        if !self.is_in_line() && is_code_block(page, position) {
            self.flush()?;
            self.state.code = Some(Code {
                element: position,
                language: code_language::around(page, position),
                text: None,
            });
            return Ok(());
        }
        if self.is_in_line() || !tag.is_block() {
            return Ok(());
        }
        self.flush()?;
        let is_headline = self.state.headline == Some(position);
        if let Some(level) = if is_headline { Some(1) } else { tag.heading_level() } {
            self.state.heading = Some((position, level));
            return Ok(());
        }
        match tag {
            Tag::Table => {
                let free = &mut self.state.free_places;
                self.state.table = Table::of(self.content, position, free)?;
            }
            Tag::Ul | Tag::Menu | Tag::Dir => {
                self.state.lines.open_list(page, position, false);
            }
            Tag::Ol => self.state.lines.open_list(page, position, true),
            Tag::Blockquote => self.state.lines.open_quote(position),
            Tag::Li | Tag::Dd => match self.state.notes.label_of(position) {
                Some(label) => self.state.lines.open_note(position, label),
                None => self.state.lines.open_item(page, position),
            },
            Tag::Dt => self.state.lines.end_items(),
            // Behind the mark of a footnote a rule could be read as the target of a reference definition.
            Tag::Hr if self.state.lines.begins_note() => {}
            Tag::Hr => self.state.lines.write(LineBlock::Other, "___")?,
            _ => {
                if let Some(label) = self.state.notes.label_of(position) {
                    self.state.lines.open_note(position, label);
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, position: usize) -> Result<(), RenderError> {
        self.state.inside.pop();
        let tag = self.tag(position);
        if let Some(code) = &self.state.code {
            if code.element == position {
                self.end_code()?;
            }
            return Ok(());
        }
        if let Some(mut table) = self.state.table.take() {
            if table.element() == position {
                self.flush()?;
                let rows = table.rows(self.state.longest_header)?;
                return match rows {
                    Some(rows) => self.state.lines.write_apart(LineBlock::Other, &rows),
                    None => Ok(()),
                };
            }
            if table.is_cell(position) {
                let cell = self.line(table.place())?;
                table.end_cell(cell);
                self.state.table = Some(table);
                return Ok(());
            }
            self.state.table = Some(table);
        }
        if let Some((element, level)) = self.state.heading
            && element == position
        {
            self.state.heading = None;
            self.end_heading(level)?;
        }
        if self.is_in_line() || !tag.is_block() {
            return Ok(());
        }
        self.flush()?;
        self.state.lines.close(position);
        Ok(())
    }

    fn text(&mut self, position: usize) -> Result<(), RenderError> {
        self.begin_text(position);
        self.text_up_to(None)?;
        Ok(())
    }
}

impl MarkdownWriter<'_> {
    /// Returns the Markdown between the last cut and this one.
    fn piece(&mut self, steps: &mut Walk, cut: Option<usize>) -> Result<String, RenderError> {
        while !self.text_up_to(cut)? {
            match steps.next(self.content) {
                Some(SelectedStep::Open(position)) => self.open(position)?,
                Some(SelectedStep::Close(position)) => self.close(position)?,
                Some(SelectedStep::Text(position)) => self.begin_text(position),
                None => {
                    self.flush()?;
                    break;
                }
            }
        }
        self.cut()
    }

    /// Begins a text node.
    fn begin_text(&mut self, position: usize) {
        let (gap, between, text) = self.state.texts.next(self.content, position);
        let page = self.content.page();
        let start = page.text_offset(position);
        let formula = page.formula_at(position).filter(|formula| formula.is_tex && self.state.math == Math::Tex);
        self.state.rest = Some(Rest {
            text: start + self.state.notes.label_length(position)..start + text.len(),
            gap,
            between: start - between.len()..start,
            tex: formula.map(|formula| formula.is_display),
        });
    }

    /// Writes the current text node up to a cut. Returns `true` if the cut is in it.
    fn text_up_to(&mut self, cut: Option<usize>) -> Result<bool, RenderError> {
        let Some(rest) = self.state.rest.take() else {
            return Ok(false);
        };
        let page = self.content.page().text();
        let (start, end) = (rest.text.start, rest.text.end);
        let cut = cut.filter(|&cut| cut < end);
        let before = &page[start..cut.map_or(end, |cut| cut.max(start))];
        let before = cut.map_or(before, |_| before.trim_end());
        if cut.is_none() || !before.is_empty() {
            let tex = rest.tex.filter(|_| cut.is_none());
            self.piece_of_text(rest.gap, &page[rest.between.clone()], before, tex)?;
        }
        match cut {
            Some(cut) if cut > start => {
                self.state.rest = Some(Rest {
                    text: cut..end,
                    gap: Gap::LeftOut,
                    between: cut..cut,
                    tex: None,
                });
            }
            Some(_) => self.state.rest = Some(rest),
            None => {}
        }
        Ok(cut.is_some())
    }

    /// Adds a piece of a text node to the run, with the gap before it.
    fn piece_of_text(&mut self, mut gap: Gap, between: &str, text: &str, tex: Option<bool>) -> Result<(), RenderError> {
        if let Some(code) = &mut self.state.code {
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
            Some(reference) if self.state.written == Some(reference.element) => return Ok(()),
            // A chunk may end behind the bracket.
            Some(_) if words(text).next().is_none() => {
                self.state.owes_space |= gap != Gap::None;
                return Ok(());
            }
            Some(reference) => {
                self.state.written = Some(reference.element);
                AtomKind::Note(self.state.notes.label(reference.note).to_owned())
            }
            None if inside.is_silent => {
                self.state.owes_space = true;
                return Ok(());
            }
            None => match tex.map(|is_display| math::formula(text, is_display)).transpose()?.flatten() {
                Some(formula) => AtomKind::Formula(formula),
                None => AtomKind::Text(collapse(text)?),
            },
        };
        if matches!(gap, Gap::Paragraph | Gap::LeftOut) && !self.is_in_line() {
            self.flush()?;
        }
        if kind == AtomKind::Text(String::new()) {
            self.state.owes_space |= !text.is_empty() || gap != Gap::None;
            return Ok(());
        }
        let owes_space = std::mem::replace(&mut self.state.owes_space, text.ends_with(is_taken_out));
        if gap == Gap::None && (owes_space || text.starts_with(is_taken_out)) {
            gap = Gap::Space;
        }
        self.push_pictures(gap != Gap::None)?;
        self.state.atoms.try_push(Atom {
            gap,
            // Writing a run changes the number of the link.
            style: self.inside().style,
            kind,
        })?;
        Ok(())
    }

    fn tag(&self, position: usize) -> Tag {
        self.content.page().tag(position)
    }

    /// Returns `true` while text belongs to one line: in a heading or a cell.
    fn is_in_line(&self) -> bool {
        self.state.heading.is_some() || self.state.table.as_ref().is_some_and(Table::is_in_cell)
    }

    /// Returns how text in the innermost open element is written.
    fn inside(&self) -> Inside {
        self.state.inside.last().copied().unwrap_or_default()
    }

    fn picture(&mut self, position: usize) -> Result<(), RenderError> {
        let page = self.content.page();
        if pictures::is_decoration(page, position) {
            return Ok(());
        }
        let text = collapse(&page.seen_of(page.attribute(position, names::ALT).unwrap_or(""))?)?;
        let style = Style {
            code: false,
            ..self.inside().style
        };
        let (gap, has_words) = (Gap::Space, words(&text).next().is_some());
        if pictures::is_emoji(page, position) && !has_words && !text.is_empty() {
            let kind = AtomKind::Text(text);
            self.state.pictures.try_push(Atom { gap, style, kind })?;
            return Ok(());
        }
        let Some(address) = pictures::picture_address(page, position, &mut self.state.addresses)? else {
            return Ok(());
        };
        let address = address.target.into_string();
        if self.state.last_picture.is_copied_by(page, position, &address)? {
            return Ok(());
        }
        self.state.budget.spend(address.len())?;
        let kind = AtomKind::Picture(text, address);
        self.state.pictures.try_push(Atom { gap, style, kind })?;
        Ok(())
    }

    /// Adds the link to a film or a sound.
    fn player(&mut self, position: usize) -> Result<(), RenderError> {
        let style = self.inside().style;
        if style.code {
            return Ok(());
        }
        let page = self.content.page();
        let Some(player) = page.player_at(position, &mut self.state.addresses)? else {
            return Ok(());
        };
        let address = player.target.into_string();
        if self.state.last_picture.is_copied_by(page, position, &address)? {
            return Ok(());
        }
        self.state.budget.spend(address.len())?;
        let link = Some(self.state.links.len() as u32);
        self.state.links.try_push(address)?;
        self.state.pictures.try_push(Atom {
            gap: Gap::Space,
            style: Style { link, ..style },
            kind: AtomKind::Text(player.title),
        })?;
        Ok(())
    }

    /// Adds the waiting pictures to the run, with spaces if there is one.
    fn push_pictures(&mut self, spaced: bool) -> Result<(), OutOfMemory> {
        for mut picture in self.state.pictures.drain(..) {
            if !spaced {
                picture.gap = Gap::None;
            }
            self.state.atoms.try_push(picture)?;
        }
        Ok(())
    }

    /// Writes the run as one line.
    fn line(&mut self, place: RunPlace) -> Result<String, OutOfMemory> {
        self.push_pictures(true)?;
        let line = inline::write(&mut self.state.atoms, &self.state.links, place)?;
        self.forget_links();
        Ok(line)
    }

    /// Forgets the addresses of all links but the one around the next text.
    fn forget_links(&mut self) {
        let links = &mut self.state.links;
        match self.state.inside.last().and_then(|inside| inside.style.link) {
            None => links.clear(),
            Some(0) => {}
            Some(number) => {
                links.swap(0, number as usize);
                links.truncate(1);
                // Open elements are in no other link.
                for inside in &mut self.state.inside {
                    inside.style.link = inside.style.link.map(|_| 0);
                }
            }
        }
    }

    /// Writes the run as a paragraph.
    fn flush(&mut self) -> Result<(), RenderError> {
        self.push_pictures(true)?;
        if !self.state.atoms.is_empty() {
            let lines = self.line(RunPlace::Paragraph)?;
            self.state.lines.write(LineBlock::Paragraph, &lines)?;
        }
        Ok(())
    }

    /// Ends a piece: everything so far is written.
    fn cut(&mut self) -> Result<String, RenderError> {
        if let Some(code) = &mut self.state.code {
            if let Some(text) = code.text.take() {
                let language = code.language.clone();
                self.write_code(language.as_deref(), &text)?;
            }
        } else if let Some(mut table) = self.state.table.take() {
            if table.is_in_cell() {
                let cell = self.line(table.place())?;
                let rows = table.cut(cell, self.state.longest_header)?;
                if let Some(rows) = rows {
                    self.state.lines.write_apart(LineBlock::Other, &rows)?;
                }
            } else {
                self.flush()?;
            }
            self.state.table = Some(table);
        } else if let Some((_, level)) = self.state.heading {
            self.end_heading(level)?;
        } else {
            self.flush()?;
        }
        Ok(self.state.lines.cut())
    }

    /// Writes the run as a heading.
    fn end_heading(&mut self, level: u8) -> Result<(), RenderError> {
        let line = self.line(RunPlace::Heading)?;
        if line.is_empty() {
            return Ok(());
        }
        let mut heading = "#".repeat(usize::from(level));
        heading.try_push_char(' ')?;
        heading.try_push_str(&line)?;
        self.state.lines.write(LineBlock::Other, &heading)
    }

    fn inside_of(&mut self, position: usize, tag: Tag) -> Result<Inside, RenderError> {
        let mut inside = self.inside();
        let page = self.content.page();
        let style = &mut inside.style;
        match tag {
            // A heading is bold anyway.
            Tag::B | Tag::Strong => style.strong = self.state.heading.is_none(),
            Tag::Dt => style.strong = true,
            Tag::I | Tag::Em => style.emphasis = true,
            Tag::Code => style.code = true,
            // Within code a link would be written out.
            Tag::A if style.link.is_none() && (!style.code || is_all_of_code(page, position)) => {
                if let Some(note) = self.state.notes.reference_at(position) {
                    inside.reference = Some(Reference {
                        element: position,
                        note,
                    });
                } else if let Some(href) = page.attribute(position, names::HREF) {
                    inside.is_silent = self.state.notes.is_back_link(position);
                    if let Some(address) = self.state.addresses.link(href)? {
                        let address = address.into_string();
                        self.state.budget.spend(address.len())?;
                        style.link = Some(self.state.links.len() as u32);
                        self.state.links.try_push(address)?;
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
