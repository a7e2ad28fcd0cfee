//! goce-warc: the records of WARC files as rows for PostgreSQL's COPY, for archives of any size.
//!
//! Reads files, or standard input, as a stream, and writes COPY's binary format to standard output: the rows of
//! `goce_warc`, in constant memory but for the record at hand. It needs no PostgreSQL and connects to none.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

use goce_core::archive::copy::Writer;
use goce_core::archive::{ArchiveError, DAMAGED, DEFAULT_MAX_PAYLOAD, MAX_PAYLOAD, Reader};

const USAGE: &str = "\
usage: goce-warc [--type TYPE]... [--max-payload BYTES] [FILE...]

Writes the records of WARC files (of standard input without one) to standard output, in the
binary format of PostgreSQL's COPY and with the columns of goce_warc:

  goce-warc crawl.warc.gz | PGCLIENTENCODING=UTF8 psql -c 'COPY records FROM STDIN (FORMAT binary)'

  --type TYPE          only records of this type (response, resource, ..., damaged)
  --max-payload BYTES  larger payloads are left out: NULL, and an error says so

Damaged records go to standard error too, and make the exit status 1.
";

struct Options {
    types: Vec<String>,
    max_payload: usize,
    files: Vec<String>,
}

impl Options {
    /// Returns `None` for a command line that is not understood.
    fn read(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
        let mut options = Options {
            types: Vec::new(),
            max_payload: DEFAULT_MAX_PAYLOAD,
            files: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--type" => options.types.push(arguments.next()?),
                "--max-payload" => {
                    let size = arguments.next()?.parse().ok()?;
                    options.max_payload = Some(size).filter(|&size| size <= MAX_PAYLOAD)?;
                }
                "-" => options.files.push(argument),
                _ if argument.starts_with('-') => return None,
                _ => options.files.push(argument),
            }
        }
        if options.files.is_empty() {
            options.files.push("-".to_owned());
        }
        Some(options)
    }
}

fn main() -> ExitCode {
    if std::env::args().skip(1).any(|argument| argument == "--help" || argument == "-h") {
        let written = io::stdout().write_all(USAGE.as_bytes());
        return ExitCode::from(u8::from(written.is_err()));
    }
    let Some(options) = Options::read(std::env::args().skip(1)) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    match copy(&options) {
        Ok(damaged) => ExitCode::from(u8::from(damaged)),
        Err(error) => {
            eprintln!("goce-warc: {error}");
            ExitCode::from(2)
        }
    }
}

/// Copies all files. Returns `true` if there was a damaged record.
fn copy(options: &Options) -> Result<bool, ArchiveError> {
    let mut writer = Writer::new(BufWriter::new(io::stdout().lock()))?;
    let mut damaged = false;
    for file in &options.files {
        let (input, length): (Box<dyn Read>, _) = if file == "-" {
            (Box::new(io::stdin().lock()), None)
        } else {
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{file}: {error}"));
            let opened = File::open(file).map_err(named)?;
            let metadata = opened.metadata().map_err(named)?;
            (Box::new(opened), metadata.is_file().then_some(metadata.len()))
        };
        let mut reader = Reader::new(input).max_payload(options.max_payload);
        if let Some(length) = length {
            reader = reader.length(length);
        }
        while let Some(record) = reader.next_record()? {
            if record.kind == DAMAGED {
                damaged = true;
                // A damaged record always says what is damaged.
                if let Some(error) = &record.error {
                    eprintln!("goce-warc: {file}: {error}");
                }
            }
            if options.types.is_empty() || options.types.contains(&record.kind) {
                writer.write(&record)?;
            }
        }
    }
    writer.finish()?;
    Ok(damaged)
}
