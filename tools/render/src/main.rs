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

#[tokio::main]
async fn main() -> ExitCode {
    match pages::run(options::Options::parse()).await {
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
