//! Dates of feeds: RFC 3339 and the W3C's profile of ISO 8601, RFC 822, and what is written instead.

use crate::prelude::*;
use goce_core::dates::month;
use goce_core::dates::w3c::microseconds;
use goce_core::texts::words::paired;

/// Zones that feeds name beside those of RFC 822, with the offset from UTC.
const ZONES: &str = "\
    CET +0100, CEST +0200, MEZ +0100, MESZ +0200, EET +0200, EEST +0300, WET +0000, WEST +0100, \
    BST +0100, MSK +0300, JST +0900, KST +0900";

/// Returns a date in microseconds since 1970; `None` if it cannot be read. Without a time it is midnight; without a zone,
/// or with one that is not known, the time is UTC.
pub fn instant(text: &str) -> Option<i64> {
    let text = text.trim();
    // The longest date that is read, in bytes.
    if text.is_empty() || text.len() > 100 {
        return None;
    }
    if let Some(instant) = microseconds(text) {
        return Some(instant);
    }
    // 03-May-21, as in RFC 850, are three words.
    let is_day = |word: &str| word.split('-').nth(1).is_some_and(|name| month(&name.to_lowercase()).is_some());
    let words = text.split_ascii_whitespace().flat_map(|word| word.split(if is_day(word) { '-' } else { ' ' }));
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    // Mon, 03 May 21: the year of RFC 822 has two digits.
    for at in 2..words.len() {
        let is_date = is_number(&words[at - 2], 1..=2) && is_number(&words[at], 2..=2);
        let name = words[at - 1].trim_end_matches('.').to_lowercase();
        if is_date && month(&name).is_some() {
            let century = if words[at].as_str() < "70" { "20" } else { "19" };
            words[at].insert_str(0, century);
            break;
        }
    }
    if let Some(last) = words.last_mut() {
        let named = paired(ZONES, &last.to_ascii_uppercase()).map(str::to_owned);
        if let Some(offset) = named.or_else(|| offset_of_hours(last)) {
            *last = offset;
        }
    }
    Moment::of_value(&words.join(" "), DayOrder::Unknown).map(|moment| moment.microseconds())
}

/// Returns the offset of `GMT+2` as RFC 822 writes it.
fn offset_of_hours(zone: &str) -> Option<String> {
    let at = zone.find(['+', '-'])?;
    let (name, hours) = zone.split_at(at);
    let is_utc = ["", "GMT", "UTC"].iter().any(|utc| name.eq_ignore_ascii_case(utc));
    let (sign, hours) = hours.split_at(1);
    (is_utc && is_number(hours, 1..=2)).then(|| format!("{sign}{hours:0>2}00"))
}

fn is_number(word: &str, digits: std::ops::RangeInclusive<usize>) -> bool {
    digits.contains(&word.len()) && are_digits(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::OffsetDateTime;

    const DATES: &str = "Mon, 03 May 2021 10:00:00 +0200 => 2021-05-03 8:00:00.0
Mon, 3 May 21 10:00 GMT => 2021-05-03 10:00:00.0
03 May 2021 10:00:00 EST => 2021-05-03 15:00:00.0
Mon, 03 May 2021 10:00:00 CEST => 2021-05-03 8:00:00.0
Mon, 03 May 2021 => 2021-05-03 0:00:00.0
Monday, 03 May 2021 10:00:00 => 2021-05-03 10:00:00.0
Mon May  3 10:00:00 2021 => 2021-05-03 10:00:00.0
2021-05-03T10:00:00Z => 2021-05-03 10:00:00.0
 2021-05-03T10:00:00.25+02:00\t => 2021-05-03 8:00:00.25
2021-05-03 10:00:00 +0200 => 2021-05-03 8:00:00.0
2021-05-03 => 2021-05-03 0:00:00.0
2021-05 => 2021-05-01 0:00:00.0
1620036000 => 2021-05-03 10:00:00.0
Mon,03 May 2021 10:00:00 GMT => 2021-05-03 10:00:00.0
Mon, 03-May-2021 10:00:00 GMT => 2021-05-03 10:00:00.0
Monday, 03-May-21 10:00:00 GMT => 2021-05-03 10:00:00.0
Mon, 3 May 2021 10:00:00 +02:00 => 2021-05-03 8:00:00.0
Mon, 3 May 2021 12:00:00 GMT+2 => 2021-05-03 10:00:00.0
Mon, 3 May 2021 7:30:00 UTC-02 => 2021-05-03 9:30:00.0
Mon, 3 May 2021 12:00:00 UTC+0200 => 2021-05-03 10:00:00.0
Mon, 3 May 2021 4:05 PM EST => 2021-05-03 21:05:00.0
Mon, 3 Sept 2021 10:00:00 Z => 2021-09-03 10:00:00.0
Mo, 03 Mai 2021 10:00:00 +0200 => 2021-05-03 8:00:00.0
lun., 03 mai 2021 10:00:00 +0200 => 2021-05-03 8:00:00.0
May 3, 2021 10:00:00 AM => 2021-05-03 10:00:00.0
Monday, May 3, 2021 - 10:00 => 2021-05-03 10:00:00.0
2021-05-03T10:00Z => 2021-05-03 10:00:00.0
2021-05-03T10:00:00+0200 => 2021-05-03 8:00:00.0
2021-05-03T10:00:00 +02:00 => 2021-05-03 8:00:00.0
2021-05-03 10:00:00 UTC => 2021-05-03 10:00:00.0
2021-05-03T10:00:00.000000000Z => 2021-05-03 10:00:00.0
2021-5-3T10:00:00Z => 2021-05-03 10:00:00.0
20210503T100000Z => 2021-05-03 10:00:00.0
20210503 => 2021-05-03 0:00:00.0
2021/05/03 10:00:00 => 2021-05-03 10:00:00.0
1620036000000 => 2021-05-03 10:00:00.0";

    #[test]
    fn dates_of_feeds() {
        let read = |text: &str| {
            let found = OffsetDateTime::from_unix_timestamp_nanos(i128::from(instant(text)?) * 1000).unwrap();
            Some(found.to_string().replace(" +00:00:00", ""))
        };
        expect(DATES, read);
        assert_eq!(instant(" 2021-05-03\t"), instant("2021-05-03"));
        for text in ["", "yesterday", "0000-00-00", "Mon, 31 Feb 2021 10:00:00 GMT", "x y z"] {
            assert_eq!(instant(text), None, "{text}");
        }
    }
}
