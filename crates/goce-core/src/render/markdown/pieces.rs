//! Markdown in pieces, for chunks.

use std::rc::Rc;

use super::{Footnotes, MarkdownState, MarkdownWriter};
use crate::output::RenderError;
use crate::render::walk::{Content, Walk};

/// A table's header is repeated in a piece if it has at most this many bytes for each word that the piece may have.
const HEADER_BYTES: usize = 8;

/// The Markdown of some content in pieces. Each is written when it is asked for.
///
/// A piece is complete Markdown. A table that goes on in it has its header again, if the header is short enough
/// ([`HEADER_BYTES`]).
pub struct Pieces {
    steps: Walk,
    state: MarkdownState,
}

impl Pieces {
    /// Returns the pieces of some content, whose footnotes are `notes`. `headline` is an element that is written as a
    /// heading of the first level.
    pub fn new(
        content: &Content<'_>,
        url: Option<&str>,
        words: usize,
        notes: Rc<Footnotes>,
        headline: Option<usize>,
    ) -> Self {
        let mut state = MarkdownState::new(content.page(), url, notes);
        state.headline = headline;
        state.longest_header = words.saturating_mul(HEADER_BYTES);
        Pieces {
            steps: Walk::default(),
            state,
        }
    }

    /// Returns the Markdown between the last cut and this one, or up to the end of the content without a cut. Cuts are
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
