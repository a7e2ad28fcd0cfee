//! The longest times between two ticks: how long a cancel may wait, shape by shape and function by function.

use std::backtrace::Backtrace;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use goce_core::page::{Limits, Page};
use goce_core::tick::Tick;

use super::hostile;
use crate::Failure;
use crate::shapes::{self, Shape};

/// Gaps shorter than this are not looked at.
const SHORT: Duration = Duration::from_millis(2);

/// Runs over each page. A gap counts as the shortest that it was: other programs make it longer, and nothing shorter.
const RUNS: usize = 3;

/// Gaps by the number of the tick that ends them.
type Gaps = BTreeMap<usize, Duration>;

/// Runs with a tick that takes the time. The end of the run counts as a tick.
fn gaps_of(run: &mut dyn FnMut(Tick<'_>)) -> Gaps {
    let mut gaps = Gaps::new();
    let (mut count, mut last) = (0, Instant::now());
    let mut tick = || {
        let gap = last.elapsed();
        if gap >= SHORT {
            gaps.insert(count, gap);
        }
        count += 1;
        last = Instant::now();
    };
    run(&mut tick);
    tick();
    gaps
}

/// Returns the longest gap that all of some runs have, and its number.
fn longest(run: &mut dyn FnMut(Tick<'_>)) -> Option<(usize, Duration)> {
    let mut gaps = gaps_of(run);
    for _ in 1..RUNS {
        let again = gaps_of(run);
        gaps.retain(|number, _| again.contains_key(number));
        for (number, gap) in &mut gaps {
            *gap = again
                .get(number)
                .copied()
                .map_or(*gap, |other| other.min(*gap));
        }
    }
    gaps.into_iter().max_by_key(|(_, gap)| *gap)
}

/// Returns where the tick of a number is, as a backtrace.
fn place(number: usize, run: &mut dyn FnMut(Tick<'_>)) -> String {
    let mut place = "the end".to_owned();
    let mut count = 0;
    run(&mut || {
        if count == number {
            place = Backtrace::force_capture().to_string();
        }
        count += 1;
    });
    place
}

/// Writes the gaps of pages of a length that are longer than so many milliseconds: function, shape, milliseconds. With
/// the name of a function or of a shape only those, and where the tick is that ends the gap.
pub fn write(
    bytes: usize,
    milliseconds: u64,
    only: &[&str],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bound = Duration::from_millis(milliseconds);
    let names: Vec<&str> = hostile::functions().collect();
    let is_asked = |name: &str, of: &dyn Fn(&str) -> bool| {
        let mut asked = only.iter().filter(|word| of(word)).peekable();
        asked.peek().is_none() || asked.any(|word| *word == name)
    };
    let is_shape = |word: &str| shapes::all().any(|shape| shape.name == word);
    let is_function = |word: &str| names.contains(&word);
    if let Some(unknown) = only
        .iter()
        .find(|word| !is_shape(word) && !is_function(word))
    {
        return Err(format!("neither a function nor a shape: {unknown}").into());
    }
    let mut above = 0;
    for shape in shapes::all().filter(|shape| is_asked(shape.name, &is_shape)) {
        above += of_shape(
            shape,
            bytes,
            bound,
            &mut |name| is_asked(name, &is_function),
            out,
            !only.is_empty(),
        )?;
    }
    if above > 0 {
        return Err(format!("{above} gaps above {milliseconds} ms").into());
    }
    Ok(())
}

fn of_shape(
    shape: &Shape,
    bytes: usize,
    bound: Duration,
    is_asked: &mut dyn FnMut(&str) -> bool,
    out: &mut dyn Write,
    with_place: bool,
) -> Result<usize, Failure> {
    let html = (shape.page)(bytes);
    let mut above = 0;
    let mut report = |name: &str, run: &mut dyn FnMut(Tick<'_>)| -> Result<(), Failure> {
        let Some((number, gap)) = longest(run).filter(|(_, gap)| *gap > bound) else {
            return Ok(());
        };
        above += 1;
        writeln!(out, "{name}\t{}\t{}", shape.name, gap.as_millis())?;
        if with_place {
            writeln!(out, "{}", place(number, run))?;
        }
        out.flush()?;
        Ok(())
    };
    let mut parse = |tick: Tick<'_>| drop(Page::parse(&html, &Limits::default(), tick));
    if is_asked("parse") {
        report("parse", &mut parse)?;
    }
    let Ok(page) = Page::parse(&html, &Limits::default(), &mut || ()) else {
        return Ok(above);
    };
    for name in hostile::functions().filter(|name| *name != "parse") {
        if is_asked(name) {
            report(name, &mut |tick| {
                drop(hostile::length(name, &html, &page, tick))
            })?;
        }
    }
    Ok(above)
}
