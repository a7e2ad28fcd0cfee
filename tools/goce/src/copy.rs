//! The records of WARC files as rows for PostgreSQL's COPY: the columns of `goce_warc`, in constant memory but for the
//! record at hand.

use std::io::{self, Write};
use std::sync::Arc;

use goce_archive::DAMAGED;
use goce_archive::copy::Writer;

use crate::Totals;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::inputs::Input;
use crate::output::{Output, Target, fails_for_all};
use crate::parts::Archive;
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
                    copy.totals.fail(progress, path.display(), error);
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
        let archives = match input.open_archives() {
            Ok(archives) => archives,
            Err(failure) => {
                self.totals.fail(self.progress, &input.name, failure);
                return Ok(false);
            }
        };
        for archive in archives {
            let read = match archive {
                Ok(archive) => self.archive(input, archive, writer)?,
                Err(error) => Err(error.into()),
            };
            if let Err(failure) = read {
                self.totals.fail(self.progress, &input.name, failure);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Copies the records of an archive. Returns why it could not be read to its end.
    fn archive(
        &mut self,
        input: &Input,
        archive: Archive,
        writer: &mut Writer<impl Write>,
    ) -> io::Result<Result<(), Failure>> {
        let damage = Arc::clone(&archive.damage);
        let mut reader = archive.reader(self.progress, self.arguments.max_payload());
        loop {
            let record = match reader.next_record() {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(error) => return Ok(Err(error.into())),
            };
            self.totals.pages += 1;
            self.progress.page();
            if record.kind == DAMAGED {
                self.totals.fail(self.progress, &input.name, record.error.as_deref().unwrap_or("damaged"));
            }
            let types = &self.arguments.types;
            if types.is_empty() || types.contains(&record.kind) {
                writer.write(&record)?;
            }
        }
        if let Some(damage) = damage.get() {
            self.totals.fail(self.progress, &input.name, damage);
        }
        Ok(Ok(()))
    }
}
