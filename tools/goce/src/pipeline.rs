//! One thread reads pages, several work on them, and the caller gets the results in the order of reading.
//!
//! Each page that is read goes to the workers with a channel for its answer, and the channel's other end to the caller.
//! Both queues are short, and a [`Budget`] bounds the bytes of all pages between reading and writing.

use std::io::Read;
use std::sync::mpsc::{Receiver, SendError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use goce_archive::{DAMAGED, Record, is_html};

use crate::arguments::{Arguments, Format};
use crate::budget::{Budget, Permit};
use crate::failure::Failure;
use crate::inputs::{Input, Opened};
use crate::line::{self, Origin};
use crate::page::Content;
use crate::parts::{Archive, Archives};
use crate::progress::Progress;

/// The pages in memory for each worker: the one at work, and some that wait or are to be written.
const PAGES: usize = 16;

/// The types of records that may hold a page.
const RECORDS: [&str; 2] = ["response", "resource"];

/// What the caller gets, in the order of the inputs.
pub enum Event {
    /// An input begins: its index.
    Begin(usize),
    Page(Receiver<Answer>),
    /// The input ends, or could not be read to its end.
    End(Option<Failure>),
}

/// What is to be written of a page.
pub struct Answer {
    /// A line of JSON or a text, which may be empty.
    pub bytes: Vec<u8>,
    /// Why it is not all, in words, with the page's place.
    pub failure: Option<String>,
    _permit: Option<Permit>,
}

/// A page to work on.
struct Job {
    origin: Origin,
    bytes: Option<Vec<u8>>,
    failure: Option<Failure>,
    permit: Permit,
    answer: SyncSender<Answer>,
}

/// Why the reading of an input ends early.
enum Stop {
    Failed(Failure),
    /// The caller wants no more.
    Gone,
}

impl<E: Into<Failure>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Failed(error.into())
    }
}

impl Stop {
    fn gone<T>(_: SendError<T>) -> Self {
        Stop::Gone
    }
}

/// Starts to read and to work. The threads end with the process, or when all is read.
///
/// # Errors
/// Threads cannot be had.
pub fn start(
    inputs: Arc<[Input]>,
    arguments: &Arguments,
    jobs: usize,
    progress: Progress,
) -> io::Result<Receiver<Event>> {
    let arguments = Arc::new(arguments.clone());
    let (to_workers, jobs_to_do) = sync_channel(PAGES * jobs);
    let (to_caller, events) = sync_channel(PAGES * jobs);
    let jobs_to_do = Arc::new(Mutex::new(jobs_to_do));
    for _ in 0..jobs {
        let (jobs_to_do, arguments) = (Arc::clone(&jobs_to_do), Arc::clone(&arguments));
        let work = move || {
            while let Some(job) = next(&jobs_to_do) {
                work_on(job, &arguments);
            }
        };
        // As large a stack as that of a backend.
        thread::Builder::new().stack_size(8 << 20).spawn(work)?;
    }
    let feed = Feed {
        arguments,
        // The bytes in memory for each worker, before pages are parsed.
        budget: Budget::new((8 << 20) * jobs),
        workers: to_workers,
        caller: to_caller,
        progress,
    };
    thread::Builder::new().spawn(move || feed.read_all(&inputs))?;
    Ok(events)
}

