//! Texts, whatever page they are of: words, languages, addresses, near-duplicates.

pub mod address;
pub mod duplicates;
pub mod language;
pub mod spaces;
pub mod words;
