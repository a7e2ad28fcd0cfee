//! Lists and threads as rows: the records of a page, each with the fields it has.
//!
//! What repeats is found by `page::records`, what tells records from other repeated things by [`marks`]: times, names
//! of people, links. No field is guessed: what a record does not state is `None`.

mod columns;
mod comments;
mod items;
mod links;
mod marks;
mod posts;
mod surroundings;
mod text;
mod times;
mod when;

pub use comments::{Comments, comments};
pub use items::{Item, items};
pub use posts::{Post, posts};
