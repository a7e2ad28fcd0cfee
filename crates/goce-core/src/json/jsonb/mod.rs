//! PostgreSQL's binary form of `jsonb`, from the text of JSON.
//!
//! PostgreSQL's own input function takes up to two hundred times the text, cannot be cancelled, and may end the server
//! where memory is limited. This one takes the text, the result, and twelve bytes for each array and object.
//!
//! A container (array or object) is a header with its kind and number of elements, an entry of four bytes for each
//! element, and the bytes of the elements (PostgreSQL's `utils/jsonb.h`). An entry has the kind of its element and its
//! length, or in every 32nd the end of the element, counted from the container's first. An object has its keys first,
//! sorted by length and then by bytes, each once, and the values in the same order behind them. Numbers, arrays and
//! objects begin at multiples of four bytes.

mod containers;
mod keys;
mod numeric;

use super::tokens::{self, Token, Tokens};
use crate::prelude::*;
use containers::{Container, containers};
use keys::Keys;
use numeric::Numeric;

/// The most bytes of a result. PostgreSQL's own limit is twice as much, but a row holds several copies while it is made.
pub const LONGEST: usize = 128 << 20;

/// The most digits of the numbers of a result, as PostgreSQL writes them: 1e308 has 309.
const MOST_DIGITS: usize = 2 * LONGEST;

/// The bits of a container's header. A scalar is an array that stands for the one value in it.
#[derive(Clone, Copy)]
enum Header {
    Array = 0x4000_0000,
    Object = 0x2000_0000,
    Scalar = 0x5000_0000,
}

/// The bits of an entry: the kind of its element.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    String = 0,
    Numeric = 0x1000_0000,
    False = 0x2000_0000,
    True = 0x3000_0000,
    Null = 0x4000_0000,
    Container = 0x5000_0000,
}

/// The bit of an entry whose rest is its element's end in place of the length: one of 32 entries has it.
const HAS_END: u32 = 0x8000_0000;

const ENTRY: usize = size_of::<u32>();

// Lengths and ends have 28 bits.
const _: () = assert!(LONGEST < 1 << 28);

/// Why a text has no binary form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonbError {
    /// There was no memory for it.
    #[error("out of memory for the binary form of jsonb")]
    OutOfMemory,
    /// It would be longer than [`LONGEST`].
    #[error("jsonb of the page is too large")]
    TooLarge {
        /// The most bytes.
        limit: usize,
    },
    /// PostgreSQL would write its numbers with many more digits than they have here.
    #[error("numbers of the page have too many digits")]
    TooManyDigits {
        /// The most digits of all numbers.
        limit: usize,
    },
    /// It is no JSON as goce writes it.
    #[error("text is no JSON at byte {at}")]
    Invalid {
        /// Where, in bytes from the start of the text.
        at: usize,
    },
}

/// What is returned where a binary form is made: a value, or why there is none.
pub type Made<T = ()> = Result<T, JsonbError>;

impl From<OutOfMemory> for JsonbError {
    fn from(_: OutOfMemory) -> Self {
        JsonbError::OutOfMemory
    }
}

/// Returns the bytes of a `jsonb` behind its length word. The text is JSON in any encoding that has ASCII in it, such as
/// each of PostgreSQL's; strings keep its encoding. It has no U+0000, and no escapes `\u` but those of ASCII: so goce
/// writes JSON.
///
/// # Errors
/// [`JsonbError`].
pub fn jsonb(text: &[u8]) -> Made<Vec<u8>> {
    let containers = containers(text)?;
    let mut writer = Writer {
        text,
        containers: &containers,
        ..Writer::default()
    };
    writer.run()?;
    Ok(writer.out)
}

/// A container that is being written.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Its number in the order of the text, and whether it is an object.
    container: u32,
    is_object: bool,
    /// Where its bytes begin, with what fills up to a multiple of four.
    base: usize,
    /// Where its entries begin, how many there are, and how many are written.
    entries: usize,
    count: u32,
    written: u32,
    /// The length of all elements so far.
    total: usize,
    /// Where an array's next value begins in the text, and the number of the next container in it.
    at: usize,
    inner: u32,
    /// The first of an object's members.
    members: usize,
}

#[derive(Default)]
struct Writer<'t> {
    text: &'t [u8],
    containers: &'t [Container],
    out: Vec<u8>,
    frames: Vec<Frame>,
    /// The members of the objects that are being written.
    keys: Keys,
    numeric: Numeric,
    /// The digits of all numbers so far.
    digits: usize,
    work: Countdown,
}

