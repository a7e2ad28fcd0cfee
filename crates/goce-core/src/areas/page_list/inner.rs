//! Lists within the records of a list: sections hold records, and are none.

use std::ops::Range;

use super::measures::Measured;
use super::{Candidate, LEAST};
use crate::prelude::*;

/// Returns the greatest share of the words of a list that is in records of another one: its records hold three of these and
/// more on average. Or they hold more than one, and little else.
pub fn share_in_lists(measured: &Measured, outer: &Candidate, candidates: &[Candidate]) -> f32 {
    let page = measured.page;
    let words_of_outer = outer.words(page);
    let mut most = 0;
    // One for all of them: most have few records.
    let mut countdown = Countdown::new(CHECK_EVERY);
    for inner in candidates.iter().filter(|inner| inner.measures.are_records()) {
        countdown.charge(inner.ranges.len());
        let (mut holders, mut within, mut words) = (0, 0, 0);
        let mut last = None;
        for (holder, nodes) in held(outer, inner) {
            holders += usize::from(last.replace(holder) != Some(holder));
            within += 1;
            words += page.word_count(nodes);
        }
        let are_groups = 3 * within >= 4 * holders && 5 * words >= 4 * words_of_outer;
        if (within >= LEAST * holders || are_groups) && words > most && !are_parts(measured, outer, inner) {
            most = words;
        }
    }
    (most as f32 / words_of_outer.max(1) as f32).min(1.0)
}

/// Returns the records of a list that are within those of another, each with the number of that.
fn held<'c>(outer: &'c Candidate, inner: &'c Candidate) -> impl Iterator<Item = (usize, Range<usize>)> + 'c {
    inner.nodes().filter_map(|nodes| {
        let holder = outer.ranges.partition_point(|[start, _]| *start as usize <= nodes.start).checked_sub(1)?;
        (nodes.end <= outer.ranges[holder][1] as usize).then_some((holder, nodes))
    })
}

/// The parts at one place in records.
#[derive(Clone, Copy, Default)]
struct Place {
    count: usize,
    /// How many have a heading, a picture, a price, a time, running words.
    have: [usize; 5],
}

/// Returns `true` where the records within others are parts of these, as the cells of a table's rows are: most have as
/// many, and what those at one place have, those at another lack.
fn are_parts(measured: &Measured, outer: &Candidate, inner: &Candidate) -> bool {
    // Records with more parts are compared with none.
    let mut places = [Place::default(); 8];
    let (mut last, mut at, mut holders) = (usize::MAX, 0, 0);
    for (holder, nodes) in held(outer, inner) {
        at = if holder == last { at + 1 } else { 0 };
        holders += usize::from(holder != last);
        last = holder;
        let Some(place) = places.get_mut(at) else {
            return false;
        };
        place.count += 1;
        for (have, has) in place.have.iter_mut().zip(measured.kinds(&nodes)) {
            *have += usize::from(has);
        }
    }
    // Places that most records have, and no others.
    let places = places.iter().filter(|place| place.count > 0);
    let is_same = holders >= LEAST && places.clone().all(|place| 10 * place.count >= 8 * holders);
    is_same
        && (0..5).any(|kind| {
            let shares = places.clone().map(|place| place.have[kind] as f32 / place.count as f32);
            let (least, most) = shares.fold((1f32, 0f32), |(least, most), share| (least.min(share), most.max(share)));
            most - least >= 0.7
        })
}
