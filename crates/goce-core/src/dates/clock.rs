//! Times of day after a date, and their offsets from UTC.

use time::{Time, UtcOffset};

use super::months::is_afternoon;
use super::tokens::{Token, phrase_at};
use crate::texts::words::{is_listed, paired};

/// Returns the time of day near the start of tokens, and its offset from UTC.
pub fn time_in(tokens: &[Token]) -> (Option<Time>, Option<UtcOffset>) {
    use Token::{Number, Sign, Word};
    // Up to three tokens stand between a date and its time: "at", "um", "T", a comma.
    for start in 0..=tokens.len().min(3) {
        let at = &tokens[start..];
        let (hour, minute, second, mut length) = match at {
            [
                Number(h, 1 | 2),
                Sign(':'),
                Number(m, 1 | 2),
                Sign(':'),
                Number(s, 1 | 2),
                ..,
            ] => (*h, *m, *s, 5),
            [Number(h, 1 | 2), Sign(':'), Number(m, 2), ..] => (*h, *m, 0, 3),
            // kl. 10.07, 10.07 Uhr: other numbers with a point are none.
            [Number(h, 1 | 2), Sign('.'), Number(m, 2), rest @ ..]
                if rest.first().is_some_and(|word| is_word(word, CLOCKS))
                    || is_behind_clock_word(&tokens[..start]) && !is_amount(rest) =>
            {
                (*h, *m, 0, 3)
            }
            // 10h07, 10時07分
            [Number(h, 1 | 2), Word(of), Number(m, 2), Word(minutes), ..] if is_hour(of) && minutes != of => {
                (*h, *m, 0, 4)
            }
            [Number(h, 1 | 2), Word(of), Number(m, 2), ..] if is_hour(of) => (*h, *m, 0, 3),
            // 20210503T100000
            [Number(hms, 6), ..] if start == 1 => (hms / 10_000, hms / 100 % 100, hms % 100, 1),
            _ => continue,
        };
        // A fraction of a second.
        if let Some([Sign('.' | ','), Number(..)]) = at.get(length..length + 2) {
            length += 2;
        }
        let rest = &at[length..];
        let (half, rest) = half_of_day(rest);
        // 오후 3:20
        let before = start.checked_sub(1).and_then(|before| tokens.get(before));
        let half = half.or_else(|| match before? {
            Word(word) => is_afternoon(word),
            _ => None,
        });
        let hour = match (half, hour) {
            (Some(false), 12) => 0,
            (Some(true), 1..=11) => hour + 12,
            (_, hour) => hour,
        };
        // A leap second is read as the 59th.
        let [hour, minute, second] =
            [hour, minute, second.min(59)].map(|number| u8::try_from(number).unwrap_or(u8::MAX));
        return match Time::from_hms(hour, minute, second) {
            Ok(time) => (Some(time), offset_at(rest)),
            Err(_) => (None, None),
        };
    }
    (None, None)
}

/// Words before times with a point between hours and minutes, and behind them, in small letters and without accents.
const BEFORE_POINTS: &str = "at kl klo klokken klokka kello kell pukul pkl jam um ore alle om ob saat στις";
const CLOCKS: &str = "uhr uur h hs hrs wib wita wit น am pm bst gmt cet cest";

/// Returns `true` for what stands before a time with a point: one of those words, and no other number.
fn is_behind_clock_word(before: &[Token]) -> bool {
    let is_number = |token: &Token| matches!(token, Token::Number(..));
    before.iter().any(|word| is_word(word, BEFORE_POINTS)) && !before.iter().any(is_number)
}

/// Returns `true` for what stands behind the first two numbers of a date or a version, and behind a price or a share.
fn is_amount(rest: &[Token]) -> bool {
    use Token::{Number, Sign};
    matches!(
        rest,
        [Sign('.'), Number(..), ..]
            | [
                Sign('%' | '‰' | '€' | '$' | '£' | '¥' | '₽' | '₴' | '₺' | '₹' | '₩'),
                ..
            ]
    )
}

fn is_word(token: &Token, words: &str) -> bool {
    matches!(token, Token::Word(word) if is_listed(word, words))
}

/// Returns `true` for a word between hours and minutes.
fn is_hour(word: &str) -> bool {
    is_listed(word, "h 時 时 點 点 시 ч")
}

/// Reads the half of a day: returns `true` for the afternoon, and the tokens that follow.
fn half_of_day(tokens: &[Token]) -> (Option<bool>, &[Token]) {
    let named = phrase_at(tokens, |phrase| match phrase {
        "a m" => Some(false),
        "p m" => Some(true),
        phrase => is_afternoon(phrase),
    });
    let Some((half, length)) = named else {
        return (None, tokens);
    };
    let rest = &tokens[length..];
    let point = usize::from(matches!(rest.first(), Some(Token::Sign('.'))));
    (Some(half), &rest[point..])
}

/// Zones by name: UTC's own and those of RFC 5322, section 4.3, in hours.
const ZONES: &str = "z 0, utc 0, gmt 0, est -5, edt -4, cst -6, cdt -5, mst -7, mdt -6, pst -8, pdt -7";

/// Returns the offset from UTC at the start of tokens.
fn offset_at(tokens: &[Token]) -> Option<UtcOffset> {
    use Token::{Number, Sign, Word};
    let named = |name: &str| paired(ZONES, name)?.parse().ok();
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
    let of = |number: u64| i8::try_from(number).ok().map(|number| if sign == '+' { number } else { -number });
    if hours > 14 || minutes > 59 {
        return None;
    }
    UtcOffset::from_hms(of(hours)?, of(minutes)?, 0).ok()
}
