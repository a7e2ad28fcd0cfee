//! Marks in running text that need no language: punctuation, digits, prices, dates.

use super::{FeatureSink, write_shares};

/// Counts over a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub characters: u32,
    /// `.` and its East Asian forms.
    pub periods: u32,
    /// `,` and its East Asian forms.
    pub commas: u32,
    pub colons: u32,
    pub exclamations: u32,
    /// Quotation marks and brackets.
    pub brackets: u32,
    /// Separators of links and crumbs: `|`, `»`, `›`, `>`, `·`, `•`.
    pub bars: u32,
    /// Signs of code: `=`, `_`, `{`, `}`, `<`, `\`, `#`, `@`.
    pub code: u32,
    /// 0 to 9.
    pub digits: u32,
    /// Numbers: runs of digits.
    pub numbers: u32,
    /// Capital letters of ASCII.
    pub capitals: u32,
    /// Currency signs beside a number.
    pub prices: u32,
    pub percents: u32,
    /// Years of four digits, times of day, and days of a month with slashes.
    pub dates: u32,
}

impl Marks {
    pub fn write(&self, feature: &mut FeatureSink<'_>) {
        let thousand = f64::from(self.characters.max(1)) / 1000.0;
        let shares = [
            ("characters", self.characters, 1.0),
            ("prices", self.prices, 1.0),
            ("dates", self.dates, 1.0),
            ("periods_rate", self.periods, thousand),
            ("commas_rate", self.commas, thousand),
            ("colons_rate", self.colons, thousand),
            ("exclamations_rate", self.exclamations, thousand),
            ("brackets_rate", self.brackets, thousand),
            ("bars_rate", self.bars, thousand),
            ("code_rate", self.code, thousand),
            ("digits_rate", self.digits, thousand),
            ("numbers_rate", self.numbers, thousand),
            ("capitals_rate", self.capitals, thousand),
            ("percents_rate", self.percents, thousand),
            ("prices_rate", self.prices, thousand),
            ("dates_rate", self.dates, thousand),
        ];
        write_shares(feature, &shares);
    }
}

/// Small letters of ASCII and the space.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        plain[byte as usize] = byte.is_ascii_lowercase() || byte == b' ';
        byte += 1;
    }
    plain
};

/// Reads a text piece by piece.
#[derive(Clone, Debug, Default)]
pub struct MarkReader {
    /// The counts so far. A number at the very end is still open.
    pub marks: Marks,
    /// The digits of the number being read and, of four digits at most, its value.
    digits: u32,
    value: u32,
    /// A short number and the `:` or `/` right after it.
    before: Option<(u32, char)>,
    /// The places of the last currency sign and of the last number's end, until a price takes them.
    sign: Option<u32>,
    number: Option<u32>,
}

impl MarkReader {
    pub fn read(&mut self, text: &str) {
        let mut at = 0;
        while let Some(rest) = text.as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
            // Most of a text is small letters and spaces, which only end a number.
            let plain = rest.iter().position(|byte| !PLAIN[usize::from(*byte)]);
            let plain = plain.unwrap_or(rest.len());
            if plain > 0 {
                self.end_number(' ');
                self.marks.characters += plain as u32;
                at += plain;
                continue;
            }
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            if let Some(digit) = c.to_digit(10) {
                self.digit(digit);
            } else {
                self.end_number(c);
                self.sign_or_letter(c);
            }
            self.marks.characters += 1;
            at += c.len_utf8();
        }
    }

    fn digit(&mut self, digit: u32) {
        self.marks.digits += 1;
        if self.digits == 0 {
            self.marks.numbers += 1;
            // "$5", "$ 5".
            let sign = self.sign.take();
            if sign.is_some_and(|place| self.marks.characters - place <= 2) {
                self.marks.prices += 1;
            }
        }
        self.digits += 1;
        if self.digits <= 4 {
            self.value = self.value * 10 + digit;
        }
    }

    /// Ends the number that is being read, if one is, at the character after it.
    fn end_number(&mut self, next: char) {
        if self.digits == 0 {
            self.before = None;
            return;
        }
        let is_year = self.digits == 4 && (1990..2040).contains(&self.value);
        let short = self.digits <= 2;
        let goes_on = self.before.is_some_and(|(before, joint)| match joint {
            ':' => before < 24 && self.digits == 2 && self.value < 60,
            _ => before < 32 && short,
        });
        self.before = None;
        if is_year || goes_on {
            self.marks.dates += 1;
        } else if short && matches!(next, ':' | '/') {
            self.before = Some((self.value, next));
        }
        self.number = Some(self.marks.characters);
        self.digits = 0;
        self.value = 0;
    }

    fn sign_or_letter(&mut self, c: char) {
        let marks = &mut self.marks;
        let count = match c {
            'A'..='Z' => &mut marks.capitals,
            '.' | '。' | '．' | '।' => &mut marks.periods,
            ',' | '，' | '、' | '،' => &mut marks.commas,
            ':' | ';' | '：' | '；' => &mut marks.colons,
            '?' | '!' | '？' | '！' => &mut marks.exclamations,
            '"' | '(' | ')' | '[' | ']' | '“' | '”' | '«' | '「' | '」' | '„' => &mut marks.brackets,
            '|' | '»' | '›' | '>' | '·' | '•' => &mut marks.bars,
            '=' | '_' | '{' | '}' | '<' | '\\' | '#' | '@' => &mut marks.code,
            '%' => &mut marks.percents,
            '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩' | '₺' | '₫' | '₴' | '฿' => {
                // "5€", "5 €": the number ended where the character after it stands.
                let place = self.number.take();
                if place.is_some_and(|place| self.marks.characters - place <= 1) {
                    self.marks.prices += 1;
                } else {
                    self.sign = Some(self.marks.characters);
                }
                return;
            }
            _ => return,
        };
        *count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    fn marks(text: &str) -> Marks {
        let mut reader = MarkReader::default();
        reader.read(text);
        reader.marks
    }

    #[test]
    fn counts_of_a_sentence() {
        let found = marks("Well, “this”: a [b] 12 3! 50% x=1。");
        let expected = Marks {
            characters: 34,
            periods: 1,
            commas: 1,
            colons: 1,
            exclamations: 1,
            brackets: 4,
            code: 1,
            digits: 6,
            numbers: 4,
            capitals: 1,
            percents: 1,
            ..Marks::default()
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn prices_have_a_sign_beside_a_number() {
        for [text, prices] in cases(
            "
            $5 => 1
            $ 5.99 and 7 € or 8€. => 3
            5 $6 => 1
            US$ 10, £1,200 => 2
            $ and then 5 => 0
            5 of $ => 0
            € => 0",
        ) {
            assert_eq!(marks(text).prices.to_string(), prices, "{text}");
        }
    }

    #[test]
    fn dates_are_years_times_and_slashed_days() {
        for [text, dates] in cases(
            "
            in 2021. => 1
            2021-03-04 12:30:15. => 2
            3/4/21. => 1
            3 / 4. => 0
            1850. 12345. 99:10 7:99. => 0",
        ) {
            assert_eq!(marks(text).dates.to_string(), dates, "{text}");
        }
    }

    #[test]
    fn pieces_count_like_the_whole() {
        let text = "Sold on 3/4/2021 at 12:30 for $ 99.50 (20% off), or 80 €!";
        for (cut, _) in text.char_indices() {
            let mut reader = MarkReader::default();
            reader.read(&text[..cut]);
            reader.read(&text[cut..]);
            assert_eq!(reader.marks, marks(text));
        }
    }
}
