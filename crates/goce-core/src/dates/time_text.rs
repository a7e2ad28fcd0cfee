//! How lists and threads write times.

use super::{DayOrder, Moment};
use crate::texts::words::{are_digits, is_listed};

/// The most bytes of a text that is a time.
pub const LONGEST: usize = 100;

/// How a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimeForm {
    /// How long ago it was, or a day without its year: "3 weeks ago", "March 27".
    Loose,
    /// Numbers that may be day and month or month and day: 03/04/2021.
    Numbers,
    Day,
    /// A day and a time of day.
    Clock,
}

/// Words for days that are told from today, in lower case.
const DAYS: &str = "\
    yesterday,today,just now,gestern,heute,hier,aujourd'hui,aujourd’hui,ayer,hoy,ieri,oggi,ontem,\
    hoje,gisteren,вчера,сегодня,昨天,今天";

/// Words before how long ago it was, and behind it, in lower case.
const BEFORE: [&str; 4] = ["vor", "il y a", "hace", "há"];
const BEHIND: [&str; 6] = ["ago", "her", "fa", "atrás", "geleden", "назад"];

/// How units of time begin, in lower case, and words for one.
const UNITS: &str = "\
    second sec minute min hour hr day week month year yr sekunde stunde tag woche monat jahr seconde heure jour semaine mois \
    segundo minuto hora día semana mes año giorn settiman or mesi anno anni dia ano uur dag maand jaar weken сек мин час \
    день дн недел месяц год лет";
const ONE: &str = "a an ein eine einer einem einen un una une uno um uma een één";

/// Returns how a text writes a time; `None` for one that is no time or longer than [`LONGEST`].
pub fn form(text: &str) -> Option<TimeForm> {
    if text.len() > LONGEST || !text.contains(|c: char| c.is_numeric() || is_day_word(c)) {
        return None;
    }
    // Words of ASCII alone are no date.
    let may_be_date = !text.is_ascii() || text.contains(|c: char| c.is_ascii_digit());
    let whole = with_whole_year(text);
    let orders = [DayOrder::Unknown, DayOrder::DayFirst, DayOrder::MonthFirst];
    match may_be_date.then(|| Moment::of_text_in(&whole, orders)).flatten() {
        Some((DayOrder::Unknown, moment)) if moment.has_time() => return Some(TimeForm::Clock),
        Some((DayOrder::Unknown, _)) => return Some(TimeForm::Day),
        Some(_) => return Some(TimeForm::Numbers),
        None => {}
    }
    // Sentences say "3 weeks ago" too, so the text must be short.
    let is_short = text.split_whitespace().take(9).count() < 9 && text.len() <= 60;
    (is_short && (is_ago(text) || may_be_date && is_day_of_year(&whole))).then_some(TimeForm::Loose)
}

/// Returns `true` for a first letter of a time without digits, such as "yesterday".
fn is_day_word(c: char) -> bool {
    matches!(c, 'y' | 'Y' | 't' | 'T' | 'a' | 'A' | 'g' | 'h' | 'H' | 'G' | '昨' | '今' | 'в' | 'с' | 'В' | 'С')
}

