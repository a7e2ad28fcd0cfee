//! Tags with their attributes (HTML standard, 13.2.5.8 "tag name state" and 13.2.5.32 to 13.2.5.40, the states of
//! attributes).

use crate::ParseError;
use crate::damage::Part;
use crate::memory::{TryPush, TryPushStr};
use crate::names::Name;
use crate::tree::AttributeData;

use super::{Sink, State, Store, Tag, Tokenizer, WINDOW};

/// Ends a tag's name: whitespace, `/`, `>`.
const ENDS_NAME: u8 = 1;
/// Ends an attribute's name: whitespace, `/`, `>`, `=`.
const ENDS_ATTRIBUTE: u8 = 2;
/// Ends a part of a value without quotes: whitespace, `>`, and `&`, which may begin a character reference.
const ENDS_VALUE: u8 = 4;
/// Changes in a name: capital letters, which become lower case, and NUL, which becomes U+FFFD.
const CHANGES: u8 = 8;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' | b'>' => ENDS_NAME | ENDS_ATTRIBUTE | ENDS_VALUE,
            b'/' => ENDS_NAME | ENDS_ATTRIBUTE,
            b'=' => ENDS_ATTRIBUTE,
            b'&' => ENDS_VALUE,
            b'A'..=b'Z' | 0 => CHANGES,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Returns `true` for whitespace. CR counts too, because the tokenizer reads it as a line break.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Returns the part that a value in these quotes is.
fn part_of(quote: u8) -> Part {
    if quote == b'"' { Part::Double } else { Part::Single }
}

impl<'p, 't, S: Sink<'t>> Tokenizer<'p, S> {
    /// Reads a tag whose name begins here and passes it on. Returns the tokenizer's next state.
    pub(super) fn tag(&mut self, is_end: bool) -> Result<State, ParseError> {
        self.tags += 1;
        if is_end && let Some(name) = self.end_of_current() {
            self.sink.end_tag(Tag::bare(name))?;
            return Ok(State::Data);
        }
        let name = self.name(ENDS_NAME)?;
        let store = self.sink.store();
        let (start, values) = (store.tree.attributes.len(), store.tree.values.len());
        let self_closing = if self.byte(self.at) == Some(b'>') {
            self.at += 1;
            Some(false)
        } else {
            self.attributes()?
        };
        let store = self.sink.store();
        let Some(self_closing) = self_closing.filter(|_| !is_end) else {
            store.tree.attributes.truncate(start);
            store.tree.values.truncate(values);
            if self_closing.is_some() {
                self.sink.end_tag(Tag::bare(name))?;
            }
            return Ok(State::Data);
        };
        self.last_start_tag = name;
        let tag = Tag {
            name,
            start: start as u32,
            end: store.tree.attributes.len() as u32,
            self_closing,
        };
        self.sink.start_tag(tag)
    }

    /// Moves behind the end tag of the current node, as most end tags are, and returns its name. `None` for another tag.
    #[inline]
    fn end_of_current(&mut self) -> Option<Name> {
        let name = self.sink.current_name()?;
        let length = name.length_in(self.page.as_bytes().get(self.at..)?)?;
        (self.byte(self.at + length) == Some(b'>')).then(|| {
            self.at += length + 1;
            self.charge(15 + length);
            name
        })
    }

    /// Moves to the first byte of a class. Returns all classes of the bytes before it, joined.
    #[inline]
    fn skip_to_class(&mut self, class: u8) -> u8 {
        let mut all = 0;
        loop {
            let rest = &self.page.as_bytes()[self.at..];
            let window = &rest[..rest.len().min(WINDOW)];
            let mut length = 0;
            for byte in window {
                let classes = CLASSES[usize::from(*byte)];
                if classes & class != 0 {
                    break;
                }
                all |= classes;
                length += 1;
            }
            self.at += length;
            self.charge(16 + length);
            if length < WINDOW {
                return all;
            }
        }
    }

    /// Reads a name up to the first byte of a class.
    #[inline(always)]
    fn name(&mut self, class: u8) -> Result<Name, ParseError> {
        // Most names are known and of few letters.
        if let Some(first) = self.page.as_bytes().get(self.at..).and_then(|rest| rest.first_chunk())
            && let Some((known, length)) = Name::known_letters(u64::from_le_bytes(*first))
            && CLASSES[usize::from(first[length & 7])] & class != 0
        {
            self.at += length;
            self.charge(15 + length);
            return Ok(known);
        }
        self.long_name(class)
    }

    /// Reads a name that may be unknown, long, or of other characters than letters.
    fn long_name(&mut self, class: u8) -> Result<Name, ParseError> {
        let start = self.at;
        // The first character is part of the name whatever it is: an attribute's name may begin with `=`.
        self.at += 1;
        while !self.page.is_char_boundary(self.at) {
            self.at += 1;
        }
        let first = CLASSES[usize::from(self.page.as_bytes()[start])];
        let classes = first | self.skip_to_class(class);
        let mut name = &self.page[start..self.at];
        let Store { tree, work, .. } = self.sink.store();
        if classes & CHANGES != 0 {
            self.scratch.clear();
            self.scratch.try_reserve(name.len())?;
            for (count, c) in name.chars().enumerate() {
                match c {
                    '\0' => self.scratch.try_push_char('\u{fffd}')?,
                    c => self.scratch.try_push_char(c.to_ascii_lowercase())?,
                }
                if count % WINDOW == WINDOW - 1 {
                    work.charge(WINDOW);
                }
            }
            name = &self.scratch;
        }
        Ok(tree.names.intern(name, work)?)
    }

