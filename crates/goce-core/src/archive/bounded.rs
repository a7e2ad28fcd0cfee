//! Bytes up to a bound.

use super::ArchiveError;

/// Bytes that are kept up to a bound. Once they are more they are only counted.
#[derive(Debug, Default)]
pub struct Bounded {
    bytes: Vec<u8>,
    length: u64,
    limit: usize,
}

impl Bounded {
    /// Returns no bytes, to which at most `limit` are to be added.
    pub fn new(limit: usize) -> Self {
        Bounded {
            limit,
            ..Bounded::default()
        }
    }

    /// Appends bytes. Returns `false` if they are more than the bound, with those before.
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

    /// Returns the number of bytes that were pushed, also those that were not kept.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the bytes, `None` if they are more than the bound.
    pub fn bytes(&self) -> Option<&[u8]> {
        (self.length <= self.limit as u64).then_some(&self.bytes)
    }

    /// Returns the bytes, `None` if they are more than the bound.
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        (self.length <= self.limit as u64).then_some(self.bytes)
    }

    /// Removes `end` from the end of the bytes, or as much of the end of `end` as stands there.
    pub fn trim_end(&mut self, end: &[u8]) {
        let mut end = end;
        while !end.is_empty() && !self.bytes.ends_with(end) {
            end = &end[1..];
        }
        self.bytes.truncate(self.bytes.len() - end.len());
        self.length = self.length.saturating_sub(end.len() as u64);
    }
}
