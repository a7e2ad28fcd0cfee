//! Numbers, times and names in words.

use std::time::Duration;

/// A number with thin spaces between thousands.
pub fn number(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut written = String::from(if number < 0 { "−" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            written.push('\u{202f}');
        }
        written.push(digit);
    }
    written
}

/// A number of pages: `1 page`, `12 pages`.
pub fn pages_in_words(pages: i64) -> String {
    match pages {
        1 => "1 page".to_owned(),
        _ => format!("{} pages", number(pages)),
    }
}

pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// Writes a choice for people: a method, or `model NAME`.
pub fn model_name(choice: &str) -> String {
    match choice.split_once(':') {
        Some((kind, name)) => format!("{kind} {name}"),
        None => choice.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(number(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(
            (number(0), number(999), number(-1000)),
            ("0".to_owned(), "999".to_owned(), "−1\u{202f}000".to_owned())
        );
        assert_eq!(
            (time(Duration::from_secs(59)), time(Duration::from_secs(3725))),
            ("59 s".to_owned(), "1 h 2 min".to_owned())
        );
    }
}
