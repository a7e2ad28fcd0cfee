//! The learned method. [`pipeline`] has its steps, one a line: for each block the probability of being content (boosted
//! trees over features of the block and of its page), alike for blocks that are repeated, none for comments below
//! an article, corrected where a model of one's own is given ([`correction`]), lower for texts that other pages of the site
//! have, and the selection with the highest expected F1, which is then mended.
//!
//! Trained by models/auto/train.py; MODEL.md there has the data and the figures.

mod comments;
pub mod complete_forest;
pub mod correction;
mod decision;
pub mod features;
pub mod forests;
mod mend;
mod model;
mod no_text;
pub mod pipeline;
mod repeated;
mod site;

pub use model::{Model, WEIGHTS, features_hash};
pub use no_text::NoText;
pub use pipeline::{Setup, confidence, confidence_in, select, select_corrected};
pub use site::Weighing;

/// Returns `true` for one of some texts, in whatever case.
fn is_any(text: &str, known: &[&str]) -> bool {
    known.iter().any(|known| text.eq_ignore_ascii_case(known))
}

/// Returns `true` for a text that begins with one of some others.
fn begins_any(text: &str, known: &[&str]) -> bool {
    known.iter().any(|known| text.starts_with(known))
}

/// Returns `true` for a text that has one of some parts.
fn has_any(text: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| text.contains(part))
}
