//! LearnHTML decides by its place in the DOM whether an element of a page is content ("Learning Web Content Extraction
//! from DOM", Nichita Uțiu, 2018).
//!
//! The built-in model is a random forest over features of elements that hold text. models/learnhtml/MODEL.md has
//! its data and figures. `goce_train` makes other models.

mod features;
mod model;
mod models;
pub mod training;

use std::fmt::Display;

use once_cell::sync::OnceCell;

pub use model::{TrainedModel, seal};

use goce_core::extract::{ExtractError, Selection};
use goce_core::learn::sealed::TrainedModelError;
use goce_core::page::Page;
use goce_core::prelude::*;

/// The file of the trained model, a part of the library.
pub static WEIGHTS: &[u8] = include_bytes!("../../../../models/learnhtml/learnhtml.bin");

/// Is called with each step of a training, in words.
pub type Watch<'a> = &'a mut dyn FnMut(&dyn Display);

/// Returns the model of [`WEIGHTS`], which is read at the first call.
///
/// # Errors
/// [`ExtractError::OutOfMemory`]; a test excludes others.
pub fn built_in() -> Result<&'static TrainedModel, ExtractError> {
    static MODEL: OnceCell<TrainedModel> = OnceCell::new();
    // The model is read once for all later pages: an interrupt would let it be read again.
    let read = || TrainedModel::read(WEIGHTS);
    MODEL.get_or_try_init(|| match interrupts::uninterrupted(read) {
        Ok(model) => Ok(model),
        Err(TrainedModelError::OutOfMemory(error)) => Err(error.into()),
        Err(_) => Err(ExtractError::Model("learnhtml")),
    })
}

/// Selects the content of a page by the built-in model.
pub fn select(page: &Page) -> Result<Selection, ExtractError> {
    Ok(by_model(page, built_in()?)?)
}

/// Selects the blocks that are content with a probability of more than one half.
pub fn by_model(page: &Page, model: &TrainedModel) -> Fallible<Selection> {
    let probabilities = model.block_probabilities(page)?;
    Selection::blocks(page, probabilities, |_, probability| probability > 0.5)
}
