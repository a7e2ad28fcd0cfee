//! Checks of the Markdown and HTML that goce writes, by parsers of others.

use goce_core::extract::{Options, Selection};
use goce_core::page::Page;

use crate::pages::method;

pub mod chunked;
pub mod evasions;
pub mod read_back;
pub mod reparse;

/// Returns the selection of all content.
pub fn all_content(page: &Page) -> Selection {
    method("default").select(page, &Options::default()).unwrap()
}

/// Returns a selection of some blocks, as a learned method makes one. `taken` holds for the first blocks, then for the
/// next ones, and so on.
pub fn some_blocks(page: &Page, taken: &[bool]) -> Selection {
    let blocks = page.blocks().iter().zip(taken.iter().cycle());
    let taken = blocks.filter(|(_, taken)| **taken);
    Selection::ranges(taken.map(|(block, _)| block.nodes())).unwrap()
}
