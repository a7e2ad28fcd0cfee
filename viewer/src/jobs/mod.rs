//! What takes longer than a request: each job has a connection of its own, tells how far it is, and can be stopped.

pub mod archive;
pub mod extract;
pub mod judge;
pub mod measure;
pub mod train;
mod walk;

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::app::App;
use crate::error::Error;
use crate::panics::caught;
use crate::tls::Cancel;

/// Jobs that are remembered.
const REMEMBERED: usize = 50;
/// Archives that come in side by side: each has a connection to the database.
const ARCHIVES: usize = 4;

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Extracts what is pending.
    Extract,
    /// Extracts all pages by a model.
    ExtractWith,
    /// Tells genre, type and confidence.
    Judge,
    /// Trains a model.
    Train,
    /// Compares methods.
    Measure,
    /// Adds the pages of an archive.
    Archive,
}

/// How a job stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// It works.
    Working,
    /// It has done all.
    Done,
    /// Somebody stopped it.
    Stopped,
    /// It failed: why, and notes.
    Failed(String, Vec<String>),
}

/// How far a job is.
#[derive(Clone, Debug)]
pub struct Progress {
    pub done: i64,
    pub failed: i64,
    pub total: Option<i64>,
    /// What it is at.
    pub says: String,
    pub status: Status,
    pub took: Option<Duration>,
    /// Where its result is shown.
    pub result: Option<String>,
    pub measured: Option<Arc<measure::Measured>>,
}

/// A job.
pub struct Job {
    pub id: u64,
    pub kind: Kind,
    pub title: String,
    pub by: String,
    started: Instant,
    progress: Mutex<Progress>,
    stopping: watch::Sender<bool>,
    cancel: Mutex<Option<Cancel>>,
}

impl Job {
    /// Returns how far it is.
    pub fn progress(&self) -> Progress {
        self.lock().clone()
    }

    /// Says how far it is.
    pub fn tell(&self, tell: impl FnOnce(&mut Progress)) {
        tell(&mut self.lock());
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how long it has worked.
    pub fn elapsed(&self) -> Duration {
        self.lock().took.unwrap_or_else(|| self.started.elapsed())
    }

    /// Lets [`Job::stop`] end the statements of a connection.
    pub fn cancelled_by(&self, cancel: Cancel) {
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = Some(cancel);
    }

    /// Returns whether it is to stop.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Waits until it is to stop.
    pub async fn stopped(&self) {
        // The other end is this job's own.
        let _ = self.stopping.subscribe().wait_for(|is| *is).await;
    }

    /// Stops it. A statement that begins just after a cancel is cancelled too.
    pub async fn stop(self: &Arc<Self>) {
        let is_first = !self.stopping.send_replace(true);
        self.cancel().await;
        if !is_first {
            return;
        }
        let job = Arc::clone(self);
        tokio::spawn(async move {
            while job.progress().status == Status::Working {
                // So long that what the statement clears away after a cancel is not cancelled too.
                tokio::time::sleep(Duration::from_secs(3)).await;
                job.cancel().await;
            }
        });
    }

    async fn cancel(&self) {
        let cancel = self.cancel.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(cancel) = cancel {
            cancel.send().await;
        }
    }

    /// Works until it has ended, which a panic ends too: [`Job::is_stopping`] and [`Jobs::begin`] wait for the end.
    async fn work(&self, work: impl Future<Output = Result<(), Error>>) {
        let outcome = caught(work).await;
        self.end(outcome);
    }

    fn end(&self, outcome: Result<(), Error>) {
        let took = self.started.elapsed();
        let stopped = self.is_stopping();
        self.tell(|progress| {
            progress.took = Some(took);
            progress.status = match outcome {
                Ok(()) if stopped => Status::Stopped,
                Ok(()) => Status::Done,
                Err(error @ Error::Defect(_)) => Status::Failed(error.to_string(), error.notes()),
                Err(_) if stopped => Status::Stopped,
                Err(error) => Status::Failed(error.to_string(), error.notes()),
            };
        });
    }
}

/// All jobs.
#[derive(Default)]
pub struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
    next: AtomicU64,
}

impl Jobs {
    /// Returns them, the newest first.
    pub fn all(&self) -> Vec<Arc<Job>> {
        self.all
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .rev()
            .cloned()
            .collect()
    }

