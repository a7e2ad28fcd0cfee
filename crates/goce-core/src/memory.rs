//! Growth that returns an error where Rust's own would end the process. Inside PostgreSQL that restarts the whole server.
//!
//! Whatever grows with a page, a text or a query grows by these functions; those that the parser uses too are
//! flat-html's. Where a library allocates by itself, [`ask_for`] first makes sure that the memory is there. Small
//! allocations, which no input makes larger, use Rust's own functions: the extension has a reserve for them
//! ([`reserve`]).

pub mod reserve;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash};
use std::hint::black_box;

pub use flat_html::memory::{Held, OutOfMemory, TryPush, TryPushStr, try_to_owned, try_with_capacity};

/// What is returned where memory grows: a value, or that there is no memory.
pub type Fallible<T = ()> = Result<T, OutOfMemory>;

/// Growth of a map.
pub trait TryEntry<K, V> {
    /// Returns the place of a key, as `entry` does, with room for it.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the map is as before.
    fn try_entry(&mut self, key: K) -> Fallible<Entry<'_, K, V>>;
}

impl<K: Eq + Hash, V, S: BuildHasher> TryEntry<K, V> for HashMap<K, V, S> {
    #[inline]
    fn try_entry(&mut self, key: K) -> Fallible<Entry<'_, K, V>> {
        self.try_reserve(1)?;
        Ok(self.entry(key))
    }
}

/// Returns an error unless this many bytes can be allocated at once. They are given back before the function returns.
/// They were never touched, so they cost address space for a moment and nothing else.
///
/// # Errors
/// [`OutOfMemory`] where the system, or a limit of the process, refuses.
pub fn ask_for(bytes: usize) -> Fallible {
    let mut probe: Vec<u8> = Vec::new();
    probe.try_reserve_exact(bytes)?;
    // Without this the compiler may leave out an allocation that nobody reads.
    black_box(&mut probe);
    Ok(())
}

/// Returns the values of an iterator as a vector.
pub fn try_collect<T>(values: impl IntoIterator<Item = T>) -> Fallible<Vec<T>> {
    let mut all = Vec::new();
    all.try_extend(values)?;
    Ok(all)
}

/// Returns a vector of `length` copies of a value.
pub fn try_filled<T: Clone>(value: T, length: usize) -> Fallible<Vec<T>> {
    let mut all = try_with_capacity(length)?;
    all.resize(length, value);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_no_machine_has_is_refused() {
        assert_eq!(ask_for(isize::MAX as usize), Err(OutOfMemory));
        assert_eq!(ask_for(1 << 20), Ok(()));
        assert_eq!(try_filled(0u64, isize::MAX as usize / 8), Err(OutOfMemory));
        assert_eq!(try_filled(1, 2).unwrap(), try_collect([1, 1]).unwrap());
    }
}
