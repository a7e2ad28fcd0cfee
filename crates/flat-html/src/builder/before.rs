//! The insertion modes before `<body>` (HTML standard, 13.2.6.4.1 "initial" to 13.2.6.4.6 "after head"), and "text" and
//! "in template".

use crate::ParseError;
use crate::memory::TryPush;
use crate::names::*;
use crate::tokenizer::{State, Tag};

use super::sets::IMPLIED_END_THOROUGH;
use super::{Builder, DONE, Mode, Step, Token, again};

impl Builder<'_> {
    pub(super) fn initial(&mut self, token: Token) -> Step {
        if matches!(token, Token::Comment) {
            return DONE;
        }
        self.store.tree.quirks = true;
        again(Mode::BeforeHtml)
    }

    pub(super) fn before_html(&mut self, token: Token) -> Step {
        match token {
            Token::Comment => return DONE,
            Token::Start(tag @ Tag { name: HTML, .. }) => {
                self.insert_root(tag)?;
                self.mode = Mode::BeforeHead;
                return DONE;
            }
            Token::End(HEAD | BODY | HTML | BR) => {}
            Token::End(_) => return DONE,
            _ => {}
        }
        self.insert_root(Tag::bare(HTML))?;
        again(Mode::BeforeHead)
    }

    pub(super) fn before_head(&mut self, token: Token) -> Step {
        match token {
            Token::Comment => return DONE,
            Token::Start(Tag { name: HTML, .. }) => return self.in_body(token),
            Token::Start(tag @ Tag { name: HEAD, .. }) => {
                self.head = Some(self.insert(tag)?);
                self.mode = Mode::InHead;
                return DONE;
            }
            Token::End(HEAD | BODY | HTML | BR) => {}
            Token::End(_) => return DONE,
            _ => {}
        }
        self.head = Some(self.insert_named(HEAD)?);
        again(Mode::InHead)
    }

    pub(super) fn in_head(&mut self, token: Token) -> Step {
        match token {
            Token::Comment => DONE,
            Token::Start(tag) => match tag.name {
                HTML => self.in_body(token),
                BASE | BASEFONT | BGSOUND | LINK | META => self.insert_void(tag),
                TITLE => self.insert_raw(tag, State::Rcdata),
                NOSCRIPT => {
                    self.mode = Mode::InHeadNoscript;
                    self.insert_and_done(tag)
                }
                NOFRAMES | STYLE => self.insert_raw(tag, State::Rawtext),
                SCRIPT => self.insert_raw(tag, State::Script),
                TEMPLATE => self.open_template(tag),
                HEAD => DONE,
                _ => self.leave_head(),
            },
            Token::End(HEAD) => {
                self.stack.pop();
                self.mode = Mode::AfterHead;
                DONE
            }
            Token::End(BODY | HTML | BR) => self.leave_head(),
            Token::End(TEMPLATE) => self.close_template(),
            Token::End(_) => DONE,
            _ => self.leave_head(),
        }
    }

    fn leave_head(&mut self) -> Step {
        self.stack.pop();
        again(Mode::AfterHead)
    }

    fn open_template(&mut self, tag: Tag) -> Step {
        self.formatting.push_marker()?;
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.push_template_mode(Mode::InTemplate)?;
        self.insert_and_done(tag)
    }

    fn close_template(&mut self) -> Step {
        if self.stack.has(TEMPLATE) {
            self.stack.close_implied(IMPLIED_END_THOROUGH);
            self.end_template();
        }
        DONE
    }

    /// Closes the innermost template with everything in it.
    pub(super) fn end_template(&mut self) {
        self.stack.close_to(TEMPLATE);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.mode = self.reset_mode();
    }

    fn push_template_mode(&mut self, mode: Mode) -> Result<(), ParseError> {
        Ok(self.template_modes.try_push(mode)?)
    }

    pub(super) fn in_head_noscript(&mut self, token: Token) -> Step {
        match token {
            Token::Start(tag) => match tag.name {
                HTML => return self.in_body(token),
                BASEFONT | BGSOUND | LINK | META | NOFRAMES | STYLE => return self.in_head(token),
                HEAD | NOSCRIPT => return DONE,
                _ => {}
            },
            Token::End(NOSCRIPT) => {
                self.stack.pop();
                self.mode = Mode::InHead;
                return DONE;
            }
            Token::End(BR) => {}
            Token::End(_) | Token::Comment => return DONE,
            _ => {}
        }
        self.stack.pop();
        again(Mode::InHead)
    }

    pub(super) fn after_head(&mut self, token: Token) -> Step {
        match token {
            Token::Comment => return DONE,
            Token::Start(tag) => match tag.name {
                HTML => return self.in_body(token),
                BODY => {
                    self.has_body = true;
                    self.frameset_ok = false;
                    self.mode = Mode::InBody;
                    return self.insert_and_done(tag);
                }
                FRAMESET => {
                    self.has_body = true;
                    self.mode = Mode::InFrameset;
                    return self.insert_and_done(tag);
                }
                BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                    return self.in_head_again(token);
                }
                HEAD => return DONE,
                _ => {}
            },
            Token::End(TEMPLATE) => return self.in_head(token),
            Token::End(BODY | HTML | BR) => {}
            Token::End(_) => return DONE,
            _ => {}
        }
        self.insert_named(BODY)?;
        again(Mode::InBody)
    }

    /// Reads a token by the rules of "in head", with `<head>` open again meanwhile.
    fn in_head_again(&mut self, token: Token) -> Step {
        let Some(node) = self.head else {
            return DONE;
        };
        self.stack.push(super::Open {
            node,
            name: HEAD,
            sets: super::sets::of_html(HEAD),
        })?;
        let flow = self.in_head(token)?;
        self.stack.remove_node(node);
        Ok(flow)
    }

    pub(super) fn raw_text_end(&mut self, token: Token) -> Step {
        self.stack.pop();
        match token {
            Token::Eof => again(self.return_mode),
            _ => {
                self.mode = self.return_mode;
                DONE
            }
        }
    }

    pub(super) fn in_template(&mut self, token: Token) -> Step {
        let mode = match token {
            Token::Start(tag) => match tag.name {
                BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                    return self.in_head(token);
                }
                CAPTION | COLGROUP | TBODY | TFOOT | THEAD => Mode::InTable,
                COL => Mode::InColumnGroup,
                TR => Mode::InTableBody,
                TD | TH => Mode::InRow,
                _ => Mode::InBody,
            },
            Token::End(TEMPLATE) => return self.in_head(token),
            Token::Eof if self.stack.has(TEMPLATE) => {
                self.end_template();
                return again(self.mode);
            }
            _ => return DONE,
        };
        self.template_modes.pop();
        self.push_template_mode(mode)?;
        again(mode)
    }
}
