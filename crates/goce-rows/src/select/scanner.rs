//! Reads the characters of a selector: names, strings, escapes and spaces (CSS Syntax, section 4). Errors have a place.

use std::fmt::{self, Display, Formatter};

use goce_core::memory::{OutOfMemory, TryPushStr};

use super::SelectError;

/// The most characters that an error quotes.
const MAX_QUOTED: usize = 40;

/// The kinds of errors in a selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A selector is missing at the start, behind a comma, or in parentheses.
    NoSelector,
    /// Nothing follows a combinator.
    NoCompound,
    /// A name is missing.
    NoName,
    /// A character is not allowed here.
    Unexpected,
    /// A pseudo-class is unknown, or lacks its parentheses.
    PseudoClass,
    /// `::before` and the like, which are no elements.
    PseudoElement,
    /// A prefix other than `*`: there is no way to declare one.
    Prefix,
    /// No operator, value or end where an attribute has to have them.
    Attribute,
    /// The letter behind a value is neither `i` nor `s`.
    Flag,
    /// `An+B` is missing or malformed.
    Nth,
    HasInHas,
    /// More pseudo-classes within each other than [`super::MAX_DEPTH`].
    Depth,
    /// A string, a bracket or a parenthesis that is not closed.
    Unclosed,
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Problem::NoSelector => "a selector is missing",
            Problem::NoCompound => "nothing follows the combinator",
            Problem::NoName => "a name is missing",
            Problem::Unexpected => "unexpected character",
            Problem::PseudoClass => "unknown pseudo-class",
            Problem::PseudoElement => "a pseudo-element is no element of the page",
            Problem::Prefix => "unknown namespace prefix",
            Problem::Attribute => "malformed test of an attribute",
            Problem::Flag => "unknown flag of an attribute",
            Problem::Nth => "malformed place among siblings",
            Problem::HasInHas => ":has() within :has()",
            Problem::Depth => "too many levels of parentheses",
            Problem::Unclosed => "a string, a bracket or a parenthesis is not closed",
        })
    }
}

/// An error in a selector, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub problem: Problem,
    /// The number of the wrong character, counted from 1.
    pub character: usize,
    /// The selector from this character on, at most 40 characters; empty at its end.
    pub rest: String,
}

impl Display for SyntaxError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

