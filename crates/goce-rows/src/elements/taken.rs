//! How much of an element is content.

use crate::prelude::*;

/// The words of a selection, counted once.
#[derive(Debug)]
pub struct Taken {
    /// The spans, each with the number of words in those before it.
    spans: Vec<(Range<usize>, usize)>,
    all: usize,
}

impl Taken {
    /// Counts the words of a selection.
    pub fn of(page: &Page, selection: &Selection) -> Fallible<Self> {
        let mut spans = Vec::new();
        let mut all = 0;
        for span in selection.spans().iter().checking(CHECK_EVERY) {
            spans.try_push((span.nodes.clone(), all))?;
            all += page.word_count(span.nodes.clone());
        }
        Ok(Taken { spans, all })
    }

    /// Returns `true` if at least half of the words of some neighbouring nodes are taken, and any.
    pub fn has_most_of(&self, page: &Page, nodes: Range<usize>) -> bool {
        let taken = self.before(page, nodes.end) - self.before(page, nodes.start);
        taken > 0 && 2 * taken >= page.word_count(nodes)
    }

    /// Returns the number of words that are taken before a node.
    fn before(&self, page: &Page, position: usize) -> usize {
        let after = self.spans.partition_point(|(nodes, _)| nodes.start < position);
        let Some((nodes, before)) = after.checked_sub(1).and_then(|last| self.spans.get(last)) else {
            return 0;
        };
        (before + page.word_count(nodes.start..nodes.end.min(position))).min(self.all)
    }
}
