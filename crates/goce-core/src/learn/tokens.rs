//! Tokens: names and words of a page, each with its source.

use std::ops::RangeInclusive;

use crate::keyed::Map;
use crate::prelude::*;
use crate::texts::hashes::Fnv;
use crate::texts::spaces::start_of;
use crate::texts::words::is_word_char;

/// The most names, texts or groups of a page that are remembered, which bounds memory. The tags and names around
/// blocks and the words of blocks that come later are read again each time. Classes, ids, groups and holders of prose
/// that come later are left out.
pub const MOST_KNOWN: usize = 1 << 14;

/// Returns what `find` finds of a name or a text, or what is known of it by its key.
pub fn remembered<V: Copy>(known: &mut Map<u64, V>, key: u64, find: impl FnOnce() -> V) -> Fallible<V> {
    if let Some(found) = known.get(&key) {
        return Ok(*found);
    }
    let found = find();
    if known.len() < MOST_KNOWN {
        known.try_reserve(1)?;
        known.insert(key, found);
    }
    Ok(found)
}

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
    let bytes = token.iter().map(|byte| HASHED[usize::from(*byte)]);
    start(source).bytes(bytes.filter(|byte| *byte != LEFT_OUT)).folded()
}

/// A byte that no text has.
const LEFT_OUT: u8 = 0xff;

/// Each byte as it is hashed: in lower case, or [`LEFT_OUT`] if it is a digit.
const HASHED: [u8; 256] = {
    let mut hashed = [LEFT_OUT; 256];
    let mut byte = 0;
    while byte < 256 {
        if !(byte as u8).is_ascii_digit() {
            hashed[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    hashed
};

/// No byte of a word, in [`WORD_BYTES`].
const NO_WORD: u8 = 0;
const DIGIT: u8 = 1;
/// The first byte of a character beyond ASCII.
const BEYOND_ASCII: u8 = 2;

/// What each byte is in a word: a letter in lower case, an underscore, or one of the constants.
const WORD_BYTES: [u8; 256] = {
    let mut bytes = [BEYOND_ASCII; 256];
    let mut byte = 0u8;
    while byte < 128 {
        bytes[byte as usize] = match byte {
            b'0'..=b'9' => DIGIT,
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => byte.to_ascii_lowercase(),
            _ => NO_WORD,
        };
        byte += 1;
    }
    bytes
};

/// Returns the [words](crate::texts::words::words) of a text in their order, each by its length in bytes and its hash,
/// and checks on the way.
pub fn hashed_words(source: Source, text: &str) -> impl Iterator<Item = (usize, u32)> {
    let (mut rest, mut work) = (text, Countdown::new(CHECK_BYTES));
    std::iter::from_fn(move || {
        let (word, behind) = next_word(source, rest, &mut work)?;
        rest = behind;
        Some(word)
    })
}

/// Returns the length and the hash of the first word of a text, and the text behind it.
#[inline]
fn next_word<'t>(source: Source, text: &'t str, countdown: &mut Countdown) -> Option<((usize, u32), &'t str)> {
    let bytes = text.as_bytes();
    let (mut at, mut length, mut hash) = (0, 0, start(source));
    while at < bytes.len() {
        let start = at;
        let most = bytes.len().min(at + CHECK_BYTES);
        for byte in &bytes[at..most] {
            let letter = WORD_BYTES[usize::from(*byte)];
            if letter <= BEYOND_ASCII {
                break;
            }
            hash = hash.byte(letter);
            at += 1;
        }
        length += at - start;
        countdown.charge(at - start + 1);
        let Some(byte) = bytes.get(at) else {
            break;
        };
        let (is_of_word, end) = match WORD_BYTES[usize::from(*byte)] {
            NO_WORD => (false, at + 1),
            DIGIT => (true, at + 1),
            BEYOND_ASCII => {
                let c = text[at..].chars().next()?;
                (is_word_char(c), at + c.len_utf8())
            }
            _ => continue,
        };
        if is_of_word {
            if !byte.is_ascii() {
                hash = hash.bytes(bytes[at..end].iter().copied());
            }
            length += end - at;
        }
        at = end;
        if !is_of_word && length > 0 {
            break;
        }
    }
    (length > 0).then(|| ((length, hash.folded()), &text[at..]))
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

/// Returns the part of an attribute or text that is read for tokens. Longer ones are no names.
pub fn cut(text: &str) -> &str {
    start_of(text, 512)
}

/// The lengths of tokens in bytes.
const LENGTHS: RangeInclusive<usize> = 2..=40;

/// Sends a token, unless it is too short or too long.
pub fn send(source: Source, token: &[u8], sink: &mut TokenSink<'_>) {
    if LENGTHS.contains(&token.len()) {
        sink(source, hash(source, token), token);
    }
}

/// Each byte in lower case if it is a letter, else [`LEFT_OUT`]. Bytes beyond ASCII are letters.
const LETTERS: [u8; 256] = {
    let mut letters = [LEFT_OUT; 256];
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
    let (mut from, mut hash) = (0, empty);
    for (at, &byte) in text.iter().enumerate() {
        let letter = LETTERS[usize::from(byte)];
        if letter != byte {
            // No letter, or a capital.
            let is_none = letter == LEFT_OUT;
            if is_none || at > from && text[at - 1].is_ascii_lowercase() {
                if LENGTHS.contains(&(at - from)) {
                    sink(source, hash.folded(), &text[from..at]);
                }
                from = at + usize::from(is_none);
                hash = empty;
            }
            if is_none {
                continue;
            }
        }
        hash = hash.byte(letter);
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
    use crate::texts::words::words;

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
        assert_eq!(parts(&"ab ".repeat(1000)).len(), 512 / 3 + 1);
    }

    #[test]
    fn hashed_words_are_the_words() {
        for text in [
            "",
            " …",
            "Don't glue_me, 3.14: naïve e\u{301}te ½ 漢字かな x2Y 7",
            &"Many words ".repeat(20_000),
            &"é1".repeat(40_000),
            &"a".repeat(CHECK_BYTES),
        ] {
            let hashed = |word: &str| (word.len(), hash(Source::Word, word.as_bytes()));
            let (found, checks) = interrupts::counted(|| hashed_words(Source::Word, text).collect::<Vec<_>>());
            assert_eq!(found, words(text).map(hashed).collect::<Vec<_>>());
            assert!(checks >= text.chars().count() / CHECK_BYTES);
        }
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
