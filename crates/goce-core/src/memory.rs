//! Memory that may not be had: growth that reports a failure where Rust's own would abort the process,
//! which inside PostgreSQL restarts the whole server.
//!
//! Whatever grows with a page, a text or a query grows by these functions. Where a library allocates by
//! itself, [`ask_for`] first makes sure that the memory is there. Small allocations, which no
//! input makes larger, stay as they are: the extension has a reserve for them.

pub mod reserve;

use std::collections::TryReserveError;
use std::hint::black_box;

/// Memory that was needed could not be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("out of memory")]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        OutOfMemory
    }
}

impl From<flat_html::memory::OutOfMemory> for OutOfMemory {
    fn from(_: flat_html::memory::OutOfMemory) -> Self {
        OutOfMemory
    }
}

/// Returns an error unless this many bytes can be allocated at once. They are given back before the
/// function returns and were never touched, so they cost address space for a moment and nothing else.
///
/// # Errors
/// [`OutOfMemory`] where the system, or a limit of the process, refuses.
pub fn ask_for(bytes: usize) -> Result<(), OutOfMemory> {
    let mut probe: Vec<u8> = Vec::new();
    probe.try_reserve_exact(bytes)?;
    // Without this the compiler may leave out an allocation that nobody reads.
    black_box(&mut probe);
    Ok(())
}

/// Growth of a vector that reports instead of aborting.
pub trait TryPush<T> {
    /// Appends a value.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector is as before.
    fn try_push(&mut self, value: T) -> Result<(), OutOfMemory>;

    /// Appends all values of an iterator.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector has the values that fitted.
    fn try_extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<(), OutOfMemory>;

    /// Appends copies of all values of a slice.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector is as before.
    fn try_extend_from_slice(&mut self, values: &[T]) -> Result<(), OutOfMemory>
    where
        T: Copy;
}

impl<T> TryPush<T> for Vec<T> {
    #[inline]
    fn try_push(&mut self, value: T) -> Result<(), OutOfMemory> {
        if self.len() == self.capacity() {
            self.try_reserve(1)?;
        }
        self.push(value);
        Ok(())
    }

    fn try_extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<(), OutOfMemory> {
        let values = values.into_iter();
        self.try_reserve(values.size_hint().0)?;
        for value in values {
            self.try_push(value)?;
        }
        Ok(())
    }

    fn try_extend_from_slice(&mut self, values: &[T]) -> Result<(), OutOfMemory>
    where
        T: Copy,
    {
        self.try_reserve(values.len())?;
        self.extend_from_slice(values);
        Ok(())
    }
}

/// Growth of a string that reports instead of aborting.
pub trait TryPushStr {
    /// Appends a string.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the string is as before.
    fn try_push_str(&mut self, text: &str) -> Result<(), OutOfMemory>;

    /// Appends a character.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the string is as before.
    fn try_push_char(&mut self, c: char) -> Result<(), OutOfMemory>;
}

impl TryPushStr for String {
    #[inline]
    fn try_push_str(&mut self, text: &str) -> Result<(), OutOfMemory> {
        self.try_reserve(text.len())?;
        self.push_str(text);
        Ok(())
    }

    #[inline]
    fn try_push_char(&mut self, c: char) -> Result<(), OutOfMemory> {
        self.try_reserve(c.len_utf8())?;
        self.push(c);
        Ok(())
    }
}

/// Returns the values of an iterator as a vector.
pub fn try_collect<T>(values: impl IntoIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut all = Vec::new();
    all.try_extend(values)?;
    Ok(all)
}

/// Returns an empty vector with room for `capacity` values.
pub fn try_with_capacity<T>(capacity: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut empty = Vec::new();
    empty.try_reserve_exact(capacity)?;
    Ok(empty)
}

/// Returns a vector of `length` copies of a value.
pub fn try_filled<T: Clone>(value: T, length: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut all = try_with_capacity(length)?;
    all.resize(length, value);
    Ok(all)
}

/// Returns a copy of a text.
pub fn try_to_owned(text: &str) -> Result<String, OutOfMemory> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())?;
    copy.push_str(text);
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_an_error() {
        assert_eq!(ask_for(isize::MAX as usize), Err(OutOfMemory));
        assert_eq!(ask_for(1 << 20), Ok(()));
        assert_eq!(
            try_filled(0u64, isize::MAX as usize / 8),
            Err(OutOfMemory),
            "more than any machine has"
        );
    }

    #[test]
    fn growth_appends() {
        let mut values = Vec::new();
        values.try_push(1).unwrap();
        values.try_extend([2, 3]).unwrap();
        values.try_extend_from_slice(&[4, 5]).unwrap();
        assert_eq!(values, try_collect(1..=5).unwrap());
        let mut text = try_to_owned("a").unwrap();
        text.try_push_str("bé").unwrap();
        text.try_push_char('c').unwrap();
        assert_eq!(text, "abéc");
    }
}
