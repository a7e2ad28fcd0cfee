//! Tables, as GFM writes them.
//!
//! A table is written as one if it holds data: two rows and two columns or more, no blocks in its cells but paragraphs, no
//! table within. Several paragraphs in a cell are data below a header, unless most cells are long, and so are short lists
//! and lines of code. Any other table is layout, and its cells are written as text; so is one without anything in it. A
//! cell that spans several places is written in the first one; the others stay empty.

use super::escape::RunPlace;
use crate::page::pictures::is_picture;
use crate::page::prelude::*;
use crate::page::{header_rows, is_data_table};
use crate::render::walk::Content;

/// Further places that all tables of a page may have together.
pub const FREE_PLACES: usize = 16 * 1024;

/// Places that a table may have for each of its cells.
const PLACES: usize = 8;

/// Bytes of a cell with more text than data have.
pub const LONG_CELL: usize = 400;

/// Bytes of a list or a code that may be a part of a line.
const SHORT_PART: usize = 100;

/// The table that is being read.
#[derive(Debug, Default)]
pub struct Table {
    pub element: usize,
    rows: Vec<TableRow>,
    /// The row and the column of each cell, by its position.
    places: Map<usize, (usize, usize)>,
    /// The current cell.
    pub cell: Option<usize>,
    columns: usize,
    /// The first selected row.
    first: Option<usize>,
    /// The first row that no piece has yet.
    next: usize,
}

#[derive(Debug, Default)]
struct TableRow {
    is_header: bool,
    is_taken: bool,
    cells: Vec<String>,
}

impl Table {
    /// Returns a table that holds data, with empty cells; `None` for layout.
    ///
    /// It may have eight places for each cell, with those left empty; more are taken from `free`. Where a table has more than
    /// these, spans are ignored.
    pub fn of(content: &Content<'_>, element: usize, free: &mut usize) -> Fallible<Option<Table>> {
        let page = content.page();
        let role = page.attribute(element, names::ROLE).unwrap_or("");
        if matches!(role, "presentation" | "none") {
            return Ok(None);
        }
        let (mut rows, mut cells) = (Vec::new(), 0);
        let (mut has_paragraphs, mut has_parts, mut long_cells) = (false, false, 0);
        let mut caption_end = 0;
        for position in page.subtree(element).skip(1).checking(CHECK_EVERY) {
            match page.tag(position) {
                Tag::Tr => rows.try_push(position)?,
                Tag::Td | Tag::Th => {
                    let text = page.text_at(position);
                    has_paragraphs |= text.contains("\n\n");
                    long_cells += usize::from(text.len() > LONG_CELL);
                    cells += 1;
                }
                Tag::Caption if rows.is_empty() => caption_end = page.end(position),
                Tag::P | Tag::Div | Tag::Address | Tag::Center | Tag::Label => {}
                Tag::Tbody | Tag::Thead | Tag::Tfoot => {}
                _ if position < caption_end => {}
                Tag::Ul | Tag::Ol | Tag::Pre if is_short_part(page, position) => has_parts = true,
                Tag::Li if has_parts => {}
                tag if tag.is_block() => return Ok(None),
                Tag::Text if rows.is_empty() => return Ok(None),
                _ => {}
            }
        }
        let has_header = || header_rows(page, rows.iter().copied()) > 0;
        if has_paragraphs && 2 * long_cells > cells
            || (has_paragraphs || has_parts) && !has_header()
            || has_parts && !is_data_table(page, element, true, false)
        {
            return Ok(None);
        }
        let of_cells = PLACES * cells;
        // One table may have no more of the further places.
        let places = of_cells + 1024.min(*free);
        let mut left = places;
        let table = Table::arrange(content, element, &rows, &mut left)?;
        *free -= (places - left).saturating_sub(of_cells);
        let taken = table.rows.iter().filter(|row| row.is_taken).count();
        let shows = |at: usize| page.tag(at).is_player() || is_picture(page, at);
        let is_empty = page.text_at(element).trim_start().is_empty() && !page.subtree(element).any(shows);
        Ok((taken >= 2 && table.columns >= 2 && !is_empty).then_some(table))
    }

    /// Gives each cell its place, with as many further ones as are left.
    fn arrange(content: &Content<'_>, element: usize, rows: &[usize], left: &mut usize) -> Fallible<Table> {
        let page = content.page();
        let mut table = Table {
            element,
            ..Table::default()
        };
        // For each column the number of rows that a cell above still spans.
        let mut spanned: Vec<usize> = Vec::new();
        let of_header = header_rows(page, rows.iter().copied());
        for &row in rows {
            let mut column = 0;
            let is_taken = content.takes(&page.subtree(row));
            if is_taken {
                table.first.get_or_insert(table.rows.len());
            }
            for cell in page.children(row).checking(CHECK_EVERY) {
                if !page.tag(cell).is_cell() {
                    continue;
                }
                while spanned.get(column).is_some_and(|rows| *rows > 0) {
                    spanned[column] -= 1;
                    column += 1;
                }
                table.places.try_entry(cell)?.or_insert((table.rows.len(), column));
                let width = span(page, cell, names::COLSPAN).min(1000);
                let width = if width <= *left { width } else { 1 };
                let height = span(page, cell, names::ROWSPAN);
                *left = left.saturating_sub(width);
                spanned.try_fill_to(column + width, 0)?;
                for rows in &mut spanned[column..column + width] {
                    *rows = height - 1;
                }
                column += width;
            }
            // Cells above may span places behind the last cell.
            let behind = spanned[column..].iter().rposition(|rows| *rows > 0).map_or(0, |last| last + 1);
            for rows in &mut spanned[column..] {
                *rows = rows.saturating_sub(1);
            }
            column += behind;
            while spanned.pop_if(|rows| *rows == 0).is_some() {}
            *left = left.saturating_sub(column.max(spanned.len()));
            if *left == 0 {
                spanned.clear();
            }
            table.columns = table.columns.max(column);
            table.rows.try_push(TableRow {
                is_header: table.rows.len() < of_header,
                is_taken,
                cells: try_filled(String::new(), if is_taken { column } else { 0 })?,
            })?;
        }
        Ok(table)
    }

