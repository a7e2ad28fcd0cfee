//! The tables of a page.

mod grid;
mod kind;
mod text;

use std::iter::repeat_n;

use self::grid::{Grid, GridError, Place, TableRow, TableRows};
use self::kind::is_data;
use self::text::{ColumnTexts, push_json};
use super::headings::{HeadingPath, heading_paths};
use super::taken::Taken;
use crate::extract::Selection;
use crate::interrupts::{self, CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush, TryPushStr, try_filled};
use crate::page::{Page, Tag};
use crate::render::{Budget, Output, RenderError};
use crate::texts::spaces::single_spaced;

/// The most rows of a header.
const MOST_HEADER_ROWS: usize = 16;

/// What stands between the texts of header rows in one column.
const BETWEEN_HEADERS: &str = " / ";

/// A table of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The position of its element.
    pub element: usize,
    /// The text of its `<caption>`, or of the `<figcaption>` of the figure that it is in.
    pub caption: Option<String>,
    /// The text above each column; `None` for a table without a header.
    pub header: Option<Vec<String>>,
    /// The other rows as JSON: an array of arrays of cells, all of the same length. A cell is a string, `{"merged": string}`
    /// where a cell that begins elsewhere covers the place, or `null` where none does.
    pub rows: String,
    /// It holds data: it is no means of layout.
    pub is_data: bool,
    /// Most of its words are in the selected content.
    pub is_content: bool,
    /// The headings above it.
    pub headings: HeadingPath,
}

/// The tables of a page, each made when it is asked for.
#[derive(Debug)]
pub struct Tables {
    found: Vec<(u32, HeadingPath)>,
    next: usize,
    taken: Taken,
    /// Bytes that may still be written, and places that tables may still have.
    budget: Budget,
    places: usize,
    most_places: usize,
}

