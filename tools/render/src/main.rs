//! The program `goce-render`: makes the screenshots that a table of pages lacks. Browsers reach only the program's own
//! proxy. It serves each page under a random name and refuses everything else.

#![forbid(unsafe_code)]

mod browser;
mod error;
mod options;
mod pages;
mod proxy;

use std::process::ExitCode;

use error::Error;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("goce-render: {error}");
            for line in error.notes() {
                eprintln!("{line}");
            }
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Error> {
    match options::read(std::env::args().skip(1))? {
        Some(options) => pages::run(options).await,
        None => {
            print!("{}", options::help());
            Ok(())
        }
    }
}
