//! Content codings of HTTP bodies, undone (RFC 9110, section 8.4.1).

use std::io::Read;

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};
use ruzstd::decoding::StreamingDecoder;

use super::ArchiveError;
use super::PIECE;
use super::bounded::Bounded;
use super::gzip;
use crate::memory::ask_for;
use crate::tick::Tick;

/// Bytes put out between two ticks.
const CHUNK: usize = 16 * 1024;

/// The longest window of zstd data, which RFC 9659 sets for HTTP: a decoder keeps one in memory.
const MAX_WINDOW: u64 = 8 << 20;

/// What a decoder of zstd data takes at most, in bytes: its buffer grows by doubling, from the window
/// and the block of 128 KiB at hand, and the old one is there until the new one is filled. What it keeps
/// of a block (literals, sequences, tables) takes less than a megabyte.
const ZSTD_MEMORY: usize = 48 << 20;

/// What a decoder of Brotli data takes at most, in bytes: a window of 16 MiB, which longer ones are
/// refused for, three groups of 256 tables at most of 1,080 entries of four bytes, and maps.
const BROTLI_MEMORY: usize = 24 << 20;

/// A content coding.
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

/// How far coded bytes could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// To the end of the coded data, behind which so many bytes follow.
    Whole(usize),
    /// They end within the coded data.
    Truncated,
    /// They are no such data from some byte on.
    Damaged,
    /// What they say is longer than allowed.
    TooLarge,
}

impl Coding {
    /// The coding of a name in any case; none for one that is not undone.
    pub fn named(name: &str) -> Option<Coding> {
        let all = [Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd];
        let named = |coding: &Coding| coding.name().eq_ignore_ascii_case(name);
        if name.eq_ignore_ascii_case("x-gzip") {
            return Some(Coding::Gzip);
        }
        all.into_iter().find(named)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Gzip => "gzip",
            Coding::Deflate => "deflate",
            Coding::Brotli => "br",
            Coding::Zstd => "zstd",
        }
    }

    /// Whether bytes begin as data of this coding do, where it has a mark to tell.
    pub fn may_begin(self, bytes: &[u8]) -> bool {
        match self {
            Coding::Gzip => bytes.starts_with(gzip::MAGIC),
            Coding::Zstd => {
                let frame = bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
                frame || matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
            }
            Coding::Deflate | Coding::Brotli => true,
        }
    }

    /// Appends what coded bytes say to `out`, and tells how far they could be read.
    ///
    /// # Errors
    /// [`ArchiveError::OutOfMemory`].
    pub fn undo(
        self,
        bytes: &[u8],
        out: &mut Bounded,
        tick: Tick<'_>,
    ) -> Result<End, ArchiveError> {
        match self {
            Coding::Gzip => undo_gzip(bytes, out, tick),
            Coding::Deflate if is_zlib(bytes) => undo_deflate(bytes, true, out, tick),
            Coding::Deflate => undo_deflate(bytes, false, out, tick),
            Coding::Brotli => undo_brotli(bytes, out, tick),
            Coding::Zstd => undo_zstd(bytes, out, tick),
        }
    }
}

/// Whether bytes begin with a header of zlib: method 8, a window of at most 32 KiB, a right check.
fn is_zlib(bytes: &[u8]) -> bool {
    match bytes {
        [method, flags, ..] => {
            let header = u16::from_be_bytes([*method, *flags]);
            method & 0xf == 8 && method >> 4 <= 7 && header.is_multiple_of(31)
        }
        _ => false,
    }
}

fn undo_gzip(bytes: &[u8], out: &mut Bounded, tick: Tick<'_>) -> Result<End, ArchiveError> {
    let mut buffer = [0; CHUNK];
    let mut rest = bytes;
    // Members may follow one another.
    while rest.starts_with(gzip::MAGIC) {
        match gzip::header(rest) {
            gzip::Header::Complete(length) => rest = &rest[length..],
            gzip::Header::Incomplete => return Ok(End::Truncated),
            gzip::Header::Invalid => return Ok(End::Damaged),
        }
        let mut member = gzip::Member::new();
        loop {
            tick();
            let (step, result) = member.inflate(rest, &mut buffer);
            rest = &rest[step.consumed..];
            if !out.push(&buffer[..step.produced])? {
                return Ok(End::TooLarge);
            }
            if result.is_err() {
                return Ok(End::Damaged);
            }
            if step.ended {
                break;
            }
            if step.consumed + step.produced == 0 {
                return Ok(End::Truncated);
            }
        }
        let Some((trailer, after)) = rest.split_at_checked(gzip::TRAILER) else {
            return Ok(End::Truncated);
        };
        rest = after;
        if !member.matches(trailer) {
            return Ok(End::Damaged);
        }
    }
    Ok(End::Whole(rest.len()))
}

fn undo_deflate(
    bytes: &[u8],
    zlib: bool,
    out: &mut Bounded,
    tick: Tick<'_>,
) -> Result<End, ArchiveError> {
    let mut buffer = [0; CHUNK];
    let mut inflate = Decompress::new(zlib);
    let mut rest = bytes;
    loop {
        tick();
        let (read, written) = (inflate.total_in(), inflate.total_out());
        // Of all data at once those that say nothing could not be interrupted.
        let piece = &rest[..rest.len().min(PIECE)];
        let result = inflate.decompress(piece, &mut buffer, FlushDecompress::None);
        // No more than there was of either.
        let read = (inflate.total_in() - read) as usize;
        let written = (inflate.total_out() - written) as usize;
        rest = &rest[read..];
        if !out.push(&buffer[..written])? {
            return Ok(End::TooLarge);
        }
        match result {
            Err(_) => return Ok(End::Damaged),
            Ok(Status::StreamEnd) => return Ok(End::Whole(rest.len())),
            Ok(_) if read + written == 0 => return Ok(End::Truncated),
            Ok(_) => {}
        }
    }
}

