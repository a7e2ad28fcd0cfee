//! Near-duplicates: short values of texts that are alike where the texts are.
//!
//! [`simhash`] is one number of 64 bits, of which few differ between near-duplicates. [`MinHash`] gives a few numbers, of
//! which near-duplicates have one in common: an index finds them. Both look at a text as its shingles, and both are the
//! same on every platform and in every version.

mod minhash;
mod shingles;
mod simhash;

pub use minhash::{MAX_BANDS, MAX_ROWS, MinHash, MinHashError};
pub use simhash::{distance, simhash};
