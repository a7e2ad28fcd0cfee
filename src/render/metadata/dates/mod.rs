//! Dates as pages write them, and as ISO 8601.

mod months;
mod tokens;

use std::fmt;

use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

pub use months::month;
use tokens::{Token, tokens};

/// Years that are believed.
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
            write!(
                f,
                "T{:02}:{:02}:{:02}",
                time.hour(),
                time.minute(),
                time.second()
            )?;
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

/// Which of two numbers is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayOrder {
    /// 03/04/2021 is the third of April.
    DayFirst,
    /// 03/04/2021 is the fourth of March.
    MonthFirst,
    /// It is not taken.
    Unknown,
}

impl DayOrder {
    /// The order of a language (BCP 47): English tells only with its region, and Canada has both.
    pub fn of(language: &str) -> DayOrder {
        let mut parts = language.split('-');
        let name = parts.next().unwrap_or("").to_ascii_lowercase();
        let region = parts
            .find(|part| part.len() == 2)
            .map(str::to_ascii_uppercase);
        match (name.as_str(), region.as_deref()) {
            ("en", Some("US" | "PH")) | ("es", Some("US")) => DayOrder::MonthFirst,
            ("en", Some("GB" | "IE" | "AU" | "NZ" | "IN" | "ZA" | "SG" | "HK" | "MT")) => {
                DayOrder::DayFirst
            }
            (
                "de" | "fr" | "es" | "it" | "pt" | "ru" | "uk" | "nl" | "pl" | "cs" | "sk" | "da"
                | "nb" | "no" | "fi" | "el" | "tr" | "ro" | "bg" | "hr" | "sr" | "sl" | "vi" | "ar"
                | "he" | "id" | "th" | "hi" | "ca" | "gl",
                _,
            ) if region.as_deref() != Some("CA") => DayOrder::DayFirst,
            _ => DayOrder::Unknown,
        }
    }
}

impl Moment {
    /// A date that is all of a value, as in attributes: also seconds or milliseconds since 1970.
    pub fn of_value(text: &str, order: DayOrder) -> Option<Moment> {
        let tokens = tokens(text);
        if let [Token::Number(number, digits @ (10 | 13))] = tokens.as_slice() {
            let seconds = if *digits == 13 {
                number / 1000
            } else {
                *number
            };
            let moment = OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
            return YEARS.contains(&moment.year()).then_some(Moment {
                date: moment.date(),
                time: Some(moment.time()),
                offset: Some(UtcOffset::UTC),
            });
        }
        first(&tokens, order)
    }

    /// The first date that a text holds.
    pub fn of_text(text: &str, order: DayOrder) -> Option<Moment> {
        first(&tokens(text), order)
    }

    /// The day that the path of an address names: `/2021/05/03/` or `/2021-05-03-title`.
    pub fn of_path(path: &str) -> Option<Moment> {
        let number = |part: &str, digits: usize| -> Option<u64> {
            let all = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
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
        of_parts.or_else(of_part).map(Moment::day)
    }

    fn day(date: Date) -> Moment {
        Moment {
            date,
            time: None,
            offset: None,
        }
    }
}

fn date(year: u64, month: u64, day: u64) -> Option<Date> {
    let year = i32::try_from(year)
        .ok()
        .filter(|year| YEARS.contains(year))?;
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year, month, u8::try_from(day).ok()?).ok()
}

fn first(tokens: &[Token], order: DayOrder) -> Option<Moment> {
    (0..tokens.len()).find_map(|start| {
        let before = start.checked_sub(1).and_then(|before| tokens.get(before));
        let (date, length) = date_at(tokens.get(start..)?, before, order)?;
        let (time, offset) = time_in(tokens.get(start + length..)?);
        Some(Moment { date, time, offset })
    })
}

