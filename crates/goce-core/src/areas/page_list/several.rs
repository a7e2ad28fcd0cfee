//! Which other lists of a page are taken with its best one: a front page has several.

use std::collections::HashSet;

use super::Candidate;
use super::measures::Measured;
use crate::areas::start;
use crate::html::names;
use crate::prelude::*;

/// The weights of the other list's richness, share of linked records, number of records and share of its longest record, of
/// the words between both lists, and of the difference of their scores. They were learned by models/lists/train.py: with
/// [`SUM`] they sum to more than 0 where the other list is rather one of the page's than not.
const WEIGHTS: [f32; 6] = [1.456, 3.086, -0.623, -1.626, -2.057, 0.452];
const SUM: f32 = 0.092;

/// The best list of a page, with what is asked of it for each other one.
pub struct Best<'c, 'm> {
    measured: &'m Measured<'m>,
    list: &'c Candidate,
    addresses: HashSet<&'m str>,
}

impl<'c, 'm> Best<'c, 'm> {
    pub fn of(measured: &'m Measured<'m>, list: &'c Candidate) -> Fallible<Self> {
        let mut addresses = HashSet::new();
        addresses.try_reserve(list.ranges.len())?;
        addresses.extend(addresses_of(measured, list));
        Ok(Best {
            measured,
            list,
            addresses,
        })
    }

    /// Returns `true` for a list that belongs to the page as the best one does, and does not say the same.
    pub fn goes_with(&self, other: &Candidate) -> bool {
        let [rich, linked, count, largest] = other.measures.of_another_list();
        let distance = other.measures.score() - self.list.measures.score();
        let values = [rich, linked, count, largest, self.share_between(other), distance];
        let sum: f32 = values.iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum();
        if sum + SUM <= 0.0 {
            return false;
        }
        let same = addresses_of(self.measured, other).filter(|address| self.addresses.contains(address)).count();
        2 * same < other.ranges.len()
    }

    /// Returns the share of the page's words that stand between both lists.
    fn share_between(&self, other: &Candidate) -> f32 {
        let page = self.measured.page;
        let ends = |list: &Candidate| {
            let (first, last) = (list.ranges.first(), list.ranges.last());
            first.zip(last).map_or([0, 0], |([start, _], [_, end])| [*start as usize, *end as usize])
        };
        let [one, two] = [ends(self.list), ends(other)];
        let [[_, end], [start, _]] = if one[0] < two[0] { [one, two] } else { [two, one] };
        let words = page.word_count(end.min(start)..start);
        words as f32 / page.word_count(page.positions()).max(1) as f32
    }
}

/// Returns the address of the first link of each record that has one.
fn addresses_of<'m>(measured: &'m Measured<'m>, list: &Candidate) -> impl Iterator<Item = &'m str> {
    list.nodes().checking(CHECK_EVERY).filter_map(|nodes| {
        let [first, _] = measured.counts.links(&nodes)?;
        measured.page.attribute(first, names::HREF).map(start)
    })
}
