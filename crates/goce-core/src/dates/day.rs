//! Days as pages write them: in numbers, whose order depends on the language, or with the names of months.

use time::{Date, Month};

use super::months::month;
use super::tokens::Token::{self, Number, Sign, Word};
use super::{DayOrder, YEARS};

/// Returns the date at the start of tokens, and the number of tokens that it takes.
pub fn date_at(tokens: &[Token], before: Option<&Token>, order: DayOrder) -> Option<(Date, usize)> {
    // The end of a longer number is no date: 1.12.2021 in the version 0.1.12.2021.
    let goes_on = matches!(before, Some(Sign('.' | '/' | '-')));
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
        ] if a == b => Some((date(*year, *month, *day)?, 5)),
        // 2021年5月3日, 2021년 5월 3일
        [
            Number(year, 4),
            Word(y),
            Number(month, 1 | 2),
            Word(m),
            Number(day, 1 | 2),
            ..,
        ] if (y == "年" && m == "月") || (y == "년" && m == "월") => Some((date(*year, *month, *day)?, 5)),
        [
            Number(a, 1 | 2),
            Sign(s @ ('/' | '.' | '-')),
            Number(b, 1 | 2),
            Sign(t),
            Number(year, 4),
            ..,
        ] if s == t && !goes_on => {
            let order = if *s == '.' { DayOrder::DayFirst } else { order };
            Some((numeric(*a, *b, *year, order)?, 5))
        }
        [Number(day, 1 | 2), ..] => day_first(*day, tokens),
        [Word(_), ..] => month_first(tokens),
        _ => None,
    }
}

/// The date of a number of eight digits: 20210503.
fn of_digits(whole: u64) -> Option<Date> {
    date(whole / 10_000, whole / 100 % 100, whole % 100)
}

/// 3rd of May, 2021
fn day_first(day: u64, tokens: &[Token]) -> Option<(Date, usize)> {
    let day_ends = 1 + fillers(&tokens[1..], 2);
    let (month, length) = month_at(tokens.get(day_ends..)?)?;
    let after = tokens.get(day_ends + length..)?;
    let gap = fillers(after, 2);
    match after.get(gap)? {
        Number(year, 4) => Some((date(*year, month, day)?, day_ends + length + gap + 1)),
        _ => None,
    }
}

/// May 3rd, 2021
fn month_first(tokens: &[Token]) -> Option<(Date, usize)> {
    let (month, length) = month_at(tokens)?;
    let day_at = length + fillers(tokens.get(length..)?, 1);
    let Number(day, 1 | 2) = tokens.get(day_at)? else {
        return None;
    };
    let after = tokens.get(day_at + 1..)?;
    let gap = fillers(after, 2);
    match after.get(gap)? {
        Number(year, 4) => Some((date(*year, month, *day)?, day_at + gap + 2)),
        // Mon May 03 10:00:00 2021, as C's asctime writes it: the time stands before the year.
        _ => Some((date(asctime_year(after)?, month, *day)?, day_at + 1)),
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
    let zone = usize::from(matches!(rest.first(), Some(Word(_))));
    match rest.get(zone)? {
        Number(year, 4) => Some(*year),
        _ => None,
    }
}

/// The number of tokens, at most `most`, that only separate day, month and year.
fn fillers(tokens: &[Token], most: usize) -> usize {
    let first = tokens.iter().take(most);
    first.take_while(|token| is_filler(token)).count()
}

#[rustfmt::skip]
fn is_filler(token: &Token) -> bool {
    match token {
        Word(word) => [
            "st", "nd", "rd", "th", "of", "er", "de", "del", "do", "d", "º", "ª", "o", "năm", "the", "le", "ngày",
        ].contains(&word.as_str()),
        Sign(sign) => matches!(sign, '.' | ',' | '،' | '-' | '/' | '’' | '\'' | '–' | '°'),
        Number(..) => false,
    }
}

/// The month at the start of tokens, and the number of tokens of its name.
fn month_at(tokens: &[Token]) -> Option<(u64, usize)> {
    let Word(first) = tokens.first()? else {
        return None;
    };
    // Vietnamese: the month after the word for it.
    if first == "tháng"
        && let Some(Number(number @ 1..=12, 1 | 2)) = tokens.get(1)
    {
        return Some((*number, 2));
    }
    let words = tokens.iter().take(3).map_while(|token| match token {
        Word(word) => Some(word.as_str()),
        _ => None,
    });
    let names: Vec<&str> = words.collect();
    (1..=names.len())
        .rev()
        .find_map(|length| Some((u64::from(month(&names[..length].join(" "))?), length)))
}

/// The date of two numbers before a year.
fn numeric(a: u64, b: u64, year: u64, order: DayOrder) -> Option<Date> {
    if a > 12 || a == b {
        return date(year, b, a);
    }
    if b > 12 {
        return date(year, a, b);
    }
    match order {
        DayOrder::DayFirst => date(year, b, a),
        DayOrder::MonthFirst => date(year, a, b),
        DayOrder::Unknown => None,
    }
}

/// Returns a day; `None` if the calendar has none, or the year is outside [`YEARS`].
pub fn date(year: u64, month: u64, day: u64) -> Option<Date> {
    let year = i32::try_from(year).ok().filter(|year| YEARS.contains(year))?;
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year, month, u8::try_from(day).ok()?).ok()
}
