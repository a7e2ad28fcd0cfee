//! Whether there is a standard output.
//!
//! Where it was closed before the process began, as by `>&-`, Rust's standard library opens `/dev/null` in its place before
//! `main`. All would be written there, without an error. So this looks before that.

use std::io;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[ctor::ctor]
fn look() {
    let copied = io::stdout().as_fd().try_clone_to_owned();
    let is_closed = copied.is_err_and(|error| error.raw_os_error() == Some(libc::EBADF));
    IS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// Returns standard output.
///
/// # Errors
/// It was closed before the process began.
pub fn open() -> io::Result<io::Stdout> {
    if IS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    Ok(io::stdout())
}
