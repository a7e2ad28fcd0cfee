//! The parts that learned methods share: decision trees, tokens and hashes of names and words, labels from gold texts, random
//! numbers, and the readers of model files.

pub mod forest;
pub mod hashes;
pub mod labels;
pub mod probability;
pub mod random;
pub mod reader;
pub mod splits;
pub mod tokens;
