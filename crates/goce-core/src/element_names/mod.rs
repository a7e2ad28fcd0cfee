//! What classes and ids say of their elements: one table of words ([`Meaning::words`]), and one reader of names.
//!
//! A name's meaning is changed in the table. Quick first looks know how its words begin: `has_word` and `may_start` for
//! comments (a test holds them), and the metadata's, which needs four letters. The rooms that ask decide what follows from
//! it, beside what else they know of an element. What `auto` and the genre learn from names are tokens of
//! [`crate::learn::tokens`], not these meanings.

mod areas;
mod comments;
mod letters;
mod meaning;

pub use areas::{area, beside_product};
pub use comments::{Place, is_about_comments, is_of_comments, may_be_about_comments, may_speak_of_comments};
pub use meaning::Meaning;
