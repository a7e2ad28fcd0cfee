//! Digits above or below the line: `10<sup>6</sup>` is no number 106, and `word<sup><a href=#fn1>1</a></sup>` no word.

use crate::page::prelude::*;
use crate::texts::words::is_listed;

/// Currencies behind a price.
const CURRENCIES: &str = "€ £ $ zł Kč kr EUR руб ₽";

/// Units that are raised to a power.
const UNITS: &str = "mm cm dm km nm µm μm ft";

/// How the digits of a text stand that may follow a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raised {
    /// As an exponent or an index, behind this sign.
    Behind(&'static str),
    /// As the sign of an exponent that is no number.
    Sign,
    /// As the mark of a note.
    Note,
    /// As the mark of a note behind another one, which is in brackets.
    NextNote,
    /// Behind the number of a note itself.
    BehindNumber,
}

/// Returns `true` if only one more element of a few characters follows.
fn is_before_exponent(first: &NodeRef<'_>) -> bool {
    first.next_sibling().is_some_and(|last| {
        let text = first_text(last);
        last.next_sibling().is_none() && text.is_some_and(|text| text.len() <= 4)
    })
}

impl Raised {
    /// Returns how the text of an element stands; `None` for one that is on the line.
    pub fn of(node: NodeRef<'_>) -> Option<Self> {
        let element = as_element(node)?;
        let name = match element.local() {
            names::SPAN => by_style(element.attr(names::STYLE)?)?,
            name => name,
        };
        match name {
            names::SUB => Some(Raised::Behind("_")),
            names::SUP => {
                let leads = |link: NodeRef<'_>| note_of(link).is_some();
                let is_alone = |link: &NodeRef<'_>| {
                    // The nodes of the link that are looked at.
                    let mut children = link.children().take(8);
                    children.all(|child| child.id() == node.id() || as_text(child).is_some_and(is_space))
                };
                let is_note =
                    || node.parent().filter(is_alone).is_some_and(leads) || node.first_child().is_some_and(leads);
                let behind = node.next_sibling().and_then(as_text).unwrap_or("");
                let first = node.first_child().filter(|first| first.next_sibling().is_some());
                let first = first.filter(is_before_exponent).and_then(as_text).unwrap_or("");
                Some(if is_note() {
                    Raised::Note
                } else if matches!(first, "-" | "−" | "–") {
                    Raised::Sign
                } else if CURRENCIES.split(' ').any(|currency| behind.trim_start().starts_with(currency)) {
                    Raised::Behind(".")
                } else if behind.starts_with(['/', '⁄', '∕']) {
                    // The numerator of `1<sup>1</sup>/<sub>2</sub>`.
                    Raised::Behind(" ")
                } else {
                    Raised::Behind("^")
                })
            }
            _ => None,
        }
    }

    /// Returns how the number in a link to a note stands, whatever element that is in; `None` for any other text. The
    /// marks in one `<sup>` stand alike: `has_mark` says whether the last one is in brackets.
    pub fn of_link(text: NodeRef<'_>, has_mark: bool) -> Option<Self> {
        let link = text.parent()?;
        let fragment = note_of(link)?;
        let around = link.parent().filter(|around| around.first_child().is_some_and(|first| first.id() != link.id()));
        if around.and_then(Self::of) == Some(Raised::Note) {
            return has_mark.then_some(Raised::NextNote);
        }
        let behind = Meaning::Footnote.behind(fragment)?;
        // `fnref1`, and not `notebook-2`.
        let letters = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        (letters <= 3 && behind.contains(|c: char| c.is_ascii_digit())).then_some(Raised::Note)
    }

    /// Returns what stands between the text before and a text, so that two numbers do not become one, and a word and the
    /// mark of a note neither. `before` is empty where white space stands between them.
    pub fn sign(self, before: &str, text: &str) -> Option<&'static str> {
        let unsigned = text.strip_prefix(['-', '−', '+']).unwrap_or(text);
        let number = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let joins = number.len() < before.len() && unsigned.starts_with(|c: char| c.is_ascii_digit());
        let is_power = &before[number.len()..] == "10";
        let is_price = || number.trim_end().ends_with(['$', '€', '£', '¥', '₹']);
        match self {
            Raised::Behind(".") if joins && text.len() != 2 => Some("^"),
            Raised::Behind("^") if joins && !is_power && is_price() => (text.len() == 2).then_some("."),
            Raised::Behind("^") if is_exponent(before, unsigned) => Some("^"),
            Raised::Behind(sign) if joins => Some(sign),
            Raised::Sign if before.ends_with(char::is_alphanumeric) => Some("^"),
            Raised::Note if is_number(text) && !before.is_empty() && !before.ends_with(BRACKETS) => Some("["),
            Raised::NextNote if is_number(text) && !before.ends_with(BRACKETS) => Some("["),
            Raised::BehindNumber if text.starts_with(char::is_alphanumeric) => Some(" "),
            _ => None,
        }
    }

    /// Returns how the text behind a text stands: that of a note has its number before it.
    pub fn behind(self, before: &str, text: &str) -> Option<Self> {
        (self == Raised::Note && before.is_empty() && is_number(text)).then_some(Raised::BehindNumber)
    }

    /// Returns what is left of it behind the end of an element.
    pub fn behind_end(self) -> Option<Self> {
        Some(self).filter(|raised| *raised == Raised::BehindNumber)
    }
}

