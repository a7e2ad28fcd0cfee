//! Short texts that are looked up whatever their case.

use crate::keyed::Set;

/// The most bytes of a phrase.
pub const LONGEST: usize = 60;

/// Phrases in lower case.
#[derive(Debug)]
pub struct Phrases(Set<&'static str>);

impl Phrases {
    /// Returns the phrases of a text, one a line, of [`LONGEST`] bytes at most.
    pub fn of(lines: &'static str) -> Phrases {
        Phrases(lines.lines().collect())
    }

    /// Returns `true` if a text is one of them, in whatever case.
    pub fn contain(&self, text: &str) -> bool {
        if text.is_empty() || text.len() > LONGEST {
            return false;
        }
        if !text.is_ascii() {
            return self.0.contains(text.to_lowercase().as_str());
        }
        // Without memory: every link of a page is looked up.
        let mut lower = [0; LONGEST];
        let lower = &mut lower[..text.len()];
        lower.copy_from_slice(text.as_bytes());
        lower.make_ascii_lowercase();
        str::from_utf8(lower).is_ok_and(|lower| self.0.contains(lower))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_case() {
        let phrases = Phrases::of("reply\nпонравилось\n");
        assert!(phrases.contain("Reply") && phrases.contain("REPLY") && phrases.contain("Понравилось"));
        assert!(!phrases.contain("") && !phrases.contain("repl") && !phrases.contain(&"reply".repeat(20)));
    }
}
