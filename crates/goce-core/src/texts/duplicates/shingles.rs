//! The shingles of a text: its runs of three words, as hashes.

use crate::prelude::*;
use crate::texts::hashes::{Fnv, scramble};
use crate::texts::words::{is_word_char, lower_case, words_checking};

/// Calls a function with the shingles of a text, in order. A text of n words has n − 2; one of one or two words has one.
///
/// Words are those of [`crate::texts::words`] in lower case. In scripts without spaces (Han, kana, Thai, Lao, Khmer,
/// Burmese) each character is a word.
pub fn try_for_each(text: &str, each: &mut dyn FnMut(u64) -> Fallible) -> Fallible {
    let text = lower_case(text)?;
    let mut window = Window::default();
    for word in words_checking(&text) {
        let mut start = 0;
        // A word may be as long as the text.
        for (place, c) in word.char_indices().filter(|(_, c)| is_a_word(*c)).checking(CHECK_BYTES) {
            let end = place + c.len_utf8();
            for part in [&word[start..place], &word[place..end]] {
                window.push(part).map_or(Ok(()), &mut *each)?;
            }
            start = end;
        }
        window.push(&word[start..]).map_or(Ok(()), &mut *each)?;
    }
    if (1..3).contains(&window.words) {
        each(window.shingle())?;
    }
    Ok(())
}

/// Returns `true` for a character of a script that does not separate words.
fn is_a_word(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
        && is_word_char(c)
}

/// The hashes of the last words.
#[derive(Default)]
struct Window {
    hashes: [u64; 3],
    words: usize,
}

impl Window {
    /// Returns the shingle that ends with a word.
    fn push(&mut self, word: &str) -> Option<u64> {
        if word.is_empty() {
            return None;
        }
        self.hashes.rotate_left(1);
        self.hashes[2] = hash(word.as_bytes());
        self.words += 1;
        (self.words >= 3).then(|| self.shingle())
    }

    fn shingle(&self) -> u64 {
        let chain = |sum: u64, &hash: &u64| scramble(sum.rotate_left(5) ^ hash);
        self.hashes.iter().fold(0, chain)
    }
}

/// Returns the hash of a word. Checks within a long one.
fn hash(word: &[u8]) -> u64 {
    let mut hash = Fnv::EMPTY;
    for (number, part) in word.chunks(CHECK_BYTES).enumerate() {
        if number > 0 {
            interrupts::check();
        }
        hash = hash.bytes(part.iter().copied());
    }
    hash.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(text: &str) -> Vec<u64> {
        let mut found = Vec::new();
        try_for_each(text, &mut |shingle| found.try_push(shingle)).unwrap();
        found
    }

    #[test]
    fn hashes_are_pinned() {
        assert_eq!(shingles("One two three four"), [0xccd9_617d_d421_44da, 0xb03f_3439_3eca_6e55]);
    }

    #[test]
    fn shingles_are_runs_of_three_words() {
        assert!(shingles(" … ").is_empty());
        assert_eq!(shingles("One, TWO").len(), 1);
        assert_eq!(shingles("one two"), shingles("One… two!"));
        assert_eq!(shingles("a b c d e").len(), 3);
        assert_eq!(shingles("a b c d e")[1..], shingles("b c d e"));
        assert_ne!(shingles("a b c"), shingles("c b a"));
        // A character of Chinese is a word; an overlap of three suffices.
        assert_eq!(shingles("今天天气很好").len(), 4);
        assert_eq!(shingles("今天a天").len(), 2);
        assert_eq!(shingles("สวัสดี").len(), shingles("a b c d").len());
    }

    #[test]
    fn long_words_check() {
        for text in ["漢".repeat(100_000), "a ".repeat(100_000)] {
            let (_, checks) = interrupts::counted(|| try_for_each(&text, &mut |_| Ok(())).unwrap());
            assert!(checks > text.len() / 16_384, "{checks}");
        }
        let (_, checks) = interrupts::counted(|| hash(&[b'a'; 100_000]));
        assert_eq!(checks, 6);
    }
}
