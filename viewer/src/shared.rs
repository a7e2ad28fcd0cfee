//! What survives a panic: locks that can be taken after one, and work whose panic becomes an error, so that whoever waits
//! for its end hears of it.

use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;

use crate::error::Error;

/// Locks a value, also if another holder panicked.
pub fn lock<T: ?Sized>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work to its end. A panic is [`Error::Defect`] with the panic's message.
pub async fn caught<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    // A lock that the panic poisons is no obstacle to [`lock`].
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    outcome.unwrap_or_else(|panic| Err(Error::Defect(message(panic.as_ref()))))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let formatted = panic.downcast_ref::<String>().map(String::as_str);
    let message = formatted.or_else(|| panic.downcast_ref::<&str>().copied());
    message.unwrap_or("it panicked").to_owned()
}
