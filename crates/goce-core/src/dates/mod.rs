//! Dates as pages write them, and as ISO 8601.

mod clock;
mod day;
pub mod labels;
mod months;
pub mod time_text;
mod tokens;
pub mod w3c;

use std::cmp::Ordering;
use std::fmt;

use time::{Date, OffsetDateTime, Time, UtcOffset};

use crate::texts::words::are_digits;
use clock::time_in;
use day::{date, date_at};
pub use months::{is_between, month};
pub use tokens::folded;
use tokens::{Token, tokens};

/// Years in which a date is plausible.
const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;

/// A day, with the time of day and its offset from UTC where they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    date: Date,
    time: Option<Time>,
    offset: Option<UtcOffset>,
}

impl fmt::Display for Moment {
    /// ISO 8601: `2021-05-03`, `2021-05-03T10:00:00` or `2021-05-03T10:00:00+02:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date.to_calendar_date();
        write!(f, "{year:04}-{:02}-{day:02}", u8::from(month))?;
        if let Some(time) = self.time {
            write!(f, "T{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second())?;
        }
        match self.offset {
            Some(offset) if offset.is_utc() => write!(f, "Z"),
            Some(offset) => {
                let (hours, minutes, _) = offset.as_hms();
                let sign = if offset.is_negative() { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", hours.abs(), minutes.abs())
            }
            None => Ok(()),
        }
    }
}

/// The order of day and month in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayOrder {
    /// 03/04/2021 is the third of April.
    DayFirst,
    /// 03/04/2021 is the fourth of March.
    MonthFirst,
    /// 03/04/2021 is not taken for a date.
    Unknown,
}

impl DayOrder {
    /// Returns the order of a language (BCP 47). English has one only with its region; Canada uses both.
    pub fn of(language: &str) -> DayOrder {
        let mut parts = language.split('-');
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let region = parts.find(|part| part.len() == 2).map(str::to_ascii_uppercase);
        let of_region = region.as_ref().and_then(|region| months::order(&format!("{name}-{region}")));
        let of_language = match (name.as_str(), region.as_deref()) {
            ("en", None) | (_, Some("CA")) => None,
            (name, _) => months::order(name),
        };
        of_region.or(of_language).unwrap_or(DayOrder::Unknown)
    }

    /// Returns the order of a date in a text that can be read in one order alone: one of its numbers is no month, or the
    /// day has the weekday before it in that order, in English.
    pub fn shown_by(text: &str) -> Option<DayOrder> {
        let tokens = tokens(text);
        // Behind a number and a sign stands the end of something longer.
        let begins = |at: &usize| !matches!(tokens[..*at], [.., Token::Number(..), Token::Sign('/' | '.' | '-')]);
        let starts = (0..tokens.len()).filter(begins);
        let mut dates = starts.filter_map(|at| Some((at, day::in_numbers(tokens.get(at..)?)?)));
        dates.find_map(|(at, [a, b, year])| {
            let weekday = tokens[..at].iter().rev().take(2).find_map(|token| match token {
                Token::Word(word) => day::weekday(word),
                _ => None,
            });
            let may_be =
                |month, day| date(year, month, day).filter(|date| weekday.is_none_or(|is| is == date.weekday()));
            match (may_be(b, a), may_be(a, b)) {
                (Some(_), None) => Some(DayOrder::DayFirst),
                (None, Some(_)) => Some(DayOrder::MonthFirst),
                _ => None,
            }
        })
    }
}

impl Moment {
    /// Returns the first date in an attribute's value, which may be seconds or milliseconds since 1970.
    pub fn of_value(text: &str, order: DayOrder) -> Option<Moment> {
        let tokens = tokens(text);
        if let [Token::Number(number, digits @ (10 | 13))] = tokens.as_slice() {
            let seconds = if *digits == 13 { number / 1000 } else { *number };
            let moment = OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
            return YEARS.contains(&moment.year()).then_some(Moment {
                date: moment.date(),
                time: Some(moment.time()),
                offset: Some(UtcOffset::UTC),
            });
        }
        first(&tokens, order)
    }

    /// Returns the first date in a text.
    pub fn of_text(text: &str, order: DayOrder) -> Option<Moment> {
        Moment::of_text_in(text, [order]).map(|(_, moment)| moment)
    }

    /// Returns the first date in a text, in the first of some orders in which it has one.
    pub fn of_text_in<const N: usize>(text: &str, orders: [DayOrder; N]) -> Option<(DayOrder, Moment)> {
        let tokens = tokens(text);
        orders.into_iter().find_map(|order| Some((order, first(&tokens, order)?)))
    }

