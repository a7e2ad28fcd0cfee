//! The rows of data tables that are a line of a text each, with a tab between two cells, whatever blocks these have.

use crate::extract::Selection;
use crate::page::prelude::*;
use crate::page::{caption_of, header_rows, is_data_table};
use crate::render::markdown::{LONG_CELL, is_short_part};

/// A cell with text of such a row. Numbers are positions of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCell {
    start: u32,
    end: u32,
    row: u32,
    table: u32,
}

impl LineCell {
    /// Returns what separates two pieces in cells, if they are in any, where otherwise a gap would.
    pub fn gap(before: Option<Self>, cell: Option<Self>, gap: &'static str) -> &'static str {
        match before.zip(cell) {
            Some((before, cell)) if before.table == cell.table => match gap {
                _ if before.row != cell.row => "\n",
                _ if before.start != cell.start => "\t",
                "" => "",
                _ => " ",
            },
            _ => gap,
        }
    }
}

/// The cells of such rows, and the place in them of a walk in document order.
#[derive(Debug, Default)]
pub struct TableLines {
    cells: Vec<LineCell>,
    next: usize,
}

impl TableLines {
    /// Returns the rows of the data tables of which something is selected.
    pub fn of(page: &Page, selection: &Selection) -> Fallible<Self> {
        let mut lines = TableLines::default();
        let mut rows = Vec::new();
        let is_table = |position: &usize| page.tag(*position) == Tag::Table;
        for table in page.positions().checking(CHECK_EVERY).filter(is_table) {
            rows.clear();
            if selection.takes(page.subtree(table)) && is_of_data(page, table, &mut rows)? {
                let mut cells = rows.iter().flat_map(|row| cells(page, *row)).checking(CHECK_EVERY);
                let keeps_lines = cells.any(|cell| has_lines_to_keep(page, cell));
                for row in rows.iter().checking(CHECK_EVERY) {
                    lines.add(page, selection, (table, *row), keeps_lines)?;
                }
            }
        }
        Ok(lines)
    }

    /// Adds the cells of a row of which some text is selected, if there are several and none has lines in a table that keeps
    /// these.
    fn add(&mut self, page: &Page, selection: &Selection, (table, row): (usize, usize), keeps_lines: bool) -> Fallible {
        let before = self.cells.len();
        let end = self.cells.last().map_or(0, |cell| cell.end as usize);
        let mut is_line = true;
        for cell in cells(page, row).filter(|cell| *cell >= end).checking(CHECK_EVERY) {
            let nodes = page.subtree(cell);
            if page.text_at(cell).is_empty() || !selection.takes(nodes.clone()) {
                continue;
            }
            is_line &= !(keeps_lines && has_lines(page, cell));
            self.cells.try_push(LineCell {
                start: cell as u32,
                end: nodes.end as u32,
                row: row as u32,
                table: table as u32,
            })?;
        }
        if !is_line || self.cells.len() < before + 2 {
            self.cells.truncate(before);
        }
        Ok(())
    }

