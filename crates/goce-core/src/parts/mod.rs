//! What else stands on a page, as rows: links, tables, pictures, each with its place and whether it is content.

pub mod headings;
mod link_signs;
mod links;
mod region_names;
mod regions;
mod surroundings;

pub use links::{Link, Links};
pub use regions::Region;
