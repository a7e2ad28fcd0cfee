//! The longest times between two checks for interrupts: how long a cancel may wait, shape by shape and function by function.

use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use goce_core::interrupts;
use goce_core::page::{Limits, Page};

use super::hostile;
use crate::Failure;
use crate::shapes::{self, Shape};

/// Gaps shorter than this are not looked at.
const SHORT: Duration = Duration::from_millis(2);

/// Runs over each page. A gap counts as the shortest that it was: other programs make it longer, and nothing shorter.
const RUNS: usize = 3;

/// Gaps by the number of the check that ends them.
type Gaps = BTreeMap<usize, Duration>;

/// A run whose checks take the time.
struct Timed {
    gaps: Gaps,
    checks: usize,
    last: Instant,
}

thread_local! {
    static TIMED: RefCell<Option<Timed>> = const { RefCell::new(None) };
    /// Checks until the one whose place is wanted.
    static UNTIL_PLACE: Cell<Option<usize>> = const { Cell::new(None) };
    static PLACE: Cell<Option<Backtrace>> = const { Cell::new(None) };
}

/// The hook of a run that is timed.
fn take_time() {
    TIMED.with_borrow_mut(|timed| {
        let Some(timed) = timed else { return };
        let gap = timed.last.elapsed();
        if gap >= SHORT {
            timed.gaps.insert(timed.checks, gap);
        }
        timed.checks += 1;
        timed.last = Instant::now();
    });
}

/// Runs with checks that take the time. The end of the run counts as a check.
fn gaps_of(run: &mut dyn FnMut()) -> Gaps {
    TIMED.set(Some(Timed {
        gaps: Gaps::new(),
        checks: 0,
        last: Instant::now(),
    }));
    interrupts::with_hook(take_time, run);
    take_time();
    TIMED.take().map(|timed| timed.gaps).unwrap_or_default()
}

/// Returns the longest gap that all of some runs have, and its number.
fn longest(run: &mut dyn FnMut()) -> Option<(usize, Duration)> {
    let mut gaps = gaps_of(run);
    for _ in 1..RUNS {
        let again = gaps_of(run);
        gaps.retain(|number, _| again.contains_key(number));
        for (number, gap) in &mut gaps {
            *gap = again.get(number).copied().map_or(*gap, |other| other.min(*gap));
        }
    }
    gaps.into_iter().max_by_key(|(_, gap)| *gap)
}

/// The hook of a run in which the place of a check is wanted.
fn take_place() {
    let until = UNTIL_PLACE.get();
    if until == Some(0) {
        PLACE.set(Some(Backtrace::force_capture()));
    }
    UNTIL_PLACE.set(until.and_then(|until| until.checked_sub(1)));
}

/// Returns where the check of a number is, as a backtrace.
fn place(number: usize, run: &mut dyn FnMut()) -> String {
    UNTIL_PLACE.set(Some(number));
    interrupts::with_hook(take_place, run);
    PLACE.take().map_or_else(|| "the end".to_owned(), |place| place.to_string())
}

/// Writes the gaps of pages of a length that are longer than so many milliseconds: function, shape, milliseconds. With
/// the name of a function or of a shape only those, and where the check is that ends the gap.
pub fn write(bytes: usize, milliseconds: u64, only: &[&str], out: &mut dyn Write) -> Result<(), Failure> {
    let bound = Duration::from_millis(milliseconds);
    let names: Vec<&str> = hostile::functions().collect();
    let is_asked = |name: &str, of: &dyn Fn(&str) -> bool| {
        let mut asked = only.iter().filter(|word| of(word)).peekable();
        asked.peek().is_none() || asked.any(|word| *word == name)
    };
    let is_shape = |word: &str| shapes::all().any(|shape| shape.name == word);
    let is_function = |word: &str| names.contains(&word);
    if let Some(unknown) = only.iter().find(|word| !is_shape(word) && !is_function(word)) {
        return Err(format!("neither a function nor a shape: {unknown}").into());
    }
    let mut above = 0;
    for shape in shapes::all().filter(|shape| is_asked(shape.name, &is_shape)) {
        above += of_shape(shape, bytes, bound, &mut |name| is_asked(name, &is_function), out, !only.is_empty())?;
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
    let mut report = |name: &str, run: &mut dyn FnMut()| -> Result<(), Failure> {
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
    let mut parse = || drop(Page::parse(&html, &Limits::default()));
    if is_asked("parse") {
        report("parse", &mut parse)?;
    }
    let Ok(page) = Page::parse(&html, &Limits::default()) else {
        return Ok(above);
    };
    for name in hostile::functions().filter(|name| *name != "parse") {
        if is_asked(name) {
            report(name, &mut || drop(hostile::length(name, &html, &page)))?;
        }
    }
    Ok(above)
}
