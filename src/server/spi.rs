//! SPI, by which a function runs statements of its own.
//!
//! pgrx's `Spi` closes connections and cursors in `Drop`, also while an error unwinds. Closing a cursor may raise an
//! error again, as where a foreign server is gone: a second panic, which aborts the process and restarts the server. So
//! nothing here is closed in `Drop`. Without an error calls close it; after an error PostgreSQL closes it when the
//! (sub)transaction ends, as for functions in C.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};
use std::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe};
use std::ptr;

use pgrx::pg_sys::panic::CaughtError;
use pgrx::{PgLogLevel, PgSqlErrorCode, PgTryBuilder, pg_sys};

use crate::server::encoding::{converts, message_of_server};
use crate::server::error::{OrReport, Refusal, Result};

/// Runs `work` while connected to SPI, and returns its result. An error of `work` is raised, because only the end of the
/// (sub)transaction ends the connection then.
pub fn connected<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    let mut callback = pg_sys::ErrorContextCallback {
        previous: ptr::null_mut(),
        callback: Some(in_ascii),
        arg: ptr::null_mut(),
    };
    let _readable = Readable::new(&mut callback);
    // SAFETY: needs a transaction, and every function is called in one.
    check(unsafe { pg_sys::SPI_connect() })?;
    let result = work().or_raise();
    // SAFETY: connected above, and `work` has closed what it opened.
    check(unsafe { pg_sys::SPI_finish() })?;
    Ok(result)
}

/// While it lives errors of PostgreSQL are in ASCII: pgrx takes their messages for UTF-8, whatever the encoding.
struct Readable<'a>(&'a mut pg_sys::ErrorContextCallback);

impl<'a> Readable<'a> {
    fn new(callback: &'a mut pg_sys::ErrorContextCallback) -> Self {
        // SAFETY: the callback is on PostgreSQL's stack of callbacks for as long as it is borrowed.
        unsafe {
            callback.previous = pg_sys::error_context_stack;
            pg_sys::error_context_stack = callback;
        }
        Readable(callback)
    }
}

impl Drop for Readable<'_> {
    /// Runs also while an error unwinds: it writes a variable and calls nothing.
    fn drop(&mut self) {
        // SAFETY: the callback ends after this.
        unsafe { pg_sys::error_context_stack = self.0.previous };
    }
}

// pgrx has these, but does not export them.
unsafe extern "C-unwind" {
    fn errmsg_internal(format: *const c_char, ...) -> c_int;
    fn errdetail_internal(format: *const c_char, ...) -> c_int;
    fn errhint(format: *const c_char, ...) -> c_int;
}

/// Changes a message that PostgreSQL is making. Guarded, because memory may run out here: an error within the error, which
/// may not unwind through PostgreSQL.
#[pgrx::pg_guard]
unsafe extern "C-unwind" fn in_ascii(_arg: *mut c_void) {
    if !converts() {
        return;
    }
    // SAFETY: the copy of the message is read and freed; PostgreSQL copies strings that are set. The backend has one
    // thread.
    unsafe {
        let error_context = pg_sys::CurrentMemoryContext;
        pg_sys::CurrentMemoryContext = pg_sys::TopMemoryContext;
        let data = pg_sys::CopyErrorData();
        pg_sys::CurrentMemoryContext = error_context;
        if (*data).elevel >= PgLogLevel::ERROR as c_int {
            type Set = unsafe extern "C-unwind" fn(*const c_char, ...) -> c_int;
            let texts: [(*mut c_char, Set); 3] = [
                ((*data).message, errmsg_internal),
                ((*data).detail, errdetail_internal),
                ((*data).hint, errhint),
            ];
            for (text, set) in texts {
                if !text.is_null()
                    && let Some(text) = message_of_server(CStr::from_ptr(text))
                {
                    pg_sys::ffi::pg_guard_ffi_boundary(|| set(c"%s".as_ptr(), text.as_ptr()));
                }
            }
        }
        pg_sys::FreeErrorData(data);
    }
}

/// Refuses a negative status.
fn check(status: i32) -> Result<()> {
    if status >= 0 {
        return Ok(());
    }
    // SAFETY: returns a constant, or a buffer of its own.
    let name = unsafe { CStr::from_ptr(pg_sys::SPI_result_code_string(status)) };
    Err(Refusal::Spi(name.to_string_lossy().into_owned()).into())
}

