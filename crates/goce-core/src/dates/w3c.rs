//! Dates of WARC records and feeds: the W3C's profile of ISO 8601.

use time::{Date, Month, UtcDateTime};

use crate::texts::words::are_digits;

/// Returns a WARC-Date as microseconds since 1970 in UTC, `None` if it is no date.
///
/// WARC 1.0 has `YYYY-MM-DDThh:mm:ssZ`; WARC 1.1 has the W3C profile of ISO 8601, from the year alone to
/// fractions of a second. Six digits of the fraction count. Without a month it is January, without a day the first,
/// without a time midnight. A leap second is the second after it.
pub fn microseconds(text: &str) -> Option<i64> {
    let mut rest = text.trim();
    let year = digits(&mut rest, 4)?;
    let month = two_digits_after(&mut rest, '-', 1)?;
    let day = two_digits_after(&mut rest, '-', 1)?;
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(i32::try_from(year).ok()?, month, u8::try_from(day).ok()?).ok()?;
    let days = date.to_julian_day() - UtcDateTime::UNIX_EPOCH.to_julian_day();
    let midnight = i64::from(days) * 86_400 * 1_000_000;
    if rest.is_empty() {
        return Some(midnight);
    }
    if !(skip(&mut rest, 'T') || skip(&mut rest, 't') || skip(&mut rest, ' ')) {
        return None;
    }
    let hour = digits(&mut rest, 2)?;
    skip(&mut rest, ':').then_some(())?;
    let minute = digits(&mut rest, 2)?;
    let second = two_digits_after(&mut rest, ':', 0)?;
    let fraction = if skip(&mut rest, '.') { fraction(&mut rest)? } else { 0 };
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let offset = zone(&mut rest)?;
    let seconds = (hour * 60 + minute - offset) * 60 + second;
    rest.is_empty().then_some(midnight + seconds * 1_000_000 + fraction)
}

/// Reads the minutes that a time zone is ahead of UTC, 0 without a time zone.
fn zone(rest: &mut &str) -> Option<i64> {
    if rest.is_empty() || skip(rest, 'Z') || skip(rest, 'z') {
        return Some(0);
    }
    let sign = if skip(rest, '-') { -1 } else { 1 };
    (sign < 0 || skip(rest, '+')).then_some(())?;
    let hours = digits(rest, 2)?;
    skip(rest, ':');
    let minutes = digits(rest, 2)?;
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
}

fn skip(rest: &mut &str, c: char) -> bool {
    let after = rest.strip_prefix(c);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

/// Reads two digits behind a character. Without the character the number is `without`.
fn two_digits_after(rest: &mut &str, c: char, without: i64) -> Option<i64> {
    if skip(rest, c) { digits(rest, 2) } else { Some(without) }
}

fn digits(rest: &mut &str, count: usize) -> Option<i64> {
    let (number, after) = rest.split_at_checked(count)?;
    *rest = after;
    let all = are_digits(number);
    all.then(|| number.parse().ok()).flatten()
}

/// Reads microseconds, from the digits behind the point.
fn fraction(rest: &mut &str) -> Option<i64> {
    let count = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = rest.split_at_checked(count)?;
    *rest = after;
    let six = number.bytes().chain(std::iter::repeat(b'0')).take(6);
    (count > 0).then(|| six.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn dates_of_both_versions_are_read() {
        for [text, expected] in cases(
            "
            1970-01-01T00:00:00Z => 0
            2000-01-01T00:00:00Z => 946684800000000
            2024-02-29T12:34:56Z => 1709210096000000
            2024-02-29T12:34:56.789Z => 1709210096789000
            2024-02-29T12:34:56.123456789Z => 1709210096123456
            2024-02-29T12:34Z => 1709210040000000
            2024-02-29 => 1709164800000000
            2024-02 => 1706745600000000
            2024 => 1704067200000000
            1969-12-31T23:59:59Z => -1000000
            2016-12-31T23:59:60Z => 1483228800000000
            2000-01-01T01:00:00+01:00 => 946684800000000
            2000-01-01T00:00:00-0130 => 946690200000000
            2000-01-01T00:00:00 => 946684800000000
            0000-01-01T00:00:00Z => -62167219200000000
            => -
            now => -
            20240229 => -
            2023-02-29T00:00:00Z => -
            2024-13-01 => -
            2024-00-01 => -
            2024-01-00 => -
            2024-01-01T24:00:00Z => -
            2024-01-01T00:60:00Z => -
            2024-01-01T00:00:00.Z => -
            2024-01-01T00:00:00Zx => -
            2024-01-01T => -
            ２０２４ => -
            +024-01-01 => -
            2024-01-01T00:00:00+1 => -",
        ) {
            let found = microseconds(text).map(|found| found.to_string());
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{text}");
        }
    }
}