    /// Begins a cell, if the element is one. Returns `true` for the parts of a table, which are not written otherwise.
    pub fn open(&mut self, position: usize, tag: Tag) -> bool {
        if self.cell.is_none() && self.places.contains_key(&position) {
            self.cell = Some(position);
        }
        matches!(tag, Tag::Td | Tag::Th | Tag::Tr | Tag::Tbody | Tag::Thead | Tag::Tfoot)
    }

    /// Returns where the text of the current cell is written.
    pub fn place(&self) -> RunPlace {
        match self.cell.and_then(|cell| self.places.get(&cell)) {
            Some(&(row, _)) if Some(row) == self.first && self.rows[row].is_header => RunPlace::HeaderCell,
            _ => RunPlace::Cell,
        }
    }

    /// Ends the current cell.
    pub fn end_cell(&mut self, text: String) {
        self.fill(text);
        self.cell = None;
    }

    /// Sets the text of the current cell; returns its row.
    fn fill(&mut self, text: String) -> usize {
        let Some(&(row, column)) = self.cell.and_then(|cell| self.places.get(&cell)) else {
            return self.rows.len();
        };
        let cells = self.rows.get_mut(row).map(|row| &mut row.cells);
        if let Some(cell) = cells.and_then(|cells| cells.get_mut(column)) {
            *cell = text;
        }
        row
    }

    /// Returns the lines of the table, or of its rest behind a cut; `None` where no row is left.
    ///
    /// The rest repeats the header, unless that has more than `longest_header` bytes.
    pub fn rows(&mut self, longest_header: usize) -> Fallible<Option<String>> {
        self.lines(self.rows.len(), longest_header)
    }

    /// Returns the lines before a cut in the current cell. `text` is the part of the cell before the cut.
    pub fn cut(&mut self, text: String, longest_header: usize) -> Fallible<Option<String>> {
        let row = self.fill(text);
        let has_text = self.rows.get(row).is_some_and(|row| row.cells.iter().any(|cell| !cell.is_empty()));
        if !has_text {
            return self.lines(row, longest_header);
        }
        let lines = self.lines(row + 1, longest_header)?;
        // The rest of the row follows in the next piece.
        self.next = row;
        if let Some(row) = self.rows.get_mut(row) {
            row.is_header = false;
            for cell in &mut row.cells {
                cell.clear();
            }
        }
        Ok(lines)
    }

    /// Returns the lines of the rows up to `end`, which this piece then has.
    fn lines(&mut self, end: usize, longest_header: usize) -> Fallible<Option<String>> {
        let first = self.first;
        let header = first.filter(|&first| self.rows[first].is_header);
        let start = self.next;
        self.next = end;
        let is_rest = first.is_some_and(|first| first < start);
        let of_piece = self.rows[start.min(end)..end].iter();
        let mut rows = of_piece.filter(|row| row.is_taken).peekable();
        if rows.peek().is_none() {
            return Ok(None);
        }
        let mut out = String::new();
        let mut columns = self.columns;
        if let Some(header) = header {
            let header = &self.rows[header].cells;
            line(header, columns, &mut out)?;
            if !is_rest {
                rows.next();
            }
        }
        if header.is_none() || is_rest && out.len() > longest_header {
            out.clear();
            if is_rest {
                let widths = rows.clone().map(|row| row.cells.len());
                columns = widths.max().unwrap_or(columns).max(1);
            }
            line(&[], columns, &mut out)?;
        }
        out.try_push_str("\n|")?;
        for _ in 0..columns {
            out.try_push_str(" --- |")?;
        }
        for row in rows {
            out.try_push_char('\n')?;
            // Not every reader fills short rows. Those of wide tables might take much more room than the page.
            let width = if columns <= PLACES { columns } else { row.cells.len() };
            line(&row.cells, width, &mut out)?;
        }
        Ok(Some(out))
    }
}

/// Returns `true` for a list or a code that may be a part of a line.
pub fn is_short_part(page: &Page, position: usize) -> bool {
    let text = page.text_at(position);
    text.len() <= SHORT_PART && !(page.tag(position) == Tag::Pre && text.contains('\n'))
}

/// Appends a line of `width` cells.
fn line(cells: &[String], width: usize, out: &mut String) -> Fallible {
    out.try_push_char('|')?;
    for column in (0..width).checking(CHECK_EVERY) {
        match cells.get(column) {
            Some(cell) if !cell.is_empty() => out.try_push_all(&[" ", cell, " |"])?,
            _ => out.try_push_str("  |")?,
        }
    }
    Ok(())
}

/// Returns the number of rows or columns that a cell spans (HTML standard, section 4.9.11).
fn span(page: &Page, cell: usize, name: Name) -> usize {
    let value = page.attribute(cell, name).unwrap_or("").trim();
    value.parse().unwrap_or(1).clamp(1, 65_534)
}