/// Returns `true` for the exponent of a variable or a unit. Capitals may be the initials of an author.
fn is_exponent(before: &str, text: &str) -> bool {
    let rest = before.trim_end_matches(char::is_alphabetic);
    let base = &before[rest.len()..];
    let mut chars = base.chars();
    let is_letter = matches!((chars.next(), chars.next()), (Some('a'..='z' | 'α'..='ω' | 'R'), None));
    let is_unit = || is_listed(base, UNITS);
    text.len() <= 2 && is_number(text) && !rest.ends_with(['\'', '’']) && (is_letter || is_unit())
}

/// Returns the name of the element that would do what a style does.
fn by_style(style: &str) -> Option<Name> {
    let (_, value) = start_of_name(style).split_once("vertical-align")?;
    let value = value.trim_start().strip_prefix(':')?.trim_start();
    let is = |align: &str| value.get(..align.len()).is_some_and(|value| value.eq_ignore_ascii_case(align));
    if is("super") {
        Some(names::SUP)
    } else {
        is("sub").then_some(names::SUB)
    }
}

/// Returns `true` for a text that may be the number of a note.
pub fn is_number(text: &str) -> bool {
    (1..=4).contains(&text.len()) && are_digits(text)
}

/// Returns the fragment to which a link leads; `None` for any other node.
fn note_of(link: NodeRef<'_>) -> Option<&str> {
    let link = as_element(link).filter(|element| element.local() == names::A)?;
    link.attr(names::HREF)?.split_once('#').map(|(_, fragment)| fragment)
}

fn is_space(text: &str) -> bool {
    // Each raised text looks at what stands beside it, which may be the same long text.
    text.len() <= 256 && text.trim_start().is_empty()
}

/// What stands before a mark that has brackets.
const BRACKETS: [char; 8] = ['[', '(', '{', '［', '（', '【', '〔', '〖'];

#[cfg(test)]
mod tests {
    use crate::page::Page;

    #[test]
    fn numbers_do_not_join() {
        Page::check_texts(
            "
            4 x 10<sup>6</sup> litres => 4 x 10^6 litres
            10<sup>−6</sup>, 10<sup><i>12</i></sup> => 10^−6, 10^12
            10<span style='top:-4pt; vertical-align: super'><small>6</small></span> => 10^6
            10<span style='vertical-align:top'>6</span> => 106
            2<sup>−<em>n</em></sup>, Cl<sup>−</sup> => 2^−n, Cl−
            log<sub>10</sub>, 101<sub>2</sub> => log10, 101_2
            CO<sub>2</sub>, 1<sup>st</sup>, word<sup>2</sup>, it's<sup>2</sup> => CO2, 1st, word2, it's2
            m<sup>2</sup>, 5 km<sup>2</sup>, x<sup>2</sup>y<sup>−1</sup> => m^2, 5 km^2, x^2y^−1
            R<sup>2</sup>, Lee J<sup>2</sup>, n<sup>th</sup>, p<sup>123</sup> => R^2, Lee J2, nth, p123
            1<sup>1</sup>/<sub>2</sub> cups => 1 1/2 cups
            in 1990<sup><a href=#n>12</a></sup> => in 1990[12]
            in 1990<a href=#n><sup>3</sup></a>, word<sup><a href=#n>4</a></sup> => in 1990[3], word[4]
            // Word, LibreOffice and Substack; the note itself.
            word<a href=#_ftn3 name=_ftnref3>3</a>, x => word[3], x
            <p>word<a href=#sdfootnote1sym>1</a><p><a href=#sdfootnote1anc>1</a>The note. => word[1]||1 The note.
            word.<a href=#footnote-2>2</a> x <a href=#fn1>1</a>. y => word.[2] x 1. y
            word[<a href=#fn1>1</a>], page <a href=#p5>5</a>x => word[1], page 5x
            1990<sup>[3]</sup> => 1990[3]
            // Units, powers and prices in links.
            <a href=/km2#a>5 km<sup>2</sup></a>, x<sup><a href=/exp>2</a></sup> => 5 km^2, x^2
            $19<sup><a href=/buy>99</a></sup> => $19.99
            // All marks of one place, with the brackets that the page has.
            a<sup><a href=#f1>1</a>,<a href=#f2>2</a> <a href=#f3>3</a></sup> => a[1],[2] [3]
            a <sup><a href=#f1>1</a>,<a href=#f2>2</a></sup> => a 1,2
            a［<a href=#fn1>1</a>］, b【<a href=#fn2>2</a>】, c{<a href=#fn3>3</a>} => a［1］, b【2】, c{3}
            x:<a href=#notebook-2>2</a>, y:<a href=/news#notes>4</a>, z<a href=#fnref5>5</a> => x:2, y:4, z[5]
            $ 19<sup>99</sup>, $1<sup>5</sup> => $ 19.99, $15
            $10<sup>9</sup>, 19<sup>99</sup> zł, 3<sup>2</sup> € => $10^9, 19.99 zł, 3^2 €
            10 <sup>6</sup>7 => 10 67
            10<sup></sup>6 => 106",
        );
    }
}
