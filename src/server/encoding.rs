//! From the server's encoding to UTF-8 and back. `text` says what becomes of characters without an equivalent.

use std::ffi::{CStr, CString};

use pgrx::pg_sys;

use goce_core::interrupts;
use goce_core::memory::{Fallible, TryPush, TryPushStr};

/// Bytes that are converted between two looks at interrupts.
const PIECE: usize = 4096;

/// Stands for what is no character.
const REPLACEMENT: &str = "\u{FFFD}";

/// Returns `true` if text has to be converted. `SQL_ASCII` has no conversion: its texts are any bytes.
pub fn converts() -> bool {
    let encoding = encoding();
    encoding != UTF8 && encoding != pg_sys::pg_enc::PG_SQL_ASCII as i32
}

const UTF8: i32 = pg_sys::pg_enc::PG_UTF8 as i32;

fn encoding() -> i32 {
    // SAFETY: reads a variable of the backend.
    unsafe { pg_sys::GetDatabaseEncoding() }
}

/// Returns bytes as UTF-8, with U+FFFD for those that are not valid.
pub fn replaced(bytes: &[u8]) -> Fallible<String> {
    let mut text = String::new();
    text.try_reserve(bytes.len())?;
    let mut next_look = PIECE;
    for chunk in bytes.utf8_chunks() {
        text.try_push_str(chunk.valid())?;
        if !chunk.invalid().is_empty() {
            text.try_push_str(REPLACEMENT)?;
        }
        if text.len() >= next_look {
            interrupts::check();
            next_look = text.len() + PIECE;
        }
    }
    Ok(text)
}

/// Returns a text in the server's encoding, without U+0000.
pub fn to_server(text: &str) -> Fallible<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve(text.len())?;
    if converts() && !text.is_ascii() {
        encode(text, &mut bytes)?;
    } else {
        for (number, part) in text.split('\0').enumerate() {
            if number > 0 {
                bytes.try_extend_from_slice(replacement().as_bytes())?;
            }
            bytes.try_extend_from_slice(part.as_bytes())?;
        }
    }
    Ok(bytes)
}

/// Returns what stands for U+0000 in an ASCII text.
fn replacement() -> &'static str {
    if converts() { "&#65533;" } else { REPLACEMENT }
}

/// Returns a short text in ASCII, with other characters as numeric character references.
fn ascii(text: &str) -> String {
    let ascii = |c| match c {
        '\u{1}'..='\u{7F}' => String::from(c),
        _ => reference(c),
    };
    text.chars().map(ascii).collect()
}

/// Returns the numeric character reference of a character; for U+0000 that of U+FFFD.
fn reference(c: char) -> String {
    format!("&#{};", if c == '\0' { 0xFFFD } else { u32::from(c) })
}

/// Returns a message in ASCII where text has to be converted: pgrx does not convert messages.
pub fn message(text: String) -> String {
    if converts() && !text.is_ascii() || text.contains('\0') {
        ascii(&text)
    } else {
        text
    }
}

/// Returns a message of the server in ASCII; `None` if it is ASCII already.
pub fn message_of_server(text: &CStr) -> Option<CString> {
    if text.to_bytes().is_ascii() {
        return None;
    }
    let text = decode(text.to_bytes()).ok()?;
    CString::new(ascii(&text)).ok()
}

/// The most bytes that one byte becomes (PostgreSQL's MAX_CONVERSION_GROWTH).
const GROWTH: usize = 4;

struct Conversion {
    procedure: pg_sys::Oid,
    from: i32,
    to: i32,
    buffer: [u8; PIECE * GROWTH + 1],
}

impl Conversion {
    /// Returns `None` where PostgreSQL has no such conversion.
    fn new(from: i32, to: i32) -> Option<Self> {
        // SAFETY: looks the conversion up in the catalog.
        let procedure = unsafe { pg_sys::FindDefaultConversionProc(from, to) };
        (procedure != pg_sys::InvalidOid).then_some(Conversion {
            procedure,
            from,
            to,
            buffer: [0; PIECE * GROWTH + 1],
        })
    }

