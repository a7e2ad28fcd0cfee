//! Work between two ticks.

use crate::tick::Tick;

/// Units of work between two ticks. A unit is about a byte looked at, or an open element.
const TICK_EVERY: usize = 4 * 1024;

/// Counts work and ticks.
pub(crate) struct Work<'t> {
    left: usize,
    tick: Tick<'t>,
}

impl<'t> Work<'t> {
    pub(crate) fn new(tick: Tick<'t>) -> Self {
        Work {
            left: TICK_EVERY,
            tick,
        }
    }

    /// Counts work that was done or is to be done at once.
    #[inline]
    pub(crate) fn charge(&mut self, amount: usize) {
        match self.left.checked_sub(amount) {
            Some(left) => self.left = left,
            None => self.tick(),
        }
    }

    /// Returns the callback, for work that counts by itself.
    pub(crate) fn ticker(&mut self) -> Tick<'_> {
        &mut *self.tick
    }

    #[cold]
    fn tick(&mut self) {
        self.left = TICK_EVERY;
        (self.tick)();
    }
}
