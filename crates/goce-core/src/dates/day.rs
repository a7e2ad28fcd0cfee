//! Days as pages write them: in numbers, whose order depends on the language, or with the names of months, in the
//! calendars of the countries.

use icu_calendar::Date as CalendarDate;
use icu_calendar::cal::{Hijri, Iso};
use time::{Date, Month, Weekday};

use super::months::{Calendar, is_between, month_behind_ordinal, month_of};
use super::tokens::Token::{self, Number, Sign, Word};
use super::tokens::phrase_at;
use super::{DayOrder, YEARS};

/// The years that Thailand counts from the Buddha, which are 543 more.
const BUDDHIST: std::ops::RangeInclusive<u64> = 2533..=2643;

/// Years in numbers that are surely those of Persia, and of Islam. Between them either is possible.
const PERSIAN: std::ops::RangeInclusive<u64> = 1369..=1409;
const ISLAMIC: std::ops::RangeInclusive<u64> = 1421..=1475;

/// The names of eras in East Asia, and the year before their first.
const ERAS: [(&str, u64); 5] = [
    ("令和", 2018),
    ("平成", 1988),
    ("昭和", 1925),
    ("民國", 1911),
    ("民国", 1911),
];

/// Returns the date at the start of tokens, and the number of tokens that it takes.
pub fn date_at(tokens: &[Token], before: &[Token], order: DayOrder) -> Option<(Date, usize)> {
    // The end of a longer number is no date: 1.12.2021 in the version 0.1.12.2021. Before it may stand a time:
    // 16:30/1.12.2021.
    let goes_on = matches!(before, [.., Number(..), Sign('.' | '/' | '-')])
        && !matches!(before, [.., Sign(':'), Number(_, 2), Sign('/' | '-')]);
    match tokens {
        [Number(whole, 8), ..] if !goes_on => Some((of_digits(*whole)?, 1)),
        // 20210503T100000
        [Number(whole, 14), ..] => Some((of_digits(whole / 1_000_000)?, 1)),
        [
            Number(year, 4),
            Sign(a @ ('-' | '/' | '.')),
            Number(month, 1 | 2),
            Sign(b),
            Number(day, 1 | 2),
            ..,
        ] if a == b => Some((of_numbers(*year, *month, *day, *a)?, 5)),
        // 2021年5月3日, 2021년 5월 3일
        [
            Number(year, 4),
            Word(y),
            Number(month, 1 | 2),
            Word(m),
            Number(day, 1 | 2),
            ..,
        ] if (y == "年" && m == "月") || (y == "년" && m == "월") => Some((date(*year, *month, *day)?, 5)),
        // 2019 оны 6-р сарын 14, 2019 оны 6 дугаар сарын 14
        [Number(year, 4), Word(y), Number(month, 1 | 2), rest @ ..] if y == "оны" || y == "он" => {
            let month_ends = rest.iter().take(3).position(|word| matches!(word, Word(word) if word == "сарын"))?;
            match rest.get(month_ends + 1)? {
                Number(day, 1 | 2) => Some((date(*year, *month, *day)?, month_ends + 5)),
                _ => None,
            }
        }
        // 令和3年5月3日, 令和元年5月3日
        [Word(era), Number(year, 1..=3), Word(y), rest @ ..] if y == "年" => of_era(era, *year, rest, 3),
        [Word(era), rest @ ..] if era.ends_with("元年") => of_era(era.trim_end_matches("元年"), 1, rest, 1),
        [
            Number(a, 1 | 2),
            Sign(s @ ('/' | '.' | '-')),
            Number(b, 1 | 2),
            Sign(t),
            Number(year, 4),
            ..,
        ] if s == t && !goes_on => {
            let order = if *s == '.' { DayOrder::DayFirst } else { order };
            let (month, day) = numeric(*a, *b, order)?;
            Some((of_numbers(*year, month, day, *s)?, 5))
        }
        [Number(day, 1 | 2), ..] => day_first(*day, tokens),
        [Number(year, 4), ..] => year_first(*year, tokens),
        [Word(_), ..] => month_first(tokens),
        _ => None,
    }
}

/// Returns the three numbers of a date with slashes at the start of tokens, the year last.
pub fn in_numbers(tokens: &[Token]) -> Option<[u64; 3]> {
    match tokens {
        [
            Number(a, 1 | 2),
            Sign('/'),
            Number(b, 1 | 2),
            Sign('/'),
            Number(year, 4),
            ..,
        ] => Some([*a, *b, *year]),
        _ => None,
    }
}

