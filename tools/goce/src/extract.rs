//! The run over pages: what the [`pipeline`](crate::pipeline) gives is written and counted.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use crate::arguments::{Arguments, Format};
use crate::failure::Failure;
use crate::inputs::Input;
use crate::output::{Output, Target, fails_for_all};
use crate::pipeline::{self, Answer, Event};
use crate::progress::Progress;
use crate::{Fatal, Totals};

/// Stands between two pages of text or Markdown, as `pdftotext` writes it.
const FORM_FEED: &[u8] = b"\x0c";

/// Extracts all pages of the inputs.
///
/// # Errors
/// [`Fatal`].
pub fn run(
    inputs: Vec<Input>,
    arguments: &Arguments,
    jobs: usize,
    target: &Target,
    progress: &Progress,
) -> Result<Totals, Fatal> {
    let inputs: Arc<[Input]> = inputs.into();
    let output = match target {
        Target::Folder { .. } => None,
        _ => Some(Output::open(target)?),
    };
    let events = pipeline::start(Arc::clone(&inputs), arguments, jobs, progress.clone()).map_err(Fatal::Threads)?;
    let mut run = Run {
        format: arguments.format,
        target,
        progress,
        output,
        pages_in_output: 0,
        totals: Totals::default(),
    };
    run.write_all(&events, &inputs)?;
    if let Some(output) = run.output {
        output.finish()?;
    }
    Ok(run.totals)
}

struct Run<'a> {
    format: Format,
    target: &'a Target,
    progress: &'a Progress,
    /// `None` for an input without a file in the folder.
    output: Option<Output>,
    pages_in_output: u64,
    totals: Totals,
}

impl Run<'_> {
    fn write_all(&mut self, events: &Receiver<Event>, inputs: &[Input]) -> Result<(), Fatal> {
        let mut input = None;
        let mut ended = 0;
        let mut failed_before = 0;
        for event in events {
            match event {
                Event::Begin(index) => {
                    input = inputs.get(index);
                    failed_before = self.totals.failed;
                    self.begin(input)?;
                }
                Event::Page(answer) => {
                    let answer = answer.recv().map_err(|_| Fatal::Lost)?;
                    if !input.is_some_and(Input::is_skipped) {
                        self.totals.pages += 1;
                        self.progress.page();
                        self.write(&answer)?;
                    }
                }
                Event::End(failure) => {
                    ended += 1;
                    let Some(input) = input.filter(|input| !input.is_skipped()) else {
                        continue;
                    };
                    let is_whole = failure.is_none();
                    if let Some(failure) = failure {
                        self.input_failed(input, &failure)?;
                    }
                    // In a text nothing would say that its page failed.
                    let is_one_page = self.pages_in_output == 1;
                    let is_lost = self.format != Format::Jsonl && is_one_page && self.totals.failed > failed_before;
                    if let Target::Folder { .. } = self.target
                        && let Some(output) = self.output.take()
                        && is_whole
                        && !is_lost
                    {
                        output.finish()?;
                    }
                }
            }
        }
        if ended < inputs.len() { Err(Fatal::Lost) } else { Ok(()) }
    }

    /// Begins the file of an input in the folder. Where that fails by its name, the input does.
    fn begin(&mut self, input: Option<&Input>) -> io::Result<()> {
        let Some((input, path)) = input.and_then(|input| Some((input, self.target.file_of(input)?))) else {
            return Ok(());
        };
        self.pages_in_output = 0;
        match Output::file_in_folder(&path, input.is_warc()) {
            Ok(output) => self.output = Some(output),
            Err(error) if fails_for_all(&error) => return Err(error),
            Err(error) => {
                input.skip();
                self.totals.fail(self.progress, path.display(), error);
            }
        }
        Ok(())
    }

    fn write(&mut self, answer: &Answer) -> io::Result<()> {
        if let Some(failure) = &answer.failure {
            self.totals.failed += 1;
            if self.format != Format::Jsonl {
                self.progress.say(failure);
            }
        }
        if let Some(output) = &mut self.output {
            if self.format != Format::Jsonl && self.pages_in_output > 0 {
                output.write_all(FORM_FEED)?;
            }
            output.write_all(&answer.bytes)?;
            self.pages_in_output += 1;
        }
        Ok(())
    }

    /// An input that cannot be read is a row too, where its rows are in one place with others.
    fn input_failed(&mut self, input: &Input, failure: &Failure) -> io::Result<()> {
        if let Target::Folder { .. } = self.target {
            self.totals.fail(self.progress, &input.name, failure);
            return Ok(());
        }
        self.write(&Answer::of_input(self.format, input, failure))
    }
}
