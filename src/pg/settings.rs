//! Settings. They may refuse work, they never change a result.

use pgrx::{GucContext, GucFlags, GucRegistry, GucSetting};

use crate::page::Limits;

static MAX_HTML_SIZE: GucSetting<i32> = GucSetting::<i32>::new(64 << 20);

/// Defines the settings and reserves the prefix `goce.`, so that a misspelt one is an error.
pub fn define() {
    GucRegistry::define_int_guc(
        c"goce.max_html_size",
        c"Sets the longest page or text that goce works on.",
        c"A longer one is refused with SQLSTATE 54000. A page full of tags takes up to 150 times its length in memory.",
        &MAX_HTML_SIZE,
        1024,
        1_000_000_000,
        GucContext::Userset,
        GucFlags::UNIT_BYTE,
    );
    #[cfg(any(feature = "pg13", feature = "pg14"))]
    // SAFETY: the name is a constant, and PostgreSQL copies what it keeps.
    unsafe {
        pgrx::pg_sys::EmitWarningsOnPlaceholders(c"goce".as_ptr());
    }
    #[cfg(not(any(feature = "pg13", feature = "pg14")))]
    // SAFETY: the name is a constant, and PostgreSQL copies what it keeps.
    unsafe {
        pgrx::pg_sys::MarkGUCPrefixReserved(c"goce".as_ptr());
    }
}

/// The limits in force.
pub fn limits() -> Limits {
    Limits {
        max_bytes: usize::try_from(MAX_HTML_SIZE.get()).unwrap_or(0),
    }
}
