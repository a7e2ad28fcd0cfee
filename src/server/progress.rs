//! The progress of a long statement: in `pg_stat_activity`, and by NOTICE.

use std::ffi::CString;
use std::fmt::Display;
use std::time::{Duration, Instant};

use pgrx::{notice, pg_sys};

use crate::server::contexts::call_at_reset;
use crate::server::encoding::message;
use goce_core::interrupts;

/// The progress of a statement. While it lives the column `application_name` of `pg_stat_activity` shows the step at
/// work, in place of the setting of that name.
///
/// After an error a callback of the call's memory context shows the setting again: a `Drop` would call PostgreSQL while
/// the error unwinds.
pub struct Progress {
    statement: &'static str,
    began: Instant,
    shown: Option<Instant>,
    noticed: Instant,
}

impl Progress {
    pub fn new(statement: &'static str) -> Self {
        // SAFETY: the context of the call; the function is guarded.
        unsafe {
            call_at_reset(pg_sys::CurrentMemoryContext, show_application_name, std::ptr::null_mut());
        }
        let now = Instant::now();
        Progress {
            statement,
            began: now,
            shown: None,
            noticed: now,
        }
    }

    /// Ends the statement: `pg_stat_activity` shows the setting again.
    pub fn end(self) {
        if self.shown.is_some() {
            // SAFETY: as a callback it is called in the same way.
            unsafe { show_application_name(std::ptr::null_mut()) };
        }
    }

    /// Shows a step, and checks for interrupts.
    pub fn at(&mut self, step: &dyn Display) {
        interrupts::check();
        let now = Instant::now();
        // The least time between two changes of what `pg_stat_activity` shows.
        if self.shown.is_none_or(|shown| now - shown >= Duration::from_millis(500)) {
            self.shown = Some(now);
            let text = message(format!("{}: {step}", self.statement));
            if let Ok(text) = CString::new(text) {
                // SAFETY: a C string, of which PostgreSQL copies as much as fits.
                unsafe { pg_sys::pgstat_report_appname(text.as_ptr()) };
            }
        }
        // The time between two NOTICEs.
        if now - self.noticed >= Duration::from_secs(10) {
            self.noticed = now;
            notice!("{}: {step}, {} s", self.statement, (now - self.began).as_secs());
        }
    }
}

/// Shows the setting again. PostgreSQL calls it also while it cleans up after an error: it raises none.
#[pgrx::pg_guard]
unsafe extern "C-unwind" fn show_application_name(_arg: *mut std::ffi::c_void) {
    // SAFETY: the setting is a C string, or null before it was ever set.
    unsafe {
        let name = pg_sys::application_name;
        if !name.is_null() {
            pg_sys::pgstat_report_appname(name);
        }
    }
}