fn next(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn work_on(job: Job, arguments: &Arguments) {
    let Job {
        origin,
        bytes,
        failure,
        permit,
        answer,
    } = job;
    let content_type = origin.record.as_ref().and_then(|(_, record)| record.content_type.as_deref());
    let content = bytes.map(|bytes| arguments.answer(&bytes, content_type, origin.url.as_deref()));
    let (content, failure) = match content.transpose() {
        Ok(content) => (content, failure),
        Err(error) => (None, Some(error)),
    };
    // A caller that is gone wants no answer.
    let _ = answer.send(Answer {
        bytes: written(arguments.format, &origin, content, failure.as_ref()),
        failure: failure.map(|failure| origin.locate(&failure)),
        _permit: Some(permit),
    });
}

/// Returns what is written of a page.
fn written(format: Format, origin: &Origin, content: Option<Content>, failure: Option<&Failure>) -> Vec<u8> {
    match (format, content) {
        (Format::Jsonl, content) => line::json(origin, content.as_ref(), failure),
        (_, Some(Content::Text(Some(mut text)))) => {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text.into_bytes()
        }
        _ => Vec::new(),
    }
}

impl Answer {
    /// Returns what is written of an input that cannot be read.
    pub fn of_input(format: Format, input: &Input, failure: &Failure) -> Answer {
        let origin = Origin {
            name: input.name.clone(),
            ..Origin::default()
        };
        Answer {
            bytes: written(format, &origin, None, Some(failure)),
            failure: Some(origin.locate(failure)),
            _permit: None,
        }
    }
}

/// What the reading thread has.
struct Feed {
    arguments: Arc<Arguments>,
    budget: Arc<Budget>,
    workers: SyncSender<Job>,
    caller: SyncSender<Event>,
    progress: Progress,
}

impl Feed {
    fn read_all(&self, inputs: &[Input]) {
        for (index, input) in inputs.iter().enumerate() {
            let sent = self.caller.send(Event::Begin(index)).map_err(Stop::gone);
            let failure = match sent.and_then(|()| self.read(input)) {
                Ok(()) => None,
                Err(Stop::Failed(failure)) => Some(failure),
                Err(Stop::Gone) => return,
            };
            if self.caller.send(Event::End(failure)).is_err() {
                return;
            }
        }
    }

    fn read(&self, input: &Input) -> Result<(), Stop> {
        let origin = Origin {
            name: input.name.clone(),
            url: self.arguments.url.clone(),
            record: None,
        };
        match input.open()? {
            Opened::Page(page) => self.read_page(origin, page),
            Opened::Archives(_) if origin.url.is_some() => {
                Err(Failure::Input("--url is for a page, and this is a WARC file".to_owned()).into())
            }
            Opened::Archives(archives) => self.read_archives(input, &origin, archives),
        }
    }

    fn read_page(&self, origin: Origin, page: Box<dyn Read + Send>) -> Result<(), Stop> {
        let mut bytes = Vec::new();
        let limit = self.arguments.max_payload() as u64;
        self.progress.count(page).take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            let limit = self.arguments.max_html_size();
            return self.send(origin, None, Some(Failure::TooLong { limit }));
        }
        self.send(origin, Some(bytes), None)
    }

    fn read_archives(&self, input: &Input, origin: &Origin, archives: Archives) -> Result<(), Stop> {
        let mut ord = 0;
        for archive in archives {
            let archive = archive?;
            let damage = Arc::clone(&archive.damage);
            self.read_archive(input, origin, archive, &mut ord)?;
            if input.is_skipped() {
                return Ok(());
            }
            if let Some(damage) = damage.get() {
                self.send(origin.clone(), None, Some(Failure::Record(damage.clone())))?;
            }
        }
        Ok(())
    }

    /// Reads an archive. `ord` counts the records of all archives of the input.
    fn read_archive(&self, input: &Input, origin: &Origin, archive: Archive, ord: &mut u64) -> Result<(), Stop> {
        let mut reader = archive.reader(&self.progress, self.arguments.max_payload());
        while let Some(mut record) = reader.next_record()? {
            if input.is_skipped() {
                return Ok(());
            }
            *ord += 1;
            let is_page = is_page(&record);
            if !is_page && record.kind != DAMAGED && !may_have_been_page(&record) {
                continue;
            }
            let failure = record.error.take().map(Failure::Record);
            let bytes = record.payload.take().filter(|_| is_page);
            let origin = Origin {
                name: origin.name.clone(),
                url: record.uri.take(),
                record: Some((*ord, record)),
            };
            self.send(origin, bytes, failure)?;
        }
        Ok(())
    }

    fn send(&self, origin: Origin, bytes: Option<Vec<u8>>, failure: Option<Failure>) -> Result<(), Stop> {
        let permit = self.budget.permit(bytes.as_ref().map_or(0, Vec::capacity));
        let (answer, answered) = sync_channel(1);
        let job = Job {
            origin,
            bytes,
            failure,
            permit,
            answer,
        };
        self.workers.send(job).map_err(Stop::gone)?;
        self.caller.send(Event::Page(answered)).map_err(Stop::gone)
    }
}

/// Returns `true` for a record that holds a page.
fn is_page(record: &Record) -> bool {
    RECORDS.contains(&record.kind.as_str()) && is_html(record.content_type.as_deref(), record.payload.as_deref())
}

/// Returns `true` for a record of which an error hides what it holds, such as a head that cannot be read.
fn may_have_been_page(record: &Record) -> bool {
    record.error.is_some() && record.content_type.is_none() && RECORDS.contains(&record.kind.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_told_by_their_types() {
        for (kind, content_type, expected) in [
            ("response", "text/html", true),
            ("response", "Text/HTML;charset=utf-8", true),
            ("resource", " application/xhtml+xml ; x", true),
            ("response", "text/html2", false),
            ("response", "text/plain", false),
            ("response", "\"text/html\"", true),
            ("revisit", "text/html", false),
            ("request", "text/html", false),
        ] {
            let record = Record {
                kind: kind.to_owned(),
                content_type: Some(content_type.to_owned()),
                ..Record::default()
            };
            assert_eq!(is_page(&record), expected, "{kind} {content_type}");
        }
        assert!(!is_page(&Record::default()));
    }
}
