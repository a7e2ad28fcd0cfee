//! Content codings of HTTP bodies, undone (RFC 9110, section 8.4.1).
//!
//! Each decoder works in steps, and one loop copies its output. The readers of flate2 and brotli-decompressor would be
//! shorter, but on damaged data they lose the output of their last call: for a small page, all of it.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::Decompress;

use crate::bounded::Bounded;
use crate::gzip::{self, DecoderStep, End, inflate};
use crate::zstd;
use crate::{CHUNK, PIECE, Reading};
use goce_core::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// RFC 1952.
    Gzip,
    /// RFC 1950, and RFC 1951 bare, which some servers send under that name.
    Deflate,
    /// RFC 7932.
    Brotli,
    /// RFC 8878.
    Zstd,
}

impl Coding {
    /// Returns the coding of a name in any case, `None` for one that is not undone.
    pub fn named(name: &str) -> Option<Coding> {
        let all = [Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd];
        let named = |coding: &Coding| coding.name().eq_ignore_ascii_case(name);
        if name.eq_ignore_ascii_case("x-gzip") {
            return Some(Coding::Gzip);
        }
        all.into_iter().find(named)
    }

    pub fn name(self) -> &'static str {
        match self {
            Coding::Gzip => "gzip",
            Coding::Deflate => "deflate",
            Coding::Brotli => "br",
            Coding::Zstd => "zstd",
        }
    }

    /// Returns `false` for bytes that lack the mark with which data of this coding begin. Some codings have no mark.
    pub fn may_begin(self, bytes: &[u8]) -> bool {
        match self {
            Coding::Gzip => bytes.starts_with(gzip::MAGIC),
            Coding::Zstd => zstd::may_begin(bytes),
            Coding::Deflate | Coding::Brotli => true,
        }
    }

    /// Decodes bytes to the end of `out`. Returns how their data end, and how many bytes follow.
    pub fn undo(self, bytes: &[u8], out: &mut Bounded) -> Reading<(End, usize)> {
        match self {
            Coding::Gzip => undo_gzip(bytes, out),
            Coding::Deflate => {
                let mut data = Decompress::new(is_zlib(bytes));
                copy(bytes, out, &mut |input, output| inflate(&mut data, input, output))
            }
            Coding::Brotli => undo_brotli(bytes, out),
            Coding::Zstd => zstd::unpack(bytes, out),
        }
    }
}

/// Returns `true` for bytes that begin with a header of zlib: method 8, a window of at most 32 KiB, a right check.
fn is_zlib(bytes: &[u8]) -> bool {
    match bytes {
        [method, flags, ..] => {
            let header = u16::from_be_bytes([*method, *flags]);
            method & 0xf == 8 && method >> 4 <= 7 && header.is_multiple_of(31)
        }
        _ => false,
    }
}

/// Copies a decoder's output, step by step, to the end of its data. Returns what [`Coding::undo`] does. A step gets at
/// most [`PIECE`] bytes, so that data without output can be interrupted too.
fn copy(
    bytes: &[u8],
    out: &mut Bounded,
    step: &mut dyn FnMut(&[u8], &mut [u8]) -> DecoderStep,
) -> Reading<(End, usize)> {
    let mut buffer = [0; CHUNK];
    let mut rest = bytes;
    loop {
        interrupts::check();
        let step = step(&rest[..rest.len().min(PIECE)], &mut buffer);
        rest = &rest[step.consumed..];
        let has_room = out.push(&buffer[..step.produced])?;
        let end = if has_room { step.end } else { Some(End::TooLarge) };
        if let Some(end) = end {
            return Ok((end, rest.len()));
        }
    }
}

