//! Markdown in pieces, for chunks.

use std::rc::Rc;

use super::{Footnotes, MarkdownWriter};
use crate::output::Rendered;
use crate::render::walk::{Content, SelectedStep, Visitor, Walk};

/// The Markdown of some content in pieces. Each is written when it is asked for.
///
/// A piece is complete Markdown. A table that goes on in it has its header again, if the header has at most eight bytes for
/// each word that the piece may have.
pub struct Pieces {
    steps: Walk,
    writer: MarkdownWriter,
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
        Pieces {
            steps: Walk::default(),
            writer: MarkdownWriter {
                headline,
                longest_header: words.saturating_mul(8),
                ..MarkdownWriter::new(content.page(), url, notes)
            },
        }
    }

    /// Returns the Markdown between the last cut and this one, or up to the end of the content without a cut. Cuts are
    /// ascending places in [`Page::text`], each before a word. The content is always the same.
    ///
    /// # Errors
    /// [`RenderError`](crate::output::RenderError); there are no further pieces then.
    pub fn next(&mut self, content: &Content<'_>, cut: Option<usize>) -> Rendered<String> {
        let Pieces { steps, writer } = self;
        while !writer.text_up_to(content.page(), cut)? {
            match steps.next(content) {
                Some(SelectedStep::Text(position)) => writer.begin_text(content, position),
                Some(SelectedStep::Open(position)) => writer.open(content, position)?,
                Some(SelectedStep::Close(position)) => writer.close(content, position)?,
                None => {
                    writer.flush()?;
                    break;
                }
            }
        }
        writer.cut()
    }
}
