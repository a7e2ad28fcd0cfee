//! What one page costs: the most memory that a part of the work holds, its time, and the time of giving back.

use std::fs;
use std::hint::black_box;
use std::io::{Read, Write, stdin};
use std::time::Instant;

use goce_core::extract::Options;
use goce_core::html::{self, Budget};
use goce_core::interrupts;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_methods::Method;

use crate::Failure;

/// Takes the page on standard input through `part`: `tree`, `page`, or a method with the writing of its text. Writes
/// the page's bytes, the most memory that was held besides it and that as a multiple of it, and the milliseconds of
/// the work and of giving its result back. The bounds on nodes and attributes do not hold.
pub fn measure(part: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    let limits = Limits {
        max_bytes: html::MAX_BYTES,
        max_nodes: html::MAX_BYTES,
        max_attributes: html::MAX_BYTES,
    };
    let method = match part {
        "tree" | "page" => None,
        name => Some(name.parse::<Method>()?),
    };
    if let Some(method) = method {
        // What is read once is there from now on.
        let any = Page::parse("<p>Some words.", &limits)?;
        method.select(&any, &Options::default())?;
    }
    fs::write("/proc/self/clear_refs", "5")?;
    let before = peak()?;
    let start = Instant::now();
    let (worked, given_back) = if part == "tree" {
        let tree = black_box(html::parse(&html, &Budget::default(), &mut interrupts::check)?);
        let worked = start.elapsed();
        drop(tree);
        (worked, start.elapsed() - worked)
    } else {
        let page = black_box(Page::parse(&html, &limits)?);
        if let Some(method) = method {
            let selection = method.select(&page, &Options::default())?;
            black_box(render::text(&page, &selection)?);
        }
        let worked = start.elapsed();
        drop(page);
        (worked, start.elapsed() - worked)
    };
    let held = peak()?.saturating_sub(before);
    writeln!(
        out,
        "bytes {}, memory {held}, times {:.1}, work {:.1} ms, giving back {:.2} ms",
        html.len(),
        held as f64 / html.len() as f64,
        worked.as_secs_f64() * 1e3,
        given_back.as_secs_f64() * 1e3
    )?;
    Ok(())
}

/// Returns the most memory that the process has had since the peak was cleared, in bytes.
fn peak() -> Result<usize, Failure> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kilobytes.ok_or("no peak in the process' status")?.parse::<usize>()? * 1024)
}
