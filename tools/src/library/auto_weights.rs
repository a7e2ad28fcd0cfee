//! Fits the weights of tokens of `auto`: two logistic regressions ([`goce_core::extract::auto::features::linear`]) on the
//! blocks of labelled pages.
//!
//! Both minimise the mean cross-entropy and [`PENALTY`] / 2 times the sum of the weights' squares by Nesterov's
//! accelerated gradient descent (1983). As a block's shares have a length of at most the root of two, the curvature has a
//! bound, and so steps have a fixed size. The order of the arithmetic is fixed.

use goce_core::extract::auto::features::linear::{Regression, share};
use goce_core::extract::auto::features::target_encoding::Table;
use goce_core::extract::auto::features::{Blocks, Tables};
use goce_core::learn::probability::sigmoid;
use goce_core::memory::OutOfMemory;

use super::auto::{FOLDS, Labelled, tokens_of_block, tokens_of_heading};

/// The cost of weights. Chosen for the names, on two folds by the cross-entropy of the other pages, among 3e-5, 1e-4 and
/// 3e-4 (fitted by scikit-learn).
const PENALTY: f64 = 1e-4;

/// The most that a step's curvature can be: a quarter of the squared length of a row (two kinds of tokens and the bias),
/// and the penalty.
const CURVATURE: f64 = 0.25 * 3.0 + PENALTY;

/// A block that is learned from.
struct Sample {
    fold: usize,
    content: f64,
    weight: f64,
    /// Tokens of names, of tags, of words, of the heading's words.
    tokens: [Vec<u32>; 4],
}

/// The blocks that are learned from.
pub struct Samples(Vec<Sample>);

impl Samples {
    /// Returns the blocks of those pages that may be learned from: of each at most 120, evenly spread. Pages weigh
    /// alike, blocks by their words.
    pub fn of(pages: &[Labelled]) -> Result<Self, OutOfMemory> {
        let empty = Tables::default();
        let mut samples = Vec::new();
        for labelled in pages.iter().filter(|page| page.fold.is_known) {
            let page = &labelled.page;
            let blocks = Blocks::of(page, &empty)?;
            let count = page.blocks().len();
            let taken = count.min(120);
            let first = samples.len();
            for index in (0..taken).map(|at| at * count / taken) {
                let block = &page.blocks()[index];
                let words = page.word_count(block.nodes());
                let heading = blocks.heading_over(index).map(|heading| &blocks.headings.all[heading]);
                let of_heading = heading.map_or(Vec::new(), |heading| tokens_of_heading(page, heading));
                let [of_names, of_tags, of_words] = tokens_of_block(page, block);
                samples.push(Sample {
                    fold: labelled.fold.number,
                    content: f64::from(labelled.shares[index]),
                    weight: (words as f64 + 0.3).powf(0.6),
                    tokens: [of_names, of_tags, of_words, of_heading],
                });
            }
            let all: f64 = samples[first..].iter().map(|sample| sample.weight).sum();
            for sample in &mut samples[first..] {
                sample.weight /= all;
            }
        }
        Ok(Samples(samples))
    }

    /// Returns the tables with the weights and biases that the blocks of all folds but some make.
    pub fn weigh(&self, tables: Tables, left_out: &[usize]) -> Tables {
        debug_assert!(left_out.len() < FOLDS);
        let samples = || self.0.iter().filter(|sample| !left_out.contains(&sample.fold));
        let mut biases = tables.biases;
        let fit = |of: [&Table; 2], kinds: [usize; 2]| {
            let shared = std::ptr::eq(of[0], of[1]);
            let offset = if shared { 0 } else { of[0].hashes().len() };
            let width = offset + of[1].hashes().len();
            let mut rows = Rows::default();
            for sample in samples() {
                for (kind, (table, offset)) in kinds.into_iter().zip([(of[0], 0), (of[1], offset)]) {
                    let known = sample.tokens[kind].iter();
                    let known = known.filter_map(|token| table.hashes().binary_search(token).ok());
                    rows.add(known.map(|place| offset + place));
                }
                rows.end(sample.content, sample.weight);
            }
            let mut weights = rows.fit(width);
            let bias = weights.pop().unwrap_or(0.0);
            let second = weights.split_off(offset);
            (bias, weights, second)
        };
        let (bias, _, of_names) = fit([&tables.names, &tables.names], [0, 1]);
        biases[Regression::Names as usize] = bias;
        let (bias, of_words, of_headings) = fit([&tables.words, &tables.headings], [2, 3]);
        biases[Regression::Words as usize] = bias;
        Tables {
            names: tables.names.with_weights(&of_names),
            words: tables.words.with_weights(&of_words),
            headings: tables.headings.with_weights(&of_headings),
            biases,
            ..tables
        }
    }
}

/// Sparse rows, one after the other, with their labels and weights.
#[derive(Default)]
struct Rows {
    places: Vec<u32>,
    shares: Vec<f32>,
    /// Where each row ends, its label and its weight.
    rows: Vec<(usize, f64, f64)>,
}

impl Rows {
    /// Adds the tokens of a kind to the row that comes next.
    fn add(&mut self, places: impl Iterator<Item = usize>) {
        let from = self.places.len();
        self.places.extend(places.map(|place| place as u32));
        let count = self.places.len() - from;
        self.shares.resize(self.places.len(), share(count as f32));
    }

    fn end(&mut self, label: f64, weight: f64) {
        self.rows.push((self.places.len(), label, weight));
    }

    /// Returns the weights, and the bias as the last.
    fn fit(&self, width: usize) -> Vec<f32> {
        let all: f64 = self.rows.iter().map(|(.., weight)| weight).sum();
        let mut weights = vec![0.0; width + 1];
        let mut ahead = weights.clone();
        for step in 0..120 {
            let mut gradient: Vec<f64> = ahead.iter().map(|weight| PENALTY * weight).collect();
            gradient[width] = 0.0;
            let mut from = 0;
            for (to, label, weight) in &self.rows {
                let row = || self.places[from..*to].iter().zip(&self.shares[from..*to]);
                let sum: f64 = row().map(|(place, share)| ahead[*place as usize] * f64::from(*share)).sum();
                let error = (sigmoid(ahead[width] + sum) - label) * weight / all;
                for (place, share) in row() {
                    gradient[*place as usize] += error * f64::from(*share);
                }
                gradient[width] += error;
                from = *to;
            }
            let momentum = step as f64 / (step as f64 + 3.0);
            for ((weight, ahead), gradient) in weights.iter_mut().zip(&mut ahead).zip(gradient) {
                let next = *ahead - gradient / CURVATURE;
                *ahead = next + momentum * (next - *weight);
                *weight = next;
            }
        }
        weights.into_iter().map(|weight| weight as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two tokens that always come together each has half the weight; one that stands on as many of each label has none.
    #[test]
    fn weights_are_shared() {
        let mut rows = Rows::default();
        for (places, label) in [(&[0, 1, 3][..], 1.0), (&[2, 4, 3], 0.0), (&[0, 1], 1.0), (&[2, 4], 0.0)] {
            rows.add(places.iter().copied());
            rows.end(label, 1.0);
        }
        let weights = rows.fit(5);
        assert!((weights[0] - weights[1]).abs() < 1e-6 && weights[0] > 2.0, "{weights:?}");
        assert!(weights[2] < -2.0 && weights[4] < -2.0, "{weights:?}");
        assert!(weights[3].abs() < 1e-6, "{weights:?}");
    }
}