impl Tables {
    /// Returns the tables that a page shows, in document order. `selection` is the content of the page.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &Page, selection: &Selection) -> Result<Self, OutOfMemory> {
        let mut elements: Vec<u32> = Vec::new();
        for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
            if node.tag() == Tag::Table {
                elements.try_push(position as u32)?;
            }
        }
        let headings = heading_paths(page, elements.iter().map(|element| *element as usize))?;
        let mut found = Vec::new();
        found.try_extend(elements.into_iter().zip(headings))?;
        // Places that the tables of any page may have, beside one for each byte of the page.
        let most_places = page.source_bytes().saturating_add(64 * 1024);
        Ok(Tables {
            found,
            next: 0,
            taken: Taken::of(page, selection)?,
            budget: Budget::of(page),
            places: most_places,
            most_places,
        })
    }

    /// Returns the next table; `None` behind the last one.
    ///
    /// # Errors
    /// [`RenderError`]: all tables together may have as many bytes as any output of the page, and a number of places that
    /// grows with the page.
    pub fn next_table(&mut self, page: &Page) -> Result<Option<Table>, RenderError> {
        let Some((element, headings)) = self.found.get(self.next).copied() else {
            return Ok(None);
        };
        self.next += 1;
        interrupts::check();
        let element = element as usize;
        let rows = TableRows::of(page, element)?;
        let columns = self.columns(page, &rows.0)?;
        let header_rows = header_rows(page, &rows.0);
        let mut grid = Grid::of(page, &rows.0, usize::MAX);
        let header = self.header(page, &mut grid, header_rows, columns)?;
        let written = self.rows(page, &mut grid, columns)?;
        let caption = self.caption(page, element)?;
        Ok(Some(Table {
            element,
            is_data: is_data(page, element, &rows.0, columns, header_rows, caption.is_some()),
            caption,
            header,
            rows: written,
            is_content: self.taken.has_most_of(page, page.subtree(element)),
            headings,
        }))
    }

    /// Returns the texts of the header's cells above each column, from the top down; a cell counts once.
    fn header(
        &mut self,
        page: &Page,
        grid: &mut Grid<'_>,
        rows: usize,
        columns: usize,
    ) -> Result<Option<Vec<String>>, RenderError> {
        if rows == 0 {
            return Ok(None);
        }
        let mut headers = try_filled(String::new(), columns)?;
        let mut last: Vec<Option<usize>> = try_filled(None, columns)?;
        let mut texts = ColumnTexts::default();
        for _ in 0..rows {
            let Some(places) = grid.next_row().map_err(|error| self.error(error))? else {
                break;
            };
            for (column, place) in places.iter().enumerate().checking(CHECK_EVERY) {
                let Some(cell) = place.cell().filter(|cell| last[column] != Some(*cell)) else {
                    continue;
                };
                last[column] = Some(cell);
                let text = texts.of(page, column, cell)?;
                let header = &mut headers[column];
                self.budget.spend(text.len() + BETWEEN_HEADERS.len())?;
                if !header.is_empty() && !text.is_empty() {
                    header.try_push_str(BETWEEN_HEADERS)?;
                }
                header.try_push_str(&text)?;
            }
        }
        Ok(Some(headers))
    }

    /// Writes the rows that are left in a grid.
    fn rows(&mut self, page: &Page, grid: &mut Grid<'_>, columns: usize) -> Result<String, RenderError> {
        let mut out = Output::limited(self.budget.left());
        let mut texts = ColumnTexts::default();
        let mut write = || {
            let mut before = "[[";
            while let Some(places) = grid.next_row().map_err(|error| self.error(error))? {
                out.push(before)?;
                before = ",[";
                let missing = columns.saturating_sub(places.len());
                let places = places.iter().copied().chain(repeat_n(Place::Missing, missing));
                for (column, place) in places.enumerate().checking(CHECK_EVERY) {
                    if column > 0 {
                        out.push(",")?;
                    }
                    match place {
                        Place::Missing => out.push("null")?,
                        Place::Cell(cell) => push_json(&texts.of(page, column, cell as usize)?, &mut out)?,
                        Place::Merged(cell) => {
                            out.push("{\"merged\":")?;
                            push_json(&texts.of(page, column, cell as usize)?, &mut out)?;
                            out.push("}")?;
                        }
                    }
                }
                out.push("]")?;
            }
            out.push(if before == "[[" { "[]" } else { "]" })
        };
        write().map_err(|error| match error {
            RenderError::TooLarge { .. } => RenderError::TooLarge {
                limit: self.budget.limit(),
            },
            other => other,
        })?;
        self.budget.spend(out.len())?;
        Ok(out.finish())
    }

    /// Returns the number of columns of a table, and takes its places.
    fn columns(&mut self, page: &Page, rows: &[TableRow]) -> Result<usize, RenderError> {
        let mut grid = Grid::of(page, rows, self.places);
        while grid.next_row().map_err(|error| self.error(error))?.is_some() {}
        let columns = grid.columns();
        let places = columns.checked_mul(rows.len());
        let left = places.and_then(|places| self.places.checked_sub(places));
        self.places = left.ok_or_else(|| self.error(GridError::TooManyPlaces))?;
        Ok(columns)
    }

    fn error(&self, error: GridError) -> RenderError {
        match error {
            GridError::OutOfMemory => RenderError::OutOfMemory,
            GridError::TooManyPlaces => RenderError::TooManyPlaces {
                limit: self.most_places,
            },
        }
    }

    fn caption(&mut self, page: &Page, table: usize) -> Result<Option<String>, RenderError> {
        let is = |tag: Tag| move |child: &usize| page.nodes()[*child].tag() == tag;
        let own = page.children(table).checking(CHECK_EVERY).find(is(Tag::Caption));
        let figure = page.nodes()[table].parent();
        let of_figure = || {
            let is_figure = page.nodes()[figure].tag() == Tag::Figure;
            // The children of a figure among which its caption is looked for.
            is_figure.then(|| page.children(figure).take(16).find(is(Tag::Figcaption))).flatten()
        };
        let Some(caption) = own.or_else(of_figure) else {
            return Ok(None);
        };
        let text = page.text_of(page.subtree(caption));
        self.budget.spend(text.len())?;
        Ok((!text.is_empty()).then(|| single_spaced(text, char::is_whitespace)).transpose()?)
    }
}

