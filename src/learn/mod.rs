//! What learned methods share: boosted trees, tokens and hashes of names and words, labels from gold texts, and the
//! reader of model files.

#![forbid(unsafe_code)]

pub mod forest;
pub mod hashes;
pub mod labels;
pub mod reader;
pub mod tokens;
