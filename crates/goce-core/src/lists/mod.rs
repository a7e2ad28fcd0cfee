//! Lists and threads as rows: the records of a page, each with the fields it has.
//!
//! What repeats is found by `page::records`, what tells records from other repeated things by [`fields`]: times, names
//! of people, links. No field is guessed: what a record does not state is `None`.

mod columns;
mod comments;
mod counts;
mod fields;
mod item_parts;
mod items;
mod posts;
mod text;
mod time_series;
mod time_text;

pub use comments::{Comments, comments};
pub use items::{Item, items};
pub use posts::{Post, posts};
