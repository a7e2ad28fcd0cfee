//! The nodes of a page that a method selects.

use crate::page::prelude::*;

/// Neighbouring nodes that a method takes for content.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Their positions in the page.
    pub nodes: Range<usize>,
    /// The method's score for them, in \[0, 1\]; 1 from a method that has no scores.
    pub score: f32,
}

/// The content of a page by a method: disjoint spans in document order, none if there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    pub(super) spans: Vec<Span>,
    /// The scores of all blocks, from a method that has them.
    pub(super) blocks: Vec<f32>,
    /// The content that the page holds without showing it, where it shows none.
    pub(super) hidden_content: Option<String>,
    /// The F1, in \[0, 1\], that the method expects of the selection, not calibrated; `None` from a method that expects
    /// none.
    pub expected_f1: Option<f32>,
}

impl Selection {
    /// Returns the memory that the selection takes, in bytes.
    pub fn memory(&self) -> usize {
        self.spans.held() + self.blocks.held() + self.hidden_content.held()
    }

    /// Returns a selection of whole subtrees, given by the positions of their roots in document order, none within
    /// another.
    pub fn subtrees(page: &Page, roots: impl IntoIterator<Item = usize>) -> Fallible<Self> {
        Selection::ranges(roots.into_iter().map(|root| page.subtree(root)))
    }

    /// Returns a selection of the whole page, all its visible text (GOCE, section 4.3: "default mode").
    pub fn whole(page: &Page) -> Fallible<Self> {
        Selection::subtrees(page, (!page.nodes().is_empty()).then_some(0))
    }

    /// Returns a selection of runs of neighbouring nodes, in document order, none within another.
    pub fn ranges(ranges: impl IntoIterator<Item = Range<usize>>) -> Fallible<Self> {
        let spans = ranges.into_iter().map(|nodes| Span { nodes, score: 1.0 });
        Ok(Selection::of_spans(try_collect(spans)?))
    }

    /// Returns a selection of these spans, disjoint and in document order.
    pub fn of_spans(spans: Vec<Span>) -> Self {
        Selection {
            spans,
            ..Selection::default()
        }
    }

    /// Returns a selection of these spans, by a method that gives these scores to the page's blocks.
    pub fn weighed(spans: Vec<Span>, blocks: Vec<f32>) -> Self {
        Selection {
            spans,
            blocks,
            ..Selection::default()
        }
    }

    /// Adds a span behind all others.
    pub fn push(&mut self, span: Span) -> Fallible {
        self.spans.try_push(span)
    }

    /// Returns a selection of the blocks for which `taken`, given a block's index and score, returns `true`.
    pub fn blocks(page: &Page, scores: Vec<f32>, taken: impl Fn(usize, f32) -> bool) -> Fallible<Self> {
        let mut spans = Vec::new();
        for (index, (block, score)) in page.blocks().iter().zip(&scores).enumerate().checking(CHECK_EVERY) {
            if taken(index, *score) {
                spans.try_push(Span {
                    nodes: block.nodes(),
                    score: *score,
                })?;
            }
        }
        Ok(Selection::weighed(spans, scores))
    }

    /// Takes some runs of neighbouring nodes too, in document order, none within another. Nodes that are selected already
    /// keep their score; the others get a score of 1.
    pub fn add(&mut self, ranges: &[Range<usize>]) -> Fallible {
        let mut spans: Vec<Span> = Vec::new();
        let mut old = self.spans.iter().peekable();
        for range in ranges.iter().checking(CHECK_EVERY) {
            // A span may have ended behind the start.
            let taken = spans.last().map_or(0, |span| span.nodes.end);
            let mut start = range.start.max(taken);
            while let Some(span) = old.next_if(|span| span.nodes.start < range.end) {
                push_some(&mut spans, start..span.nodes.start, 1.0)?;
                start = start.max(span.nodes.end);
                spans.try_push(span.clone())?;
            }
            push_some(&mut spans, start..range.end, 1.0)?;
        }
        spans.try_extend(old.cloned())?;
        self.spans = spans;
        Ok(())
    }

