//! The classes and ids that a page has. Most rules of a style sheet are about others: they are put aside unread.

use memchr::memchr;

use super::sieve::{Sieve, place, places};
use crate::page::prelude::*;
use crate::texts::memo::Memo;

/// The classes and ids of all elements of a page.
#[derive(Debug, Default)]
pub struct PageNames {
    pub sieve: Sieve<64>,
}

/// What a byte of a selector says. Bytes of names are none of these.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Name,
    /// What follows is a class or an id.
    Key,
    Comma,
    /// A combinator, or white space.
    Between,
    /// A selector that has it is not read: a state, an attribute, a sibling, a function.
    Unread,
    /// An escape, a comment: a parser decides.
    Hard,
}

use Sign::*;

const SIGNS: [Sign; 256] = {
    let mut signs = [Unread; 256];
    let mut byte = 0;
    while byte < 256 {
        signs[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | 128.. => Name,
            b'.' | b'#' => Key,
            b',' => Comma,
            b' ' | b'\n' | b'\t' | b'\r' | b'\x0c' | b'>' | b'*' => Between,
            b'\\' | b'/' | b'<' | 0 => Hard,
            _ => Unread,
        };
        byte += 1;
    }
    signs
};

/// Returns `true` for a byte of a name.
#[inline]
pub fn is_of_name(byte: u8) -> bool {
    SIGNS[usize::from(byte)] == Name
}

impl PageNames {
    /// Returns the names of a page.
    pub fn of(tree: &Tree) -> Self {
        let mut found = PageNames::default();
        let mut seen = Memo::default();
        let mut countdown = Countdown::new(CHECK_BYTES);
        for attribute in tree.attributes() {
            // What an attribute takes, in bytes.
            countdown.charge(8);
            match attribute.local() {
                names::CLASS => {
                    let value = attribute.value();
                    countdown.charge(value.len());
                    seen.get_or_find(value, |value| places(value).for_each(|(place, _)| found.sieve.add(place)));
                }
                names::ID => found.sieve.add(place(attribute.value().trim().as_bytes())),
                _ => {}
            }
        }
        found
    }

    /// Returns `false` only if no selector of a rule can match: each asks for a class or an id that the page has not, or
    /// for what is not read (see [`super::selector`]).
    pub fn may_match(&self, prelude: &str) -> bool {
        let mut rest = prelude.as_bytes();
        while let Some((byte, behind)) = rest.split_first() {
            rest = behind;
            let matches_nothing = match SIGNS[usize::from(*byte)] {
                Key => {
                    let length = rest.iter().position(|byte| SIGNS[usize::from(*byte)] != Name);
                    let (name, behind) = rest.split_at(length.unwrap_or(rest.len()));
                    rest = behind;
                    behind.first() != Some(&b'\\') && !self.sieve.may_have(place(name))
                }
                Unread => true,
                Comma | Hard => return true,
                Name | Between => false,
            };
            if matches_nothing {
                // Behind a comma within a comment or a string something stands that is hard or not read.
                let Some(comma) = memchr(b',', rest) else {
                    return false;
                };
                rest = &rest[comma + 1..];
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_about_other_names_are_put_aside() {
        let page = Page::sample("<p class='a Menu-bar' id=c><b class=é>");
        let names = PageNames::of(page.tree());
        let has = |name: &str| names.sieve.may_have(place(name.as_bytes()));
        assert!(has("a") && has("c") && !has("other"));
        for prelude in lines(
            r"
            .a
            #c
            .a > #c p
            p
            *
            x, .other, .a
            .other\:x
            .other, /**/ .a
            .é
            a,",
        )
        .chain(["\n.menu-BAR"])
        {
            assert!(names.may_match(prelude), "{prelude}");
        }
        for [prelude] in cases(
            "
            .other
            .a .other
            .a#other
            .a:hover
            [a=','].a
            .a + .a, .other
            .a::before",
        ) {
            assert!(!names.may_match(prelude), "{prelude}");
        }
    }
}
