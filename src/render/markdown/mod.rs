//! Content as Markdown: CommonMark 0.31 with the tables, strikethrough and footnotes of GFM.
//!
//! Its words, as a parser reads them, are those of [`super::text`] in the same order; what
//! docs/rendering.md states.

mod escape;
mod inline;
mod notes;
mod prefix;
mod table;

use html5ever::local_name;

use self::escape::Place;
use self::inline::{Atom, Kind, Style};
use self::notes::Notes;
use self::prefix::{Block, Lines};
use self::table::Table;
use super::address::Addresses;
use super::code;
use super::content::{Content, Gap, Step, Texts};
use super::picture;
use crate::extract::Selection;
use crate::page::{Page, Tag, attribute};
use crate::words::words;

/// Steps between two ticks.
const TICK_EVERY: usize = 256;

/// The selected content as Markdown, `None` where there is none. Links and pictures get absolute
/// addresses where the page's own, `url`, or its `<base>` is known.
pub fn markdown(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    tick: &mut dyn FnMut(),
) -> Option<String> {
    let content = Content::of(page, selection);
    if content.is_empty() {
        return selection.unshown().map(|text| paragraphs(text, tick));
    }
    let mut writer = Writer::new(&content, Addresses::of(page, url), tick);
    for (count, step) in content.steps().enumerate() {
        if count % TICK_EVERY == 0 {
            tick();
        }
        match step {
            Step::Open(position) => writer.open(position, tick),
            Step::Close(position) => writer.close(position),
            Step::Text(position) => writer.text(position),
        }
    }
    writer.flush();
    Some(writer.lines.finish())
}

/// Text that is in no element, a line a paragraph.
fn paragraphs(text: &str, tick: &mut dyn FnMut()) -> String {
    let mut lines = Lines::default();
    for line in text.lines() {
        tick();
        let atom = Atom {
            gap: Gap::LeftOut,
            style: Style::default(),
            kind: Kind::Text(collapse(line)),
        };
        if atom.kind != Kind::Text(String::new()) {
            lines.write(
                Block::Paragraph,
                &inline::write(&[atom], &[], Place::Paragraph),
            );
        }
    }
    lines.finish()
}

/// Text with single spaces.
fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for run in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(run);
    }
    out
}

/// What an open element makes of its text.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    style: Style,
    /// The position of the link around, if it refers to a footnote.
    reference: Option<usize>,
    /// The link around leads back from a footnote and says nothing.
    is_silent: bool,
}

struct Writer<'c> {
    content: &'c Content<'c>,
    addresses: Addresses,
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
}

struct Code {
    element: usize,
    language: Option<String>,
    text: Option<String>,
}

impl<'c> Writer<'c> {
    fn new(content: &'c Content<'c>, addresses: Addresses, tick: &mut dyn FnMut()) -> Self {
        Writer {
            content,
            addresses,
            lines: Lines::default(),
            texts: Texts::default(),
            notes: Notes::of(content, tick),
            inside: Vec::new(),
            atoms: Vec::new(),
            pictures: Vec::new(),
            links: Vec::new(),
            written: None,
            owes_space: false,
            heading: None,
            code: None,
            table: None,
        }
    }

