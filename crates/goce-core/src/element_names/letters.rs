//! Names cut into letters and words.

use super::meaning::Meaning;

/// The letters of a name in lower case, whatever stands between them: as many as are read.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    letters: [u8; 48],
    count: usize,
    /// `true` if there are no more.
    pub are_all: bool,
}

impl Letters {
    pub fn of(name: &str) -> Self {
        let mut letters = [0; 48];
        let mut of_name = name.bytes().filter(u8::is_ascii_alphabetic);
        let read = letters.iter_mut().zip(&mut of_name);
        let count = read.map(|(letter, byte)| *letter = byte.to_ascii_lowercase()).count();
        let are_all = of_name.next().is_none();
        Letters {
            letters,
            count,
            are_all,
        }
    }

    /// Returns the letters that were read.
    pub fn read(&self) -> &[u8] {
        &self.letters[..self.count]
    }

    /// Returns `true` if they begin with one of the words of a meaning.
    pub fn begin_with(&self, meaning: Meaning) -> bool {
        meaning.words_like(self.read()).iter().any(|word| self.read().starts_with(word.as_bytes()))
    }
}

/// Returns the words of a name, which begin at capital letters and behind what is no letter.
pub fn words_of(name: &str) -> impl Iterator<Item = &[u8]> {
    let parts = name.as_bytes().split(|byte| !byte.is_ascii_alphabetic()).filter(|part| !part.is_empty());
    parts.flat_map(|part| part.chunk_by(|before, next| !(before.is_ascii_lowercase() && next.is_ascii_uppercase())))
}

/// Returns `true` if a word of a name is one of the words of a meaning, or begins with one that ends in `*`.
pub fn says(word: &[u8], meaning: Meaning) -> bool {
    meaning.words_like(word).iter().any(|known| match known.strip_suffix('*') {
        Some(start) => word.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start.as_bytes())),
        None => word.eq_ignore_ascii_case(known.as_bytes()),
    })
}

/// Returns `true` for letters, at most 63, that are words of some lists one behind the other.
pub fn is_made_of(letters: &[u8], lists: &[&[&str]]) -> bool {
    // The places that words reach, a bit each.
    let mut reached = 1u64;
    for at in 0..letters.len() {
        if reached >> at & 1 == 1 {
            let words = lists.iter().copied().flatten();
            for word in words.filter(|word| letters[at..].starts_with(word.as_bytes())) {
                reached |= 1 << (at + word.len());
            }
        }
    }
    reached >> letters.len() & 1 == 1
}