/// Returns `true` if this transaction has written nothing, so that statements need not see it.
fn has_written_nothing() -> bool {
    // SAFETY: reads the state of the transaction.
    unsafe { pg_sys::GetCurrentTransactionIdIfAny() == pg_sys::InvalidTransactionId }
}

/// A value for `$1` and so on, of a type.
pub type Value = (pg_sys::Oid, pg_sys::Datum);

/// Runs a statement that writes, and returns how many rows it wrote. An error of the statement is raised.
pub fn execute<const N: usize>(statement: &CStr, values: [Value; N]) -> Result<u64> {
    let (mut types, mut datums) = (values.map(|(oid, _)| oid), values.map(|(_, datum)| datum));
    // SAFETY: two arrays with an element for each value, which are only read; no value is NULL.
    let status = unsafe {
        pg_sys::SPI_execute_with_args(
            statement.as_ptr(),
            N as i32,
            types.as_mut_ptr(),
            datums.as_mut_ptr(),
            ptr::null(),
            false,
            0,
        )
    };
    check(status)?;
    // SAFETY: reads a variable.
    Ok(unsafe { pg_sys::SPI_processed })
}

thread_local! {
    /// The statement that was run last by [`select_kept`], and its plan.
    static KEPT: RefCell<Option<(CString, pg_sys::SPIPlanPtr)>> = const { RefCell::new(None) };
}

/// Uses the variable of the last statement, for [`first_use`](crate::first_use).
pub fn use_kept() {
    KEPT.with_borrow(|_| ());
}

/// Returns rows that a statement reads, as the query that calls sees them. Its plan is kept for the next call with this
/// statement; PostgreSQL makes it anew where it no longer holds. An error of the statement is raised.
pub fn select_kept<const N: usize>(statement: &CStr, values: [Value; N]) -> Result<Rows> {
    let (mut types, mut datums) = (values.map(|(oid, _)| oid), values.map(|(_, datum)| datum));
    let kept = KEPT.with_borrow(|kept| {
        let (known, plan) = kept.as_ref()?;
        (known.as_c_str() == statement).then_some(*plan)
    });
    let plan = match kept {
        Some(plan) => plan,
        None => {
            // SAFETY: a C string in the server's encoding, and the types of its values.
            let plan = unsafe { pg_sys::SPI_prepare(statement.as_ptr(), N as i32, types.as_mut_ptr()) };
            if plan.is_null() {
                // SAFETY: reads a variable, in which SPI says why.
                check(unsafe { pg_sys::SPI_result })?;
                return Err(Refusal::Spi("no plan".to_owned()).into());
            }
            // SAFETY: a plan that was just made.
            check(unsafe { pg_sys::SPI_keepplan(plan) })?;
            if let Some((_, old)) = KEPT.replace(Some((statement.to_owned(), plan))) {
                // SAFETY: a plan that was kept, and that nothing else points to.
                check(unsafe { pg_sys::SPI_freeplan(old) })?;
            }
            plan
        }
    };
    // SAFETY: a plan for that many values, which are only read; none is NULL.
    let status = unsafe {
        pg_sys::SPI_tuptable = ptr::null_mut();
        pg_sys::SPI_execute_plan(plan, datums.as_mut_ptr(), ptr::null(), true, 0)
    };
    check(status)?;
    Rows::last()
}

/// Returns the first rows that a statement reads, as the query that calls sees them. An error of the statement is raised.
pub fn select(statement: &CStr, rows: c_long) -> Result<Rows> {
    // SAFETY: a C string in the server's encoding.
    let status = unsafe {
        pg_sys::SPI_tuptable = ptr::null_mut();
        pg_sys::SPI_execute(statement.as_ptr(), true, rows)
    };
    check(status)?;
    Rows::last()
}

/// Returns what `work` returns. Where PostgreSQL raises an error of this kind in it, the refusal that is made of its
/// message takes its place: it says more.
pub fn refused<T>(
    code: PgSqlErrorCode,
    refusal: impl Fn(String) -> Refusal + UnwindSafe + RefUnwindSafe,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    PgTryBuilder::new(AssertUnwindSafe(work))
        .catch_when(code, |error| match &error {
            CaughtError::PostgresError(report) => Err(refusal(report.message().to_owned()).into()),
            _ => error.rethrow(),
        })
        .execute()
}

