//! Why a page cannot be parsed.

use std::collections::TryReserveError;

use crate::html::ParseError;
use crate::memory::OutOfMemory;

/// Why a page cannot be parsed: what the parser says, as an error of goce's own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// The page is longer than its reader allows.
    #[error("page or text is too large")]
    TooLarge { bytes: usize, limit: usize },
    /// The page has more nodes than it may have, or repeats formatting elements too often
    /// ([`ParseError::TooManyNodes`]).
    #[error("page has too many elements")]
    TooManyNodes {
        /// The number of nodes, and of what copies have, at which parsing stopped.
        nodes: usize,
    },
    /// The page has more attributes than it may have.
    #[error("page has too many attributes")]
    TooManyAttributes {
        /// The number of attributes at which parsing stopped.
        attributes: usize,
    },
    /// Memory for the page could not be had.
    #[error("out of memory for the page")]
    OutOfMemory,
}

impl From<ParseError> for PageError {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::TooLarge { bytes, limit } => PageError::TooLarge { bytes, limit },
            ParseError::TooManyNodes { nodes } => PageError::TooManyNodes { nodes },
            ParseError::TooManyAttributes { attributes } => PageError::TooManyAttributes { attributes },
            ParseError::OutOfMemory => PageError::OutOfMemory,
        }
    }
}

impl From<OutOfMemory> for PageError {
    fn from(_: OutOfMemory) -> Self {
        PageError::OutOfMemory
    }
}

impl From<TryReserveError> for PageError {
    fn from(_: TryReserveError) -> Self {
        PageError::OutOfMemory
    }
}