/// A date at the start of tokens, and how many it takes.
fn date_at(tokens: &[Token], before: Option<&Token>, order: DayOrder) -> Option<(Date, usize)> {
    use Token::{Number, Sign, Word};
    // A number that goes on from another is none: 1.12.2021 is no version 0.1.12.2021.
    let goes_on = matches!(before, Some(Sign('.' | '/' | '-')));
    match tokens {
        [Number(whole, 8), ..] if !goes_on => {
            Some((date(whole / 10_000, whole / 100 % 100, whole % 100)?, 1))
        }
        // 20210503T100000
        [Number(whole, 14), ..] => {
            let whole = whole / 1_000_000;
            Some((date(whole / 10_000, whole / 100 % 100, whole % 100)?, 1))
        }
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
        ] if (y == "年" && m == "月") || (y == "년" && m == "월") => {
            Some((date(*year, *month, *day)?, 5))
        }
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
        [Number(day, 1 | 2), ..] => {
            let day_ends = 1 + tokens[1..]
                .iter()
                .take(2)
                .take_while(|token| is_filler(token))
                .count();
            let (month, length) = month_at(tokens.get(day_ends..)?)?;
            let month_ends = day_ends + length;
            let gap = tokens
                .get(month_ends..)?
                .iter()
                .take(2)
                .take_while(|token| is_filler(token))
                .count();
            match tokens.get(month_ends + gap)? {
                Number(year, 4) => {
                    Some((date(*year, u64::from(month), *day)?, month_ends + gap + 1))
                }
                _ => None,
            }
        }
        [Word(_), ..] => {
            let (month, length) = month_at(tokens)?;
            let gap = tokens
                .get(length..)?
                .iter()
                .take(1)
                .take_while(|token| is_filler(token))
                .count();
            let Number(day, 1 | 2) = tokens.get(length + gap)? else {
                return None;
            };
            let day_ends = length + gap + 1;
            let after = tokens.get(day_ends..)?;
            let gap = after
                .iter()
                .take(2)
                .take_while(|token| is_filler(token))
                .count();
            let year = match after.get(gap)? {
                Number(year, 4) => Some((*year, gap + 1)),
                // Mon May 03 10:00:00 2021, as C's asctime writes it.
                _ => asctime_year(after),
            };
            let (year, taken) = year?;
            // The time stands before the year: it is read from there.
            let taken = if taken > 3 { 0 } else { taken };
            Some((date(year, u64::from(month), *day)?, day_ends + taken))
        }
        _ => None,
    }
}

fn asctime_year(after: &[Token]) -> Option<(u64, usize)> {
    use Token::{Number, Sign};
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
    let zone = usize::from(matches!(rest.first(), Some(Token::Word(_))));
    match rest.get(zone)? {
        Number(year, 4) => Some((*year, 6 + zone)),
        _ => None,
    }
}

/// What may stand between day, month and year.
fn is_filler(token: &Token) -> bool {
    const WORDS: [&str; 17] = [
        "st", "nd", "rd", "th", "of", "er", "de", "del", "do", "d", "º", "ª", "o", "năm", "the",
        "le", "ngày",
    ];
    match token {
        Token::Word(word) => WORDS.contains(&word.as_str()),
        Token::Sign(sign) => matches!(sign, '.' | ',' | '،' | '-' | '/' | '’' | '\'' | '–' | '°'),
        Token::Number(..) => false,
    }
}

/// A month's name at the start of tokens, and how many it takes.
fn month_at(tokens: &[Token]) -> Option<(u8, usize)> {
    let Some(Token::Word(first)) = tokens.first() else {
        return None;
    };
    // Vietnamese: the month after the word for it.
    if first == "tháng"
        && let Some(Token::Number(number @ 1..=12, 1 | 2)) = tokens.get(1)
    {
        return Some((u8::try_from(*number).ok()?, 2));
    }
    let mut names = vec![first.clone()];
    for token in tokens.get(1..)?.iter().take(2) {
        match token {
            Token::Word(word) => names.push(word.clone()),
            _ => break,
        }
    }
    (1..=names.len())
        .rev()
        .find_map(|length| Some((month(&names[..length].join(" "))?, length)))
}

/// A date of numbers with the year at its end.
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

/// Tokens between a date and its time: "at", "um", "T", a comma.
const BEFORE_TIME: usize = 3;

