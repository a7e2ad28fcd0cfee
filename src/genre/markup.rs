//! Page types from markup alone: boosted trees over what is repeated on a page, how its text is
//! cut, where its links lead ([`features`]), and over what a linear model makes of the names and
//! words that the page's author chose ([`tokens`]).
//!
//! Trained by models/genre-markup/train.py; MODEL.md there has the data and the figures. Nothing
//! depends on the platform: features are counts and quotients of counts, scores are sums of
//! integers, and the exponential function is `libm`'s.

mod blocks;
mod described;
pub mod features;
mod forest;
mod groups;
pub(super) mod hashes;
mod links;
mod marks;
pub(super) mod reader;
pub mod tokens;
mod vocabulary;

use std::sync::OnceLock;

use super::PageTypeScores;
use crate::page::Page;
use features::measure;
use forest::Forest;
use reader::Reader;
use vocabulary::Vocabulary;

/// The file of the trained model, part of the library.
pub const WEIGHTS: &[u8] = include_bytes!("../../models/genre-markup/markup.bin");

/// The probabilities of the page types of a page, in time linear in it.
pub fn classify(page: &Page, tick: &mut dyn FnMut()) -> PageTypeScores {
    let scores = Model::embedded().and_then(|model| model.classify(page, tick));
    scores.unwrap_or(UNINFORMED)
}

/// What a build without its model would answer. A test sees to it that there is one.
const UNINFORMED: PageTypeScores = PageTypeScores {
    probabilities: [1.0 / 7.0; 7],
};

/// The trained model.
///
/// The file: the hash of the features' names (u32, little-endian), a [`Vocabulary`], and a
/// [`Forest`] over the features and the margins of the vocabulary.
#[derive(Debug)]
struct Model {
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it"))]
    names: u32,
    vocabulary: Vocabulary,
    forest: Forest,
}

impl Model {
    /// The model of [`WEIGHTS`].
    fn embedded() -> Option<&'static Model> {
        static MODEL: OnceLock<Option<Model>> = OnceLock::new();
        MODEL.get_or_init(|| Model::read(WEIGHTS)).as_ref()
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

    fn classify(&self, page: &Page, tick: &mut dyn FnMut()) -> Option<PageTypeScores> {
        let mut values = Vec::with_capacity(self.forest.features());
        let mut sums = self.vocabulary.sums();
        measure(
            page,
            &mut |_, value| values.push(value as f32),
            &mut |_, hash, _| sums.add(hash),
            tick,
        );
        values.extend(sums.margins());
        if values.len() != self.forest.features() {
            return None;
        }
        let scores = self.forest.scores(&values);
        let scores: [f64; 7] = scores.try_into().ok()?;
        Some(PageTypeScores {
            probabilities: softmax(scores),
        })
    }
}

/// Scores to probabilities.
fn softmax(scores: [f64; 7]) -> [f32; 7] {
    let greatest = scores.iter().copied().fold(f64::MIN, f64::max);
    let powers = scores.map(|score| libm::exp(score - greatest));
    let sum: f64 = powers.iter().sum();
    powers.map(|power| (power / sum) as f32)
}

#[cfg(test)]
mod tests;
