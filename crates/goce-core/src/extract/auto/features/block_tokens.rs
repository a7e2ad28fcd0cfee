//! The tokens of blocks: names and tags of their ancestors, their words, and the words of the headings above them.

use crate::html::Element;
use crate::html::names::{CLASS, DATA_TESTID, ID, ITEMPROP, ITEMTYPE, ROLE};
use crate::learn::tokens::{Source, hash, hashed_words, pair, send_names, send_parts};
use crate::page::{Page, Tag};

/// Words of a block that are read, its first.
const WORDS: usize = 8;

/// Elements from a block's first text up whose tags are read.
const TAGS: usize = 6;

/// Calls `token` with the tokens of the tags of a node's ancestors: of the next one, of that and the one above it, and so
/// on.
pub fn tags(page: &Page, position: usize, token: &mut dyn FnMut(u32)) {
    let mut row = 0;
    for above in page.around(position).take(TAGS) {
        row = pair(row, page.tag(above) as u32);
        token(pair(row, 4));
    }
}

/// Returns a number for what [`tags`] reads: the tags, a byte each.
pub fn number_of_tags(page: &Page, position: usize) -> u64 {
    let above = page.around(position).take(TAGS);
    above.fold(0, |number, above| number << 8 | (page.tag(above) as u64 + 1))
}

/// Returns the attributes of an element that name it, in the order of their own names, with the source of their tokens.
#[inline]
pub fn naming(element: Element<'_>) -> impl Iterator<Item = (Source, &str)> {
    let names = [CLASS, DATA_TESTID, ID, ITEMPROP, ITEMTYPE, ROLE];
    element.attrs_of(names).map(|(name, value)| {
        let source = match name {
            CLASS => Source::Around,
            ID => Source::AroundId,
            _ => Source::AroundProperty,
        };
        (source, value)
    })
}

/// Calls `token` with the tokens of one naming attribute: its names, and their parts.
pub fn names(source: Source, value: &str, token: &mut dyn FnMut(u32)) {
    send_names(source, value, &mut |_, hash, _| token(pair(hash, 0)));
    send_parts(source, value, &mut |_, hash, _| token(hash));
}

/// Calls `token` with the tokens of the first words of a text: each word, and each with the one before. Returns one hash
/// of all these words in a row, 0 for no word.
fn words_in_a_row(source: Source, text: &str, limit: usize, token: &mut dyn FnMut(u32)) -> u32 {
    let (mut before, mut row) = (None, 0);
    for (length, this) in hashed_words(source, text).take(limit) {
        if length > 40 {
            before = None;
            continue;
        }
        token(this);
        if let Some(before) = before {
            token(pair(before, this));
        }
        row = pair(row, this);
        before = Some(this);
    }
    row
}

/// Calls `token` with the tokens of a block's text, given the number of its words.
pub fn words_of_block(text: &str, count: usize, tag: Tag, token: &mut dyn FnMut(u32)) {
    let row = words_in_a_row(Source::Word, text, WORDS, token);
    if count <= WORDS {
        token(pair(row, 1));
    }
    // The block's shape: its tag, and its words to the power of two.
    let shape = hash(Source::Label, tag.name().as_bytes());
    token(pair(shape, usize::BITS - count.leading_zeros()));
}

/// Calls `token` with the tokens of a heading of a level.
pub fn words_of_heading(text: &str, level: u8, token: &mut dyn FnMut(u32)) {
    let row = words_in_a_row(Source::HeadingWord, text, 10, token);
    if row != 0 {
        token(pair(row, 2));
    }
    token(pair(u32::from(level), 3));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupts;
    use crate::texts::words::words;

    #[test]
    fn names_and_their_parts() {
        let mut tokens = Vec::new();
        names(Source::Around, "post-body Wide2", &mut |token| tokens.push(token));
        let part = |name: &str| hash(Source::Around, name.as_bytes());
        let expected = [
            pair(part("post-body"), 0),
            pair(part("wide"), 0),
            part("post"),
            part("body"),
            part("wide"),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn words_pairs_and_lines() {
        let read = |text: &str| {
            let mut tokens = Vec::new();
            let mut add = |token| tokens.push(token);
            let count = words(text).count();
            words_of_block(text, count, Tag::P, &mut add);
            tokens
        };
        // Two words, their pair, the line, the shape.
        assert_eq!(read("Read more").len(), 5);
        assert_eq!(read("Read more")[..4], read("READ More!")[..4]);
        assert_eq!(read(&"word ".repeat(100)).len(), 8 + 7 + 1);
        assert_eq!(read(&"漢".repeat(100_000)).len(), 2);
        // Without words a text is looked through to its end.
        let text = "\u{1f600}".repeat(100_000);
        let ((), checks) = interrupts::counted(|| words_of_block(&text, 0, Tag::P, &mut |_| ()));
        assert_eq!(checks, 6);
    }
}
