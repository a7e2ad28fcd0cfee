//! The learned method: for each block the probability of being content (boosted trees over
//! features of the block and of its page), and the selection with the highest expected F1.
//!
//! Trained by models/auto/train.py; MODEL.md there has the data and the figures.

use std::sync::OnceLock;

use super::unshown::unshown;
use super::{Selection, Span};
use crate::genre::markup::{self, Measured};
use crate::learn::blocks::{Blocks, Tables};
use crate::learn::decision::{Decision, decide};
use crate::learn::forest::Forest;
use crate::learn::reader::Reader;
use crate::page::Page;

/// The file of the trained model, part of the library.
pub const WEIGHTS: &[u8] = include_bytes!("../../models/auto/auto.bin");

/// A trained model: [`Tables`], a [`Forest`] of one class over the features of pages and of
/// their blocks, and the calibration of the expected F1: the number of its points (u8), and of each
/// the expected F1 and the true one of such pages (f32, little-endian, ascending).
#[derive(Debug)]
pub struct Model {
    /// What names and words say.
    tables: Tables,
    /// The trees.
    forest: Forest,
    /// Between these points the F1 is interpolated.
    calibration: Vec<[f32; 2]>,
}

/// What the model makes of a page.
#[derive(Clone, Debug)]
pub struct Judged {
    /// For each block, the probability of being content.
    pub probabilities: Vec<f32>,
    /// What of it is taken.
    pub decision: Decision,
}

impl Model {
    /// The model of [`WEIGHTS`].
    pub fn built_in() -> Option<&'static Model> {
        static MODEL: OnceLock<Option<Model>> = OnceLock::new();
        MODEL.get_or_init(|| Model::read(WEIGHTS)).as_ref()
    }

    /// Reads a model; none if the bytes are not one.
    pub fn read(bytes: &[u8]) -> Option<Model> {
        let mut bytes = Reader::new(bytes);
        let model = Model {
            tables: Tables::read(&mut bytes)?,
            forest: Forest::read(&mut bytes)?,
            calibration: (0..bytes.u8()?)
                .map(|_| Some([bytes.f32()?, bytes.f32()?]))
                .collect::<Option<_>>()?,
        };
        let ascending = model.calibration.is_sorted_by(|a, b| a[0] < b[0]);
        (bytes.is_at_end() && ascending).then_some(model)
    }

    /// What names and words say.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The trees.
    pub fn forest(&self) -> &Forest {
        &self.forest
    }

    /// The F1 that pages of an expected F1 have reached, in \[0, 1\].
    pub fn confidence(&self, expected: f32) -> f32 {
        let above = self
            .calibration
            .partition_point(|point| point[0] < expected);
        let interpolated = match (
            above
                .checked_sub(1)
                .and_then(|below| self.calibration.get(below)),
            self.calibration.get(above),
        ) {
            (Some([x, y]), Some([to_x, to_y])) => y + (to_y - y) * (expected - x) / (to_x - x),
            (Some([_, y]), None) | (None, Some([_, y])) => *y,
            (None, None) => expected,
        };
        interpolated.clamp(0.0, 1.0)
    }

    /// Judges a page of these features; none if they are not those of the model.
    pub fn judge(&self, page: &Page, of_page: &[f32], tick: &mut dyn FnMut()) -> Option<Judged> {
        let blocks = Blocks::of(page, &self.tables, tick);
        let on_page = self.forest.on_page(of_page)?;
        let mut probabilities = Vec::with_capacity(page.blocks().len());
        // One ticker serves both the features and the trees, in turn.
        let mut fits = true;
        let mut parts = Vec::new();
        blocks.rows(
            &mut |range, rows| {
                fits &= rows.len() == range.len() * self.forest.block_features();
                if fits {
                    parts.push(on_page.scores_of_blocks(rows));
                }
            },
            tick,
        );
        if !fits {
            return None;
        }
        for score in parts.iter().flatten() {
            probabilities.push((1.0 / (1.0 + libm::exp(-score))) as f32);
        }
        let weights: Vec<f32> = blocks.sums.texts.iter().map(|text| text.weight()).collect();
        let container_of: Vec<u32> = page
            .blocks()
            .iter()
            .map(|block| blocks.containers.of_node(block.element))
            .collect();
        let all = blocks.containers.all();
        // Without a head it is a fragment that someone cut out of a page, and no shell.
        let may_be_empty = page.metadata().next().is_some();
        let decision = decide(
            may_be_empty,
            &probabilities,
            &weights,
            all,
            &container_of,
            tick,
        );
        Some(Judged {
            probabilities,
            decision,
        })
    }
}

/// The features of a page that the trees go by: those of the genre, and the probabilities of the
/// page types. A genre that is known (its probability of a list view: 0 or 1, or what a screenshot
/// and the markup say together) takes the place of what the markup says alone.
pub fn page_features(measured: &Measured, p_list_view: Option<f32>) -> Vec<f32> {
    let mut scores = measured.scores;
    if let Some(p_list_view) = p_list_view {
        scores = scores.with_p_list_view(p_list_view);
    }
    let mut features = measured.values.clone();
    features.extend(scores.probabilities);
    features
}

/// Judges a page by the built-in model.
pub fn judge(page: &Page, p_list_view: Option<f32>, tick: &mut dyn FnMut()) -> Option<Judged> {
    let measured = markup::measured(page, tick)?;
    Model::built_in()?.judge(page, &page_features(&measured, p_list_view), tick)
}

/// The F1 that the selection of a page is expected to have, calibrated, in \[0, 1\].
pub fn confidence(page: &Page, tick: &mut dyn FnMut()) -> Option<f32> {
    let judged = judge(page, None, tick)?;
    Some(Model::built_in()?.confidence(judged.decision.expected))
}

/// Selects the content of a page.
pub fn select(page: &Page, p_list_view: Option<f32>, tick: &mut dyn FnMut()) -> Selection {
    match judge(page, p_list_view, tick) {
        Some(judged) => selection(page, &judged),
        None => Selection::default(),
    }
}

/// The selected blocks; where there are none, what the page holds without showing it.
pub fn selection(page: &Page, judged: &Judged) -> Selection {
    let chosen = page.blocks().iter().zip(&judged.decision.selected);
    let spans = chosen
        .zip(&judged.probabilities)
        .filter(|((_, selected), _)| **selected)
        .map(|((block, _), probability)| Span {
            nodes: block.nodes.clone(),
            score: *probability,
        });
    let spans: Vec<Span> = spans.collect();
    Selection {
        unshown: spans.is_empty().then(|| unshown(page)).flatten(),
        spans,
        blocks: judged.probabilities.clone(),
    }
}
