//! Terms of `id` and `class` attributes (section 3.1.1, "Textual features").
//!
//! An attribute is split into words at punctuation and where a capital follows a small letter (`navBar`, `nav-bar`). Its
//! terms are the sequences of up to n words, or characters. A term is stored as a hash of 32 bits, so that a model holds
//! no text of its training pages.

use goce_core::texts::hashes::Fnv;

/// Bytes of an attribute that are read.
const READ: usize = 256;

/// The most pieces of a term.
pub const MAX_SIZE: u8 = 4;

/// The attribute of terms. A word makes different terms in the two attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Attribute {
    Class = 0,
    Id = 1,
}

/// The pieces of a term (Table 3.1, "ngram size" and "ngram level").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grams {
    /// The most pieces of a term, 1 to [`MAX_SIZE`]; shorter terms are taken too.
    pub size: u8,
    /// Pieces are characters; otherwise they are words.
    pub characters: bool,
}

/// Calls `take` with the hash of each term of an attribute, in their order. Terms may repeat.
pub fn terms(attribute: Attribute, text: &str, grams: Grams, take: &mut dyn FnMut(u32)) {
    let text = split(cut(text));
    let pieces: Vec<&str> = if grams.characters {
        text.split_inclusive(|_: char| true).collect()
    } else {
        text.split(' ').filter(|word| !word.is_empty()).collect()
    };
    for start in 0..pieces.len() {
        let mut hash = Fnv::EMPTY.byte(attribute as u8);
        for piece in pieces[start..].iter().take(usize::from(grams.size)) {
            // A separator, so that "a b" is not "ab".
            hash = hash.byte(0).bytes(piece.bytes());
            take(hash.folded());
        }
    }
}

/// Returns the start of an attribute, the part that is read.
pub fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(READ)]
}

/// Returns the words of an attribute with one space between them, ASCII letters in lower case.
fn split(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 8);
    let (mut in_word, mut small) = (false, false);
    for c in text.chars() {
        if c.is_ascii() && !c.is_ascii_alphanumeric() {
            in_word = false;
            continue;
        }
        let is_cut = small && c.is_ascii_uppercase();
        if (!in_word || is_cut) && !words.is_empty() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
        in_word = true;
        small = c.is_ascii_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(attribute: Attribute, text: &str, size: u8, characters: bool) -> Vec<u32> {
        let mut found = Vec::new();
        let grams = Grams { size, characters };
        terms(attribute, text, grams, &mut |term| found.push(term));
        found
    }

    #[test]
    fn attributes_fall_into_words() {
        for text in ["nav-bar", "NavBar", " nav  bar ", "navBar"] {
            assert_eq!(split(text), "nav bar", "{text}");
        }
        assert_eq!(split("HTMLBox2"), "htmlbox2");
        assert_eq!(split("-_"), "");
        assert_eq!(split("Ñandú"), "Ñandú");
    }

    #[test]
    fn terms_are_sequences() {
        let class = Attribute::Class;
        assert_eq!(hashes(class, "a b a", 1, false).len(), 3);
        assert_eq!(hashes(class, "a b c", 3, false).len(), 6);
        assert_eq!(hashes(class, "añ", 2, true).len(), 3);
        assert!(hashes(class, "--", 3, true).is_empty());
        let [a, ab, b] = hashes(class, "a b", 2, false)[..] else {
            panic!();
        };
        assert_eq!(hashes(class, "a b", 1, false), [a, b]);
        assert_ne!(ab, hashes(class, "ab", 1, false)[0]);
        assert_ne!(a, hashes(Attribute::Id, "a", 1, false)[0]);
        // Stored models refer to these hashes.
        assert_eq!(hashes(class, "content", 1, false), [2_080_957_450]);
    }

    #[test]
    fn long_attributes_are_cut() {
        assert_eq!(hashes(Attribute::Id, &"é ".repeat(10_000), 1, false).len(), READ / 3);
    }
}
