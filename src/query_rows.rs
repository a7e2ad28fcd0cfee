//! The rows of a query that a user wrote, a few at a time.

use std::ffi::CString;

use pgrx::{FromDatum, PgMemoryContexts, pg_sys};

use crate::clock;
use crate::error::{OrReport, Refusal, Result, internal};
use crate::spi::{self, Portal, Row, Rows};
use crate::text::{Query, Text};
use goce_core::interrupts;
use goce_core::memory::TryPush;

/// Rows fetched at a time: pages are large.
const BATCH: std::ffi::c_long = 16;

/// A row of a query whose columns are those that were asked for.
pub struct TextRow<'a>(Row<'a>);

impl TextRow<'_> {
    /// Returns the value of a column, counted from 1; `None` for NULL. It is not kept longer than the row.
    pub fn column(&self, number: usize) -> Result<Option<Text>> {
        // SAFETY: the column is stored as text, by `check`. It is the row's, or is detoasted in the
        // row's memory context.
        Ok(self
            .0
            .datum(number)
            .and_then(|datum| unsafe { Text::from_datum(datum, false) }))
    }
}

/// Runs a query with the caller's rights and hands over its rows one by one. The query is to return columns of these
/// names, all of them stored as text is; in the query they may have others.
///
/// # Errors
/// The error of the query, [`Refusal::Columns`], or the error of `each`.
pub fn for_each(
    query: &Query,
    columns: &'static [&'static str],
    each: &mut dyn FnMut(&TextRow<'_>) -> Result<()>,
) -> Result<()> {
    let query = subquery(query.bytes())?;
    spi::connected(|| {
        let mut portal = Portal::open(&query)?;
        // One context a row, so that pages don't pile up until the query ends. It is a part of SPI's
        // own, with which it goes when an error leaves it here.
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
        while next_batch(&mut portal, columns, context, each)? {}
        // Training is no page.
        clock::stop();
        portal.close();
        Ok(())
    })
}

/// Returns the statement that is run. As a subquery it can only read, and bare strings become text. The line
/// break ends a comment.
fn subquery(query: &[u8]) -> Result<CString> {
    // In all of the server's encodings an ASCII byte is that character.
    let is_end = |byte: &u8| *byte == b';' || byte.is_ascii_whitespace() || *byte == 0x0B;
    let end = query.iter().rposition(|byte| !is_end(byte));
    let query = &query[..end.map_or(0, |last| last + 1)];
    let mut statement = Vec::new();
    for part in [b"SELECT page.* FROM (".as_slice(), query, b"\n) AS page\0"] {
        statement.try_extend_from_slice(part).or_report()?;
    }
    CString::from_vec_with_nul(statement).map_err(internal)
}

/// Hands over the next rows. Returns `false` if there are none.
fn next_batch(
    portal: &mut Portal,
    columns: &'static [&'static str],
    context: pg_sys::MemoryContext,
    each: &mut dyn FnMut(&TextRow<'_>) -> Result<()>,
) -> Result<bool> {
    let rows = portal.fetch(BATCH)?;
    check(&rows, columns)?;
    let count = rows.len();
    for number in 0..count {
        // Functions of goce in the query have had pages of their own.
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

/// Refuses other columns than those that are wanted.
fn check(rows: &Rows, wanted: &'static [&'static str]) -> Result<()> {
    let textual = [pg_sys::TEXTOID, pg_sys::VARCHAROID, pg_sys::BPCHAROID];
    let fits = rows.column_types().all(|oid| textual.contains(&oid));
    if fits && rows.column_types().count() == wanted.len() {
        Ok(())
    } else {
        Err(Refusal::Columns(wanted).into())
    }
}
