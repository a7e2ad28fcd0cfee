//! Where records begin, in bytes that may be damaged.

use crate::arc;
use crate::bounded::Bounded;
use crate::{PIECE, gzip};
use goce_core::prelude::*;

/// The first bytes of a record, before its version.
pub const MAGIC: &[u8] = b"WARC/";

/// The length of the first bytes of a record with its version: `WARC/1.0`.
pub const VERSIONED: usize = 8;

/// The formats whose records may begin in an archive. The first record decides: a page in a WARC file may have a line of
/// ARC in it, and one in an ARC file the head of a record of WARC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Any,
    Warc,
    Arc,
}

/// Returns `true` if a record of WARC or ARC begins here. Line breaks may come before it.
pub fn is_start_of_record(bytes: &[u8]) -> bool {
    is_start(bytes, Format::Any)
}

/// Returns `true` if a record begins here. Line breaks may come before it.
pub fn is_start(bytes: &[u8], format: Format) -> bool {
    let breaks = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let bytes = &bytes[breaks..];
    format != Format::Arc && is_warc_start(bytes) || format != Format::Warc && arc::Line::read(bytes).is_some()
}

/// Returns `true` if a record of WARC begins here.
pub fn is_warc_start(bytes: &[u8]) -> bool {
    match bytes.strip_prefix(MAGIC) {
        Some([major, b'.', minor, ..]) => major.is_ascii_digit() && minor.is_ascii_digit(),
        _ => false,
    }
}

/// The number of bytes that [`is_certain_start`] looks at.
const CERTAIN: usize = VERSIONED + b"\r\nWARC-".len();

/// Returns `true` if a record surely begins here, even where the line break before it was lost: its version is a line
/// of its own, and a field of WARC follows.
pub fn is_certain_start(bytes: &[u8]) -> bool {
    let field = bytes.get(VERSIONED..CERTAIN);
    is_warc_start(bytes) && field.is_some_and(|field| field.eq_ignore_ascii_case(b"\r\nWARC-"))
}

/// Returns `true` if these could become the start of a record with more bytes.
pub fn is_unfinished(bytes: &[u8], format: Format) -> bool {
    format != Format::Arc && bytes.len() < VERSIONED && is_prefix(bytes)
        || format != Format::Warc && arc::is_unfinished(bytes)
}

/// Returns `true` if these could be the first bytes of a record of WARC.
fn is_prefix(bytes: &[u8]) -> bool {
    bytes.iter().zip(MAGIC).all(|(byte, magic)| byte == magic)
}

/// Returns `true` if a record begins within a block, or if the block was dropped.
pub fn holds_record(block: &Bounded, format: Format) -> bool {
    let Some(bytes) = block.bytes() else {
        return true;
    };
    (0..bytes.len()).step_by(PIECE).any(|start| {
        interrupts::check();
        let end = bytes.len().min(start + PIECE + arc::MAX_LINE);
        find(&bytes[start..end], start == 0, false, format).1 == Found::Record
    })
}

/// The outcome of [`find`].
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    Record,
    Member,
    Nothing,
}

/// Returns the number of bytes before the first that may begin a record or, in `plain` bytes, a gzip member. Where
/// nothing is found, bytes at the end that may begin either are not counted.
pub fn find(bytes: &[u8], line_start: bool, plain: bool, format: Format) -> (usize, Found) {
    let (has_arc, has_warc) = (format != Format::Warc, format != Format::Arc);
    if line_start
        && has_arc
        && let Some(found) = find_line(bytes, 0)
    {
        return found;
    }
    let mut from = 0;
    loop {
        let rest = &bytes[from..];
        let wanted =
            |byte: &u8| has_arc && *byte == b'\n' || has_warc && *byte == b'W' || plain && *byte == gzip::MAGIC[0];
        let Some(next) = rest.iter().position(wanted) else {
            return (bytes.len(), Found::Nothing);
        };
        let at = from + next;
        let rest = &bytes[at..];
        if rest[0] == gzip::MAGIC[0] {
            if rest.starts_with(gzip::MAGIC) {
                return (at, Found::Member);
            }
            if gzip::MAGIC.starts_with(rest) {
                return (at, Found::Nothing);
            }
        } else if rest[0] == b'\n' {
            if let Some(found) = find_line(bytes, at + 1) {
                return found;
            }
        } else {
            let before = at.checked_sub(1);
            let at_line_start = before.map_or(line_start, |before| bytes[before] == b'\n');
            if at_line_start && is_warc_start(rest) || is_certain_start(rest) {
                return (at, Found::Record);
            }
            if rest.len() < CERTAIN && is_prefix(rest) {
                return (at, Found::Nothing);
            }
        }
        from = at + 1;
    }
}

/// Returns what [`find`] does, if a record of ARC begins here or may do so.
fn find_line(bytes: &[u8], at: usize) -> Option<(usize, Found)> {
    let rest = &bytes[at..];
    if arc::Line::read(rest).is_some() {
        return Some((at, Found::Record));
    }
    (!rest.is_empty() && arc::is_unfinished(rest)).then_some((at, Found::Nothing))
}
