//! The count of work by which the parser knows when to call the callback again. Code that reads a tree can count by it
//! too.

use crate::Tick;

/// Units of work between two ticks. A unit is about one byte read, or one open element looked at.
const TICK_EVERY: usize = 4 * 1024;

/// Counts work and calls a callback after every few thousand units. A unit is about the work of reading one byte.
pub struct Work<'t> {
    left: usize,
    tick: Tick<'t>,
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("left", &self.left).finish()
    }
}

impl<'t> Work<'t> {
    /// Starts a count that calls `tick`.
    pub fn new(tick: Tick<'t>) -> Self {
        Work { left: TICK_EVERY, tick }
    }

    /// Counts work that has been done, or that will be done at once. One call ticks once at most.
    #[inline]
    pub fn charge(&mut self, amount: usize) {
        match self.left.checked_sub(amount) {
            Some(left) => self.left = left,
            None => self.tick(),
        }
    }

    /// Returns the callback, for functions that count their own work.
    pub fn ticker(&mut self) -> Tick<'_> {
        &mut *self.tick
    }

    #[cold]
    fn tick(&mut self) {
        self.left = TICK_EVERY;
        (self.tick)();
    }
}
