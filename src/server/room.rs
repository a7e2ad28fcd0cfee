//! Memory that PostgreSQL is about to take for goce.
//!
//! Where PostgreSQL refuses memory within a call of goce, pgrx copies the error, in PostgreSQL's memory. If there is none
//! for the copy either, that is an error within an error, again and again, until PostgreSQL gives up with a PANIC and all
//! sessions end. So goce asks for what PostgreSQL is about to take, and for some more, before it calls. What is refused
//! then is an error of goce, which takes no memory of PostgreSQL's.

use std::cell::Cell;

use pgrx::{pg_sys, varlena};

use crate::server::error::{OrReport, Result};
use goce_core::memory::{Fallible, ask_for};

thread_local! {
    /// The bytes of the values of the row that is being made.
    static ROW: Cell<usize> = const { Cell::new(0) };

    /// The bytes of values that were made since memory was last asked for.
    static UNASKED: Cell<usize> = const { Cell::new(0) };
}

/// Begins a row, or a call.
pub fn begin_row() {
    ROW.set(0);
}

/// Asks for a value of a row. When the last value is made there is room for the row, which has copies of all of them.
///
/// # Errors
/// [`OutOfMemory`].
pub fn for_value(bytes: usize) -> Fallible {
    let row = ROW.get().saturating_add(bytes);
    ROW.set(row);
    // A value takes about so much beside its bytes.
    let unasked = UNASKED.get().saturating_add(bytes).saturating_add(64);
    // Values of this many bytes together are asked for. Smaller ones fit into blocks that PostgreSQL has, mostly: for them
    // the margin is asked for now and then.
    if row < 64 * 1024 && unasked < 1 << 20 {
        UNASKED.set(unasked);
        return Ok(());
    }
    of_bytes(bytes.saturating_add(row))
}

/// Asks for this many bytes.
///
/// # Errors
/// [`OutOfMemory`].
pub fn of_bytes(bytes: usize) -> Fallible {
    UNASKED.set(0);
    // What is asked for beside the value: PostgreSQL's memory contexts grow by blocks of 8 MB at most.
    ask_for(bytes.saturating_add(10 << 20))
}

/// Asks for what a value takes when PostgreSQL reads it: once as it is stored, and once as it is. A value that is plain in
/// memory takes nothing.
///
/// # Safety
/// The datum is a value of variable length, and not NULL.
pub unsafe fn for_argument(datum: pg_sys::Datum) -> Result<()> {
    let start: *const pg_sys::varlena = datum.cast_mut_ptr();
    // SAFETY: the caller's promise.
    let (is_plain, size) = unsafe {
        let is_plain =
            varlena::varatt_is_4b_u(start) || varlena::varatt_is_1b(start) && !varlena::varatt_is_1b_e(start);
        (is_plain, pg_sys::toast_raw_datum_size(datum))
    };
    if is_plain {
        return Ok(());
    }
    of_bytes(size.saturating_mul(2)).or_report()
}
