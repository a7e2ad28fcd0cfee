//! Prices as fields for prices have them.

/// The longest text that is read, in bytes.
const LONGEST: usize = 80;

/// Signs of one currency each.
const SIGNS: [(char, &str); 8] = [
    ('€', "EUR"),
    ('£', "GBP"),
    ('₹', "INR"),
    ('₽', "RUB"),
    ('₺', "TRY"),
    ('₩', "KRW"),
    ('₫', "VND"),
    ('₴', "UAH"),
];

/// Returns a price as a decimal number, without zeros at the end of its fraction: `1299.5`; `None` for a text with no
/// number or several.
///
/// A number alone is read as schema.org says, with a point before the fraction: `1.299`. Otherwise three digits behind
/// a single separator are thousands: `1,299`, `€ 1.299`.
pub fn price(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let number = &text[start..end];
    let (before, after) = (text[..start].trim_end(), &text[end..]);
    if before.ends_with(['-', '−', '.', ',']) || number.chars().any(|c| !is_part(c)) {
        return None;
    }
    let is_alone = before.is_empty() && after.is_empty();
    let last = number.rfind(['.', ',']);
    let fraction_at = last.filter(|at| {
        let separator = number.as_bytes()[*at];
        let digits = number.len() - at - 1;
        let same = number.bytes().filter(|byte| *byte == separator).count();
        let other = number.bytes().any(|byte| matches!(byte, b'.' | b',' | b'\'' | b' ') && byte != separator);
        match (same, digits) {
            (2.., _) => false,
            // 1,299.000 and 1.299,00
            _ if other => number[at + 1..].bytes().all(|byte| byte.is_ascii_digit()),
            (_, 3) => separator == b'.' && is_alone,
            _ => true,
        }
    });
    let (whole, fraction) = match fraction_at {
        Some(at) => (&number[..at], &number[at + 1..]),
        None => (number, ""),
    };
    if !is_grouped(whole) {
        return None;
    }
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    // The most digits of a price, so that a double holds it.
    if digits.len() + fraction.len() > 15 {
        return None;
    }
    let digits = if digits.is_empty() { "0" } else { digits };
    Some(if fraction.is_empty() {
        digits.to_owned()
    } else {
        format!("{digits}.{fraction}")
    })
}

fn is_part(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}')
}

/// Returns `true` for digits alone, or in groups: three in each, or two and three at the end, as in India.
fn is_grouped(whole: &str) -> bool {
    let groups: Vec<&str> = whole.split(|c: char| !c.is_ascii_digit()).collect();
    match groups.as_slice() {
        [_] => true,
        [first, between @ .., last] => {
            (1..=3).contains(&first.len())
                && last.len() == 3
                && between.iter().all(|group| matches!(group.len(), 2 | 3))
        }
        [] => false,
    }
}

/// Returns a currency by its code (ISO 4217) or by its sign, if only one has it.
pub fn currency(text: &str) -> Option<String> {
    let text = text.trim();
    let is_code = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_code {
        return Some(text.to_ascii_uppercase());
    }
    let mut signs = text.chars();
    let sign = signs.next().filter(|_| signs.as_str().is_empty())?;
    of_sign(sign)
}

/// Returns the currency that a price names: `12.99 USD`, `€ 12`.
pub fn currency_in(price: &str) -> Option<String> {
    if price.len() > LONGEST {
        return None;
    }
    let code = price
        .split(|c: char| !c.is_alphabetic())
        .find(|word| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()));
    code.map(str::to_owned).or_else(|| price.chars().find_map(of_sign))
}

fn of_sign(sign: char) -> Option<String> {
    let known = SIGNS.iter().find(|(known, _)| *known == sign);
    known.map(|(_, code)| (*code).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICE: &str = "12 => 12
1299.00 => 1299
1299.50 => 1299.5
1.299,00 => 1299
1,299.95 => 1299.95
1,299 => 1299
€ 1.299 => 1299
1.299 => 1.299
12,5 => 12.5
€ 12 => 12
12 € => 12
$1,299.00 USD => 1299
1 299,00 zł => 1299
1\u{a0}299 => 1299
CHF 1'299.- => 1299
1.299.000 ₫ => 1299000
Rs. 1,29,900.00 => -
INR 1,29,900.00 => 129900
0.00 => 0
0099 => 99
1,299.000 => 1299
from 12.99 => 12.99
12 - 15 => -
2 for $5 => -
-5 => -
1,2,3 => -
free => -
 => -
12345678901234567 => -";

    const CURRENCY: &str = "usd => USD
€ => EUR
$ => -
Euro => -
 => -";

    const CURRENCY_IN: &str = "12.99 USD => USD
€ 12 => EUR
$12 => -
RRP 12 => RRP";

    fn check(cases: &str, read: impl Fn(&str) -> Option<String>) {
        for line in cases.lines() {
            let (text, expected) = line.split_once(" => ").unwrap();
            assert_eq!(read(text).as_deref().unwrap_or("-"), expected, "{text}");
        }
    }

    #[test]
    fn prices_and_currencies() {
        check(PRICE, price);
        check(CURRENCY, currency);
        check(CURRENCY_IN, currency_in);
    }
}
