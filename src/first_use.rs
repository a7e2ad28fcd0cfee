//! What takes memory when it is first used, used when the library is loaded.
//!
//! A variable of a thread whose value is dropped when the thread ends is made known to the C library at its first use. glibc
//! takes memory for that, and ends the process, and with it the whole server, if there is none. A hostile page may be what
//! has taken the memory. So all such variables are used once while nothing is short: goce's own, and by an error of each
//! kind those of pgrx and of Rust's own library (pgrx keeps the place of a panic in one). What is left are seven of tract's,
//! which runs the network for screenshots: it asks for far more memory before.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pgrx::pg_sys;

use crate::discard;
use crate::server::error::raise;
use crate::server::model;
use crate::server::spi;
use goce_core::element_names::Meaning;
use goce_core::memory::OutOfMemory;

/// Uses everything once.
pub fn begin() {
    discard::forget();
    model::forget();
    spi::use_kept();
    // An error of goce, and one of PostgreSQL's: no memory context gives so much.
    let _ = catch_unwind(|| raise(OutOfMemory));
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: raises an error, which pgrx catches, and allocates nothing.
        unsafe { pg_sys::MemoryContextAlloc(pg_sys::CurrentMemoryContext, usize::MAX) }
    }));
    // The table of what names mean, which every page asks.
    let _ = Meaning::Signature.words();
    // Rust's own name for the thread, which some libraries ask for.
    let _ = std::thread::current();
}
