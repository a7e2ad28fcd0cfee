//! JSON as pages write it.
//!
//! [`Document`] is valid JSON that keeps every number as it is written. [`mend`](mend()) makes valid JSON of invalid, where its
//! meaning is plain. No crate does this mending: readers of JSON5 refuse most of what pages write. [`jsonb`](jsonb()) makes
//! PostgreSQL's binary form of JSON that goce wrote.

mod document;
mod jsonb;
mod mend;
mod mended_string;
mod without_nul;

pub use document::{Document, Index, Kind, push_string};
pub use jsonb::{JsonbError, jsonb};
pub use mend::{Mend, Mended, mend};
pub use without_nul::WithoutNul;

/// Levels of nesting that are read.
pub const DEEPEST: usize = 120;
