//! The records of WARC files as rows for PostgreSQL's COPY: the columns of `goce_warc`, in constant memory but for the
//! record at hand.

use std::io::{self, Write};

use goce_archive::copy::Writer;
use goce_archive::{DAMAGED, Reader};

use crate::Totals;
use crate::arguments::Arguments;
use crate::inputs::Input;
use crate::output::{Output, Target, fails_for_all};
use crate::progress::Progress;

/// Copies the records of all inputs.
///
/// # Errors
/// The output cannot be written.
pub fn run(inputs: &[Input], arguments: &Arguments, target: &Target, progress: &Progress) -> io::Result<Totals> {
    let mut copy = Copy {
        arguments,
        progress,
        totals: Totals::default(),
    };
    if let Target::Folder { .. } = target {
        for input in inputs {
            let Some(path) = target.file_of(input) else {
                copy.records(input, &mut Writer::new(io::sink())?)?;
                continue;
            };
            let mut output = match Output::file_in_folder(&path, true) {
                Ok(output) => output,
                Err(error) if fails_for_all(&error) => return Err(error),
                Err(error) => {
                    copy.fail(&path.display().to_string(), &error.to_string());
                    continue;
                }
            };
            let mut writer = Writer::new(&mut output)?;
            if copy.records(input, &mut writer)? {
                writer.finish()?;
                output.finish()?;
            }
        }
    } else {
        let mut output = Output::open(target)?;
        let mut writer = Writer::new(&mut output)?;
        for input in inputs {
            copy.records(input, &mut writer)?;
        }
        writer.finish()?;
        output.finish()?;
    }
    Ok(copy.totals)
}

struct Copy<'a> {
    arguments: &'a Arguments,
    progress: &'a Progress,
    totals: Totals,
}

impl Copy<'_> {
    /// Copies the records of an input. Returns `true` if the input could be read to its end.
    fn records(&mut self, input: &Input, writer: &mut Writer<impl Write>) -> io::Result<bool> {
        let (opened, length) = match input.open_warc() {
            Ok(opened) => opened,
            Err(failure) => {
                self.fail(&input.name, &failure.to_string());
                return Ok(false);
            }
        };
        let mut reader = Reader::new(self.progress.count(opened)).max_payload(self.arguments.max_payload());
        if let Some(length) = length {
            reader = reader.length(length);
        }
        loop {
            let record = match reader.next_record() {
                Ok(Some(record)) => record,
                Ok(None) => return Ok(true),
                Err(error) => {
                    self.fail(&input.name, &error.to_string());
                    return Ok(false);
                }
            };
            self.totals.pages += 1;
            self.progress.page();
            if record.kind == DAMAGED {
                self.fail(&input.name, record.error.as_deref().unwrap_or("damaged"));
            }
            let types = &self.arguments.types;
            if types.is_empty() || types.contains(&record.kind) {
                writer.write(&record)?;
            }
        }
    }

    fn fail(&mut self, name: &str, reason: &str) {
        self.totals.failed += 1;
        self.progress.say(&format!("{name}: {reason}"));
    }
}
