//! The progress of a long statement: in `pg_stat_activity`, and by NOTICE.

use std::ffi::CString;
use std::fmt::Display;
use std::time::{Duration, Instant};

use pgrx::{notice, pg_sys};

use crate::server::encoding::message;
use goce_core::interrupts;

/// The least time between two changes of what `pg_stat_activity` shows.
const SHOWN_EVERY: Duration = Duration::from_millis(500);

/// The time between two NOTICEs.
const NOTICE_EVERY: Duration = Duration::from_secs(10);

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
        // SAFETY: allocated in the memory context that it is registered with, and written whole.
        unsafe {
            let context = pg_sys::CurrentMemoryContext;
            let callback: *mut pg_sys::MemoryContextCallback =
                pg_sys::palloc(size_of::<pg_sys::MemoryContextCallback>()).cast();
            callback.write(pg_sys::MemoryContextCallback {
                func: Some(show_application_name),
                arg: std::ptr::null_mut(),
                next: std::ptr::null_mut(),
            });
            pg_sys::MemoryContextRegisterResetCallback(context, callback);
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
        if self.shown.is_none_or(|shown| now - shown >= SHOWN_EVERY) {
            self.shown = Some(now);
            let text = message(format!("{}: {step}", self.statement));
            if let Ok(text) = CString::new(text) {
                // SAFETY: a C string, of which PostgreSQL copies as much as fits.
                unsafe { pg_sys::pgstat_report_appname(text.as_ptr()) };
            }
        }
        if now - self.noticed >= NOTICE_EVERY {
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
