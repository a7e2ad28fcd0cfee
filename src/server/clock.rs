//! The clock of a page, for the setting `goce.page_timeout`.
//!
//! It starts where a call reads its first argument (`argument`), or by [`begin`] where pgrx reads that argument. Nothing
//! stops it when the call ends, by an error or otherwise: the next call starts it again. Where goce runs a query of the
//! user, `query_rows` starts it for each row.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::server::error::{Refusal, raise};
use crate::server::memory;
use crate::server::room;
use crate::server::settings;
use goce_core::interrupts;

thread_local! {
    /// The start of the page at work; `None` without a limit.
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Starts the clock for a page, or goes on to its next row.
pub fn begin() {
    // Forgets memory that was refused to an earlier call.
    memory::refused();
    room::begin_row();
    BEGAN.set(settings::page_timeout().map(|_| Instant::now()));
}

/// Stops the clock: the limit does not hold for what follows.
pub fn stop() {
    BEGAN.set(None);
}

/// Raises an error if the page at work has taken longer than it may.
pub fn check() {
    if let Some(limit) = settings::page_timeout()
        && let Some(began) = BEGAN.get()
        && began.elapsed() > limit
    {
        stop();
        raise(Refusal::PageTimeout { limit });
    }
}

/// Rows of a page that are made one by one. Other functions may be called between two rows: the clock goes on from where
/// the last row left it.
pub struct Rows<I> {
    rows: I,
    /// The time that the page has taken so far; zero without a limit.
    spent: Duration,
}

fn spent() -> Duration {
    BEGAN.get().map_or(Duration::ZERO, |began| began.elapsed())
}

impl<I> Rows<I> {
    /// Returns these rows of the page at work.
    pub fn new(rows: I) -> Self {
        let spent = spent();
        Rows { rows, spent }
    }
}

impl<I: Iterator> Iterator for Rows<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        begin();
        if let Some(began) = BEGAN.get() {
            BEGAN.set(began.checked_sub(self.spent));
        }
        interrupts::check();
        let row = self.rows.next();
        self.spent = spent();
        row
    }
}