/// Returns how many rows at the top are a header: those of `<thead>`, or else those of `<th>` alone. A table has other rows
/// too, or no header.
fn header_rows(page: &Page, rows: &[TableRow]) -> usize {
    let of_head = rows.iter().take_while(|row| row.is_head).count();
    if (1..=MOST_HEADER_ROWS).contains(&of_head) && of_head < rows.len() {
        return of_head;
    }
    let is_header = |row: &&TableRow| {
        let mut cells = page.children(row.element).filter_map(|cell| match page.nodes()[cell].tag() {
            Tag::Th => Some(true),
            Tag::Td => Some(false),
            _ => None,
        });
        cells.next() == Some(true) && cells.all(|is_header| is_header)
    };
    let of_cells = rows.iter().take(MOST_HEADER_ROWS + 1).take_while(is_header).count();
    if of_cells <= MOST_HEADER_ROWS && of_cells < rows.len() {
        of_cells
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<Table> {
        let page = Page::sample(html);
        let mut tables = Tables::of(&page, &Selection::whole(&page).unwrap()).unwrap();
        std::iter::from_fn(|| tables.next_table(&page).unwrap()).collect()
    }

    fn one(html: &str) -> (Option<String>, String, bool) {
        let [table] = &of(html)[..] else { panic!("{html}") };
        let header = table.header.as_ref().map(|header| header.join("|"));
        (header, table.rows.clone(), table.is_data)
    }

    #[test]
    fn headers_and_rows() {
        for (html, header, rows) in [
            ("<table><tr><th>a<th>b<tr><td>1<td>2", Some("a|b"), r#"[["1","2"]]"#),
            ("<table><thead><tr><td>a<tbody><tr><td>1<td>2", Some("a|"), r#"[["1","2"]]"#),
            (
                "<table><tr><th rowspan=2>n<th colspan=2>y<tr><th>p<th>q<tr><td>1<td rowspan=2>2\n<br>3<td>4<tr><td>5",
                Some("n|y / p|y / q"),
                r#"[["1","2 3","4"],["5",{"merged":"2 3"},null]]"#,
            ),
            ("<table><tr><th>a<td>1<tr><th>b<td>\"\\", None, r#"[["a","1"],["b","\"\\"]]"#),
            ("<table><tr><th>a<th>b", None, r#"[["a","b"]]"#),
            ("<table><tr><td><img alt=yes><td><img>", None, r#"[["yes",""]]"#),
            ("<table></table>", None, "[]"),
        ] {
            let (found, written, _) = one(html);
            assert_eq!((found.as_deref(), written.as_str()), (header, rows), "{html}");
        }
    }

    #[test]
    fn nested_tables_have_rows_of_their_own() {
        let tables =
            of("<table><tr><td>a<table><caption>C d</caption><tr><td>1<td>2<tr><td>3<td>4</table>b<td>c</table>");
        assert_eq!(tables[0].rows, r#"[["a b","c"]]"#);
        assert_eq!(tables[1].rows, r#"[["1","2"],["3","4"]]"#);
        assert_eq!(tables[1].caption.as_deref(), Some("C d"));
        assert!(!tables[0].is_data && tables[1].is_data);
    }

    #[test]
    fn layout_is_no_data() {
        let prose = "word ".repeat(100);
        for (html, expected) in [
            ("<table><tr><td>Ann<td>1<tr><td>Ben<td>2".to_owned(), true),
            ("<table role=presentation><tr><td>Ann<td>1<tr><td>Ben<td>2".to_owned(), false),
            ("<table><tr><td><a href=/a>A</a><td><a href=/b>B</a><tr><td><a href=/c>C</a><td>".to_owned(), false),
            (format!("<table><tr><td>{prose}<td>x<tr><td>{prose}<td>y"), false),
            ("<table><tr><td>Name<td><input><tr><td>Mail<td><input>".to_owned(), false),
            ("<table><tr><td>one cell".to_owned(), false),
            ("<table><tr><th>Year<tr><td>2001".to_owned(), true),
        ] {
            assert_eq!(one(&html).2, expected, "{html}");
        }
    }

    #[test]
    fn tables_that_grow_are_refused() {
        let spans = format!("<table>{}", "<tr><td colspan=1000 rowspan=65534>x".repeat(1000));
        let cell = format!("<table><tr><td rowspan=0>{}<tr>{}", "word ".repeat(2000), "<tr>".repeat(9000));
        for (html, by_places) in [(spans, true), (cell, false)] {
            let page = Page::sample(&html);
            let mut tables = Tables::of(&page, &Selection::default()).unwrap();
            let error = tables.next_table(&page).unwrap_err();
            assert_eq!(matches!(error, RenderError::TooManyPlaces { .. }), by_places, "{error}");
            assert_eq!(matches!(error, RenderError::TooLarge { .. }), !by_places, "{error}");
        }
    }
}
