//! JSON as pages write it.
//!
//! [`Document`] is valid JSON that keeps every number as it is written. [`read_lenient`] mends invalid JSON first, where its
//! meaning is plain. No crate does this mending: readers of JSON5 refuse most of what pages write. [`strings`](strings())
//! finds single strings and reads no document. [`jsonb`](jsonb()) makes PostgreSQL's binary form of JSON that goce wrote.

mod document;
mod jsonb;
mod mend;
mod mended_string;
mod strings;
mod tokens;
mod without_nul;

pub use document::{Document, Kind, Value, push_string};
pub use jsonb::{JsonbError, jsonb};
pub use mend::{Mends, read_lenient};
pub use strings::{JsonString, strings};
pub use without_nul::WithoutNul;

/// Levels of nesting that are read.
pub const DEEPEST: usize = 120;
