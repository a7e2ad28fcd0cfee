//! Bytes that are read piece by piece, with those that were read last.

use std::io::{self, ErrorKind, Read};

use crate::{PIECE, Reading, replace_front};

/// Bytes that are kept after they were read. A damaged length in deflate data misleads by 64 KiB at most, so the member
/// behind the damage begins within them.
pub const HISTORY: usize = 128 * 1024;

/// What a call for more bytes of an archive gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    Data,
    /// The end of a gzip member or zstd frame; the next call goes on behind it.
    Boundary,
    /// The end of the archive or, if there are unread bytes, of the members that held them.
    End,
    /// Damage behind the unread bytes. The stream may skip it.
    Damaged(&'static str),
}

/// An input, with the bytes that were read last.
pub struct Source<R> {
    pub input: R,
    /// The bytes that were read, up to `end`, and space for more.
    buffer: Vec<u8>,
    pub end: usize,
    pub position: usize,
    /// The offset of the buffer in the archive.
    pub base: u64,
}

impl<R: Read> Source<R> {
    pub fn new(input: R) -> Self {
        Source {
            input,
            buffer: Vec::new(),
            end: 0,
            position: 0,
            base: 0,
        }
    }

    /// Returns the bytes that were read and not consumed.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.position..self.end]
    }

    /// Returns the offset of those bytes.
    pub fn offset(&self) -> u64 {
        self.base + self.position as u64
    }

    /// Moves bytes to `room`: those that were read, then those of the input. Returns their number, 0 at the end.
    pub fn take(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let bytes = self.bytes();
        if bytes.is_empty() {
            return self.input.read(room);
        }
        let count = bytes.len().min(room.len());
        room[..count].copy_from_slice(&bytes[..count]);
        self.position += count;
        Ok(count)
    }

    /// Reads more. Returns `false` at the end of the input.
    pub fn more(&mut self) -> Reading<bool> {
        if self.position > HISTORY + 4 * PIECE {
            let dropped = self.position - HISTORY;
            self.buffer.copy_within(dropped..self.end, 0);
            self.end -= dropped;
            self.base += dropped as u64;
            self.position = HISTORY;
        }
        if self.buffer.len() - self.end < PIECE {
            self.buffer.try_reserve(PIECE)?;
            self.buffer.resize(self.end + PIECE, 0);
        }
        let room = &mut self.buffer[self.end..self.end + PIECE];
        let count = loop {
            match self.input.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?.min(PIECE),
            }
        };
        self.end += count;
        Ok(count > 0)
    }

    /// Puts bytes back that were consumed last.
    pub fn unread(&mut self, bytes: &[u8]) -> Reading {
        if self.position >= bytes.len() {
            self.position -= bytes.len();
            return Ok(());
        }
        let missing = bytes.len() - self.position;
        self.buffer.truncate(self.end);
        replace_front(&mut self.buffer, self.position, bytes)?;
        self.end = self.buffer.len();
        self.position = 0;
        self.base -= missing as u64;
        Ok(())
    }

    /// Reads until `count` bytes are there, or the input ends.
    pub fn at_least(&mut self, count: usize) -> Reading {
        while self.bytes().len() < count && self.more()? {}
        Ok(())
    }
}
