//! The file that is being written. It is removed if the process is told to end before the file is whole.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

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
    /// Creates a file. One of this name is removed if the process that wrote it is gone: killed, or by a loss of power.
    ///
    /// # Errors
    /// Another process writes the file, or it cannot be created.
    pub fn create(path: PathBuf) -> io::Result<(Temporary, File)> {
        // Until the file is known, no signal ends the process.
        let mut current = current();
        let file = create_locked(&path)?;
        *current = Some(path.clone());
        Ok((Temporary(path), file))
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
            // It may be there no more.
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// Creates a file and locks it, as long as it is open. Who has the lock, and he alone, may remove or rename the file.
///
/// It never waits, since no signal ends the process meanwhile. What is no file is neither opened nor removed.
fn create_locked(path: &Path) -> io::Result<File> {
    // How often a file of a process that is gone is removed, before it is said to be in the way.
    for _ in 0..10 {
        let (file, is_new) = match File::create_new(path) {
            Ok(file) => (file, true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match open_file(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                opened => (opened?, false),
            },
            Err(error) => return Err(error),
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another goce is writing it"));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // Before the lock was had, another process may have removed or renamed the file.
        let opened = file.metadata()?;
        if fs::symlink_metadata(path).is_ok_and(|found| (found.dev(), found.ino()) == (opened.dev(), opened.ino())) {
            if is_new {
                return Ok(file);
            }
            fs::remove_file(path)?;
        }
    }
    Err(in_the_way(path))
}

/// Opens a file that is there, and nothing else.
fn open_file(path: &Path) -> io::Result<File> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(in_the_way(path));
    }
    // If it has become a pipe meanwhile, its other end is not waited for.
    let file = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(in_the_way(path))
    }
}

fn in_the_way(path: &Path) -> io::Error {
    io::Error::other(format!("{} is in the way", path.display()))
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

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    #[test]
    fn what_a_dead_process_left_is_replaced_and_what_a_living_one_writes_is_not() {
        let folder = std::env::temp_dir().join(format!("goce-temporary-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        fs::write(&path, "left").unwrap();
        let file = create_locked(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        assert_eq!(create_locked(&path).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        drop(file);
        assert!(create_locked(&path).is_ok());
        // A link leads to what is no file of ours.
        let link = folder.join("link");
        symlink("a", &link).unwrap();
        assert!(create_locked(&link).unwrap_err().to_string().ends_with("is in the way"));
        assert!(path.exists());
        // So is a pipe. Opened here, it would not be waited for.
        let pipe = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let _open = File::options().read(true).write(true).open(&pipe).unwrap();
        for odd in [&pipe, &folder] {
            assert!(create_locked(odd).unwrap_err().to_string().ends_with("is in the way"));
            assert!(odd.exists());
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
