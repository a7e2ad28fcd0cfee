//! Tables that hold data, and those that are a means of layout.

use super::grid::TableRow;
use crate::prelude::*;

/// What the cells of a table hold.
#[derive(Clone, Copy, Debug, Default)]
struct Cells {
    count: usize,
    /// `<th>`.
    headers: usize,
    /// Those that say which cells they are above or beside.
    scoped: usize,
    empty: usize,
    prose: usize,
    /// Those with inputs.
    controls: usize,
    /// Those that are links alone.
    links: usize,
    nested: bool,
}

/// Returns `true` for a table that holds data. `header_rows` of its rows are a header.
///
/// A table with another in it, with one column or without two rows is layout; so is one with `role=presentation`. One that
/// has a caption, a header or `<th>` holds data unless most of its cells are prose, empty or of a form. Any other holds
/// data if few of its cells are and not all are links.
pub fn is_data(
    page: &Page,
    table: usize,
    rows: &[TableRow],
    columns: usize,
    header_rows: usize,
    has_caption: bool,
) -> bool {
    let role = page.attribute(table, names::ROLE).map_or("", str::trim);
    if matches!(role, "presentation" | "none") {
        return false;
    }
    let cells = cells(page, rows);
    if cells.nested || cells.count == 0 || rows.len() < 2 || (columns < 2 && header_rows == 0) {
        return false;
    }
    let share = |number: usize| number as f32 / cells.count as f32;
    if share(cells.empty) > 0.9 {
        return false;
    }
    let says_so =
        has_caption || header_rows > 0 || cells.headers > 0 || cells.scoped > 0 || matches!(role, "table" | "grid");
    // The share of cells that may be prose or with controls.
    let most = if says_so { 0.5 } else { 0.25 };
    let is_link_list = share(cells.links + cells.empty) > 0.9 && !says_so;
    // The least number of cells with something in them, in a table that does not say that it holds data.
    let few_empty = says_so || (share(cells.empty) <= 0.5 && cells.count - cells.empty >= 4);
    !is_link_list && few_empty && share(cells.prose) <= most && share(cells.controls) <= most
}

fn cells(page: &Page, rows: &[TableRow]) -> Cells {
    let mut cells = Cells::default();
    for row in rows.iter().checking(CHECK_EVERY) {
        for cell in page.children(row.element).checking(CHECK_EVERY) {
            let tag = page.tag(cell);
            if !matches!(tag, Tag::Td | Tag::Th) {
                continue;
            }
            cells.count += 1;
            cells.headers += usize::from(tag == Tag::Th);
            cells.scoped += usize::from(page.attribute(cell, names::SCOPE).is_some());
            let nodes = page.subtree(cell);
            let text = page.text_of(nodes.clone());
            let (mut blocks, mut links, mut controls, mut pictures) = (0, 0, false, false);
            for node in nodes.clone().skip(1).take(NODES) {
                match page.tag(node) {
                    Tag::Table => cells.nested = true,
                    Tag::Input | Tag::Select | Tag::Textarea | Tag::Form => controls = true,
                    Tag::Img => pictures = true,
                    Tag::A => links += page.text_at(node).len(),
                    tag => blocks += usize::from(tag.is_block()),
                }
            }
            cells.nested |= nodes.len() > NODES;
            cells.empty += usize::from(text.is_empty() && !pictures);
            // Bytes of a cell from which on it is prose, and blocks from which on.
            cells.prose += usize::from(text.len() > 400 || blocks > 6);
            cells.controls += usize::from(controls);
            cells.links += usize::from(!text.is_empty() && links + 2 >= text.len());
        }
    }
    cells
}

/// The nodes of a cell that are looked at. A cell with more holds a part of the page.
const NODES: usize = 400;
