//! Work between two ticks.

use crate::Tick;

/// Units of work between two ticks. A unit is about a byte looked at, or an open element.
const TICK_EVERY: usize = 4 * 1024;

/// Counts work, and ticks after every few thousand units of it.
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
    /// Returns a count at its beginning.
    pub fn new(tick: Tick<'t>) -> Self {
        Work { left: TICK_EVERY, tick }
    }

    /// Counts work that was done or is to be done at once.
    #[inline]
    pub fn charge(&mut self, amount: usize) {
        match self.left.checked_sub(amount) {
            Some(left) => self.left = left,
            None => self.tick(),
        }
    }

    /// Returns the callback, for work that counts by itself.
    pub fn ticker(&mut self) -> Tick<'_> {
        &mut *self.tick
    }

    #[cold]
    fn tick(&mut self) {
        self.left = TICK_EVERY;
        (self.tick)();
    }
}
