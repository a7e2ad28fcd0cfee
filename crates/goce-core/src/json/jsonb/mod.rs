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
mod tokens;

use crate::interrupts::{CHECK_BYTES, Countdown};
use crate::memory::{OutOfMemory, TryPush};
use containers::{Container, containers};
use keys::Keys;
use numeric::Numeric;
use tokens::{Token, Tokens};

/// The most bytes of a result. PostgreSQL's own limit is twice as much, but a row holds several copies while it is made.
pub const LONGEST: usize = 128 << 20;

/// The most digits of the numbers of a result, as PostgreSQL writes them: 1e308 has 309.
const MOST_DIGITS: usize = 2 * LONGEST;

/// The bits of a container's header.
const ARRAY: u32 = 0x4000_0000;
const OBJECT: u32 = 0x2000_0000;
/// An array that stands for the one value in it.
const SCALAR: u32 = 0x1000_0000;

/// The bits of an entry: the kind of its element, and whether the rest is the element's end in place of its length.
const IS_STRING: u32 = 0;
const IS_NUMERIC: u32 = 0x1000_0000;
const IS_FALSE: u32 = 0x2000_0000;
const IS_TRUE: u32 = 0x3000_0000;
const IS_NULL: u32 = 0x4000_0000;
const IS_CONTAINER: u32 = 0x5000_0000;
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
pub fn jsonb(text: &[u8]) -> Result<Vec<u8>, JsonbError> {
    let containers = containers(text)?;
    let mut writer = Writer {
        text,
        containers: &containers,
        out: Vec::new(),
        frames: Vec::new(),
        keys: Keys::default(),
        numeric: Numeric::default(),
        digits: 0,
        work: Countdown::new(CHECK_BYTES),
    };
    writer.run()?;
    Ok(writer.out)
}

