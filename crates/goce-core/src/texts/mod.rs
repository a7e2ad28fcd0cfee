//! Texts of any origin: words, lists of them, languages, canonical addresses, sites, near-duplicates, hashes.

pub mod byte_set;
pub mod canonical_address;
pub mod duplicates;
pub mod hashes;
pub mod language;
pub mod lists;
pub mod memo;
pub mod phrases;
pub mod references;
pub mod site;
pub mod spaces;
pub mod words;
