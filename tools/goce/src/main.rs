//! `goce`, the command for those without a server: HTML and WARC files to text, Markdown, JSON lines, or rows for COPY.
//!
//! The inputs are listed ([`inputs`]); one thread reads them, several work on pages, the main thread writes in order
//! ([`pipeline`], [`extract`]). `goce --help` says what it promises.

#![forbid(unsafe_code)]

mod arguments;
mod budget;
mod copy;
mod extract;
mod failure;
mod generated;
mod index;
mod inputs;
mod line;
mod output;
mod page;
mod parts;
mod pipeline;
mod progress;
mod stdout;
mod temporary;
mod wacz;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::thread::available_parallelism;

use arguments::{Arguments, Format};
use inputs::Input;
use output::Target;
use progress::Progress;

/// What a run did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// The pages; with `--format copy` the records.
    pub pages: u64,
    /// The pages, records and inputs that failed, wholly or in part.
    pub failed: u64,
}

impl Totals {
    /// Counts what failed, and says why.
    fn fail(&mut self, progress: &Progress, name: impl Display, reason: impl Display) {
        self.failed += 1;
        progress.say(&format!("{name}: {reason}"));
    }
}

/// Why the run ends before its end.
#[derive(Debug, thiserror::Error)]
pub enum Fatal {
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    #[error("the system gives no more threads: {0}")]
    Threads(io::Error),
    /// A fault of goce. What has been written is not all.
    #[error("goce failed: a thread ended before its work was done")]
    Lost,
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    if let Some(what) = arguments.generate {
        let written = stdout::open().and_then(|mut output| {
            generated::write(what, &mut output)?;
            output.flush()
        });
        return match written {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => end_by_output(&error, &Target::Stdout, &Progress::new(0, true)),
        };
    }
    let target = Target::new(&arguments);
    let inputs = list(&arguments, &target);
    let total = inputs.iter().map(|input| input.size).sum();
    let progress = Progress::new(total, matches!(target, Target::Stdout));
    let done = temporary::remove_at_signals().map_err(Fatal::Threads);
    let done = done.and_then(|()| run(inputs, &arguments, &target, &progress));
    progress.finish();
    match done {
        Ok(Totals { failed: 0, .. }) => ExitCode::SUCCESS,
        Ok(Totals { pages, failed }) => {
            let what = if arguments.format == Format::Copy {
                "records"
            } else {
                "pages"
            };
            progress.say(&format!("{failed} failed, {pages} {what} in all"));
            ExitCode::from(1)
        }
        Err(fatal) => {
            if let Fatal::Output(error) = fatal {
                return end_by_output(&error, &target, &progress);
            }
            progress.say(&fatal.to_string());
            ExitCode::from(2)
        }
    }
}

/// Says that the output cannot be written, and returns the exit status. Ends the process if who reads it has closed it.
fn end_by_output(error: &io::Error, target: &Target, progress: &Progress) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe && matches!(target, Target::Stdout) {
        temporary::end_by_closed_pipe();
    }
    progress.say(&format!("cannot write {}: {error}", target.name()));
    ExitCode::from(2)
}

/// Returns what there is to read. Ends the process if the arguments contradict it.
fn list(arguments: &Arguments, target: &Target) -> Vec<Input> {
    if arguments.inputs.is_empty() && io::stdin().is_terminal() {
        Arguments::reject("nothing to read: give files, or a page on standard input");
    }
    if arguments.url.is_some() && arguments.inputs.iter().any(|input| input.is_dir()) {
        Arguments::reject("--url is for one page, not for a folder");
    }
    let inputs = inputs::list(&arguments.inputs, arguments.format == Format::Copy, arguments.follow_links);
    if let Some(output) = target.identity()
        && let Some(input) = inputs.iter().find(|input| input.identity == Some(output))
    {
        Arguments::reject(&format!("\"{}\" would be read and written", input.name));
    }
    if let Target::Folder { folder, .. } = target {
        if inputs.iter().any(Input::is_stdin) {
            Arguments::reject("standard input has no name for a file in a folder: give --output a file");
        }
        if let Some((one, other)) = inputs::same_output(&inputs) {
            let folder = folder.display();
            Arguments::reject(&format!("\"{one}\" and \"{other}\" would be the same file in {folder}"));
        }
    }
    inputs
}

/// Does the work on what is not done yet.
fn run(mut inputs: Vec<Input>, arguments: &Arguments, target: &Target, progress: &Progress) -> Result<Totals, Fatal> {
    let listed = inputs.len();
    inputs.retain(|input| !target.file_of(input).is_some_and(|file| file.is_file()));
    if inputs.len() < listed {
        progress.say(&format!("{} of {listed} inputs are done already", listed - inputs.len()));
    }
    if arguments.format == Format::Copy {
        return Ok(copy::run(&inputs, arguments, target, progress)?);
    }
    let processors = available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = arguments.jobs.map_or(processors, usize::from);
    extract::run(inputs, arguments, jobs, target, progress)
}
