//! The tokenizer (HTML standard, 13.2.5): it reads texts, tags with attributes, comments and doctypes.
//!
//! The standard describes a state machine that takes one character at a time. This one has the whole page: it searches
//! for the next byte that has a meaning, and passes on everything before it in one piece.

mod attributes;
mod doctype;
mod markup;
mod raw;
mod reference;

use memchr::memchr2;

use super::damage::{MANY_TAGS, Part, Repairs};
use super::names::{self, Name};
use super::tree::{AttributeData, Tree};
use super::{Budget, ParseError};
use crate::work::Work;

pub(super) use doctype::Doctype;

/// Bytes searched between two ticks.
const WINDOW: usize = 4 * 1024;

/// What tokenizer and tree builder share. The tokenizer puts names and attributes of each tag into the tree at once.
pub(super) struct Store<'t> {
    pub tree: Tree,
    pub work: Work<'t>,
    pub budget: Budget,
}

/// A tag. Its attributes are those from `start` to `end` in [`Tree::attributes`]. An end tag has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub name: Name,
    pub start: u32,
    pub end: u32,
    pub self_closing: bool,
}

impl Tag {
    /// Returns a tag without attributes, as for an element that the page leaves out.
    pub fn bare(name: Name) -> Tag {
        Tag {
            name,
            start: 0,
            end: 0,
            self_closing: false,
        }
    }

    pub fn attributes(self, tree: &Tree) -> &[AttributeData] {
        &tree.attributes[self.start as usize..self.end as usize]
    }

    /// Returns the value of the attribute with this name.
    pub fn value(self, name: Name, tree: &Tree) -> Option<&str> {
        let mut attributes = self.attributes(tree).iter();
        let attribute = attributes.find(|attribute| attribute.name() == name.0)?;
        Some(attribute.value(tree))
    }
}

/// The tokenizer's state between tokens, named as in the standard. Some start tags change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// "Data state": text with tags and character references.
    Data,
    /// "RCDATA state": text with character references up to the end tag, as in `<title>`.
    Rcdata,
    /// "RAWTEXT state": text up to the end tag, as in `<style>`.
    Rawtext,
    /// "Script data state": a script up to its end tag.
    Script,
    /// "PLAINTEXT state": text up to the end of the page.
    Plaintext,
    /// "CDATA section state": text up to `]]>`.
    Cdata,
}

/// What receives the tokens: the tree builder, or a list in tests of the tokenizer.
pub(super) trait Sink<'t> {
    /// Returns the store that the tokenizer puts names and attributes into.
    fn store(&mut self) -> &mut Store<'t>;
    /// Takes text, which is never empty. One text may come in several pieces.
    fn text(&mut self, text: &str) -> Result<(), ParseError>;
    /// Takes a NUL of the data state or a CDATA section. The rules of the tree decide what becomes of it.
    fn null(&mut self) -> Result<(), ParseError>;
    /// Takes a comment. Its CR and NUL are as in the page.
    fn comment(&mut self, comment: &str) -> Result<(), ParseError>;
    /// Takes a doctype with its identifiers.
    fn doctype(&mut self, doctype: &Doctype) -> Result<(), ParseError>;
    /// Takes a start tag. Returns the tokenizer's next state.
    fn start_tag(&mut self, tag: Tag) -> Result<State, ParseError>;
    /// Takes an end tag, which has no attributes.
    fn end_tag(&mut self, tag: Tag) -> Result<(), ParseError>;
    /// Takes the end of the page, after all other tokens.
    fn end(&mut self) -> Result<(), ParseError>;
    /// Returns `true` where `<![CDATA[` begins a section: the "adjusted current node" is not an element of HTML.
    fn is_in_foreign_content(&self) -> bool;
    /// Returns `true` if a tag `<body>` or `<frameset>` has come.
    fn has_body(&self) -> bool;
    /// Returns the name of the current node, if it is an element with a known name in lower case.
    fn current_name(&self) -> Option<Name> {
        None
    }
}

