//! The statements of a page's elements: microdata, RDFa, `<time>`, bylines and headings, in one walk.

mod byline;
mod microdata;

use super::statements::{Field, Source, Statements};
use crate::html::{Element, names};
use crate::interrupts::Checking;
use crate::memory::OutOfMemory;
use crate::page::{Display, Page, Tag, WalkStep};
use microdata::Item;

/// Steps of the walk between two checks.
const CHECK_EVERY: usize = 512;

/// Bytes that are kept of an element's text.
const TEXT: usize = 2048;

/// Open elements whose text is read. Further ones within them are not read.
const OPEN_TEXTS: usize = 8;

/// Bytes of class and id that are read.
const NAMES: usize = 256;

/// The longest text that can be a date beside the heading, in bytes.
const SHORT: usize = 80;

/// Texts after the last heading, and before the first, among which a date is the page's.
const AFTER_HEADING: u32 = 24;
const BEFORE_HEADING: u32 = 8;

/// Returns `true` if a text has four digits in a row.
fn has_year(text: &str) -> bool {
    text.as_bytes().windows(4).any(|four| four.iter().all(u8::is_ascii_digit))
}

/// An open element whose text is a statement.
struct OpenText {
    depth: usize,
    field: Field,
    source: Source,
    text: String,
}

struct Walk<'s> {
    statements: &'s mut Statements,
    depth: usize,
    /// The depth of the outermost open element that shows nothing.
    mute: Option<usize>,
    /// The depth of the outermost open element that is about something else: comments, teasers, footers.
    beside: Option<usize>,
    texts: Vec<OpenText>,
    items: Vec<Item>,
    /// Works so far. The first is the page's.
    works: usize,
    /// An item is a product.
    has_product: bool,
    /// Texts since the last `<h1>` ended; `None` before the first.
    since_heading: Option<u32>,
    /// The last text with a year before the first `<h1>`, and the texts since.
    before_heading: Option<(String, u32)>,
}

/// Reads a page's elements into statements. Returns `true` if one is an item of microdata or RDFa that is a product.
pub fn read(page: &Page, statements: &mut Statements) -> Result<bool, OutOfMemory> {
    let mut walk = Walk {
        statements,
        depth: 0,
        mute: None,
        beside: None,
        texts: Vec::new(),
        items: Vec::new(),
        works: 0,
        has_product: false,
        since_heading: None,
        before_heading: None,
    };
    for step in page.walk().checking(CHECK_EVERY) {
        match step {
            WalkStep::Open(element) => {
                walk.depth += 1;
                walk.open(element)?;
            }
            WalkStep::Text(text) if walk.mute.is_none() => {
                walk.near(text)?;
                walk.text(text);
            }
            WalkStep::Text(_) => {}
            WalkStep::Close(element) => {
                if element.local() == names::H1 {
                    walk.since_heading = Some(0);
                }
                walk.close()?;
                walk.depth = walk.depth.saturating_sub(1);
            }
        }
    }
    if let Some((text, texts)) = walk.before_heading
        && texts <= BEFORE_HEADING
    {
        walk.statements.add(Field::Date, Source::Near, &text)?;
    }
    Ok(walk.has_product)
}

