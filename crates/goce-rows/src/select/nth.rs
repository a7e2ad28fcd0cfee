//! `An+B`, the argument of `:nth-child()` and its relatives (CSS Syntax, section 6).

use super::scanner::is_white;

/// The places `step × n + offset` for all n ≥ 0. Places count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth {
    step: i32,
    offset: i32,
}

impl Nth {
    pub const FIRST: Nth = Nth { step: 0, offset: 1 };

    /// Reads `odd`, `even`, `3`, `2n`, `-n + 3` and the like, without spaces around; `None` for anything else. A number
    /// beyond 32 bits becomes the nearest one.
    pub fn parse(text: &str) -> Option<Nth> {
        if text.eq_ignore_ascii_case("odd") {
            return Some(Nth { step: 2, offset: 1 });
        }
        if text.eq_ignore_ascii_case("even") {
            return Some(Nth { step: 2, offset: 0 });
        }
        let (sign, rest) = signed(text);
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &rest[..rest.len() - behind.len()];
        let Some(after) = behind.strip_prefix(['n', 'N']) else {
            let is_number = behind.is_empty() && !number.is_empty();
            return is_number.then(|| Nth {
                step: 0,
                offset: value(sign, number),
            });
        };
        let step = value(sign, if number.is_empty() { "1" } else { number });
        let after = after.trim_start_matches(is_white);
        if after.is_empty() {
            return Some(Nth { step, offset: 0 });
        }
        let (sign, number) = signed(after);
        let had_sign = number.len() < after.len();
        let number = number.trim_start_matches(is_white);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (had_sign && is_number).then(|| Nth {
            step,
            offset: value(sign, number),
        })
    }

    /// Returns `true` for a place that matches.
    pub fn matches(self, place: u32) -> bool {
        let (step, offset) = (i64::from(self.step), i64::from(self.offset));
        let beyond = i64::from(place) - offset;
        match step {
            0 => beyond == 0,
            _ => beyond % step == 0 && beyond / step >= 0,
        }
    }
}

/// Returns `true` for a minus sign, and the text behind the sign.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn value(is_negative: bool, digits: &str) -> i32 {
    // Digits can only fail to parse by being too many.
    let value = digits.parse().unwrap_or(i32::MAX);
    if is_negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<u32> {
        let nth = Nth::parse(text).unwrap();
        (1..=10).filter(|&place| nth.matches(place)).collect()
    }

    #[test]
    fn places_are_those_of_the_formula() {
        assert_eq!(places("odd"), [1, 3, 5, 7, 9]);
        assert_eq!(places("EVEN"), [2, 4, 6, 8, 10]);
        assert_eq!(places("3"), [3]);
        assert_eq!(places("+3"), [3]);
        assert!(places("-3").is_empty());
        assert!(places("0").is_empty());
        assert_eq!(places("n"), (1..=10).collect::<Vec<_>>());
        assert_eq!(places("3n"), [3, 6, 9]);
        assert_eq!(places("3n+1"), [1, 4, 7, 10]);
        assert_eq!(places("3N - 1"), [2, 5, 8]);
        assert_eq!(places("-n+ 3"), [1, 2, 3]);
        assert_eq!(places("-2n +5"), [1, 3, 5]);
        assert_eq!(places("n+9"), [9, 10]);
        assert_eq!(places("0n+4"), [4]);
        assert_eq!(places("99999999999n+2"), [2]);
        assert!(places("-99999999999n+99999999999").is_empty());
        assert_eq!(places("-n+99999999999"), (1..=10).collect::<Vec<_>>());
    }

    #[test]
    fn anything_else_is_no_formula() {
        for text in [
            "", "+", "-", "a", "1.5", "n+", "n 3", "2n3", "+ 3", "- n", "2 n", "n+ +3", "n++3", "oddly", "1n+2n", "３",
        ] {
            assert_eq!(Nth::parse(text), None, "{text}");
        }
    }
}
