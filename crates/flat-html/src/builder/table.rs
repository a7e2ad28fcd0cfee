//! The insertion modes in tables (HTML standard, 13.2.6.4.9 "in table" to 13.2.6.4.15 "in cell").

use crate::ParseError;
use crate::memory::TryPushStr;
use crate::names::*;

use super::sets::{BODY_CONTEXT, CELL, FOSTERS, IMPLIED_END, ROW_CONTEXT, TABLE_SCOPE};
use super::{Builder, DONE, Mode, Step, Token, again, is_all_space};

/// Bytes of text inserted between two ticks.
const STEP: usize = 4 * 1024;

impl Builder<'_> {
    pub(super) fn in_table(&mut self, token: Token) -> Step {
        match token {
            Token::Comment => return DONE,
            Token::Null => {
                if self.begin_table_text() {
                    return again(Mode::InTableText);
                }
            }
            Token::Start(tag) => match tag.name {
                CAPTION => {
                    self.stack.close_until(TABLE_SCOPE);
                    self.formatting.push_marker()?;
                    self.mode = Mode::InCaption;
                    return self.insert_and_done(tag);
                }
                COLGROUP => {
                    self.stack.close_until(TABLE_SCOPE);
                    self.mode = Mode::InColumnGroup;
                    return self.insert_and_done(tag);
                }
                COL => {
                    self.stack.close_until(TABLE_SCOPE);
                    self.insert_named(COLGROUP)?;
                    return again(Mode::InColumnGroup);
                }
                TBODY | TFOOT | THEAD => {
                    self.stack.close_until(TABLE_SCOPE);
                    self.mode = Mode::InTableBody;
                    return self.insert_and_done(tag);
                }
                TD | TH | TR => {
                    self.stack.close_until(TABLE_SCOPE);
                    self.insert_named(TBODY)?;
                    return again(Mode::InTableBody);
                }
                TABLE => {
                    if !self.stack.in_scope(TABLE_SCOPE, TABLE) {
                        return DONE;
                    }
                    self.stack.close_to(TABLE);
                    return again(self.reset_mode());
                }
                STYLE | SCRIPT | TEMPLATE => return self.in_head(token),
                INPUT if self.is_hidden_input(tag) => return self.insert_void(tag),
                FORM => {
                    if !self.stack.has(TEMPLATE) && self.form.is_none() {
                        let form = self.insert(tag)?;
                        self.stack.pop();
                        self.form = Some(form);
                    }
                    return DONE;
                }
                _ => {}
            },
            Token::End(name) => match name {
                TABLE => {
                    if self.stack.in_scope(TABLE_SCOPE, TABLE) {
                        self.stack.close_to(TABLE);
                        self.mode = self.reset_mode();
                    }
                    return DONE;
                }
                BODY | CAPTION | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR => {
                    return DONE;
                }
                TEMPLATE => return self.in_head(token),
                _ => {}
            },
            Token::Eof => return self.in_body(token),
            Token::Text => {}
        }
        self.fosters = true;
        let flow = self.in_body(token);
        self.fosters = false;
        flow
    }

    /// Goes to the mode "in table text" if the current node is a table or a part of it where text is not allowed.
    /// Returns `true` if it did.
    pub(super) fn begin_table_text(&mut self) -> bool {
        let begins = self.stack.is_current_in(FOSTERS);
        if begins {
            self.return_mode = self.mode;
            self.mode = Mode::InTableText;
        }
        begins
    }

    pub(super) fn push_table_text(&mut self, text: &str) -> Result<(), ParseError> {
        Ok(self.table_text.try_push_str(text)?)
    }

    /// Adds text by the rules of "in body", with "foster parenting": it goes before the table.
    pub(super) fn foster_text(&mut self, text: &str) -> Result<(), ParseError> {
        self.fosters = true;
        let done = self.body_text(text);
        self.fosters = false;
        done
    }

    pub(super) fn in_table_text(&mut self, token: Token) -> Step {
        if matches!(token, Token::Null) {
            return DONE;
        }
        let mut text = std::mem::take(&mut self.table_text);
        let is_space = is_all_space(&text);
        let mut rest = &text[..];
        while !rest.is_empty() {
            let (part, after) = rest.split_at(rest.floor_char_boundary(STEP));
            rest = after;
            self.charge(part.len());
            if is_space {
                self.insert_text(part)?;
            } else {
                self.foster_text(part)?;
            }
        }
        text.clear();
        if text.capacity() <= 16 * STEP {
            self.table_text = text;
        }
        again(self.return_mode)
    }

    pub(super) fn in_caption(&mut self, token: Token) -> Step {
        let ends = match token {
            Token::Start(tag) => matches!(tag.name, CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR),
            Token::End(BODY | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR) => {
                return DONE;
            }
            Token::End(name) => matches!(name, TABLE | CAPTION),
            _ => false,
        };
        if !ends {
            return self.in_body(token);
        }
        if !self.stack.in_scope(TABLE_SCOPE, CAPTION) {
            return DONE;
        }
        self.stack.close_implied(IMPLIED_END);
        self.stack.close_to(CAPTION);
        self.formatting.clear_to_marker();
        if matches!(token, Token::End(CAPTION)) {
            self.mode = Mode::InTable;
            return DONE;
        }
        again(Mode::InTable)
    }

    pub(super) fn in_column_group(&mut self, token: Token) -> Step {
        match token {
            Token::Comment => return DONE,
            Token::Start(tag) => match tag.name {
                HTML => return self.in_body(token),
                COL => return self.insert_void(tag),
                TEMPLATE => return self.in_head(token),
                _ => {}
            },
            Token::End(COLGROUP) => {
                if self.stack.is_current(COLGROUP) {
                    self.stack.pop();
                    self.mode = Mode::InTable;
                }
                return DONE;
            }
            Token::End(COL) => return DONE,
            Token::End(TEMPLATE) => return self.in_head(token),
            Token::Eof => return self.in_body(token),
            _ => {}
        }
        if !self.stack.is_current(COLGROUP) {
            return DONE;
        }
        self.stack.pop();
        again(Mode::InTable)
    }

    pub(super) fn in_table_body(&mut self, token: Token) -> Step {
        match token {
            Token::Start(tag) => match tag.name {
                TR => {
                    self.stack.close_until(BODY_CONTEXT);
                    self.mode = Mode::InRow;
                    return self.insert_and_done(tag);
                }
                TH | TD => {
                    self.stack.close_until(BODY_CONTEXT);
                    self.insert_named(TR)?;
                    return again(Mode::InRow);
                }
                CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD => return self.leave_table_body(),
                _ => {}
            },
            Token::End(name) => match name {
                TBODY | TFOOT | THEAD => {
                    if self.stack.in_scope(TABLE_SCOPE, name) {
                        self.close_context(BODY_CONTEXT, Mode::InTable);
                    }
                    return DONE;
                }
                TABLE => return self.leave_table_body(),
                BODY | CAPTION | COL | COLGROUP | HTML | TD | TH | TR => return DONE,
                _ => {}
            },
            _ => {}
        }
        self.in_table(token)
    }

    fn leave_table_body(&mut self) -> Step {
        let in_scope = self
            .stack
            .in_scope_where(TABLE_SCOPE, |open| open.is_html() && matches!(open.name, TABLE | TBODY | TFOOT));
        if !in_scope {
            return DONE;
        }
        self.close_context(BODY_CONTEXT, Mode::InTable);
        again(self.mode)
    }

    /// Closes elements, last the row or the part of the table that `context` is about, and goes to the mode around it.
    fn close_context(&mut self, context: u32, around: Mode) {
        self.stack.close_until(context);
        self.stack.pop();
        self.mode = around;
    }

    /// Closes the open row, if it is "in table scope". Returns `true` if it is.
    fn close_row(&mut self) -> bool {
        let is_open = self.stack.in_scope(TABLE_SCOPE, TR);
        if is_open {
            self.close_context(ROW_CONTEXT, Mode::InTableBody);
        }
        is_open
    }

    pub(super) fn in_row(&mut self, token: Token) -> Step {
        match token {
            Token::Start(tag) => match tag.name {
                TH | TD => {
                    self.stack.close_until(ROW_CONTEXT);
                    self.insert(tag)?;
                    self.mode = Mode::InCell;
                    self.formatting.push_marker()?;
                    return DONE;
                }
                CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD | TR => return self.leave_row(),
                _ => {}
            },
            Token::End(name) => match name {
                TR => {
                    self.close_row();
                    return DONE;
                }
                TABLE => return self.leave_row(),
                TBODY | TFOOT | THEAD => {
                    if !self.stack.in_scope(TABLE_SCOPE, name) {
                        return DONE;
                    }
                    return self.leave_row();
                }
                BODY | CAPTION | COL | COLGROUP | HTML | TD | TH => return DONE,
                _ => {}
            },
            _ => {}
        }
        self.in_table(token)
    }

    fn leave_row(&mut self) -> Step {
        if self.close_row() { again(self.mode) } else { DONE }
    }

    pub(super) fn in_cell(&mut self, token: Token) -> Step {
        match token {
            Token::Start(tag) => match tag.name {
                CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR => {
                    let is_open = self.stack.in_scope_where(TABLE_SCOPE, |open| open.sets & CELL != 0);
                    return if is_open { self.close_cell() } else { DONE };
                }
                _ => {}
            },
            Token::End(name) => match name {
                TD | TH => {
                    if self.stack.in_scope(TABLE_SCOPE, name) {
                        self.stack.close_implied(IMPLIED_END);
                        self.stack.close_to(name);
                        self.formatting.clear_to_marker();
                        self.mode = Mode::InRow;
                    }
                    return DONE;
                }
                BODY | CAPTION | COL | COLGROUP | HTML => return DONE,
                TABLE | TBODY | TFOOT | THEAD | TR => {
                    let is_open = self.stack.in_scope(TABLE_SCOPE, name);
                    return if is_open { self.close_cell() } else { DONE };
                }
                _ => {}
            },
            _ => {}
        }
        self.in_body(token)
    }

    /// "Close the cell", of which one must be open.
    fn close_cell(&mut self) -> Step {
        self.stack.close_implied(IMPLIED_END);
        self.stack.close_to_set(CELL);
        self.formatting.clear_to_marker();
        again(Mode::InRow)
    }
}