    /// Moves to the first byte that is not whitespace, and returns it.
    pub(super) fn skip_space(&mut self) -> Option<u8> {
        loop {
            match self.byte(self.at) {
                Some(byte) if is_space(byte) => {
                    self.at += 1;
                    self.charge(1);
                }
                other => return other,
            }
        }
    }

    /// Reads a tag from the end of its name on. Returns `true` if it ends in `/>`, and nothing if the page ends within
    /// it.
    fn attributes(&mut self) -> Result<Option<bool>, ParseError> {
        while let Some(byte) = self.skip_space() {
            match byte {
                b'>' => {
                    self.at += 1;
                    return Ok(Some(false));
                }
                b'/' => {
                    self.at += 1;
                    self.charge(1);
                    if self.byte(self.at) == Some(b'>') {
                        self.at += 1;
                        return Ok(Some(true));
                    }
                }
                _ => self.attribute()?,
            }
        }
        Ok(None)
    }

    fn attribute(&mut self) -> Result<(), ParseError> {
        let name = self.name(ENDS_ATTRIBUTE)?;
        let start = self.sink.store().tree.values.len();
        // Mostly no space stands around the sign.
        if self.byte(self.at) == Some(b'=') || self.skip_space() == Some(b'=') {
            self.at += 1;
            match self.byte(self.at).filter(|byte| !is_space(*byte)).or_else(|| self.skip_space()) {
                Some(quote @ (b'"' | b'\'')) => {
                    self.at += 1;
                    self.quoted(quote)?;
                }
                Some(b'>') | None => {}
                Some(_) => self.unquoted()?,
            }
        }
        if !self.is_first(name)? {
            self.sink.store().tree.values.truncate(start);
            return Ok(());
        }
        let store = self.sink.store();
        if store.tree.attributes.len() >= store.budget.max_attributes {
            return Err(ParseError::TooManyAttributes {
                attributes: store.budget.max_attributes,
            });
        }
        store
            .tree
            .attributes
            .try_push(AttributeData::new(name, start as u32, store.tree.values.len() as u32))?;
        Ok(())
    }

    /// Returns `true` if this tag has had no attribute of this name yet, and notes that it has one now. The first of
    /// two attributes with one name counts.
    fn is_first(&mut self, name: Name) -> Result<bool, ParseError> {
        let number = name.0 as usize;
        if number >= self.seen.len() {
            let names = self.sink.store().tree.names.count();
            self.seen.try_reserve(names - self.seen.len())?;
            self.seen.resize(names, 0);
        }
        Ok(std::mem::replace(&mut self.seen[number], self.tags) != self.tags)
    }

    /// Reads a value up to its second quote ("attribute value (double-quoted) state", and that for single quotes).
    #[inline(always)]
    fn quoted(&mut self, quote: u8) -> Result<(), ParseError> {
        if self.at >= self.repairs.first {
            return self.quoted_behind_repair(quote);
        }
        let begin = self.at;
        loop {
            let start = self.skip_to2(quote, b'&');
            self.value(start, self.at)?;
            match self.byte(self.at) {
                Some(b'&') => self.reference_in_value()?,
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return Ok(());
                }
                None => return self.unclosed(part_of(quote), begin),
                Some(_) => {}
            }
        }
    }

    /// Reads a value that may have to be closed.
    #[cold]
    fn quoted_behind_repair(&mut self, quote: u8) -> Result<(), ParseError> {
        let whole = self.page;
        if let Some(close) = self.close(part_of(quote)) {
            self.page = &whole[..close];
        }
        let first = std::mem::replace(&mut self.repairs.first, usize::MAX);
        let read = self.quoted(quote);
        self.repairs.first = first;
        self.page = whole;
        read
    }

    /// Reads a value without quotes ("attribute value (unquoted) state").
    fn unquoted(&mut self) -> Result<(), ParseError> {
        loop {
            let start = self.at;
            self.skip_to_class(ENDS_VALUE);
            self.value(start, self.at)?;
            match self.byte(self.at) {
                Some(b'&') => self.reference_in_value()?,
                _ => return Ok(()),
            }
        }
    }

    #[inline]
    pub(super) fn push_value(&mut self, value: &str) -> Result<(), ParseError> {
        Ok(self.sink.store().tree.values.try_push_str(value)?)
    }

    /// Appends a part of the page to the value, with line breaks normalised and NULs as U+FFFD.
    #[inline(always)]
    fn value(&mut self, start: usize, end: usize) -> Result<(), ParseError> {
        if self.has_special {
            return self.pieces(start, end, |reader, piece| match piece {
                "\0" => reader.push_value("\u{fffd}"),
                _ => reader.push_value(piece),
            });
        }
        self.push_value(&self.page[start..end])
    }
}
