//! What else stands on a page, as rows: links, tables, pictures, each with its place and whether it is content.

use crate::prelude::*;

mod groups;
pub mod headings;
mod images;
mod link_signs;
mod links;
mod places;
mod regions;
mod surroundings;
mod tables;
mod taken;

pub use images::{Image, Images};
pub use links::{Link, Links};
pub use regions::Region;
pub use tables::{Table, Tables};

/// Returns the positions of the nodes of a page that are wanted.
fn positions(page: &Page, is_wanted: impl Fn(usize) -> bool) -> Fallible<Vec<u32>> {
    let all = page.positions().checking(CHECK_EVERY);
    try_collect(all.filter(|position| is_wanted(*position)).map(|position| position as u32))
}

/// Returns the start of an attribute or a caption on one line, as its reader gets it, taken from a budget.
fn seen_line(page: &Page, text: &str, budget: &mut Budget) -> Rendered<Option<String>> {
    line(&seen_start(page, text)?, budget)
}

/// Returns what is read of an attribute: the parser may copy an element and its attributes many times.
fn seen_start<'t>(page: &Page, text: &'t str) -> Fallible<Cow<'t, str>> {
    // Bytes that are read.
    page.seen_of(start_of(text, 4096))
}

/// Returns a text on one line, taken from a budget; `None` if it is empty.
fn line(text: &str, budget: &mut Budget) -> Rendered<Option<String>> {
    budget.spend(text.len())?;
    let line = on_a_line(text)?;
    Ok((!line.is_empty()).then_some(line))
}
