//! The watcher of a training.

use std::fmt::Display;

/// Is told how a training goes, and may unwind to end it.
pub trait Watch {
    /// Called with the step that begins, at most a few hundred times for one fit: "tree 3 of 50".
    fn at(&mut self, step: &dyn Display);
}

#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn at(&mut self, _step: &dyn Display) {}
}

/// Passes steps on with words before them that say which part of the training they belong to.
pub struct Prefixed<'a> {
    /// The watcher that is told.
    pub watch: &'a mut dyn Watch,
    /// The words, with the space behind them.
    pub prefix: String,
}

impl Watch for Prefixed<'_> {
    fn at(&mut self, step: &dyn Display) {
        self.watch.at(&format_args!("{}{step}", self.prefix));
    }
}
