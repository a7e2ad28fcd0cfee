//! The places of a table's cells.

use crate::prelude::*;
use Place::*;
use goce_core::html::Name;

/// A place of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// No cell covers it.
    #[default]
    Missing,
    /// The cell at this position of the page begins here.
    Cell(u32),
    /// The cell covers it, and begins at another place.
    Merged(u32),
}

impl Place {
    /// Returns the position of the cell that covers it.
    pub fn cell(self) -> Option<usize> {
        match self {
            Missing => None,
            Cell(cell) | Merged(cell) => Some(cell as usize),
        }
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableRow {
    /// The position of its element.
    pub element: usize,
    /// The row behind the last one of its group: no cell spans more.
    group_end: u32,
}

/// The rows of a table in the order in which browsers show them: those of `<thead>`, those of the body, those of `<tfoot>`.
#[derive(Debug, Default)]
pub struct TableRows(pub Vec<TableRow>);

impl TableRows {
    /// Returns the rows of the table at a position, without those of tables in it.
    pub fn of(page: &Page, table: usize) -> Fallible<Self> {
        let mut rows = TableRows::default();
        let tag = |position: usize| page.tag(position);
        let groups =
            |wanted: Tag| page.children(table).checking(CHECK_EVERY).filter(move |group| tag(*group) == wanted);
        for group in groups(Tag::Thead) {
            rows.push(page, page.children(group))?;
        }
        let mut loose: Vec<usize> = Vec::new();
        for child in page.children(table).checking(CHECK_EVERY) {
            match tag(child) {
                Tag::Tr => loose.try_push(child)?,
                Tag::Tbody => {
                    rows.push(page, loose.drain(..))?;
                    rows.push(page, page.children(child))?;
                }
                _ => {}
            }
        }
        rows.push(page, loose.drain(..))?;
        for group in groups(Tag::Tfoot) {
            rows.push(page, page.children(group))?;
        }
        Ok(rows)
    }

    /// Adds the rows of a group.
    fn push(&mut self, page: &Page, elements: impl Iterator<Item = usize>) -> Fallible {
        let start = self.0.len();
        for element in elements.checking(CHECK_EVERY) {
            if page.tag(element) == Tag::Tr {
                self.0.try_push(TableRow { element, group_end: 0 })?;
            }
        }
        let end = self.0.len();
        for row in &mut self.0[start..] {
            row.group_end = end as u32;
        }
        Ok(())
    }
}

/// The cells that cover a column in the rows to come.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    /// The cell and the row behind its last one.
    cell: u32,
    until: u32,
    /// Where two cells overlap, the one that reaches further down.
    next: u32,
    next_until: u32,
}

impl Column {
    /// The row from which on it is free.
    fn free_from(&self) -> u32 {
        self.until.max(self.next_until)
    }

    /// Returns the cell that covers a row.
    fn at(&self, row: u32) -> Option<u32> {
        if row < self.until {
            Some(self.cell)
        } else if row < self.next_until {
            Some(self.next)
        } else {
            None
        }
    }

    /// Takes the rows from one to another for a cell; the rows that another has stay its own.
    fn take(&mut self, cell: u32, row: u32, until: u32) {
        if row >= self.free_from() {
            *self = Column {
                cell,
                until,
                ..Column::default()
            };
        } else if until > self.free_from() {
            if row >= self.until {
                (self.cell, self.until) = (self.next, self.next_until);
            }
            (self.next, self.next_until) = (cell, until);
        }
    }
}

/// Places the cells of a table row by row (HTML standard, section 4.9.12.1, "forming a table").
///
/// As in browsers, a cell spans no rows behind those of its `<thead>`, `<tbody>` or `<tfoot>`. Of two cells that cover one
/// place, the first has it.
#[derive(Debug)]
pub struct Grid<'a> {
    page: &'a Page,
    rows: &'a [TableRow],
    next: usize,
    columns: Vec<Column>,
    places: Vec<Place>,
    /// Those that all rows together may have.
    left: Places,
}

/// The places that tables may still have, of so many for all tables of a page.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    pub left: usize,
    pub limit: usize,
}

impl Places {
    /// As many as a table can have.
    pub const MANY: Places = Places {
        left: usize::MAX,
        limit: usize::MAX,
    };

    /// Takes some.
    pub fn spend(&mut self, places: usize) -> Rendered {
        let Places { left, limit } = self;
        *left = left.checked_sub(places).ok_or(RenderError::TooManyPlaces { limit: *limit })?;
        Ok(())
    }
}

impl<'a> Grid<'a> {
    /// Returns the grid of some rows, which may have so many places in all.
    pub fn of(page: &'a Page, rows: &'a [TableRow], left: Places) -> Self {
        Grid {
            page,
            rows,
            next: 0,
            columns: Vec::new(),
            places: Vec::new(),
            left,
        }
    }

