//! A value that is costly to make, kept for the next call that asks for the same one.

use std::cell::RefCell;
use std::rc::Rc;

use crate::server::error::{OrReport, Result};
use goce_core::memory::TryPush;

/// The value that was used last, with the key that it was made for.
pub struct LastUsed<T>(RefCell<Option<(Vec<u8>, Rc<T>)>>);

impl<T> LastUsed<T> {
    pub const fn new() -> Self {
        LastUsed(RefCell::new(None))
    }

    /// Forgets the last value.
    pub fn forget(&self) {
        self.0.take();
    }

    /// Returns the value of a key. It is made unless the key is the last one.
    pub fn get(&self, key: &[u8], make: impl FnOnce() -> Result<T>) -> Result<Rc<T>> {
        if let Some((last, value)) = self.0.borrow().as_ref()
            && last == key
        {
            return Ok(Rc::clone(value));
        }
        let value = Rc::new(make()?);
        let mut copy = Vec::new();
        copy.try_extend_from_slice(key).or_report()?;
        self.0.replace(Some((copy, Rc::clone(&value))));
        Ok(value)
    }
}
