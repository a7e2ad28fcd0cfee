//! How a long statement goes on: in `pg_stat_activity`, and by NOTICE.

use std::ffi::CString;
use std::fmt::Display;
use std::time::{Duration, Instant};

use pgrx::{notice, pg_sys};

use super::tick;
use crate::learn::models::Watch;

/// Between two changes of what `pg_stat_activity` shows.
const SHOWN_EVERY: Duration = Duration::from_millis(500);

/// Between two NOTICEs. What is done sooner says nothing.
const NOTICE_EVERY: Duration = Duration::from_secs(10);

/// While it lives `application_name` in `pg_stat_activity` says what is being done; the setting of that
/// name stays what it is.
pub struct Progress {
    statement: &'static str,
    began: Instant,
    shown: Option<Instant>,
    noticed: Instant,
}

impl Progress {
    /// The progress of a statement that begins.
    pub fn new(statement: &'static str) -> Self {
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
    fn tick(&mut self) {
        tick();
    }

    fn at(&mut self, step: &dyn Display) {
        tick();
        let now = Instant::now();
        if self.shown.is_none_or(|shown| now - shown >= SHOWN_EVERY) {
            self.shown = Some(now);
            if let Ok(text) = CString::new(format!("{}: {step}", self.statement)) {
                // SAFETY: a C string, which is copied, cut to the length that there is.
                unsafe { pg_sys::pgstat_report_appname(text.as_ptr()) };
            }
        }
        if now - self.noticed >= NOTICE_EVERY {
            self.noticed = now;
            notice!(
                "{}: {step}, {} s",
                self.statement,
                (now - self.began).as_secs()
            );
        }
    }
}

impl Drop for Progress {
    /// Also when the statement is cancelled.
    fn drop(&mut self) {
        // SAFETY: the setting is a C string, or null before it was ever set.
        unsafe {
            let name = pg_sys::application_name;
            if self.shown.is_some() && !name.is_null() {
                pg_sys::pgstat_report_appname(name);
            }
        }
    }
}