    /// Leaves out some runs of neighbouring nodes, in document order, none within another.
    pub fn remove(&mut self, ranges: &[Range<usize>]) -> Fallible {
        let mut spans: Vec<Span> = Vec::new();
        let mut next = 0;
        for span in self.spans.iter().checking(CHECK_EVERY) {
            let mut start = span.nodes.start;
            while let Some(range) = ranges.get(next).filter(|range| range.start < span.nodes.end) {
                push_some(&mut spans, start..range.start, span.score)?;
                start = start.max(range.end);
                if range.end > span.nodes.end {
                    break;
                }
                next += 1;
            }
            push_some(&mut spans, start..span.nodes.end, span.score)?;
        }
        self.spans = spans;
        Ok(())
    }

    /// Returns the spans in document order.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Returns the score of the span that holds a node, if one does.
    pub fn score(&self, position: usize) -> Option<f32> {
        let after = self.spans.partition_point(|span| span.nodes.start <= position);
        let span = self.spans.get(after.checked_sub(1)?)?;
        span.nodes.contains(&position).then_some(span.score)
    }

    /// Returns `true` if any of some neighbouring nodes is in a span.
    pub fn takes(&self, nodes: Range<usize>) -> bool {
        let before = self.spans.partition_point(|span| span.nodes.end <= nodes.start);
        self.spans.get(before).is_some_and(|span| span.nodes.start < nodes.end)
    }

    /// Returns the score of a block, given its number and the position of its first node. Where blocks have no scores it is
    /// the score of the block's span, or 0.
    pub fn block_score(&self, block: usize, position: usize) -> f32 {
        let score = self.blocks.get(block).copied();
        score.or_else(|| self.score(position)).unwrap_or(0.0)
    }

    /// Returns the content that the page holds without showing it, where it shows none.
    pub fn hidden_content(&self) -> Option<&str> {
        self.hidden_content.as_deref()
    }
}

/// Adds a span of neighbouring nodes, if there are any.
fn push_some(spans: &mut Vec<Span>, nodes: Range<usize>, score: f32) -> Fallible {
    if nodes.is_empty() {
        Ok(())
    } else {
        spans.try_push(Span { nodes, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spans of a selection as a set of nodes, and by brute force.
    #[test]
    fn nodes_are_added_and_removed() {
        let runs = |bits: u32, from: usize| {
            // Runs of ones in 8 bits, as ranges of nodes.
            let mut runs: Vec<Range<usize>> = Vec::new();
            for bit in (0..8).filter(|bit| bits >> (from + bit) & 1 == 1) {
                match runs.last_mut() {
                    Some(run) if run.end == bit => run.end += 1,
                    _ => runs.push(bit..bit + 1),
                }
            }
            runs
        };
        let nodes = |selection: &Selection| {
            let spans = selection.spans();
            assert!(spans.is_sorted_by(|a, b| a.nodes.end <= b.nodes.start), "{spans:?}");
            assert!(spans.iter().all(|span| !span.nodes.is_empty()), "{spans:?}");
            let all = spans.iter().flat_map(|span| span.nodes.clone());
            all.fold(0u32, |bits, node| bits | 1 << node)
        };
        for bits in 0..1 << 16 {
            let (has, other) = (bits & 0xff, bits >> 8);
            let selection = Selection::ranges(runs(bits, 0)).unwrap();
            let mut more = selection.clone();
            more.add(&runs(bits, 8)).unwrap();
            assert_eq!(nodes(&more), has | other, "{bits:b}");
            let mut less = selection;
            less.remove(&runs(bits, 8)).unwrap();
            assert_eq!(nodes(&less), has & !other, "{bits:b}");
        }
    }
}
