//! Which of a record's times is that of the record, found by how the times of all records follow each other; and what
//! it states.

use crate::prelude::*;
use std::cmp::Ordering;

use super::columns::{Columns, Place, place};
use crate::language_of;
use goce_core::areas::fields::{self, Field, Fields};
use goce_core::dates::time_text::{self, TimeForm};
use goce_core::page::records::Repeated;

/// Times that are read for the order of day and month.
const TIMES: usize = 4096;

/// Returns the order of day and month on a page: the first time that allows only one order decides, else the page's
/// language.
pub fn order_of_days(page: &Page, fields: &Fields) -> DayOrder {
    let texts = fields.times.iter().take(TIMES).checking(CHECK_EVERY);
    let found = texts
        .map(|field| page.text_at(field.position))
        .filter(|text| text.len() <= time_text::LONGEST)
        .find_map(time_text::order_of);
    found.unwrap_or_else(|| DayOrder::of(start_of(language_of(page), 16)))
}

/// The times of one column, in the order of the records.
#[derive(Clone, Copy, Debug, Default)]
struct KindTimes {
    /// The last moment so far, read with the day first and with the month first.
    moments: [Option<Moment>; 2],
    /// For each of the two readings: how many moments are later than the one before, and how many are earlier.
    later: [u32; 2],
    earlier: [u32; 2],
}

impl KindTimes {
    fn falls(&self, order: usize) -> u32 {
        self.later[order].min(self.earlier[order])
    }
}

/// How the times of records follow each other. The times of posts rise or fall; the days on which their authors joined
/// do not.
#[derive(Debug)]
pub struct TimeSeries<'p> {
    kinds: Columns<Place<'p>, KindTimes>,
    /// The order of day and month, if only one of the two makes a kind of times rise or fall throughout.
    pub order: Option<DayOrder>,
}

impl<'p> TimeSeries<'p> {
    /// Compares the times of each record with the times of the record before it.
    pub fn of(
        page: &'p Page,
        repeated: &Repeated,
        records: &[Vec<&Field>],
        order: DayOrder,
    ) -> Fallible<TimeSeries<'p>> {
        let mut kinds: Columns<Place<'p>, KindTimes> = Columns(Vec::new());
        let orders = match order {
            DayOrder::Unknown => [DayOrder::DayFirst, DayOrder::MonthFirst],
            order => [order; 2],
        };
        for (index, fields) in records.iter().enumerate() {
            // Each record checks: it may have many times, and each is read twice.
            interrupts::check();
            for field in fields.iter().take(fields::FIELDS_COMPARED) {
                let Some(place) = place(page, repeated, field) else {
                    continue;
                };
                let Some(of) = kinds.first_in(place, index)? else {
                    continue;
                };
                for (at, moment) in moments(page, field, orders).into_iter().enumerate() {
                    let Some(moment) = moment else {
                        continue;
                    };
                    match of.moments[at].replace(moment).map(|last| moment.compare(&last)) {
                        Some(Ordering::Greater) => of.later[at] += 1,
                        Some(Ordering::Less) => of.earlier[at] += 1,
                        _ => {}
                    }
                }
            }
        }
        let only = kinds.0.iter().find_map(|of| match (of.kept.falls(0) == 0, of.kept.falls(1) == 0) {
            (true, false) => Some(DayOrder::DayFirst),
            (false, true) => Some(DayOrder::MonthFirst),
            _ => None,
        });
        Ok(TimeSeries {
            kinds,
            order: only.filter(|_| order == DayOrder::Unknown),
        })
    }

    /// Returns `true` if the times of the most frequent kind rise: none is earlier than the one before, and not all are
    /// the same.
    pub fn rises(&self, page: &Page, times: &[Option<&Field>], repeated: &Repeated) -> bool {
        let most = self.kinds.0.iter().max_by_key(|of| {
            let is_of = |field: &&&Field| place(page, repeated, field) == Some(of.key);
            times.iter().flatten().take(TIMES).filter(is_of).count()
        });
        most.is_some_and(|of| (0..2).any(|order| of.kept.earlier[order] == 0 && of.kept.later[order] > 0))
    }

    /// Returns how far the times of a place are in order, from one half to 1: times of posts are.
    pub fn trust(&self, place: Option<Place<'_>>) -> f32 {
        let Some(of) = self.kinds.0.iter().find(|of| Some(of.key) == place).map(|of| &of.kept) else {
            return 1.0;
        };
        let least = |at: usize| of.falls(at) as f32 / (of.later[at] + of.earlier[at]).max(1) as f32;
        1.0 - least(0).min(least(1))
    }
}

/// Returns the moments that a field states, read with each of two orders of day and month. Attributes of its element come
/// before the text: `<relative-time datetime=...>`.
fn moments(page: &Page, field: &Field, orders: [DayOrder; 2]) -> [Option<Moment>; 2] {
    let [time, content, title] =
        [names::DATETIME, names::CONTENT, names::TITLE].map(|name| page.attribute(field.element, name));
    let is_time = |value: &&str| {
        value.len() <= time_text::LONGEST && fields::stated(value).is_some_and(|form| form > TimeForm::Loose)
    };
    let values = [time, content, title, fields::pointed_time(page, field.element)].map(|value| value.filter(is_time));
    let mut text = None;
    let mut of_order = |order| {
        let stated = values.iter().flatten().find_map(|value| Moment::of_value(value, order));
        stated.or_else(|| {
            let text = *text.get_or_insert_with(|| time_text(page, field));
            time_text::moment(text, order)
        })
    };
    let first = of_order(orders[0]);
    let second = if orders[0] == orders[1] {
        first
    } else {
        of_order(orders[1])
    };
    [first, second]
}

/// Returns the text of a time: that of the largest element around it that holds nothing else.
fn time_text<'p>(page: &'p Page, field: &Field) -> &'p str {
    let mut text = page.text_at(field.position);
    let mut form = time_text::form(text);
    let mut position = field.position;
    for _ in 0..3 {
        position = page.parent(position);
        let around = page.text_at(position);
        let fits = around.len() <= 60 && !around.contains('\t') && around.lines().count() <= 2;
        let of_around = if fits { time_text::form(around) } else { None };
        if !fits || of_around < form {
            break;
        }
        if of_around > form || time_text::has_clock(around) && !time_text::has_clock(text) {
            (text, form) = (around, of_around);
        }
    }
    text
}

/// Returns a time in ISO 8601 where it states a day, else in the page's words.
pub fn stated_at(page: &Page, field: &Field, order: DayOrder) -> Fallible<String> {
    match moments(page, field, [order; 2]) {
        [Some(moment), _] => Ok(moment.to_string()),
        [None, _] => on_a_line(time_text(page, field)),
    }
}
