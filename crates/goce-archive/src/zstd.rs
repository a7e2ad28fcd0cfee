//! Frames of zstd (RFC 8878): of a response's body, and of an archive that has a frame for each record, with a dictionary
//! before them (<https://iipc.github.io/warc-specifications/specifications/warc-zstd/>).

use std::io::{self, ErrorKind, Read};

use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

use crate::bounded::Bounded;
use crate::gzip::End;
use crate::source::{More, Source};
use crate::{ArchiveError, CHUNK, Reading};
use goce_core::prelude::*;

/// The first bytes of a frame.
const MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The first bytes of the frame that holds the dictionary of an archive. Others skip it.
const DICTIONARY: &[u8] = &[0x5d, 0x2a, 0x4d, 0x18];

/// The length of those bytes and of the length of a frame to be skipped.
const SKIPPABLE: usize = 8;

/// The longest dictionary. It is copied for each frame.
const MAX_DICTIONARY: usize = 1 << 20;

/// The most memory that a decoder takes, in bytes. Its buffer grows by doubling, from the window and the block of 128 KiB
/// at hand, and the old buffer is there until the new one is filled. The literals, sequences and tables of a block take
/// less than a megabyte.
const MEMORY: usize = 48 << 20;

/// Returns `true` for the first bytes of a frame, or of one to be skipped.
pub fn may_begin(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || is_skippable(bytes)
}

/// Returns the length of the frame with a dictionary that these bytes of an archive begin with; `None` without one, or with
/// one that is too long to be used.
pub fn dictionary_length(bytes: &[u8]) -> Option<usize> {
    let length = bytes.strip_prefix(DICTIONARY)?.first_chunk()?;
    Some(SKIPPABLE + u32::from_le_bytes(*length) as usize).filter(|&length| length <= MAX_DICTIONARY)
}

fn is_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// What [`Frames::read`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// This many bytes.
    Data(usize),
    /// The end of a frame.
    Boundary,
    /// The end of the frames: of the input, of what is no frame, or of what can be read.
    End(End),
}

/// Unpacks frames. Returns how they end, and the number of bytes behind them.
pub fn unpack(bytes: &[u8], out: &mut Bounded) -> Reading<(End, usize)> {
    let mut frames = Frames::new(bytes);
    let mut room = [0; CHUNK];
    let end = loop {
        match frames.read(&mut room)? {
            Piece::Data(produced) if !out.push(&room[..produced])? => break End::TooLarge,
            Piece::Data(_) | Piece::Boundary => {}
            Piece::End(end) => break end,
        }
    };
    Ok((end, frames.packed.bytes().len() + frames.packed.input.len()))
}

/// Decodes frame after frame.
pub struct Frames<R> {
    pub packed: Source<R>,
    decoder: Option<Box<FrameDecoder>>,
    in_frame: bool,
    dictionary: Option<u32>,
    /// The offset of the frame that was begun last.
    start: u64,
}

impl<R: Read> Frames<R> {
    pub fn new(input: R) -> Self {
        Frames {
            packed: Source::new(input),
            decoder: None,
            in_frame: false,
            dictionary: None,
            start: 0,
        }
    }

    /// Reads on.
    ///
    /// # Errors
    /// The input cannot be read, or memory has run out.
    pub fn read(&mut self, room: &mut [u8]) -> Reading<Piece> {
        loop {
            interrupts::check();
            let Some(decoder) = self.decoder.as_mut().filter(|_| self.in_frame) else {
                match self.begin()? {
                    Some(end) => return Ok(Piece::End(end)),
                    None => continue,
                }
            };
            match decoder.read(room) {
                Ok(0) if decoder.is_finished() => {
                    self.in_frame = false;
                    return Ok(Piece::Boundary);
                }
                Ok(0) => {}
                Ok(produced) => return Ok(Piece::Data(produced)),
                Err(_) => return Ok(Piece::End(End::Damaged)),
            }
            if let Some(end) = self.block()? {
                return Ok(Piece::End(end));
            }
        }
    }

