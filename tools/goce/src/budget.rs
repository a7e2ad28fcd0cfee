//! The bytes of pages that may be in memory at once.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A number of bytes that permits share.
#[derive(Debug)]
pub struct Budget {
    total: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

/// The right to keep some bytes, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Budget {
    pub fn new(total: usize) -> Arc<Budget> {
        Arc::new(Budget {
            total,
            used: Mutex::new(0),
            freed: Condvar::new(),
        })
    }

    fn used(&self) -> MutexGuard<'_, usize> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until these bytes are free. More bytes than there are in all have to wait until none are used.
    pub fn permit(self: &Arc<Self>, bytes: usize) -> Permit {
        let mut used = self.used();
        while *used > 0 && used.saturating_add(bytes) > self.total {
            used = self.freed.wait(used).unwrap_or_else(PoisonError::into_inner);
        }
        *used = used.saturating_add(bytes);
        drop(used);
        Permit {
            budget: Arc::clone(self),
            bytes,
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut used = self.budget.used();
        *used = used.saturating_sub(self.bytes);
        drop(used);
        self.budget.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn who_asks_for_too_much_waits() {
        let budget = Budget::new(10);
        let (one, other) = (budget.permit(6), budget.permit(4));
        let waiting = thread::spawn({
            let budget = Arc::clone(&budget);
            move || drop(budget.permit(100))
        });
        drop(one);
        assert_eq!(*budget.used(), 4);
        drop(other);
        waiting.join().unwrap();
        assert_eq!(*budget.used(), 0);
    }
}
