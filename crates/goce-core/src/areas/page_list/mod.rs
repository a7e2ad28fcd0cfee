//! Which repeated structure of a page is its list: the one decision of `goce_items`.
//!
//! Every group of elements that look alike is tried, alone and with the neighbours of its records. What is measured of its
//! records ([`measures`]) is weighed, and the best is the page's list. The weights were learned from pages whose records
//! somebody marked; no measure reads a word of a language.
//!
//! `auto` and the page's genre still ask [`list_records`](super::list_records) for records: their models have learned what
//! that finds. They can ask here when they are trained anew.

mod inner;
pub mod measures;

use std::ops::Range;

use inner::share_in_lists;
use measures::{Measured, Measures};

use super::candidates::largest_groups;
use super::counts::PageCounts;
use super::fields::Fields;
use crate::page::Page;
use crate::page::records::{Records, Repeated, parts_of};
use crate::prelude::*;

/// The least number of records in a list.
pub const LEAST: usize = 3;

/// Records that may be the page's list.
#[derive(Debug)]
pub struct Candidate {
    group: usize,
    /// The records have neighbours of their elements.
    is_extended: bool,
    /// Where each record begins and ends.
    ranges: Vec<[u32; 2]>,
    pub measures: Measures,
}

/// Returns the records of the page's list in document order; none where nothing repeats that could be one.
pub fn page_list(page: &Page, repeated: &Repeated, fields: &Fields) -> Fallible<Records> {
    let mut lists = Lists::of(page, repeated, fields)?;
    let Some((group, is_extended)) = lists.best() else {
        return Ok(Records::default());
    };
    records(page, repeated, group, is_extended)
}

/// The lists that a page may have.
pub struct Lists<'p> {
    measured: Measured<'p>,
    pub candidates: Vec<Candidate>,
}

impl<'p> Lists<'p> {
    /// Finds and measures the lists, but for the lists in their records.
    pub fn of(page: &'p Page, repeated: &Repeated, fields: &'p Fields) -> Fallible<Self> {
        let measured = Measured::of(page, fields)?;
        let mut candidates = Vec::new();
        for group in groups(page, repeated, &measured.counts, true)? {
            let alone = records(page, repeated, group, false)?;
            let extended = alone.extended(page, repeated)?;
            let is_other = extended != alone;
            for (is_extended, records) in [(false, alone), (true, extended)] {
                if records.0.len() < LEAST || (is_extended && !is_other) {
                    continue;
                }
                if let Some(measures) = measured.measures(&records.0)? {
                    let mut ranges = try_with_capacity(records.0.len())?;
                    ranges.extend(records.0.iter().map(|record| [record.nodes.start as u32, record.nodes.end as u32]));
                    candidates.try_push(Candidate {
                        group,
                        is_extended,
                        ranges,
                        measures,
                    })?;
                }
            }
        }
        Ok(Lists { measured, candidates })
    }

    /// Returns the group of the list with the best score, and whether its records have neighbours of their elements.
    fn best(&mut self) -> Option<(usize, bool)> {
        let candidates = &mut self.candidates;
        // A list of lists scores less than its own measures say. The best by these are enough to find the best of all.
        candidates.sort_by(|one, other| other.measures.score().total_cmp(&one.measures.score()));
        let mut best = None;
        // With this score about as many articles of WCXB have items as have records by `list_records`.
        let mut least = 3.5;
        for index in 0..candidates.len().min(32) {
            if candidates[index].measures.score() <= least {
                break;
            }
            let share = share_in_lists(&self.measured, &candidates[index], candidates);
            candidates[index].measures.set_inner(share);
            let score = candidates[index].measures.score();
            if score > least {
                least = score;
                best = Some((candidates[index].group, candidates[index].is_extended));
            }
        }
        best
    }

    /// Measures of every list the share of its words that is in other lists. Only training needs that of all.
    pub fn search_all(&mut self) {
        for index in 0..self.candidates.len() {
            let share = share_in_lists(&self.measured, &self.candidates[index], &self.candidates);
            self.candidates[index].measures.set_inner(share);
        }
    }
}

impl Candidate {
    /// Returns the records' nodes.
    pub fn nodes(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.ranges.iter().map(|[start, end]| *start as usize..*end as usize)
    }
}

fn records(page: &Page, repeated: &Repeated, group: usize, is_extended: bool) -> Fallible<Records> {
    let mut records = Records::around(page, repeated.group(group))?;
    records.keep_most(page, repeated);
    if is_extended {
        records.extended(page, repeated)
    } else {
        Ok(records)
    }
}

/// Returns the groups of at least three elements with the most words in them, 96 at most. With `much_counts`, what a name
/// says is beside the content counts where it has much of the page's text.
pub fn groups(page: &Page, repeated: &Repeated, counts: &PageCounts, much_counts: bool) -> Fallible<Vec<usize>> {
    let all = page.word_count(0..page.nodes().len());
    largest_groups(repeated, 96, |members| {
        if members.len() < LEAST {
            return None;
        }
        // Words up to a bound, words, and elements: of those that are not beside the content, and of all.
        let mut sums = [(0, 0, 0); 2];
        for part in parts_of(page, members) {
            let words = page.word_count(page.subtree(part));
            for (sum, is_counted) in sums.iter_mut().zip([!counts.is_beside(part), true]) {
                if is_counted {
                    *sum = (sum.0 + words.min(measures::WORDS), sum.1 + words, sum.2 + 1);
                }
            }
        }
        let [beside_none, every] = sums;
        let is_much = much_counts && beside_none.2 < LEAST && 4 * every.1 >= all;
        let (size, _, count) = if is_much { every } else { beside_none };
        (count >= LEAST && size > 0).then_some(size)
    })
}

#[cfg(test)]
mod tests;
