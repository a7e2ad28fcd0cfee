//! Counts over the text of a block, in any language.

use crate::learn::hashes::hash_text;
use crate::tick::Tick;

/// Bytes between two ticks.
const TICK_EVERY: usize = 64 * 1024;

/// Counts over the text of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockText {
    /// Its length in bytes.
    pub bytes: u32,
    /// The words that begin in it.
    pub words: u32,
    /// The bytes within links.
    pub link_bytes: u32,
    /// The bytes within `<b>` and `<strong>`.
    pub bold_bytes: u32,
    /// The text nodes.
    pub parts: u32,
    /// The text nodes within links.
    pub link_parts: u32,
    /// The runs of letters and digits.
    pub runs: u32,
    /// The runs that begin with a capital.
    pub capitalised: u32,
    /// The runs of up to 3 characters.
    pub short: u32,
    /// Capital letters.
    pub capitals: u32,
    /// Digits.
    pub digits: u32,
    /// Marks of any script that end sentences.
    pub sentences: u32,
    /// Commas of any script.
    pub commas: u32,
    /// Ends of sentences, commas, colons and semicolons.
    pub punctuation: u32,
    /// Marks that stand between links: bars, bullets, arrows.
    pub separators: u32,
    /// Brackets and signs of code.
    pub code: u32,
    /// At signs.
    pub ats: u32,
    /// Opening brackets.
    pub brackets: u32,
    /// The kind of its last character.
    pub last: Kind,
    /// The hash that tells it from other texts.
    pub hash: u64,
}

/// Kinds of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
#[repr(u8)]
pub enum Kind {
    /// A small letter.
    Small,
    /// A capital.
    Capital,
    /// A letter without case.
    Letter,
    /// A digit.
    Digit,
    /// Any other character.
    #[default]
    Other,
    /// Ends a sentence.
    Stop,
    /// A question mark.
    Question,
    /// Ends a quotation.
    Quote,
    /// A colon.
    Colon,
    /// A semicolon.
    Semicolon,
    /// A comma.
    Comma,
    /// Stands between links: a bar, a bullet.
    Separator,
    /// A bracket or sign of code.
    Code,
    /// Greater than: code, or an arrow.
    Greater,
    /// An arrow.
    Arrow,
    /// An ellipsis.
    Ellipsis,
    /// An at sign.
    At,
    /// An opening bracket.
    Bracket,
}

/// The number of kinds.
const KINDS: usize = Kind::Bracket as usize + 1;

/// The kinds of ASCII characters.
const ASCII: [Kind; 128] = {
    let mut kinds = [Kind::Other; 128];
    let mut c = 0u8;
    while c < 128 {
        kinds[c as usize] = match c {
            b'a'..=b'z' => Kind::Small,
            b'A'..=b'Z' => Kind::Capital,
            b'0'..=b'9' => Kind::Digit,
            b'.' | b'!' => Kind::Stop,
            b'?' => Kind::Question,
            b'"' => Kind::Quote,
            b':' => Kind::Colon,
            b';' => Kind::Semicolon,
            b',' => Kind::Comma,
            b'|' | b'/' => Kind::Separator,
            b'{' | b'}' | b'[' | b']' | b'=' | b'<' | b'_' => Kind::Code,
            b'>' => Kind::Greater,
            b'@' => Kind::At,
            b'(' => Kind::Bracket,
            _ => Kind::Other,
        };
        c += 1;
    }
    kinds
};

fn kind(c: char) -> Kind {
    if let Some(kind) = ASCII.get(c as usize) {
        return *kind;
    }
    match c {
        '。' | '！' | '।' | '۔' => Kind::Stop,
        '？' | '؟' => Kind::Question,
        '”' | '」' => Kind::Quote,
        '：' => Kind::Colon,
        '；' | '؛' => Kind::Semicolon,
        '、' | '，' | '،' => Kind::Comma,
        '•' | '·' => Kind::Separator,
        '»' | '›' | '→' => Kind::Arrow,
        '…' => Kind::Ellipsis,
        '（' => Kind::Bracket,
        _ if c.is_lowercase() => Kind::Small,
        _ if c.is_uppercase() => Kind::Capital,
        _ if c.is_alphabetic() => Kind::Letter,
        _ if c.is_numeric() => Kind::Digit,
        _ => Kind::Other,
    }
}