    /// Returns one.
    pub fn get(&self, id: u64) -> Option<Arc<Job>> {
        self.all().into_iter().find(|job| job.id == id)
    }

    /// Returns the newest of a kind.
    pub fn newest(&self, kind: Kind) -> Option<Arc<Job>> {
        self.all().into_iter().find(|job| job.kind == kind)
    }

    /// Begins a job.
    ///
    /// # Errors
    ///
    /// [`Error::Conflict`] where one of its kind is at work; of archives where [`ARCHIVES`] are.
    pub fn begin(&self, kind: Kind, title: &str, by: &str) -> Result<Arc<Job>, Error> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let most = if kind == Kind::Archive { ARCHIVES } else { 1 };
        let works = |job: &&Arc<Job>| job.kind == kind && job.lock().status == Status::Working;
        if let Some(job) = all.iter().filter(works).nth(most - 1) {
            return Err(Error::Conflict(format!(
                "{} is at work already, started by {}",
                job.title, job.by
            )));
        }
        let progress = Progress {
            done: 0,
            failed: 0,
            total: None,
            says: String::new(),
            status: Status::Working,
            took: None,
            result: None,
            measured: None,
        };
        let job = Arc::new(Job {
            id: self.next.fetch_add(1, Ordering::Relaxed) + 1,
            kind,
            title: title.to_owned(),
            by: by.to_owned(),
            started: Instant::now(),
            progress: Mutex::new(progress),
            stopping: watch::Sender::new(false),
            cancel: Mutex::new(None),
        });
        all.push(Arc::clone(&job));
        if all.len() > REMEMBERED
            && let Some(old) = all.iter().position(|job| job.lock().status != Status::Working)
        {
            all.remove(old);
        }
        Ok(job)
    }

    /// Runs a job that was begun.
    pub fn run(app: &Arc<App>, job: &Arc<Job>, work: impl Future<Output = Result<(), Error>> + Send + 'static) {
        let (app, job) = (Arc::clone(app), Arc::clone(job));
        tokio::spawn(async move {
            job.work(work).await;
            app.counts.forget();
        });
    }

    /// Ends a job that its request ran.
    pub fn end(app: &App, job: &Job, outcome: Result<(), Error>) {
        job.end(outcome);
        app.counts.forget();
    }

    /// Stops all.
    pub async fn stop_all(&self) {
        for job in self.all() {
            if job.progress().status == Status::Working {
                job.stop().await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_panics_ends() {
        let jobs = Jobs::default();
        let job = jobs.begin(Kind::Train, "Training x", "ann").expect("a job");
        assert!(jobs.begin(Kind::Train, "Training y", "bea").is_err());
        job.stop().await;
        let working = Arc::clone(&job);
        let task = tokio::spawn(async move {
            let work = async {
                tokio::task::yield_now().await;
                let none: [u8; 0] = [];
                let _ = none[std::hint::black_box(1)..].len();
                Ok(())
            };
            working.work(work).await;
        });
        task.await.expect("the task itself does not panic");
        let Status::Failed(message, notes) = job.progress().status else {
            panic!("{:?}", job.progress().status);
        };
        assert!(
            message.contains("defect") && message.contains("out of range"),
            "{message}"
        );
        assert_eq!(notes.len(), 1);
        assert!(job.progress().took.is_some());
        // Its kind can start again, and what stopped it has ended: only this test has it.
        assert!(jobs.begin(Kind::Train, "Training y", "bea").is_ok());
        tokio::time::sleep(Duration::from_secs(60)).await;
        drop(jobs);
        assert_eq!(Arc::strong_count(&job), 1);
    }

    #[tokio::test]
    async fn a_panic_within_what_a_job_tells_ends_it_too() {
        let jobs = Jobs::default();
        let job = jobs.begin(Kind::Judge, "Judging", "ann").expect("a job");
        job.work(async {
            job.tell(|_| panic!("told {}", 7));
            Ok(())
        })
        .await;
        assert!(matches!(job.progress().status, Status::Failed(message, _) if message.ends_with("told 7")));
        job.stop().await;
        assert!(jobs.begin(Kind::Judge, "Judging", "ann").is_ok());
    }
}
