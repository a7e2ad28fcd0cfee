//! The records of a list and the posts of a thread, each with its fields.
//!
//! [`page::records`](goce_core::page::records) finds what repeats. Times, names of people, links, pictures and prices tell
//! records from other things that repeat: [`areas`](goce_core::areas) finds these. No field is guessed: a field that a record
//! does not state is `None`.

use crate::prelude::*;

mod buttons;
mod columns;
mod item_parts;
mod items;
mod mails;
mod posts;
mod speakers;
mod time_series;

pub use items::{Item, items};
pub use posts::{Post, posts};

/// Returns the text of neighbouring nodes without elements for which `is_left_out` holds.
fn text_without(page: &Page, nodes: Range<usize>, is_left_out: impl Fn(usize) -> bool) -> Fallible<String> {
    let mut text = String::new();
    let mut start = nodes.start;
    let mut position = nodes.start;
    let mut push = |nodes: Range<usize>| -> Fallible {
        let piece = page.text_of(nodes);
        if !piece.is_empty() {
            if !text.is_empty() {
                text.try_push_char('\n')?;
            }
            text.try_push_str(piece)?;
        }
        Ok(())
    };
    while position < nodes.end {
        if position.is_multiple_of(CHECK_EVERY) {
            interrupts::check();
        }
        if is_left_out(position) {
            push(start..position)?;
            position = page.end(position);
            start = position;
        } else {
            position += 1;
        }
    }
    push(start..nodes.end)?;
    try_to_owned(text.trim_start_matches('\n'))
}
