//! Which elements of a list-view page are its records, as the models of `auto` have learned it. `goce_items` asks
//! [`page_list`](super::page_list).

use std::ops::Range;

use super::candidates::scored;
use super::counts::PageCounts;
use super::fields::Fields;
use super::page_list::measures::WORDS;
use super::page_list::{LEAST, groups};
use crate::page::Page;
use crate::page::records::{Records, Repeated};
use crate::prelude::*;

/// Returns the nodes of the records of a list, in document order.
pub fn nodes_of_records(page: &Page) -> Fallible<Vec<Range<usize>>> {
    let records = best_records(page, &Repeated::of(page)?, &Fields::of(page)?)?;
    let records = records.map_or(Vec::new(), |records| records.0);
    try_collect(records.into_iter().map(|record| record.nodes))
}

/// Returns the records of a page with the best score.
fn best_records(page: &Page, repeated: &Repeated, fields: &Fields) -> Fallible<Option<Records>> {
    let counts = PageCounts::of(page)?;
    let mut best: Option<(f32, Records)> = None;
    for group in groups(page, repeated, &counts, false)? {
        let members = repeated.group(group);
        let mut records = Records::around(page, members)?;
        records.keep_most(page, repeated)?;
        let (score, records) = scored(page, repeated, records, |records| score(page, records, fields, &counts))?;
        if score > best.as_ref().map_or(0.0, |(best, _)| 1.01 * best) {
            best = Some((score, records));
        }
    }
    Ok(best.map(|(_, records)| records))
}

/// Returns the score of records as a page's list, 0 for what is no list: rich, long, linked records away from menus are
/// better.
fn score(page: &Page, records: &Records, fields: &Fields, counts: &PageCounts) -> Fallible<f32> {
    let (mut size, mut rich, mut beside) = (0usize, 0f32, 0usize);
    let count = records.0.len();
    for record in records.0.iter().checking(CHECK_EVERY) {
        size += page.word_count(record.nodes.clone()).min(WORDS);
        rich += counts.richness(page, fields, &record.nodes);
        beside += usize::from(counts.is_beside(record.element));
    }
    let (linked, different) = counts.linked(page, &records.0)?;
    if count < LEAST || 10 * linked < 7 * count || 10 * different < 6 * linked {
        return Ok(0.0);
    }
    let share = |number: usize| number as f32 / count as f32;
    let place = (1.0 - 0.9 * share(beside)) * (count as f32).powf(0.15);
    Ok(rich / count as f32 * (size as f32).powf(0.8) * place * share(linked) * share(different))
}
