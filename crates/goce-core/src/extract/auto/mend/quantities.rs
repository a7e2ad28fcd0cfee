//! Quantities: what an ingredient, a part or a fact has, in any language.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Where the number of a quantity stands in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// At the beginning: "200 g flour".
    First,
    /// At the end: "Flour 200 g".
    Last,
}

impl Quantity {
    /// Reads where the quantity of a short text stands; `None` for a text without one. Prices, shares, years and times
    /// of the day are none.
    pub fn read(text: &str) -> Option<Quantity> {
        // Beside the number stand two letters at least.
        let second = text.chars().filter(|c| c.is_alphabetic()).nth(1);
        if second.is_none() || text.contains(is_of_money) || has_year_or_clock(text) {
            return None;
        }
        let start = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '#');
        let behind = start.trim_start_matches(is_of_number);
        if start.starts_with(char::is_numeric) && !behind.starts_with(':') {
            return Some(Quantity::First);
        }
        let whole = text.trim_end_matches(|c: char| !c.is_alphanumeric());
        // A unit at the end has five letters at most, and two characters between it and the number.
        let end = without_last(whole, 5, char::is_alphabetic);
        let has_unit = end.len() < whole.len();
        let end = without_last(end, 2, |c| !c.is_alphanumeric());
        // "Comments: 3" and "Comments (3)" are counts, and lines that end with numbers are ratings.
        let before = end.trim_end_matches(is_of_number).trim_end();
        let is_count = !has_unit && (before.ends_with([':', '(', '[']) || text.contains('\n'));
        let is_last = end.ends_with(char::is_numeric) && !is_count;
        is_last.then_some(Quantity::Last)
    }
}

/// Returns the whole number that a text begins with.
pub fn first_number(text: &str) -> Option<u32> {
    let start = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = start.find(|c: char| !c.is_ascii_digit()).unwrap_or(start.len());
    start[..end].parse().ok()
}

/// Returns a text without its last characters of a kind, `most` of them at most.
fn without_last(text: &str, most: usize, is_one: impl Fn(char) -> bool) -> &str {
    let mut left = most;
    text.trim_end_matches(|c| {
        let goes = left > 0 && is_one(c);
        left -= usize::from(goes);
        goes
    })
}

fn is_of_number(c: char) -> bool {
    c.is_numeric() || matches!(c, '.' | ',' | '/')
}

/// Returns `true` for the sign of a currency or of a share.
fn is_of_money(c: char) -> bool {
    c == '%' || !c.is_ascii_alphanumeric() && c.general_category() == GeneralCategory::CurrencySymbol
}

/// Returns `true` for a text with four digits that are a year of the last or this century, or with a time of the day.
fn has_year_or_clock(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number = &rest[start..];
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let behind = &number[end..];
        let is_year = end == 4 && (number.starts_with("19") || number.starts_with("20"));
        let is_clock = behind.strip_prefix(':').is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_digit()));
        if is_year || is_clock {
            return true;
        }
        rest = behind;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn quantities() {
        assert_eq!(Quantity::read(""), None);
        for [text, expected] in cases(
            "
            200 g flour => Some(First)
            ½ dl mjölk => Some(First)
            • 2 æg => Some(First)
            1/2 tsp salt => Some(First)
            1,5 dl vatten => Some(First)
            2 本 ねぎ => Some(First)
            Latte intero 200 ml => Some(Last)
            Tuorli 3 => Some(Last)
            鶏モモ肉 500g => Some(Last)
            Panna fresca (150 ml) => Some(Last)
            Weight: 3 kg => Some(Last)
            12 => None
            3 g => None
            $5 for two => None
            € 12 a month => None
            20 % off => None
            2012 Superb Car => None
            12:30 News => None
            Posted 4 May 2012 => None
            #1 email marketing => None
            3: The end => None
            Flour => None
            Flour 200 grammes => None
            Flour of 3 different kinds => None",
        ) {
            assert_eq!(format!("{:?}", Quantity::read(text)), expected, "{text}");
        }
    }

    #[test]
    fn first_numbers() {
        for [text, number] in cases(
            "
            12. Twelve => Some(12)
            # 3 => Some(3)
            ½ => None
            One => None
            99999999999 => None",
        ) {
            assert_eq!(format!("{:?}", first_number(text)), number, "{text}");
        }
    }
}
