//! Training LearnHTML's models on pages with gold texts (sections 3.1.2 and 3.2.2 of the thesis).

mod fit;
mod folds;
mod options;
mod table;

use std::fmt::Display;

use serde_json::{Map, Value, json};

pub use fit::fit;
pub use folds::{FoldScores, of_pages, score};
pub use options::{ModelKind, OptionError, OptionReader, TrainOptions, UnknownModelKind};
pub use table::{Labelled, Table};

use super::{TrainedModel, Watch};
use goce_core::learn::fit::folds::by_chance;
use goce_core::learn::random::Random;
use goce_core::prelude::*;

/// Why no model is trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    #[error("query returned no page with a gold text")]
    NoPages,
    #[error("pages have no text")]
    NoSamples { pages: usize },
    #[error("all text of the pages is content")]
    AllContent { samples: usize },
    #[error("no text of the pages is content")]
    NoContent { samples: usize },
    #[error("query returned too many pages to learn from")]
    TooManyPages,
    #[error("trees of the model are too large")]
    TooManyNodes { limit: usize },
    #[error("out of memory for training")]
    OutOfMemory(#[from] OutOfMemory),
}

/// Returns a model that is fitted to all pages of a table, with scores of a cross-validation by pages.
/// There are at most as many folds as pages.
pub fn train(table: &Table, options: &TrainOptions, watch: Watch<'_>) -> Result<TrainedModel, TrainError> {
    check(table)?;
    let folds = options.folds.min(table.pages());
    let mut by_fold = Vec::new();
    if folds > 1 {
        let mut random = Random::new(options.seed, table.pages() as u64);
        let fold_of = by_chance(table.pages(), folds, &mut random)?;
        for fold in 0..folds as u32 {
            let mut of_fold = |step: &dyn Display| watch(&format_args!("fold {} of {folds}, {step}", fold + 1));
            let learned = of_pages(table, |page| fold_of[page as usize] != fold)?;
            let held_out = of_pages(table, |page| fold_of[page as usize] == fold)?;
            let scores = folds::validate(table, &learned, &held_out, options, &mut of_fold)?;
            by_fold.try_extend(scores)?;
        }
    }
    let all: Vec<u32> = try_collect(0..table.samples().len() as u32)?;
    let mut model = fit(table, &all, options, &mut |step| watch(&format_args!("all pages, {step}")))?;
    model.description = describe(table, options, &by_fold, &model.space);
    Ok(model)
}

/// Refuses a table from which there is nothing to learn.
fn check(table: &Table) -> Result<(), TrainError> {
    let (pages, samples) = (table.pages(), table.samples().len());
    if pages == 0 {
        return Err(TrainError::NoPages);
    }
    if samples == 0 {
        return Err(TrainError::NoSamples { pages });
    }
    match table.content() {
        0 => Err(TrainError::NoContent { samples }),
        content if content == samples => Err(TrainError::AllContent { samples }),
        _ => Ok(()),
    }
}

fn describe(
    table: &Table,
    options: &TrainOptions,
    by_fold: &[FoldScores],
    space: &super::features::Space,
) -> Map<String, Value> {
    let [numbers, tags, terms] = fit::kept_by_kind(space);
    let scores = match by_fold {
        [] => Value::Null,
        _ => {
            let mut scores = FoldScores::mean(by_fold).to_json();
            scores["folds"] = json!(by_fold.len());
            scores["by_fold"] = by_fold.iter().map(FoldScores::to_json).collect();
            scores
        }
    };
    let description = json!({
        "model": options.kind.name(),
        "options": options.resolved,
        "training": {
            "pages": table.pages(),
            "samples": table.samples().len(),
            "samples_seen": table.seen(),
            "content_samples": table.content(),
        },
        "features": {
            "vocabulary": space.vocabulary(),
            "kept": space.kept().len(),
            "kept_numbers": numbers,
            "kept_tags": tags,
            "kept_terms": terms,
        },
        "cross_validation": scores,
        "goce_version": env!("CARGO_PKG_VERSION"),
    });
    match description {
        Value::Object(description) => description,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests;
