//! The insertion modes after `</body>` and around `<frameset>` (HTML standard, 13.2.6.4.19 "after body" to 13.2.6.4.23
//! "after after frameset").

use crate::names::*;

use super::{Builder, DONE, Mode, Step, Token, again};

impl Builder<'_> {
    pub(super) fn after_body(&mut self, token: Token) -> Step {
        if matches!(token, Token::End(HTML)) {
            self.mode = Mode::AfterAfterBody;
            return DONE;
        }
        self.after_after_body(token)
    }

    pub(super) fn after_after_body(&mut self, token: Token) -> Step {
        match token {
            Token::Comment | Token::Eof => DONE,
            Token::Start(tag) if tag.name == HTML => self.in_body(token),
            _ => again(Mode::InBody),
        }
    }

    pub(super) fn in_frameset(&mut self, token: Token) -> Step {
        match token {
            Token::Start(tag) => match tag.name {
                HTML => self.in_body(token),
                FRAMESET => self.insert_and_done(tag),
                FRAME => self.insert_void(tag),
                NOFRAMES => self.in_head(token),
                _ => DONE,
            },
            Token::End(FRAMESET) => {
                if self.stack.len() > 1 {
                    self.stack.pop();
                    if !self.stack.is_current(FRAMESET) {
                        self.mode = Mode::AfterFrameset;
                    }
                }
                DONE
            }
            _ => DONE,
        }
    }

    pub(super) fn after_frameset(&mut self, token: Token) -> Step {
        if matches!(token, Token::End(HTML)) {
            self.mode = Mode::AfterAfterFrameset;
            return DONE;
        }
        self.after_after_frameset(token)
    }

    pub(super) fn after_after_frameset(&mut self, token: Token) -> Step {
        match token {
            Token::Start(tag) if tag.name == HTML => self.in_body(token),
            Token::Start(tag) if tag.name == NOFRAMES => self.in_head(token),
            _ => DONE,
        }
    }
}
