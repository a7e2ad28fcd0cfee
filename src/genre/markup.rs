//! Page types from markup alone: boosted trees over what is repeated on a page, how its text is
//! cut, where its links lead, and what names its author chose.

pub mod features;
pub mod tokens;
mod blocks;
mod described;
mod groups;
mod links;
mod marks;

use super::PageTypeScores;
use crate::page::Page;
/// stub
pub fn classify(_page: &Page, _tick: &mut dyn FnMut()) -> PageTypeScores { PageTypeScores { probabilities: [1.0/7.0; 7] } }