    /// Begins a frame, or skips one. Returns the end of the frames if none is there.
    fn begin(&mut self) -> Reading<Option<End>> {
        // The longest header: magic, descriptor, window, dictionary, length.
        self.packed.at_least(18)?;
        let bytes = self.packed.bytes();
        if is_skippable(bytes) {
            return self.skip();
        }
        if !bytes.starts_with(MAGIC) {
            return Ok(Some(End::Whole));
        }
        if self.decoder.is_none() {
            ask_for(MEMORY)?;
        }
        let decoder = self.decoder.get_or_insert_default();
        // The longest window, which RFC 9659 sets for HTTP: a decoder keeps one in memory.
        decoder.set_max_window_size(8 << 20);
        self.start = self.packed.offset();
        let names_dictionary = bytes.get(MAGIC.len()).is_some_and(|descriptor| descriptor & 3 != 0);
        let mut rest = bytes;
        let begun = decoder.reset(&mut rest).and_then(|()| match self.dictionary {
            Some(id) if !names_dictionary => decoder.force_dict(id),
            _ => Ok(()),
        });
        if begun.is_err() {
            return Ok(Some(if rest.is_empty() { End::Truncated } else { End::Damaged }));
        }
        self.packed.position += bytes.len() - rest.len();
        self.in_frame = true;
        Ok(None)
    }

    /// Skips a frame. The first one of an archive may hold a dictionary.
    fn skip(&mut self) -> Reading<Option<End>> {
        let Some(&length) = self.packed.bytes().get(4..SKIPPABLE).and_then(|length| length.first_chunk()) else {
            return Ok(Some(End::Truncated));
        };
        let mut left = SKIPPABLE + u32::from_le_bytes(length) as usize;
        if self.packed.offset() == 0 && dictionary_length(self.packed.bytes()).is_some() {
            self.packed.at_least(left)?;
            self.learn(left)?;
        }
        while left > 0 {
            interrupts::check();
            let count = left.min(self.packed.bytes().len());
            self.packed.position += count;
            left -= count;
            if left > 0 && !self.packed.more()? {
                return Ok(Some(End::Truncated));
            }
        }
        Ok(None)
    }

    /// Reads the dictionary in a frame of this length, which may be compressed. Without one, the frames that need it are
    /// damaged.
    fn learn(&mut self, length: usize) -> Reading {
        ask_for(MEMORY)?;
        let bytes = self.packed.bytes().get(SKIPPABLE..length).unwrap_or(&[]);
        let mut unpacked = Bounded::new(MAX_DICTIONARY);
        if bytes.starts_with(MAGIC) {
            unpack(bytes, &mut unpacked)?;
        } else {
            unpacked.push(bytes)?;
        }
        let dictionary = unpacked.bytes().and_then(|bytes| Dictionary::decode_dict(bytes).ok());
        if let Some(dictionary) = dictionary {
            let id = dictionary.id;
            let known = self.decoder.get_or_insert_default().add_dict(dictionary);
            self.dictionary = known.is_ok().then_some(id);
        }
        Ok(())
    }

    /// Decodes a block. Returns how the frames end if it cannot be.
    fn block(&mut self) -> Reading<Option<End>> {
        // The header of a block.
        self.packed.at_least(3)?;
        let Some(&header @ [low, middle, high]) = self.packed.bytes().first_chunk() else {
            return Ok(Some(End::Truncated));
        };
        let fields = u32::from_le_bytes([low, middle, high, 0]);
        let (is_last, is_run, size) = (fields & 1 == 1, fields >> 1 & 3 == 1, (fields >> 3) as usize);
        // The longest block.
        if size > 128 << 10 {
            return Ok(Some(End::Damaged));
        }
        // A checksum stands behind the last block.
        let needed = header.len() + if is_run { 1 } else { size } + if is_last { 4 } else { 0 };
        self.packed.at_least(needed)?;
        let bytes = self.packed.bytes();
        let mut rest = &bytes[..bytes.len().min(needed)];
        let all = rest.len();
        let Some(decoder) = &mut self.decoder else {
            return Ok(Some(End::Damaged));
        };
        match decoder.decode_blocks(&mut rest, BlockDecodingStrategy::UptoBlocks(1)) {
            Ok(_) => {
                self.packed.position += all - rest.len();
                Ok(None)
            }
            Err(_) => Ok(Some(if all < needed { End::Truncated } else { End::Damaged })),
        }
    }

