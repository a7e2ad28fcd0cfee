//! Text that only its own end tag ends (HTML standard, 13.2.5.2 "RCDATA state" to 13.2.5.5 "PLAINTEXT state", and
//! 13.2.5.9 to 13.2.5.31, which are about their ends).

use crate::ParseError;

use super::attributes::is_space;
use super::{Sink, State, Tokenizer, WINDOW};

/// Where in a script the tokenizer is. Within `<!--` another `<script>` hides the next `</script>`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Plain,
    /// Within `<!--`: the "script data escaped states".
    Escaped,
    /// Within `<!--` and a second `<script>`: the "script data double escaped states".
    DoubleEscaped,
}

impl<'p, 't, S: Sink<'t>> Tokenizer<'p, S> {
    /// Reads the rest of the page as text ("PLAINTEXT state").
    pub(super) fn plaintext(&mut self) -> Result<State, ParseError> {
        while self.at < self.page.len() {
            let start = self.at;
            self.at = self.window();
            self.charge(self.at - start);
            self.text(start, self.at, false)?;
        }
        Ok(State::Plaintext)
    }

    /// Reads text with character references up to the end tag ("RCDATA state").
    pub(super) fn rcdata(&mut self) -> Result<State, ParseError> {
        while self.at < self.page.len() {
            let start = self.skip_to2(b'<', b'&');
            self.text(start, self.at, false)?;
            match self.byte(self.at) {
                Some(b'<') if self.is_end_tag() => return self.end_tag(),
                Some(b'<') => {
                    self.at += 1;
                    self.brackets += 1;
                    self.sink.text("<")?;
                }
                Some(b'&') => self.reference_in_text()?,
                _ => {}
            }
        }
        Ok(State::Rcdata)
    }

    /// Reads text up to the end tag ("RAWTEXT state").
    pub(super) fn rawtext(&mut self) -> Result<State, ParseError> {
        while self.at < self.page.len() {
            let start = self.skip_to2(b'<', b'<');
            let is_end = self.is_end_tag();
            if !is_end && self.byte(self.at) == Some(b'<') {
                self.at += 1;
                self.brackets += 1;
            }
            self.text(start, self.at, false)?;
            if is_end {
                return self.end_tag();
            }
        }
        Ok(State::Rawtext)
    }

    /// Reads a script up to its end tag ("script data state").
    pub(super) fn script(&mut self) -> Result<State, ParseError> {
        let mut script = Script::Plain;
        // The start of the text that was not passed on yet, and the first place for the `-->` that ends a comment.
        let (mut start, mut dashes) = (self.at, self.at);
        while self.at < self.page.len() {
            if self.at - start >= WINDOW {
                self.text(start, self.at, false)?;
                start = self.at;
            }
            match script {
                Script::Plain => self.skip_to2(b'<', b'<'),
                _ => self.skip_to2(b'<', b'>'),
            };
            let rest = &self.page.as_bytes()[self.at..];
            match (script, rest.first()) {
                (Script::Plain | Script::Escaped, Some(b'<')) if self.is_end_tag() => {
                    self.text(start, self.at, false)?;
                    return self.end_tag();
                }
                (Script::Plain, Some(b'<')) if rest.starts_with(b"<!--") => {
                    script = Script::Escaped;
                    dashes = self.at + 2;
                    self.at += 4;
                }
                (Script::Escaped, Some(b'<')) if rest.get(1).is_some_and(u8::is_ascii_alphabetic) => {
                    self.at += 1;
                    if self.skip_word_script() {
                        script = Script::DoubleEscaped;
                    }
                }
                (Script::DoubleEscaped, Some(b'<')) if rest.get(1) == Some(&b'/') => {
                    self.at += 2;
                    if self.skip_word_script() {
                        script = Script::Escaped;
                    }
                }
                (Script::Escaped | Script::DoubleEscaped, Some(b'>')) => {
                    if self.page.as_bytes()[dashes..self.at].ends_with(b"--") {
                        script = Script::Plain;
                    }
                    self.at += 1;
                }
                (_, Some(b'<')) => self.at += 1,
                _ => {}
            }
        }
        self.text(start, self.at, false)?;
        Ok(State::Script)
    }

    /// Moves behind the letters that stand here, and behind the whitespace, `/` or `>` after them. Returns `true` if
    /// there was such a byte and the letters are `script`.
    fn skip_word_script(&mut self) -> bool {
        let start = self.at;
        while self.byte(self.at).is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
            self.charge(1);
        }
        let is_script = self.page.as_bytes()[start..self.at].eq_ignore_ascii_case(b"script");
        match self.byte(self.at) {
            Some(byte) if is_space(byte) || matches!(byte, b'/' | b'>') => {
                self.at += 1;
                is_script
            }
            _ => false,
        }
    }

    /// Returns `true` if the end tag of the last start tag stands here ("appropriate end tag token").
    fn is_end_tag(&mut self) -> bool {
        let last = self.last_start_tag;
        let rest = &self.page.as_bytes()[self.at..];
        let Some(rest) = rest.strip_prefix(b"</") else {
            return false;
        };
        let name = self.sink.store().tree.names.text(last);
        rest.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
            && rest.get(name.len()).is_some_and(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'))
    }

    /// Reads the end tag that stands here, and returns the tokenizer's next state.
    fn end_tag(&mut self) -> Result<State, ParseError> {
        self.at += 2;
        self.tag(true)
    }
}
