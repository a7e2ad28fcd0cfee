//! What the text of a block looks like, in any language.

use crate::learn::hashes::hash_text;

/// Bytes between two ticks.
const TICK_EVERY: usize = 64 * 1024;

/// Counts over the text of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockText {
    /// Its length in bytes.
    pub bytes: u32,
    /// Words that begin in it.
    pub words: u32,
    /// Bytes within links, and within `<b>` and `<strong>`.
    pub link_bytes: u32,
    /// See `link_bytes`.
    pub bold_bytes: u32,
    /// Text nodes, and those within links.
    pub parts: u32,
    /// See `parts`.
    pub link_parts: u32,
    /// Runs of letters and digits, those that begin with a capital, those of up to 3 characters.
    pub runs: u32,
    /// See `runs`.
    pub capitalised: u32,
    /// See `runs`.
    pub short: u32,
    /// Capital letters, and digits.
    pub capitals: u32,
    /// See `capitals`.
    pub digits: u32,
    /// Marks of any script that end sentences, and commas.
    pub sentences: u32,
    /// See `sentences`.
    pub commas: u32,
    /// Both, with colons and semicolons.
    pub punctuation: u32,
    /// Marks that stand between links: bars, bullets, arrows.
    pub separators: u32,
    /// Brackets and signs of code.
    pub code: u32,
    /// Years of the 20th and 21st century.
    pub years: u32,
    /// Sums of money.
    pub prices: u32,
    /// At signs, opening brackets, copyright signs.
    pub ats: u32,
    /// See `ats`.
    pub brackets: u32,
    /// See `ats`.
    pub copyrights: u32,
    /// The kind of its first character, and of its last.
    pub first: Kind,
    /// See `first`.
    pub last: Kind,
    /// Tells it from other texts.
    pub hash: u64,
}

/// Kinds of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Whatever is none of the others.
    #[default]
    Other,
    /// A letter without case, or a capital.
    Letter,
    /// A small letter.
    Small,
    /// A digit.
    Digit,
    /// Ends a sentence, or a quotation.
    Stop,
    /// A question mark.
    Question,
    /// A colon.
    Colon,
    /// An ellipsis or an arrow: there is more elsewhere.
    More,
}

/// The kinds of ASCII characters.
const ASCII: [Kind; 128] = {
    let mut kinds = [Kind::Other; 128];
    let mut c = 0u8;
    while c < 128 {
        kinds[c as usize] = match c {
            b'a'..=b'z' => Kind::Small,
            b'A'..=b'Z' => Kind::Letter,
            b'0'..=b'9' => Kind::Digit,
            b'.' | b'!' | b'"' => Kind::Stop,
            b'?' => Kind::Question,
            b':' => Kind::Colon,
            b'>' => Kind::More,
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
        '”' | '。' | '！' | '」' | '।' | '۔' => Kind::Stop,
        '？' | '؟' => Kind::Question,
        '：' => Kind::Colon,
        '…' | '»' | '›' | '→' => Kind::More,
        _ if c.is_lowercase() => Kind::Small,
        _ if c.is_alphabetic() => Kind::Letter,
        _ if c.is_numeric() => Kind::Digit,
        _ => Kind::Other,
    }
}

impl BlockText {
    /// Counts over a text; what depends on nodes and words is left at nothing.
    pub fn read(text: &str, tick: &mut dyn FnMut()) -> Self {
        let mut counts = BlockText {
            bytes: text.len() as u32,
            hash: hash_text(text, 3),
            first: text.chars().next().map_or(Kind::Other, kind),
            last: text.chars().next_back().map_or(Kind::Other, kind),
            ..BlockText::default()
        };
        // The letters and digits of the run so far; the digits at its end, and their value.
        let (mut run, mut digits, mut number) = (0u32, 0u32, 0u32);
        // The last character that was no space.
        let mut before = ' ';
        let mut next_tick = TICK_EVERY;
        for (place, c) in text.char_indices() {
            if place >= next_tick {
                next_tick += TICK_EVERY;
                tick();
            }
            let kind = kind(c);
            let in_run = matches!(kind, Kind::Letter | Kind::Small | Kind::Digit);
            if in_run {
                if run == 0 {
                    counts.runs += 1;
                    counts.capitalised += u32::from(c.is_uppercase());
                }
                run += 1;
                if kind == Kind::Digit {
                    counts.digits += 1;
                    counts.prices += u32::from(digits == 0 && is_currency(before));
                    digits += 1;
                    number = number.wrapping_mul(10).wrapping_add(c as u32 - '0' as u32);
                } else {
                    counts.capitals += u32::from(kind == Kind::Letter && c.is_uppercase());
                    digits = 0;
                    number = 0;
                }
            } else {
                counts.end_run(run, digits, number);
                counts.mark(c, kind);
                counts.prices += u32::from(is_currency(c) && before.is_ascii_digit());
                (run, digits, number) = (0, 0, 0);
            }
            if !c.is_whitespace() {
                before = c;
            }
        }
        counts.end_run(run, digits, number);
        counts
    }

    fn end_run(&mut self, run: u32, digits: u32, number: u32) {
        self.short += u32::from((1..=3).contains(&run));
        self.years += u32::from(digits == 4 && run == 4 && (1900..2100).contains(&number));
    }

    fn mark(&mut self, c: char, kind: Kind) {
        match c {
            ',' | '、' | '，' | '،' => self.commas += 1,
            ';' | '；' | '؛' => self.punctuation += 1,
            '|' | '•' | '·' | '/' => self.separators += 1,
            '{' | '}' | '[' | ']' | '=' | '<' | '_' => self.code += 1,
            '@' => self.ats += 1,
            '(' | '（' => self.brackets += 1,
            '©' => self.copyrights += 1,
            _ => {}
        }
        match kind {
            Kind::Stop | Kind::Question if !matches!(c, '"' | '”' | '」') => self.sentences += 1,
            Kind::Colon => self.punctuation += 1,
            Kind::More => {
                self.separators += u32::from(c != '…');
                self.code += u32::from(c == '>');
            }
            _ => {}
        }
        let counted = matches!(c, ',' | '、' | '，' | '،')
            || matches!(kind, Kind::Stop | Kind::Question) && !matches!(c, '"' | '”' | '」');
        self.punctuation += u32::from(counted);
    }

    /// The part of it within links, in \[0, 1\].
    pub fn link_share(&self) -> f32 {
        (self.link_bytes as f32 / self.bytes.max(1) as f32).min(1.0)
    }

    /// What the block weighs in a decision: its words, in scripts without spaces about what
    /// they would be.
    pub fn weight(&self) -> f32 {
        (self.words as f32).max(self.bytes as f32 / 15.0)
    }
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽' | '₫' | '￥' | '₩')
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
        assert_eq!((text.years, text.prices, text.brackets), (1, 2, 1));
        assert_eq!((text.sentences, text.commas, text.punctuation), (3, 1, 4));
        assert_eq!((text.ats, text.separators, text.digits), (1, 1, 9));
        assert_eq!((text.first, text.last), (Kind::Letter, Kind::More));
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