/// Returns the weekday of an English name or its first three letters.
pub fn weekday(word: &str) -> Option<Weekday> {
    let names = "monday tuesday wednesday thursday friday saturday sunday".split(' ');
    let place = names.into_iter().position(|name| word == name || word == &name[..3])?;
    Some(Weekday::Monday.nth_next(u8::try_from(place).ok()?))
}

/// 5月3日 behind the year of an era, after some tokens.
fn of_era(era: &str, year: u64, rest: &[Token], length: usize) -> Option<(Date, usize)> {
    let [Number(month, 1 | 2), Word(m), Number(day, 1 | 2), ..] = rest else {
        return None;
    };
    let (_, before) = ERAS.iter().find(|(name, _)| era.ends_with(name))?;
    (m == "月").then_some(())?;
    Some((date(before + year, *month, *day)?, length + 3))
}

/// The date of a number of eight digits: 20210503.
fn of_digits(whole: u64) -> Option<Date> {
    date(whole / 10_000, whole / 100 % 100, whole % 100)
}

/// 3rd of May, 2021
fn day_first(day: u64, tokens: &[Token]) -> Option<(Date, usize)> {
    let day_ends = 1 + fillers(&tokens[1..]);
    let (mut month, length) = month_at(tokens.get(day_ends..)?)?;
    if matches!(tokens.get(1), Some(Sign('.')))
        && let Some(other) = month.behind_ordinal
    {
        month.number = other;
    }
    let mut after = day_ends + length;
    // The month in two languages: 24 نيسان / أبريل 2020.
    if let [Sign('/'), again @ ..] = tokens.get(after..)?
        && let Some((same, length)) = month_at(again)
        && same.number == month.number
    {
        after += 1 + length;
    }
    let (year, ends) = year_at(tokens, after)?;
    Some((month.date(year, day)?, ends))
}

/// May 3rd, 2021
fn month_first(tokens: &[Token]) -> Option<(Date, usize)> {
    let (month, length) = month_at(tokens)?;
    let day_at = length + fillers(tokens.get(length..)?);
    let Number(day, 1 | 2) = tokens.get(day_at)? else {
        return None;
    };
    if let Some((year, ends)) = year_at(tokens, day_at + 1) {
        return Some((month.date(year, *day)?, ends));
    }
    // Mon May 03 10:00:00 2021, as C's asctime writes it: the time stands before the year.
    let year = asctime_year(tokens.get(day_at + 1..)?)?;
    Some((month.date(year, *day)?, day_at + 1))
}

/// 2021. május 3., 2021. gada 3. maijs
fn year_first(year: u64, tokens: &[Token]) -> Option<(Date, usize)> {
    let start = 1 + fillers(&tokens[1..]);
    let (month, day, ends) = match tokens.get(start)? {
        Number(day, 1 | 2) if start > 1 => {
            let month_at_token = start + 1 + fillers(tokens.get(start + 1..)?);
            let (month, length) = month_at(tokens.get(month_at_token..)?)?;
            (month, *day, month_at_token + length)
        }
        Word(_) => {
            let (month, length) = month_at(&tokens[start..])?;
            let day_at = start + length + fillers(tokens.get(start + length..)?);
            let Number(day, 1 | 2) = tokens.get(day_at)? else {
                return None;
            };
            (month, *day, day_at + 1)
        }
        _ => return None,
    };
    // © 2020, May 3, 2021
    if year_at(tokens, ends).is_some() {
        return None;
    }
    Some((month.date(year, day)?, ends))
}

/// Returns the year behind some tokens and what only separates it from them, and where it ends.
fn year_at(tokens: &[Token], start: usize) -> Option<(u64, usize)> {
    let mut at = start + fillers(tokens.get(start..)?);
    // The era of the Buddha.
    if let Some((_, length)) = phrase_at(tokens.get(at..)?, |phrase| (phrase == "พ ศ").then_some(())) {
        at += length + fillers(tokens.get(at + length..)?);
    }
    match tokens.get(at)? {
        Number(year, 4) => Some((*year, at + 1)),
        _ => None,
    }
}

fn asctime_year(after: &[Token]) -> Option<u64> {
    let [
        Number(_, 2),
        Sign(':'),
        Number(_, 2),
        Sign(':'),
        Number(_, 2),
        rest @ ..,
    ] = after
    else {
        return None;
    };
    match rest {
        // A zone may stand between.
        [Number(year, 4), ..] | [Word(_), Number(year, 4), ..] => Some(*year),
        _ => None,
    }
}