    /// Converts at most [`PIECE`] bytes, up to the first that cannot be converted. Returns how many were converted,
    /// and the result.
    fn convert(&mut self, bytes: &[u8]) -> (usize, &[u8]) {
        let length = bytes.len().min(PIECE);
        // SAFETY: the source has that many bytes and is only read; the buffer holds the longest result and a final
        // zero.
        let read = unsafe {
            pg_sys::pg_do_encoding_conversion_buf(
                self.procedure,
                self.from,
                self.to,
                bytes.as_ptr().cast_mut(),
                length as i32,
                self.buffer.as_mut_ptr(),
                self.buffer.len() as i32,
                true,
            )
        };
        let read = usize::try_from(read).map_or(0, |read| read.min(length));
        let end = self.buffer.iter().position(|&byte| byte == 0);
        (read, &self.buffer[..end.map_or(0, |end| end)])
    }
}

pub fn decode(bytes: &[u8]) -> Fallible<String> {
    let server = encoding();
    let mut conversion = Conversion::new(server, UTF8);
    let mut text = String::new();
    text.try_reserve(bytes.len())?;
    let mut rest = bytes;
    while !rest.is_empty() {
        interrupts::check();
        let read = match &mut conversion {
            Some(conversion) => {
                let (read, converted) = conversion.convert(rest);
                for chunk in converted.utf8_chunks() {
                    text.try_push_str(chunk.valid())?;
                }
                read
            }
            None => {
                let ascii = rest.iter().take(PIECE).take_while(|byte| byte.is_ascii());
                let read = ascii.count();
                for byte in &rest[..read] {
                    text.try_push_char(char::from(*byte))?;
                }
                read
            }
        };
        // A character that the end of a piece cuts off begins the next piece.
        rest = &rest[read..];
        if read == 0 {
            text.try_push_str(REPLACEMENT)?;
            rest = &rest[character_length(server, rest)..];
        }
    }
    Ok(text)
}

/// Returns the length of the first character of bytes in an encoding, at least 1.
fn character_length(encoding: i32, bytes: &[u8]) -> usize {
    let mut start = [0; 5];
    let length = bytes.len().min(4);
    start[..length].copy_from_slice(&bytes[..length]);
    // SAFETY: no encoding looks at more than four bytes, and a zero follows them.
    let found = unsafe { pg_sys::pg_encoding_mblen(encoding, start.as_ptr().cast()) };
    usize::try_from(found).map_or(1, |found| found.clamp(1, bytes.len()))
}

/// A character and its conversion. The longest conversion is a reference, `&#1114111;`.
#[derive(Clone, Copy)]
struct Known {
    character: char,
    length: u8,
    bytes: [u8; 11],
}

/// How many conversions are kept. A page has few different characters; PostgreSQL takes a microsecond for one.
const KEPT: usize = 512;

fn encode(text: &str, out: &mut Vec<u8>) -> Fallible {
    let mut conversion = Conversion::new(UTF8, encoding());
    let nothing = Known {
        character: '\0',
        length: 0,
        bytes: [0; 11],
    };
    let mut kept = [nothing; KEPT];
    let mut next_look = out.len() + PIECE;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if out.len() >= next_look {
            interrupts::check();
            next_look = out.len() + PIECE;
        }
        let plain = rest.bytes().take(PIECE);
        let plain = plain.take_while(|byte| byte.is_ascii() && *byte != 0).count();
        if plain > 0 {
            out.try_extend_from_slice(&rest.as_bytes()[..plain])?;
            rest = &rest[plain..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        let c = if c == '\0' { char::REPLACEMENT_CHARACTER } else { c };
        let known = &mut kept[c as usize % KEPT];
        if known.character != c {
            interrupts::check();
            *known = known_of(c, conversion.as_mut());
        }
        out.try_extend_from_slice(&known.bytes[..usize::from(known.length)])?;
    }
    Ok(())
}

fn known_of(c: char, conversion: Option<&mut Conversion>) -> Known {
    let mut utf8 = [0; 4];
    let utf8 = c.encode_utf8(&mut utf8);
    let reference = reference(c);
    let converted = conversion.map(|conversion| conversion.convert(utf8.as_bytes()));
    let bytes = match converted {
        Some((read, converted)) if read == utf8.len() && converted.len() <= 11 => converted,
        _ => reference.as_bytes(),
    };
    let mut known = Known {
        character: c,
        length: bytes.len() as u8,
        bytes: [0; 11],
    };
    known.bytes[..bytes.len()].copy_from_slice(bytes);
    known
}
