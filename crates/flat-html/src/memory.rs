//! Growth that returns an error where memory runs out.
//!
//! Rust's own `push` ends the process there. The parser promises [`ParseError::OutOfMemory`](crate::ParseError)
//! instead, so whatever grows with a page grows by these functions. They are public for code that reads a tree and
//! makes the same promise.

use std::collections::TryReserveError;

/// The system refused memory that was needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("out of memory")]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        OutOfMemory
    }
}

/// Memory that a value has.
pub trait Held {
    /// Returns the bytes of the value's own block, used or not; what its elements have elsewhere is not counted.
    fn held(&self) -> usize;
}

impl<T> Held for Vec<T> {
    fn held(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl Held for String {
    fn held(&self) -> usize {
        self.capacity()
    }
}

impl<T: Held> Held for Option<T> {
    fn held(&self) -> usize {
        self.as_ref().map_or(0, Held::held)
    }
}

/// Growth of a vector.
pub trait TryPush<T> {
    /// Appends a value, as `push` does.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector is as before.
    fn try_push(&mut self, value: T) -> Result<(), OutOfMemory>;

    /// Appends all values of an iterator, as `extend` does.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector has the values that fitted.
    fn try_extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<(), OutOfMemory>;

    /// Appends copies of all values of a slice, as `extend_from_slice` does.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector is as before.
    fn try_extend_from_slice(&mut self, values: &[T]) -> Result<(), OutOfMemory>
    where
        T: Copy;

    /// Appends copies of a value up to a length. A vector that is as long already stays as it is.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector is as before.
    fn try_fill_to(&mut self, length: usize, value: T) -> Result<(), OutOfMemory>
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

    fn try_fill_to(&mut self, length: usize, value: T) -> Result<(), OutOfMemory>
    where
        T: Copy,
    {
        if let Some(more) = length.checked_sub(self.len()) {
            self.try_reserve(more)?;
            self.resize(length, value);
        }
        Ok(())
    }
}

/// Growth of a string.
pub trait TryPushStr {
    /// Appends a string, as `push_str` does.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the string is as before.
    fn try_push_str(&mut self, text: &str) -> Result<(), OutOfMemory>;

    /// Appends a character, as `push` does.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the string is as before.
    fn try_push_char(&mut self, c: char) -> Result<(), OutOfMemory>;

    /// Appends strings, one behind the other.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    fn try_push_all(&mut self, texts: &[&str]) -> Result<(), OutOfMemory> {
        texts.iter().try_for_each(|text| self.try_push_str(text))
    }
}

impl TryPushStr for String {
    #[inline]
    fn try_push_str(&mut self, text: &str) -> Result<(), OutOfMemory> {
        if self.capacity() - self.len() < text.len() {
            self.try_reserve(text.len())?;
        }
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

/// Returns an empty vector with room for `capacity` values.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_with_capacity<T>(capacity: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut empty = Vec::new();
    empty.try_reserve_exact(capacity)?;
    Ok(empty)
}

/// Returns a copy of a text.
///
/// # Errors
/// [`OutOfMemory`].
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
    fn growth_appends() {
        let mut values = try_with_capacity(1).unwrap();
        values.try_push(1).unwrap();
        values.try_extend([2, 3]).unwrap();
        values.try_extend_from_slice(&[4, 5]).unwrap();
        values.try_fill_to(7, 0).unwrap();
        values.try_fill_to(2, 9).unwrap();
        assert_eq!(values, [1, 2, 3, 4, 5, 0, 0]);
        let mut text = try_to_owned("a").unwrap();
        text.try_push_str("bé").unwrap();
        text.try_push_char('c').unwrap();
        assert_eq!(text, "abéc");
    }

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(try_with_capacity::<u8>(isize::MAX as usize), Err(OutOfMemory));
        let mut values = vec![1u64];
        assert_eq!(values.try_fill_to(1 << 60, 0), Err(OutOfMemory));
        assert_eq!(values, [1]);
    }
}
