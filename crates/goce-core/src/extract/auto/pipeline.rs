//! The learned method: for each block the probability of being content (boosted trees over
//! features of the block and of its page), alike for blocks that are repeated, lower for texts that other pages of the
//! site have, and the selection with the highest expected F1.
//!
//! Trained by models/auto/train.py; MODEL.md there has the data and the figures.

pub mod blocks;
pub mod decision;
mod repeated;
mod site;
mod unshown;

use once_cell::sync::OnceCell;

use super::{CHECK_EVERY, ExtractError, Options, Selection, twice, wholes};
use crate::genre::markup::{self, Measured};
use crate::interrupts::{self, Checking};
use crate::learn::complete::CompleteForest;
use crate::learn::forest::Forest;
use crate::learn::probability::sigmoid;
use crate::learn::reader::Reader;
use crate::memory::{TryPush, ask_for, try_collect};
use crate::page::Page;
use blocks::{Blocks, Tables};
use decision::{Decision, decide};
pub use site::Weighing;
use unshown::unshown;

/// The file of the trained model, part of the library.
pub const WEIGHTS: &[u8] = include_bytes!("../../../../../models/auto/auto.bin");

/// The most memory that reading a model takes, in lengths of its file.
const READING: usize = 16;

/// A trained model: [`Tables`], a [`Forest`] of one class over the features of pages and of
/// their blocks, and the calibration of the expected F1: the number of its points (u8), and of each
/// the expected F1 and the true one of such pages (f32, little-endian, ascending).
#[derive(Debug)]
pub struct Model {
    tables: Tables,
    forest: CompleteForest,
    /// Between these points the F1 is interpolated.
    calibration: Vec<[f32; 2]>,
}

/// A page, judged by the model.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The probability of each block that it is content.
    pub probabilities: Vec<f32>,
    /// The blocks that are taken.
    pub decision: Decision,
}

impl Model {
    /// Returns the model of [`WEIGHTS`], which is read at the first call.
    ///
    /// # Errors
    /// [`ExtractError::OutOfMemory`]; a test sees to it that there is no other.
    pub fn built_in() -> Result<&'static Model, ExtractError> {
        static MODEL: OnceCell<Model> = OnceCell::new();
        MODEL.get_or_try_init(|| Model::read(WEIGHTS))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`ExtractError::Model`] if the bytes are not one; [`ExtractError::OutOfMemory`].
    pub fn read(bytes: &[u8]) -> Result<Model, ExtractError> {
        // Numbers become larger while they are read, and vectors double: tests/memory.rs measures it.
        ask_for(READING * bytes.len())?;
        Model::read_parts(bytes).ok_or(ExtractError::Model("auto"))
    }

    fn read_parts(bytes: &[u8]) -> Option<Model> {
        let mut bytes = Reader::new(bytes);
        let model = Model {
            tables: Tables::read(&mut bytes)?,
            forest: CompleteForest::of(&Forest::read(&mut bytes)?)?,
            calibration: (0..bytes.u8()?)
                .map(|_| Some([bytes.f32()?, bytes.f32()?]))
                .collect::<Option<_>>()?,
        };
        let ascending = model.calibration.is_sorted_by(|a, b| a[0] < b[0]);
        (bytes.is_at_end() && ascending).then_some(model)
    }

    /// Returns the values of names and words.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    pub fn forest(&self) -> &CompleteForest {
        &self.forest
    }

    /// Returns the F1 that pages of an expected F1 have reached, in \[0, 1\].
    pub fn confidence(&self, expected: f32) -> f32 {
        let points = &self.calibration;
        let above = points.partition_point(|point| point[0] < expected);
        let below = above.checked_sub(1).and_then(|below| points.get(below));
        let interpolated = match (below, points.get(above)) {
            (Some([x, y]), Some([to_x, to_y])) => y + (to_y - y) * (expected - x) / (to_x - x),
            (Some([_, y]), None) | (None, Some([_, y])) => *y,
            (None, None) => expected,
        };
        interpolated.clamp(0.0, 1.0)
    }

    /// Returns the blocks of a page that has these features, and the score of each: the log-odds that it is content.
    ///
    /// # Errors
    /// [`ExtractError::Features`] if they are not those of the model; [`ExtractError::OutOfMemory`].
    fn scores<'p>(&'p self, page: &'p Page, of_page: &[f32]) -> Result<(Blocks<'p>, Vec<f32>), ExtractError> {
        let blocks = Blocks::of(page, &self.tables)?;
        let asked = self.forest.asked(of_page);
        let asked = asked.ok_or(ExtractError::Features("auto"))?;
        let mut scores: Vec<f32> = Vec::new();
        blocks.rows(&asked, &mut |_, rows| {
            for score in self.forest.scores(rows)? {
                scores.try_push(score as f32)?;
            }
            Ok(())
        })?;
        Ok((blocks, scores))
    }

    /// Judges a page that has these features.
    ///
    /// # Errors
    /// [`ExtractError::Features`] if they are not those of the model; [`ExtractError::OutOfMemory`].
    pub fn judge(&self, page: &Page, of_page: &[f32], options: &Options<'_>) -> Result<Judged, ExtractError> {
        self.judge_weighing(page, of_page, options, Weighing::CHOSEN)
    }

    /// Judges a page as [`Model::judge`] does, with another weighing of its site.
    ///
    /// # Errors
    /// Those of [`Model::judge`].
    pub fn judge_weighing(
        &self,
        page: &Page,
        of_page: &[f32],
        options: &Options<'_>,
        weighing: Weighing,
    ) -> Result<Judged, ExtractError> {
        let (blocks, mut scores) = self.scores(page, of_page)?;
        let weights = try_collect(blocks.sums.texts.iter().map(|text| text.weight()))?;
        interrupts::check();
        repeated::align(page, &blocks.sums, &weights, &mut scores)?;
        let containers_of = page.blocks().iter();
        let container_of = try_collect(containers_of.map(|block| blocks.containers.of_node(block.element())))?;
        interrupts::check();
        let all = blocks.containers.all();
        let decide = |may_be_empty, probabilities: &[f32]| {
            let focus = options.focus;
            decide(may_be_empty, focus, probabilities, &weights, all, &container_of)
        };
        // Without a head it is a fragment that someone cut out of a page, and no shell.
        let mut may_be_empty = page.head().next().is_some();
        if let Some(site) = options.site {
            let mut alone = try_collect(scores.iter().copied())?;
            to_probabilities(&mut alone);
            let decision = decide(may_be_empty, &alone)?;
            if weighing.are_copies(site, &weights, &decision.selected) {
                return Ok(Judged {
                    probabilities: alone,
                    decision,
                });
            }
            // The site tells what of a page is not its content, not that it has none.
            may_be_empty &= !decision.selected.contains(&true);
            weighing.weigh(site, &weights, &mut scores);
        }
        let mut probabilities = scores;
        to_probabilities(&mut probabilities);
        let decision = decide(may_be_empty, &probabilities)?;
        Ok(Judged {
            probabilities,
            decision,
        })
    }
}

