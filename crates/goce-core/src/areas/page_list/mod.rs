//! Which repeated structure of a page is its list: the one decision of `goce_items`.
//!
//! Every group of elements that look alike is tried, alone, with the neighbours of its records and with the texts beside
//! them (`texts`), without what is the head of others (`heads`). What is measured of its records ([`measures`]) is
//! weighed, and the best is the page's list, with those that go with it (`several`). The weights were learned from pages
//! whose records somebody marked; no measure reads a word of a language.
//!
//! `auto` and the page's genre still ask [`list_records`](super::list_records) for records: their models have learned what
//! that finds. They can ask here when they are trained anew.

mod group_times;
mod heads;
mod inner;
pub mod measures;
mod several;
mod shapes;
mod texts;
mod whole;

use std::collections::HashSet;
use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use inner::share_in_lists;
use measures::{Measured, Measures};
use several::Best;
use texts::{are_told_by_lines, with_texts};
use whole::whole;

use super::candidates::largest_groups;
use super::counts::PageCounts;
use super::fields::Fields;
use crate::page::Page;
use crate::page::records::{Records, Repeated, parts_of};
use crate::prelude::*;

/// The least number of records in a list.
pub const LEAST: usize = 3;

/// The least score of a list.
const LEAST_SCORE: f32 = 3.5;

/// How many lists are compared, the best by their own measures.
const MOST: usize = 32;

/// Records that may be the page's list.
#[derive(Debug)]
pub struct Candidate {
    group: usize,
    variant: Variant,
    /// Where each record begins and ends.
    ranges: Vec<[u32; 2]>,
    pub measures: Measures,
}

/// Which records a group's elements tell.
#[derive(Clone, Copy, Debug)]
struct Variant {
    /// Also those whose parent does not look like that of most.
    is_whole: bool,
    extent: Extent,
}

/// How far a record goes beyond its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Element,
    /// With neighbours of its element.
    Neighbours,
    /// With the texts beside its element.
    Texts,
}