/// The number of tokens that only separate day, month and year.
fn fillers(tokens: &[Token]) -> usize {
    // No more stand between two of day, month and year: `(e)ko`.
    let first = tokens.iter().take(4);
    let count = first.take_while(|token| is_filler(token)).count();
    // What stands in parentheses is something else: "12 Pro (2021)".
    let opens = count > 0 && matches!(tokens[count - 1], Sign('(')) && matches!(tokens.get(count), Some(Number(..)));
    count - usize::from(opens)
}

#[rustfmt::skip]
fn is_filler(token: &Token) -> bool {
    match token {
        Word(word) => is_between(word) || matches!(
            word.as_str(), "st" | "nd" | "rd" | "th" | "of" | "er" | "º" | "ª" | "o" | "nam" | "the" | "ngay" | "eko"
        ),
        Sign(sign) => matches!(sign, '.' | ',' | '،' | '-' | '/' | '’' | '\'' | '–' | '°' | '(' | ')'),
        Number(..) => false,
    }
}

/// A month by its name.
struct NamedMonth {
    calendar: Calendar,
    number: u64,
    /// The month that the name has behind a day with a point, where it is another.
    behind_ordinal: Option<u64>,
}

impl NamedMonth {
    fn date(&self, year: u64, day: u64) -> Option<Date> {
        match self.calendar {
            Calendar::Gregorian => date(year, self.number, day),
            calendar => converted(calendar, year, self.number, day),
        }
    }
}

/// Returns the month at the start of tokens, and the number of tokens of its name.
fn month_at(tokens: &[Token]) -> Option<(NamedMonth, usize)> {
    let Word(first) = tokens.first()? else {
        return None;
    };
    let month = |calendar, number, behind_ordinal| NamedMonth {
        calendar,
        number,
        behind_ordinal,
    };
    // Vietnamese: the month after the word for it.
    if first == "thang"
        && let Some(Number(number @ 1..=12, 1 | 2)) = tokens.get(1)
    {
        return Some((month(Calendar::Gregorian, *number, None), 2));
    }
    phrase_at(tokens, |name| {
        let (calendar, number) = month_of(name)?;
        Some(month(calendar, number.into(), month_behind_ordinal(name).map(u64::from)))
    })
}

/// The month and the day of two numbers beside a year.
fn numeric(a: u64, b: u64, order: DayOrder) -> Option<(u64, u64)> {
    if a > 12 || a == b {
        return Some((b, a));
    }
    if b > 12 {
        return Some((a, b));
    }
    match order {
        DayOrder::DayFirst => Some((b, a)),
        DayOrder::MonthFirst => Some((a, b)),
        DayOrder::Unknown => None,
    }
}

/// The date of three numbers, by the calendar in which their year is one of today.
fn of_numbers(year: u64, month: u64, day: u64, sign: char) -> Option<Date> {
    match year {
        // 3.5.1425 is a day of history.
        year if sign != '.' && PERSIAN.contains(&year) => converted(Calendar::Persian, year, month, day),
        year if sign != '.' && ISLAMIC.contains(&year) => converted(Calendar::Islamic, year, month, day),
        year => date(year, month, day),
    }
}

/// The day of another calendar in that of most countries.
fn converted(calendar: Calendar, year: u64, month: u64, day: u64) -> Option<Date> {
    let (year, month, day) = (i32::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    let day = match calendar {
        Calendar::Persian => CalendarDate::try_new_persian(year, month, day).ok()?.to_calendar(Iso),
        Calendar::Islamic => {
            let of_mecca = Hijri::new_umm_al_qura();
            CalendarDate::try_new_hijri_with_calendar(year, month, day, of_mecca).ok()?.to_calendar(Iso)
        }
        Calendar::Gregorian => return None,
    };
    let year = u64::try_from(day.year().extended_year()).ok()?;
    date(year, u64::from(day.month().ordinal), u64::from(day.day_of_month().0))
}

/// Returns a day; `None` if the calendar has none, or the year is outside [`YEARS`]. Years may be counted from the Buddha.
pub fn date(year: u64, month: u64, day: u64) -> Option<Date> {
    let year = if BUDDHIST.contains(&year) { year - 543 } else { year };
    let year = i32::try_from(year).ok().filter(|year| YEARS.contains(year))?;
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year, month, u8::try_from(day).ok()?).ok()
}
