//! Bytes up to a bound.

use super::ArchiveError;

/// Bytes up to a bound. Once there are more, they are dropped and only counted.
#[derive(Debug, Default)]
pub struct Bounded {
    bytes: Vec<u8>,
    length: u64,
    limit: usize,
}

impl Bounded {
    /// Returns an empty buffer for at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Bounded {
            limit,
            ..Bounded::default()
        }
    }

    /// Appends bytes. Returns `false` if there are now more than the bound.
    pub fn push(&mut self, bytes: &[u8]) -> Result<bool, ArchiveError> {
        self.length += bytes.len() as u64;
        if self.length > self.limit as u64 {
            self.bytes = Vec::new();
            return Ok(false);
        }
        self.bytes.try_reserve(bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        Ok(true)
    }

    /// Returns the number of bytes that were pushed, dropped ones too.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the bytes, `None` if there are more than the bound.
    pub fn bytes(&self) -> Option<&[u8]> {
        (self.length <= self.limit as u64).then_some(&self.bytes)
    }

    pub fn into_bytes(self) -> Option<Vec<u8>> {
        (self.length <= self.limit as u64).then_some(self.bytes)
    }

    /// Removes `end` from the end of the bytes, or as much of the end of `end` as stands there.
    pub fn trim_end(&mut self, mut end: &[u8]) {
        while !end.is_empty() && !self.bytes.ends_with(end) {
            end = &end[1..];
        }
        self.bytes.truncate(self.bytes.len() - end.len());
        self.length = self.length.saturating_sub(end.len() as u64);
    }
}
