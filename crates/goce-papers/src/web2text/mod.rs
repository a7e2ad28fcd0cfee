//! Web2Text (Vogels, Ganea and Eickhoff 2018): text nodes in a row, labelled together.
//!
//! The text nodes of a page, the leaves of its collapsed DOM, are a sequence. Two convolutional networks over their
//! features give each node unary potentials and each pair of neighbours pairwise potentials. The labelling with the
//! greatest product of potentials is chosen. The modules also state where they differ from the paper:
//!
//! - `collapsed`: the collapsed DOM (section 3.1);
//! - `counts`, `stop_words`: counts over the texts;
//! - [`features`]: Table 1, and the features of neighbours (section 3.3);
//! - [`network`]: the potentials (section 3.4);
//! - `viterbi`: the labelling (section 3.5).
//!
//! Trained by models/web2text/train.py; MODEL.md there has the data and the figures.

mod collapsed;
mod counts;
pub mod features;
pub mod network;
mod stop_words;
mod viterbi;

use once_cell::sync::OnceCell;

use features::Features;
use goce_core::extract::{ExtractError, Selection, Span};
use goce_core::page::Page;
use goce_core::prelude::*;
use network::{PotentialsError, PotentialsNetwork};
use viterbi::{Potentials, decode, marginals};

/// The file of the trained networks, a part of the library.
pub static WEIGHTS: &[u8] = include_bytes!("../../../../models/web2text/web2text.onnx");

/// Returns the networks of [`WEIGHTS`], which are read at the first call.
///
/// # Errors
/// [`PotentialsError::OutOfMemory`]; a test excludes others.
pub fn built_in() -> Result<&'static PotentialsNetwork, PotentialsError> {
    static NETWORK: OnceCell<PotentialsNetwork> = OnceCell::new();
    NETWORK.get_or_try_init(|| PotentialsNetwork::read(WEIGHTS))
}

/// The best labelling of a page's text nodes, and their probabilities.
#[derive(Clone, Debug)]
pub struct Labelling {
    /// `true` for each text node that is content in the best labelling.
    pub labels: Vec<bool>,
    /// The probability of content of each text node, over all labellings.
    pub probabilities: Vec<f32>,
}

impl Labelling {
    /// Returns the labels and the probabilities that follow from potentials.
    pub fn of(potentials: &[Potentials]) -> Fallible<Self> {
        Ok(Labelling {
            labels: decode(potentials)?,
            probabilities: marginals(potentials)?,
        })
    }
}

/// Selects the content of a page.
pub fn select(page: &Page) -> Result<Selection, ExtractError> {
    let features = Features::of(page)?;
    let potentials = built_in()?.potentials(&features)?;
    let labelling = Labelling::of(&potentials)?;
    Ok(selection(page, &features, &labelling)?)
}

/// Returns the text nodes that are content, in spans that end where a block ends. The score of a span and of a block is
/// the mean probability of its text nodes, weighted by their words.
pub fn selection(page: &Page, features: &Features, labelling: &Labelling) -> Fallible<Selection> {
    let leaves = features.leaves();
    // Text nodes without words count if there are no others.
    let weight = |leaf: usize| features.words(leaf) as f32 + 1e-3;
    let (mut spans, mut scores) = (Vec::new(), Vec::new());
    let mut next = 0;
    let mut work = Countdown::new(CHECK_EVERY);
    for block in page.blocks() {
        let start = next;
        while leaves.get(next).is_some_and(|leaf| (*leaf as usize) < block.nodes().end) {
            next += 1;
        }
        work.charge(1 + next - start);
        let mean = |leaves: std::ops::Range<usize>| {
            let (mut sum, mut weights) = (0.0, 0.0);
            for leaf in leaves {
                sum += weight(leaf) * labelling.probabilities[leaf];
                weights += weight(leaf);
            }
            sum / weights
        };
        scores.try_push(mean(start..next))?;
        let mut from = start;
        for run in labelling.labels[start..next].chunk_by(|a, b| a == b) {
            let to = from + run.len();
            if run[0] {
                spans.try_push(Span {
                    nodes: leaves[from] as usize..leaves[to - 1] as usize + 1,
                    score: mean(from..to),
                })?;
            }
            from = to;
        }
    }
    Ok(Selection::weighed(spans, scores))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::render;

    #[test]
    fn spans_are_runs_of_text_nodes_within_blocks() {
        let html = "<p>one <b>two</b> three</p><p>four <a>five</a></p>";
        let page = crate::tests::page(html);
        let features = Features::of(&page).unwrap();
        let labelling = Labelling {
            labels: vec![true, true, true, true, false],
            probabilities: vec![0.9, 0.6, 0.9, 0.6, 0.0],
        };
        let selection = selection(&page, &features, &labelling).unwrap();
        assert_eq!(render::text(&page, &selection).unwrap().as_deref(), Some("one two three\n\nfour"));
        let scores: Vec<f32> = selection.spans().iter().map(|span| span.score).collect();
        assert_eq!(scores.len(), 2);
        assert!((scores[0] - 0.8).abs() < 1e-6 && (scores[1] - 0.6).abs() < 1e-6);
        assert!((selection.block_score(1, 0) - 0.3).abs() < 1e-6);
    }
}
