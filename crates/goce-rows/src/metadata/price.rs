//! Prices as fields for prices have them.

use crate::pairs;
use goce_core::texts::words::paired;

/// The longest text that is read, in bytes.
const LONGEST: usize = 80;

/// Signs of one currency each, and words.
const SIGNS: &str = "\
    € EUR, £ GBP, ₹ INR, ₽ RUB, ₺ TRY, TL TRY, ₩ KRW, 원 KRW, 円 JPY, \
    ₫ VND, ₴ UAH, zł PLN, Kč CZK, Ft HUF, R$ BRL";

/// The sign that Japan and China share.
const YEN_OR_YUAN: [char; 2] = ['¥', '￥'];

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
    paired(SIGNS, text).map(str::to_owned)
}

/// Returns the currency that a price on a page in a language names, where that is the language's alone, or else what
/// [`currency_in`] returns.
pub fn currency_on(price: &str, language: &str) -> Option<String> {
    let is_japanese = language.split(['-', '_']).next().is_some_and(|language| language.eq_ignore_ascii_case("ja"));
    let found = currency_in(price);
    found.or_else(|| (is_japanese && price.contains(YEN_OR_YUAN)).then(|| "JPY".to_owned()))
}

/// Returns the currency that a price names: `12.99 USD`, `€ 12`.
pub fn currency_in(price: &str) -> Option<String> {
    if price.len() > LONGEST {
        return None;
    }
    let code = price
        .split(|c: char| !c.is_alphabetic())
        .find(|word| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()));
    let of_sign = || pairs(SIGNS).find(|(sign, _)| has_sign(price, sign)).map(|(_, code)| code);
    code.or_else(of_sign).map(str::to_owned)
}

/// Returns `true` for a text with a sign, or with a word that is no part of another one.
fn has_sign(text: &str, sign: &str) -> bool {
    text.match_indices(sign).any(|(at, _)| {
        let begins_apart = !sign.starts_with(char::is_alphabetic) || !text[..at].ends_with(char::is_alphabetic);
        let behind = &text[at + sign.len()..];
        begins_apart && (!sign.ends_with(char::is_alphabetic) || !behind.starts_with(char::is_alphabetic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

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
12,800円（税込） => 12800
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
円 => JPY
TL => TRY
 => -";

    const CURRENCY_IN: &str = "12.99 USD => USD
€ 12 => EUR
$12 => -
12,800円（税込） => JPY
12,800원 => KRW
129,90 zł => PLN
R$ 1.299,90 => BRL
AR$ 12 => -
1.299,50 TL => TRY
2 TLC => TLC
1 299 kr => -
￥12 => -
RRP 12 => RRP";

    #[test]
    fn prices_and_currencies() {
        expect(PRICE, price);
        expect(CURRENCY, currency);
        expect(CURRENCY_IN, currency_in);
        for (text, language, expected) in [("￥12", "ja-JP", "JPY"), ("¥12", "zh", "-"), ("€12", "ja", "EUR")] {
            assert_eq!(currency_on(text, language).as_deref().unwrap_or("-"), expected, "{text} {language}");
        }
    }
}