    /// Returns the end of a piece at the start of some nodes, which follow those of the last call: a text of a cell, which
    /// it returns too, or what stands before the next one.
    pub fn piece(&mut self, page: &Page, nodes: &Range<usize>) -> (usize, Option<LineCell>) {
        while self.cells.get(self.next).is_some_and(|cell| cell.end as usize <= nodes.start) {
            self.next += 1;
        }
        match self.cells.get(self.next) {
            Some(cell) if cell.start as usize <= nodes.start => {
                let end = nodes.end.min(cell.end as usize);
                let text = (nodes.start..end).find(|position| page.tag(*position) == Tag::Text);
                (text.map_or(end, |text| text + 1), Some(*cell))
            }
            cell => (cell.map_or(nodes.end, |cell| nodes.end.min(cell.start as usize)), None),
        }
    }
}

/// Returns `true` for a table that holds data, and finds its rows.
fn is_of_data(page: &Page, table: usize, rows: &mut Vec<usize>) -> Fallible<bool> {
    for position in page.subtree(table).skip(1).checking(CHECK_EVERY) {
        match page.tag(position) {
            Tag::Table => return Ok(false),
            Tag::Tr => rows.try_push(position)?,
            _ => {}
        }
    }
    let has_header = header_rows(page, rows.iter().copied()) > 0;
    Ok(is_data_table(page, table, has_header, caption_of(page, table).is_some()))
}

fn cells(page: &Page, row: usize) -> impl Iterator<Item = usize> {
    page.children(row).filter(|cell| page.tag(*cell).is_cell())
}

fn has_lines(page: &Page, position: usize) -> bool {
    page.text_at(position).contains('\n')
}

/// Returns `true` for a cell with much text in several lines, or a list or code that is no part of a line.
fn has_lines_to_keep(page: &Page, cell: usize) -> bool {
    let keeps = |position: usize| match page.tag(position) {
        Tag::Ul | Tag::Ol => !is_short_part(page, position),
        // Only text that keeps its white space has lines.
        Tag::Text | Tag::Pre | Tag::Code => has_lines(page, position),
        _ => false,
    };
    has_lines(page, cell) && (page.text_at(cell).len() > LONG_CELL || page.subtree(cell).any(keeps))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of some blocks; bars stand for line breaks.
    fn of_blocks(page: &Page, taken: impl Fn(&str) -> bool) -> String {
        let is_taken = |block: usize, _| taken(page.block_text(&page.blocks()[block]));
        let selection = Selection::blocks(page, vec![1.0; page.blocks().len()], is_taken).unwrap();
        crate::render::text(page, &selection).unwrap().unwrap_or_default().replace('\n', "|")
    }

    #[test]
    fn rows_of_data_are_lines() {
        let long = "word ".repeat(90);
        for [html, text] in cases(
            "
            a<table><tr><th>b<th>c<tr><td>d<td>e</table>f => a||b\tc|d\te||f
            // Blocks and breaks in cells, and words that these do not part.
            <table><tr><th><p>a</p><th><h3>b</h3><tr><td>c<br>d<p>e<i>f</i> g</p><td><div>h</div></table> => \
            a\tb|c d ef g\th
            <table><tr><th>a<th>b<tr><td>c<td><ul><li>d<li>e</ul></table> => a\tb|c\td e
            <div role=table><div role=row><div role=columnheader>a</div><div role=columnheader>b</div></div>\
            <div role=row><div role=cell>c</div><div role=cell>d</div></div></div> => a\tb|c\td
            // Cells without text, and such as span several places.
            <table><tr><th><th>b<th>c<tr><td rowspan=2>d<td><td>e<tr><td>f<td>g<tr><td colspan=3>h</table> => \
            b\tc|d\te|f\tg|h
            // What is not taken.
            <table><tr><th>a<th>b<th>-<tr><td>-<td>c<td>d<tr><td>-<td><p>e<p>f<tr><td>g<td>h<p>-<p>i</table> => \
            a\tb|c\td||e||f||g\th i
            // Code of several lines, long lists, much text in several lines.
            <table><tr><th>a<th>b<tr><td>c<td><pre>d|e</pre><tr><td>f<td>g<tr><td>h<td>i<br>j</table> => \
            a\tb|c||d|e||f\tg|h|i|j
            <table><tr><th>a<th>b<tr><td>c<td><code>d<br>e</code></table> => a\tb|c|d|e
            <table><tr><th>a<th>b<th>c<tr><td>d<td>e<td><p>LONG<p>f</table> => a\tb\tc|d|e||LONG||f
            <table><tr><th>a<th>b<th>c<tr><td>d<td>e<td><p>LONG</table> => a\tb\tc|d\te\tLONG
            <table><tr><th>a<th>b<th>c<tr><td>d<td>e<td><ol><li>one, two, three, four, five, six, seven, eight, nine, \
            ten, eleven, twelve, thirteen, fourteen, fifteen<li>f</ol></table> => a\tb\tc|d|e|one, two, three, four, five, six, \
            seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen|f
            // Layout, and data within it.
            <table><tr><td>a<td>b</table> => a|b
            <table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table> => a|b|c|d
            <table><tr><td>a<td><table><tr><th>b<th>c<tr><td>d<td>e</table><td>f</table> => a||b\tc|d\te||f
            <table><caption>a</caption><tr><th>b<th>c<tr><td>d<td>e</table> => a|b\tc|d\te",
        ) {
            let with = |text: &str| text.replace("LONG", long.trim_end()).replace("\\t", "\t");
            let page = Page::sample(&with(html).replace('|', "\n"));
            assert_eq!(of_blocks(&page, |text| text != "-"), with(text), "{html}");
        }
    }

    #[test]
    fn all_nodes_have_the_lines_of_all_blocks() {
        let page = Page::sample("<h1>a</h1><table><tr><th><p>b</p><th>c<tr><td>d<p>e</p><td>f</table><p>g</p>h");
        let whole = crate::render::text(&page, &Selection::whole(&page).unwrap()).unwrap().unwrap();
        assert_eq!(whole.replace('\n', "|"), "a||b\tc|d e\tf||g||h");
        assert_eq!(of_blocks(&page, |_| true), whole.replace('\n', "|"));
    }
}
