//! The texts of a page being written: white space, signs, formulas.

use super::{Concealed, Layout};
use crate::page::formula::{Formula, FormulaNode, delimited};
use crate::page::prelude::*;
use crate::page::raised::{Raised, is_number};
use crate::page::raw_tex::{Part, Parts};
use crate::page::shown::{Reason, invisible_at};
use crate::page::text_buffer::{self, Separator, run, space};
use crate::page::{Block, code};

impl Layout {
    /// Writes the text of a node.
    pub(super) fn read_text(&mut self, node: NodeRef<'_>, text: &str) -> Fallible {
        let part = self.behind_number.take();
        let text = part.and_then(|part| text.strip_prefix(part)).unwrap_or(text);
        let space = space(text);
        let in_code = self.preformatted > 0;
        // Most texts are white space at an edge of a block, where it adds nothing.
        if space == text.len() && !in_code && !self.at_code_line && self.line_sign.is_none() && self.buffer.is_apart() {
            self.countdown.charge(space);
            self.last_formula.clear();
            return Ok(());
        }
        if is_number(text) {
            self.raised = self.raised.or_else(|| Raised::of_link(node, self.has_mark));
        }
        if in_code {
            return self.text(node.id(), text, space);
        }
        match delimited(node, &text[space..])? {
            Some(formula) => self.formula(node.id(), formula),
            None if self.left_in_sentences > 0 => self.parts(node, text),
            None => self.text(node.id(), text, space),
        }
    }

    /// Writes the sign of a line of code that has no text.
    pub(super) fn sign_line(&mut self, id: NodeId) -> Fallible {
        if self.line_sign.is_some() {
            self.text(id, "", 0)
        } else {
            Ok(())
        }
    }

    /// Writes a text, given the length of the white space that it begins with.
    pub(super) fn text(&mut self, id: NodeId, text: &str, mut space: usize) -> Fallible {
        let keep = self.preformatted > 0;
        let mut node = None;
        if let Some((sign, _)) = self.line_sign.take() {
            let start = self.buffer.flush(sign)?;
            node = Some(self.start_text(id, start)?);
            self.add(sign)?;
        }
        let mut rest = text;
        while !rest.is_empty() {
            if space > 0 {
                self.last_formula.clear();
                if self.code.is_some() {
                    // Without `<pre>` these indent code.
                    for c in rest[..space].chars().map(|c| if c == '\u{a0}' { ' ' } else { c }) {
                        self.buffer.push_space(c.encode_utf8(&mut [0; 4]), true)?;
                    }
                } else {
                    self.buffer.push_space(&rest[..space], keep)?;
                }
                if self.at_code_line {
                    for _ in 0..code::indentation(&rest[..space]) {
                        self.buffer.push_space(" ", true)?;
                    }
                }
                rest = &rest[space..];
            }
            if rest.is_empty() {
                self.countdown.charge(space);
                break;
            }
            let run = run(rest);
            let invisible = if run.starts_invisible && !self.keeps_invisible {
                invisible_at(rest, self.buffer.last_char())
            } else {
                None
            };
            if let Some(length) = invisible {
                rest = &rest[length..];
            } else if !run.text.is_empty() {
                let raised = self.raised.take();
                let before = if raised.is_some() { self.buffer.last_piece() } else { "" };
                let sign = raised.and_then(|raised| raised.sign(before, run.text)).unwrap_or("");
                self.raised = raised.and_then(|raised| raised.behind(before, run.text));
                self.has_mark = sign == "[" || self.has_mark && raised != Some(Raised::Note);
                if sign == " " {
                    self.buffer.separate(Separator::Space);
                }
                let start = self.buffer.flush(run.text)?;
                if node.is_none() {
                    node = Some(self.start_text(id, start)?);
                }
                let is_waiting =
                    |(_, [start, _]): &(_, [&str; 2])| !is_quoted(start, self.buffer.last_piece(), run.text);
                let waiting = self.waiting.take().filter(is_waiting);
                if let Some((place, [start, end])) = waiting {
                    self.open[place].end = Some(end);
                    self.add(start)?;
                } else if !sign.trim().is_empty() {
                    self.add(sign)?;
                }
                self.buffer.push_run(&run)?;
                self.at_code_line = false;
                if sign == "[" {
                    self.add("]")?;
                }
                self.last_formula.clear();
                rest = &rest[run.text.len()..];
            }
            self.countdown.charge(space + run.text.len());
            space = text_buffer::space(rest);
        }
        if let (Some(position), Some(block)) = (node, self.blocks.last_mut()) {
            block.end = position + 1;
        }
        Ok(())
    }

