//! One fit: vocabulary, selection, scaling, model (Figure 3.2 of the thesis).

use serde_json::Map;

use super::TrainError;
use super::options::{ModelOptions, TrainOptions};
use super::table::Table;
use crate::learnhtml::features::columns::{FIXED, NUMBERS};
use crate::learnhtml::features::terms::{Attribute, Grams, terms};
use crate::learnhtml::features::{FeatureRow, MAX_TERMS, Space, Term};
use crate::learnhtml::models::{
    Classifier, Linear, MAX_CELLS, MAX_NODES, MAX_WEIGHTS, MAX_WIDTH, TrainingRows, fit_network, grow,
};
use crate::learnhtml::{TrainedModel, Watch};
use goce_core::keyed;
use goce_core::prelude::*;

/// Returns a model that is fitted to some samples of a table, given in order. It has no description yet.
pub fn fit(
    table: &Table,
    samples: &[u32],
    options: &TrainOptions,
    watch: Watch<'_>,
) -> Result<TrainedModel, TrainError> {
    let vocabulary = match options.grams {
        Some(grams) => vocabulary(table, samples, grams)?,
        None => Vec::new(),
    };
    let count = samples.len() as u32;
    let mut space = Space::new(options.numeric, options.grams, options.idf, count, vocabulary);
    select(table, samples, &mut space, options)?;
    let mut rows = TrainingRows::new(space.kept().len());
    let read = RowReader::new(table, &space)?;
    let mut row = FeatureRow::new();
    for sample in samples.iter().checking(CHECK_EVERY) {
        read.row(*sample, &mut row);
        rows.push(&row, table.samples()[*sample as usize].content)?;
    }
    drop(read);
    if options.balanced {
        rows.balance();
    }
    let classifier = match &options.model {
        ModelOptions::Linear(fit) => {
            let scale = rows.scale()?;
            Classifier::Linear(Linear::fit(&rows, &scale, fit, watch)?)
        }
        // Scales do not matter to trees.
        ModelOptions::Trees(growth) => {
            let trees = grow(&rows, growth, watch)?;
            Classifier::Trees(trees.ok_or(TrainError::TooManyNodes { limit: MAX_NODES })?)
        }
        ModelOptions::Network(descent) => {
            let scale = rows.scale()?;
            Classifier::Network(fit_network(&rows, &scale, descent, watch)?)
        }
    };
    Ok(TrainedModel {
        description: Map::new(),
        space,
        classifier,
    })
}

#[derive(Clone, Copy, Default)]
struct Count {
    samples: u32,
    pages: u32,
    /// The number of the last page that had it, from 1.
    last: u32,
}

/// Returns the terms of some samples, ascending by hash. If there are too many, those of the most pages are returned.
fn vocabulary(table: &Table, samples: &[u32], grams: Grams) -> Fallible<Vec<Term>> {
    let (counts, pages) = counts(table, samples, grams)?;
    // A term of a single page says nothing about other pages. (A training with one page takes all its terms.)
    let counts = counts.into_iter().filter(|(_, count)| count.pages >= pages.min(2));
    let mut counts: Vec<(u32, Count)> = try_collect(counts.checking(CHECK_EVERY))?;
    if counts.len() > MAX_TERMS {
        counts.select_nth_unstable_by_key(MAX_TERMS, |(hash, count)| (std::cmp::Reverse(count.pages), *hash));
        counts.truncate(MAX_TERMS);
    }
    counts.sort_unstable_by_key(|(hash, _)| *hash);
    try_collect(counts.into_iter().map(|(hash, count)| Term {
        hash,
        samples: count.samples,
    }))
}

