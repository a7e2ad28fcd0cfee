//! Web2Text (Vogels et al. 2018): the text nodes that two convolutional networks and the Viterbi
//! algorithm take for content, together.
//!
//! The sequence, its features and the labelling are in [`crate::learn::web2text`]. Trained by
//! models/web2text/train.py; MODEL.md there has the data and the figures.

use once_cell::sync::OnceCell;

use super::{Selection, Span};
use crate::learn::web2text::features::Features;
use crate::learn::web2text::network::{Network, NetworkError};
use crate::learn::web2text::viterbi::{Potentials, decode, marginals};
use crate::page::Page;

/// The file of the trained networks, part of the library.
pub const WEIGHTS: &[u8] = include_bytes!("../../models/web2text/web2text.onnx");

/// The networks of [`WEIGHTS`], read at the first call.
///
/// # Errors
/// Those of [`Network::read`]; a test sees to it that there is none.
pub fn built_in() -> Result<&'static Network, NetworkError> {
    static NETWORK: OnceCell<Network> = OnceCell::new();
    NETWORK.get_or_try_init(|| Network::read(WEIGHTS))
}

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

/// Selects the content of a page.
pub fn select(page: &Page, tick: &mut dyn FnMut()) -> Selection {
    let features = Features::of(page, tick);
    let potentials = built_in().and_then(|network| network.potentials(&features, tick));
    potentials.map_or_else(
        |_| Selection::default(),
        |potentials| selection(page, &features, &Judged::of(&potentials, tick)),
    )
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
            render::text(&page, &selection, &mut || ())
                .unwrap()
                .as_deref(),
            Some("one two three\n\nfour")
        );
        let scores: Vec<f32> = selection.spans().iter().map(|span| span.score).collect();
        assert_eq!(scores.len(), 2);
        assert!((scores[0] - 0.8).abs() < 1e-6 && (scores[1] - 0.6).abs() < 1e-6);
        assert!((selection.block_score(1, 0) - 0.3).abs() < 1e-6);
    }
}
