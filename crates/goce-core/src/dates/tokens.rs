//! A text that may hold a date, cut into numbers, words and signs.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::texts::words::paired;

/// A piece of a text; white space lies between some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Decimal digits of any script, at most 17 of them: their value and their count.
    Number(u64, u8),
    /// Letters, in lower case and without accents.
    Word(String),
    Sign(char),
}

/// The zeros of the scripts beside Latin whose digits are written in dates. The other digits follow each.
const ZEROS: &str = "\u{660}\u{6f0}\u{966}\u{9e6}\u{a66}\u{ae6}\u{b66}\u{be6}\u{c66}\u{ce6}\u{d66}\u{e50}\u{ed0}\u{f20}\
    \u{1040}\u{17e0}\u{1810}\u{a9d0}\u{ff10}";

/// Returns the value of a decimal digit of any of these scripts.
pub fn digit(c: char) -> Option<u64> {
    if c.is_ascii() {
        return c.to_digit(10).map(u64::from);
    }
    let value = |zero: char| u64::from(c).checked_sub(u64::from(zero)).filter(|value| *value < 10);
    ZEROS.chars().find_map(value)
}

/// Returns a number that is written in Han before a year or a later part of a date, with its length in bytes: 二〇二一年.
/// A month alone is a name: 十二月.
fn han_number(text: &str, before: Option<&Token>) -> Option<(Token, usize)> {
    let value = |c: char| "〇一二三四五六七八九".chars().position(|digit| digit == c || c == '零' && digit == '〇');
    let length = text.char_indices().take(5).find(|(_, c)| value(*c).is_none() && !matches!(c, '十' | '○'))?.0;
    let (number, rest) = text.split_at(length);
    let is_behind = matches!(before, Some(Token::Word(word)) if word == "年" || word == "月");
    let is_part = rest.starts_with('年') || is_behind && rest.starts_with(['月', '日', '号', '號']);
    // No number of a date is longer.
    if !(1..=4).contains(&number.chars().count()) || !is_part {
        return None;
    }
    let digits = |part: &str| {
        part.chars()
            .fold((0, 0), |(number, digits), c| (number * 10 + value(c).unwrap_or(0) as u64, digits + 1))
    };
    let (number, digits) = match number.split_once('十') {
        Some((tens, ones)) => (digits(tens).0.max(u64::from(tens.is_empty())) * 10 + digits(ones).0, 2),
        None => digits(number),
    };
    Some((Token::Number(number, digits), length))
}

/// Returns the name of a month in Roman capitals between points, or in a text that is a day alone, with its length in bytes:
/// 3.V.2021, 3 V 2021 r. Elsewhere such letters mean other things: 5 V 2000 mAh.
fn roman_month(text: &str, before: &[Token]) -> Option<(Token, usize)> {
    const MONTHS: &str = "I january, II february, III march, IV april, V may, VI june, VII july, VIII august, IX september, \
        X october, XI november, XII december";
    let (sign, is_alone) = match before {
        [.., Token::Number(_, 1 | 2), Token::Sign('.')] => (b'.', false),
        [Token::Number(_, 1 | 2)] => (b' ', true),
        _ => return None,
    };
    let (letters, year) = text.split_at(text.bytes().take(5).position(|byte| byte == sign)?);
    let name = paired(MONTHS, letters)?;
    let year = year[1..].trim_start();
    let is_year = year.bytes().take(4).filter(u8::is_ascii_digit).count() == 4;
    let ends = || matches!(year.get(4..), Some("" | "r." | " r."));
    (is_year && (!is_alone || ends())).then(|| (Token::Word(name.to_owned()), letters.len()))
}

