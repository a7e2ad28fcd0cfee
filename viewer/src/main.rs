//! The program `goce-viewer`. [`goce_viewer::options::help`] lists its options.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use tokio::signal::unix::{SignalKind, signal};

use goce_viewer::{Command, Error, options, parse, start};

fn main() -> ExitCode {
    match run() {
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

fn run() -> Result<(), Error> {
    let command = parse(std::env::args().skip(1), &|name| std::env::var(name).ok())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::Start)?;
    match command {
        Command::Help => {
            print!("{}", options::help());
            Ok(())
        }
        Command::Serve(options) => runtime.block_on(async {
            let server = start(*options).await?;
            println!("{}", server.link());
            server.run_until(ended()).await;
            Ok(())
        }),
    }
}

/// Waits for Ctrl+C, or for SIGTERM, by which service managers end a program.
async fn ended() {
    tokio::select! {
        () = received(SignalKind::interrupt()) => {}
        () = received(SignalKind::terminate()) => {}
    }
}

async fn received(kind: SignalKind) {
    match signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        // The signal then ends the program by its default.
        Err(_) => std::future::pending().await,
    }
}
