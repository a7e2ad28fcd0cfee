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

pub use images::{Image, Images};
pub use links::{Link, Links};
pub use regions::Region;
pub use tables::{Table, Tables};