/// Returns the tokens at the start of a text: 96 at most, of its first 300 bytes.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut after_space = true;
    let mut read = 0;
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < 300) {
        if at < read {
            continue;
        }
        let special = match c {
            '\u{3007}' | '零' | '○' | '\u{4e00}'..='\u{56db}' => han_number(&text[at..], tokens.last()),
            'I' | 'V' | 'X' => roman_month(&text[at..], &tokens),
            _ => None,
        };
        if let Some((token, length)) = special {
            tokens.push(token);
            (read, after_space) = (at + length, false);
            continue;
        }
        let last = tokens.last_mut().filter(|_| !after_space);
        after_space = false;
        if let Some(value) = digit(c) {
            match last {
                Some(Token::Number(number, digits)) if *digits < 17 => {
                    *number = *number * 10 + value;
                    *digits += 1;
                }
                _ => tokens.push(Token::Number(value, 1)),
            }
        } else if c.is_alphabetic() {
            match last {
                Some(Token::Word(word)) => push_folded(word, c),
                _ => {
                    let mut word = String::new();
                    push_folded(&mut word, c);
                    tokens.push(Token::Word(word));
                }
            }
        } else if is_mark(c) {
            if let Some(Token::Word(word)) = last {
                push_folded(word, c);
            }
        } else if c.is_whitespace() {
            after_space = true;
        } else if !is_direction(c) {
            tokens.push(Token::Sign(c));
        }
        if tokens.len() >= 96 {
            break;
        }
    }
    tokens
}

/// Returns `true` for a combining mark: an accent, or a part of a letter in India and Southeast Asia.
fn is_mark(c: char) -> bool {
    !c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Mark
}

/// Returns `true` for the accents of Latin, Greek and Cyrillic, and for the signs of vowels in Arabic.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}')
}

/// Adds a letter in lower case and without its accents: pages leave them out, in capitals most of all.
fn push_folded(word: &mut String, c: char) {
    if c.is_ascii() {
        word.push(c.to_ascii_lowercase());
        return;
    }
    for mut c in c.to_lowercase() {
        while let Decomposed::Expansion(base, mark) = CanonicalDecompositionBorrowed::new().decompose(c)
            && is_accent(mark)
        {
            c = base;
        }
        match c {
            'ı' => word.push('i'),
            // Letters that Persian has, and Arabic writes alike.
            'ي' => word.push('ی'),
            'ك' => word.push('ک'),
            c if !is_accent(c) => word.push(c),
            _ => {}
        }
    }
}

/// Returns the words at the start of a text, as tokens have them, with single spaces between.
pub fn folded(text: &str) -> String {
    let words = tokens(text).into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns what is known of the first words of tokens, three at most, with the number of their tokens: of the most words
/// that are known. Points between them are those of abbreviations.
pub fn phrase_at<T>(tokens: &[Token], known: impl Fn(&str) -> Option<T>) -> Option<(T, usize)> {
    let mut phrase = String::new();
    let mut ends = Vec::new();
    for (at, token) in tokens.iter().enumerate().take(5) {
        match token {
            Token::Word(word) if ends.len() < 3 => {
                if at > 0 {
                    phrase.push(' ');
                }
                phrase.push_str(word);
                ends.push((phrase.len(), at + 1));
            }
            Token::Sign('.') if at > 0 => {}
            _ => break,
        }
    }
    ends.into_iter().rev().find_map(|(end, length)| known(&phrase[..end]).zip(Some(length)))
}

/// Marks of writing direction, and characters without width.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut() {
        use Token::{Number, Sign, Word};
        let [year, month, day] = ["年", "月", "日"].map(|part| Word(part.into()));
        assert_eq!(tokens("二○二一年十二月三十日"), [Number(2021, 4), year, Number(12, 2), month, Number(30, 2), day]);
        assert_eq!(
            tokens("1er Mai 2021T10"),
            [
                Number(1, 1),
                Word("er".into()),
                Word("mai".into()),
                Number(2021, 4),
                Word("t".into()),
                Number(10, 2)
            ]
        );
        assert_eq!(tokens("٣/０5"), [Number(3, 1), Sign('/'), Number(5, 2)]);
        assert_eq!(tokens("ÉTÉ Μαΐου İlk कार्तिक")[..2], [Word("ete".into()), Word("μαιου".into())]);
        assert_eq!(folded("ÉTÉ, Kasım. พ.ศ. มี"), "ete kasim พ ศ มี");
        assert_eq!(tokens("๒๕๖๔ ۱۴۰۰"), [Number(2564, 4), Number(1400, 4)]);
        assert_eq!(tokens("1 2"), [Number(1, 1), Number(2, 1)]);
        assert_eq!(tokens(&"9".repeat(40)).first(), Some(&Number(99_999_999_999_999_999, 17)));
        assert!(tokens(&"a ".repeat(1000)).len() <= 96);
    }
}
