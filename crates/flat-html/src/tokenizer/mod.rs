//! Text to tokens (HTML standard, 13.2.5): texts, tags with their attributes, comments, doctypes.
//!
//! The standard describes a machine that takes one character at a time. As the whole page is there, this one looks
//! for the next byte that means something and hands on what is before it as the page has it.

mod attributes;
mod doctype;
mod markup;
mod raw;
mod reference;

use memchr::memchr2;

use super::names::{self, Name};
use super::tree::{AttributeData, Tree};
use super::{Budget, ParseError};
use crate::work::Work;

pub(super) use doctype::Doctype;

/// Bytes that are looked through between two ticks.
const WINDOW: usize = 4 * 1024;

/// The tree as it grows, with the names and attributes of the tag that is read.
pub(super) struct Store<'t> {
    pub tree: Tree,
    pub work: Work<'t>,
    pub budget: Budget,
}

/// A tag. Its attributes are a range of [`Tree::attributes`]; those of an end tag are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub name: Name,
    pub start: u32,
    pub end: u32,
    pub self_closing: bool,
}

impl Tag {
    /// Returns a tag without attributes.
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

    /// Returns the value of the attribute of a name.
    pub fn value(self, name: Name, tree: &Tree) -> Option<&str> {
        let mut attributes = self.attributes(tree).iter();
        let attribute = attributes.find(|attribute| attribute.name() == name.0)?;
        Some(attribute.value(tree))
    }
}

/// The kind of text that the tokenizer reads: after a start tag it may be another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Text and tags.
    Data,
    /// Text and character references up to the end tag: `<title>`, `<textarea>`.
    Rcdata,
    /// Text up to the end tag: `<style>`.
    Rawtext,
    /// A script up to its end tag.
    Script,
    /// Text up to the page's end.
    Plaintext,
    /// A CDATA section up to its end.
    Cdata,
}

/// Takes tokens.
pub(super) trait Sink<'t> {
    /// Returns the store of the tags' names and attributes.
    fn store(&mut self) -> &mut Store<'t>;
    /// Takes text, which is not empty. Neighbouring texts may come in any number of pieces.
    fn text(&mut self, text: &str) -> Result<(), ParseError>;
    /// Takes a NUL, where its meaning depends on where it stands.
    fn null(&mut self) -> Result<(), ParseError>;
    /// Takes a comment, as the page has it.
    fn comment(&mut self, comment: &str) -> Result<(), ParseError>;
    /// Takes a doctype.
    fn doctype(&mut self, doctype: &Doctype) -> Result<(), ParseError>;
    /// Takes a start tag. Returns the kind of text that follows.
    fn start_tag(&mut self, tag: Tag) -> Result<State, ParseError>;
    /// Takes an end tag.
    fn end_tag(&mut self, tag: Tag) -> Result<(), ParseError>;
    /// Takes the end of the page.
    fn end(&mut self) -> Result<(), ParseError>;
    /// Returns `true` where a CDATA section may stand.
    fn is_in_foreign_content(&self) -> bool;
}

/// Reads a page.
pub(super) struct Tokenizer<'p, S> {
    page: &'p str,
    /// The offset in the page up to which it is read.
    at: usize,
    /// The page has a CR or a NUL, so texts are searched for them.
    has_special: bool,
    sink: S,
    /// The last start tag's name: only its end tag ends raw text.
    last_start_tag: Name,
    /// For names that are not as the page has them.
    scratch: String,
    /// By name, the number of the last tag that had it as an attribute.
    seen: Vec<u32>,
    /// The number of tags so far.
    tags: u32,
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
        }
    }

    /// Sets which end tag ends raw text that the page begins with.
    pub(super) fn set_last_start_tag(&mut self, name: Name) {
        self.last_start_tag = name;
    }

    /// Reads the whole page and returns what took its tokens.
    pub(super) fn run(mut self, mut state: State) -> Result<S, ParseError> {
        self.look_for_special();
        while self.at < self.page.len() {
            state = match state {
                State::Data => self.data()?,
                State::Rcdata => self.rcdata()?,
                State::Rawtext => self.rawtext()?,
                State::Script => self.script()?,
                State::Plaintext => self.plaintext()?,
                State::Cdata => self.cdata()?,
            };
        }
        self.sink.end()?;
        Ok(self.sink)
    }

    fn look_for_special(&mut self) {
        for window in self.page.as_bytes().chunks(16 * WINDOW) {
            if memchr2(b'\r', 0, window).is_some() {
                self.has_special = true;
                return;
            }
            // A fraction of the work that reading it is.
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

    /// Returns the end of the part of the page that may be looked through before the next tick.
    #[inline]
    fn window(&self) -> usize {
        match self.at + WINDOW {
            end if end < self.page.len() => self.page.floor_char_boundary(end),
            _ => self.page.len(),
        }
    }

    /// Goes on to what `find` finds, or to the end of the window. Returns where it was.
    #[inline]
    fn skip(&mut self, find: impl Fn(&[u8]) -> Option<usize>) -> usize {
        let start = self.at;
        let end = self.window();
        let found = find(&self.page.as_bytes()[start..end]);
        self.at = found.map_or(end, |found| start + found);
        self.charge(16 + self.at - start);
        start
    }

    /// Goes on to the first of two bytes, or to the end of the window. Returns where it was.
    #[inline]
    fn skip_to2(&mut self, a: u8, b: u8) -> usize {
        self.skip(|bytes| memchr2(a, b, bytes))
    }

    /// Text in which tags and character references may stand.
    fn data(&mut self) -> Result<State, ParseError> {
        while self.at < self.page.len() {
            let start = self.skip_to2(b'<', b'&');
            self.text(start, self.at, true)?;
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

    /// Hands on a part of the page as text. NUL is handed on as such, or as U+FFFD.
    #[inline]
    fn text(&mut self, start: usize, end: usize, has_null: bool) -> Result<(), ParseError> {
        if start == end {
            return Ok(());
        }
        if !self.has_special {
            return self.sink.text(&self.page[start..end]);
        }
        self.special_text(start, end, has_null)
    }

    fn special_text(&mut self, mut start: usize, end: usize, has_null: bool) -> Result<(), ParseError> {
        while start < end {
            let found = memchr2(b'\r', 0, &self.page.as_bytes()[start..end]);
            let until = found.map_or(end, |found| start + found);
            if start < until {
                self.sink.text(&self.page[start..until])?;
            }
            if until == end {
                break;
            }
            match self.byte(until) {
                Some(b'\r') if self.byte(until + 1) == Some(b'\n') => {}
                Some(b'\r') => self.sink.text("\n")?,
                _ if has_null => self.sink.null()?,
                _ => self.sink.text("\u{fffd}")?,
            }
            self.charge(16);
            start = until + 1;
        }
        Ok(())
    }

    /// A `&` in text.
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
