//! The difference of two texts, word by word, within a time limit.

use std::borrow::Cow;
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

/// After this time the rest of the texts counts as different.
const LONGEST: Duration = Duration::from_millis(400);
/// The most words of a text that are compared.
const MOST: usize = 60_000;

/// Words in both texts, or in one of them alone.
#[derive(Debug, PartialEq, Eq)]
pub enum Run<'t> {
    Both(&'t str),
    Left(&'t str),
    Right(&'t str),
}

#[derive(Debug)]
pub struct Difference<'t> {
    pub runs: Vec<Run<'t>>,
    /// A text was longer than [`MOST`], and its end was not compared.
    pub is_cut: bool,
}

/// Compares two texts. Words count. The whitespace between them and the form of quotation marks do not.
pub fn compare<'t>(left: &'t str, right: &'t str) -> Difference<'t> {
    let (left_ends, left_cut) = ends(left);
    let (right_ends, right_cut) = ends(right);
    let keys = |text: &'t str, ends: &[usize]| {
        (0..ends.len()).map(|word| straight(slice(text, ends, word..word + 1).trim())).collect::<Vec<_>>()
    };
    let ops = capture_diff_slices_deadline(
        Algorithm::Myers,
        &keys(left, &left_ends),
        &keys(right, &right_ends),
        Instant::now().checked_add(LONGEST),
    );
    let mut runs = Vec::new();
    for op in ops {
        let (tag, old, new) = op.as_tag_tuple();
        if tag == DiffTag::Equal {
            runs.push(Run::Both(slice(left, &left_ends, old)));
            continue;
        }
        if !old.is_empty() {
            runs.push(Run::Left(slice(left, &left_ends, old)));
        }
        if !new.is_empty() {
            runs.push(Run::Right(slice(right, &right_ends, new)));
        }
    }
    Difference {
        runs,
        is_cut: left_cut || right_cut,
    }
}

/// Returns the ends of the words with the whitespace after them. A character of a script without spaces is a word.
fn ends(text: &str) -> (Vec<usize>, bool) {
    let mut ends = Vec::new();
    let mut before: Option<char> = None;
    for (place, character) in text.char_indices() {
        let begins = before.is_some_and(|before| {
            !character.is_whitespace() && (before.is_whitespace() || stands_alone(before) || stands_alone(character))
        });
        if begins {
            if ends.len() == MOST {
                return (ends, true);
            }
            ends.push(place);
        }
        before = Some(character);
    }
    if !text.is_empty() {
        ends.push(text.len());
    }
    (ends, false)
}

/// Han, Hiragana, Katakana, Thai, Lao, Khmer, Burmese.
fn stands_alone(character: char) -> bool {
    matches!(u32::from(character), 0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0x20000..=0x3FFFF)
}

/// Writes curly quotation marks as straight ones.
fn straight(word: &str) -> Cow<'_, str> {
    const SINGLE: [char; 4] = ['‘', '’', '‚', '‛'];
    const DOUBLE: [char; 4] = ['“', '”', '„', '‟'];
    if word.contains(SINGLE) || word.contains(DOUBLE) {
        Cow::Owned(word.replace(SINGLE, "'").replace(DOUBLE, "\""))
    } else {
        Cow::Borrowed(word)
    }
}

/// Returns the text of some words.
fn slice<'t>(text: &'t str, ends: &[usize], words: Range<usize>) -> &'t str {
    let end = |word: Option<usize>| word.map_or(0, |word| ends[word]);
    &text[end(words.start.checked_sub(1))..end(words.end.checked_sub(1))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_are_told() {
        use Run::{Both, Left, Right};
        for (left, right, runs) in [
            (
                "the old  harbour is shut",
                "the harbour is open",
                &[
                    Both("the "),
                    Left("old  "),
                    Both("harbour is "),
                    Left("shut"),
                    Right("open"),
                ][..],
            ),
            // Whitespace is no difference, nor is the form of quotation marks.
            ("a\n\nb c", "a b\tc", &[Both("a\n\nb c")]),
            ("", "", &[]),
            ("", "x", &[Right("x")]),
            ("“It’s” open", "\"It's\" open", &[Both("“It’s” open")]),
            ("“a", "a", &[Left("“a"), Right("a")]),
            // Han is compared by characters.
            ("港口开放", "港口关闭", &[Both("港口"), Left("开放"), Right("关闭")]),
        ] {
            let difference = compare(left, right);
            assert!(difference.runs == runs && !difference.is_cut, "{difference:?}");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let text = "x ".repeat(MOST + 10);
        assert!(compare(&text, "y").is_cut);
    }
}
