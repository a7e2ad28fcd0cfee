//! Counts over the text of a block, in any language.

use crate::prelude::*;
use crate::texts::hashes::hash_text;

/// Counts over the text of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockText {
    /// Its length in bytes.
    pub bytes: u32,
    /// The words that begin in it.
    pub words: u32,
    /// The bytes within links.
    pub link_bytes: u32,
    /// Commas of any script.
    pub commas: u32,
    /// Commas, colons, semicolons and ends of sentences of any script.
    pub punctuation: u32,
    /// Marks that stand between links: bars, bullets, arrows.
    pub separators: u32,
    /// `true` if the last character ends a sentence or a quotation, in any script.
    pub ends_sentence: bool,
    /// A hash of the text.
    pub hash: u64,
}

/// One mark in a number of four counts of 16 bits each.
const COMMA: u64 = 1 | PUNCTUATION;
const PUNCTUATION: u64 = 1 << 16;
const SEPARATOR: u64 = 1 << 32;
/// The first byte of a character that may be a mark.
const LONGER: u64 = 1 << 48;

/// What each byte counts.
const COUNTED: [u64; 256] = {
    let mut counted = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counted[byte] = match byte as u8 {
            b',' => COMMA,
            b'.' | b'!' | b'?' | b':' | b';' => PUNCTUATION,
            b'|' | b'/' | b'>' => SEPARATOR,
            // The first bytes of `·`, `،`, `۔`, `।`, `•`, `、` and `，`.
            0xc2 | 0xd8 | 0xdb | 0xe0 | 0xe2 | 0xe3 | 0xef => LONGER,
            _ => 0,
        };
        byte += 1;
    }
    counted
};

/// Returns what a character other than ASCII counts.
fn of_longer(c: char) -> u64 {
    match c {
        '、' | '，' | '،' => COMMA,
        '。' | '！' | '？' | '：' | '；' | '।' | '۔' | '؟' | '؛' => PUNCTUATION,
        '•' | '·' | '»' | '›' | '→' => SEPARATOR,
        _ => 0,
    }
}

/// Returns `true` for a character that ends a sentence or a quotation.
fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '"' | '。' | '！' | '।' | '۔' | '”' | '」')
}

impl BlockText {
    /// Returns the counts of a text. The counts of words and of links are 0.
    pub fn read(text: &str) -> Self {
        let mut counts = BlockText {
            bytes: text.len() as u32,
            hash: hash_text(text, 3),
            ends_sentence: text.ends_with(ends_sentence),
            ..BlockText::default()
        };
        let mut at = 0;
        for piece in text.as_bytes().chunks(CHECK_BYTES) {
            interrupts::check();
            // No count of a piece has more than 16 bits.
            let mut counted: u64 = piece.iter().map(|byte| COUNTED[usize::from(*byte)]).sum();
            if counted >= LONGER {
                let longer = piece.iter().enumerate().filter(|(_, byte)| COUNTED[usize::from(**byte)] == LONGER);
                let marks = longer.filter_map(|(place, _)| text[at + place..].chars().next());
                counted += marks.map(of_longer).sum::<u64>();
            }
            let count = |of: u64| (counted / of) as u16;
            counts.commas += u32::from(count(1));
            counts.punctuation += u32::from(count(PUNCTUATION));
            counts.separators += u32::from(count(SEPARATOR));
            at += piece.len();
        }
        counts
    }

    /// Returns the share of the text within links, in \[0, 1\].
    pub fn link_share(&self) -> f32 {
        (self.link_bytes as f32 / self.bytes.max(1) as f32).min(1.0)
    }

    /// Returns `true` for running text, longer than a line's label and mostly outside of links.
    pub fn is_prose(&self) -> bool {
        self.bytes > 60 && self.link_share() < 0.4
    }

    /// Returns the weight of the block in a decision: its words, or a fifteenth of its bytes where that is more, as in
    /// scripts without spaces.
    pub fn weight(&self) -> f32 {
        (self.words as f32).max(self.bytes as f32 / 15.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn marks_of_many_scripts() {
        // Commas, all punctuation, separators, and whether it ends a sentence.
        for [text, expected] in cases(
            "
            In 1999, Ann (35) paid $20, or 7 €. Home > Why? => 2 4 1 false
            “Yes, I did.” => 1 2 0 true
            今天天气很好，我们去公园。 => 1 2 0 true
            ذهبنا، ثم عدنا؛ لماذا؟ => 1 3 0 false
            हम गए। پھر۔ => 0 2 0 true
            a | b · c » d => 0 0 3 false
            => 0 0 0 false",
        ) {
            let BlockText {
                commas,
                punctuation,
                separators,
                ends_sentence,
                ..
            } = BlockText::read(text);
            assert_eq!(format!("{commas} {punctuation} {separators} {ends_sentence}"), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_check() {
        let (_, checks) = interrupts::counted(|| BlockText::read(&"漢".repeat(CHECK_BYTES)));
        assert_eq!(checks, 3);
    }
}
