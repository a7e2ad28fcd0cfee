//! Which elements of a list-view page are its records, as the models of `auto` have learned it. `goce_items` asks
//! [`page_list`](super::page_list).

use std::collections::HashSet;
use std::ops::Range;

use super::candidates::{largest_groups, scored};
use super::counts::PageCounts;
use super::fields::Fields;
use crate::html::names;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, try_collect};
use crate::page::Page;
use crate::page::records::{Records, Repeated, parts_of};

/// Groups of elements that are tried as parts of records.
const CANDIDATES: usize = 96;

/// The least number of records in a list.
const LEAST: usize = 3;

/// Words of a record up to which its size counts.
const WORDS: usize = 60;

/// Returns the nodes of the records of a list, in document order.
pub fn nodes_of_records(page: &Page) -> Result<Vec<Range<usize>>, OutOfMemory> {
    let records = best_records(page, &Repeated::of(page)?, &Fields::of(page)?)?;
    let records = records.map_or(Vec::new(), |records| records.0);
    try_collect(records.into_iter().map(|record| record.nodes))
}

/// Returns the records of a page with the best score.
fn best_records(page: &Page, repeated: &Repeated, fields: &Fields) -> Result<Option<Records>, OutOfMemory> {
    let counts = PageCounts::of(page)?;
    let mut best: Option<(f32, Records)> = None;
    for group in candidates(page, repeated, &counts)? {
        let members = repeated.group(group);
        let mut records = Records::around(page, members)?;
        records.keep_most(page, repeated);
        let (score, records) = scored(page, repeated, records, |records| score(page, records, fields, &counts))?;
        if score > best.as_ref().map_or(0.0, |(best, _)| 1.01 * best) {
            best = Some((score, records));
        }
    }
    Ok(best.map(|(_, records)| records))
}

/// Returns the groups of at least three elements with the most words in them.
fn candidates(page: &Page, repeated: &Repeated, counts: &PageCounts) -> Result<Vec<usize>, OutOfMemory> {
    largest_groups(repeated, CANDIDATES, |members| {
        if members.len() < LEAST {
            return None;
        }
        let (mut size, mut count) = (0, 0);
        for part in parts_of(page, members).filter(|part| !counts.is_beside(*part)) {
            size += page.word_count(page.subtree(part)).min(WORDS);
            count += 1;
        }
        (count >= LEAST && size > 0).then_some(size)
    })
}

/// Returns the score of records as a page's list, 0 for what is no list: rich, long, linked records away from menus are
/// better.
fn score(page: &Page, records: &Records, fields: &Fields, counts: &PageCounts) -> Result<f32, OutOfMemory> {
    let (mut size, mut rich, mut linked, mut beside) = (0usize, 0f32, 0usize, 0usize);
    let mut addresses: [HashSet<&str>; 2] = Default::default();
    let count = records.0.len();
    for record in records.0.iter().checking(CHECK_EVERY) {
        size += page.word_count(record.nodes.clone()).min(WORDS);
        rich += counts.richness(page, fields, &record.nodes);
        beside += usize::from(counts.is_beside(record.element));
        if let Some(links) = counts.links(&record.nodes) {
            linked += 1;
            for (addresses, link) in addresses.iter_mut().zip(links) {
                let href = page.attribute(link, names::HREF).unwrap_or("");
                addresses.try_reserve(1)?;
                addresses.insert(&href[..href.floor_char_boundary(512)]);
            }
        }
    }
    // Records may share their first link or their last one, but not both.
    let different = addresses.iter().map(HashSet::len).max().unwrap_or(0);
    if count < LEAST || 10 * linked < 7 * count || 10 * different < 6 * linked {
        return Ok(0.0);
    }
    let share = |number: usize| number as f32 / count as f32;
    let place = (1.0 - 0.9 * share(beside)) * (count as f32).powf(0.15);
    Ok(rich / count as f32 * (size as f32).powf(0.8) * place * share(linked) * share(different))
}
