//! Tokens: names and words that a page's author chose, told apart by where they stand.

use std::ops::RangeInclusive;

/// Bytes of one attribute or text that are read for tokens. Longer ones are not names.
const READ: usize = 512;

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Source {
    /// Part of a class name, as `card` of `product-card`.
    Class = b'c',
    /// Part of a class name that the walk over a page has seen on several elements.
    RepeatedClass = b'r',
    /// Part of a class name of `<html>` or `<body>`.
    BodyClass = b'b',
    /// Part of an `id`.
    Id = b'i',
    /// The value of `itemprop`, `rel` or `role`, or the name of a form's field.
    Property = b'p',
    /// A schema.org type, of microdata or JSON-LD.
    Schema = b's',
    /// The name of a `<meta>`, and that of `og:type` and `generator` with what it says.
    Meta = b'm',
    /// A word of the path of the page's address.
    Path = b'u',
    /// A word of the title.
    Title = b't',
    /// A word of a heading of level 1 or 2.
    Heading = b'h',
    /// All of a short text: a button, a label.
    Label = b'l',
    /// Part of a class name, or a whole one, of an element around a block.
    Around = b'C',
    /// The same of an `id`.
    AroundId = b'I',
    /// The same of `itemprop`, `role`, `data-testid` or `itemtype`.
    AroundProperty = b'P',
    /// A word of a block.
    Word = b'w',
    /// A word of a heading.
    HeadingWord = b'H',
}

/// Receives the tokens of a page, some of them more than once: their source, their hash, and
/// the token in the bytes of the page, case and digits as they were.
pub type TokenSink<'a> = dyn FnMut(Source, u32, &[u8]) + 'a;

/// The hash by which a token is known: FNV-1a over the source, then the token in lower case
/// (ASCII) without digits, folded to 32 bits. Weights are looked up by it, so it never changes.
pub fn hash(source: Source, token: &[u8]) -> u32 {
    let digits_left_out = token.iter().filter(|byte| !byte.is_ascii_digit());
    fold(digits_left_out.fold(start(source), |hash, byte| step(hash, *byte)))
}

/// The hash of two tokens that follow each other, or of a token and a number.
pub fn pair(first: u32, second: u32) -> u32 {
    let hash = step(0xcbf2_9ce4_8422_2325, b'2');
    let bytes = first.to_le_bytes().into_iter().chain(second.to_le_bytes());
    fold(bytes.fold(hash, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    }))
}

fn start(source: Source) -> u64 {
    step(0xcbf2_9ce4_8422_2325, source as u8)
}

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x100_0000_01b3)
}

fn fold(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

/// The part of a text that is read for tokens.
pub fn cut(text: &str) -> &str {
    let mut end = text.len().min(READ);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The lengths of tokens, in bytes.
const LENGTHS: RangeInclusive<usize> = 2..=40;

/// Sends one token.
pub fn send(source: Source, token: &[u8], sink: &mut TokenSink<'_>) {
    if LENGTHS.contains(&token.len()) {
        sink(source, hash(source, token), token);
    }
}

/// Sends the parts of a name or the words of a text: runs of letters, cut where a capital
/// follows a small letter.
pub fn send_parts(source: Source, text: &str, sink: &mut TokenSink<'_>) {
    let text = cut(text).as_bytes();
    let empty = start(source);
    let (mut from, mut hash, mut small) = (0, empty, false);
    for (at, &byte) in text.iter().enumerate() {
        let is_letter = byte.is_ascii_alphabetic() || !byte.is_ascii();
        let is_cut = small && byte.is_ascii_uppercase();
        if !is_letter || is_cut {
            if LENGTHS.contains(&(at - from)) {
                sink(source, fold(hash), &text[from..at]);
            }
            from = at + usize::from(!is_letter);
            hash = empty;
        }
        if is_letter {
            hash = step(hash, byte);
        }
        small = byte.is_ascii_lowercase();
    }
    if LENGTHS.contains(&(text.len() - from)) {
        sink(source, fold(hash), &text[from..]);
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
            [
                "product", "card", "title", "is", "Active", "col", "HTMLBox", "ñandú"
            ]
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
        assert_eq!(
            hash(Source::Class, b"Post-12"),
            hash(Source::Class, b"post-")
        );
        assert_ne!(hash(Source::Class, b"post"), hash(Source::Id, b"post"));
    }
}
