//! Days as pages write them: numbers in the order of a language, names of months, signs between.

use time::{Date, Month};

use super::months::month;
use super::tokens::Token;
use super::{DayOrder, YEARS};

/// A date at the start of tokens, and how many it takes.
pub fn date_at(tokens: &[Token], before: Option<&Token>, order: DayOrder) -> Option<(Date, usize)> {
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

/// A day of the calendar, in a year that is believed.
pub fn date(year: u64, month: u64, day: u64) -> Option<Date> {
    let year = i32::try_from(year)
        .ok()
        .filter(|year| YEARS.contains(year))?;
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year, month, u8::try_from(day).ok()?).ok()
}