impl Kind {
    /// Returns `true` for the characters of a run of letters and digits.
    fn is_of_run(self) -> bool {
        self <= Kind::Digit
    }

    /// Returns `true` for a character that ends a sentence or a quotation.
    pub fn ends_sentence(self) -> bool {
        matches!(self, Kind::Stop | Kind::Quote)
    }
}

impl BlockText {
    /// Returns the counts of a text. Those of nodes and words are 0.
    pub fn read(text: &str, tick: Tick<'_>) -> Self {
        let bytes = text.as_bytes();
        let mut counts = BlockText {
            bytes: text.len() as u32,
            hash: hash_text(text, 3),
            last: text.chars().next_back().map_or(Kind::Other, kind),
            ..BlockText::default()
        };
        let mut of_kind = [0u32; KINDS];
        // The letters and digits of the run so far.
        let mut run = 0u32;
        let mut next_tick = TICK_EVERY;
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let (kind, length) = match ASCII.get(usize::from(*byte)) {
                Some(kind) => (*kind, 1),
                None => match text[at..].chars().next() {
                    Some(c) => (kind(c), c.len_utf8()),
                    None => break,
                },
            };
            of_kind[kind as usize] += 1;
            if kind.is_of_run() {
                counts.runs += u32::from(run == 0);
                counts.capitalised += u32::from(run == 0 && kind == Kind::Capital);
                run += 1;
            } else {
                counts.short += u32::from((1..=3).contains(&run));
                run = 0;
            }
            at += length;
            if at >= next_tick {
                next_tick += TICK_EVERY;
                tick();
            }
        }
        counts.short += u32::from((1..=3).contains(&run));
        counts.count(&of_kind);
        counts
    }

    fn count(&mut self, of_kind: &[u32; KINDS]) {
        let of = |kind: Kind| of_kind[kind as usize];
        self.capitals = of(Kind::Capital);
        self.digits = of(Kind::Digit);
        self.sentences = of(Kind::Stop) + of(Kind::Question);
        self.commas = of(Kind::Comma);
        self.punctuation = self.sentences + self.commas + of(Kind::Colon) + of(Kind::Semicolon);
        self.separators = of(Kind::Separator) + of(Kind::Greater) + of(Kind::Arrow);
        self.code = of(Kind::Code) + of(Kind::Greater);
        self.ats = of(Kind::At);
        self.brackets = of(Kind::Bracket);
    }

    /// Returns the share of the text within links, in \[0, 1\].
    pub fn link_share(&self) -> f32 {
        (self.link_bytes as f32 / self.bytes.max(1) as f32).min(1.0)
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

    #[test]
    fn counts() {
        let text = BlockText::read(
            "In 1999, Ann (35) paid $20 or 7 €. Why? a@b.example >",
            &mut || (),
        );
        assert_eq!((text.short, text.brackets), (9, 1));
        assert_eq!((text.sentences, text.commas, text.punctuation), (3, 1, 4));
        assert_eq!((text.ats, text.separators, text.digits), (1, 1, 9));
        assert_eq!(text.last, Kind::Greater);
        assert_eq!((text.runs, text.capitalised), (12, 3));
    }

    #[test]
    fn marks_of_other_scripts() {
        for (text, sentences, commas) in [
            ("今天天气很好，我们去公园。你呢？", 2, 1),
            ("ذهبنا، ثم عدنا. لماذا؟", 2, 1),
            ("हम गए।", 1, 0),
        ] {
            let counts = BlockText::read(text, &mut || ());
            assert_eq!(
                (counts.sentences, counts.commas),
                (sentences, commas),
                "{text}"
            );
        }
    }
}
