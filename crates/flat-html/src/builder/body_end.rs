//! The rules for end tags in `<body>` (HTML standard, 13.2.6.4.7).

use crate::names::*;
use crate::tokenizer::Tag;

use super::sets::{self, BLOCK, BUTTON_SCOPE, FORMATTING, HEADING, IMPLIED_END, SCOPE};
use super::{Builder, Flow, Mode, Step, Token};

impl Builder<'_> {
    pub(super) fn end_in_body(&mut self, name: Name) -> Step {
        let sets = sets::of_html(name);
        if sets & FORMATTING != 0 {
            self.adopt(name)?;
            return Ok(Flow::Done);
        }
        if sets & BLOCK != 0 {
            self.end_block(name);
            return Ok(Flow::Done);
        }
        if sets & HEADING != 0 {
            if self.stack.in_scope_where(SCOPE, |open| open.sets & HEADING != 0) {
                self.stack.close_implied(IMPLIED_END);
                self.stack.close_to_set(HEADING);
            }
            return Ok(Flow::Done);
        }
        match name {
            TEMPLATE => return self.in_head(Token::End(name)),
            BODY if self.stack.in_scope(SCOPE, BODY) => self.mode = Mode::AfterBody,
            HTML if self.stack.in_scope(SCOPE, BODY) => return Ok(Flow::Again(Mode::AfterBody)),
            BODY | HTML => {}
            BUTTON | LISTING | PRE | SELECT => self.end_block(name),
            FORM => self.end_form(),
            P => {
                if !self.stack.in_scope(SCOPE | BUTTON_SCOPE, P) {
                    self.insert_named(P)?;
                }
                self.close_p();
            }
            LI | DD | DT => {
                if self.stack.in_scope(Self::item_scope(name), name) {
                    self.stack.close_implied_but(name);
                    self.stack.close_to(name);
                }
            }
            APPLET | MARQUEE | OBJECT => {
                if self.stack.in_scope(SCOPE, name) {
                    self.end_block(name);
                    self.formatting.clear_to_marker();
                }
            }
            BR => return self.start_shown_void(Tag::bare(name)),
            _ => self.close_by_name(name),
        }
        Ok(Flow::Done)
    }

    /// Closes an element of this name and all in it.
    fn end_block(&mut self, name: Name) {
        if self.stack.in_scope(SCOPE, name) {
            self.stack.close_implied(IMPLIED_END);
            self.stack.close_to(name);
        }
    }

    fn end_form(&mut self) {
        if self.stack.has(TEMPLATE) {
            self.end_block(FORM);
            return;
        }
        let Some(form) = self.form.take() else {
            return;
        };
        if self.stack.in_scope_where(SCOPE, |open| open.node == form) {
            self.stack.close_implied(IMPLIED_END);
            self.stack.remove_node(form);
        }
    }
}
