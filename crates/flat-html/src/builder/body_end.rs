//! The insertion mode "in body": end tags (HTML standard, 13.2.6.4.7).

use crate::names::*;
use crate::tokenizer::Tag;

use super::sets::{self, BLOCK, BUTTON_SCOPE, FORMATTING, HEADING, IMPLIED_END, SCOPE};
use super::{Builder, DONE, Mode, Step, Token, again};

impl Builder<'_> {
    pub(super) fn end_in_body(&mut self, name: Name) -> Step {
        let sets = sets::of_html(name);
        if sets & FORMATTING != 0 {
            self.adopt(name)?;
            return DONE;
        }
        if sets & BLOCK != 0 {
            self.close_in_scope(name);
            return DONE;
        }
        if sets & HEADING != 0 {
            if self.stack.in_scope_where(SCOPE, |open| open.sets & HEADING != 0) {
                self.stack.close_implied(IMPLIED_END);
                self.stack.close_to_set(HEADING);
            }
            return DONE;
        }
        match name {
            TEMPLATE => return self.in_head(Token::End(name)),
            BODY if self.stack.in_scope(SCOPE, BODY) => self.mode = Mode::AfterBody,
            HTML if self.stack.in_scope(SCOPE, BODY) => return again(Mode::AfterBody),
            BODY | HTML => {}
            BUTTON | LISTING | PRE | SELECT => self.close_in_scope(name),
            FORM => self.end_form(),
            P => {
                if !self.stack.in_scope(SCOPE | BUTTON_SCOPE, P) {
                    self.insert_named(P)?;
                }
                self.close_p();
            }
            LI | DD | DT => {
                if self.stack.in_scope(Self::item_scope(name), name) {
                    self.stack.close_item(name);
                }
            }
            APPLET | MARQUEE | OBJECT => {
                if self.stack.in_scope(SCOPE, name) {
                    self.close_in_scope(name);
                    self.formatting.clear_to_marker();
                }
            }
            BR => return self.start_shown_void(Tag::bare(name)),
            _ => self.close_by_name(name),
        }
        DONE
    }

    /// Closes the innermost element of this name with everything in it, if it is "in scope".
    pub(super) fn close_in_scope(&mut self, name: Name) {
        if self.stack.in_scope(SCOPE, name) {
            self.stack.close_implied(IMPLIED_END);
            self.stack.close_to(name);
        }
    }

    fn end_form(&mut self) {
        if self.stack.has(TEMPLATE) {
            self.close_in_scope(FORM);
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
