//! One fit: vocabulary, selection, scaling, model (Figure 3.2 of the thesis).

use std::collections::TryReserveError;

use rustc_hash::FxHashMap;

use super::options::{OfKind, Options};
use super::table::Table;
use crate::learn::dom::columns::FIXED;
use crate::learn::dom::terms::{Attribute, Grams, terms};
use crate::learn::dom::{Row, Space, Term};
use crate::learn::models::{
    Classifier, Descent, Fit, Growth, Linear, MAX_CELLS, MAX_WEIGHTS, MAX_WIDTH, Rows, Watch,
    fit_network, grow,
};

/// The most terms; those of the most pages stay.
const MAX_TERMS: usize = 20_000;

/// Pages that must have a term: one that a single page has says nothing of others. (Of a training
/// with one page all terms are taken.)
const MIN_PAGES: u32 = 2;

/// Samples between two ticks.
const TICK_EVERY: usize = 64;

/// A space and a classifier in it.
#[derive(Debug)]
pub struct Fitted {
    /// The space.
    pub space: Space,
    /// The classifier.
    pub classifier: Classifier,
}

/// Fits a model to some of a table's samples, given in order.
///
/// # Errors
/// If there is no memory for the samples' rows.
pub fn fit(
    table: &Table,
    samples: &[u32],
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Fitted, TryReserveError> {
    let vocabulary = match options.grams {
        Some(grams) => vocabulary(table, samples, grams, watch),
        None => Vec::new(),
    };
    let count = samples.len() as u32;
    let mut space = Space::new(
        options.numeric,
        options.grams,
        options.idf,
        count,
        vocabulary,
    );
    select(table, samples, &mut space, options, watch);
    let mut rows = Rows::new(space.kept().len());
    let read = RowReader::new(table, &space, watch);
    let mut row = Row::new();
    for (index, sample) in samples.iter().enumerate() {
        if index % TICK_EVERY == 0 {
            watch.tick();
        }
        read.row(*sample, &mut row);
        rows.push(&row, table.samples()[*sample as usize].content)?;
    }
    drop(read);
    if options.balanced {
        rows.balance();
    }
    let classifier = match &options.of_kind {
        OfKind::Linear {
            loss,
            penalty,
            c,
            iterations,
        } => {
            let fit = Fit {
                loss: *loss,
                penalty: *penalty,
                c: *c,
                iterations: *iterations,
            };
            let scale = rows.scale();
            Classifier::Linear(Linear::fit(&rows, &scale, &fit, watch))
        }
        // To trees scales are all the same.
        OfKind::Trees {
            trees,
            depth,
            min_leaf,
            max_features,
        } => {
            let growth = Growth {
                trees: *trees,
                depth: *depth,
                min_leaf: *min_leaf,
                max_features: *max_features,
                seed: options.seed,
            };
            Classifier::Trees(grow(&rows, &growth, watch)?)
        }
        OfKind::Ann {
            hidden,
            activation,
            optimizer,
            learning_rate,
            dropout,
            epochs,
            batch,
        } => {
            let descent = Descent {
                hidden: hidden.clone(),
                activation: *activation,
                optimizer: *optimizer,
                learning_rate: *learning_rate,
                dropout: *dropout,
                epochs: *epochs,
                batch: *batch,
                seed: options.seed,
            };
            let scale = rows.scale();
            Classifier::Network(fit_network(&rows, &scale, &descent, watch))
        }
    };
    Ok(Fitted { space, classifier })
}

/// What is counted of a term.
#[derive(Clone, Copy, Default)]
struct Count {
    samples: u32,
    pages: u32,
    /// The last page that had it, and one more.
    last: u32,
}

/// The terms that some samples have, ascending by hash.
fn vocabulary(table: &Table, samples: &[u32], grams: Grams, watch: &mut dyn Watch) -> Vec<Term> {
    let all = table.samples();
    let mut counts: FxHashMap<u32, Count> = FxHashMap::default();
    let mut pages = 0;
    let mut found = Vec::new();
    for of_page in samples.chunk_by(|a, b| all[*a as usize].page == all[*b as usize].page) {
        pages += 1;
        for attribute in [Attribute::Class, Attribute::Id] {
            // Each different text is split once a page.
            let mut texts: Vec<u32> = of_page
                .iter()
                .map(|sample| all[*sample as usize].attributes[attribute as usize])
                .collect();
            texts.sort_unstable();
            for same in texts.chunk_by(|a, b| a == b) {
                watch.tick();
                found.clear();
                let text = &table.attributes(attribute)[same[0] as usize];
                terms(attribute, text, grams, &mut |term| found.push(term));
                found.sort_unstable();
                found.dedup();
                for term in &found {
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
    let least = MIN_PAGES.min(pages);
    let mut kept: Vec<(u32, Count)> = counts
        .into_iter()
        .filter(|(_, count)| count.pages >= least)
        .collect();
    // The order of the map is forgotten here.
    kept.sort_unstable_by_key(|(hash, count)| (std::cmp::Reverse(count.pages), *hash));
    kept.truncate(MAX_TERMS);
    let mut vocabulary: Vec<Term> = kept
        .into_iter()
        .map(|(hash, count)| Term {
            hash,
            samples: count.samples,
        })
        .collect();
    vocabulary.sort_unstable_by_key(|term| term.hash);
    vocabulary
}

/// Keeps the share of the columns, of those that are not 0 everywhere, with the highest χ².
///
/// χ² as scikit-learn has it for features that are no counts: the sums of a feature's values over
/// the samples of both classes against what they would be if the classes did not matter.
fn select(
    table: &Table,
    samples: &[u32],
    space: &mut Space,
    options: &Options,
    watch: &mut dyn Watch,
) {
    let mut sums = vec![[0f64; 2]; space.columns()];
    let mut content = 0usize;
    let read = RowReader::new(table, space, watch);
    let mut row = Row::new();
    for (index, sample) in samples.iter().enumerate() {
        if index % TICK_EVERY == 0 {
            watch.tick();
        }
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
            scored.push((chi, column as u32));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let count = (scored.len() as f64 * options.features_kept).ceil() as usize;
    let most = match &options.of_kind {
        OfKind::Trees { .. } => MAX_CELLS / samples.len().max(1),
        OfKind::Ann { hidden, .. } => MAX_WEIGHTS / hidden.first().map_or(1, |units| *units),
        OfKind::Linear { .. } => MAX_WIDTH,
    };
    scored.truncate(count.min(most).min(MAX_WIDTH));
    let mut kept: Vec<u32> = scored.into_iter().map(|(_, column)| column).collect();
    kept.sort_unstable();
    space.keep(kept);
}

/// Makes rows of a table's samples; the terms of each different text are weighed once.
pub struct RowReader<'a> {
    table: &'a Table,
    space: &'a Space,
    texts: [Vec<Row>; 2],
}

impl<'a> RowReader<'a> {
    /// Weighs the terms.
    pub fn new(table: &'a Table, space: &'a Space, watch: &mut dyn Watch) -> Self {
        let texts = [Attribute::Class, Attribute::Id].map(|attribute| {
            let texts = table.attributes(attribute).iter();
            texts
                .map(|text| {
                    watch.tick();
                    space.terms(attribute, text)
                })
                .collect()
        });
        RowReader {
            table,
            space,
            texts,
        }
    }

    /// The row of a sample.
    pub fn row(&self, sample: u32, row: &mut Row) {
        let [class, id] = self.table.samples()[sample as usize].attributes;
        self.space.row(
            &self.table.given(sample as usize),
            &self.texts[0][class as usize],
            &self.texts[1][id as usize],
            row,
        );
    }
}

/// The number of kept columns of each kind: numbers, tags, terms.
pub fn kept_by_kind(space: &Space) -> [usize; 3] {
    let numbers = crate::learn::dom::columns::NUMBERS as u32;
    let before = |column: u32| space.kept().partition_point(|kept| *kept < column);
    let (numbers, fixed) = (before(numbers), before(FIXED as u32));
    [numbers, fixed - numbers, space.kept().len() - fixed]
}