/// A container that is being written.
#[derive(Clone, Copy, Debug)]
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
    fn run(&mut self) -> Result<(), JsonbError> {
        let mut tokens = Tokens::at(self.text, 0);
        let start = tokens.skip_spaces();
        if matches!(self.text.get(start), Some(b'{' | b'[')) {
            self.begin(start, 0)?;
        } else {
            self.word(1 | ARRAY | SCALAR)?;
            self.frames.try_push(Frame {
                container: 0,
                is_object: false,
                base: 0,
                entries: self.out.len(),
                count: 1,
                written: 0,
                total: 0,
                at: start,
                inner: 0,
                members: 0,
            })?;
            self.reserve(ENTRY)?;
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
    fn next_value(&mut self, frame: &Frame) -> Result<(), JsonbError> {
        let (at, inner) = if frame.is_object {
            let place = frame.members + (frame.written - frame.count / 2) as usize;
            self.keys.value(place).ok_or(JsonbError::Invalid { at: frame.at })?
        } else {
            (frame.at, frame.inner)
        };
        let mut tokens = Tokens::at(self.text, at);
        let start = tokens.skip_spaces();
        let entry = match tokens.next()? {
            Token::Begin { .. } => return self.begin(start, inner),
            Token::String { is_escaped } => {
                let from = self.out.len();
                let written = &self.text[start + 1..tokens.place() - 1];
                self.room(written.len())?;
                if is_escaped {
                    tokens::unescape(written, start, &mut self.out)?;
                } else {
                    self.out.try_extend_from_slice(written)?;
                }
                self.work.charge(written.len());
                IS_STRING | (self.out.len() - from) as u32
            }
            Token::Number => self.number(start, tokens.place())?,
            Token::True => IS_TRUE,
            Token::False => IS_FALSE,
            Token::Null => IS_NULL,
            _ => return Err(JsonbError::Invalid { at: start }),
        };
        self.entry(entry, tokens.place(), inner)
    }

    fn number(&mut self, start: usize, end: usize) -> Result<u32, JsonbError> {
        let from = self.out.len();
        self.numeric.read(&self.text[start..end])?.ok_or(JsonbError::Invalid { at: start })?;
        self.room(ENTRY + self.numeric.size())?;
        self.align()?;
        self.numeric.push(&mut self.out)?;
        self.digits += self.numeric.decimals();
        if self.digits > MOST_DIGITS {
            return Err(JsonbError::TooManyDigits { limit: MOST_DIGITS });
        }
        Ok(IS_NUMERIC | (self.out.len() - from) as u32)
    }

    /// Begins the container with this number, whose bracket stands here.
    fn begin(&mut self, at: usize, number: u32) -> Result<(), JsonbError> {
        let container = *self.containers.get(number as usize).ok_or(JsonbError::Invalid { at })?;
        let is_object = self.text.get(at) == Some(&b'{');
        let base = self.out.len();
        let members = self.keys.len();
        let mut count = container.members;
        if is_object {
            self.keys.read(self.text, at, number, self.containers, &mut self.work)?;
            let length = self.keys.sort(members, &mut self.work);
            count = 2 * length;
            // Less than the 28 bits that the number of members has, as the result is shorter.
            self.room(2 * ENTRY + 2 * ENTRY * length as usize)?;
            self.align()?;
            self.word(length | OBJECT)?;
        } else {
            self.room(2 * ENTRY + ENTRY * count as usize)?;
            self.align()?;
            self.word(count | ARRAY)?;
        }
        let entries = self.out.len();
        self.reserve(ENTRY * count as usize)?;
        self.frames.try_push(Frame {
            container: number,
            is_object,
            base,
            entries,
            count,
            written: 0,
            total: 0,
            at: at + 1,
            inner: number + 1,
            members,
        })?;
        if is_object {
            for place in members..self.keys.len() {
                let key = self.keys.key(place);
                let length = key.len();
                if self.out.len() + length > LONGEST {
                    return Err(JsonbError::TooLarge { limit: LONGEST });
                }
                self.out.try_extend_from_slice(key)?;
                self.work.charge(length + 1);
                self.entry(IS_STRING | length as u32, at, number)?;
            }
            self.keys.forget_texts();
        }
        Ok(())
    }

    /// Ends the innermost container.
    fn end(&mut self, frame: &Frame) -> Result<(), JsonbError> {
        self.frames.pop();
        self.keys.truncate(frame.members);
        if self.frames.is_empty() {
            return Ok(());
        }
        let container = *self.containers.get(frame.container as usize).ok_or(JsonbError::Invalid { at: frame.at })?;
        let length = self.out.len() - frame.base;
        self.entry(IS_CONTAINER | length as u32, container.end as usize, container.next)
    }

    /// Writes the entry of an element of the innermost container that ends here in the text.
    fn entry(&mut self, entry: u32, at: usize, inner: u32) -> Result<(), JsonbError> {
        let Some(frame) = self.frames.last_mut() else {
            return Err(JsonbError::Invalid { at });
        };
        let kind = entry & 0x7000_0000;
        frame.total += (entry & 0x0FFF_FFFF) as usize;
        // The entries of which one has the end of its element.
        let entry = if frame.written.is_multiple_of(32) {
            kind | HAS_END | frame.total as u32
        } else {
            entry
        };
        let place = frame.entries + ENTRY * frame.written as usize;
        let slot = self.out.get_mut(place..place + ENTRY).ok_or(JsonbError::Invalid { at })?;
        slot.copy_from_slice(&entry.to_ne_bytes());
        frame.written += 1;
        if !frame.is_object {
            let mut tokens = Tokens::at(self.text, at);
            let behind = tokens.skip_spaces();
            frame.at = behind + usize::from(self.text.get(behind) == Some(&b','));
            frame.inner = if kind == IS_CONTAINER { inner } else { frame.inner };
        }
        Ok(())
    }

    /// Returns an error if so many more bytes are too many.
    fn room(&self, bytes: usize) -> Result<(), JsonbError> {
        if self.out.len().saturating_add(bytes) > LONGEST {
            return Err(JsonbError::TooLarge { limit: LONGEST });
        }
        Ok(())
    }

    /// Appends bytes of zero.
    fn reserve(&mut self, bytes: usize) -> Result<(), JsonbError> {
        self.out.try_reserve(bytes).map_err(OutOfMemory::from)?;
        self.out.resize(self.out.len() + bytes, 0);
        self.work.charge(bytes);
        Ok(())
    }

    /// Fills up to a multiple of four bytes.
    fn align(&mut self) -> Result<(), JsonbError> {
        let missing = self.out.len().next_multiple_of(ENTRY) - self.out.len();
        Ok(self.out.try_extend_from_slice(&[0; ENTRY][..missing])?)
    }

    fn word(&mut self, word: u32) -> Result<(), JsonbError> {
        Ok(self.out.try_extend_from_slice(&word.to_ne_bytes())?)
    }
}

#[cfg(test)]
mod tests;
