//! The insertion mode "in body": text and start tags (HTML standard, 13.2.6.4.7).

use crate::ParseError;
use crate::names::*;
use crate::tokenizer::{State, Tag};
use crate::tree::kind;

use super::sets::{self, BLOCK, BUTTON_SCOPE, FORMATTING, HEADING, IMPLIED_END, LIST_SCOPE, SCOPE, STOPS_ITEM};
use super::{Builder, DONE, Flow, Mode, Step, Token, is_all_space};

impl Builder<'_> {
    /// Adds text to the current node by the rules of "in body".
    pub(super) fn body_text(&mut self, text: &str) -> Result<(), ParseError> {
        self.reconstruct()?;
        self.frameset_ok = self.frameset_ok && is_all_space(text);
        self.insert_text(text)
    }

    pub(super) fn in_body(&mut self, token: Token) -> Step {
        match token {
            Token::Start(tag) => self.start_in_body(tag),
            Token::End(name) => self.end_in_body(name),
            Token::Eof if !self.template_modes.is_empty() => self.in_template(token),
            _ => DONE,
        }
    }

    fn start_in_body(&mut self, mut tag: Tag) -> Step {
        let sets = sets::of_html(tag.name);
        if sets & FORMATTING != 0 {
            return self.start_formatting(tag);
        }
        if sets & BLOCK != 0 || tag.name == P {
            self.close_p_in_scope();
            return self.insert_and_done(tag);
        }
        if sets & HEADING != 0 {
            self.close_p_in_scope();
            if self.stack.is_current_in(HEADING) {
                self.stack.pop();
            }
            return self.insert_and_done(tag);
        }
        match tag.name {
            HTML => {
                if !self.stack.has(TEMPLATE)
                    && let Some(html) = self.open(0)
                {
                    self.merge(0, html.node, tag)?;
                }
                DONE
            }
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                self.in_head(Token::Start(tag))
            }
            BODY => {
                self.has_body = true;
                if let Some(body) = self.open(1).filter(|open| open.is(BODY))
                    && !self.stack.has(TEMPLATE)
                {
                    self.frameset_ok = false;
                    self.merge(1, body.node, tag)?;
                }
                DONE
            }
            FRAMESET => self.start_frameset(tag),
            PRE | LISTING => {
                self.close_p_in_scope();
                self.insert(tag)?;
                self.ignore_line_break = true;
                self.frameset_ok = false;
                DONE
            }
            FORM => self.start_form(tag),
            LI | DD | DT => self.start_item(tag),
            PLAINTEXT => {
                self.close_p_in_scope();
                self.insert(tag)?;
                Ok(Flow::Raw(State::Plaintext))
            }
            BUTTON => {
                self.close_in_scope(BUTTON);
                self.frameset_ok = false;
                self.start_inline(tag)
            }
            APPLET | MARQUEE | OBJECT => {
                self.reconstruct()?;
                self.insert(tag)?;
                self.formatting.push_marker()?;
                self.frameset_ok = false;
                DONE
            }
            TABLE => {
                if !self.store.tree.quirks {
                    self.close_p_in_scope();
                }
                self.insert(tag)?;
                self.frameset_ok = false;
                self.mode = Mode::InTable;
                DONE
            }
            IMAGE => {
                tag.name = IMG;
                self.start_shown_void(tag)
            }
            AREA | BR | EMBED | IMG | KEYGEN | WBR => self.start_shown_void(tag),
            INPUT => {
                if self.stack.in_scope(SCOPE, SELECT) {
                    self.stack.close_to(SELECT);
                }
                self.reconstruct()?;
                self.frameset_ok = self.frameset_ok && self.is_hidden_input(tag);
                self.insert_void(tag)
            }
            PARAM | SOURCE | TRACK => self.insert_void(tag),
            HR => {
                self.close_p_in_scope();
                if self.stack.in_scope(SCOPE, SELECT) {
                    self.stack.close_implied(IMPLIED_END);
                }
                self.frameset_ok = false;
                self.insert_void(tag)
            }
            TEXTAREA => {
                self.ignore_line_break = true;
                self.frameset_ok = false;
                self.insert_raw(tag, State::Rcdata)
            }
            XMP => {
                self.close_p_in_scope();
                self.reconstruct()?;
                self.frameset_ok = false;
                self.insert_raw(tag, State::Rawtext)
            }
            IFRAME => {
                self.frameset_ok = false;
                self.insert_raw(tag, State::Rawtext)
            }
            NOEMBED => self.insert_raw(tag, State::Rawtext),
            SELECT => {
                if self.stack.in_scope(SCOPE, SELECT) {
                    self.stack.close_to(SELECT);
                    return DONE;
                }
                self.frameset_ok = false;
                self.start_inline(tag)
            }
            OPTION | OPTGROUP => self.start_option(tag),
            RB | RTC | RP | RT => {
                if self.stack.in_scope(SCOPE, RUBY) {
                    match tag.name {
                        RB | RTC => self.stack.close_implied(IMPLIED_END),
                        _ => self.stack.close_implied_but(RTC),
                    }
                }
                self.insert_and_done(tag)
            }
            MATH | SVG => {
                self.reconstruct()?;
                let is_svg = tag.name == SVG;
                self.insert_foreign(if is_svg { kind::SVG } else { kind::MATHML }, tag)
            }
            CAPTION | COL | COLGROUP | FRAME | HEAD | TBODY | TD | TFOOT | TH | THEAD | TR => DONE,
            _ => self.start_inline(tag),
        }
    }

    fn start_inline(&mut self, tag: Tag) -> Step {
        self.reconstruct()?;
        self.insert_and_done(tag)
    }

    /// Inserts a void element that a page shows, such as `<br>` or `<img>`.
    pub(super) fn start_shown_void(&mut self, tag: Tag) -> Step {
        self.reconstruct()?;
        self.frameset_ok = false;
        self.insert_void(tag)
    }

    fn start_formatting(&mut self, tag: Tag) -> Step {
        match tag.name {
            A => {
                if let Some(node) = self.formatting.node_of(A) {
                    self.adopt(A)?;
                    self.formatting.remove_node(node);
                    self.stack.remove_node(node);
                }
                self.reconstruct()?;
            }
            NOBR => {
                self.reconstruct()?;
                if self.stack.in_scope(SCOPE, NOBR) {
                    self.adopt(NOBR)?;
                    self.reconstruct()?;
                }
            }
            _ => self.reconstruct()?,
        }
        self.insert_formatting(tag)?;
        DONE
    }

    fn start_frameset(&mut self, tag: Tag) -> Step {
        let Some(body) = self.open(1).filter(|open| open.is(BODY)) else {
            return DONE;
        };
        if !self.frameset_ok {
            return DONE;
        }
        self.store.tree.detach(body.node);
        self.stack.truncate(1);
        self.mode = Mode::InFrameset;
        self.insert_and_done(tag)
    }

    fn start_form(&mut self, tag: Tag) -> Step {
        let in_template = self.stack.has(TEMPLATE);
        if self.form.is_some() && !in_template {
            return DONE;
        }
        self.close_p_in_scope();
        let form = self.insert(tag)?;
        if !in_template {
            self.form = Some(form);
        }
        DONE
    }

    fn start_item(&mut self, tag: Tag) -> Step {
        self.frameset_ok = false;
        let closes = |name| match tag.name {
            LI => name == LI,
            _ => matches!(name, DD | DT),
        };
        let found = self
            .stack
            .inner_first()
            .map(|(_, open)| open)
            .find(|open| open.is_html() && closes(open.name) || open.sets & STOPS_ITEM != 0)
            .filter(|open| closes(open.name))
            .map(|open| open.name);
        if let Some(name) = found {
            self.stack.close_item(name);
        }
        self.close_p_in_scope();
        self.insert_and_done(tag)
    }

    fn start_option(&mut self, tag: Tag) -> Step {
        if self.stack.in_scope(SCOPE, SELECT) {
            match tag.name {
                OPTION => self.stack.close_implied_but(OPTGROUP),
                _ => self.stack.close_implied(IMPLIED_END),
            }
        } else if self.stack.is_current(OPTION) {
            self.stack.pop();
        }
        self.start_inline(tag)
    }

    /// Returns `true` for an `<input type=hidden>`.
    pub(super) fn is_hidden_input(&self, tag: Tag) -> bool {
        let kind = tag.value(TYPE, &self.store.tree);
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    /// Closes the open `<p>` if it is "in button scope", as most blocks do before they begin.
    #[inline]
    pub(super) fn close_p_in_scope(&mut self) {
        if self.stack.in_scope(SCOPE | BUTTON_SCOPE, P) {
            self.close_p();
        }
    }

    /// "Close a p element".
    pub(super) fn close_p(&mut self) {
        self.stack.close_item(P);
    }

    /// Returns the scope in which an item's end tag looks for the item.
    pub(super) fn item_scope(name: Name) -> u32 {
        match name {
            LI => SCOPE | LIST_SCOPE,
            _ => SCOPE,
        }
    }
}
