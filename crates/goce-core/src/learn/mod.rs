//! The parts that learned methods share: decision trees, tokens of names and words, labels from gold texts, random
//! numbers, and the reader of model files.

pub mod forest;
pub mod labels;
pub mod probability;
pub mod random;
pub mod reader;
pub mod splits;
pub mod tokens;
