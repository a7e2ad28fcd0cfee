//! Growth that reports a failure where Rust's own would abort the process.

use std::collections::TryReserveError;

/// Memory that was needed could not be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("out of memory")]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        OutOfMemory
    }
}

/// Growth of a vector.
pub trait TryPush<T> {
    /// Appends a value.
    fn try_push(&mut self, value: T) -> Result<(), OutOfMemory>;
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
}

/// Growth of a string.
pub trait TryPushStr {
    /// Appends a string.
    fn try_push_str(&mut self, text: &str) -> Result<(), OutOfMemory>;

    /// Appends a character.
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

/// Returns a copy of a text.
pub fn try_to_owned(text: &str) -> Result<String, OutOfMemory> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())?;
    copy.push_str(text);
    Ok(copy)
}
