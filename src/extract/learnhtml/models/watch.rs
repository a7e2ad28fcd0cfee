//! Who watches a training.

/// Is told how a training goes, and may unwind to end it.
pub trait Watch {
    /// Called at least every fraction of a millisecond.
    fn tick(&mut self);

    /// What is being done, at most a few hundred times for one fit: "tree 3 of 50".
    fn at(&mut self, step: &dyn std::fmt::Display);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tick(&mut self) {}

    fn at(&mut self, _step: &dyn std::fmt::Display) {}
}
