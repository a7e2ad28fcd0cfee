//! The nodes of a page that a method selects.

use std::ops::Range;

use super::TICK_EVERY;
use crate::memory::{OutOfMemory, TryPush, try_collect};
use crate::page::Page;
use crate::tick::{Tick, Ticking};

/// Neighbouring nodes that a method takes for content.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Their positions in the page.
    pub nodes: Range<usize>,
    /// The score of the method for them, in \[0, 1\]; 1 from a method that does not weigh.
    pub score: f32,
}

/// The content of a page by a method: disjoint spans in document order, none if there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    pub(super) spans: Vec<Span>,
    /// The scores of all blocks, from a method that weighs each.
    pub(super) blocks: Vec<f32>,
    /// Returns the content that the page holds without showing it, where it shows none.
    pub(super) unshown: Option<String>,
}

impl Selection {
    /// Returns a selection of whole subtrees, given by the positions of their roots in document order, none within
    /// another.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn subtrees(
        page: &Page,
        roots: impl IntoIterator<Item = usize>,
    ) -> Result<Self, OutOfMemory> {
        Selection::ranges(roots.into_iter().map(|root| page.subtree(root)))
    }

    /// Returns a selection of runs of neighbouring nodes, in document order, none within another.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn ranges(ranges: impl IntoIterator<Item = Range<usize>>) -> Result<Self, OutOfMemory> {
        let spans = ranges.into_iter().map(|nodes| Span { nodes, score: 1.0 });
        Ok(Selection {
            spans: try_collect(spans)?,
            ..Selection::default()
        })
    }

    /// Returns a selection of the blocks for which `taken`, given a block's index and score, returns `true`.
    pub(super) fn blocks(
        page: &Page,
        scores: Vec<f32>,
        taken: impl Fn(usize, f32) -> bool,
        tick: Tick<'_>,
    ) -> Result<Self, OutOfMemory> {
        let mut spans = Vec::new();
        for (index, (block, score)) in page
            .blocks()
            .iter()
            .zip(&scores)
            .enumerate()
            .ticking(TICK_EVERY, tick)
        {
            if taken(index, *score) {
                spans.try_push(Span {
                    nodes: block.nodes(),
                    score: *score,
                })?;
            }
        }
        Ok(Selection {
            spans,
            blocks: scores,
            unshown: None,
        })
    }

    /// Returns the spans in document order.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Returns the score of the span that holds a node, if one does.
    pub fn score(&self, position: usize) -> Option<f32> {
        let after = self
            .spans
            .partition_point(|span| span.nodes.start <= position);
        let span = self.spans.get(after.checked_sub(1)?)?;
        span.nodes.contains(&position).then_some(span.score)
    }

    /// Returns `true` if any of some neighbouring nodes is in a span.
    pub fn takes(&self, nodes: Range<usize>) -> bool {
        let before = self
            .spans
            .partition_point(|span| span.nodes.end <= nodes.start);
        self.spans
            .get(before)
            .is_some_and(|span| span.nodes.start < nodes.end)
    }

    /// Returns the score of a block, given its number and the position of its first node. A method that does not weigh
    /// gives 1 to a block that it takes, and 0 to another.
    pub fn block_score(&self, block: usize, position: usize) -> f32 {
        let weighed = self.blocks.get(block).copied();
        weighed.or_else(|| self.score(position)).unwrap_or(0.0)
    }

    /// Returns the content that the page holds without showing it, where it shows none.
    pub fn unshown(&self) -> Option<&str> {
        self.unshown.as_deref()
    }
}
