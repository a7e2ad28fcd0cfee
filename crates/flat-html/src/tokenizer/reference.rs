//! Character references (HTML standard, from 13.2.5.72 "character reference state" on).

use crate::ParseError;
use crate::entities::NAMED;

use super::{Sink, Tokenizer};

/// The text that a character reference stands for.
pub(super) enum Reference {
    Named(&'static str),
    Numeric([u8; 4], usize),
}

impl Reference {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Reference::Named(text) => text,
            // The bytes are one character, so they are UTF-8 and the default is never taken.
            Reference::Numeric(bytes, length) => std::str::from_utf8(&bytes[..*length]).unwrap_or_default(),
        }
    }
}

/// The characters for the numbers 0x80 to 0x9F ("numeric character reference end state"): controls in Unicode, so the
/// standard takes those of windows-1252.
const C1: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}', '\u{2030}',
    '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}',
    '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}',
    '\u{17e}', '\u{178}',
];

impl<'p, 't, S: Sink<'t>> Tokenizer<'p, S> {
    /// Reads the character reference that begins here with `&` and moves behind it. If there is none it does not move.
    pub(super) fn reference(&mut self, in_attribute: bool) -> Option<Reference> {
        self.charge(32);
        match self.byte(self.at + 1)? {
            b'#' => self.numeric(),
            byte if byte.is_ascii_alphanumeric() => self.named(in_attribute),
            _ => None,
        }
    }

    fn named(&mut self, in_attribute: bool) -> Option<Reference> {
        let rest = &self.page.as_bytes()[self.at + 1..];
        let (length, text) = longest(rest)?;
        let follows = rest.get(length);
        if in_attribute
            && rest[length - 1] != b';'
            && follows.is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric())
        {
            return None;
        }
        self.at += 1 + length;
        Some(Reference::Named(text))
    }

    fn numeric(&mut self) -> Option<Reference> {
        let mut at = self.at + 2;
        let base = match self.byte(at) {
            Some(b'x' | b'X') => {
                at += 1;
                16
            }
            _ => 10,
        };
        let digits = at;
        let mut number: u32 = 0;
        while let Some(digit) = self.byte(at).and_then(|byte| char::from(byte).to_digit(base)) {
            // A number too large for `u32` is no character either.
            number = number.saturating_mul(base).saturating_add(digit);
            at += 1;
            self.charge(1);
        }
        if at == digits {
            return None;
        }
        self.at = at + usize::from(self.byte(at) == Some(b';'));
        let character = match number {
            0 => '\u{fffd}',
            0x80..=0x9f => C1[number as usize - 0x80],
            _ => char::from_u32(number).unwrap_or('\u{fffd}'),
        };
        let mut bytes = [0; 4];
        let length = character.encode_utf8(&mut bytes).len();
        Some(Reference::Numeric(bytes, length))
    }

    /// Reads the `&` that stands here in an attribute's value.
    pub(super) fn reference_in_value(&mut self) -> Result<(), ParseError> {
        match self.reference(true) {
            Some(reference) => self.push_value(reference.as_str()),
            None => {
                self.at += 1;
                self.push_value("&")
            }
        }
    }
}

/// The names that most references of pages have. No longer name begins with one, because a name ends with its `;`.
const FREQUENT: [(&str, &str); 6] = [
    ("amp;", "&"),
    ("quot;", "\""),
    ("nbsp;", "\u{a0}"),
    ("lt;", "<"),
    ("gt;", ">"),
    ("apos;", "'"),
];

/// The place of the first name that begins with each byte of ASCII, or with a greater one.
static FIRST: [u16; 129] = {
    let mut first = [0; 129];
    let (mut byte, mut place) = (0, 0);
    while byte < first.len() {
        while place < NAMED.len() && (NAMED[place].0.as_bytes()[0] as usize) < byte {
            place += 1;
        }
        first[byte] = place as u16;
        byte += 1;
    }
    first
};

/// Returns the length of the longest name at the start of a text, and what the name stands for.
fn longest(text: &[u8]) -> Option<(usize, &'static str)> {
    if let Some((name, stands_for)) = FREQUENT.iter().find(|(name, _)| text.starts_with(name.as_bytes())) {
        return Some((name.len(), stands_for));
    }
    let first = usize::from(*text.first().filter(|byte| byte.is_ascii())?);
    let mut names = &NAMED[usize::from(FIRST[first])..usize::from(FIRST[first + 1])];
    let mut found = None;
    // All names have two bytes at least.
    for (length, byte) in text.iter().enumerate().skip(1) {
        let byte_of = |name: &str| name.as_bytes().get(length).copied();
        // A name that ends before this place has no byte here, and sorts first.
        let from = names.partition_point(|(name, _)| byte_of(name) < Some(*byte));
        let to = from + names[from..].partition_point(|(name, _)| byte_of(name) == Some(*byte));
        names = &names[from..to];
        let Some((name, text)) = names.first() else {
            break;
        };
        if name.len() == length + 1 {
            found = Some((name.len(), *text));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cases;

    #[test]
    fn the_longest_name_counts() {
        for [page, expected] in cases(
            "
            amp;x => 4 &
            ampx => 3 &
            noti => 3 ¬
            notin; => 6 ∉
            notit; => 3 ¬
            am => -
            CounterClockwiseContourIntegral; => 32 ∳",
        ) {
            let found = longest(page.as_bytes()).map(|(length, text)| format!("{length} {text}"));
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{page}");
        }
        assert_eq!(longest(b""), None);
    }

    #[test]
    fn names_are_sorted_and_each_is_found() {
        assert!(NAMED.is_sorted_by(|a, b| a.0.as_bytes() < b.0.as_bytes()));
        for (name, text) in &NAMED {
            assert!(name.len() > 1);
            assert_eq!(longest(name.as_bytes()), Some((name.len(), *text)));
        }
        assert!(FREQUENT.iter().all(|name| NAMED.contains(name)));
    }
}
