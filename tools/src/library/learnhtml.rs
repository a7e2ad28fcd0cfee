//! Trains and measures `learnhtml`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use goce_core::render;
use goce_papers::learnhtml::by_model;
use goce_papers::learnhtml::training::{FoldScores, Table, TrainOptions, fit, of_pages, score, train};
use serde_json::{Value, json};

use super::auto::FOLDS;
use super::create;
use super::scores::Groups;
use crate::Failure;
use crate::wcxb::{LabelledPage, read_folds};

/// Returns the options of MODEL and OPTIONS, and of the built-in model without: smaller than goce_train's
/// defaults make one.
pub fn options(model: Option<String>, options: Option<String>) -> Result<TrainOptions, Failure> {
    let kind = model.as_deref().unwrap_or("forest").parse()?;
    let options = match options {
        Some(options) => serde_json::from_str(&options)?,
        None => json!({"trees": 40, "min_leaf": 20, "folds": 0}),
    };
    Ok(TrainOptions::parse(kind, &options)?)
}

fn table(pages: &[LabelledPage], options: &TrainOptions) -> Result<Table, Failure> {
    let mut table = Table::new(options);
    for page in pages {
        table.add(&page.parse()?, &page.gold)?;
    }
    Ok(table)
}

/// Writes the model of all pages to `file` and its description to `out`.
pub fn train_all(
    pages: &[LabelledPage],
    file: &Path,
    options: &TrainOptions,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let table = table(pages, options)?;
    let model = train(&table, options, &mut |_| ())?;
    writeln!(out, "{:#}", Value::Object(model.description().clone()))?;
    Ok(fs::write(file, model.write()?)?)
}

/// Trains one model a fold, on the pages of all others; writes what they extract to extracted.jsonl of the
/// directory, and scores to `out`.
pub fn cross_validate(
    pages: &[LabelledPage],
    folds: &Path,
    directory: &Path,
    options: &TrainOptions,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let folds = read_folds(folds, pages)?;
    let table = table(pages, options)?;
    let mut texts = vec![None; pages.len()];
    let mut by_fold = Vec::new();
    for fold in 0..FOLDS {
        let started = Instant::now();
        let learned = of_pages(&table, |page| folds[page as usize].number != fold)?;
        let held_out = of_pages(&table, |page| folds[page as usize].number == fold)?;
        let model = fit(&table, &learned, options, &mut |_| ())?;
        by_fold.push(score(&table, &held_out, &model)?);
        eprintln!("fold {fold}: {} bytes, {:.1} s", model.write()?.len(), started.elapsed().as_secs_f64());
        for (index, page) in pages.iter().enumerate() {
            if folds[index].number == fold {
                let parsed = page.parse()?;
                let selection = by_model(&parsed, &model)?;
                texts[index] = render::text(&parsed, &selection)?;
            }
        }
    }
    writeln!(out, "samples: {}", FoldScores::mean(&by_fold).to_json())?;
    let mut extracted = create(directory, "extracted.jsonl")?;
    let mut groups = Groups::default();
    for (page, text) in pages.iter().zip(&texts) {
        page.write_text(text.as_deref(), &mut extracted)?;
        groups.add(page, text.as_deref().unwrap_or_default(), &[])?;
    }
    extracted.flush()?;
    Ok(groups.print(out)?)
}
