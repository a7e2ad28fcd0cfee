//! Work between two ticks.

use crate::memory::{OutOfMemory, TryPushStr};
use crate::tick::Tick;

/// Units of work between two ticks. A unit is about a byte looked at, or an open element.
const TICK_EVERY: usize = 4 * 1024;

/// Counts work and ticks.
pub(super) struct Work<'t> {
    left: usize,
    tick: Tick<'t>,
}

impl<'t> Work<'t> {
    pub(super) fn new(tick: Tick<'t>) -> Self {
        Work {
            left: TICK_EVERY,
            tick,
        }
    }

    /// Counts work that was done or is to be done at once.
    #[inline]
    pub(super) fn charge(&mut self, amount: usize) {
        match self.left.checked_sub(amount) {
            Some(left) => self.left = left,
            None => self.tick(),
        }
    }

    /// Appends a text that may be long.
    #[inline]
    pub(super) fn push_str(&mut self, to: &mut String, text: &str) -> Result<(), OutOfMemory> {
        if text.len() <= TICK_EVERY {
            return to.try_push_str(text);
        }
        to.try_reserve(text.len())?;
        let mut rest = text;
        while !rest.is_empty() {
            let (part, after) = rest.split_at(rest.floor_char_boundary(TICK_EVERY));
            to.push_str(part);
            self.charge(part.len());
            rest = after;
        }
        Ok(())
    }

    #[cold]
    fn tick(&mut self) {
        self.left = TICK_EVERY;
        (self.tick)();
    }
}
