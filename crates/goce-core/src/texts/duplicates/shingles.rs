//! The shingles of a text: its runs of three words, as hashes.

use crate::interrupts;
use crate::memory::OutOfMemory;
use crate::texts::words::{is_word_char, lower_case, try_each_word};

/// Bytes of a word between two checks.
const LONGEST: usize = 16 * 1024;

/// Words in a shingle.
const WORDS: usize = 3;

/// Hands the shingles of a text over in order, one for each of its words but the last two. A text of one or two words has
/// one shingle, a text without words has none.
///
/// Words are those of [`crate::texts::words`] in lower case, but each character of a script without spaces is a word: Han, kana,
/// Thai, Lao, Khmer, Burmese.
pub fn for_each(text: &str, each: &mut dyn FnMut(u64)) -> Result<(), OutOfMemory> {
    let text = lower_case(text)?;
    let mut window = Window::default();
    try_each_word(&text, &mut |word| {
        let mut start = 0;
        // A run may be as long as the text.
        let mut next_check = 0;
        for (place, c) in word.char_indices().filter(|(_, c)| is_a_word(*c)) {
            if place >= next_check {
                interrupts::check();
                next_check = place + LONGEST;
            }
            window.push(&word[start..place], each);
            start = place + c.len_utf8();
            window.push(&word[place..start], each);
        }
        window.push(&word[start..], each);
        Ok::<(), OutOfMemory>(())
    })?;
    window.finish(each);
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
    hashes: [u64; WORDS],
    words: usize,
}

impl Window {
    fn push(&mut self, word: &str, each: &mut dyn FnMut(u64)) {
        if word.is_empty() {
            return;
        }
        self.hashes.rotate_left(1);
        self.hashes[WORDS - 1] = hash(word.as_bytes());
        self.words += 1;
        if self.words >= WORDS {
            each(self.shingle());
        }
    }

    fn shingle(&self) -> u64 {
        let chain = |sum: u64, &hash: &u64| scramble(sum.rotate_left(5) ^ hash);
        self.hashes.iter().fold(0, chain)
    }

    fn finish(&self, each: &mut dyn FnMut(u64)) {
        if (1..WORDS).contains(&self.words) {
            each(self.shingle());
        }
    }
}

/// Returns FNV-1a of 64 bits (Fowler, Noll and Vo). Stored values depend on it, so it never changes.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for (number, part) in bytes.chunks(LONGEST).enumerate() {
        if number > 0 {
            interrupts::check();
        }
        hash = part.iter().fold(hash, step);
    }
    hash
}

/// Returns a number each of whose bits depends on all of another's, one to one: the finalizer of SplitMix64 (Steele, Lea
/// and Flood 2014). Stored values depend on it, so it never changes.
pub fn scramble(number: u64) -> u64 {
    folded(unfolded(number))
}

/// The last step of [`scramble`]. It leaves the highest 31 bits as they are.
#[inline]
pub fn folded(z: u64) -> u64 {
    z ^ (z >> 31)
}

/// The steps of [`scramble`] before the last.
#[inline]
pub fn unfolded(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(text: &str) -> Vec<u64> {
        let mut found = Vec::new();
        for_each(text, &mut |shingle| found.push(shingle)).unwrap();
        found
    }

    #[test]
    fn hashes_are_pinned() {
        // FNV-1a by its authors' test vectors; SplitMix64 with seed 0 by Java's SplittableRandom.
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(scramble(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(scramble(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(
            shingles("One two three four"),
            [0xccd9_617d_d421_44da, 0xb03f_3439_3eca_6e55]
        );
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
            let (_, checks) = interrupts::counted(|| for_each(&text, &mut |_| ()).unwrap());
            assert!(checks > text.len() / 16_384, "{checks}");
        }
        let (_, checks) = interrupts::counted(|| hash(&[b'a'; 100_000]));
        assert_eq!(checks, 6);
    }
}
