//! The rows of a query that a user wrote, a few at a time.

use pgrx::prelude::*;
use pgrx::spi::{SpiCursor, SpiTupleTable};
use pgrx::{PgMemoryContexts, pg_sys};

use super::Text;
use super::error::{Refusal, Result, internal};

/// Rows fetched at a time: pages are large.
const BATCH: i64 = 16;

/// What a query is to return, all of it stored as text is.
pub struct Columns {
    /// Their number.
    pub count: usize,
    /// What a query with others is refused with.
    pub refusal: fn() -> Refusal,
}

/// A row of a query whose columns are those that were asked for.
pub struct TextRow<'a, 'conn>(&'a SpiTupleTable<'conn>);

impl TextRow<'_, '_> {
    /// The value of a column, counted from 1; `None` for NULL.
    pub fn column(&self, ordinal: usize) -> Result<Option<Text>> {
        let datum = self.0.get_datum_by_ordinal(ordinal).map_err(internal)?;
        // SAFETY: the column is stored as text, by `check`.
        Ok(datum.and_then(|datum| unsafe { Text::from_datum(datum, false) }))
    }
}

/// Runs a query with the caller's rights and hands over its rows one by one.
///
/// # Errors
/// What the query fails with, `columns.refusal` for other columns, and what `each` returns.
pub fn for_each(
    query: &str,
    columns: &Columns,
    each: &mut dyn FnMut(&TextRow<'_, '_>) -> Result<()>,
) -> Result<()> {
    // As a subquery it can only read, and bare strings become text. The line break ends a comment.
    let query = format!(
        "SELECT page.* FROM ({}\n) AS page",
        query.trim_end().trim_end_matches(';')
    );
    Spi::connect(|client| {
        let mut cursor = client.open_cursor(query.as_str(), &[]);
        while next_batch(&mut cursor, columns, each)? {}
        Ok(())
    })
}

/// Hands over the next rows; whether there were any.
fn next_batch(
    cursor: &mut SpiCursor<'_>,
    columns: &Columns,
    each: &mut dyn FnMut(&TextRow<'_, '_>) -> Result<()>,
) -> Result<bool> {
    let mut table = cursor.fetch(BATCH).map_err(internal)?;
    check(&table, columns)?;
    let any = !table.is_empty();
    // One context a batch, so that pages don't pile up until the query ends.
    let mut context = PgMemoryContexts::new("goce batch of rows");
    while table.next().is_some() {
        // SAFETY: nothing allocated inside is used after the context is gone.
        unsafe { context.switch_to(|_| each(&TextRow(&table))) }?;
    }
    // SAFETY: the table just read; pgrx leaves it to the end of the SPI connection otherwise.
    unsafe { pg_sys::SPI_freetuptable(pg_sys::SPI_tuptable) };
    Ok(any)
}

/// Whether the query returns that many columns, all of them stored as text is.
fn check(table: &SpiTupleTable<'_>, wanted: &Columns) -> Result<()> {
    let textual = [pg_sys::TEXTOID, pg_sys::VARCHAROID, pg_sys::BPCHAROID];
    let columns = table.columns().map_err(internal)?;
    let mut fits = columns == wanted.count;
    for ordinal in 1..=columns {
        let column_type = table.column_type_oid(ordinal).map_err(internal)?;
        fits &= textual.contains(&column_type.value());
    }
    if fits {
        Ok(())
    } else {
        Err((wanted.refusal)().into())
    }
}