/// Replaces scores (log-odds) by their probabilities.
fn to_probabilities(scores: &mut [f32]) {
    for score in scores.iter_mut().checking(CHECK_EVERY) {
        *score = sigmoid(f64::from(*score)) as f32;
    }
}

/// Returns the features of a page for the trees: those of the genre, and the probabilities of the page types. Where
/// `p_list_view` is given it replaces the probability of a list view by markup alone: 0 or 1 where the genre is known,
/// or the probability by screenshot and markup together.
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
///
/// # Errors
/// [`ExtractError`].
pub fn judge(page: &Page, options: &Options<'_>) -> Result<Judged, ExtractError> {
    let measured = markup::measured(page)?;
    let of_page = page_features(&measured, options.p_list_view);
    Model::built_in()?.judge(page, &of_page, options)
}

/// Returns the F1 that pages have reached of which the method expected this F1, in \[0, 1\].
///
/// # Errors
/// [`ExtractError`].
pub fn calibrated(expected: f32) -> Result<f32, ExtractError> {
    Ok(Model::built_in()?.confidence(expected))
}

/// Returns the calibrated F1 that the selection of a page is expected to have, in \[0, 1\].
///
/// # Errors
/// [`ExtractError`].
pub fn confidence(page: &Page) -> Result<f32, ExtractError> {
    calibrated(judge(page, &Options::default())?.decision.expected)
}

/// Selects the content of a page.
///
/// # Errors
/// [`ExtractError`].
pub fn select(page: &Page, options: &Options<'_>) -> Result<Selection, ExtractError> {
    selection(page, judge(page, options)?)
}

/// Returns the selected blocks, or the text that the page holds without showing it where no block is selected.
pub fn selection(page: &Page, judged: Judged) -> Result<Selection, ExtractError> {
    let Decision { mut selected, expected } = judged.decision;
    wholes::mend(page, &judged.probabilities, &mut selected)?;
    twice::leave_out(page, &mut selected)?;
    let taken = |block: usize, _| selected[block];
    let mut selection = Selection::blocks(page, judged.probabilities, taken)?;
    selection.expected = Some(expected);
    if selection.spans.is_empty() {
        selection.unshown = unshown(page)?;
    }
    Ok(selection)
}
