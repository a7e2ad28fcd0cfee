//! The accounts of a reserve of memory. The memory itself is the extension's.

use std::sync::atomic::{AtomicU64, Ordering};

/// The largest block that the reserve gives, in bytes. Larger requests come from large input. They are refused, and the
/// fallible caller reports that.
pub const MAX_BLOCK: usize = 64 * 1024;

/// The largest alignment of a block, in bytes: that of a page of memory.
pub const MAX_ALIGN: usize = 4096;

/// The taken part of a reserve of `SIZE` bytes. Blocks are taken one behind the other. When all are given back, the
/// reserve is whole again.
///
/// One atomic word has the number of taken blocks in its upper half and the offset of the free rest in its lower half. So
/// no thread sees one number without the other.
#[derive(Debug)]
pub struct Ledger<const SIZE: usize>(AtomicU64);

impl<const SIZE: usize> Default for Ledger<SIZE> {
    fn default() -> Self {
        Ledger::new()
    }
}

impl<const SIZE: usize> Ledger<SIZE> {
    pub const fn new() -> Self {
        const { assert!(SIZE <= u32::MAX as usize, "offsets have 32 bits") };
        Ledger(AtomicU64::new(0))
    }

    /// Takes a block, and returns its offset in the reserve; `None` if it is too large or does not fit. `align` is a power
    /// of two. The start of the reserve must have this alignment, too.
    pub fn take(&self, size: usize, align: usize) -> Option<usize> {
        if size > MAX_BLOCK || align > MAX_ALIGN {
            return None;
        }
        let mut offset = 0;
        self.0
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |state| {
                let (blocks, free) = (state >> 32, (state & u64::from(u32::MAX)) as usize);
                // All three are small, so nothing overflows.
                offset = free.next_multiple_of(align);
                let end = offset + size;
                (end <= SIZE).then_some((blocks + 1) << 32 | end as u64)
            })
            .ok()
            .map(|_| offset)
    }

    /// Gives one block back that [`Ledger::take`] returned.
    pub fn give_back(&self) {
        let last = |state: u64| match state >> 32 {
            // The caller gave back more than it took: a mistake that changes nothing.
            0 => None,
            1 => Some(0),
            _ => Some(state - (1 << 32)),
        };
        let _ = self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_do_not_overlap_and_are_aligned() {
        let ledger = Ledger::<1024>::new();
        let mut end = 0;
        for (size, align) in [(1, 1), (8, 8), (3, 1), (16, 16), (1, 64)] {
            let offset = ledger.take(size, align).unwrap();
            assert!(offset >= end && offset.is_multiple_of(align));
            end = offset + size;
        }
    }

    #[test]
    fn blocks_that_do_not_fit_are_refused() {
        let ledger = Ledger::<100>::new();
        assert_eq!(ledger.take(101, 1), None);
        assert_eq!(ledger.take(100, 1), Some(0));
        assert_eq!(ledger.take(1, 1), None);
        let large = Ledger::<{ 4 << 20 }>::new();
        assert_eq!(large.take(MAX_BLOCK + 1, 1), None);
        assert_eq!(large.take(1, 2 * MAX_ALIGN), None);
        assert_eq!(large.take(MAX_BLOCK, 1), Some(0));
    }

    #[test]
    fn a_reserve_is_whole_again_when_all_blocks_are_back() {
        let ledger = Ledger::<100>::new();
        assert_eq!(ledger.take(60, 1), Some(0));
        assert_eq!(ledger.take(40, 1), Some(60));
        ledger.give_back();
        assert_eq!(ledger.take(1, 1), None, "one block is still out");
        ledger.give_back();
        assert_eq!(ledger.take(100, 1), Some(0));
    }

    #[test]
    fn threads_get_blocks_of_their_own() {
        let ledger = Ledger::<{ 8 * 1000 }>::new();
        let mut offsets: Vec<usize> = std::thread::scope(|scope| {
            let take = || (0..250).map(|_| ledger.take(8, 8).unwrap()).collect();
            let threads: [_; 4] = std::array::from_fn(|_| scope.spawn(move || -> Vec<usize> { take() }));
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        offsets.sort_unstable();
        assert_eq!(offsets, (0..1000).map(|n| 8 * n).collect::<Vec<_>>());
    }
}
