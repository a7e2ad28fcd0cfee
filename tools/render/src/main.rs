//! The program `goce-render`: makes the screenshots that a table of pages lacks. Browsers reach only the program's own
//! proxy. It serves each page under a random name and refuses everything else.

#![forbid(unsafe_code)]

mod browser;
mod error;
mod options;
mod pages;
mod proxy;

use std::process::ExitCode;

use clap::Parser;
use options::Options;

#[tokio::main]
async fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::FAILURE
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    match pages::run(options).await {
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
