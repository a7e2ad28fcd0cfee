//! From the archive to text: the records of WARC and ARC files, and the bytes of a page decoded.

#![forbid(unsafe_code)]

mod arc;
mod bounded;
mod coding;
pub mod copy;
mod decode;
mod fields;
mod gzip;
mod html_type;
mod http;
mod mime;
mod prescan;
mod record_start;
mod row_type;
mod source;
mod stream;
mod warc;
mod zstd;

use goce_core::prelude::*;

pub use decode::{Sniffed, decode, sniff};
pub use html_type::is_html;
pub use record_start::is_start_of_record;
pub use warc::{DAMAGED, DEFAULT_MAX_PAYLOAD, MAX_PAYLOAD, Reader, Record};
pub use zstd::{dictionary_length, may_begin as is_start_of_zstd};

/// Bytes read at a time, and copied or moved between two checks.
const PIECE: usize = 64 * 1024;

/// Bytes decoded, or given to a detector, between two checks.
const CHUNK: usize = 16 * 1024;

/// Appends bytes, piece by piece.
fn append(to: &mut Vec<u8>, bytes: &[u8]) -> Reading {
    to.try_reserve(bytes.len())?;
    for piece in bytes.chunks(PIECE) {
        interrupts::check();
        to.extend_from_slice(piece);
    }
    Ok(())
}

/// Puts bytes in the place of the first `count`, piece by piece.
fn replace_front(of: &mut Vec<u8>, count: usize, bytes: &[u8]) -> Reading {
    let count = count.min(of.len());
    let rest = of.len() - count;
    let more = bytes.len().saturating_sub(count);
    of.try_reserve(more)?;
    for _ in 0..more.div_ceil(PIECE) {
        interrupts::check();
        of.resize((bytes.len() + rest).min(of.len() + PIECE), 0);
    }
    let pieces = rest.div_ceil(PIECE);
    for piece in 0..pieces {
        interrupts::check();
        // Towards the end, the last piece moves first, so that none is overwritten before it has moved.
        let piece = if more > 0 { pieces - 1 - piece } else { piece };
        let (start, end) = (piece * PIECE, rest.min((piece + 1) * PIECE));
        of.copy_within(count + start..count + end, bytes.len() + start);
    }
    of.truncate(bytes.len() + rest);
    for (to, from) in of.chunks_mut(PIECE).zip(bytes.chunks(PIECE)) {
        interrupts::check();
        to[..from.len()].copy_from_slice(from);
    }
    Ok(())
}

/// What reading bytes of an archive gives.
pub type Reading<T = ()> = Result<T, ArchiveError>;

/// The reason why bytes of an archive give no result.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("decoded page is too large")]
    TooLarge {
        /// The longest allowed, in bytes of UTF-8.
        limit: usize,
    },
    #[error("out of memory for the archive")]
    OutOfMemory,
    #[error("cannot read the archive: {0}")]
    Read(std::io::Error),
}

impl From<std::io::Error> for ArchiveError {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::OutOfMemory {
            return ArchiveError::OutOfMemory;
        }
        ArchiveError::Read(error)
    }
}

impl From<OutOfMemory> for ArchiveError {
    fn from(_: OutOfMemory) -> Self {
        ArchiveError::OutOfMemory
    }
}

impl From<std::collections::TryReserveError> for ArchiveError {
    fn from(_: std::collections::TryReserveError) -> Self {
        ArchiveError::OutOfMemory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_replaced_as_a_splice_does() {
        let noise = |length: usize| -> Vec<u8> { (0..length).map(|n| (n * 7 % 251) as u8).collect() };
        for length in [0, 5, PIECE, 3 * PIECE + 7] {
            for count in [0, 3, PIECE - 1, 2 * PIECE] {
                for new in [0, 2, PIECE + 1, 2 * PIECE + 9] {
                    let (mut found, bytes) = (noise(length), vec![255; new]);
                    let mut expected = found.clone();
                    expected.splice(..count.min(length), bytes.iter().copied());
                    let (_, checks) = interrupts::counted(|| replace_front(&mut found, count, &bytes).unwrap());
                    assert_eq!(found, expected, "{length} {count} {new}");
                    assert!(checks <= 2 + 3 * (length + new).div_ceil(PIECE));
                }
            }
        }
    }
}
