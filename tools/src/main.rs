//! The program `goce-tools`: what training, measuring and comparing need. [`Command`] has its commands.

#![forbid(unsafe_code)]

#[cfg(feature = "library")]
#[path = "../../tests/functions.rs"]
mod functions;
#[cfg(feature = "library")]
mod library;
mod rows;
#[path = "../../tests/shapes/mod.rs"]
mod shapes;
mod wcxb;

use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Why a command failed.
type Failure = Box<dyn Error>;

/// What training, measuring and comparing need.
///
/// WCXB is a directory in that data set's format: html/ID.html.gz and ground-truth/ID.json. FOLDS is a file with a line a
/// page in the order of their IDs: ID, tab, fold. Results go to standard output unless a DIRECTORY is named.
#[derive(Parser)]
#[command(name = "goce-tools")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "library")]
    #[command(flatten)]
    Library(library::Command),
    /// Rows for COPY: id, url, html, page_type, gold, title, author, publish_date
    WcxbCopy { wcxb: PathBuf },
    /// Hostile pages, all or some, as rows for COPY: name, page
    HostilePages { bytes: usize, shapes: Vec<String> },
    /// The names of the shapes of hostile pages
    HostileShapes,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(stdout().lock());
    match arguments.command.run(&mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

impl Command {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            #[cfg(feature = "library")]
            Command::Library(command) => command.run(out),
            Command::WcxbCopy { wcxb } => rows::copy(&wcxb::read(&wcxb)?, out),
            Command::HostilePages { bytes, shapes } => rows::hostile_pages(bytes, &shapes, out),
            Command::HostileShapes => rows::hostile_shapes(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
