//! The progress of a long statement: in `pg_stat_activity`, and by NOTICE.

use std::ffi::CString;
use std::fmt::Display;
use std::time::{Duration, Instant};

use pgrx::{notice, pg_sys};

use crate::encoding::message;
use goce_core::interrupts;
use goce_papers::learnhtml::models::Watch;

/// The time between two changes of what `pg_stat_activity` shows.
const SHOWN_EVERY: Duration = Duration::from_millis(500);

/// The time between two NOTICEs. A statement that is done sooner says nothing.
const NOTICE_EVERY: Duration = Duration::from_secs(10);

/// The progress of a statement. While it lives `application_name` in `pg_stat_activity` shows the step at work;
/// the setting of that name does not change.
///
/// After an error the column shows the setting again when the memory context of the call goes. PostgreSQL sees to that:
/// a `Drop` would call PostgreSQL while the error unwinds.
pub struct Progress {
    statement: &'static str,
    began: Instant,
    shown: Option<Instant>,
    noticed: Instant,
}

impl Progress {
    /// Returns the progress of a statement that begins.
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
}

impl Watch for Progress {
    fn at(&mut self, step: &dyn Display) {
        interrupts::check();
        let now = Instant::now();
        if self.shown.is_none_or(|shown| now - shown >= SHOWN_EVERY) {
            self.shown = Some(now);
            let text = message(format!("{}: {step}", self.statement));
            if let Ok(text) = CString::new(text) {
                // SAFETY: a C string, which is copied, cut to the length that there is.
                unsafe { pg_sys::pgstat_report_appname(text.as_ptr()) };
            }
        }
        if now - self.noticed >= NOTICE_EVERY {
            self.noticed = now;
            notice!("{}: {step}, {} s", self.statement, (now - self.began).as_secs());
        }
    }
}

impl Progress {
    /// Ends the statement: `pg_stat_activity` shows the setting again.
    pub fn end(self) {
        if self.shown.is_some() {
            // SAFETY: as a callback it is called in the same way.
            unsafe { show_application_name(std::ptr::null_mut()) };
        }
    }
}

/// Shows the setting again. Called by PostgreSQL, also while it cleans up after an error: it only
/// copies a string into shared memory, and raises nothing.
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
