//! Bytes up to a bound.

use super::ArchiveError;

/// Bytes that are counted and not kept once they are more than a bound.
#[derive(Debug, Default)]
pub struct Bounded {
    bytes: Vec<u8>,
    length: u64,
    limit: usize,
}

impl Bounded {
    /// None yet, and at most `limit`.
    pub fn new(limit: usize) -> Self {
        Bounded {
            limit,
            ..Bounded::default()
        }
    }

    /// Appends bytes; whether all fit so far.
    ///
    /// # Errors
    /// [`ArchiveError::OutOfMemory`].
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

    /// The number of bytes that were pushed.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The bytes, if all fit.
    pub fn bytes(&self) -> Option<&[u8]> {
        (self.length <= self.limit as u64).then_some(&self.bytes)
    }

    /// The bytes, if all fit.
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        (self.length <= self.limit as u64).then_some(self.bytes)
    }

    /// Removes what they end with, or as much of the end of that.
    pub fn trim_end(&mut self, end: &[u8]) {
        let mut end = end;
        while !end.is_empty() && !self.bytes.ends_with(end) {
            end = &end[1..];
        }
        self.bytes.truncate(self.bytes.len() - end.len());
        self.length = self.length.saturating_sub(end.len() as u64);
    }
}
