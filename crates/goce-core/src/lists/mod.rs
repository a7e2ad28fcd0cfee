//! The records of a list, the posts of a thread and the comments below an article, each with its fields.
//!
//! [`page::records`](crate::page::records) finds what repeats. Times, names of people, links, pictures and prices tell
//! records from other things that repeat: [`fields`] and [`counts`] find these. No field is guessed: a field that a record
//! does not state is `None`.

mod about_comments;
mod candidates;
mod columns;
mod comment_holders;
mod comments;
mod counts;
mod fields;
mod item_parts;
mod items;
mod list_records;
mod posts;
pub mod thread;
mod time_series;
mod time_text;

pub use about_comments::about_comments;
pub use comment_holders::holders as comment_holders;
pub use comments::{Comments, comments};
pub(crate) use fields::is_of_person;
pub use items::{Item, items};
pub use list_records::nodes_of_records;
pub use posts::{Post, posts};

use crate::memory::OutOfMemory;
use crate::texts::spaces::{single_spaced, start_of};

/// Bytes of an attribute that are read.
const LONGEST_ATTRIBUTE: usize = 512;

/// Returns the start of an attribute's value: the parser may copy an element and its attributes many times.
fn start(value: &str) -> &str {
    start_of(value, LONGEST_ATTRIBUTE)
}

/// Returns a text on one line.
fn on_a_line(text: &str) -> Result<String, OutOfMemory> {
    single_spaced(text, char::is_whitespace)
}