fn is_ago(text: &str) -> bool {
    let lower = text.to_lowercase();
    let lower = lower.trim();
    let is_day = |word: &str| lower.strip_prefix(word).is_some_and(|rest| rest.is_empty() || has_clock(rest));
    if DAYS.split(',').any(is_day) {
        return true;
    }
    // 3天前
    if lower.ends_with('前') {
        return lower.contains(char::is_numeric)
            && lower.contains(['秒', '分', '时', '小', '天', '日', '周', '月', '年']);
    }
    if !BEFORE.iter().chain(&BEHIND).any(|word| lower.contains(word)) {
        return false;
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    // A stem has an ending of two letters at most.
    let is_unit =
        |word: &&&str| UNITS.split(' ').any(|unit| word.strip_prefix(unit).is_some_and(|end| end.chars().count() <= 2));
    let is_number = |word: &str| word.starts_with(|c: char| c.is_numeric()) || is_listed(word, ONE);
    (0..words.len()).any(|at| {
        let (before, behind) = words.split_at(at);
        let begins = |phrase: &str| {
            let length = phrase.split(' ').count();
            behind
                .get(..length)
                .is_some_and(|start| start.iter().copied().eq(phrase.split(' ')))
                .then_some(length)
        };
        // "vor etwa 3 Stunden"
        let is_behind =
            |length: usize| behind[length..].windows(2).take(3).any(|pair| is_number(pair[0]) && is_unit(&&pair[1]));
        BEHIND.contains(&words[at]) && at > 1 && before.last().filter(is_unit).is_some()
            || BEFORE.into_iter().filter_map(begins).any(is_behind)
    })
}

/// Returns `true` for a text with a time of day: 10:20.
pub fn has_clock(text: &str) -> bool {
    let is_clock = |four: &[u8]| matches!(four, [b'0'..=b'9', b':', b'0'..=b'9', b'0'..=b'9']);
    text.as_bytes().windows(4).any(is_clock)
}

/// Returns `true` for a day and a month without a year. With any year it is a date. The text has little else.
fn is_day_of_year(text: &str) -> bool {
    let text = text.trim();
    let with_year = format!("{text}, 2020");
    let numbers = text.split(|c: char| !c.is_numeric()).filter(|number| !number.is_empty()).count();
    text.starts_with(char::is_alphanumeric)
        // Portuguese has a month of the name: "4.6 out of 5".
        && (numbers <= 1 || has_clock(text))
        && text.split_whitespace().count() <= 5
        && (Moment::of_text(&with_year, DayOrder::Unknown).is_some() || is_month_of_year(text))
}

/// Returns `true` for "September 2019" and the like.
fn is_month_of_year(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(month), Some(year), None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    year.len() == 4 && are_digits(year) && Moment::of_text(&format!("1 {month} {year}"), DayOrder::Unknown).is_some()
}

/// Returns the time that a text states, in ISO 8601; `None` for one without a day.
pub fn moment(text: &str, order: DayOrder) -> Option<Moment> {
    Moment::of_text(&with_whole_year(text), order)
}

/// Returns the order of day and month if only one is possible for the numbers of a text.
pub fn order_of(text: &str) -> Option<DayOrder> {
    let whole = with_whole_year(text);
    let mut numbers = whole.split(|c: char| !c.is_ascii_digit() && !matches!(c, '/' | '-' | '.'));
    numbers.find_map(|date| {
        let mut parts = date.split(['/', '-', '.']);
        let (a, b, year) = (parts.next()?, parts.next()?, parts.next()?);
        let (a, b): (u8, u8) = (a.parse().ok()?, b.parse().ok()?);
        match (year.len(), a, b) {
            (4, 13..=31, 1..=12) => Some(DayOrder::DayFirst),
            (4, 1..=12, 13..=31) => Some(DayOrder::MonthFirst),
            _ => None,
        }
    })
}

/// Returns a text with all years in four digits: 26/05/20, 21-Nov-19, Jun 18 '05. Years below 70 are of this century.
pub(super) fn with_whole_year(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut parts = 0;
    let mut separator = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            let letters = rest.chars().take_while(|c| c.is_alphabetic()).count();
            if letters > 0 {
                let end = rest.char_indices().nth(letters).map_or(rest.len(), |(at, _)| at);
                // The month may be a word: 21-Nov-19.
                let is_part = parts == 1 && (3..=9).contains(&letters) && separator == Some('-');
                parts = if is_part { 2 } else { 0 };
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            match c {
                '.' | '/' | '-' if parts == 1 => separator = Some(c),
                '.' | '/' | '-' if parts == 2 && separator == Some(c) => {}
                '\'' | '’' => (parts, separator) = (2, Some(c)),
                _ => (parts, separator) = (0, None),
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (number, after) = rest.split_at(digits);
        let goes_on = after.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let ends = !(after.starts_with(':') || after.starts_with(['/', '-', '.', ',']) && goes_on);
        if digits == 2 && parts == 2 && separator.is_some() && ends {
            let year: u32 = number.parse().unwrap_or(0);
            out.push_str(if year < 70 { "20" } else { "19" });
            (parts, separator) = (0, None);
        } else if digits <= 2 && (parts == 0 || (parts == 1 && separator.is_some())) {
            parts += 1;
        } else {
            (parts, separator) = (0, None);
        }
        out.push_str(number);
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn years_of_two_digits() {
        for [text, whole] in cases(
            "
            26/05/20 => 26/05/2020
            29.01.19 => 29.01.2019
            Thu 21-Nov-19 10:53:49 => Thu 21-Nov-2019 10:53:49
            Sat, Jun 18 '05, 10:24 AM => Sat, Jun 18 '2005, 10:24 AM
            05.01.12 11:27 => 05.01.2012 11:27
            31.12.99 => 31.12.1999
            2020-05-03 => 2020-05-03
            03.05.2020, 10:20:30 => 03.05.2020, 10:20:30
            1.2.33.4 => 1.2.33.4",
        ) {
            assert_eq!(with_whole_year(text), whole);
        }
    }

    #[test]
    fn forms() {
        for [text, expected] in cases(
            "
            Nov 7, 2013 => Day
            » Sun Jul 28, 2013 11:59 am => Clock
            4 December 2016 at 12:11AM => Clock
            26/05/20 => Day
            10-04-2017, 11:00 AM => Numbers
            9. März 2020 => Day
            20. Apr 2004, 00:17 => Clock
            3 weeks ago => Loose
            1 Jahr 2 Tage her => Loose
            vor 3 Stunden => Loose
            il y a 2 jours => Loose
            hace 5 días => Loose
            3天前 => Loose
            Yesterday at 10:20 => Loose
            an hour ago => Loose
            vor etwa einer Stunde => Loose
            2 дня назад => Loose
            5 dagen geleden => Loose
            Lincoln County Heritage Trust => -
            Zwei Monate vor der Landtagswahl => -
            Her alarming secret of 1 minute => -
            4.6 out of 5 => -
            Years ago I wrote a book => -
            March 27 => Loose
            September 2019 => Loose
            #12 => -
            Posts: 1455 => -
            Antworten: 12 => -
            Page 2 of 10 => -
             => -",
        ) {
            let found = form(text).map(|form| format!("{form:?}"));
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{text}");
        }
    }

    #[test]
    fn orders() {
        assert_eq!(order_of("10-31-2017, 01:56 PM"), Some(DayOrder::MonthFirst));
        assert_eq!(order_of("26/05/20"), Some(DayOrder::DayFirst));
        assert_eq!(order_of("10-04-2017"), None);
    }
}