/// A selector that is read from left to right.
#[derive(Debug)]
pub struct Scanner<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Scanner<'s> {
    pub fn new(text: &'s str) -> Self {
        Scanner { text, at: 0 }
    }

    /// Returns the current place, in bytes.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the unread rest.
    pub fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Reads a text if it comes next.
    pub fn eat(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// Skips bytes.
    pub fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Skips comments. An open one goes on to the end.
    pub fn skip_comments(&mut self) {
        while let Some(comment) = self.rest().strip_prefix("/*") {
            let end = comment.find("*/");
            self.at += end.map_or(comment.len() + 2, |end| end + 4);
        }
    }

    /// Skips spaces and comments; returns `true` if there was a space.
    pub fn skip_spaces(&mut self) -> bool {
        let mut is_space = false;
        loop {
            self.skip_comments();
            if !self.peek().is_some_and(is_white) {
                return is_space;
            }
            self.next();
            is_space = true;
        }
    }

    /// Returns an error at a place.
    pub fn error_at<T>(&self, problem: Problem, at: usize) -> Result<T, SelectError> {
        Err(SelectError::Syntax(SyntaxError {
            problem,
            character: self.text[..at].chars().count() + 1,
            rest: self.text[at..].chars().take(MAX_QUOTED).collect(),
        }))
    }

    /// Returns an error at the current place.
    pub fn error<T>(&self, problem: Problem) -> Result<T, SelectError> {
        self.error_at(problem, self.at)
    }

    /// Reads a name (an `<ident-token>`), without its escapes; `None` if none comes next.
    pub fn name(&mut self) -> Result<Option<String>, OutOfMemory> {
        if !starts_name(self.rest()) {
            return Ok(None);
        }
        let mut name = String::new();
        while let Some(c) = self.peek() {
            if is_in_name(c) {
                self.next();
                name.try_push_char(c)?;
            } else if is_escape(self.rest()) {
                self.next();
                name.try_push_char(self.escaped())?;
            } else {
                break;
            }
        }
        Ok(Some(name))
    }

    /// Reads a string if one comes next, without its escapes.
    pub fn string(&mut self) -> Result<Option<String>, SelectError> {
        let start = self.at;
        let Some(quote @ ('"' | '\'')) = self.peek() else {
            return Ok(None);
        };
        self.next();
        let mut string = String::new();
        loop {
            match self.next() {
                Some(c) if c == quote => return Ok(Some(string)),
                None | Some('\n' | '\r' | '\u{c}') => {
                    return self.error_at(Problem::Unclosed, start);
                }
                Some('\\') => match self.peek() {
                    None => {}
                    Some('\r') => {
                        self.next();
                        self.eat("\n");
                    }
                    Some('\n' | '\u{c}') => {
                        self.next();
                    }
                    Some(_) => string.try_push_char(self.escaped())?,
                },
                Some(c) => string.try_push_char(c)?,
            }
        }
    }

    /// Reads the text behind a backslash: a character, or its number in up to six hexadecimal digits, and a space.
    fn escaped(&mut self) -> char {
        let digits = self.rest().bytes().take(6);
        let digits = digits.take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            return self.next().unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        let number = u32::from_str_radix(&self.rest()[..digits], 16);
        self.at += digits;
        if !self.eat("\r\n") && self.peek().is_some_and(is_white) {
            self.next();
        }
        let c = number.ok().filter(|&number| number > 0);
        let c = c.and_then(char::from_u32);
        c.unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

pub fn is_white(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

fn starts_a_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii()
}

fn is_in_name(c: char) -> bool {
    starts_a_name(c) || c.is_ascii_digit() || c == '-'
}

/// Returns `true` for a backslash that no line break follows.
fn is_escape(text: &str) -> bool {
    let after = text.strip_prefix('\\');
    after.is_some_and(|after| !after.starts_with(['\n', '\r', '\u{c}']))
}

/// Returns `true` if a text begins with a name (CSS Syntax, section 4.3.9). `-->` is a token of its own.
fn starts_name(text: &str) -> bool {
    if text.starts_with("-->") {
        return false;
    }
    let after = text.strip_prefix('-').unwrap_or(text);
    let has_hyphen = after.len() < text.len();
    after.starts_with(starts_a_name) || is_escape(after) || has_hyphen && after.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<(String, &str)> {
        let mut scanner = Scanner::new(text);
        let name = scanner.name().unwrap()?;
        Some((name, scanner.rest()))
    }

    #[test]
    fn names_end_where_css_ends_them() {
        let is = |text, expected: &str, rest: &'static str| {
            assert_eq!(name(text), Some((expected.to_owned(), rest)), "{text}");
        };
        is("a.b", "a", ".b");
        is("-a_b-1é漢 c", "-a_b-1é漢", " c");
        is("--", "--", "");
        is("--1>", "--1", ">");
        is("a-->", "a--", ">");
        is(r"\31 23", "123", "");
        is(r"\31", "1", "");
        is("\\000041\r\nb", "Ab", "");
        is(r"\0000412", "A2", "");
        is(r"md\:flex[x]", "md:flex", "[x]");
        is(r"\g", "g", "");
        is(r"-\-", "--", "");
        is(r"\0 a\d800 b\110000 ", "\u{fffd}a\u{fffd}b\u{fffd}", "");
        is("a\\", "a\u{fffd}", "");
        for text in ["", "1a", "-", "-1", "-->", ".", "\\\nx", " a", "\"a\""] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn strings_end_at_their_quote() {
        let string = |text| Scanner::new(text).string();
        let is = |text, expected: &str| {
            assert_eq!(string(text), Ok(Some(expected.to_owned())), "{text}");
        };
        is("'a\"b' c", "a\"b");
        is(r#""a\"b""#, "a\"b");
        is("\"a\\\r\nb\\\nc\"", "abc");
        is(r#""\41 1""#, "A1");
        is("''", "");
        assert_eq!(string("a"), Ok(None));
        for text in ["'", "'a\"", "'a\nb'", "'\\'", "'\\"] {
            assert!(string(text).is_err(), "{text}");
        }
    }

    #[test]
    fn comments_are_no_spaces() {
        let spaces = |text| {
            let mut scanner = Scanner::new(text);
            (scanner.skip_spaces(), scanner.rest())
        };
        assert_eq!(spaces("/* > */a"), (false, "a"));
        assert_eq!(spaces(" /**/\n\t/*/*/a"), (true, "a"));
        assert_eq!(spaces("/* a"), (false, ""));
        assert_eq!(spaces("/ a"), (false, "/ a"));
    }
}
