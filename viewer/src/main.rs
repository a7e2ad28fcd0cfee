//! The program `goce-viewer`. [`goce_viewer::Options`] are its options.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};

use goce_viewer::{Error, Options, start};

#[tokio::main]
async fn main() -> ExitCode {
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("goce-viewer: {error}");
            for line in error.notes() {
                eprintln!("{line}");
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), Error> {
    let server = start(options).await?;
    println!("{}", server.link());
    server.run_until(ended()).await;
    Ok(())
}

/// Waits for Ctrl+C, or for SIGTERM, by which service managers end a program.
async fn ended() {
    // Without a handler a signal ends the program by its default.
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
