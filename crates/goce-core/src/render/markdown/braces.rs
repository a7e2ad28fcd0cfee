//! Braces in code in which a renderer that knows or keeps no fences reads attributes, as Python-Markdown does: directly
//! behind a mark, such as that of emphasis, at the end of a heading, a cell or a term, and in the last line of a
//! paragraph.

use crate::page::prelude::*;

/// The braces of a block of code, met in its order.
pub struct Braces<'c> {
    code: &'c str,
    before: char,
    /// The last character but for white space.
    last: char,
    /// `true` once the line has a brace of attributes, and once it has the equals sign of one behind that.
    is_open: bool,
    has_equals: bool,
    /// Whether the code may have headings and their like, once it was asked.
    has_heads: Option<bool>,
}

impl<'c> Braces<'c> {
    pub fn of(code: &'c str) -> Self {
        Braces {
            code,
            before: '\n',
            last: '\n',
            is_open: false,
            has_equals: false,
            has_heads: None,
        }
    }

    /// Goes on to the next character. Returns `true` for the end of what may be attributes.
    pub fn end_attributes(&mut self, offset: usize, c: char) -> bool {
        if c == '}' && self.has_equals {
            return true;
        }
        self.is_open = c == '{' && !self.is_of_code(offset) || self.is_open && c != '\n';
        self.has_equals = self.is_open && (c == '=' && self.before.is_alphanumeric() || self.has_equals);
        self.before = c;
        if c == '\n' || !c.is_whitespace() {
            self.last = c;
        }
        false
    }

    /// Returns `true` for a brace at a place where nobody reads attributes.
    fn is_of_code(&mut self, offset: usize) -> bool {
        let code = self.code;
        // Kramdown's attributes of a paragraph.
        if code[offset..].starts_with("{:") {
            return false;
        }
        // Extensions make links of mail addresses, names and numbers of issues.
        self.before.is_alphanumeric() && !code.contains(['@', '#'])
            || "(,".contains(self.before)
            || (self.before == ' ' && (self.last.is_alphanumeric() || self.last == ')')
                || self.last == '\n' && goes_on(&code[offset..]))
                && !*self.has_heads.get_or_insert_with(|| may_have_heads(code))
    }
}

/// Returns `true` if a line of code, which begins with a brace, cannot be the last of a paragraph, or ends otherwise.
fn goes_on(code: &str) -> bool {
    let (line, next) = code.split_once('\n').map_or((code, None), |(line, next)| (line, Some(next)));
    !line.contains(['`', '*', '_', '[', '<', '!', '\\'])
        && (!line.trim_end().ends_with('}') || next.is_none_or(|next| next.starts_with(char::is_alphabetic)))
}

/// Returns `true` if a line of code may be read as a heading, a cell of a table or the term of a definition.
fn may_have_heads(code: &str) -> bool {
    let is_of_head = |line: &str| {
        let rest = line.trim_start_matches(|c: char| c.is_whitespace() || "=->*+|_".contains(c));
        rest.starts_with(':') || rest.is_empty() && !line.trim_start().is_empty()
    };
    code.contains('#') || code.split('\n').checking(CHECK_BYTES).any(is_of_head)
}
