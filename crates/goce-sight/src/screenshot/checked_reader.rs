//! The bytes of a screenshot as decoders read them, with checks for interrupts: so decoders that know nothing of
//! interrupts can be interrupted.

use goce_core::interrupts;
use std::cell::Cell;
use std::io::{BufRead, Cursor, Read, Result, Seek, SeekFrom};

/// Bytes between two checks. A thousand bytes of a PNG decompress to at most a megabyte.
const CHUNK: usize = 1024;

/// A reader of bytes in memory that checks for interrupts.
pub struct CheckedReader<'a> {
    bytes: Cursor<&'a [u8]>,
    /// Bytes that were read since the last check.
    unchecked: usize,
    ended: &'a Cell<bool>,
}

impl<'a> CheckedReader<'a> {
    /// Returns a reader at the beginning. `ended` becomes `true` when more bytes are asked for than there are.
    pub fn new(bytes: &'a [u8], ended: &'a Cell<bool>) -> Self {
        CheckedReader {
            bytes: Cursor::new(bytes),
            unchecked: CHUNK,
            ended,
        }
    }
}

impl Read for CheckedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let chunk = self.fill_buf()?;
        let length = chunk.len().min(buffer.len());
        buffer[..length].copy_from_slice(&chunk[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for CheckedReader<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.unchecked >= CHUNK {
            self.unchecked = 0;
            interrupts::check();
        }
        let rest = self.bytes.fill_buf()?;
        if rest.is_empty() {
            self.ended.set(true);
        }
        Ok(&rest[..rest.len().min(CHUNK)])
    }

    fn consume(&mut self, length: usize) {
        self.bytes.consume(length);
        self.unchecked += length;
    }
}

impl Seek for CheckedReader<'_> {
    fn seek(&mut self, target: SeekFrom) -> Result<u64> {
        self.bytes.seek(target)
    }
}
