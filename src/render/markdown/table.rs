//! Tables, as GFM writes them.
//!
//! A table is written as one where it holds data: two rows and two columns or more, no block-level
//! content in its cells, no table within. Any other is layout, and its cells are written as text.
//! What a cell spans besides its first place is left empty.

use html5ever::local_name;
use rustc_hash::FxHashMap;

use crate::page::{Page, Tag};
use crate::render::content::Content;

/// Places, with those left empty, that a table may have for each of its cells; in one with more,
/// what cells span is not regarded.
const PLACES_A_CELL: usize = 8;

/// Places that any table may have.
const FREE_PLACES: usize = 1024;

/// A table under way.
#[derive(Debug)]
pub struct Table {
    element: usize,
    rows: Vec<Row>,
    /// The row and the column of each cell, by its position.
    places: FxHashMap<usize, (usize, usize)>,
    /// The cell under way.
    cell: Option<usize>,
    columns: usize,
}

#[derive(Debug, Default)]
struct Row {
    is_header: bool,
    is_taken: bool,
    cells: Vec<String>,
}

impl Table {
    /// A table that holds data, with all its cells empty; none for layout.
    pub fn of(content: &Content<'_>, element: usize, tick: &mut dyn FnMut()) -> Option<Table> {
        let page = content.page();
        let role = page.attribute(element, &local_name!("role")).unwrap_or("");
        if matches!(role, "presentation" | "none") {
            return None;
        }
        let (mut rows, mut cells) = (Vec::new(), Vec::new());
        let mut caption_end = 0;
        for position in page.subtree(element).skip(1) {
            if position % 1024 == 0 {
                tick();
            }
            match page.nodes()[position].tag() {
                Tag::Tr => rows.push(position),
                Tag::Td | Tag::Th => {
                    if page.text_of(page.subtree(position)).contains("\n\n") {
                        return None;
                    }
                    cells.push(position);
                }
                Tag::Caption if rows.is_empty() => caption_end = page.subtree(position).end,
                Tag::P | Tag::Div | Tag::Address | Tag::Center | Tag::Label => {}
                Tag::Tbody | Tag::Thead | Tag::Tfoot => {}
                _ if position < caption_end => {}
                tag if tag.is_block() => return None,
                Tag::Text if rows.is_empty() => return None,
                _ => {}
            }
        }
        let spanning = Table::arrange(content, element, &rows, cells.len(), true);
        let table =
            spanning.or_else(|| Table::arrange(content, element, &rows, cells.len(), false))?;
        let taken = table.rows.iter().filter(|row| row.is_taken).count();
        (taken >= 2 && table.columns >= 2).then_some(table)
    }

    /// Gives each cell its place; none if there are too many.
    fn arrange(
        content: &Content<'_>,
        element: usize,
        rows: &[usize],
        cells: usize,
        spanning: bool,
    ) -> Option<Table> {
        let page = content.page();
        let mut table = Table {
            element,
            rows: Vec::new(),
            places: FxHashMap::default(),
            cell: None,
            columns: 0,
        };
        let mut free = if spanning {
            FREE_PLACES + PLACES_A_CELL * cells
        } else {
            usize::MAX
        };
        // The rows that each column is still spanned for.
        let mut spanned: Vec<usize> = Vec::new();
        for &row in rows {
            let mut column = 0;
            let is_taken = content.takes(&page.subtree(row));
            let (mut headers, mut others) = (0, 0);
            for cell in page.children(row) {
                match page.nodes()[cell].tag() {
                    Tag::Th => headers += 1,
                    Tag::Td => others += 1,
                    _ => continue,
                }
                while spanned.get(column).is_some_and(|rows| *rows > 0) {
                    spanned[column] -= 1;
                    column += 1;
                }
                table.places.insert(cell, (table.rows.len(), column));
                let span = |name| if spanning { span(page, cell, name) } else { 1 };
                let width = span(local_name!("colspan")).min(1000);
                let height = span(local_name!("rowspan"));
                free = free.checked_sub(width)?;
                if spanned.len() < column + width {
                    spanned.resize(column + width, 0);
                }
                for rows in &mut spanned[column..column + width] {
                    *rows = height - 1;
                }
                column += width;
            }
            for rows in &mut spanned[column..] {
                *rows = rows.saturating_sub(1);
            }
            while spanned.pop_if(|rows| *rows == 0).is_some() {}
            free = free.checked_sub(column.max(spanned.len()))?;
            table.columns = table.columns.max(column);
            let in_head = page.nodes()[page.nodes()[row].parent()].tag() == Tag::Thead;
            table.rows.push(Row {
                is_header: headers > 0 && (others == 0 || in_head),
                is_taken,
                cells: vec![String::new(); if is_taken { column } else { 0 }],
            });
        }
        Some(table)
    }

    pub fn element(&self) -> usize {
        self.element
    }

    pub fn is_in_cell(&self) -> bool {
        self.cell.is_some()
    }

    pub fn is_cell(&self, position: usize) -> bool {
        self.cell == Some(position)
    }

    /// Takes note of an element in the table; whether the table has no further use for it.
    pub fn open(&mut self, position: usize, tag: Tag) -> bool {
        if self.cell.is_none() && self.places.contains_key(&position) {
            self.cell = Some(position);
        }
        matches!(
            tag,
            Tag::Td | Tag::Th | Tag::Tr | Tag::Tbody | Tag::Thead | Tag::Tfoot
        )
    }

    /// Ends the cell under way.
    pub fn end_cell(&mut self, text: String) {
        let place = self.cell.take().and_then(|cell| self.places.get(&cell));
        if let Some(&(row, column)) = place
            && let Some(cell) = self
                .rows
                .get_mut(row)
                .and_then(|row| row.cells.get_mut(column))
        {
            *cell = text;
        }
    }

    /// The lines of the table.
    pub fn rows(&mut self) -> Option<String> {
        let mut rows = self.rows.iter().filter(|row| row.is_taken).peekable();
        let header = rows.next_if(|row| row.is_header);
        let mut out = String::new();
        let mut line = |cells: &[String], width: usize| {
            out.push('|');
            for column in 0..width {
                match cells.get(column) {
                    Some(cell) if !cell.is_empty() => {
                        out.push(' ');
                        out.push_str(cell);
                        out.push_str(" |");
                    }
                    _ => out.push_str("  |"),
                }
            }
            out.push('\n');
        };
        line(header.map_or(&[], |row| &row.cells), self.columns);
        let rules = vec!["---".to_owned(); self.columns];
        line(&rules, self.columns);
        for row in rows {
            line(&row.cells, row.cells.len());
        }
        out.pop();
        Some(out)
    }
}

/// The number of rows or columns that a cell spans (HTML standard, section 4.9.11).
fn span(page: &Page, cell: usize, name: html5ever::LocalName) -> usize {
    let value = page.attribute(cell, &name).unwrap_or("").trim();
    match value.parse::<usize>() {
        Ok(0) | Err(_) => 1,
        Ok(span) => span.min(65_534),
    }
}
