//! Reports of a training's progress.

use std::fmt::Display;

/// Receives the steps of a training. It may unwind to end the training.
pub trait Watch {
    /// Called with the step that begins, at most a few hundred times for one fit: "tree 3 of 50".
    fn at(&mut self, step: &dyn Display);
}

#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn at(&mut self, _step: &dyn Display) {}
}

/// Passes steps on, with a prefix that names the part of the training.
pub struct Prefixed<'a> {
    pub watch: &'a mut dyn Watch,
    /// The prefix, with the space behind it.
    pub prefix: String,
}

impl Watch for Prefixed<'_> {
    fn at(&mut self, step: &dyn Display) {
        self.watch.at(&format_args!("{}{step}", self.prefix));
    }
}
