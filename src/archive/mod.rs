//! From the archive to text: the records of WARC files, and the bytes of a page decoded.

#![forbid(unsafe_code)]

mod bounded;
mod coding;
pub mod copy;
mod date;
mod decode;
mod gzip;
mod head;
mod http;
mod mime;
mod prescan;
mod start;
mod stream;
mod warc;

pub use decode::{decode, sniff};
pub use warc::{DAMAGED, DEFAULT_MAX_PAYLOAD, MAX_PAYLOAD, Reader, Record};

/// Why bytes of an archive give no result.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The text of a page is too long.
    #[error("decoded page is too large")]
    TooLarge {
        /// The longest allowed, in bytes of UTF-8.
        limit: usize,
    },
    /// Memory could not be had.
    #[error("out of memory for the archive")]
    OutOfMemory,
    /// What the archive is read from failed.
    #[error("cannot read the archive: {0}")]
    Read(#[from] std::io::Error),
}

impl From<std::collections::TryReserveError> for ArchiveError {
    fn from(_: std::collections::TryReserveError) -> Self {
        ArchiveError::OutOfMemory
    }
}