/// Reads a page, and passes its tokens to a sink.
pub(super) struct Tokenizer<'p, S> {
    page: &'p str,
    /// The offset in the page up to which it is read.
    at: usize,
    /// The page has a CR or a NUL, so each text must be searched for them.
    has_special: bool,
    sink: S,
    /// The name of the last start tag. Raw text ends at an end tag with this name ("appropriate end tag token").
    last_start_tag: Name,
    /// Room for a name that has capital letters or NULs in the page.
    scratch: String,
    /// By attribute name, the number of the last tag that had such an attribute.
    seen: Vec<u32>,
    /// The number of tags read so far.
    tags: u32,
    repairs: Repairs,
    /// The number of `<` in the text of the element that is read, without scripts.
    brackets: usize,
}

impl<'p, 't, S: Sink<'t>> Tokenizer<'p, S> {
    pub(super) fn new(page: &'p str, sink: S) -> Self {
        Tokenizer {
            page,
            at: 0,
            has_special: false,
            sink,
            last_start_tag: names::A,
            scratch: String::new(),
            seen: Vec::new(),
            tags: 0,
            repairs: Repairs::off(),
            brackets: 0,
        }
    }

    /// Makes the tokenizer close parts of the page as `repairs` says, and look for others that must be closed.
    pub(super) fn repairing(mut self, repairs: Repairs) -> Self {
        self.repairs = repairs;
        self
    }

    /// Sets the name of the end tag that ends raw text, for texts that begin within an element.
    pub(super) fn set_last_start_tag(&mut self, name: Name) {
        self.last_start_tag = name;
    }

    /// Reads the whole page. Returns the sink, and which parts of the page have to be closed.
    pub(super) fn run(mut self, mut state: State) -> Result<(S, Repairs), ParseError> {
        self.look_for_special();
        while self.at < self.page.len() {
            state = match state {
                State::Data => self.data()?,
                State::Plaintext => self.plaintext()?,
                State::Cdata => self.cdata()?,
                raw => self.element_of_text(raw)?,
            };
        }
        if !self.repairs.again && !self.sink.has_body() {
            self.repairs.look_for_late(self.page, &mut self.sink.store().work);
        }
        if !self.repairs.again {
            self.sink.end()?;
        }
        Ok((self.sink, self.repairs))
    }

    /// Reads the text of an element that only its own end tag ends, with that tag. Returns the next state.
    fn element_of_text(&mut self, state: State) -> Result<State, ParseError> {
        let (start, whole) = (self.at, self.page);
        let part = Part::of_element(self.last_start_tag);
        let close = part.and_then(|part| self.close(part));
        if let Some(close) = close {
            self.page = &whole[..close];
        }
        self.brackets = 0;
        let next = match state {
            State::Rcdata => self.rcdata()?,
            State::Rawtext => self.rawtext()?,
            _ => self.script()?,
        };
        self.page = whole;
        if close.is_some() {
            self.sink.end_tag(Tag::bare(self.last_start_tag))?;
            return Ok(State::Data);
        }
        match part {
            Some(part) if next == state => self.unclosed(part, start)?,
            Some(part) => self.closed(part, start)?,
            None => {}
        }
        Ok(next)
    }

    /// Returns where a part that begins here is closed, if not at its own end.
    #[inline]
    fn close(&mut self, part: Part) -> Option<usize> {
        if self.at < self.repairs.first {
            return None;
        }
        self.repairs.close(part, self.page, self.at, &mut self.sink.store().work)
    }

    /// Notes that the page ends within a part that began at `start`.
    #[cold]
    fn unclosed(&mut self, part: Part, start: usize) -> Result<(), ParseError> {
        Ok(self.repairs.unclosed(part, self.page, start, &mut self.sink.store().work)?)
    }

    /// Notes that a part that began at `start` has ended here.
    #[inline]
    fn closed(&mut self, part: Part, start: usize) -> Result<(), ParseError> {
        let is_suspect = match part {
            Part::Script | Part::Comment => self.repairs.looks_for_late && !self.sink.has_body(),
            _ => self.brackets >= MANY_TAGS,
        };
        if is_suspect {
            let part_of_page = &self.page[..self.at];
            self.repairs.closed(part, part_of_page, start, &mut self.sink.store().work)?;
        }
        Ok(())
    }

