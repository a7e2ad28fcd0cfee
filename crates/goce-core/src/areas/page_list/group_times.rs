//! The times of groups: what stands above the records of a day is the time of each.

use std::ops::Range;

use super::measures::Measured;
use crate::page::records::Record;

/// The most words of what tells a group's day, and the most nodes of it above the first record.
const WORDS: usize = 24;
const NODES: usize = 32;

/// Whether the records, asked in their order, stand below a time of their group.
pub struct GroupTimes<'m, 'p> {
    measured: &'m Measured<'p>,
    end: Option<usize>,
    is_told: bool,
}

impl<'m, 'p> GroupTimes<'m, 'p> {
    pub fn of(measured: &'m Measured<'p>) -> Self {
        GroupTimes {
            measured,
            end: None,
            is_told: false,
        }
    }

    /// Returns `true` if a time stands above the next record, or above one before it in its group.
    pub fn tell(&mut self, record: &Record) -> bool {
        let start = record.nodes.start;
        let above = self.end.map_or_else(|| self.above(start), |end| end.min(start)..start);
        self.end = Some(record.nodes.end);
        let page = self.measured.page;
        match page.word_count(above.clone()) {
            0 => {}
            words => self.is_told = words <= WORDS && self.measured.has_time(&above),
        }
        self.is_told
    }

    /// Returns the nodes with few words above the first record.
    fn above(&self, start: usize) -> Range<usize> {
        let few = |from: &usize| self.measured.page.word_count(*from..start) <= WORDS;
        let from = (start.saturating_sub(NODES)..start).rev().take_while(few).last();
        from.unwrap_or(start)..start
    }
}
