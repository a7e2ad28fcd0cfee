//! A trained model of elements: its space of features, its classifier, and its description.
//!
//! As bytes, little-endian: `goce dom` (8 bytes), the version of the format (u16), the length of the description (u32) and
//! the description, a JSON object in ASCII, the [`Space`], the [`Classifier`], and a checksum of all before it (u64). The
//! checksum finds damage at once. It does not make the bytes trusted: every size and every index is checked.

use serde_json::{Map, Value};

use super::features::terms::Attribute;
use super::features::{Dom, FeatureRow, NumericFeatures, Samples, Space, samples};
use crate::learnhtml::models::{Classifier, ReadError};
use goce_core::html::names;
use goce_core::interrupts;
use goce_core::learn::reader::Reader;
use goce_core::memory::{OutOfMemory, TryPush, ask_for, try_filled};
use goce_core::page::Page;
use goce_core::texts::hashes::mix;

const MAGIC: &[u8; 8] = b"goce dom";

const FORMAT: u16 = 1;

/// Bytes summed between two checks, a multiple of 8.
const CHECK_EVERY: usize = 1 << 16;

/// The longest description, in bytes. A training writes one or two thousand.
const MAX_DESCRIPTION: usize = 1 << 16;

/// The most memory that reading a space takes, in lengths of its bytes: numbers grow while they are read, and vectors
/// double.
const READING: usize = 8;

/// The most memory that reading a description takes, in lengths of its bytes: every two bytes may make a value.
const READING_DESCRIPTION: usize = 64;

/// Why bytes are no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainedModelError {
    #[error("value is not a trained model")]
    NotAModel,
    #[error("trained model has a format that this version does not know")]
    Format { found: u16, known: u16 },
    #[error("trained model is damaged")]
    Damaged,
    #[error("trained model is not sound")]
    Unsound,
    #[error("out of memory for a trained model")]
    OutOfMemory(#[from] OutOfMemory),
}

impl From<ReadError> for TrainedModelError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Unsound => TrainedModelError::Unsound,
            ReadError::OutOfMemory(error) => error.into(),
        }
    }
}

/// A trained model; the module describes its bytes.
#[derive(Clone, Debug)]
pub struct TrainedModel {
    description: Map<String, Value>,
    space: Space,
    classifier: Classifier,
}

impl TrainedModel {
    pub fn new(description: Map<String, Value>, space: Space, classifier: Classifier) -> Self {
        TrainedModel {
            description,
            space,
            classifier,
        }
    }

    /// Returns the description: kind, options, training pages and samples, features, scores.
    pub fn description(&self) -> &Map<String, Value> {
        &self.description
    }

    /// Reads a model, in time and memory that are linear in its bytes.
    pub fn read(bytes: &[u8]) -> Result<TrainedModel, TrainedModelError> {
        let Some((sealed, sum)) = bytes.split_last_chunk() else {
            return Err(TrainedModelError::NotAModel);
        };
        let Some(rest) = sealed.strip_prefix(MAGIC) else {
            return Err(TrainedModelError::NotAModel);
        };
        let mut reader = Reader::new(rest);
        match reader.u16() {
            Some(FORMAT) => {}
            Some(found) => {
                return Err(TrainedModelError::Format { found, known: FORMAT });
            }
            None => return Err(TrainedModelError::Damaged),
        }
        if u64::from_le_bytes(*sum) != checksum(sealed) {
            return Err(TrainedModelError::Damaged);
        }
        let space = READING.saturating_mul(bytes.len());
        ask_for(space.saturating_add(READING_DESCRIPTION * MAX_DESCRIPTION))?;
        let description = TrainedModel::read_description(&mut reader).ok_or(TrainedModelError::Unsound)?;
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

    fn read_description(reader: &mut Reader<'_>) -> Option<Map<String, Value>> {
        let length = reader.u32()?;
        if length as usize > MAX_DESCRIPTION {
            return None;
        }
        let mut description = Vec::new();
        for _ in 0..length {
            // ASCII without escapes, so that it is text in a database of any encoding.
            let byte = reader.u8()?;
            let is_plain = (b' '..=b'~').contains(&byte) && byte != b'\\';
            description.push(is_plain.then_some(byte)?);
        }
        match serde_json::from_slice(&description) {
            Ok(Value::Object(description)) => Some(description),
            _ => None,
        }
    }

    pub fn write(&self) -> Result<Vec<u8>, OutOfMemory> {
        let mut bytes = begin();
        let description = Value::Object(self.description.clone()).to_string();
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description.as_bytes());
        self.space.write(&mut bytes);
        self.classifier.write(&mut bytes)?;
        close(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns for each block of a page the probability that it is content. Blocks of one element have the same.
    pub fn block_probabilities(&self, page: &Page) -> Result<Vec<f32>, OutOfMemory> {
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
            let id = page.attribute(sample.element, names::ID).unwrap_or("");
            let class = page.class(sample.element);
            self.space.row(
                &given,
                &self.space.terms(Attribute::Class, class),
                &self.space.terms(Attribute::Id, id),
                &mut row,
            );
            let probability = predictor.probability(&row);
            for block in &order[sample.blocks.clone()] {
                probabilities[*block as usize] = probability;
            }
        }
        Ok(probabilities)
    }
}

/// Returns the bytes of a model with these parts, between head and checksum.
pub fn seal(parts: &[u8]) -> Result<Vec<u8>, OutOfMemory> {
    let mut bytes = begin();
    bytes.try_extend_from_slice(parts)?;
    close(&mut bytes)?;
    Ok(bytes)
}

/// Returns the head: the magic and the version of the format.
fn begin() -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes
}

fn close(bytes: &mut Vec<u8>) -> Result<(), OutOfMemory> {
    let sum = checksum(bytes);
    bytes.try_extend_from_slice(&sum.to_le_bytes())
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = mix(0, bytes.len() as u64);
    // All pieces but the last have a multiple of 8 bytes.
    for piece in bytes.chunks(CHECK_EVERY) {
        interrupts::check();
        let (eights, rest) = piece.as_chunks::<8>();
        for eight in eights {
            sum = mix(sum.rotate_left(5), u64::from_le_bytes(*eight));
        }
        for byte in rest {
            sum = mix(sum.rotate_left(5), u64::from(*byte));
        }
    }
    sum
}
