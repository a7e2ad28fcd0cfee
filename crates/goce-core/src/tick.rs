//! The callback by which long work can be interrupted.

use std::iter::Inspect;

/// A callback that a function calls regularly while it works: at least once in about a millisecond.
///
/// The callback does not return a value. It ends the work by unwinding: in a backend it asks PostgreSQL whether
/// the query was cancelled, whether `goce.page_timeout` has passed and whether memory has run out, and each of the three
/// is an ERROR. Callers outside a database pass `&mut || ()`. A function that takes a `Tick` must
/// therefore leave nothing half done that outlives it.
pub type Tick<'a> = &'a mut (dyn FnMut() + 'a);

/// Iterators that call a [`Tick`] on the way.
pub trait Ticking: Iterator + Sized {
    /// Returns an iterator over the same items that calls `tick` before the first of them, and before every `every`th
    /// after that.
    #[inline]
    fn ticking(self, every: usize, tick: Tick<'_>) -> Inspect<Self, impl FnMut(&Self::Item)> {
        let mut left = 0;
        self.inspect(move |_| {
            if left == 0 {
                tick();
                left = every;
            }
            left -= 1;
        })
    }
}

impl<I: Iterator> Ticking for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_item_ticks_and_every_third_after_it() {
        for (items, expected) in [(0, 0), (1, 1), (3, 1), (4, 2), (7, 3)] {
            let mut ticks = 0;
            assert_eq!((0..items).ticking(3, &mut || ticks += 1).count(), items);
            assert_eq!(ticks, expected, "{items}");
        }
    }
}
