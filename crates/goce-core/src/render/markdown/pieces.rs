//! Markdown in pieces: what chunks are written by.

use std::rc::Rc;

use super::{Footnotes, MarkdownState, MarkdownWriter};
use crate::render::output::RenderError;
use crate::render::walk::{Content, Walk};

/// Bytes of the header of a table for each word that a piece may have, where it is repeated in a piece.
const HEADER_BYTES: usize = 8;

/// Some content as Markdown in pieces, each written when it is asked for.
///
/// A piece stands for itself. A table that goes on in it has its header again, if that has no more than
/// [`HEADER_BYTES`] for each of so many words.
pub struct Pieces {
    steps: Walk,
    state: MarkdownState,
}

impl Pieces {
    /// Returns the pieces of some content, whose footnotes are `notes`.
    pub fn new(content: &Content<'_>, url: Option<&str>, words: usize, notes: Rc<Footnotes>) -> Self {
        let mut state = MarkdownState::new(content.page(), url, notes);
        state.longest_header = words.saturating_mul(HEADER_BYTES);
        Pieces {
            steps: Walk::default(),
            state,
        }
    }

    /// Returns what stands between the cut before and this one, or the end of the content without one. Cuts are
    /// ascending places in [`Page::text`], each before a word. The content is always the same.
    ///
    /// # Errors
    /// [`RenderError`]; there are no further pieces then.
    pub fn next(&mut self, content: &Content<'_>, cut: Option<usize>) -> Result<String, RenderError> {
        let mut writer = MarkdownWriter {
            state: &mut self.state,
            content,
        };
        writer.piece(&mut self.steps, cut)
    }
}
