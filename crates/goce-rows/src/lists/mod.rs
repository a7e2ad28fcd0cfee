//! The records of a list and the posts of a thread, each with its fields.
//!
//! [`page::records`](goce_core::page::records) finds what repeats. Times, names of people, links, pictures and prices tell
//! records from other things that repeat: [`areas`](goce_core::areas) finds these. No field is guessed: a field that a record
//! does not state is `None`.

mod columns;
mod item_parts;
mod items;
mod posts;
mod time_series;

pub use items::{Item, items};
pub use posts::{Post, posts};

use goce_core::memory::OutOfMemory;
use goce_core::texts::spaces::single_spaced;

/// Returns a text on one line.
fn on_a_line(text: &str) -> Result<String, OutOfMemory> {
    single_spaced(text, char::is_whitespace)
}
