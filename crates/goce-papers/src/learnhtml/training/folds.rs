//! Cross-validation by pages.

use serde_json::{Value, json};

use super::TrainError;
use super::fit::{RowReader, fit};
use super::options::TrainOptions;
use super::table::Table;
use crate::learnhtml::features::FeatureRow;
use crate::learnhtml::{TrainedModel, Watch};
use goce_core::prelude::*;

/// The scores of a model on pages that it has not seen, each in \[0, 1\]:
///
/// - the share of samples taken for content that are (Table 3.4's measures, over all samples);
/// - the share of content samples taken for such;
/// - 2PR / (P + R);
/// - the mean over pages of the F1 by words: those of the taken samples against those of the content samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FoldScores([f64; 4]);

impl FoldScores {
    pub fn mean(of: &[FoldScores]) -> FoldScores {
        let mean = |score: usize| of.iter().map(|scores| scores.0[score]).sum::<f64>() / of.len().max(1) as f64;
        FoldScores([0, 1, 2, 3].map(mean))
    }

    /// Returns the scores by name, rounded to four digits.
    pub fn to_json(&self) -> Value {
        let [precision, recall, f1, word_f1] = self.0.map(|score| (score * 1e4).round() / 1e4);
        json!({"precision": precision, "recall": recall, "f1": f1, "word_f1": word_f1})
    }
}

/// Returns 2PR / (P + R), 1 if nothing is taken and nothing is content.
fn f1([both, taken, truth]: [f64; 3]) -> f64 {
    if taken + truth == 0.0 {
        1.0
    } else {
        2.0 * both / (taken + truth)
    }
}

fn share(of: f64, all: f64) -> f64 {
    if all > 0.0 { of / all } else { 0.0 }
}

/// Returns the scores of a model on some samples. The samples of a page are neighbours.
pub fn score(table: &Table, samples: &[u32], model: &TrainedModel) -> Fallible<FoldScores> {
    let read = RowReader::new(table, &model.space)?;
    let mut predictor = model.classifier.predictor()?;
    let mut row = FeatureRow::new();
    // Samples that are taken for content and are it, all that are taken, all that are content.
    let mut counts = [0.0; 3];
    let (mut sum, mut pages) = (0.0, 0);
    let all = table.samples();
    for of_page in table.by_page(samples) {
        let mut words = [0.0; 3];
        for sample in of_page {
            interrupts::check();
            read.row(*sample, &mut row);
            let is_taken = predictor.probability(&row) > 0.5;
            let labelled = &all[*sample as usize];
            let holds = [is_taken && labelled.content, is_taken, labelled.content];
            for (place, holds) in holds.map(f64::from).into_iter().enumerate() {
                counts[place] += holds;
                words[place] += holds * f64::from(labelled.words);
            }
        }
        sum += f1(words);
        pages += 1;
    }
    let word_f1 = sum / f64::from(pages.max(1));
    let [both, taken, truth] = counts;
    Ok(FoldScores([share(both, taken), share(both, truth), f1(counts), word_f1]))
}

/// Returns the samples of the pages for which a condition holds.
pub fn of_pages(table: &Table, holds: impl Fn(u32) -> bool) -> Fallible<Vec<u32>> {
    let samples = table.samples().iter().enumerate();
    let held = samples.filter(|(_, sample)| holds(sample.page));
    try_collect(held.map(|(index, _)| index as u32))
}

/// Returns `true` if some samples are content and some are not.
fn has_both(table: &Table, samples: &[u32]) -> bool {
    let mut content = samples.iter().map(|sample| table.samples()[*sample as usize].content);
    let first = content.next();
    content.any(|other| Some(other) != first)
}

/// Returns the scores of a model, fitted to the learned samples, on the held-out ones. Returns `None` if there is nothing
/// to learn or to score.
pub fn validate(
    table: &Table,
    learned: &[u32],
    held_out: &[u32],
    options: &TrainOptions,
    watch: Watch<'_>,
) -> Result<Option<FoldScores>, TrainError> {
    if held_out.is_empty() || !has_both(table, learned) {
        return Ok(None);
    }
    let model = fit(table, learned, options, watch)?;
    Ok(Some(score(table, held_out, &model)?))
}