    fn look_for_special(&mut self) {
        for window in self.page.as_bytes().chunks(16 * WINDOW) {
            if memchr2(b'\r', 0, window).is_some() {
                self.has_special = true;
                return;
            }
            // This search is much faster than reading.
            self.sink.store().work.charge(window.len() / 16);
        }
    }

    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.page.as_bytes().get(at).copied()
    }

    #[inline]
    fn charge(&mut self, amount: usize) {
        self.sink.store().work.charge(amount);
    }

    /// Returns the end of the bytes that may be searched before the next tick.
    #[inline]
    fn window(&self) -> usize {
        match self.at + WINDOW {
            end if end < self.page.len() => self.page.floor_char_boundary(end),
            _ => self.page.len(),
        }
    }

    /// Moves to the byte that `find` finds, or to the end of the window. Returns the place before the move.
    #[inline]
    fn skip(&mut self, find: impl Fn(&[u8]) -> Option<usize>) -> usize {
        let start = self.at;
        let end = self.window();
        let found = find(&self.page.as_bytes()[start..end]);
        self.at = found.map_or(end, |found| start + found);
        self.charge(16 + self.at - start);
        start
    }

    /// Moves to the first of two bytes, or to the end of the window. Returns the place before the move.
    #[inline]
    fn skip_to2(&mut self, a: u8, b: u8) -> usize {
        self.skip(|bytes| memchr2(a, b, bytes))
    }

    /// Reads text with tags and character references ("data state"), until a start tag changes the state.
    fn data(&mut self) -> Result<State, ParseError> {
        while self.at < self.page.len() {
            if self.byte(self.at) == Some(b'<') {
                // Between two tags there is mostly no text.
                self.charge(16);
            } else {
                let start = self.skip_to2(b'<', b'&');
                self.text(start, self.at, true)?;
            }
            match self.byte(self.at) {
                Some(b'<') => {
                    let state = self.markup()?;
                    if state != State::Data {
                        return Ok(state);
                    }
                }
                Some(b'&') => self.reference_in_text()?,
                _ => {}
            }
        }
        Ok(State::Data)
    }

    /// Passes on a part of the page as text, with line breaks normalised. A NUL goes to [`Sink::null`] if `has_null`,
    /// else it becomes U+FFFD.
    #[inline]
    fn text(&mut self, start: usize, end: usize, has_null: bool) -> Result<(), ParseError> {
        if start == end {
            return Ok(());
        }
        if !self.has_special {
            return self.sink.text(&self.page[start..end]);
        }
        self.pieces(start, end, |reader, piece| match piece {
            "\0" if has_null => reader.sink.null(),
            "\0" => reader.sink.text("\u{fffd}"),
            _ => reader.sink.text(piece),
        })
    }

    /// Hands over a part of the page in pieces, with line breaks normalised. Each NUL is a piece.
    fn pieces(
        &mut self,
        mut start: usize,
        end: usize,
        mut take: impl FnMut(&mut Self, &str) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let page = self.page;
        while start < end {
            let found = memchr2(b'\r', 0, &page.as_bytes()[start..end]);
            let until = found.map_or(end, |found| start + found);
            if start < until {
                take(self, &page[start..until])?;
            }
            match found.and_then(|_| self.byte(until)) {
                None => break,
                Some(b'\r') if self.byte(until + 1) == Some(b'\n') => {}
                Some(b'\r') => take(self, "\n")?,
                Some(_) => take(self, "\0")?,
            }
            self.charge(16);
            start = until + 1;
        }
        Ok(())
    }

    /// Reads the `&` that stands here in text.
    fn reference_in_text(&mut self) -> Result<(), ParseError> {
        match self.reference(false) {
            Some(reference) => self.sink.text(reference.as_str()),
            None => {
                self.at += 1;
                self.sink.text("&")
            }
        }
    }
}
