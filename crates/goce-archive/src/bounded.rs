//! Bytes up to a bound.

use crate::Reading;
use goce_core::prelude::*;

/// The first bytes that stay of what exceeds its bound: enough for the head of a response.
const HEAD: usize = 64 * 1024;

/// Bytes up to a bound. Once there are more, all but the first are dropped and only counted.
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
    pub fn push(&mut self, bytes: &[u8]) -> Reading<bool> {
        self.length += bytes.len() as u64;
        let mut kept = bytes;
        if !self.fits() {
            if self.bytes.len() > HEAD {
                let mut head = try_with_capacity(HEAD)?;
                head.extend_from_slice(&self.bytes[..HEAD]);
                self.bytes = head;
            }
            kept = &bytes[..bytes.len().min(HEAD - self.bytes.len())];
        }
        self.bytes.try_extend_from_slice(kept)?;
        Ok(self.fits())
    }

    fn fits(&self) -> bool {
        self.length <= self.limit as u64
    }

    /// Returns the number of bytes that were pushed, dropped ones too.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the bytes, `None` if there are more than the bound.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.fits().then_some(&self.bytes)
    }

    /// Returns the bytes, or, as an error, the first ones if there are more than the bound.
    pub fn into_bytes(self) -> Result<Vec<u8>, Vec<u8>> {
        if self.fits() { Ok(self.bytes) } else { Err(self.bytes) }
    }

    /// Removes `end` from the end of the bytes, or as much of the end of `end` as stands there. More bytes than the bound
    /// stay as they are.
    pub fn trim_end(&mut self, mut end: &[u8]) {
        if !self.fits() {
            return;
        }
        while !end.is_empty() && !self.bytes.ends_with(end) {
            end = &end[1..];
        }
        self.bytes.truncate(self.bytes.len() - end.len());
        self.length = self.length.saturating_sub(end.len() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_stay_however_they_came() {
        let all: Vec<u8> = (0..3 * HEAD).map(|at| (at % 251) as u8).collect();
        for piece in [1, 1000, HEAD, 3 * HEAD] {
            for limit in [0, 10, HEAD, 2 * HEAD, 3 * HEAD - 1] {
                let mut bounded = Bounded::new(limit);
                for bytes in all.chunks(piece) {
                    bounded.push(bytes).unwrap();
                }
                bounded.trim_end(&all);
                assert_eq!((bounded.length(), bounded.bytes()), (all.len() as u64, None));
                assert_eq!(bounded.into_bytes().unwrap_err(), all[..HEAD], "{piece} {limit}");
            }
        }
    }
}
