//! What the elements of a page are, by their names and their structure: comments, forms for them, threads, and the records
//! of the page's list.

pub mod beside_product;
mod candidates;
pub mod comment_forms;
mod comment_holders;
mod comments;
mod counts;
mod field_labels;
pub mod fields;
mod list_records;
pub mod page_list;
pub mod prices;
mod product_sections;
pub mod region_names;
mod replies;
pub mod thread;

pub use beside_product::beside_product;
pub use candidates::{largest_groups, scored};
pub use comment_forms::comment_forms;
pub use comment_holders::{comment_parts, holders as comment_holders, named as named_comment_holders};
pub use comments::{Comments, comments};
pub use counts::leads;
pub use field_labels::field_labels;
pub use fields::is_of_person;
pub use list_records::nodes_of_records;
pub use page_list::page_list;
pub use replies::answered as answered_comments;

pub use crate::page::nodes::start_of_name;
use crate::texts::spaces::start_of;

/// Returns the start of an attribute's value: the parser may copy an element and its attributes many times.
pub fn start(value: &str) -> &str {
    start_of(value, 512)
}
