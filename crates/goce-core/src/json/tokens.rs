//! The tokens of JSON.

use crate::prelude::*;

use super::jsonb::{JsonbError, Made};

/// A token of JSON. Its text is between two places of [`Tokens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Begin {
        is_object: bool,
    },
    End {
        is_object: bool,
    },
    Comma,
    Colon,
    /// With its quotes.
    String {
        is_escaped: bool,
    },
    Number,
    True,
    False,
    Null,
    /// The end of the text.
    Nothing,
}

/// The tokens of a text from some place on.
#[derive(Debug)]
pub struct Tokens<'t> {
    pub text: &'t [u8],
    /// The place behind the last token.
    pub at: usize,
}

impl<'t> Tokens<'t> {
    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns the place of the next token.
    pub fn skip_spaces(&mut self) -> usize {
        let spaces = self.rest().iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        self.at += spaces.count();
        self.at
    }

    /// Returns the next token.
    pub fn next(&mut self) -> Made<Token> {
        let start = self.skip_spaces();
        let rest = self.rest();
        let Some(first) = rest.first() else {
            return Ok(Token::Nothing);
        };
        let (token, length) = match first {
            b'{' | b'[' => (
                Token::Begin {
                    is_object: *first == b'{',
                },
                1,
            ),
            b'}' | b']' => (
                Token::End {
                    is_object: *first == b'}',
                },
                1,
            ),
            b',' => (Token::Comma, 1),
            b':' => (Token::Colon, 1),
            b'"' => string(rest).ok_or(JsonbError::Invalid { at: start })?,
            b'-' | b'0'..=b'9' => {
                let is_part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
                (Token::Number, rest.iter().take_while(is_part).count())
            }
            _ => {
                let literals = [("true", Token::True), ("false", Token::False), ("null", Token::Null)];
                let found = literals.into_iter().find(|(literal, _)| rest.starts_with(literal.as_bytes()));
                let (literal, token) = found.ok_or(JsonbError::Invalid { at: start })?;
                (token, literal.len())
            }
        };
        self.at += length;
        Ok(token)
    }
}

/// Returns the string at the start of a text, and its length; `None` for one without an end.
fn string(text: &[u8]) -> Option<(Token, usize)> {
    let mut at = 1;
    let mut is_escaped = false;
    loop {
        at += text.get(at..)?.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        if text[at] == b'"' {
            return Some((Token::String { is_escaped }, at + 1));
        }
        is_escaped = true;
        at += 2;
    }
}

/// Appends what a string of JSON between its quotes stands for. `at` is its place, for errors.
pub fn unescape(written: &[u8], at: usize, out: &mut Vec<u8>) -> Made {
    let invalid = JsonbError::Invalid { at };
    let mut rest = written;
    while let Some(length) = rest.iter().position(|byte| *byte == b'\\') {
        out.try_extend_from_slice(&rest[..length])?;
        let escape = *rest.get(length + 1).ok_or(invalid)?;
        rest = &rest[length + 2..];
        let byte = match escape {
            b'b' => 0x8,
            b'f' => 0xc,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'"' | b'\\' | b'/' => escape,
            b'u' => {
                let digits = rest.get(..4).and_then(|digits| str::from_utf8(digits).ok()).ok_or(invalid)?;
                rest = &rest[4..];
                let code = u8::from_str_radix(digits, 16).ok();
                code.filter(|code| (1..0x80).contains(code)).ok_or(invalid)?
            }
            _ => return Err(invalid),
        };
        out.try_push(byte)?;
    }
    Ok(out.try_extend_from_slice(rest)?)
}
