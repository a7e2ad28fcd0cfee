//! Features of an ancestor of blocks: counts of its contents, and of the elements that are like it.

use super::main_text::link_share;
use super::sums::Sums;
use crate::page::Page;
use crate::texts::lists::listed;

/// The names of an area's features.
pub const NAMES: [&str; 11] = listed(
    "area_bytes area_links area_density area_prose area_blocks area_paragraphs area_start area_end area_alike \
     area_alike_share area_alike_links",
);

/// The features of an area.
pub type Area = [f32; NAMES.len()];

/// Returns the features of an element as an area, in the order of [`NAMES`].
pub fn area(page: &Page, sums: &Sums, element: usize) -> Area {
    let blocks = page.blocks().len();
    let all = sums.text_of_blocks(0..blocks).bytes.max(1) as f32;
    let within = sums.blocks(page, element);
    let text = sums.text_of_blocks(within.clone());
    let bytes = text.bytes as f32;
    let held = sums.held(page, element);
    let alike = sums.alike(element);
    [
        bytes,
        link_share(text.bytes, text.link_bytes),
        bytes / held.elements.max(1) as f32,
        text.prose_bytes as f32 / bytes.max(1.0),
        within.len() as f32,
        held.paragraphs as f32,
        within.start as f32 / blocks as f32,
        within.end as f32 / blocks as f32,
        alike.count as f32,
        alike.bytes as f32 / all,
        link_share(alike.bytes, alike.link_bytes),
    ]
}
