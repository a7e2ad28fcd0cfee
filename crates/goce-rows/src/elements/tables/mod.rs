//! The tables of a page.

mod grid;
mod objects;
mod text;

use crate::prelude::*;
use std::iter::repeat_n;

use self::grid::{Grid, Place, Places, TableRow, TableRows};
use self::objects::Objects;
use self::text::ColumnTexts;
use super::headings::{HeadingPath, heading_paths};
use super::taken::Taken;
use super::{line, positions};
use goce_core::page::{caption_of, header_rows, is_data_table};

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
    /// The same rows as JSON: an array of objects, whose keys are the header's words. A cell is a string for each place that
    /// it covers. `None` without a header, below a title alone, where no row is as long as the header, and where it would
    /// be longer than all that may be written of the page.
    pub objects: Option<String>,
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
    found: std::iter::Zip<std::vec::IntoIter<u32>, std::vec::IntoIter<HeadingPath>>,
    taken: Taken,
    /// Bytes that may still be written, and places that tables may still have.
    budget: Budget,
    objects: Budget,
    places: Places,
}

impl Tables {
    /// Returns the tables that a page shows, in document order. `selection` is the content of the page.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &Page, selection: &Selection) -> Fallible<Self> {
        let elements = positions(page, |at| page.tag(at) == Tag::Table)?;
        let headings = heading_paths(page, elements.iter().map(|element| *element as usize))?;
        // Places that the tables of any page may have, beside one for each byte of the page.
        let most_places = page.source_bytes().saturating_add(64 * 1024);
        Ok(Tables {
            found: elements.into_iter().zip(headings),
            taken: Taken::of(page, selection)?,
            budget: Budget::of(page),
            objects: Budget::of(page),
            places: Places {
                left: most_places,
                limit: most_places,
            },
        })
    }

    /// Returns the next table; `None` behind the last one.
    ///
    /// # Errors
    /// [`RenderError`]: all tables together may have as many bytes as any output of the page, and a number of places that
    /// grows with the page.
    pub fn next_table(&mut self, page: &Page) -> Rendered<Option<Table>> {
        let Some((element, headings)) = self.found.next() else {
            return Ok(None);
        };
        interrupts::check();
        let element = element as usize;
        let rows = TableRows::of(page, element)?;
        let columns = self.columns(page, &rows.0)?;
        let header_rows = header_rows(page, rows.0.iter().map(|row| row.element));
        let mut grid = Grid::of(page, &rows.0, Places::MANY);
        let header = self.header(page, &mut grid, header_rows, columns)?;
        let named = header.as_ref().filter(|(_, names_columns)| *names_columns);
        let objects = named.map(|(header, _)| Objects::of(header, &mut self.objects)).transpose()?;
        let (written, objects) = self.rows(page, &mut grid, columns, objects.unwrap_or_default())?;
        let caption = caption_of(page, element).map_or("", |caption| page.text_at(caption));
        let caption = line(caption, &mut self.budget)?;
        Ok(Some(Table {
            element,
            is_data: is_data_table(page, element, header.is_some(), caption.is_some()),
            caption,
            header: header.map(|(header, _)| header),
            rows: written,
            objects,
            is_content: self.taken.has_most_of(page, page.subtree(element)),
            headings,
        }))
    }

    /// Returns the texts of the header's cells above each column, from the top down; a cell counts once. And whether they
    /// name columns: a text alone over all of them, or over the first, is the title of the table.
    fn header(
        &mut self,
        page: &Page,
        grid: &mut Grid<'_>,
        rows: usize,
        columns: usize,
    ) -> Rendered<Option<(Vec<String>, bool)>> {
        if rows == 0 {
            return Ok(None);
        }
        let mut headers = try_filled(String::new(), columns)?;
        let mut last: Vec<Option<usize>> = try_filled(None, columns)?;
        let mut texts = ColumnTexts::default();
        let mut names_columns = columns < 2;
        for _ in 0..rows {
            let Some(places) = grid.next_row()? else {
                break;
            };
            let (mut names, mut is_first) = (0, false);
            for (column, place) in places.iter().enumerate().checking(CHECK_EVERY) {
                let Some(cell) = place.cell().filter(|cell| last[column] != Some(*cell)) else {
                    continue;
                };
                last[column] = Some(cell);
                let text = texts.of(page, column, cell)?;
                if !text.is_empty() && matches!(place, Place::Cell(_)) {
                    names += 1;
                    is_first |= column == 0;
                }
                let header = &mut headers[column];
                self.budget.spend(text.len() + BETWEEN_HEADERS.len())?;
                if !header.is_empty() && !text.is_empty() {
                    header.try_push_str(BETWEEN_HEADERS)?;
                }
                header.try_push_str(&text)?;
            }
            names_columns |= names > usize::from(is_first);
        }
        Ok(Some((headers, names_columns)))
    }

    /// Writes the rows that are left in a grid, and the same as objects.
    fn rows(
        &mut self,
        page: &Page,
        grid: &mut Grid<'_>,
        columns: usize,
        mut objects: Objects,
    ) -> Rendered<(String, Option<String>)> {
        let mut out = Output::limited(self.budget.left());
        let mut texts = ColumnTexts::default();
        let mut write = || {
            let mut before = "[[";
            while let Some(places) = grid.next_row()? {
                out.push(before)?;
                objects.begin_row()?;
                before = ",[";
                let missing = columns.saturating_sub(places.len());
                let places = places.iter().copied().chain(repeat_n(Place::Missing, missing));
                for (column, place) in places.enumerate().checking(CHECK_EVERY) {
                    if column > 0 {
                        out.push(",")?;
                    }
                    let text = place.cell().map(|cell| texts.of(page, column, cell)).transpose()?;
                    objects.push(column, text.as_deref())?;
                    match (place, &text) {
                        (Place::Merged(_), Some(text)) => {
                            out.push("{\"merged\":")?;
                            push_string(&mut out, text)?;
                            out.push("}")?;
                        }
                        (_, Some(text)) => push_string(&mut out, text)?,
                        (_, None) => out.push("null")?,
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
        let objects = objects.finish(&mut self.objects)?;
        Ok((out.finish(), objects))
    }

    /// Returns the number of columns of a table, and takes its places.
    fn columns(&mut self, page: &Page, rows: &[TableRow]) -> Rendered<usize> {
        let mut grid = Grid::of(page, rows, self.places);
        while grid.next_row()?.is_some() {}
        let columns = grid.columns();
        self.places.spend(columns.saturating_mul(rows.len()))?;
        Ok(columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<Table> {
        let page = sample(html);
        let mut tables = Tables::of(&page, &Selection::whole(&page).unwrap()).unwrap();
        std::iter::from_fn(|| tables.next_table(&page).unwrap()).collect()
    }

    fn one(html: &str) -> Table {
        let [table]: [Table; 1] = of(html).try_into().unwrap();
        table
    }

    #[test]
    fn headers_and_rows() {
        for [html, header, rows] in cases(
            r#"
            <table><tr><th>a<th>b<tr><td>1<td>2 => a|b => [["1","2"]]
            <table><thead><tr><td>a<tbody><tr><td>1<td>2 => a| => [["1","2"]]
            <table><tr><th rowspan=2>n<th colspan=2>y<tr><th>p<th>q<tr><td>1<td rowspan=2>2 <br>3<td>4<tr><td>5 => n|y / p|y / q => [["1","2 3","4"],["5",{"merged":"2 3"},null]]
            <table><tr><th>a<td>1<tr><th>b<td>"\ => - => [["a","1"],["b","\"\\"]]
            <div role=table><div role=row><div role=columnheader>a</div></div><div role=row><div role=cell>1</div></div></div> => a => [["1"]]
            <table><tr><th>a<th>b => - => [["a","b"]]
            <table><tr><td><img alt=yes><td><img> => - => [["yes",""]]
            <table><tr><td><h4>a</h4><td><h4>b</h4><tr><td colspan=2><h5>c</h5><tr><td>1<td>2<tr><td>3<td>4 => a|b => [["c",{"merged":"c"}],["1","2"],["3","4"]]
            <table></table> => - => []"#,
        ) {
            let table = one(&html.replace("2 <br>", "2\n<br>"));
            let found = table.header.map_or("-".to_owned(), |header| header.join("|"));
            assert_eq!((found.as_str(), table.rows.as_str()), (header, rows), "{html}");
        }
    }

    #[test]
    fn rows_are_objects_by_the_header() {
        expect(
            r#"
            <table><tr><th>Night<th>Sea<tr><td>Sunday<td rowspan=2>-1<tr><td>Monday => [{"Night":"Sunday","Sea":"-1"},{"Night":"Monday","Sea":"-1"}]
            <table><tr><th>a<th>a<th>a 2<th>a<th><tr><td>1<td>2<td>3<td>4<td>5<tr><td>" => [{"a":"1","a 2":"2","a 2 2":"3","a 3":"4","5":"5"},{"a":"\"","a 2":null,"a 2 2":null,"a 3":null,"5":null}]
            <table><tr><th rowspan=2>n<th colspan=2>y<tr><th>p<th>q<tr><td>1<td>2<td>3 => [{"n":"1","y / p":"2","y / q":"3"}]
            <table><tr><th><th>2024<tr><td>Sea<td>1 => [{"1":"Sea","2024":"1"}]
            <table><tr><th colspan=2>Facts<tr><th>Night<th>Sea<tr><td>1<td>2 => [{"Facts / Night":"1","Facts / Sea":"2"}]
            // A title names no column, and names of cells that are not there no others.
            <table><tr><th colspan=2>Facts<tr><td>1<td>2 => -
            <table><thead><tr><td>Facts<td></thead><tr><td>1<td>2 => -
            <table><tr><th>Topic<th><th>Views<tr><td>a<td>12<tr><td>b<td>13 => -
            <table><tr><th>Topic<th>Views<th><tr><td>a<td>12<tr><td>b<td>13 => [{"Topic":"a","Views":"12"},{"Topic":"b","Views":"13"}]
            <table><tr><td>a<td>1 => -"#,
            |html| one(html).objects.map(|objects| objects.replace(r#","3":null"#, "")),
        );
        for (columns, are_there) in [(1600, true), (1601, false)] {
            let table = one(&format!("<table><tr>{}<tr>{}", "<th>a".repeat(columns), "<td>1".repeat(columns)));
            assert_eq!(table.objects.is_some(), are_there, "{columns}");
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
        let item = "<td><img><p><a href=/a>Gull</a></p><div>12 EUR</div>";
        expect(
            "
            <table><tr><td>Ann<td>1<tr><td>Ben<td>2 => true
            <table role=presentation><tr><td>Ann<td>1<tr><td>Ben<td>2 => false
            <table><tr><td><a href=/a>A</a><td><a href=/b>B</a><tr><td><a href=/c>C</a><td> => false
            <table><tr><td>PROSE<td>x<tr><td>PROSE<td>y => false
            <table><tr><td>Name<td><input><tr><td>Mail<td><input> => false
            <table><tr><td>one cell => false
            <table><tr><th>Year<tr><td>2001 => true
            <table><tr><td rowspan=3>Ann<td>1<tr><td>2<tr><td>3<tr><td>Ben<td>4 => true
            // Fields of a form, though they have names.
            <table><tr><th colspan=2>Sign in<tr><td>* Mail:<td><input><tr><td>Password<td><input><td><a href=/f>Forgot?</a> => false
            <table><tr><th>Sea<th>Ice<th>Buy<tr><td>Gull<td>2<td><input><tr><td>Tern<td>3<td><input> => true
            // A menu with pictures for bullets, teasers and products.
            <table><tr><td colspan=2>Menu<tr><td><img><td><a href=/a>A</a><tr><td><img><td><a href=/b>B</a> => false
            <table><tr><td><a href=/a><img alt=A></a><td><a href=/b><img alt=B></a><tr><td><a href=/c><img alt=C></a><td> => false
            <table><tr><td colspan=2><a href=/a>Sun</a> today<tr><td colspan=2>It shines<tr><td>Views: 1<td>Notes: 2 => false
            <table><tr>ITEMITEM<tr>ITEMITEM => false
            <table><tr><th>Boat<th>Price<th>Seats<tr>ITEM<td>1<td>2 => true
            <table><tr><td><h3>A</h3>a<td><h3>B</h3>b<tr><td><h3>C</h3>c<td><h3>D</h3>d => false",
            |html| Some(one(&html.replace("PROSE", &prose).replace("ITEM", item)).is_data.to_string()),
        );
    }

    #[test]
    fn tables_that_grow_are_refused() {
        let spans = format!("<table>{}", "<tr><td colspan=1000 rowspan=65534>x".repeat(1000));
        let cell = format!("<table><tr><td rowspan=0>{}<tr>{}", "word ".repeat(2000), "<tr>".repeat(9000));
        for (html, by_places) in [(spans, true), (cell, false)] {
            let page = sample(&html);
            let mut tables = Tables::of(&page, &Selection::default()).unwrap();
            let error = tables.next_table(&page).unwrap_err();
            assert_eq!(matches!(error, RenderError::TooManyPlaces { .. }), by_places, "{error}");
            assert_eq!(matches!(error, RenderError::TooLarge { .. }), !by_places, "{error}");
        }
    }
}
