//! The features of elements that LearnHTML's models learn from.
//!
//! They are numbers of the element, of its five nearest ancestors and of five levels of its descendants, and terms of its
//! `id` and `class` ([`columns`], after Table 3.2). [`Dom`] measures the numbers in linear time. A fitted [`Space`] turns
//! numbers and terms into the rows of a model, after selection by χ² (Table 3.1).

pub mod columns;
mod dom;
mod samples;
mod space;
pub mod terms;

pub use dom::{Dom, NumericFeatures};
pub use samples::{Samples, samples};
pub use space::{FeatureRow, MAX_TERMS, Space, Term};

use goce_core::html::names;
use goce_core::page::Page;
use goce_core::prelude::*;

/// Returns the class and the id of an element.
pub fn class_and_id(page: &Page, element: usize) -> [&str; 2] {
    [page.class(element), page.attribute(element, names::ID).unwrap_or("")]
}

/// Sorts members by their keys, which are less than `keys`, and leaves those of a key in order. Returns where each key
/// begins among them, with the end of the last, and the members.
fn by_key(keys: usize, members: impl Iterator<Item = (usize, usize)> + Clone) -> Fallible<(Vec<u32>, Vec<u32>)> {
    let mut starts = try_filled(0u32, keys + 1)?;
    for (key, _) in members.clone().checking(CHECK_EVERY) {
        starts[key + 1] += 1;
    }
    for key in (0..keys).checking(CHECK_EVERY) {
        starts[key + 1] += starts[key];
    }
    let mut next = try_collect(starts.iter().copied())?;
    let mut sorted = try_filled(0, starts[keys] as usize)?;
    for (key, member) in members.checking(CHECK_EVERY) {
        sorted[next[key] as usize] = member as u32;
        next[key] += 1;
    }
    Ok((starts, sorted))
}
