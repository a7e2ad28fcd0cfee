//! Work that may end the process, tried in a child process first.
//!
//! A damaged or malicious file of a network can claim a size that no machine has, or nest so deep that the stack
//! overflows. The library that reads it does not check all of that, and either ends the process: the postmaster with the
//! server, or a backend with all sessions. So a child process with limits reads the file first, and only a file that it
//! survives is read here.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::check_for_cancel;
use goce_core::interrupts;

/// The reason why the work must not be done here.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("no process to try it in: {0}")]
    Io(#[from] io::Error),
    #[error("it takes too much memory or time, or nests too deep: the process that tried it {0}")]
    Fatal(String),
}

/// Does the work in a child process, which may take that many bytes more than this one has. Returns the most memory that
/// the child had, in bytes.
pub fn survived(memory: u64, work: impl FnOnce()) -> Result<u64, SandboxError> {
    // SAFETY: a backend and the postmaster have one thread, so no other thread holds a lock that the child needs. The
    // child calls nothing of PostgreSQL and ends without its handlers.
    let (parent, child) = unsafe { (libc::getpid(), libc::fork()) };
    match child {
        -1 => Err(io::Error::last_os_error().into()),
        0 => {
            let ended = catch_unwind(AssertUnwindSafe(|| {
                end_with_parent(parent);
                restrict(memory);
                // The backend's hook uses PostgreSQL's state, which belongs to the parent.
                interrupts::set_hook(|| ());
                work();
            }));
            // SAFETY: ends the process at once, whatever the frames above are.
            unsafe { libc::_exit(i32::from(ended.is_err())) }
        }
        child => waited(child),
    }
}

/// Limits the process and lets signals end it.
fn restrict(memory: u64) {
    let limit = |resource, limit: libc::rlim_t| {
        // SAFETY: a valid structure, which is read and written back with lower limits.
        unsafe {
            let mut limits = libc::rlimit {
                rlim_cur: 0,
                rlim_max: 0,
            };
            if libc::getrlimit(resource, &mut limits) == 0 {
                // The hard limit as well: of processor time it is the one that no process can block.
                limits.rlim_max = limits.rlim_max.min(limit);
                limits.rlim_cur = limits.rlim_max;
                libc::setrlimit(resource, &limits);
            }
        }
    };
    limit(libc::RLIMIT_AS, address_space().saturating_add(memory));
    // The processor time that the child may take, in seconds. A ResNet V2 101 takes two.
    limit(libc::RLIMIT_CPU, 60);
    limit(libc::RLIMIT_CORE, 0);
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGQUIT, libc::SIGHUP] {
        // SAFETY: sets the default handlers, in place of PostgreSQL's.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // The postmaster blocks all signals while it loads libraries.
    // SAFETY: the set is made empty before it is read.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
    }
}

/// Ends the process when its parent ends. It would else hold the client's connection and the shared memory, and no server
/// starts while that is in use. Only Linux can do this; elsewhere the limit of processor time has to do.
fn end_with_parent(parent: libc::pid_t) {
    #[cfg(target_os = "linux")]
    // SAFETY: sets an attribute of the process.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL)
    };
    // SAFETY: asks for a number, and ends the process if the parent is gone already.
    unsafe {
        if libc::getppid() != parent {
            libc::_exit(1)
        }
    }
}

/// Returns the address space of this process in bytes. Where the system does not say it is 0, and the limit stricter.
fn address_space() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm");
    let pages = pages.ok().and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
    // SAFETY: asks for a constant.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    match (pages, u64::try_from(page)) {
        (Some(pages), Ok(page)) => pages.saturating_mul(page),
        _ => 0,
    }
}

/// Waits for the child. A cancel of this process ends the child.
fn waited(child: libc::pid_t) -> Result<u64, SandboxError> {
    let waiting = Waiting(child);
    loop {
        if let Some((status, usage)) = waiting.look(libc::WNOHANG)? {
            std::mem::forget(waiting);
            // A cancel may have ended the child, too: then it is a cancel, and no fault of the work.
            check_for_cancel();
            return outcome(status, usage);
        }
        // The time between two looks at the child.
        std::thread::sleep(Duration::from_millis(2));
        check_for_cancel();
    }
}

/// A child that is waited for. Dropped, as while an error unwinds, it ends the child.
struct Waiting(libc::pid_t);

impl Waiting {
    /// Returns status and memory in bytes of the child, `None` if it has not ended.
    fn look(&self, options: i32) -> io::Result<Option<(i32, u64)>> {
        let mut status = 0;
        // SAFETY: zeros are a valid structure; the call writes both.
        let (ended, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            (libc::wait4(self.0, &mut status, options, &mut usage), usage)
        };
        match ended {
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() == io::ErrorKind::Interrupted {
                    return Ok(None);
                }
                Err(error)
            }
            0 => Ok(None),
            // The system says it in kilobytes.
            _ => Ok(Some((status, usage.ru_maxrss.unsigned_abs() * 1024))),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        // SAFETY: the child was not waited for, so the number is still its own.
        unsafe { libc::kill(self.0, libc::SIGKILL) };
        while let Ok(None) = self.look(0) {}
    }
}

fn outcome(status: i32, memory: u64) -> Result<u64, SandboxError> {
    if libc::WIFEXITED(status) {
        return match libc::WEXITSTATUS(status) {
            0 => Ok(memory),
            code => Err(SandboxError::Fatal(format!("ended with status {code}"))),
        };
    }
    let signal = libc::WTERMSIG(status);
    Err(SandboxError::Fatal(format!("was ended by signal {signal}")))
}
