//! How long the call at work has taken, for the setting `goce.page_timeout`.
//!
//! A call takes the time when it begins: where its first text is read, or by [`begin`]. So nothing has
//! to be put back when it ends, by an error or otherwise: what begins later takes the time anew. Calls
//! within the query of `goce_train` and its like do so as well, and `rows` takes it for each of its rows.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::error::{Refusal, raise};
use super::{memory, settings};

thread_local! {
    /// When the page at work was begun; `None` where none is.
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// A page is begun.
pub fn begin() {
    // What a call before this one could not have is no matter of this one.
    memory::refused();
    // Without a limit nobody asks for the time.
    BEGAN.set(settings::page_timeout().map(|_| Instant::now()));
}

/// The time that the page at work has taken; none without a limit.
pub fn spent() -> Duration {
    BEGAN.get().map_or(Duration::ZERO, |began| began.elapsed())
}

/// A page is gone on with that has taken this time already: rows of it that are made one by one, with the
/// calls of other functions between them.
pub fn resume(spent: Duration) {
    begin();
    if let Some(began) = BEGAN.get() {
        // No process is as old as the clock's first moment.
        BEGAN.set(began.checked_sub(spent));
    }
}

/// What follows is no page: no limit holds.
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
