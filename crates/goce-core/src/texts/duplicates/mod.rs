//! Near-duplicates: short values of texts that are alike where the texts are alike.
//!
//! [`simhash`] is a number of 64 bits. Near-duplicates differ in few of them. [`MinHash`] gives a few numbers.
//! Near-duplicates share at least one of them, so an index finds them. Both are made of a text's shingles, and both are
//! the same on every platform and in every version.

mod minhash;
mod shingles;
mod simhash;

pub use minhash::{MAX_BANDS, MAX_ROWS, MinHash, MinHashError};
pub use simhash::{distance, simhash};