/// Returns the records of the page's lists in document order; none where nothing repeats that could be one.
pub fn page_list(page: &Page, repeated: &Repeated, fields: &Fields) -> Fallible<Records> {
    let mut lists = Lists::of(page, repeated, fields)?;
    let mut found = Records::default();
    let chosen = lists.chosen()?.into_iter().map(|list| (list.group, list.variant, list.measures.is_beside()));
    for (group, variant, is_beside) in try_collect(chosen)? {
        let elements = elements(page, repeated, &lists.measured.counts, group, variant.is_whole)?;
        let mut records = extended(page, repeated, &elements, variant.extent)?.unwrap_or_default();
        // What looks alike in a menu is none of them.
        records.0.retain(|record| is_beside || !lists.measured.counts.is_beside(record.element));
        found.0.try_extend(records.0)?;
    }
    // A stable sort would take memory that nothing asked for.
    found.0.sort_unstable_by_key(|record| record.nodes.start);
    Ok(found)
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
        // Several groups tell the same records.
        let mut known = HashSet::new();
        for group in groups(page, repeated, &measured.counts, true)? {
            for is_whole in [false, true] {
                let elements = elements(page, repeated, &measured.counts, group, is_whole)?;
                for extent in [Extent::Element, Extent::Neighbours, Extent::Texts] {
                    let Some(records) = extended(page, repeated, &elements, extent)? else {
                        continue;
                    };
                    let mut ranges = try_with_capacity(records.0.len())?;
                    ranges.extend(records.0.iter().map(|record| [record.nodes.start as u32, record.nodes.end as u32]));
                    known.try_reserve(1)?;
                    if records.0.len() < LEAST
                        || !known.insert(FxBuildHasher.hash_one(&ranges))
                        || (extent == Extent::Neighbours && measured.hold_several(&records.0))
                    {
                        continue;
                    }
                    if let Some(measures) = measured.measures(&records.0)? {
                        candidates.try_push(Candidate {
                            group,
                            variant: Variant { is_whole, extent },
                            ranges,
                            measures,
                        })?;
                    }
                }
            }
        }
        Ok(Lists { measured, candidates })
    }

    /// Returns the list with the best score, and those that may be lists of the page beside it and have no node in common: a
    /// front page has several.
    fn chosen(&mut self) -> Fallible<Vec<&Candidate>> {
        let candidates = &mut self.candidates;
        // A list of lists scores less than its own measures say. The best by these are enough to find the best of all.
        let sort = |candidates: &mut Vec<Candidate>| {
            candidates.sort_by(|one, other| other.measures.score().total_cmp(&one.measures.score()));
        };
        sort(candidates);
        for index in 0..candidates.len().min(MOST) {
            let share = share_in_lists(&self.measured, &candidates[index], candidates);
            candidates[index].measures.set_inner(share);
        }
        candidates.truncate(MOST);
        candidates.retain(|list| list.measures.score() > LEAST_SCORE);
        // A page's records are neither its menu nor its sidebar nor its footer, unless it has little else.
        let (page, outside) = (self.measured.page, self.measured.words);
        let has_other = candidates.iter().any(|list| !list.measures.is_beside());
        candidates.retain(|list| !list.measures.is_beside() || !has_other && list.words(page) >= 8 * outside);
        sort(candidates);
        // Each has more records than the one before it, and none many more than the first.
        let most = candidates.first().map_or(0, |first| first.ranges.len() + (first.ranges.len() / 3).max(3));
        while let Some(whole) = whole(&self.measured, candidates, most)? {
            candidates.swap(0, whole);
        }
        let Some((first, others)) = candidates.split_first() else {
            return Ok(Vec::new());
        };
        let best = Best::of(&self.measured, first)?;
        let mut chosen: Vec<&Candidate> = Vec::new();
        let mut taken: Vec<[u32; 2]> = Vec::new();
        for candidate in std::iter::once(first).chain(others.iter().filter(|other| best.goes_with(other))) {
            let is_free = |range: &[u32; 2]| {
                let next = taken.partition_point(|other| other[1] <= range[0]);
                taken.get(next).is_none_or(|other| range[1] <= other[0])
            };
            if candidate.ranges.iter().checking(CHECK_EVERY).all(is_free) {
                taken.try_extend(candidate.ranges.iter().copied())?;
                taken.sort_unstable();
                chosen.try_push(candidate)?;
            }
        }
        Ok(chosen)
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
    /// Returns how many words the records have.
    fn words(&self, page: &Page) -> usize {
        self.nodes().checking(CHECK_EVERY).map(|nodes| page.word_count(nodes)).sum()
    }

    /// Returns the records' nodes.
    pub fn nodes(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.ranges.iter().map(|[start, end]| *start as usize..*end as usize)
    }
}

/// Returns the records around a group's elements, without heads of others.
fn elements(page: &Page, repeated: &Repeated, counts: &PageCounts, group: usize, is_whole: bool) -> Fallible<Records> {
    let mut records = Records::around(page, repeated.group(group))?;
    if !is_whole {
        records.keep_most(page, repeated)?;
    }
    heads::drop(page, counts, &mut records)?;
    Ok(records)
}

/// Returns records of this extent; `None` where none has any such.
fn extended(page: &Page, repeated: &Repeated, elements: &Records, extent: Extent) -> Fallible<Option<Records>> {
    match extent {
        Extent::Element => Ok(Some(Records(try_collect(elements.0.iter().cloned())?))),
        Extent::Neighbours if are_told_by_lines(page, elements) => Ok(None),
        Extent::Neighbours => elements.extended(page, repeated).map(Some),
        Extent::Texts => with_texts(page, elements),
    }
}

/// Returns the groups of at least three elements with the most words in them, 96 at most. With `much_counts`, what a name
/// says is beside the content counts where it has much of the page's text.
pub fn groups(page: &Page, repeated: &Repeated, counts: &PageCounts, much_counts: bool) -> Fallible<Vec<usize>> {
    let all = page.word_count(page.positions());
    largest_groups(repeated, 96, |members| {
        if members.len() < LEAST {
            return None;
        }
        // Words (bounded for each member), all words, and members: once without those beside the content, and once with.
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
