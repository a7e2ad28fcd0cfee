//! Units of a block, between which a chunk may begin: sentences, lines, and parts of sentences that are too long.

use std::ops::Range;

use crate::prelude::*;
use crate::texts::words::{is_listed, is_word_char};

/// Abbreviations whose full stop ends no sentence, in lower case.
const ABBREVIATIONS: &str = "\
    abb art approx bd bzw ca cf co corp dr e.g eq etc fig gen hr i.e inc jr lt ltd max min mr mrs ms mt no nr p pp \
    prof rev sec sr st str usw vol vs";

/// A piece of a text that is not divided. A text of 16 MB may have eight million units, and no text has 2³² bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    start: u32,
    end: u32,
    words: u32,
}

impl Unit {
    /// Returns its start in the text.
    pub fn start(&self) -> usize {
        self.start as usize
    }

    /// Returns its end. There is no whitespace at either end.
    pub fn end(&self) -> usize {
        self.end as usize
    }

    /// Returns the number of its words.
    pub fn words(&self) -> usize {
        self.words as usize
    }
}

/// What ends a unit besides line breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// Tabs and the ends of sentences.
    Sentences,
    /// Nothing: the text is code.
    Lines,
}

/// How the place of the scan stands to the end of a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentenceState {
    Inside,
    /// Behind a sign that may end a sentence, and quotes and brackets behind it.
    Ended,
    /// In the whitespace behind that.
    Between,
    /// Behind the certain end of a sentence.
    Over,
}

use Division::*;
use SentenceState::*;

/// Appends the units of a part of a text, in order. They have all characters but whitespace. Each has at most `limit`
/// words.
///
/// A sentence ends with `.`, `!`, `?` or `…` before whitespace, unless a letter in lower case follows. The full stop of
/// an abbreviation, an initial or a number of one or two digits ends none. A sentence also ends with `。`, `！` or `？`,
/// and at the end of a line or of a table's cell.
pub fn units(text: &str, part: Range<usize>, prose: Division, limit: usize, out: &mut Vec<Unit>) -> Fallible {
    let (mut at, mut in_word) = (Over, false);
    let mut unit: Option<Unit> = None;
    // The place of the first letter or digit behind the last whitespace.
    let mut token = None;
    for (place, c) in text[part.clone()].char_indices().checking(CHECK_BYTES) {
        let place = part.start + place;
        if c.is_whitespace() {
            in_word = false;
            token = None;
            at = match at {
                _ if c == '\n' || c == '\r' => Over,
                Over => Over,
                _ if prose == Lines => Inside,
                _ if c == '\t' => Over,
                Ended => Between,
                at => at,
            };
            continue;
        }
        if token.is_none() && c.is_alphanumeric() {
            token = Some(place);
        }
        let begins_word = is_word_char(c) && !in_word;
        let is_full = begins_word && unit.as_ref().is_some_and(|unit| unit.words() >= limit);
        let closes = matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '」' | '』' | '）');
        let begins = match at {
            Over => !(closes && unit.as_ref().is_some_and(|unit| unit.end() == place)),
            Between => !c.is_lowercase(),
            Inside | Ended => false,
        };
        if begins || is_full {
            out.try_extend(unit.take())?;
        }
        in_word = is_word_char(c);
        let unit = unit.get_or_insert(Unit {
            start: place as u32,
            end: place as u32,
            words: 0,
        });
        unit.words += u32::from(begins_word);
        unit.end = (place + c.len_utf8()) as u32;
        at = match c {
            _ if prose == Lines => Inside,
            '。' | '！' | '？' => Over,
            '!' | '?' | '…' => Ended,
            '.' if !is_abbreviation(&text[token.unwrap_or(place)..place]) => Ended,
            _ if closes && matches!(at, Ended | Over) => at,
            _ => Inside,
        };
    }
    out.try_extend(unit)
}

/// Returns `true` if a full stop behind this token belongs to it. The token begins with a letter or a digit, or is
/// empty.
fn is_abbreviation(token: &str) -> bool {
    match token.as_bytes() {
        [a, b] if a.is_ascii_digit() && b.is_ascii_digit() => true,
        bytes if bytes.len() > 6 => false,
        _ if token.chars().nth(1).is_none() => token.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()),
        _ => is_listed(&token.to_ascii_lowercase(), ABBREVIATIONS),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cases;
    use crate::texts::words::words;

    #[test]
    fn many_full_stops_without_whitespace_are_read_once() {
        // If each looked at all before it, this would take minutes.
        assert_eq!(split(&"...!?;:—".repeat(400_000), Sentences, 9).len(), 1);
    }

    fn split(text: &str, prose: Division, limit: usize) -> Vec<&str> {
        let mut out = Vec::new();
        units(text, 0..text.len(), prose, limit, &mut out).unwrap();
        out.iter().map(|unit| &text[unit.start()..unit.end()]).collect()
    }

    #[test]
    fn sentences_end_where_readers_see_it() {
        for [text, expected] in cases(
            "
            => []
            One. Two! Three? Four…  Five => [One.] [Two!] [Three?] [Four…] [Five]
            He said “Go.” Then (he left.) And “so on => [He said “Go.”] [Then (he left.)] [And “so on]
            Dr. A. Miller vs. the 3. Battalion etc. pp. won 3.5 points. => [Dr. A. Miller vs. the 3. Battalion etc. pp. won 3.5 points.]
            It is 2021. e.g. the end. of it => [It is 2021. e.g. the end. of it]
            v1.2.3 of example.org?x is out. Get it => [v1.2.3 of example.org?x is out.] [Get it]
            一句。「二句！」三 => [一句。] [「二句！」] [三]",
        ) {
            let found = split(text, Sentences, 100).join("] [");
            assert_eq!(format!("[{found}]"), expected, "{text}");
        }
        assert_eq!(split(" \n ", Sentences, 100), [""; 0]);
        let lines = split("a line\nanother\ta cell", Sentences, 100);
        assert_eq!(lines, ["a line", "another", "a cell"]);
        assert_eq!(split("a. B\t c\n  d", Lines, 100), ["a. B\t c", "d"]);
    }

    #[test]
    fn long_sentences_end_before_words() {
        assert_eq!(split("a-b (c d) e", Sentences, 2), ["a-b (", "c d)", "e"]);
        assert_eq!(split("a b c. D", Lines, 2), ["a b", "c. D"]);
    }

    proptest! {
        #[test]
        fn units_have_all_words_and_no_more_than_they_may(
            text in "[aA1 .!?\n\t。”)é漢-]{0,60}", limit in 1usize..5, code in any::<bool>(),
        ) {
            let prose = if code { Lines } else { Sentences };
            let mut out = Vec::new();
            units(&text, 0..text.len(), prose, limit, &mut out).unwrap();
            let pieces: Vec<&str> = out.iter().map(|unit| &text[unit.start()..unit.end()]).collect();
            let strip = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(strip(&pieces.concat()), strip(&text));
            prop_assert!(pieces.iter().flat_map(|piece| words(piece)).eq(words(&text)));
            for (unit, piece) in out.iter().zip(&pieces) {
                prop_assert_eq!(words(piece).count(), unit.words());
                prop_assert!(unit.words() <= limit && *piece == piece.trim() && !piece.is_empty());
            }
        }
    }
}