impl Writer<'_> {
    fn run(&mut self) -> Made {
        let mut tokens = Tokens { text: self.text, at: 0 };
        let start = tokens.skip_spaces();
        if matches!(self.text.get(start), Some(b'{' | b'[')) {
            self.begin(start, 0)?;
        } else {
            self.header(Header::Scalar, 1)?;
            self.open(Frame {
                count: 1,
                at: start,
                ..Frame::default()
            })?;
        }
        while let Some(frame) = self.frames.last().copied() {
            self.work.charge(1);
            if frame.written < frame.count {
                self.next_value(&frame)?;
            } else {
                self.end(&frame)?;
            }
        }
        Ok(())
    }

    /// Writes the next value of the innermost container, or begins it if it is a container itself.
    fn next_value(&mut self, frame: &Frame) -> Made {
        let (at, inner) = if frame.is_object {
            let place = frame.members + (frame.written - frame.count / 2) as usize;
            self.keys.value(place).ok_or(JsonbError::Invalid { at: frame.at })?
        } else {
            (frame.at, frame.inner)
        };
        let mut tokens = Tokens { text: self.text, at };
        let start = tokens.skip_spaces();
        let (kind, length) = match tokens.next()? {
            Token::Begin { .. } => return self.begin(start, inner),
            Token::String { is_escaped } => {
                let from = self.out.len();
                let written = &self.text[start + 1..tokens.at - 1];
                self.room(written.len())?;
                if is_escaped {
                    tokens::unescape(written, start, &mut self.out)?;
                } else {
                    self.out.try_extend_from_slice(written)?;
                }
                self.work.charge(written.len());
                (Kind::String, self.out.len() - from)
            }
            Token::Number => (Kind::Numeric, self.number(start, tokens.at)?),
            Token::True => (Kind::True, 0),
            Token::False => (Kind::False, 0),
            Token::Null => (Kind::Null, 0),
            _ => return Err(JsonbError::Invalid { at: start }),
        };
        self.entry(kind, length, tokens.at, inner)
    }

    /// Writes a number, and returns its length.
    fn number(&mut self, start: usize, end: usize) -> Made<usize> {
        let from = self.out.len();
        self.numeric.read(&self.text[start..end])?.ok_or(JsonbError::Invalid { at: start })?;
        self.room(ENTRY + self.numeric.size())?;
        self.align()?;
        self.numeric.push(&mut self.out)?;
        self.digits += self.numeric.decimals();
        if self.digits > MOST_DIGITS {
            return Err(JsonbError::TooManyDigits { limit: MOST_DIGITS });
        }
        Ok(self.out.len() - from)
    }

    /// Begins the container with this number, whose bracket stands here.
    fn begin(&mut self, at: usize, number: u32) -> Made {
        let container = *self.containers.get(number as usize).ok_or(JsonbError::Invalid { at })?;
        let is_object = self.text.get(at) == Some(&b'{');
        let base = self.out.len();
        let members = self.keys.members.len();
        let mut count = container.members;
        if is_object {
            self.keys.read(self.text, at, number, self.containers, &mut self.work)?;
            count = 2 * self.keys.sort(members, &mut self.work);
        }
        // The number of members fits into 28 bits, as the result is shorter.
        self.room(2 * ENTRY + ENTRY * count as usize)?;
        if is_object {
            self.header(Header::Object, count / 2)?;
        } else {
            self.header(Header::Array, count)?;
        }
        self.open(Frame {
            container: number,
            is_object,
            base,
            count,
            at: at + 1,
            inner: number + 1,
            members,
            ..Frame::default()
        })?;
        if is_object {
            for place in members..self.keys.members.len() {
                let key = self.keys.key(place);
                let length = key.len();
                self.room(length)?;
                self.out.try_extend_from_slice(key)?;
                self.work.charge(length + 1);
                self.entry(Kind::String, length, at, number)?;
            }
            self.keys.texts.clear();
        }
        Ok(())
    }

    /// Ends the innermost container.
    fn end(&mut self, frame: &Frame) -> Made {
        self.frames.pop();
        self.keys.members.truncate(frame.members);
        if self.frames.is_empty() {
            return Ok(());
        }
        let container = *self.containers.get(frame.container as usize).ok_or(JsonbError::Invalid { at: frame.at })?;
        let length = self.out.len() - frame.base;
        self.entry(Kind::Container, length, container.end as usize, container.next)
    }

    /// Writes the entry of an element of the innermost container that ends here in the text.
    fn entry(&mut self, kind: Kind, length: usize, at: usize, inner: u32) -> Made {
        let Some(frame) = self.frames.last_mut() else {
            return Err(JsonbError::Invalid { at });
        };
        frame.total += length;
        let rest = if frame.written.is_multiple_of(32) {
            HAS_END | frame.total as u32
        } else {
            length as u32
        };
        let place = frame.entries + ENTRY * frame.written as usize;
        let slot = self.out.get_mut(place..place + ENTRY).ok_or(JsonbError::Invalid { at })?;
        slot.copy_from_slice(&(kind as u32 | rest).to_ne_bytes());
        frame.written += 1;
        if !frame.is_object {
            let mut tokens = Tokens { text: self.text, at };
            let behind = tokens.skip_spaces();
            frame.at = behind + usize::from(self.text.get(behind) == Some(&b','));
            frame.inner = if kind == Kind::Container { inner } else { frame.inner };
        }
        Ok(())
    }

    /// Returns an error if so many more bytes are too many.
    fn room(&self, bytes: usize) -> Made {
        if self.out.len().saturating_add(bytes) > LONGEST {
            return Err(JsonbError::TooLarge { limit: LONGEST });
        }
        Ok(())
    }

    /// Begins a container behind its header, with room for its entries.
    fn open(&mut self, frame: Frame) -> Made {
        let entries = self.out.len();
        let bytes = ENTRY * frame.count as usize;
        self.out.try_reserve(bytes).map_err(OutOfMemory::from)?;
        self.out.resize(entries + bytes, 0);
        self.work.charge(bytes);
        Ok(self.frames.try_push(Frame { entries, ..frame })?)
    }

    /// Fills up to a multiple of four bytes.
    fn align(&mut self) -> Made {
        let missing = self.out.len().next_multiple_of(ENTRY) - self.out.len();
        Ok(self.out.try_extend_from_slice(&[0; ENTRY][..missing])?)
    }

    /// Writes the header of a container of so many elements or members.
    fn header(&mut self, header: Header, count: u32) -> Made {
        self.align()?;
        Ok(self.out.try_extend_from_slice(&(header as u32 | count).to_ne_bytes())?)
    }
}

#[cfg(test)]
mod tests;
