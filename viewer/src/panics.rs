//! Panics of what works in the background: they become errors, so that whoever waits for an end hears of one.

use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;

use crate::error::Error;

/// Runs something to its end. A panic is [`Error::Defect`] with what the panic says.
pub async fn caught<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    // What is shared is behind locks, which are read after a panic too.
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    outcome.unwrap_or_else(|panic| Err(Error::Defect(said(panic.as_ref()))))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let formatted = panic.downcast_ref::<String>().map(String::as_str);
    let said = formatted.or_else(|| panic.downcast_ref::<&str>().copied());
    said.unwrap_or("it panicked").to_owned()
}