/// The time of day near the start of tokens, and its offset.
fn time_in(tokens: &[Token]) -> (Option<Time>, Option<UtcOffset>) {
    use Token::{Number, Sign};
    for start in 0..=BEFORE_TIME {
        let Some(at) = tokens.get(start..) else {
            break;
        };
        let (hour, minute, second, mut length) = match at {
            [
                Number(h, 1 | 2),
                Sign(':'),
                Number(m, 2),
                Sign(':'),
                Number(s, 2),
                ..,
            ] => (*h, *m, *s, 5),
            [Number(h, 1 | 2), Sign(':'), Number(m, 2), ..] => (*h, *m, 0, 3),
            // 20210503T100000
            [Number(hms, 6), ..] if start == 1 => (hms / 10_000, hms / 100 % 100, hms % 100, 1),
            _ => continue,
        };
        // A fraction of a second.
        if let Some([Sign('.' | ','), Number(..)]) = at.get(length..length + 2) {
            length += 2;
        }
        let rest = at.get(length..).unwrap_or(&[]);
        let (half, rest) = half_of_day(rest);
        let hour = match (half, hour) {
            (Some(false), 12) => 0,
            (Some(true), 1..=11) => hour + 12,
            (_, hour) => hour,
        };
        let whole = |number: u64| u8::try_from(number).ok();
        let (Some(hour), Some(minute), Some(second)) = (whole(hour), whole(minute), whole(second))
        else {
            break;
        };
        // A leap second is the last of its minute.
        let Ok(time) = Time::from_hms(hour, minute, second.min(59)) else {
            break;
        };
        return (Some(time), offset_at(rest));
    }
    (None, None)
}

/// Whether a time is of the afternoon, and what follows.
fn half_of_day(tokens: &[Token]) -> (Option<bool>, &[Token]) {
    use Token::{Sign, Word};
    match tokens {
        [Word(half), rest @ ..] if half == "am" || half == "pm" => (Some(half == "pm"), rest),
        [Word(half), Sign('.'), Word(m), Sign('.'), rest @ ..]
            if m == "m" && (half == "a" || half == "p") =>
        {
            (Some(half == "p"), rest)
        }
        _ => (None, tokens),
    }
}

/// Zones by name: UTC's own and those of RFC 5322, section 4.3, in hours.
const ZONES: [(&str, i8); 11] = [
    ("z", 0),
    ("utc", 0),
    ("gmt", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
];

/// An offset from UTC at the start of tokens.
fn offset_at(tokens: &[Token]) -> Option<UtcOffset> {
    use Token::{Number, Sign, Word};
    let named = |name: &str| {
        ZONES
            .iter()
            .find(|(zone, _)| *zone == name)
            .map(|(_, hours)| *hours)
    };
    let (signed, name) = match tokens {
        [Sign('('), Word(word), Sign(')'), ..] => {
            return UtcOffset::from_hms(named(word)?, 0, 0).ok();
        }
        // GMT+0200 counts from GMT.
        [Word(word), rest @ ..] => (rest, Some(named(word)?)),
        _ => (tokens, None),
    };
    let (sign, hours, minutes) = match signed {
        [
            Sign(sign @ ('+' | '-' | '−')),
            Number(hours, 1 | 2),
            Sign(':'),
            Number(minutes, 2),
            ..,
        ] => (*sign, *hours, *minutes),
        [Sign(sign @ ('+' | '-' | '−')), Number(both, 4), ..] => (*sign, both / 100, both % 100),
        [Sign(sign @ ('+' | '-' | '−')), Number(hours, 2), ..] => (*sign, *hours, 0),
        _ => return UtcOffset::from_hms(name?, 0, 0).ok(),
    };
    let of = |number: u64| {
        i8::try_from(number)
            .ok()
            .map(|number| if sign == '+' { number } else { -number })
    };
    if hours > 14 || minutes > 59 {
        return None;
    }
    UtcOffset::from_hms(of(hours)?, of(minutes)?, 0).ok()
}

#[cfg(test)]
mod tests;
