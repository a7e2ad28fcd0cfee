//! The parts that learned methods share: what trainings do alike ([`fit`]), decision trees, tokens of names and words, labels
//! from gold texts, random numbers, ranges of means, and how model files are read.

pub mod difference;
pub mod fit;
pub mod forest;
pub mod labels;
pub mod lists;
pub mod probability;
pub mod random;
pub mod reader;
pub mod sealed;
pub mod splits;
pub mod tokens;