fn undo_gzip(bytes: &[u8], out: &mut Bounded) -> Reading<(End, usize)> {
    let mut rest = bytes;
    // Members may follow one another.
    while rest.starts_with(gzip::MAGIC) {
        match gzip::header(rest) {
            gzip::Header::Complete(length) => rest = &rest[length..],
            gzip::Header::Incomplete => return Ok((End::Truncated, rest.len())),
            gzip::Header::Invalid => return Ok((End::Damaged, rest.len())),
        }
        let mut member = gzip::Member::new();
        let mut step = |input: &[u8], output: &mut [u8]| member.inflate(input, output);
        match copy(rest, out, &mut step)? {
            (End::Whole, left) => rest = &rest[rest.len() - left..],
            end => return Ok(end),
        }
        let Some((trailer, after)) = rest.split_at_checked(gzip::TRAILER) else {
            return Ok((End::Truncated, rest.len()));
        };
        rest = after;
        if !member.matches(trailer) {
            return Ok((End::Damaged, rest.len()));
        }
    }
    Ok((End::Whole, rest.len()))
}

fn undo_brotli(bytes: &[u8], out: &mut Bounded) -> Reading<(End, usize)> {
    // The most memory that a decoder of Brotli data takes, in bytes: a window of 16 MiB, since longer ones are refused,
    // three groups of 256 tables of at most 1,080 entries of four bytes each, and maps.
    ask_for(24 << 20)?;
    let alloc = StandardAlloc::default;
    // Strict: without the windows of up to 1 GiB that HTTP does not allow.
    let mut state = BrotliState::new_strict(alloc(), alloc(), alloc());
    let (mut read, mut total) = (0, 0);
    copy(bytes, out, &mut |input, output| {
        let (mut left, mut consumed) = (input.len(), 0);
        let (mut room, mut produced) = (output.len(), 0);
        let result = BrotliDecompressStream(
            &mut left,
            &mut consumed,
            input,
            &mut room,
            &mut produced,
            output,
            &mut total,
            &mut state,
        );
        read += consumed;
        DecoderStep {
            consumed,
            produced,
            end: match result {
                BrotliResult::ResultSuccess => Some(End::Whole),
                BrotliResult::ResultFailure => Some(End::Damaged),
                BrotliResult::NeedsMoreInput if read == bytes.len() => Some(End::Truncated),
                BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => None,
            },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks(coding: Coding, bytes: &[u8], expected: End) -> usize {
        let mut out = Bounded::new(1 << 20);
        let ((end, left), checks) = interrupts::counted(|| coding.undo(bytes, &mut out).unwrap());
        assert_eq!((end, out.length()), (expected, 0), "{coding:?}");
        assert!(end != End::Whole || left == 0);
        checks
    }

    /// Blocks without output, so that no output stops the decoder.
    #[test]
    fn data_without_output_check_in_proportion() {
        let repeat = |start: &[u8], block: &[u8], count| [start, &block.repeat(count)].concat();
        let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
        let stored = [0, 0, 0, 0xff, 0xff];
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0, 0];
        let skipped = [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0];
        for (coding, start, block, end) in [
            (Coding::Gzip, &gzip[..], &stored[..], End::Truncated),
            (Coding::Deflate, &[][..], &stored[..], End::Truncated),
            (Coding::Zstd, &frame[..], &[0, 0, 0][..], End::Truncated),
            (Coding::Zstd, &[][..], &skipped[..], End::Whole),
        ] {
            let once = checks(coding, &repeat(start, block, 50_000), end);
            let twice = checks(coding, &repeat(start, block, 100_000), end);
            assert!(once >= 3 && 10 * twice <= 23 * once + 20, "{coding:?} {once} {twice}");
        }
    }

    #[test]
    fn windows_are_bounded() {
        // A frame whose header asks for a window of 16 MiB.
        let bytes = [0x28, 0xb5, 0x2f, 0xfd, 0, (24 - 10) << 3, 1, 0, 0];
        let mut out = Bounded::new(1 << 20);
        let end = Coding::Zstd.undo(&bytes, &mut out);
        assert_eq!(end.unwrap().0, End::Damaged);
        let small = [0x28, 0xb5, 0x2f, 0xfd, 0, (20 - 10) << 3, 1, 0, 0];
        let end = Coding::Zstd.undo(&small, &mut out);
        assert_eq!(end.unwrap(), (End::Whole, 0));
    }
}
