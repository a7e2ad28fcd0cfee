//! The file that is being written. It is removed if the process is told to end before the file is whole.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, thread};

use signal_hook::consts::{SIGINT, SIGPIPE, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The one file that is being written. One thread writes, so there is no second.
static CURRENT: Mutex<Option<PathBuf>> = Mutex::new(None);

fn current() -> MutexGuard<'static, Option<PathBuf>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file, which is removed when this is dropped.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// Names a file that is about to be written. What an earlier process of the same number left there is removed.
    ///
    /// # Errors
    /// A file is there and cannot be removed.
    pub fn create(path: PathBuf) -> io::Result<Temporary> {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        *current() = Some(path.clone());
        Ok(Temporary(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Says that the file has another name now, and stays.
    pub fn keep(self) {
        *current() = None;
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if current().take().is_some() {
            // It may not be there yet, or no more.
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// Has the file removed when Ctrl-C or `kill` ends the process, which then ends as it would have without this.
///
/// # Errors
/// The system refuses.
pub fn remove_at_signals() -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    thread::Builder::new().spawn(move || {
        for signal in &mut signals {
            // The lock is kept, so that no other file begins.
            let path = current();
            if let Some(path) = &*path {
                let _ = fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Ends the process as a closed pipe ends others, without a message. Rust ignores that signal.
pub fn end_by_closed_pipe() {
    let _ = emulate_default_handler(SIGPIPE);
}