    /// Returns the day that the path of an address names: `/2021/05/03/` or `/2021-05-03-title`.
    pub fn of_path(path: &str) -> Option<Moment> {
        let number = |part: &str, digits: usize| -> Option<u64> {
            let all = part.len() == digits && are_digits(part);
            all.then(|| part.parse().ok()).flatten()
        };
        let parts: Vec<&str> = path.split('/').take(16).collect();
        let of_parts = parts.windows(3).find_map(|parts| match parts {
            [year, month, day] => date(number(year, 4)?, number(month, 2)?, number(day, 2)?),
            _ => None,
        });
        let of_part = || {
            parts.iter().find_map(|part| {
                let mut pieces = part.splitn(4, '-');
                let mut next = |digits| number(pieces.next()?, digits);
                date(next(4)?, next(2)?, next(2)?)
            })
        };
        of_parts.or_else(of_part).map(|date| Moment {
            date,
            time: None,
            offset: None,
        })
    }

    /// Returns the moment in seconds since 1970 in UTC. A day without a time begins at midnight, and a time without an
    /// offset is one in UTC.
    pub fn seconds(&self) -> i64 {
        let time = self.time.unwrap_or(Time::MIDNIGHT);
        let offset = self.offset.unwrap_or(UtcOffset::UTC);
        self.date.with_time(time).assume_offset(offset).unix_timestamp()
    }

    /// Returns `true` if the time of day is known.
    pub fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// Returns `true` for a moment that is told in UTC.
    pub fn is_in_utc(&self) -> bool {
        self.offset.is_some_and(UtcOffset::is_utc)
    }

    /// Returns a moment in UTC as another statement of it tells it, which has the time of its place: with that offset, or
    /// the day alone where only the day is told, and is another. `None` if the other is of another moment.
    pub fn told_locally(&self, local: &Moment) -> Option<Moment> {
        // Clocks are set by quarters of an hour, 14 hours from UTC at most. Times may be told in minutes.
        let (quarter, farthest, near) = (15 * 60, 14 * 3600, 2 * 60);
        let time = self.time.filter(|_| self.is_in_utc())?;
        let ahead = Moment { offset: None, ..*local }.seconds() - self.seconds();
        match (local.time, local.offset) {
            (Some(_), Some(offset)) => {
                let is_same = (local.seconds() - self.seconds()).abs() <= near;
                (is_same && !offset.is_utc()).then_some(*local)
            }
            (Some(_), None) => {
                let offset = (ahead + quarter / 2).div_euclid(quarter) * quarter;
                let is_same = (ahead - offset).abs() <= near && offset.abs() <= farthest && offset != 0;
                let offset = UtcOffset::from_whole_seconds(i32::try_from(offset).ok()?).ok();
                is_same.then_some(Moment {
                    offset: Some(offset?),
                    ..*local
                })
            }
            (None, _) => {
                let is_possible = match (local.date - self.date).whole_days() {
                    -1 => time.hour() < 12,
                    1 => time.hour() >= 10,
                    _ => false,
                };
                is_possible.then_some(*local)
            }
        }
    }

    /// Compares two moments by their days, and by their times if both have one. Offsets are ignored.
    pub fn compare(&self, other: &Moment) -> Ordering {
        let by_time = match (self.time, other.time) {
            (Some(one), Some(two)) => one.cmp(&two),
            _ => Ordering::Equal,
        };
        self.date.cmp(&other.date).then(by_time)
    }

    /// Returns the microseconds since 1970. Without a time it is midnight, without an offset the time is UTC.
    pub fn microseconds(&self) -> i64 {
        self.seconds().saturating_mul(1_000_000)
    }
}

fn first(tokens: &[Token], order: DayOrder) -> Option<Moment> {
    dates_in(tokens, order).next().map(|(_, moment, _)| moment)
}

/// Returns the dates of tokens, with their first tokens and the ends of their days.
fn dates_in(tokens: &[Token], order: DayOrder) -> impl Iterator<Item = (usize, Moment, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let here = tokens.get(at..).filter(|here| !here.is_empty())?;
            let start = at;
            match date_at(here, &tokens[..at], order) {
                Some((date, length)) => {
                    at += length;
                    let (time, offset) = time_in(tokens.get(at..).unwrap_or_default());
                    return Some((start, Moment { date, time, offset }, at));
                }
                None => at += 1,
            }
        }
    })
}

#[cfg(test)]
mod tests;
