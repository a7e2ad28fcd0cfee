//! What else stands on a page, as rows: links, tables, pictures, each with its place and whether it is content.

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

use goce_core::output::{Budget, Rendered};
use goce_core::texts::spaces::single_spaced;

pub use images::{Image, Images};
pub use links::{Link, Links};
pub use regions::Region;
pub use tables::{Table, Tables};

/// Returns a text on one line, taken from a budget; `None` if it is empty.
fn line(text: &str, budget: &mut Budget) -> Rendered<Option<String>> {
    budget.spend(text.len())?;
    let line = single_spaced(text, char::is_whitespace)?;
    Ok((!line.is_empty()).then_some(line))
}
