//! Candidates for the records of a list or a thread: the groups to look at, and the extent of a record.

use crate::page::Page;
use crate::page::records::{Records, Repeated};
use crate::prelude::*;

/// Returns the groups of the largest sizes, at most `most` of them, the largest first. `size` returns the size of a
/// group's elements; `None` for a group that is no candidate.
pub fn largest_groups<S: Ord + Copy>(
    repeated: &Repeated,
    most: usize,
    size: impl Fn(&[u32]) -> Option<S>,
) -> Fallible<Vec<usize>> {
    let mut best: Vec<(S, usize)> = Vec::new();
    for group in (0..repeated.len()).checking(CHECK_EVERY) {
        let Some(size) = size(repeated.group(group)) else {
            continue;
        };
        let place = best.partition_point(|(other, _)| *other >= size);
        if place < most {
            if best.len() == most {
                best.pop();
            }
            best.try_reserve(1)?;
            best.insert(place, (size, group));
        }
    }
    Ok(best.into_iter().map(|(_, group)| group).collect())
}

/// Returns the score of records, and the records: those with their neighbours where these score much better.
pub fn scored(
    page: &Page,
    repeated: &Repeated,
    records: Records,
    score: impl Fn(&Records) -> Fallible<f32>,
) -> Fallible<(f32, Records)> {
    let alone = score(&records)?;
    let extended = records.extended(page, repeated)?;
    let with_neighbours = score(&extended)?;
    Ok(if with_neighbours > 1.2 * alone {
        (with_neighbours, extended)
    } else {
        (alone, records)
    })
}
