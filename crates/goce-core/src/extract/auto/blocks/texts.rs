//! Counts over the text of a block, in any language.

use crate::interrupts::Countdown;
use crate::texts::hashes::hash_text;

/// Bytes between two checks.
const CHECK_EVERY: usize = 64 * 1024;

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
    /// The hash that tells it from other texts.
    pub hash: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Other,
    Comma,
    /// Another mark of punctuation.
    Mark,
    Separator,
    /// The first byte of a character that may be one of these.
    Longer,
}

/// The kinds of bytes.
const KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Other; 256];
    kinds[b',' as usize] = Kind::Comma;
    let mut marks: &[u8] = b".!?:;";
    while let [mark, rest @ ..] = marks {
        kinds[*mark as usize] = Kind::Mark;
        marks = rest;
    }
    let mut separators: &[u8] = b"|/>";
    while let [separator, rest @ ..] = separators {
        kinds[*separator as usize] = Kind::Separator;
        separators = rest;
    }
    // Of `·`, of `،`, of `۔`, of `।`, of `•`, of `、` and of `，`.
    let mut longer: &[u8] = &[0xc2, 0xd8, 0xdb, 0xe0, 0xe2, 0xe3, 0xef];
    while let [first, rest @ ..] = longer {
        kinds[*first as usize] = Kind::Longer;
        longer = rest;
    }
    kinds
};

/// Returns the kind of a character that is not ASCII.
fn of_longer(c: char) -> Kind {
    match c {
        '、' | '，' | '،' => Kind::Comma,
        '。' | '！' | '？' | '：' | '；' | '।' | '۔' | '؟' | '؛' => Kind::Mark,
        '•' | '·' | '»' | '›' | '→' => Kind::Separator,
        _ => Kind::Other,
    }
}

/// Returns `true` for a character that ends a sentence or a quotation.
fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '"' | '。' | '！' | '।' | '۔' | '”' | '」')
}

impl BlockText {
    /// Returns the counts of a text. Those of words and of links are 0.
    pub fn read(text: &str) -> Self {
        let mut counts = BlockText {
            bytes: text.len() as u32,
            hash: hash_text(text, 3),
            ends_sentence: text.ends_with(ends_sentence),
            ..BlockText::default()
        };
        let mut work = Countdown::new(CHECK_EVERY);
        for (at, byte) in text.bytes().enumerate() {
            let kind = KINDS[usize::from(byte)];
            if kind != Kind::Other {
                let c = match kind {
                    Kind::Longer => text[at..].chars().next(),
                    _ => None,
                };
                let kind = c.map_or(kind, of_longer);
                let is_comma = kind == Kind::Comma;
                counts.commas += u32::from(is_comma);
                counts.punctuation += u32::from(is_comma || kind == Kind::Mark);
                counts.separators += u32::from(kind == Kind::Separator);
            }
            work.charge(1);
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

    /// Returns the weight of the block in a decision: its words, or one for 15 bytes where that is more, as in scripts
    /// without spaces.
    pub fn weight(&self) -> f32 {
        (self.words as f32).max(self.bytes as f32 / 15.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupts;

    #[test]
    fn marks_of_many_scripts() {
        for (text, commas, punctuation, separators, ends_sentence) in [
            ("In 1999, Ann (35) paid $20, or 7 €. Home > Why?", 2, 4, 1, false),
            ("“Yes, I did.”", 1, 2, 0, true),
            ("今天天气很好，我们去公园。", 1, 2, 0, true),
            ("ذهبنا، ثم عدنا؛ لماذا؟", 1, 3, 0, false),
            ("हम गए। پھر۔", 0, 2, 0, true),
            ("a | b · c » d", 0, 0, 3, false),
            ("", 0, 0, 0, false),
        ] {
            let counts = BlockText::read(text);
            let marks = (counts.commas, counts.punctuation, counts.separators);
            assert_eq!(marks, (commas, punctuation, separators), "{text}");
            assert_eq!(counts.ends_sentence, ends_sentence, "{text}");
        }
    }

    #[test]
    fn long_texts_check() {
        let (_, checks) = interrupts::counted(|| BlockText::read(&"漢".repeat(CHECK_EVERY)));
        assert_eq!(checks, 3);
    }
}
