//! Page types from markup alone: boosted trees over features of the page ([`features`]) and over the margins of a linear
//! model of the names and words that the page's author chose ([`crate::learn::tokens`]).
//!
//! Trained by models/genre-markup/train.py; MODEL.md there has the data and the figures. Nothing depends on the platform:
//! features are counts and quotients of counts, scores are sums of integers, and the exponential function is `libm`'s.

mod block_sizes;
mod body;
mod description;
pub mod features;
mod groups;
pub mod head_matches;
mod links;
mod marks;
mod product_evidence;
pub mod shown_price;
mod vocabulary;

use once_cell::sync::OnceCell;

use super::{ClassifyError, PageTypeScores};
use crate::learn::forest::{Forest, hash_of_names};
use crate::learn::reader::Reader;
use crate::page::prelude::*;
use features::measure;
use head_matches::HeadMatches;
use product_evidence::with_evidence;
use vocabulary::Vocabulary;

/// The file of the trained model, part of the library.
pub static WEIGHTS: &[u8] = include_bytes!("../../../../../models/genre-markup/markup.bin");

/// Returns the probabilities of the page types of a page, in time linear in it.
pub fn classify(page: &Page) -> Result<PageTypeScores, ClassifyError> {
    Ok(measured(page)?.scores)
}

/// Returns the probabilities by the model alone, as models/genre-markup/train.py predicts them.
pub fn learned(page: &Page) -> Result<PageTypeScores, ClassifyError> {
    Ok(Model::embedded()?.measured(page)?.scores)
}

/// The features of a page for the classifier, and its scores.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The features of the page, and the margins of its tokens.
    pub values: Vec<f32>,
    /// The probabilities of the page types.
    pub scores: PageTypeScores,
    /// The visible text of the page's blocks, in words of six bytes: the feature `words`. The more there is, the surer are
    /// the probabilities.
    pub words: f64,
    /// How the blocks of the page match its head.
    pub head: HeadMatches,
}

impl Measured {
    /// Returns the memory that is held for it, in bytes.
    pub fn memory(&self) -> usize {
        self.values.held() + self.head.titled.held() + self.head.described.held()
    }
}

/// Measures and classifies a page. A test shows that it fails for want of memory only.
pub fn measured(page: &Page) -> Result<Measured, ClassifyError> {
    let mut measured = Model::embedded()?.measured(page)?;
    measured.scores = with_evidence(page, &measured.head, measured.scores)?;
    Ok(measured)
}

/// The name of this classifier.
const NAME: &str = "markup";

/// The trained model.
///
/// The file: the hash of the features' names ([`hash_of_names`], u32, little-endian), a [`Vocabulary`], and a [`Forest`]
/// over the features and the margins of the vocabulary.
#[derive(Debug)]
struct Model {
    names: u32,
    vocabulary: Vocabulary,
    forest: Forest,
}

impl Model {
    /// Returns the model of [`WEIGHTS`], which is read at the first call.
    fn embedded() -> Result<&'static Model, ClassifyError> {
        static MODEL: OnceCell<Model> = OnceCell::new();
        MODEL.get_or_try_init(|| {
            // Numbers become larger while they are read, and vectors double.
            ask_for(16 * WEIGHTS.len())?;
            let model = Model::read(WEIGHTS).ok_or(ClassifyError::Model(NAME))?;
            // A model is a part of the library and read once: an interrupt would leave it to be read again.
            let names = interrupts::uninterrupted(features::names)?;
            let is_over_these = model.names == hash_of_names(&names);
            is_over_these.then_some(model).ok_or(ClassifyError::Features(NAME))
        })
    }

    fn read(bytes: &[u8]) -> Option<Model> {
        let mut bytes = Reader::new(bytes);
        let model = Model {
            names: bytes.u32()?,
            vocabulary: Vocabulary::read(&mut bytes)?,
            forest: Forest::read(&mut bytes)?,
        };
        bytes.is_at_end().then_some(model)
    }

    fn measured(&self, page: &Page) -> Result<Measured, ClassifyError> {
        // A page has as many features as the model, however large it is.
        let mut values = Vec::with_capacity(self.forest.page_features);
        let mut sums = self.vocabulary.sums();
        let mut words = 0.0;
        let head = measure(
            page,
            &mut |name, value| {
                if name == "words" {
                    words = value;
                }
                values.push(value as f32);
            },
            &mut |_, hash, _| sums.add(hash),
        )?;
        values.extend(sums.margins());
        let scores = self.forest.scores(&values).and_then(|s| s.try_into().ok());
        let scores: [f64; 7] = scores.ok_or(ClassifyError::Features(NAME))?;
        Ok(Measured {
            values,
            scores: PageTypeScores {
                probabilities: with_little_text(softmax(scores), words),
            },
            words,
            head,
        })
    }
}

/// The words of a page from which on the probabilities are the model's: of the pages that it has learned from one in a
/// hundred has fewer.
const KNOWN_WORDS: f64 = 64.0;

/// WCXB's development pages of each type, in the order of [`PageType::ALL`].
const OF_TYPE: [f64; 7] = [711.0, 89.0, 165.0, 92.0, 112.0, 91.0, 98.0];

/// Mixes the probabilities of a page of few words with the shares of the types: of so short a page, or of a part that
/// someone cut out of one, the model knows little. Its weight is the square of the share of [`KNOWN_WORDS`] that the page
/// has.
fn with_little_text(probabilities: [f32; 7], words: f64) -> [f32; 7] {
    let known = (words / KNOWN_WORDS).min(1.0);
    let weight = known * known;
    // All of these pages.
    let mut mixed = OF_TYPE.map(|pages| pages / 1358.0);
    for (share, probability) in mixed.iter_mut().zip(probabilities) {
        *share = weight * f64::from(probability) + (1.0 - weight) * *share;
    }
    mixed.map(|probability| probability as f32)
}

/// Takes the features of a page, each by its name.
pub type FeatureSink<'a> = dyn FnMut(&'static str, f64) + 'a;

/// Writes counts as shares of other numbers, each by its name.
fn write_shares(feature: &mut FeatureSink<'_>, shares: &[(&'static str, u32, f64)]) {
    for (name, count, of) in shares {
        feature(name, f64::from(*count) / of);
    }
}

/// Returns the probabilities of scores, by libm.
fn softmax(scores: [f64; 7]) -> [f32; 7] {
    let greatest = scores.iter().copied().fold(f64::MIN, f64::max);
    let powers = scores.map(|score| libm::exp(score - greatest));
    let sum: f64 = powers.iter().sum();
    powers.map(|power| (power / sum) as f32)
}

#[cfg(test)]
mod tests;
