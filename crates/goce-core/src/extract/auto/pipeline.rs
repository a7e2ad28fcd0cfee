//! The steps of `auto`, from a page to its content: [`run`] takes them one after the other.

use std::borrow::Cow;

pub use super::comments::{comments_to_leave_out, leave_out_comments, p_forum};
pub use super::decision::decide;
use super::features::Blocks;
use super::mend::{hidden_content, leave_out_copies, mend_wholes};
pub use super::repeated::make_alike;
use super::{Model, Weighing};
use crate::extract::{ExtractError, Options, Selection};
use crate::genre::markup;
use crate::memory::{TryPush, try_collect};
use crate::page::Page;

/// Selects the content of a page.
pub fn select(page: &Page, options: &Options<'_>) -> Result<Selection, ExtractError> {
    Ok(run(&Setup::built_in()?, page, options)?.selection)
}

/// Returns the F1, in \[0, 1\], that the selection of a page is expected to have, calibrated.
pub fn confidence(page: &Page) -> Result<f32, ExtractError> {
    calibrated(run(&Setup::built_in()?, page, &Options::default())?.expected_f1)
}

/// Returns the F1, in \[0, 1\], that pages with this expected F1 have reached.
pub fn calibrated(expected_f1: f32) -> Result<f32, ExtractError> {
    Ok(Model::built_in()?.confidence(expected_f1))
}

/// The model and the numbers that a run goes by. Training and measuring put others in place of the built-in ones.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    pub model: &'a Model,
    /// The features of the page, if they are known; otherwise [`measure_page`] measures them.
    pub page_features: Option<&'a [f32]>,
    pub weighing: Weighing,
}

impl Setup<'static> {
    /// Returns the setup of the built-in model.
    pub fn built_in() -> Result<Self, ExtractError> {
        Ok(Setup {
            model: Model::built_in()?,
            page_features: None,
            weighing: Weighing::CHOSEN,
        })
    }
}

/// The content of a page, and the decision before it was mended.
#[derive(Clone, Debug)]
pub struct Run {
    /// For each block, `true` if the decision takes it.
    pub decided: Vec<bool>,
    /// The F1, in \[0, 1\], that the decision expects of itself, not calibrated.
    pub expected_f1: f32,
    pub selection: Selection,
}

/// Selects the content of a page by the nine steps of the method.
///
/// # Errors
/// [`ExtractError::Features`] if the model was trained on other features of pages; [`ExtractError::PageTypes`];
/// [`ExtractError::OutOfMemory`].
pub fn run(setup: &Setup<'_>, page: &Page, options: &Options<'_>) -> Result<Run, ExtractError> {
    let page_features = match setup.page_features {
        Some(known) => Cow::Borrowed(known),
        None => Cow::Owned(measure_page(page, options.p_list_view)?),
    };
    let blocks = measure_blocks(setup.model, page)?;
    let mut scores = score(setup.model, &blocks, &page_features)?;
    make_alike(&blocks, &mut scores)?;
    leave_out_comments(page, &page_features, options, &mut scores)?;
    let decision = decide(&blocks, scores, options, setup.weighing)?;
    let mut selected = try_collect(decision.selected.iter().copied())?;
    mend_wholes(page, &decision.probabilities, &mut selected)?;
    leave_out_copies(page, &mut selected)?;
    let mut selection = Selection::blocks(page, decision.probabilities, |block, _| selected[block])?;
    selection.expected_f1 = Some(decision.expected_f1);
    if selection.spans.is_empty() {
        selection.hidden_content = hidden_content(page)?;
    }
    Ok(Run {
        decided: decision.selected,
        expected_f1: decision.expected_f1,
        selection,
    })
}

/// Returns the features of a page: those of its markup ([`markup::measured`]), and the probabilities of the page types.
/// A given probability of a list view replaces the one by markup alone: 0 or 1 where the genre is known, or the
/// probability by screenshot and markup together.
pub fn measure_page(page: &Page, p_list_view: Option<f32>) -> Result<Vec<f32>, ExtractError> {
    let measured = markup::measured(page)?;
    let mut scores = measured.scores;
    if let Some(p_list_view) = p_list_view {
        scores = scores.with_p_list_view(p_list_view);
    }
    let mut features = measured.values;
    features.extend(scores.probabilities);
    Ok(features)
}

/// Returns the blocks of a page with all that their features are computed from.
pub fn measure_blocks<'p>(model: &'p Model, page: &'p Page) -> Result<Blocks<'p>, ExtractError> {
    Ok(Blocks::of(page, &model.tables)?)
}

/// Returns the score of each block by the trees: the log-odds that it is content.
pub fn score(model: &Model, blocks: &Blocks<'_>, page_features: &[f32]) -> Result<Vec<f32>, ExtractError> {
    let asked = model.forest.asked(page_features);
    let asked = asked.ok_or(ExtractError::Features("auto"))?;
    let mut scores: Vec<f32> = Vec::new();
    blocks.rows(&asked, &mut |_, rows| {
        scores.try_extend(model.forest.scores(rows)?.into_iter().map(|score| score as f32))
    })?;
    Ok(scores)
}
