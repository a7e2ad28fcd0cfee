//! A text that may hold a date, cut into numbers, words and signs.

/// A piece of a text; white space lies between some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Decimal digits of any script, at most 17 of them: their value and their count.
    Number(u64, u8),
    /// Letters, in lower case.
    Word(String),
    Sign(char),
}

/// The most tokens.
const MOST: usize = 96;

/// Returns the value of a digit: ASCII, Arabic, Persian, Devanagari or full width.
fn digit(c: char) -> Option<u64> {
    let zero = match c {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    Some(u64::from(c) - u64::from(zero))
}

/// Returns the tokens at the start of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut after_space = true;
    // Bytes of a text that are read.
    for c in text.char_indices().take_while(|(at, _)| *at < 300).map(|(_, c)| c) {
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
        } else if c.is_alphabetic() || is_mark(c) {
            match last {
                Some(Token::Word(word)) => word.extend(c.to_lowercase()),
                _ => tokens.push(Token::Word(c.to_lowercase().collect())),
            }
        } else if c.is_whitespace() {
            after_space = true;
        } else if !is_direction(c) {
            tokens.push(Token::Sign(c));
        }
        if tokens.len() >= MOST {
            break;
        }
    }
    tokens
}

/// Combining marks, which Vietnamese and Arabic words may have.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}')
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
        assert_eq!(tokens("1 2"), [Number(1, 1), Number(2, 1)]);
        assert_eq!(tokens(&"9".repeat(40)).first(), Some(&Number(99_999_999_999_999_999, 17)));
        assert!(tokens(&"a ".repeat(1000)).len() <= MOST);
    }
}
