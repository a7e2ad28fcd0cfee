//! A trained model of elements: its space of features, its classifier, and its description.
//!
//! Its bytes are [sealed](goce_core::learn::sealed). The parts are the description, the [`Space`] and the [`Classifier`];
//! every size and every index of them is checked.

use serde_json::{Map, Value};

use super::features::terms::Attribute;
use super::features::{Dom, FeatureRow, NumericFeatures, Samples, Space, class_and_id, samples};
use crate::learnhtml::models::Classifier;
use goce_core::learn::sealed::{Format, TrainedModelError, read_description, write_description};
use goce_core::page::Page;
use goce_core::prelude::*;

const FORMAT: Format = Format {
    magic: b"goce dom",
    version: 1,
};

/// A trained model; the module describes its bytes.
#[derive(Clone, Debug)]
pub struct TrainedModel {
    pub(super) description: Map<String, Value>,
    pub(super) space: Space,
    pub(super) classifier: Classifier,
}

impl TrainedModel {
    /// Returns the memory that the model takes, in bytes. Its description is short.
    pub fn memory(&self) -> usize {
        self.space.memory() + self.classifier.memory()
    }

    /// Returns the description: kind, options, training pages and samples, features, scores.
    pub fn description(&self) -> &Map<String, Value> {
        &self.description
    }

    /// Reads a model, in time and memory that are linear in its bytes.
    pub fn read(bytes: &[u8]) -> Result<TrainedModel, TrainedModelError> {
        let mut reader = FORMAT.open(bytes)?;
        let description = read_description(&mut reader).ok_or(TrainedModelError::Unsound)?;
        let space = Space::read(&mut reader).ok_or(TrainedModelError::Unsound)?;
        let classifier = Classifier::read(&mut reader, space.kept().len())?;
        if !reader.is_at_end() {
            return Err(TrainedModelError::Unsound);
        }
        Ok(TrainedModel {
            description,
            space,
            classifier,
        })
    }

    pub fn write(&self) -> Fallible<Vec<u8>> {
        let mut parts = Vec::new();
        write_description(&self.description, &mut parts)?;
        self.space.write(&mut parts);
        self.classifier.write(&mut parts)?;
        FORMAT.seal(&parts)
    }

    /// Returns for each block of a page the probability that it is content. Blocks of one element have the same.
    pub fn block_probabilities(&self, page: &Page) -> Fallible<Vec<f32>> {
        let dom = Dom::of(page)?;
        let (samples, order) = samples(page, Samples::Blocks)?;
        let mut predictor = self.classifier.predictor()?;
        let mut probabilities = try_filled(0.0, page.blocks().len())?;
        let mut row = FeatureRow::new();
        for sample in &samples {
            // The largest models take milliseconds for one.
            interrupts::check();
            let given = if self.space.is_numeric() {
                dom.numeric_features(sample.element)
            } else {
                NumericFeatures::none()
            };
            let [class, id] = class_and_id(page, sample.element);
            let (class, id) = (self.space.terms(Attribute::Class, class), self.space.terms(Attribute::Id, id));
            self.space.row(&given, &class, &id, &mut row);
            let probability = predictor.probability(&row);
            for block in &order[sample.blocks.clone()] {
                probabilities[*block as usize] = probability;
            }
        }
        Ok(probabilities)
    }
}

/// Returns the bytes of a model with these parts, between head and checksum.
pub fn seal(parts: &[u8]) -> Fallible<Vec<u8>> {
    FORMAT.seal(parts)
}
