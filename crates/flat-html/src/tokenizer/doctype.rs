//! Doctypes (HTML standard, 13.2.5.53 "DOCTYPE state" to 13.2.5.68 "bogus DOCTYPE state").

use memchr::memchr3;

use crate::ParseError;
use crate::memory::TryPushStr;

use super::{Sink, Tokenizer};

/// A "DOCTYPE token". `None` is what the standard calls "missing".
#[derive(Debug, Default)]
pub(crate) struct Doctype {
    pub name: Option<String>,
    pub public: Option<String>,
    pub system: Option<String>,
    /// The "force-quirks flag": the doctype is so wrong that the page is in quirks mode.
    pub force_quirks: bool,
}

impl<'p, 't, S: Sink<'t>> Tokenizer<'p, S> {
    /// Reads a doctype from behind the word `doctype` on.
    pub(super) fn doctype(&mut self) -> Result<(), ParseError> {
        let mut doctype = Doctype::default();
        doctype.force_quirks = !self.declared(&mut doctype)?;
        self.sink.doctype(&doctype)
    }

    /// Reads a doctype to its end. Returns `false` where the standard sets the "force-quirks flag".
    fn declared(&mut self, doctype: &mut Doctype) -> Result<bool, ParseError> {
        if self.ends().is_some() {
            return Ok(false);
        }
        doctype.name = Some(self.doctype_name()?);
        if let Some(is_right) = self.ends() {
            return Ok(is_right);
        }
        let word = self.page.as_bytes().get(self.at..self.at + 6);
        if word.is_some_and(|word| word.eq_ignore_ascii_case(b"public")) {
            self.at += 6;
            let Some(public) = self.identifier()? else {
                return self.bogus_doctype(false);
            };
            let ended = self.identifier_end(&mut doctype.public, public);
            if !ended {
                return Ok(false);
            }
            if let Some(is_right) = self.ends() {
                return Ok(is_right);
            }
        } else if word.is_some_and(|word| word.eq_ignore_ascii_case(b"system")) {
            self.at += 6;
        } else {
            return self.bogus_doctype(false);
        }
        let Some(system) = self.identifier()? else {
            return self.bogus_doctype(false);
        };
        if !self.identifier_end(&mut doctype.system, system) {
            return Ok(false);
        }
        match self.ends() {
            Some(is_right) => Ok(is_right),
            None => self.bogus_doctype(true),
        }
    }

    /// Moves behind white space, and behind a `>`. Returns `true` if that ends the doctype, `false` if the page ends, and
    /// `None` if neither does.
    fn ends(&mut self) -> Option<bool> {
        let byte = self.skip_space();
        self.at += usize::from(byte == Some(b'>'));
        match byte {
            None => Some(false),
            Some(b'>') => Some(true),
            Some(_) => None,
        }
    }

    /// Keeps an identifier and moves behind its end. Returns `true` if it ended with its quote: a `>`, or the end of
    /// the page, ends the whole doctype.
    fn identifier_end(&mut self, of: &mut Option<String>, identifier: String) -> bool {
        *of = Some(identifier);
        let end = self.byte(self.at);
        self.at += usize::from(end.is_some());
        !matches!(end, None | Some(b'>'))
    }

    /// Reads to the `>` or the end of the page ("bogus DOCTYPE state") and returns `is_right`. In this state the end of
    /// the page does not set the "force-quirks flag".
    fn bogus_doctype(&mut self, is_right: bool) -> Result<bool, ParseError> {
        let ends = self.skip_to(b'>');
        self.at += usize::from(ends);
        Ok(is_right)
    }

    fn doctype_name(&mut self) -> Result<String, ParseError> {
        let mut name = String::new();
        let page = self.page;
        for c in page[self.at..].chars() {
            match c {
                '\t' | '\n' | '\x0c' | '\r' | ' ' | '>' => break,
                '\0' => name.try_push_char('\u{fffd}')?,
                c => name.try_push_char(c.to_ascii_lowercase())?,
            }
            self.at += c.len_utf8();
            self.charge(c.len_utf8());
        }
        Ok(name)
    }

    /// Reads an identifier in quotes, up to the second quote, a `>` or the end of the page. Returns nothing if no quote
    /// stands here.
    fn identifier(&mut self) -> Result<Option<String>, ParseError> {
        let quote = match self.skip_space() {
            Some(quote @ (b'"' | b'\'')) => quote,
            _ => return Ok(None),
        };
        self.at += 1;
        let mut identifier = String::new();
        loop {
            let start = self.skip(|bytes| memchr3(quote, b'>', b'\r', bytes));
            let page = self.page;
            for (count, part) in page[start..self.at].split('\0').enumerate() {
                if count > 0 {
                    identifier.try_push_char('\u{fffd}')?;
                }
                identifier.try_push_str(part)?;
            }
            match self.byte(self.at) {
                Some(b'\r') => {
                    self.at += 1;
                    if self.byte(self.at) != Some(b'\n') {
                        identifier.try_push_char('\n')?;
                    }
                }
                Some(byte) if byte != quote && byte != b'>' => {}
                _ => return Ok(Some(identifier)),
            }
        }
    }
}