/// Returns the counts of all terms of some samples by their hashes, and the number of the samples' pages.
fn counts(table: &Table, samples: &[u32], grams: Grams) -> Fallible<(keyed::Map<u32, Count>, u32)> {
    let all = table.samples();
    let mut counts: keyed::Map<u32, Count> = keyed::Map::default();
    let mut pages = 0;
    let mut found = Vec::new();
    let mut texts: Vec<u32> = Vec::new();
    for of_page in table.by_page(samples) {
        pages += 1;
        for attribute in [Attribute::Class, Attribute::Id] {
            interrupts::check();
            // Each different text is split once for each page.
            texts.clear();
            let of_samples = of_page.iter().map(|sample| all[*sample as usize].attributes[attribute as usize]);
            texts.try_extend(of_samples)?;
            texts.sort_unstable();
            for same in texts.chunk_by(|a, b| a == b) {
                interrupts::check();
                found.clear();
                let text = table.attribute(attribute, same[0]);
                terms(attribute, text, grams, &mut |term| found.push(term));
                found.sort_unstable();
                found.dedup();
                for term in &found {
                    counts.try_reserve(1)?;
                    let count = counts.entry(*term).or_default();
                    count.samples += same.len() as u32;
                    if count.last != pages {
                        count.last = pages;
                        count.pages += 1;
                    }
                }
            }
        }
    }
    Ok((counts, pages))
}

/// Keeps the columns with the highest χ²: a share of those that are not 0 everywhere.
///
/// χ² is computed as in scikit-learn for features that are not counts: it compares the sums of a feature's values over
/// the samples of either class with the sums that are expected if classes do not matter.
fn select(table: &Table, samples: &[u32], space: &mut Space, options: &TrainOptions) -> Fallible {
    let mut sums = try_filled([0f64; 2], space.columns())?;
    let mut content = 0usize;
    let read = RowReader::new(table, space)?;
    let mut row = FeatureRow::new();
    for sample in samples.iter().checking(CHECK_EVERY) {
        let label = table.samples()[*sample as usize].content;
        content += usize::from(label);
        read.row(*sample, &mut row);
        for (column, value) in &row {
            sums[*column as usize][usize::from(label)] += f64::from(*value);
        }
    }
    drop(read);
    let share = content as f64 / samples.len().max(1) as f64;
    let mut scored: Vec<(f64, u32)> = Vec::new();
    for (column, [others, content]) in sums.into_iter().enumerate() {
        let all = others + content;
        let expected = [all * (1.0 - share), all * share];
        if expected[0] > 0.0 && expected[1] > 0.0 {
            let off = [others - expected[0], content - expected[1]];
            let chi = off[0] * off[0] / expected[0] + off[1] * off[1] / expected[1];
            scored.try_push((chi, column as u32))?;
        }
    }
    scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let count = (scored.len() as f64 * options.features_kept).ceil() as usize;
    let most = match &options.model {
        ModelOptions::Trees(_) => MAX_CELLS / samples.len().max(1),
        // There is a first layer, and it has units.
        ModelOptions::Network(descent) => MAX_WEIGHTS / descent.hidden[0],
        ModelOptions::Linear(_) => MAX_WIDTH,
    };
    scored.truncate(count.min(most).min(MAX_WIDTH));
    let mut kept: Vec<u32> = try_collect(scored.into_iter().map(|(_, column)| column))?;
    kept.sort_unstable();
    space.keep(kept);
    Ok(())
}

/// Makes rows of a table's samples. The terms of each different text are weighed once.
pub struct RowReader<'a> {
    table: &'a Table,
    space: &'a Space,
    /// The terms of each class, and of each id.
    texts: [Vec<FeatureRow>; 2],
}

impl<'a> RowReader<'a> {
    /// Returns a reader that has weighed the terms of all texts.
    pub fn new(table: &'a Table, space: &'a Space) -> Fallible<Self> {
        let mut texts = [Vec::new(), Vec::new()];
        for (attribute, weighed) in [Attribute::Class, Attribute::Id].into_iter().zip(&mut texts) {
            for number in 0..table.attributes(attribute) as u32 {
                interrupts::check();
                weighed.try_push(space.terms(attribute, table.attribute(attribute, number)))?;
            }
        }
        Ok(RowReader { table, space, texts })
    }

    /// Writes the row of a sample.
    pub fn row(&self, sample: u32, row: &mut FeatureRow) {
        let sample = &self.table.samples()[sample as usize];
        let [class, id] = sample.attributes;
        self.space.row(&sample.features, &self.texts[0][class as usize], &self.texts[1][id as usize], row);
    }
}

/// Returns the numbers of kept columns of each kind: numbers, tags, terms.
pub fn kept_by_kind(space: &Space) -> [usize; 3] {
    let before = |column: u32| space.kept().partition_point(|kept| *kept < column);
    let (numbers, fixed) = (before(NUMBERS as u32), before(FIXED as u32));
    [numbers, fixed - numbers, space.kept().len() - fixed]
}