    /// Returns the places of the next row, as many as the table has columns so far; `None` at the end.
    pub fn next_row(&mut self) -> Rendered<Option<&[Place]>> {
        let Some(row) = self.rows.get(self.next) else {
            return Ok(None);
        };
        let at = self.next as u32;
        self.next += 1;
        self.places.clear();
        self.left.spend(self.columns.len())?;
        for column in &self.columns {
            let place = column.at(at).map_or(Missing, Merged);
            self.places.try_push(place)?;
        }
        let page = self.page;
        let mut column = 0;
        for cell in page.children(row.element).checking(CHECK_EVERY) {
            if !matches!(page.tag(cell), Tag::Td | Tag::Th) {
                continue;
            }
            while self.columns.get(column).is_some_and(|column| column.free_from() > at) {
                column += 1;
            }
            // The most columns and rows that a cell spans (HTML standard, section 4.9.11).
            let across = span(page, cell, names::COLSPAN).filter(|span| *span > 0).unwrap_or(1).min(1000);
            let down = match span(page, cell, names::ROWSPAN) {
                Some(0) => u32::MAX,
                Some(rows) => rows.min(65534) as u32,
                None => 1,
            };
            let until = at.saturating_add(down).min(row.group_end);
            let end = column + across;
            while self.columns.len() < end {
                self.left.spend(1)?;
                self.columns.try_push(Column::default())?;
                self.places.try_push(Missing)?;
            }
            let covered = self.columns[column..end].iter_mut().zip(&mut self.places[column..end]);
            for (index, (covered, place)) in covered.enumerate() {
                if *place == Missing {
                    *place = if index == 0 {
                        Cell(cell as u32)
                    } else {
                        Merged(cell as u32)
                    };
                }
                covered.take(cell as u32, at, until);
            }
            column = end;
        }
        Ok(Some(&self.places))
    }

    /// Returns the number of columns so far.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }
}

/// Returns a number by the rules for parsing non-negative integers (HTML standard, section 2.3.4.2).
fn span(page: &Page, cell: usize, name: Name) -> Option<usize> {
    let value = page.attribute(cell, name)?.trim_start_matches([' ', '\t', '\n', '\u{c}', '\r']);
    let digits = value.strip_prefix('+').unwrap_or(value);
    // The most digits of a span that are read.
    let count = digits.bytes().take_while(u8::is_ascii_digit).take(18).count();
    if count == 0 {
        return None;
    }
    // More digits than that are more than any limit, but for leading zeros.
    digits[..count].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::first_of;

    /// The places of the first table, with strokes between the rows: texts of cells, `=` before those of merged ones,
    /// `-` for none.
    fn of(html: &str) -> String {
        let page = sample(html);
        let rows = TableRows::of(&page, first_of(&page, Tag::Table).unwrap()).unwrap();
        let mut grid = Grid::of(&page, &rows.0, Places::MANY);
        let mut lines = Vec::new();
        while let Some(places) = grid.next_row().unwrap() {
            let text = |cell: u32| page.text_at(cell as usize).to_owned();
            let places = places.iter().map(|place| match *place {
                Missing => "-".to_owned(),
                Cell(cell) => text(cell),
                Merged(cell) => format!("={}", text(cell)),
            });
            lines.push(places.collect::<Vec<_>>().join(" "));
        }
        lines.join(" / ")
    }

    #[test]
    fn spans() {
        expect(
            "
            <table><tr><td>a<td>b<tr><td>c => a b / c -
            <table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e => a =a b / c d e
            <table><tr><td rowspan=2>a<td>b<tr><td>c => a b / =a c
            // To the end of the group, and no further.
            <table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d => a b / =a c / d -
            <table><tbody><tr><td rowspan=9>a<td>b<tr><td>c<tbody><tr><td>d => a b / =a c / d -
            // Overlapping: the HTML standard's own example.
            <table><tr><td>1<td>2<td rowspan=2>3<tr><td rowspan=2>4<td colspan=2>5<tr><td>6<td>7 => 1 2 3 / 4 5 =3 / =4 6 7
            <table><tr><td colspan=0>a<td colspan=x>b<td colspan=' +2px'>c => a b c =c
            <table><tr><td colspan=-2>a<td rowspan=-1>b<tr><td>c => a b / c -
            <table><tfoot><tr><td>f<tbody><tr><td>b<thead><tr><td>h => h / b / f
            <table><tr hidden><td>a<tr><td>b => b",
            |html| Some(of(html)),
        );
        assert_eq!(of("<table><tr><td>a<table><tr><td>b</table><tr><td>c"), "a\n\nb / c");
    }

    #[test]
    fn places_are_bounded() {
        let html = format!("<table>{}", "<tr><td colspan=1000 rowspan=65534>".repeat(100));
        let page = sample(&html);
        let rows = TableRows::of(&page, first_of(&page, Tag::Table).unwrap()).unwrap();
        let (left, limit) = (50_000, 70_000);
        let mut grid = Grid::of(&page, &rows.0, Places { left, limit });
        let error = std::iter::from_fn(|| grid.next_row().map(|row| row.map(|_| ())).transpose()).find_map(Result::err);
        assert_eq!(error, Some(RenderError::TooManyPlaces { limit }));
    }
}
