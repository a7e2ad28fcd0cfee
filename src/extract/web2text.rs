//! Web2Text (Vogels et al. 2018): the text nodes that two convolutional networks and the Viterbi
//! algorithm take for content, together.
//!
//! The sequence, its features and the labelling are in [`crate::learn::web2text`]. No method yet: the
//! networks that models/web2text/train.py makes have not been trained.

use super::{Selection, Span};
use crate::learn::web2text::features::Features;
use crate::learn::web2text::viterbi::{Potentials, decode, marginals};
use crate::page::Page;

/// What the networks make of a page's text nodes.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Whether each is content, by the best labelling of all.
    pub labels: Vec<bool>,
    /// The probability that it is, by all labellings.
    pub probabilities: Vec<f32>,
}

impl Judged {
    /// What follows from potentials.
    pub fn of(potentials: &[Potentials], tick: &mut dyn FnMut()) -> Self {
        Judged {
            labels: decode(potentials, tick),
            probabilities: marginals(potentials, tick),
        }
    }
}

/// The text nodes that were taken, in spans that end where a block ends. The score of a span and of a
/// block is the mean probability of its text nodes, by their words.
pub fn selection(page: &Page, features: &Features, judged: &Judged) -> Selection {
    let leaves = features.leaves();
    // A text node without a word counts too, where there are no others.
    let weight = |leaf: usize| features.words(leaf) as f32 + 1e-3;
    let mut selection = Selection::default();
    let mut next = 0;
    for block in page.blocks() {
        let start = next;
        while leaves
            .get(next)
            .is_some_and(|leaf| (*leaf as usize) < block.nodes.end)
        {
            next += 1;
        }
        let mean = |leaves: std::ops::Range<usize>| {
            let (mut sum, mut weights) = (0.0, 0.0);
            for leaf in leaves {
                sum += weight(leaf) * judged.probabilities[leaf];
                weights += weight(leaf);
            }
            sum / weights
        };
        selection.blocks.push(mean(start..next));
        let mut from = start;
        for run in judged.labels[start..next].chunk_by(|a, b| a == b) {
            let to = from + run.len();
            if run[0] {
                selection.spans.push(Span {
                    nodes: leaves[from] as usize..leaves[to - 1] as usize + 1,
                    score: mean(from..to),
                });
            }
            from = to;
        }
    }
    selection
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::render;

    #[test]
    fn spans_are_runs_of_text_nodes_within_blocks() {
        let html = "<p>one <b>two</b> three</p><p>four <a>five</a></p>";
        let page = Page::parse(html, &Limits::default(), &mut || ()).unwrap();
        let features = Features::of(&page, &mut || ());
        let judged = Judged {
            labels: vec![true, true, true, true, false],
            probabilities: vec![0.9, 0.6, 0.9, 0.6, 0.0],
        };
        let selection = selection(&page, &features, &judged);
        assert_eq!(
            render::text(&page, &selection).as_deref(),
            Some("one two three\n\nfour")
        );
        let scores: Vec<f32> = selection.spans().iter().map(|span| span.score).collect();
        assert_eq!(scores.len(), 2);
        assert!((scores[0] - 0.8).abs() < 1e-6 && (scores[1] - 0.6).abs() < 1e-6);
        assert!((selection.block_score(1, 0) - 0.3).abs() < 1e-6);
    }
}
