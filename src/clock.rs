//! How long the call at work has taken, for the setting `goce.page_timeout`.
//!
//! A call takes the time where its first argument is read (`argument`), or by [`begin`] if that is of a type of
//! pgrx's own. So nothing has to be put back when the call ends, by an error or otherwise: a later call takes the
//! time anew. Calls within a query that goce runs do so as well, and `rows` takes the time for each row of the query.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::error::raise;
use super::refusal::Refusal;
use super::{memory, settings};
use goce_core::interrupts;

thread_local! {
    /// When the page at work was begun; `None` where none is.
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Takes the time: a page is begun.
pub fn begin() {
    // What a call before this one could not have is no matter of this one.
    memory::refused();
    // Without a limit nobody asks for the time.
    BEGAN.set(settings::page_timeout().map(|_| Instant::now()));
}

/// Ends the time: what follows is no page, and no limit holds.
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

/// Rows of a page that are made one by one, with the calls of other functions between them. PostgreSQL keeps the
/// rows, and spills them to disk. The time of the page goes on where the row before was done.
pub struct Rows<I> {
    rows: I,
    /// The time that the page has taken; none without a limit.
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
            // No process is as old as the clock's first moment.
            BEGAN.set(began.checked_sub(self.spent));
        }
        interrupts::check();
        let row = self.rows.next();
        self.spent = spent();
        row
    }
}
