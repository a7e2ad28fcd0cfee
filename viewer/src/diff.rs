//! The difference of two texts, word by word, within a time limit.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

/// The most words of a text that are compared.
const MOST: usize = 60_000;

/// Words in both texts, or in one of them alone.
pub enum Run {
    Both(String),
    Left(String),
    Right(String),
}

pub struct Difference {
    pub runs: Vec<Run>,
    /// A text was longer than [`MOST`], and its end was not compared.
    pub is_cut: bool,
}

/// Compares two texts. Words count. The whitespace between them and the form of quotation marks do not. After 0.4 s the
/// rest of the texts counts as different.
pub fn compare(left: &str, right: &str) -> Difference {
    let (left, left_cut) = words(left);
    let (right, right_cut) = words(right);
    let deadline = Instant::now().checked_add(Duration::from_millis(400));
    let mut runs = Vec::new();
    for op in capture_diff_slices_deadline(Algorithm::Myers, &keys(&left), &keys(&right), deadline) {
        let (tag, old, new) = op.as_tag_tuple();
        let (old, new) = (left[old].concat(), right[new].concat());
        if tag == DiffTag::Equal {
            runs.push(Run::Both(old));
            continue;
        }
        if !old.is_empty() {
            runs.push(Run::Left(old));
        }
        if !new.is_empty() {
            runs.push(Run::Right(new));
        }
    }
    Difference {
        runs,
        is_cut: left_cut || right_cut,
    }
}

/// What is compared of words.
fn keys<'t>(words: &[&'t str]) -> Vec<Cow<'t, str>> {
    words.iter().map(|word| straight(word.trim())).collect()
}

/// The first [`MOST`] words of a text, each with the whitespace after it, and whether there are more. A character of a
/// script without spaces is a word.
fn words(text: &str) -> (Vec<&str>, bool) {
    let (mut words, mut start) = (Vec::new(), 0);
    let mut before = None;
    for (place, character) in text.char_indices() {
        let begins = before.is_some_and(|before: char| {
            !character.is_whitespace() && (before.is_whitespace() || stands_alone(before) || stands_alone(character))
        });
        if begins {
            if words.len() == MOST {
                return (words, true);
            }
            words.push(&text[start..place]);
            start = place;
        }
        before = Some(character);
    }
    if !text.is_empty() {
        words.push(&text[start..]);
    }
    (words, false)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_are_told() {
        for (left, right, runs) in [
            ("the old  harbour is shut", "the harbour is open", "the |-old  |harbour is |-shut|+open"),
            // Whitespace is no difference, nor is the form of quotation marks.
            ("a\n\nb c", "a b\tc", "a\n\nb c"),
            ("", "", ""),
            ("", "x", "+x"),
            ("“It’s” open", "\"It's\" open", "“It’s” open"),
            ("“a", "a", "-“a|+a"),
            // Han is compared by characters.
            ("港口开放", "港口关闭", "港口|-开放|+关闭"),
        ] {
            let difference = compare(left, right);
            let shown = difference.runs.iter().map(|run| match run {
                Run::Both(text) => text.clone(),
                Run::Left(text) => format!("-{text}"),
                Run::Right(text) => format!("+{text}"),
            });
            assert_eq!((shown.collect::<Vec<_>>().join("|").as_str(), difference.is_cut), (runs, false));
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let text = "x ".repeat(MOST + 10);
        assert!(compare(&text, "y").is_cut);
    }
}
