//! What looks like a record and is the head of others: the day above its rows, the names of columns.

use super::shapes::shape;
use crate::areas::counts::{Counts, PageCounts};
use crate::html::names;
use crate::page::records::{Records, most_frequent};
use crate::page::{Page, Tag};
use crate::prelude::*;

/// The most words of a head without a link.
pub const WORDS: usize = 12;

/// The most cells of a row that are looked at.
const CELLS: usize = 64;

/// What most records of a list have; `None` where they differ.
struct Most {
    shape: Option<u64>,
    /// The cells of a row.
    cells: Option<usize>,
}

/// Drops the records that are heads of others, unless these are many.
pub fn drop(page: &Page, counts: &PageCounts, records: &mut Records) -> Fallible {
    let mut countdown = Countdown::new(CHECK_EVERY);
    countdown.charge(records.0.len());
    let elements = || records.0.iter().map(|record| record.element);
    let most = Most {
        shape: most_frequent(try_collect(elements().map(|element| shape(page, element)))?),
        cells: most_frequent(try_collect(elements().map(|element| cells(page, element).count()))?),
    };
    let heads = elements().filter(|element| most.is_head(page, counts, *element)).count();
    if heads > 0 && 3 * heads <= records.0.len() {
        records.0.retain(|record| {
            countdown.charge(1);
            !most.is_head(page, counts, record.element)
        });
    }
    Ok(())
}

fn cells(page: &Page, row: usize) -> impl Iterator<Item = usize> {
    page.children(row).take(CELLS)
}

impl Most {
    fn is_head(&self, page: &Page, counts: &PageCounts, element: usize) -> bool {
        if page.tag(element) == Tag::Tr {
            return self.is_head_row(page, element);
        }
        let nodes = page.subtree(element);
        // A record may lack a link. What has a price, a picture or a heading is one.
        let Counts {
            headings,
            images,
            prices,
            links,
        } = counts.counts(&nodes);
        self.shape.is_some_and(|most| shape(page, element) != most)
            && page.word_count(nodes) <= WORDS
            && [headings, images, prices, links] == [0; 4]
    }

    /// Returns `true` for a row of names of columns, for one with a cell over several columns, and for one with less than
    /// half of the cells.
    fn is_head_row(&self, page: &Page, row: usize) -> bool {
        let is_wide = |cell: usize| {
            let span = page.attribute(cell, names::COLSPAN).map(str::trim);
            span.is_some_and(|span| !matches!(span, "" | "0" | "1"))
        };
        let count = cells(page, row).count();
        count > 0
            && (cells(page, row).all(|cell| page.tag(cell) == Tag::Th)
                || cells(page, row).any(is_wide)
                || self.cells.is_some_and(|most| 2 * count < most))
    }
}
