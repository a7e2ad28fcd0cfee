//! Markup: tags, comments, doctypes and CDATA sections (HTML standard, 13.2.5.6 "tag open state", 13.2.5.7 "end tag
//! open state", and 13.2.5.41 "bogus comment state" to 13.2.5.71).

use memchr::memchr;

use crate::ParseError;
use crate::damage::Part;

use super::{Sink, State, Tokenizer, WINDOW};

impl<'p, 't, S: Sink<'t>> Tokenizer<'p, S> {
    /// Reads the markup that begins here with `<` ("tag open state"). Returns the tokenizer's next state.
    pub(super) fn markup(&mut self) -> Result<State, ParseError> {
        match self.byte(self.at + 1) {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.at += 1;
                return self.tag(false);
            }
            Some(b'/') => match self.byte(self.at + 2) {
                Some(byte) if byte.is_ascii_alphabetic() => {
                    self.at += 2;
                    return self.tag(true);
                }
                Some(b'>') => {
                    self.at += 3;
                    self.charge(3);
                }
                Some(_) => {
                    self.at += 2;
                    self.bogus_comment()?;
                }
                None => {
                    self.at += 2;
                    self.sink.text("</")?;
                }
            },
            Some(b'!') => {
                self.at += 2;
                return self.declaration();
            }
            Some(b'?') => {
                self.at += 1;
                self.bogus_comment()?;
            }
            _ => {
                self.at += 1;
                self.sink.text("<")?;
            }
        }
        Ok(State::Data)
    }

    /// Reads from behind `<!` on ("markup declaration open state").
    fn declaration(&mut self) -> Result<State, ParseError> {
        let rest = &self.page.as_bytes()[self.at..];
        if rest.starts_with(b"--") {
            self.at += 2;
            self.comment()?;
        } else if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            self.at += 7;
            self.doctype()?;
        } else if rest.starts_with(b"[CDATA[") && self.sink.is_in_foreign_content() {
            self.at += 7;
            return Ok(State::Cdata);
        } else {
            self.bogus_comment()?;
        }
        Ok(State::Data)
    }

    /// Moves to the next such byte and returns `true`, or to the end of the page and returns `false`.
    pub(super) fn skip_to(&mut self, byte: u8) -> bool {
        loop {
            self.skip(|bytes| memchr(byte, bytes));
            match self.byte(self.at) {
                Some(found) if found == byte => return true,
                Some(_) => {}
                None => return false,
            }
        }
    }

    /// Reads a comment that ends at the next `>` ("bogus comment state").
    fn bogus_comment(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let ends = self.skip_to(b'>');
        let end = self.at;
        self.at += usize::from(ends);
        self.sink.comment(&self.page[start..end])
    }

    /// Reads a comment from behind its `<!--` on ("comment start state").
    fn comment(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let page = self.page;
        if let Some(close) = self.close(Part::Comment) {
            self.at = close;
            return self.sink.comment(&page[start..close]);
        }
        while self.skip_to(b'>') {
            let comment = &page[start..self.at];
            self.at += 1;
            if comment.is_empty() || comment == "-" {
                return self.sink.comment("");
            }
            if let Some(comment) = comment.strip_suffix("--").or_else(|| comment.strip_suffix("--!")) {
                self.closed(Part::Comment, start)?;
                return self.sink.comment(comment);
            }
        }
        self.unclosed(Part::Comment, start)?;
        let comment = &page[start..];
        let ends = ["--!", "--", "-"];
        let comment = ends.iter().find_map(|end| comment.strip_suffix(end)).unwrap_or(comment);
        self.sink.comment(comment)
    }

    /// Reads a CDATA section up to its `]]>` ("CDATA section state").
    pub(super) fn cdata(&mut self) -> Result<State, ParseError> {
        let mut start = self.at;
        let page = self.page;
        loop {
            self.skip(|bytes| memchr(b'>', bytes));
            let section = &page[start..self.at];
            if self.byte(self.at) != Some(b'>') {
                if self.at == page.len() {
                    self.text(start, self.at, true)?;
                    return Ok(State::Data);
                }
                // Two brackets here may belong to the `]]>` that ends the section.
                let without = section.trim_end_matches(']').len();
                let until = start + without.max(section.len().saturating_sub(2));
                self.text(start, until, true)?;
                start = until;
                continue;
            }
            if section.ends_with("]]") {
                let end = self.at - 2;
                self.at += 1;
                self.text(start, end, true)?;
                return Ok(State::Data);
            }
            self.at += 1;
            if self.at - start >= WINDOW {
                self.text(start, self.at, true)?;
                start = self.at;
            }
        }
    }
}
