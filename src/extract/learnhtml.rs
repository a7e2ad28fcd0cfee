//! LearnHTML: each element of a page is content or not by its place in the DOM ("Learning Web Content
//! Extraction from DOM", Nichita Uțiu, 2018).
//!
//! The features are those of [`crate::learn::dom`], the built-in model a random forest over elements
//! that hold text; models/learnhtml/MODEL.md has its data and figures. `goce_train` makes others.

use std::sync::OnceLock;

use super::{Selection, Span};
use crate::learn::dom::Model;
use crate::memory::{OutOfMemory, try_collect};
use crate::page::Page;

/// The file of the trained model, part of the library.
pub const WEIGHTS: &[u8] = include_bytes!("../../models/learnhtml/learnhtml.bin");

/// The model of [`WEIGHTS`].
pub fn built_in() -> Option<&'static Model> {
    static MODEL: OnceLock<Option<Model>> = OnceLock::new();
    MODEL
        .get_or_init(|| Model::read(WEIGHTS, &mut || ()).ok())
        .as_ref()
}

/// Selects the content of a page by the built-in model.
pub fn select(page: &Page, tick: &mut dyn FnMut()) -> Selection {
    let selected = built_in().map(|model| by_model(page, model, tick));
    selected.and_then(Result::ok).unwrap_or_default()
}

/// Selects the blocks that a model takes for content: those with a probability of more than one half.
///
/// # Errors
/// [`OutOfMemory`].
pub fn by_model(
    page: &Page,
    model: &Model,
    tick: &mut dyn FnMut(),
) -> Result<Selection, OutOfMemory> {
    let probabilities = model.judge(page, tick)?;
    let blocks = page.blocks().iter().zip(&probabilities);
    let spans =
        blocks
            .filter(|(_, probability)| **probability > 0.5)
            .map(|(block, probability)| Span {
                nodes: block.nodes.clone(),
                score: *probability,
            });
    Ok(Selection {
        spans: try_collect(spans)?,
        blocks: probabilities,
        unshown: None,
    })
}
