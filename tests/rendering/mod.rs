//! What others make of the Markdown and HTML that goce writes.

pub mod chunked;
pub mod evasions;
pub mod read_back;
pub mod reparse;
