//! Tokens: names and words of a page, each with its source.

use std::ops::RangeInclusive;

use crate::texts::hashes::Fnv;

/// Bytes that are read of an attribute or text. Longer ones are no names.
const READ: usize = 512;

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Source {
    /// Part of a class name, as `card` of `product-card`.
    Class = b'c',
    /// Part of a class name that several elements have.
    RepeatedClass = b'r',
    /// Part of a class name of `<html>` or `<body>`.
    BodyClass = b'b',
    /// Part of an `id`.
    Id = b'i',
    /// The value of `itemprop`, `rel` or `role`, or the name of a form's field.
    Property = b'p',
    /// A schema.org type, of microdata or JSON-LD.
    Schema = b's',
    /// The name of a `<meta>`; that of `og:type` and `generator` with its content.
    Meta = b'm',
    /// A word of the path of the page's address.
    Path = b'u',
    /// A word of the title.
    Title = b't',
    /// A word of a heading of level 1 or 2.
    Heading = b'h',
    /// A whole short text: a button, a label.
    Label = b'l',
    /// Part of a class name, or a whole one, of an element around a block.
    Around = b'C',
    /// Part of an `id`, or a whole one, of such an element.
    AroundId = b'I',
    /// `itemprop`, `role`, `data-testid` or `itemtype` of such an element.
    AroundProperty = b'P',
    /// A word of a block.
    Word = b'w',
    /// A word of a heading.
    HeadingWord = b'H',
}

/// Takes the tokens of a page, some more than once: the source, the hash, and the token as the page writes it.
pub type TokenSink<'a> = dyn FnMut(Source, u32, &[u8]) + 'a;

/// Returns the hash of a token: [`Fnv`] of the source and of the token in lower case (ASCII) without digits, folded to 32
/// bits. Weights are found by it, so it never changes.
pub fn hash(source: Source, token: &[u8]) -> u32 {
    let letters = token.iter().filter(|byte| !byte.is_ascii_digit());
    let letters = letters.map(u8::to_ascii_lowercase);
    start(source).bytes(letters).folded()
}

/// Returns the hash of two tokens that follow each other, or of a token and a number.
pub fn pair(first: u32, second: u32) -> u32 {
    let hash = Fnv::EMPTY.byte(b'2').bytes(first.to_le_bytes());
    hash.bytes(second.to_le_bytes()).folded()
}

/// Starts a hash with the source in lower case. So names around a block have the hashes of its own names, as the weights
/// expect.
fn start(source: Source) -> Fnv {
    Fnv::EMPTY.byte((source as u8).to_ascii_lowercase())
}

/// Returns the part of a text that is read for tokens.
pub fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(READ)]
}

/// The lengths of tokens in bytes.
const LENGTHS: RangeInclusive<usize> = 2..=40;

/// Sends a token, unless it is too short or too long.
pub fn send(source: Source, token: &[u8], sink: &mut TokenSink<'_>) {
    if LENGTHS.contains(&token.len()) {
        sink(source, hash(source, token), token);
    }
}

/// Each byte in lower case if it is a letter, else 0. Bytes beyond ASCII are letters.
const LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut place = 0;
    while place < letters.len() {
        let byte = place as u8;
        if byte.is_ascii_alphabetic() || !byte.is_ascii() {
            letters[place] = byte.to_ascii_lowercase();
        }
        place += 1;
    }
    letters
};

/// Sends the parts of a name or the words of a text: runs of letters, cut where a capital follows a small letter.
pub fn send_parts(source: Source, text: &str, sink: &mut TokenSink<'_>) {
    let text = cut(text).as_bytes();
    let empty = start(source);
    let (mut from, mut hash, mut small) = (0, empty, false);
    for (at, &byte) in text.iter().enumerate() {
        let letter = LETTERS[usize::from(byte)];
        let is_capital = letter != byte;
        if letter == 0 || (small && is_capital) {
            if LENGTHS.contains(&(at - from)) {
                sink(source, hash.folded(), &text[from..at]);
            }
            from = at + usize::from(letter == 0);
            hash = empty;
        }
        if letter != 0 {
            hash = hash.byte(letter);
        }
        small = byte.is_ascii_lowercase();
    }
    if LENGTHS.contains(&(text.len() - from)) {
        sink(source, hash.folded(), &text[from..]);
    }
}

/// Sends the names that whitespace separates.
pub fn send_names(source: Source, text: &str, sink: &mut TokenSink<'_>) {
    for name in cut(text).split_ascii_whitespace() {
        send(source, name.as_bytes(), sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        send_parts(Source::Class, text, &mut |_, _, token| {
            found.push(String::from_utf8_lossy(token).into_owned());
        });
        found
    }

    #[test]
    fn names_fall_into_parts() {
        assert_eq!(
            parts("product-card__title isActive col2x HTMLBox a ñandú"),
            ["product", "card", "title", "is", "Active", "col", "HTMLBox", "ñandú"]
        );
        assert!(parts("").is_empty());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(parts(&"ab ".repeat(1000)).len(), READ / 3 + 1);
    }

    #[test]
    fn hashes_stay() {
        // FNV-1a of "cpost" is 0xa59c…: the value is pinned, weights depend on it.
        send_parts(Source::Class, "isPost_x", &mut |source, found, token| {
            assert_eq!(found, hash(source, token));
        });
        assert_eq!(hash(Source::Class, b"Post-12"), hash(Source::Class, b"post-"));
        assert_ne!(hash(Source::Class, b"post"), hash(Source::Id, b"post"));
    }
}