/// An open query. [`Portal::close`] has to be called, unless an error ends it.
pub struct Portal(pg_sys::Portal);

impl Portal {
    /// Opens a query. An error of the query is raised.
    pub fn open(query: &CStr) -> Result<Self> {
        // SAFETY: a C string in the server's encoding, and no arguments.
        let portal = unsafe {
            pg_sys::SPI_cursor_open_with_args(
                ptr::null(),
                query.as_ptr(),
                0,
                ptr::null_mut(),
                ptr::null_mut(),
                ptr::null(),
                has_written_nothing(),
                0,
            )
        };
        if portal.is_null() {
            // SAFETY: reads a variable, in which SPI says why.
            check(unsafe { pg_sys::SPI_result })?;
            return Err(Refusal::Spi("no portal".to_owned()).into());
        }
        Ok(Portal(portal))
    }

    /// Fetches the next rows, at most that many. An error of the query is raised.
    pub fn fetch(&mut self, rows: c_long) -> Result<Rows> {
        // SAFETY: the portal is open: only `close` closes it. A query cannot close its own portal while it runs.
        unsafe {
            pg_sys::SPI_tuptable = ptr::null_mut();
            pg_sys::SPI_cursor_fetch(self.0, true, rows);
        }
        Rows::last()
    }

    pub fn close(self) {
        // SAFETY: as in `fetch`.
        unsafe { pg_sys::SPI_cursor_close(self.0) };
    }
}

/// Rows that were fetched. They last until [`Rows::free`] or the end of the connection.
pub struct Rows(*mut pg_sys::SPITupleTable);

impl Rows {
    /// Returns the rows that SPI read last.
    fn last() -> Result<Self> {
        // SAFETY: reads a variable.
        let table = unsafe { pg_sys::SPI_tuptable };
        if table.is_null() {
            return Err(Refusal::Spi("no table of rows".to_owned()).into());
        }
        Ok(Rows(table))
    }

    pub fn len(&self) -> usize {
        // SAFETY: the table is not freed yet. The rows are in memory, so their number fits.
        unsafe { (*self.0).numvals as usize }
    }

    /// Returns the types of the columns.
    pub fn column_types(&self) -> impl Iterator<Item = pg_sys::Oid> {
        // SAFETY: the table is not freed yet, and describes its rows.
        let (description, columns) = unsafe { ((*self.0).tupdesc, (*(*self.0).tupdesc).natts) };
        // SAFETY: as above; the number is one of a column.
        (1..=columns).map(move |number| unsafe { pg_sys::SPI_gettypeid(description, number) })
    }

    /// Returns a row, counted from 0.
    pub fn row(&self, number: usize) -> Row<'_> {
        assert!(number < self.len(), "rows are counted");
        Row {
            // SAFETY: the number is in range.
            tuple: unsafe { *(*self.0).vals.add(number) },
            rows: self,
        }
    }

    pub fn free(self) {
        // SAFETY: the fetch made it, and nothing has freed it.
        unsafe { pg_sys::SPI_freetuptable(self.0) };
    }
}

/// A row of [`Rows`].
pub struct Row<'a> {
    tuple: pg_sys::HeapTuple,
    rows: &'a Rows,
}

impl Row<'_> {
    /// Returns the value of a column, counted from 1; `None` for NULL and where there is no such column.
    pub fn datum(&self, number: usize) -> Option<pg_sys::Datum> {
        let number = i32::try_from(number).ok()?;
        let mut is_null = true;
        // SAFETY: a row with its description. For a column that does not exist PostgreSQL says NULL.
        let datum = unsafe {
            let description = (*self.rows.0).tupdesc;
            pg_sys::SPI_getbinval(self.tuple, description, number, &mut is_null)
        };
        (!is_null).then_some(datum)
    }

    /// Returns how many columns the row has.
    pub fn width(&self) -> usize {
        // SAFETY: a row's description.
        let columns = unsafe { (*(*self.rows.0).tupdesc).natts };
        usize::try_from(columns).unwrap_or_default()
    }

    /// Returns `true` if a column, counted from 1, has this name.
    pub fn is_named(&self, number: usize, name: &CStr) -> bool {
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        // SAFETY: a row's description. The name is a C string, and null for a column that does not exist.
        unsafe {
            let found = pg_sys::SPI_fname((*self.rows.0).tupdesc, number);
            !found.is_null() && CStr::from_ptr(found) == name
        }
    }
}