impl Walk<'_> {
    fn open(&mut self, element: Element<'_>) -> Result<(), OutOfMemory> {
        let tag = Tag::of(element);
        if tag == Tag::Html
            && let Some(language) = element.attr(names::LANG)
        {
            self.statements.add(Field::Language, Source::Head, language)?;
        }
        // Microdata may stand in elements that show nothing.
        self.microdata(element, tag)?;
        if self.mute.is_some() {
            return Ok(());
        }
        if tag.display() == Display::None {
            if !matches!(tag, Tag::Meta | Tag::Link | Tag::Base) {
                self.mute = Some(self.depth);
            }
            return Ok(());
        }
        if tag.display() != Display::Inline {
            self.text(" ");
        }
        let names = names(element);
        if self.beside.is_none() && is_beside(tag, &names) {
            self.beside = Some(self.depth);
        }
        if tag == Tag::H1 {
            self.listen(Field::Title, Source::First);
        }
        if self.beside.is_none() {
            if tag == Tag::Time {
                self.time(element, &names)?;
            } else if !matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article) {
                self.date_by_class(element, &names)?;
            }
            self.author(element, tag, &names)?;
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        for open in &mut self.texts {
            let room = TEXT.saturating_sub(open.text.len());
            open.text.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    /// Adds a short text with a year just after or before the heading: where pages have dates without markup.
    fn near(&mut self, text: &str) -> Result<(), OutOfMemory> {
        let text = text.trim();
        if text.is_empty() || self.beside.is_some() {
            return Ok(());
        }
        let dated = (6..=SHORT).contains(&text.len()) && has_year(text);
        match &mut self.since_heading {
            Some(texts) => {
                *texts = texts.saturating_add(1);
                if dated && *texts <= AFTER_HEADING {
                    let changed = ["updated", "modified", "reviewed"];
                    let field = if has_any(&text.to_lowercase(), &changed) {
                        Field::Modified
                    } else {
                        Field::Date
                    };
                    self.statements.add(field, Source::Near, text)?;
                }
            }
            None if dated => self.before_heading = Some((text.to_owned(), 0)),
            None => {
                if let Some((_, texts)) = &mut self.before_heading {
                    *texts = texts.saturating_add(1);
                }
            }
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), OutOfMemory> {
        let depth = Some(self.depth);
        if self.mute == depth {
            self.mute = None;
        }
        if self.beside == depth {
            self.beside = None;
        }
        while let Some(open) = self.texts.pop_if(|open| open.depth == self.depth) {
            // A text that was cut is no name and no date.
            if open.text.len() < TEXT {
                self.statements.add(open.field, open.source, &open.text)?;
            }
        }
        while self.items.pop_if(|item| item.depth == self.depth).is_some() {}
        Ok(())
    }

    /// Reads the text of the element that was just opened as a statement.
    fn listen(&mut self, field: Field, source: Source) {
        if self.texts.len() < OPEN_TEXTS {
            self.texts.push(OpenText {
                depth: self.depth,
                field,
                source,
                text: String::new(),
            });
        }
    }

    /// Reads a `<time>`: of publication or change if it says so; else only the page's first counts.
    fn time(&mut self, element: Element<'_>, names: &str) -> Result<(), OutOfMemory> {
        let published = ["publish", "posted", "entry-date", "dt-published", "created"];
        let published = element.attr(names::PUBDATE).is_some() || has_any(names, &published);
        let modified = has_any(names, &["updated", "modified"]);
        let (field, source) = match (modified, published) {
            (true, false) => (Field::Modified, Source::Element),
            (_, true) => (Field::Date, Source::Element),
            _ => (Field::Date, Source::First),
        };
        match element.attr(names::DATETIME) {
            Some(value) if !value.trim().is_empty() => self.statements.add(field, source, value)?,
            _ => self.listen(field, source),
        }
        Ok(())
    }

    fn date_by_class(&mut self, element: Element<'_>, names: &str) -> Result<(), OutOfMemory> {
        // "updated" has "date" in it.
        let is_dated = names.contains("date");
        if is_dated && names.contains("updated") || names.contains("modified") {
            self.listen(Field::Modified, Source::Class);
        } else if is_dated || has_any(names, &["publish", "posted", "timestamp"]) {
            let value = element.attr(names::CONTENT).or_else(|| element.attr(names::DATETIME));
            match value {
                Some(value) => self.statements.add(Field::Date, Source::Class, value)?,
                None => self.listen(Field::Date, Source::Class),
            }
        }
        Ok(())
    }
}

/// Returns the start of an attribute, which alone is read: the parser may copy its element many times.
fn start(value: &str) -> &str {
    &value[..value.floor_char_boundary(NAMES)]
}

fn has_any(text: &str, parts: &[&str]) -> bool {
    !text.is_empty() && parts.iter().any(|part| text.contains(part))
}

/// Returns class and id of an element in lower case.
fn names(element: Element<'_>) -> String {
    let mut names = String::new();
    for name in [names::CLASS, names::ID] {
        if let Some(value) = element.attr(name) {
            names.push_str(start(value));
            names.push(' ');
        }
    }
    names.make_ascii_lowercase();
    names
}

/// Returns `true` for an element that is not about the page's work.
fn is_beside(tag: Tag, names: &str) -> bool {
    #[rustfmt::skip]
    const NAMES: [&str; 11] = [
        "comments", "commentlist", "comment-", "related", "sidebar", "widget-area", "recommend", "footer",
        "newsletter", "trending", "most-read",
    ];
    match tag {
        Tag::Html | Tag::Body | Tag::Main | Tag::Article => false,
        Tag::Footer | Tag::Aside | Tag::Nav => true,
        _ => names.split(' ').any(|name| NAMES.iter().any(|beside| name.starts_with(beside))),
    }
}
