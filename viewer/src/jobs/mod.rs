//! Work that takes longer than a request. Each job has a connection of its own, shows its progress, and can be stopped.

pub mod extract;
pub mod judge;
pub mod measure;
pub mod train;

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::database::Cancel;
use crate::prelude::*;
use crate::reextract::Changes;

#[derive(Clone, Copy, PartialEq)]
pub enum JobKind {
    Extract,
    /// All pages again.
    Again,
    Judge,
    Train,
    Measure,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Status {
    #[default]
    Working,
    Done,
    /// Somebody stopped the job before its end.
    Stopped,
    /// The message and the notes of the error.
    Failed(String, Vec<String>),
}

#[derive(Clone, Default)]
pub struct Progress {
    pub done: i64,
    pub failed: i64,
    pub total: Option<i64>,
    /// What the job is doing.
    pub says: String,
    pub status: Status,
    pub took: Option<Duration>,
    /// The address of the result.
    pub result: Option<String>,
    pub measured: Option<Arc<measure::Measured>>,
    pub changes: Option<Arc<Changes>>,
}

pub struct Job {
    pub id: u64,
    pub kind: JobKind,
    pub title: String,
    started: Instant,
    progress: Mutex<Progress>,
    stopping: AtomicBool,
    cancel: Mutex<Option<Cancel>>,
}

/// A job that is running, and its connection.
pub struct Running {
    pub store: Arc<Store>,
    pub job: Arc<Job>,
    pub connection: Connection,
}

impl Running {
    /// Counts the pages without a row in another table, which the job is about, and says what it does with them.
    async fn count(&mut self, other: &str, says: &str) -> Result<i64, Error> {
        self.job.update(|progress| progress.says = "counting".to_owned());
        let total = self.connection.only(&self.store.table.lacking(other), &[]).await?;
        self.job.update(|progress| (progress.total, progress.says) = (Some(total), says.to_owned()));
        Ok(total)
    }
}

impl Job {
    pub fn progress(&self) -> Progress {
        self.lock().clone()
    }

    pub fn update(&self, update: impl FnOnce(&mut Progress)) {
        update(&mut self.lock());
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    /// Returns how long it has worked.
    pub fn elapsed(&self) -> Duration {
        self.lock().took.unwrap_or_else(|| self.started.elapsed())
    }

    /// Whether somebody stopped it.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Stops it. The cancel is repeated, for a statement that begins just after the last one.
    pub async fn stop(self: &Arc<Self>) {
        let is_first = !self.stopping.swap(true, Ordering::Relaxed);
        self.cancel().await;
        if !is_first {
            return;
        }
        let job = Arc::clone(self);
        tokio::spawn(async move {
            while job.progress().status == Status::Working {
                // A statement cleans up after a cancel. The next cancel must not stop that.
                tokio::time::sleep(Duration::from_secs(3)).await;
                job.cancel().await;
            }
        });
    }

    async fn cancel(&self) {
        let cancel = lock(&self.cancel).clone();
        if let Some(cancel) = cancel {
            cancel.send().await;
        }
    }

    /// Runs the work to its end. A panic is an end too, since [`Job::stop`] and [`Jobs::begin`] wait for one.
    async fn work(&self, work: impl Future<Output = Result<(), Error>> + Send + 'static) {
        let outcome = tokio::spawn(work).await.unwrap_or_else(|panic| Err(Error::Defect(panic.to_string())));
        let took = self.started.elapsed();
        let stopped = self.is_stopping();
        self.update(|progress| {
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

#[derive(Default)]
pub struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
    next: AtomicU64,
}

impl Jobs {
    /// Returns all jobs, the newest first.
    pub fn all(&self) -> Vec<Arc<Job>> {
        lock(&self.all).iter().rev().cloned().collect()
    }

    pub fn get(&self, id: u64) -> Option<Arc<Job>> {
        self.all().into_iter().find(|job| job.id == id)
    }

    /// Returns the newest job of a kind.
    pub fn newest(&self, kind: JobKind) -> Option<Arc<Job>> {
        self.all().into_iter().find(|job| job.kind == kind)
    }

    /// Begins a job. [`Error::Conflict`]: another of its kind is at work.
    pub fn begin(&self, kind: JobKind, title: &str) -> Result<Arc<Job>, Error> {
        let mut all = lock(&self.all);
        let works = |job: &&Arc<Job>| job.kind == kind && job.lock().status == Status::Working;
        if let Some(job) = all.iter().find(works) {
            return Err(Error::Conflict(format!("{} is at work already", job.title)));
        }
        let job = Arc::new(Job {
            id: self.next.fetch_add(1, Ordering::Relaxed) + 1,
            kind,
            title: title.to_owned(),
            started: Instant::now(),
            progress: Mutex::default(),
            stopping: AtomicBool::new(false),
            cancel: Mutex::new(None),
        });
        all.push(Arc::clone(&job));
        // So many are kept for the view of jobs.
        if all.len() > 50
            && let Some(old) = all.iter().position(|job| job.lock().status != Status::Working)
        {
            all.remove(old);
        }
        Ok(job)
    }

    /// Begins a job and runs its work in the background.
    pub fn start<F, W>(&self, store: &Arc<Store>, kind: JobKind, title: &str, work: F) -> Result<(), Error>
    where
        F: FnOnce(Running) -> W + Send + 'static,
        W: Future<Output = Result<(), Error>> + Send + 'static,
    {
        let job = self.begin(kind, title)?;
        let store = Arc::clone(store);
        tokio::spawn(async move {
            let (own_store, own_job) = (Arc::clone(&store), Arc::clone(&job));
            job.work(async move {
                let (connection, cancel) = own_store.database.job_connection().await?;
                *lock(&own_job.cancel) = Some(cancel);
                let running = Running {
                    store: own_store,
                    job: own_job,
                    connection,
                };
                work(running).await
            })
            .await;
            store.changed();
        });
        Ok(())
    }

    pub async fn stop_all(&self) {
        for job in self.all() {
            if job.progress().status == Status::Working {
                job.stop().await;
            }
        }
    }
}

/// Locks a value, also if another holder panicked.
fn lock<T: ?Sized>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_panics_ends() {
        let jobs = Jobs::default();
        let job = jobs.begin(JobKind::Train, "Training x").expect("a job");
        assert!(jobs.begin(JobKind::Train, "Training y").is_err());
        job.stop().await;
        let working = Arc::clone(&job);
        let work = async move {
            // The lock of the progress is poisoned then.
            working.update(|_| panic!("told {}", 7));
            Ok(())
        };
        job.work(work).await;
        let Status::Failed(message, notes) = job.progress().status else {
            panic!("{:?}", job.progress().status);
        };
        assert!(message.contains("defect") && message.contains("told 7"), "{message}");
        assert_eq!(notes.len(), 1);
        assert!(job.progress().took.is_some());
        // Another of its kind can start, and the task that stopped it has ended: only this test holds the job.
        assert!(jobs.begin(JobKind::Train, "Training y").is_ok());
        tokio::time::sleep(Duration::from_secs(60)).await;
        drop(jobs);
        assert_eq!(Arc::strong_count(&job), 1);
    }
}