fn undo_brotli(bytes: &[u8], out: &mut Bounded, tick: Tick<'_>) -> Result<End, ArchiveError> {
    ask_for(BROTLI_MEMORY)?;
    let mut buffer = [0; CHUNK];
    // Strict: without the windows of up to 1 GiB that HTTP does not allow.
    let mut state = BrotliState::new_strict(
        StandardAlloc::default(),
        StandardAlloc::default(),
        StandardAlloc::default(),
    );
    // A piece at a time: data that say nothing could not be interrupted otherwise.
    let mut left = bytes.len().min(PIECE);
    let mut read = 0;
    let mut total = 0;
    loop {
        tick();
        let mut room = CHUNK;
        let mut written = 0;
        let result = BrotliDecompressStream(
            &mut left,
            &mut read,
            bytes,
            &mut room,
            &mut written,
            &mut buffer,
            &mut total,
            &mut state,
        );
        if !out.push(&buffer[..written])? {
            return Ok(End::TooLarge);
        }
        match result {
            BrotliResult::ResultSuccess => return Ok(End::Whole(bytes.len() - read)),
            BrotliResult::NeedsMoreInput if read + left < bytes.len() => {
                left = (bytes.len() - read).min(left + PIECE);
            }
            BrotliResult::NeedsMoreInput => return Ok(End::Truncated),
            BrotliResult::ResultFailure => return Ok(End::Damaged),
            BrotliResult::NeedsMoreOutput => {}
        }
    }
}

fn undo_zstd(bytes: &[u8], out: &mut Bounded, tick: Tick<'_>) -> Result<End, ArchiveError> {
    ask_for(ZSTD_MEMORY)?;
    let mut buffer = [0; CHUNK];
    let mut rest = bytes;
    // Frames may follow one another, with frames to be skipped between.
    while Coding::Zstd.may_begin(rest) {
        tick();
        if let [0x50..=0x5f, 0x2a, 0x4d, 0x18, length @ ..] = rest {
            let Some((length, after)) = length.split_first_chunk() else {
                return Ok(End::Truncated);
            };
            let length = u32::from_le_bytes(*length) as usize;
            let Some(after) = after.get(length..) else {
                return Ok(End::Truncated);
            };
            rest = after;
            continue;
        }
        // The decoder does not tell data that end early from data that are damaged; the reader under it does.
        let mut input = Watched {
            bytes: rest,
            ran_out: false,
            tick,
        };
        let failed = |ran_out| {
            if ran_out {
                End::Truncated
            } else {
                End::Damaged
            }
        };
        let Ok(mut decoder) = StreamingDecoder::new_with_max_window_size(&mut input, MAX_WINDOW)
        else {
            return Ok(failed(input.ran_out));
        };
        loop {
            (decoder.get_mut().tick)();
            match decoder.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    if !out.push(&buffer[..count])? {
                        return Ok(End::TooLarge);
                    }
                }
                Err(_) => {
                    let ran_out = decoder.get_ref().ran_out;
                    return Ok(failed(ran_out));
                }
            }
        }
        rest = input.bytes;
    }
    Ok(End::Whole(rest.len()))
}

/// Bytes to read that know whether more was wanted than there is, and tick whenever some are: a decoder
/// reads the header of each block, and blocks may say nothing.
struct Watched<'a, 't> {
    bytes: &'a [u8],
    ran_out: bool,
    tick: Tick<'t>,
}

impl Read for Watched<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        (self.tick)();
        self.ran_out |= self.bytes.is_empty() && !buffer.is_empty();
        self.bytes.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(coding: Coding, bytes: &[u8], expected: End) -> usize {
        let (mut out, mut ticks) = (Bounded::new(1 << 20), 0);
        let end = coding.undo(bytes, &mut out, &mut || ticks += 1).unwrap();
        assert_eq!((end, out.length()), (expected, 0), "{coding:?}");
        ticks
    }

    /// Blocks that say nothing, so that no output stops the decoder.
    #[test]
    fn data_that_say_nothing_tick_in_proportion() {
        let repeat = |start: &[u8], block: &[u8], count| [start, &block.repeat(count)].concat();
        let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
        let stored = [0, 0, 0, 0xff, 0xff];
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0, 0];
        let skipped = [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0];
        for (coding, start, block, end) in [
            (Coding::Gzip, &gzip[..], &stored[..], End::Truncated),
            (Coding::Deflate, &[][..], &stored[..], End::Truncated),
            (Coding::Zstd, &frame[..], &[0, 0, 0][..], End::Truncated),
            (Coding::Zstd, &[][..], &skipped[..], End::Whole(0)),
        ] {
            let once = ticks(coding, &repeat(start, block, 50_000), end);
            let twice = ticks(coding, &repeat(start, block, 100_000), end);
            assert!(
                once >= 3 && 10 * twice <= 23 * once + 20,
                "{coding:?} {once} {twice}"
            );
        }
    }

    #[test]
    fn windows_are_bounded() {
        // A frame whose header asks for a window of 16 MiB.
        let bytes = [0x28, 0xb5, 0x2f, 0xfd, 0, (24 - 10) << 3, 1, 0, 0];
        let mut out = Bounded::new(1 << 20);
        let end = Coding::Zstd.undo(&bytes, &mut out, &mut || ());
        assert_eq!(end.unwrap(), End::Damaged);
        let small = [0x28, 0xb5, 0x2f, 0xfd, 0, (20 - 10) << 3, 1, 0, 0];
        let end = Coding::Zstd.undo(&small, &mut out, &mut || ());
        assert_eq!(end.unwrap(), End::Whole(0));
    }
}
