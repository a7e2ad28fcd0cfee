//! The rows of a query that a user wrote, fetched a few at a time.

use std::ffi::{CStr, CString};

use pgrx::PgSqlErrorCode::ERRCODE_SYNTAX_ERROR;
use pgrx::{FromDatum, PgMemoryContexts, pg_sys};

use crate::server::clock;
use crate::server::error::{OrReport, Refusal, Result, internal};
use crate::server::spi::{self, Portal, Row, Rows};
use crate::server::text::{Query, Text};
use goce_core::interrupts;
use goce_core::memory::TryPush;

/// A row of texts.
pub struct TextRow<'a>(Row<'a>);

impl TextRow<'_> {
    /// Returns the value of a column, counted from 1; `None` for NULL, or if there is no such column. The caller keeps it no longer than the row.
    pub fn column(&self, number: usize) -> Result<Option<Text>> {
        // SAFETY: `check` has seen that the column is a text. Detoasted, it is in the row's memory context.
        let text = |datum| unsafe { Text::from_datum(datum, false) };
        Ok(self.0.datum(number).and_then(text))
    }

    /// Returns how many columns the query has.
    pub fn width(&self) -> usize {
        self.0.width()
    }

    /// Returns `true` if a column, counted from 1, has this name.
    pub fn is_named(&self, number: usize, name: &CStr) -> bool {
        self.0.is_named(number, name)
    }
}

/// Runs a query with the caller's rights and calls `each` with its rows, one by one. The query must return as many
/// columns as there are names, all of them texts; an error shows the names. The last columns, as many as are
/// `optional`, may be missing: they count as NULL.
pub fn for_each(
    query: &Query,
    columns: &'static [&'static str],
    optional: usize,
    each: &mut dyn FnMut(&TextRow<'_>) -> Result<()>,
) -> Result<()> {
    let query = subquery(query.bytes())?;
    spi::connected(|| {
        let unreadable = |message| Refusal::QuerySyntax { message, columns };
        let mut portal = spi::refused(ERRCODE_SYNTAX_ERROR, unreadable, || Portal::open(&query))?;
        // Reset after each row, so that pages do not pile up. After an error it goes with its parent, SPI's context.
        // SAFETY: the name is a constant, as it has to be; the sizes are PostgreSQL's usual ones.
        let context = unsafe {
            pg_sys::AllocSetContextCreateExtended(
                PgMemoryContexts::CurrentMemoryContext.value(),
                c"goce row".as_ptr(),
                pg_sys::ALLOCSET_DEFAULT_MINSIZE as usize,
                pg_sys::ALLOCSET_DEFAULT_INITSIZE as usize,
                pg_sys::ALLOCSET_DEFAULT_MAXSIZE as usize,
            )
        };
        while next_batch(&mut portal, columns, optional, context, each)? {}
        // What follows, such as training, is no page.
        clock::stop();
        portal.close();
        Ok(())
    })
}

/// Returns the query as a subquery, where it can only read, and untyped strings become text. The line break ends a
/// comment.
fn subquery(query: &[u8]) -> Result<CString> {
    // In every encoding of a server a byte below 128 is an ASCII character.
    let is_end = |byte: &u8| *byte == b';' || byte.is_ascii_whitespace() || *byte == 0x0B;
    let end = query.iter().rposition(|byte| !is_end(byte));
    let query = &query[..end.map_or(0, |last| last + 1)];
    let mut statement = Vec::new();
    for part in [b"SELECT page.* FROM (".as_slice(), query, b"\n) AS page\0"] {
        statement.try_extend_from_slice(part).or_report()?;
    }
    CString::from_vec_with_nul(statement).map_err(internal)
}

/// Calls `each` with the next rows. Returns `false` if there are none.
fn next_batch(
    portal: &mut Portal,
    columns: &'static [&'static str],
    optional: usize,
    context: pg_sys::MemoryContext,
    each: &mut dyn FnMut(&TextRow<'_>) -> Result<()>,
) -> Result<bool> {
    // Rows fetched at a time: pages are large.
    let rows = portal.fetch(16)?;
    check(&rows, columns, optional)?;
    let count = rows.len();
    for number in 0..count {
        // Functions of goce in the query may have started the clock for other pages.
        clock::begin();
        let row = TextRow(rows.row(number));
        // SAFETY: nothing allocated inside is used after the context is reset.
        unsafe {
            PgMemoryContexts::For(context).switch_to(|_| each(&row))?;
            pg_sys::MemoryContextReset(context);
        }
        interrupts::check();
    }
    rows.free();
    Ok(count > 0)
}

/// Refuses other columns than the wanted ones, the last of which may be missing.
fn check(rows: &Rows, wanted: &'static [&'static str], optional: usize) -> Result<()> {
    let textual = [pg_sys::TEXTOID, pg_sys::VARCHAROID, pg_sys::BPCHAROID];
    let fits = rows.column_types().all(|oid| textual.contains(&oid));
    let least = wanted.len() - optional;
    if fits && (least..=wanted.len()).contains(&rows.column_types().count()) {
        Ok(())
    } else {
        Err(Refusal::Columns { wanted, optional }.into())
    }
}