    /// Adds a sign that the page shows by the place of what follows or went before.
    pub(super) fn add(&mut self, sign: &str) -> Fallible {
        self.buffer.push_run(&run(sign))?;
        let end = self.buffer.len();
        self.added.try_push(end - sign.len() as u32..end)?;
        Ok(())
    }

    /// Writes a formula in the place of an element. One that stands just before it in another form is written once.
    pub(super) fn formula(&mut self, id: NodeId, formula: Formula) -> Fallible {
        if formula.text == self.last_formula {
            return Ok(());
        }
        let edge = if formula.is_display {
            Separator::Line
        } else {
            Separator::None
        };
        self.buffer.separate(edge);
        let position = self.nodes.len() as u32;
        self.text(id, &formula.text, space(&formula.text))?;
        self.buffer.separate(edge);
        if self.nodes.len() as u32 > position {
            self.found_formulas.try_push(FormulaNode {
                position,
                is_tex: formula.is_tex,
                is_display: formula.is_display,
            })?;
        }
        self.last_formula = formula.text;
        Ok(())
    }

    /// Writes a text with the formulas in it.
    pub(super) fn parts(&mut self, node: NodeRef<'_>, text: &str) -> Fallible {
        let mut parts = Parts::of(node, text, self.left_in_sentences);
        while let Some(part) = parts.next()? {
            match part {
                Part::Text(text) => self.text(node.id(), text, space(text))?,
                Part::Formula(formula) => self.formula(node.id(), formula)?,
            }
        }
        self.left_in_sentences = parts.left;
        Ok(())
    }

    /// Leaves out a text that nobody can read.
    pub(super) fn conceal_text(&mut self, id: NodeId, text: &str, reason: Reason) -> Fallible {
        self.countdown.charge(text.len());
        let length = text.trim_ascii().trim().len();
        if length > 0 {
            self.hidden.try_push(Concealed {
                id,
                reason,
                may_open: false,
                rule: None,
                length,
            })?;
        }
        Ok(())
    }

    /// Sets the next text of the nodes without one: the node that is pushed next.
    pub(super) fn meet_text(&mut self) {
        let position = self.nodes.len() as u32;
        for node in &mut self.nodes[self.without_text..] {
            node.text_or_words = position;
        }
    }

    /// Begins a text node at an offset of the text, and a block if an edge lies before it.
    fn start_text(&mut self, id: NodeId, start: u32) -> Fallible<u32> {
        self.meet_text();
        let words = self.buffer.words();
        let position = self.push(id, Tag::Text);
        if let Some(node) = self.nodes.last_mut() {
            (node.end_or_start, node.text_or_words) = (start, words);
        }
        self.without_text = self.nodes.len();
        if self.at_block_edge || self.blocks.is_empty() {
            self.at_block_edge = false;
            self.blocks.try_push(Block {
                element: self.open_blocks.last().copied().unwrap_or(0),
                start: position,
                end: position + 1,
            })?;
        }
        Ok(position)
    }
}

/// Returns the signs that browsers write around a quotation, and those around a reading of the characters before it.
pub(super) fn signs_around(element: Element<'_>, in_ruby: bool) -> Option<[&'static str; 2]> {
    match element.local() {
        names::Q => Some(["\""; 2]),
        names::RT if in_ruby => Some(["(", ")"]),
        _ => None,
    }
}

/// Returns `true` for a quotation that the page itself has marks around.
fn is_quoted(start: &str, before: &str, text: &str) -> bool {
    let is_mark = |c: char| matches!(c, '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '「' | '『');
    start == "\"" && (before.ends_with(is_mark) || text.starts_with(is_mark))
}