    fn page(&self) -> &'c Page {
        self.content.page()
    }

    fn tag(&self, position: usize) -> Tag {
        self.page()
            .nodes()
            .get(position)
            .map_or(Tag::Other, |node| node.tag())
    }

    /// Whether all that comes belongs to one line.
    fn is_in_line(&self) -> bool {
        self.heading.is_some() || self.table.as_ref().is_some_and(Table::is_in_cell)
    }

    fn open(&mut self, position: usize, tick: &mut dyn FnMut()) {
        let tag = self.tag(position);
        let inside = self.inside_of(position, tag);
        self.inside.push(inside);
        if let Some(code) = &mut self.code {
            if tag == Tag::Code && code.language.is_none() {
                code.language = code::language(self.content.page(), position);
            }
            return;
        }
        if tag == Tag::Img {
            self.picture(position);
        }
        if let Some(table) = &mut self.table
            && table.open(position, tag)
        {
            return;
        }
        if self.is_in_line() || !tag.is_block() {
            return;
        }
        self.flush();
        if let Some(level) = tag.heading_level() {
            self.heading = Some((position, level));
            return;
        }
        match tag {
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => {
                self.code = Some(Code {
                    element: position,
                    language: code::language_around(self.page(), position),
                    text: None,
                });
            }
            Tag::Table => self.table = Table::of(self.content, position, tick),
            Tag::Ul | Tag::Menu | Tag::Dir => {
                self.lines.open_list(self.page(), position, false);
            }
            Tag::Ol => self.lines.open_list(self.page(), position, true),
            Tag::Blockquote => self.lines.open_quote(position),
            Tag::Li | Tag::Dd => match self.notes.label_of(position) {
                Some(label) => self.lines.open_note(position, label),
                None => self.lines.open_item(self.page(), position),
            },
            Tag::Dt => self.lines.end_items(),
            Tag::Hr => self.lines.write(Block::Other, "___"),
            _ => {
                if let Some(label) = self.notes.label_of(position) {
                    self.lines.open_note(position, label);
                }
            }
        }
    }

    fn close(&mut self, position: usize) {
        self.inside.pop();
        let tag = self.tag(position);
        if let Some(code) = &self.code {
            if code.element == position {
                self.end_code();
            }
            return;
        }
        if let Some(mut table) = self.table.take() {
            if table.element() == position {
                self.flush();
                if let Some(rows) = table.rows() {
                    self.lines.write(Block::Other, &rows);
                }
                return;
            }
            if table.is_cell(position) {
                let cell = self.line(Place::Cell);
                table.end_cell(cell);
                self.table = Some(table);
                return;
            }
            self.table = Some(table);
        }
        if let Some((element, level)) = self.heading
            && element == position
        {
            self.heading = None;
            let line = self.line(Place::Heading);
            if !line.is_empty() {
                let marks = "#".repeat(usize::from(level));
                self.lines.write(Block::Other, &format!("{marks} {line}"));
            }
        }
        if self.is_in_line() || !tag.is_block() {
            return;
        }
        self.flush();
        self.lines.close(position);
    }

    fn text(&mut self, position: usize) {
        let (mut gap, between, text) = self.texts.next(self.content, position);
        if let Some(code) = &mut self.code {
            match &mut code.text {
                Some(written) => {
                    written.push_str(if gap == Gap::LeftOut { "\n" } else { between });
                    written.push_str(text);
                }
                None => code.text = Some(text.to_owned()),
            }
            return;
        }
        let inside = self.inside.last().copied().unwrap_or_default();
        let kind = match inside.reference {
            Some(_) if self.written == inside.reference => return,
            Some(reference) => {
                self.written = inside.reference;
                let number = self.notes.reference_at(reference);
                Kind::Note(
                    number
                        .map_or("", |number| self.notes.label(number))
                        .to_owned(),
                )
            }
            None if inside.is_silent => {
                self.owes_space = true;
                return;
            }
            None => Kind::Text(collapse(text)),
        };
        if std::mem::take(&mut self.owes_space) && gap == Gap::None {
            gap = Gap::Space;
        }
        if matches!(gap, Gap::Paragraph | Gap::LeftOut) && !self.is_in_line() {
            self.flush();
        }
        self.push_pictures(gap != Gap::None);
        self.atoms.push(Atom {
            gap,
            style: inside.style,
            kind,
        });
    }

    fn picture(&mut self, position: usize) {
        let Some(element) = self.page().element(position) else {
            return;
        };
        let Some(address) = picture::address(element, &self.addresses) else {
            return;
        };
        let text = attribute(element, &local_name!("alt")).unwrap_or("");
        let style = self.inside.last().map_or(Style::default(), |inside| Style {
            code: false,
            ..inside.style
        });
        self.pictures.push(Atom {
            gap: Gap::Space,
            style,
            kind: Kind::Picture(collapse(text), address),
        });
    }

    /// Puts the pictures that wait into the run, with spaces if there is one where they are.
    fn push_pictures(&mut self, spaced: bool) {
        for mut picture in self.pictures.drain(..) {
            if !spaced {
                picture.gap = Gap::None;
            }
            self.atoms.push(picture);
        }
    }

    /// Takes the run as one line.
    fn line(&mut self, place: Place) -> String {
        self.push_pictures(true);
        let line = inline::write(&self.atoms, &self.links, place);
        self.atoms.clear();
        line
    }

    /// Writes the run as a paragraph.
    fn flush(&mut self) {
        self.push_pictures(true);
        if !self.atoms.is_empty() {
            let lines = self.line(Place::Paragraph);
            self.lines.write(Block::Paragraph, &lines);
        }
    }

    fn end_code(&mut self) {
        let Some(Code {
            language,
            text: Some(text),
            ..
        }) = self.code.take()
        else {
            return;
        };
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        // Lines without anything at its start; those at its end are not part of the page's text.
        let blank = text.len() - text.trim_start().len();
        let start = text[..blank].rfind('\n').map_or(0, |place| place + 1);
        let text = &text[start..];
        let fence = "`".repeat(escape::longest_run(text, '`').max(2) + 1);
        let language = language.unwrap_or_default();
        self.lines
            .write(Block::Other, &format!("{fence}{language}\n{text}\n{fence}"));
    }

    fn inside_of(&mut self, position: usize, tag: Tag) -> Inside {
        let mut inside = self.inside.last().copied().unwrap_or_default();
        let style = &mut inside.style;
        match tag {
            // A heading is strong by itself.
            Tag::B | Tag::Strong => style.strong = self.heading.is_none(),
            Tag::Dt => style.strong = true,
            Tag::I | Tag::Em => style.emphasis = true,
            Tag::Code => style.code = true,
            Tag::A if style.link.is_none() => {
                let page = self.page();
                if self.notes.reference_at(position).is_some() {
                    inside.reference = Some(position);
                } else if let Some(href) = page.attribute(position, &local_name!("href")) {
                    inside.is_silent = self.notes.encloses(position)
                        && href.starts_with('#')
                        && words(page.text_of(page.subtree(position))).next().is_none();
                    if let Some(address) = self.addresses.link(href) {
                        style.link = u32::try_from(self.links.len()).ok();
                        self.links.push(address);
                    }
                }
            }
            Tag::Other => match self.page().element(position).map(|e| e.name()) {
                Some("del" | "s" | "strike") => style.deleted = true,
                Some("kbd" | "samp" | "tt") => style.code = true,
                Some("var" | "cite" | "dfn") => style.emphasis = true,
                _ => {}
            },
            _ => {}
        }
        inside
    }
}
