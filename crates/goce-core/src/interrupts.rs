//! Interrupts of long work: a hook that the work calls regularly.
//!
//! Long work calls [`check`] at least about once in a millisecond, as PostgreSQL's own code calls
//! `CHECK_FOR_INTERRUPTS`. A check calls the thread's hook, which at first does nothing. In a backend the hook raises an
//! ERROR if the query was cancelled, `goce.page_timeout` has passed or memory has run out.
//!
//! A hook ends the work by unwinding. Work that checks must therefore leave nothing half done that outlives it.

use std::cell::Cell;
use std::iter::Inspect;

/// Items of a loop between two checks: nodes, blocks, links, rows, each of which takes up to a few microseconds. A check takes
/// some tens of nanoseconds in a backend.
pub const CHECK_EVERY: usize = 256;

/// Bytes, characters, numbers or steps between two checks, each of which takes some nanoseconds.
pub const CHECK_BYTES: usize = 16 * 1024;

thread_local! {
    static HOOK: Cell<fn()> = const { Cell::new(nothing) };
    /// Checks since the current work of [`counted`] began.
    static CHECKS: Cell<usize> = const { Cell::new(0) };
}

fn nothing() {}

fn count() {
    CHECKS.set(CHECKS.get() + 1);
}

/// Checks for interrupts: calls the hook of this thread, which may unwind.
#[inline]
pub fn check() {
    HOOK.get()();
}

/// Sets the hook of this thread. Returns the former one.
pub fn set_hook(hook: fn()) -> fn() {
    HOOK.replace(hook)
}

/// Does work with another hook. The former one is back when the work ends, also if it unwinds.
pub fn with_hook<T>(hook: fn(), work: impl FnOnce() -> T) -> T {
    struct Former(fn());
    impl Drop for Former {
        fn drop(&mut self) {
            set_hook(self.0);
        }
    }
    let _former = Former(set_hook(hook));
    work()
}

/// Does work that must not be interrupted: its checks do nothing.
pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    with_hook(nothing, work)
}

/// Does work, and returns how often it checked for interrupts. The checks do nothing else.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let former = CHECKS.replace(0);
    let result = with_hook(count, work);
    (result, CHECKS.replace(former))
}

/// The work that is left until the next check, where steps differ in work.
#[derive(Clone, Copy, Debug)]
pub struct Countdown {
    left: usize,
    every: usize,
}

impl Countdown {
    /// Returns a countdown that checks after every `every` units of work.
    pub fn new(every: usize) -> Self {
        Countdown { left: every, every }
    }

    /// Counts work, done or about to be done.
    #[inline]
    pub fn charge(&mut self, amount: usize) {
        if amount < self.left {
            self.left -= amount;
        } else {
            self.left = self.every;
            check();
        }
    }
}

impl Default for Countdown {
    /// A countdown that checks after [`CHECK_BYTES`] units of work.
    fn default() -> Self {
        Countdown::new(CHECK_BYTES)
    }
}

/// Sorts, and checks for interrupts on the way. Equal items may change places.
pub fn sort<T: Ord>(items: &mut [T]) {
    let mut work = Countdown::new(CHECK_EVERY);
    items.sort_unstable_by(|a, b| {
        work.charge(1);
        a.cmp(b)
    });
}

/// Iterators that check for interrupts on the way.
pub trait Checking: Iterator + Sized {
    /// Returns an iterator over the same items that checks before the first of them, and before every `every`th after
    /// that.
    #[inline]
    fn checking(self, every: usize) -> Inspect<Self, impl FnMut(&Self::Item)> {
        let mut left = 0;
        self.inspect(move |_| {
            if left == 0 {
                check();
                left = every;
            }
            left -= 1;
        })
    }
}

impl<I: Iterator> Checking for I {}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn the_first_item_checks_and_every_third_after_it() {
        for (items, expected) in [(0, 0), (1, 1), (3, 1), (4, 2), (7, 3)] {
            let (count, checks) = counted(|| (0..items).checking(3).count());
            assert_eq!((count, checks), (items, expected));
        }
    }

    #[test]
    fn a_countdown_checks_after_its_units_of_work() {
        for (amounts, expected) in [(&[2, 0][..], 0), (&[2, 1], 1), (&[7, 2], 1), (&[1, 1, 1, 1, 1, 1], 2)] {
            let mut left = Countdown::new(3);
            let ((), checks) = counted(|| amounts.iter().for_each(|amount| left.charge(*amount)));
            assert_eq!(checks, expected, "{amounts:?}");
        }
    }

    #[test]
    fn counts_may_be_nested() {
        let (inner, checks) = counted(|| {
            check();
            let ((), inner) = counted(|| (0..5).for_each(|_| check()));
            uninterrupted(check);
            check();
            inner
        });
        assert_eq!((inner, checks), (5, 2));
    }

    #[test]
    fn the_former_hook_is_back_after_an_interrupt() {
        let ((), checks) = counted(|| {
            assert!(catch_unwind(|| with_hook(|| panic!("interrupted"), check)).is_err());
            check();
        });
        assert_eq!(checks, 1);
    }
}