    /// Goes on after damage: to the next frame, or to the end.
    fn recover(&mut self) -> Reading {
        self.in_frame = false;
        let mut count = 1;
        loop {
            interrupts::check();
            let count_now = count.min(self.packed.bytes().len());
            self.packed.position += count_now;
            if let Some(at) = memchr::memmem::find(self.packed.bytes(), MAGIC) {
                self.packed.position += at;
                return Ok(());
            }
            // What may begin a frame with the bytes that follow stays.
            count = self.packed.bytes().len().saturating_sub(MAGIC.len() - 1);
            if !self.packed.more()? {
                self.packed.position = self.packed.end;
                return Ok(());
            }
        }
    }
}

/// The bytes of an archive, or those that its zstd frames hold.
pub struct Input<R> {
    frames: Frames<R>,
    /// The archive has zstd frames; `None` before its first bytes are read.
    is_packed: Option<bool>,
    /// What ends the bytes that were read.
    event: More,
}

impl<R: Read> Input<R> {
    pub fn new(input: R) -> Self {
        Input {
            frames: Frames::new(input),
            is_packed: None,
            event: More::Data,
        }
    }

    /// Returns `true` if the archive has zstd frames.
    pub fn is_packed(&self) -> bool {
        self.is_packed == Some(true)
    }

    /// Returns the offset of the frame that was begun last.
    pub fn frame(&self) -> u64 {
        self.frames.start
    }

    /// Returns the offset up to which the archive was read.
    pub fn reached(&self) -> u64 {
        self.frames.packed.offset()
    }

    /// Returns what ends the bytes that were read. The next bytes are those behind it.
    pub fn event(&mut self) -> More {
        match std::mem::replace(&mut self.event, More::Data) {
            More::Data => More::End,
            event => event,
        }
    }

    fn unpack(&mut self, room: &mut [u8]) -> Reading<usize> {
        if self.is_packed.is_none() {
            self.frames.packed.at_least(MAGIC.len())?;
            self.is_packed = Some(may_begin(self.frames.packed.bytes()));
        }
        if !self.is_packed() {
            return Ok(self.frames.packed.take(room)?);
        }
        if self.event != More::Data {
            return Ok(0);
        }
        let is_over = |frames: &Frames<R>| frames.packed.bytes().is_empty();
        self.event = match self.frames.read(room)? {
            Piece::Data(count) => return Ok(count),
            Piece::Boundary => More::Boundary,
            Piece::End(End::Whole) if is_over(&self.frames) => More::End,
            Piece::End(End::Truncated) => {
                self.frames.in_frame = false;
                self.frames.packed.position = self.frames.packed.end;
                More::Damaged("zstd data end early")
            }
            Piece::End(_) => {
                self.frames.recover()?;
                More::Damaged("zstd data are damaged")
            }
        };
        Ok(0)
    }
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.unpack(room).map_err(|error| match error {
            ArchiveError::Read(error) => error,
            _ => ErrorKind::OutOfMemory.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dictionary_that_is_too_long_is_none() {
        let head = |length: u32| [DICTIONARY, &length.to_le_bytes()[..], b"x"].concat();
        assert_eq!(dictionary_length(&head(5)), Some(13));
        assert_eq!(dictionary_length(&head(MAX_DICTIONARY as u32 - 7)), None);
        assert_eq!(dictionary_length(&head(u32::MAX)), None);
        assert_eq!(dictionary_length(&head(5)[..7]), None);
        assert_eq!(dictionary_length(b"PK\x03\x04\0\0\0\0"), None);
    }
}
