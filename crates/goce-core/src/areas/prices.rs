//! Prices in a page: texts with a number and a currency.

use std::ops::Range;

use super::start;
use crate::element_names::Meaning;
use crate::page::{Page, Tag};
use crate::texts::words::is_listed;

/// The most bytes of a price.
const LONGEST: usize = 60;

/// Currencies: signs, and words that stand beside the number.
const CURRENCIES: &str = "$ € £ ¥ ₹ ₽ ₩ ₫ zł kr CHF EUR USD GBP JPY CNY 元 円 R$ Rs руб Kč Ft lei TL ₺";

/// Returns `true` for a text node that is a price.
pub fn is_price_at(page: &Page, position: usize) -> bool {
    is_price(page.text_of(position..position + 1))
}

/// Returns the element or text node that holds the price of which a text node is the beginning, the whole or the number.
/// It is one of `nodes`, those of a record.
pub fn price_at(page: &Page, position: usize, nodes: &Range<usize>) -> Option<usize> {
    if is_price_at(page, position) {
        Some(price_element(page, position, nodes))
    } else {
        divided_price(page, position, nodes)
    }
}

/// Returns `true` for a short text with a number and a currency.
pub fn is_price(text: &str) -> bool {
    text.len() <= LONGEST
        && text.contains(|c: char| c.is_ascii_digit())
        && CURRENCIES.split(' ').any(|currency| {
            text.match_indices(currency).any(|(at, _)| {
                let (before, behind) = (&text[..at], &text[at + currency.len()..]);
                let is_sign = !currency.contains(char::is_alphabetic);
                let number = |c: char| c.is_ascii_digit();
                let beside = before.trim_end().ends_with(|c: char| number(c) || matches!(c, ',' | '.' | '-'))
                    || behind.trim_start().starts_with(number);
                let whole =
                    is_sign || !(before.ends_with(char::is_alphabetic) || behind.starts_with(char::is_alphabetic));
                beside && whole
            })
        })
}

/// Returns `true` for a price with nothing else: no unit, no condition.
pub fn is_price_alone(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '’' | '-');
    is_price(text) && text.split(is_number).all(|part| part.is_empty() || is_listed(part, CURRENCIES))
}

/// Returns the two elements around a node that are small enough for a price, with their texts.
fn small_around<'p>(page: &'p Page, position: usize, nodes: &Range<usize>) -> impl Iterator<Item = (usize, &'p str)> {
    let parent = |position: &usize| Some(page.parent(*position));
    let around = std::iter::successors(parent(&position), parent).take(2);
    let first = nodes.start;
    around
        .map(|element| (element, page.subtree(element), page.text_at(element)))
        .take_while(move |(element, around, text)| {
            *element >= first && around.len() <= 16 && text.len() <= LONGEST && !text.contains('\n')
        })
        .map(|(element, _, text)| (element, text))
}

/// Returns the smallest element with the whole price that a text node begins or is, and with no other price.
fn price_element(page: &Page, position: usize, nodes: &Range<usize>) -> usize {
    let mut best = position;
    for (element, text) in small_around(page, position, nodes) {
        // $ 3<sup>99</sup>
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
        let prices = page.subtree(element).filter(|node| page.tag(*node) == Tag::Text && is_price_at(page, *node));
        if digits(text) > digits(page.text_at(best)) && prices.count() == 1 {
            best = element;
        }
    }
    best
}

/// Returns the element that holds nothing but a price of which a text node is the number: `<bdi>64 <span>€</span></bdi>`.
/// The currency is a sign, or the element or the one around it is called a price: "2 TL" may be spoons.
fn divided_price(page: &Page, position: usize, nodes: &Range<usize>) -> Option<usize> {
    let number = page.text_of(position..position + 1).trim();
    let is_number = number.len() <= LONGEST
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '’'));
    let mut around = is_number.then(|| small_around(page, position, nodes)).into_iter().flatten();
    around.find_map(|(element, text)| {
        let (before, behind) = text.split_once(number)?;
        let currency = match (before.trim(), behind.trim()) {
            ("", currency) | (currency, "") => currency,
            _ => return None,
        };
        let is_named = || {
            let named = [element, page.parent(element)];
            named.into_iter().any(|element| Meaning::Price.is_said_by(start(page.class(element))))
        };
        let is_price = is_listed(currency, CURRENCIES) && (!currency.contains(char::is_alphabetic) || is_named());
        is_price.then_some(element)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices() {
        #[rustfmt::skip]
        const CASES: [&str; 8] = [
            "$3.99", "3,99 €", "€ 3", "CHF 12.50", "12 zł", "¥1,200", "from £20", "USD 5",
        ];
        for text in CASES {
            assert!(is_price(text), "{text}");
        }
        for text in ["3.99", "$", "kr", "4 krone", "2020", "EURO 2020 cup", "Save 20%"] {
            assert!(!is_price(text), "{text}");
        }
        for (text, expected) in [
            ("$3.99", true),
            ("1.299,50 €", true),
            ("CHF 12.-", true),
            ("Free shipping over $50", false),
            ("$10 / month", false),
        ] {
            assert_eq!(is_price_alone(text), expected, "{text}");
        }
    }
}
