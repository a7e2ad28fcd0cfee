//! The statements of a page's elements: microdata, RDFa, `<time>`, bylines and headings, in one walk.
//!
//! A hidden element may be a statement for machines. The text of a hidden element is no part of what is around it.

mod byline;
mod microdata;

use super::statements::{Field, Source, Statements, Wanted};
use crate::html::{Element, names};
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::keyed::Map;
use crate::memory::{OutOfMemory, try_to_owned};
use crate::page::{Display, Page, Tag, WalkStep};
use byline::ByName;
use microdata::Item;

/// Bytes that are kept of an element's text.
const TEXT: usize = 2048;

/// Open elements whose text is read: those that name the page, and others. Further ones within them are not read.
const OPEN_TEXTS: usize = 8;

/// Bytes of class and id that are read.
const NAMES: usize = 256;

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
    wanted: Wanted,
    /// What class and id say, by both of them: elements share most of theirs.
    said: Map<String, Said>,
    /// Class and id of the element that was opened last.
    names: String,
    depth: usize,
    /// The depth of the outermost open element that shows nothing.
    mute: Option<usize>,
    /// The depth of the open element that is hidden from the page's reader.
    hidden: Option<usize>,
    /// The depth of the outermost open element that is about something else: comments, teasers, footers.
    beside: Option<usize>,
    /// Those that name the page, and others.
    texts: [Vec<OpenText>; 2],
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
        wanted: statements.wanted(),
        statements,
        said: Map::default(),
        names: String::new(),
        depth: 0,
        mute: None,
        hidden: None,
        beside: None,
        texts: [Vec::new(), Vec::new()],
        items: Vec::new(),
        works: 0,
        has_product: false,
        since_heading: None,
        before_heading: None,
    };
    for (step, is_hidden) in page.walk_seen().checking(CHECK_EVERY) {
        match step {
            WalkStep::Open(element) => {
                walk.depth += 1;
                if is_hidden {
                    walk.hidden = Some(walk.depth);
                }
                walk.open(element)?;
            }
            WalkStep::Text(text) if walk.mute.is_none() => {
                walk.near(text)?;
                if !is_hidden {
                    walk.text(text);
                }
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
        let read = Read::of(element);
        // Microdata may stand in elements that show nothing.
        if read.has_microdata {
            self.microdata(element, tag)?;
        }
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
        if tag == Tag::H1 && self.hidden.is_none() {
            self.listen(Field::Title, Source::First);
        }
        if self.wanted == Wanted::Naming {
            return Ok(());
        }
        let said = self.said_by(&read)?;
        if self.beside.is_none() && is_beside(tag, &said) {
            self.beside = Some(self.depth);
        }
        if self.beside.is_none() {
            if tag == Tag::Time {
                self.time(element, &said)?;
            } else if !matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article) {
                self.date_by_class(element, &said)?;
            }
            self.author(element, tag, &read, &said)?;
        }
        Ok(())
    }

    /// Adds a text to what is read of the open elements. A hidden one is part of hidden elements alone.
    fn text(&mut self, text: &str) {
        let hidden = self.hidden.unwrap_or(0);
        for open in self.texts.iter_mut().flatten().filter(|open| open.depth >= hidden) {
            let room = TEXT.saturating_sub(open.text.len());
            open.text.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    /// Adds a short text with a year just after or before the heading: where pages have dates without markup.
    fn near(&mut self, text: &str) -> Result<(), OutOfMemory> {
        if self.wanted == Wanted::Naming
            || self.beside.is_some()
            || self.since_heading.is_some_and(|texts| texts >= AFTER_HEADING)
        {
            return Ok(());
        }
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        // The longest text that can be a date beside the heading, in bytes.
        let dated = (6..=80).contains(&text.len()) && has_year(text);
        match &mut self.since_heading {
            Some(texts) => {
                *texts = texts.saturating_add(1);
                if dated {
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
        if self.hidden == depth {
            self.hidden = None;
        }
        for texts in &mut self.texts {
            while let Some(open) = texts.pop_if(|open| open.depth == self.depth) {
                // A text that was cut is no name and no date.
                if open.text.len() < TEXT {
                    self.statements.add(open.field, open.source, &open.text)?;
                }
            }
        }
        while self.items.pop_if(|item| item.depth == self.depth).is_some() {}
        Ok(())
    }

    /// Reads the text of the element that was just opened as a statement.
    fn listen(&mut self, field: Field, source: Source) {
        let texts = &mut self.texts[usize::from(field.is_naming())];
        if texts.len() < OPEN_TEXTS && self.wanted.has(field) {
            texts.push(OpenText {
                depth: self.depth,
                field,
                source,
                text: String::new(),
            });
        }
    }

    /// Reads a `<time>`: of publication or change if it says so; else only the page's first counts.
    fn time(&mut self, element: Element<'_>, said: &Said) -> Result<(), OutOfMemory> {
        let published = element.attr(names::PUBDATE).is_some() || said.published;
        let (field, source) = match (said.changed, published) {
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

    fn date_by_class(&mut self, element: Element<'_>, said: &Said) -> Result<(), OutOfMemory> {
        if said.changed {
            self.listen(Field::Modified, Source::Class);
        } else if said.dated {
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

/// What the names in an element's class and id say of it.
#[derive(Clone, Copy, Default)]
struct Said {
    /// It is not about the page's work.
    beside: bool,
    /// It is about publication.
    published: bool,
    /// It is about a change.
    changed: bool,
    /// It has a date.
    dated: bool,
    author: ByName,
}

impl Said {
    /// Reads names in lower case, with a space behind class and id.
    fn of(names: &str) -> Self {
        #[rustfmt::skip]
        const BESIDE: [&str; 11] = [
            "comments", "commentlist", "comment-", "related", "sidebar", "widget-area", "recommend", "footer",
            "newsletter", "trending", "most-read",
        ];
        Said {
            beside: names.split(' ').any(|name| BESIDE.iter().any(|beside| name.starts_with(beside))),
            published: has_any(names, &["publish", "posted", "entry-date", "dt-published", "created"]),
            changed: has_any(names, &["updated", "modified"]),
            dated: has_any(names, &["date", "publish", "posted", "timestamp"]),
            author: ByName::of(names),
        }
    }
}

impl Walk<'_> {
    /// Returns what the names of an element say.
    fn said_by(&mut self, read: &Read<'_>) -> Result<Said, OutOfMemory> {
        self.names.clear();
        for value in [read.class, read.id].into_iter().flatten() {
            self.names.push_str(start(value));
            self.names.push(' ');
        }
        if self.names.is_empty() {
            return Ok(Said::default());
        }
        if let Some(said) = self.said.get(&self.names) {
            return Ok(*said);
        }
        let said = Said::of(&self.names.to_ascii_lowercase());
        // The most different names of a page that are remembered, which bounds memory. Others are read each time.
        if self.said.len() < 1 << 12 {
            self.said.try_reserve(1)?;
            self.said.insert(try_to_owned(&self.names)?, said);
        }
        Ok(said)
    }
}

/// What is read of the attributes of every element, in one go.
#[derive(Default)]
struct Read<'p> {
    class: Option<&'p str>,
    id: Option<&'p str>,
    rel: Option<&'p str>,
    data_author: Option<&'p str>,
    /// It has an attribute of microdata or RDFa.
    has_microdata: bool,
}

impl<'p> Read<'p> {
    fn of(element: Element<'p>) -> Self {
        let mut read = Read::default();
        for attribute in element.attrs() {
            // None of these has a prefix.
            let place = match attribute.local() {
                names::CLASS => &mut read.class,
                names::ID => &mut read.id,
                names::REL => &mut read.rel,
                names::DATA_AUTHOR => &mut read.data_author,
                names::ITEMPROP | names::ITEMSCOPE | names::ITEMTYPE | names::PROPERTY | names::TYPEOF => {
                    read.has_microdata = true;
                    continue;
                }
                _ => continue,
            };
            *place = place.or(Some(attribute.value()));
        }
        read
    }
}

/// Returns `true` for an element that is not about the page's work.
fn is_beside(tag: Tag, said: &Said) -> bool {
    match tag {
        Tag::Html | Tag::Body | Tag::Main | Tag::Article => false,
        Tag::Footer | Tag::Aside | Tag::Nav => true,
        _ => said.beside,
    }
}
