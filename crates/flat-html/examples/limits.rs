//! Parses a page within limits on its nodes, its attributes and the time, and says how it went.
//!
//! `cargo run -p flat-html --example limits -- FILE [MILLISECONDS]`

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};
use std::{env, fs};

use flat_html::{Budget, Tree, parse};

/// What the callback unwinds with where the time is over.
struct TimeIsOver;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("usage: limits FILE [MILLISECONDS]")?;
    let milliseconds = arguments.next().map_or(Ok(100), |word| word.parse())?;
    let page = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    let tree = parse_within(&page, Duration::from_millis(milliseconds))?;
    println!("{} bytes, {} nodes", page.len(), tree.len());
    Ok(())
}

/// Returns the tree of a page, or an error where a limit is exceeded.
fn parse_within(page: &str, time: Duration) -> Result<Tree, Box<dyn Error>> {
    let budget = Budget {
        max_nodes: 1_000_000,
        max_attributes: 1_000_000,
    };
    let end = Instant::now() + time;
    // `resume_unwind` is a panic without a message.
    let mut tick = || {
        if Instant::now() > end {
            resume_unwind(Box::new(TimeIsOver));
        }
    };
    match catch_unwind(AssertUnwindSafe(|| parse(page, &budget, &mut tick))) {
        Ok(tree) => Ok(tree?),
        Err(payload) if payload.is::<TimeIsOver>() => Err("the time is over".into()),
        Err(payload) => resume_unwind(payload),
    }
}
