//! Blocks of code: between fences, or indented where a fence would not keep the code inert.

use super::escape::{self, needs_indent};
use super::inline::{Atom, AtomKind, Style};
use super::lines::LineBlock;
use super::{MarkdownWriter, collapse};
use crate::memory::{TryPush, TryPushStr};
use crate::render::output::RenderError;
use crate::render::walk::Gap;

/// Lines that are one paragraph, where code is written as text.
const LINES: usize = 256;

/// The block of code that is being read.
pub struct Code {
    /// The element that it is.
    pub element: usize,
    /// The language that it names.
    pub language: Option<String>,
    /// Its text so far.
    pub text: Option<String>,
}

impl MarkdownWriter<'_> {
    /// Writes the current block of code.
    pub fn end_code(&mut self) -> Result<(), RenderError> {
        match self.state.code.take() {
            Some(Code {
                language,
                text: Some(text),
                ..
            }) => self.write_code(language.as_deref(), &text),
            _ => Ok(()),
        }
    }

    /// Writes a part of a block of code.
    pub fn write_code(&mut self, language: Option<&str>, text: &str) -> Result<(), RenderError> {
        // Empty lines at the start go. Those at the end are not part of the page's text.
        let blank = text.len() - text.trim_start().len();
        let start = text[..blank].rfind(['\n', '\r']).map_or(0, |place| place + 1);
        let text = &text[start..];
        let mut lines = String::new();
        let mut is_first = true;
        for line in text.split('\r') {
            // A carriage return breaks the line, alone or before a line break.
            if !is_first && !line.starts_with('\n') {
                lines.try_push_char('\n')?;
            }
            is_first = false;
            lines.try_push_str(line)?;
        }
        if needs_indent(&lines) {
            return self.write_indented(&lines);
        }
        let fence = escape::longest_run(&lines, '`').max(2) + 1;
        let mut block = String::new();
        escape::run(fence, &mut block)?;
        block.try_push_str(language.unwrap_or(""))?;
        block.try_push_char('\n')?;
        block.try_push_str(&lines)?;
        block.try_push_char('\n')?;
        escape::run(fence, &mut block)?;
        self.state.lines.write(LineBlock::Other, &block)
    }

    /// Writes code that is code also for a renderer without fences. Deep in lists it becomes text, line by line: it
    /// would need too many columns.
    fn write_indented(&mut self, code: &str) -> Result<(), RenderError> {
        if self.state.lines.write_indented(code)? {
            return Ok(());
        }
        for line in code.lines() {
            let atom = Atom {
                gap: if self.state.atoms.is_empty() {
                    Gap::LeftOut
                } else {
                    Gap::Line
                },
                style: Style::default(),
                kind: AtomKind::Text(collapse(line)?),
            };
            if atom.kind != AtomKind::Text(String::new()) {
                self.state.atoms.try_push(atom)?;
            }
            if self.state.atoms.len() >= LINES {
                self.flush()?;
            }
        }
        self.flush()
    }
}
