//! The classical models of LearnHTML (Table 3.1): logistic regression, linear support vector machine,
//! decision tree, random forest and neural network, over rows of features that are mostly 0.
//!
//! No crate does this. In a database a fit must end when it is cancelled and must report a lack of memory, and its model
//! must be checked when it is read. smartcore's forests have seeds too, but its `fit` takes a dense matrix, cannot be
//! cancelled, and aborts without memory. argmin's L-BFGS can be cancelled in the caller's loss. But it computes loss
//! and gradient in two passes over the rows, and each step allocates vectors that abort without memory.

mod descent;
mod growing;
mod linear;
mod network;
mod training_rows;
mod trees;

pub use descent::{Descent, fit as fit_network};
pub use growing::{Growth, MAX_CELLS, MaxFeatures, grow};
pub use linear::{Linear, LinearFit, Loss};
pub use network::{Activation, MAX_LAYERS, MAX_UNITS, MAX_WEIGHTS, NeuralNetwork};
pub use training_rows::{MAX_WIDTH, TrainingRows};
pub use trees::{MAX_DEPTH, MAX_NODES, MAX_TREES, Trees};

use goce_core::learn::reader::Reader;
use goce_core::learn::sealed::TrainedModelError;
use goce_core::prelude::*;

/// A fitted model of any kind.
#[derive(Clone, Debug)]
pub enum Classifier {
    /// Logistic regression or a support vector machine.
    Linear(Linear),
    /// A tree or a forest.
    Trees(Trees),
    Network(NeuralNetwork),
}

impl Classifier {
    /// Returns the memory that the model takes, in bytes.
    pub fn memory(&self) -> usize {
        match self {
            Classifier::Linear(model) => model.memory(),
            Classifier::Trees(model) => model.memory(),
            Classifier::Network(model) => model.memory(),
        }
    }

    /// Reads a model over `width` features: its kind (u8: 0 linear, 1 trees, 2 network) and the bytes of that kind.
    pub fn read(bytes: &mut Reader<'_>, width: usize) -> Result<Classifier, TrainedModelError> {
        match bytes.u8() {
            Some(0) => Linear::read(bytes, width).map(Classifier::Linear),
            Some(1) => Trees::read(bytes, width).map(Classifier::Trees),
            Some(2) => NeuralNetwork::read(bytes, width).map(Classifier::Network),
            _ => Err(TrainedModelError::Unsound),
        }
    }

    /// Writes the bytes that [`Classifier::read`] reads.
    pub fn write(&self, bytes: &mut Vec<u8>) -> Fallible {
        bytes.try_reserve(1)?;
        match self {
            Classifier::Linear(linear) => {
                bytes.push(0);
                linear.write(bytes)
            }
            Classifier::Trees(trees) => {
                bytes.push(1);
                trees.write(bytes)
            }
            Classifier::Network(network) => {
                bytes.push(2);
                network.write(bytes)
            }
        }
    }

    /// Returns the model with the memory that it needs to compute probabilities.
    pub fn predictor(&self) -> Fallible<Predictor<'_>> {
        let width = match self {
            Classifier::Trees(trees) => trees.width(),
            _ => 0,
        };
        Ok(Predictor {
            classifier: self,
            features: try_filled(0.0, width)?,
        })
    }
}

/// Reads numbers one by one: the memory is bounded by the bytes that are there.
fn read_numbers(bytes: &mut Reader<'_>, count: usize) -> Result<Vec<f32>, TrainedModelError> {
    let mut numbers = Vec::new();
    for _ in (0..count).checking(CHECK_BYTES) {
        numbers.try_push(bytes.f32().ok_or(TrainedModelError::Unsound)?)?;
    }
    Ok(numbers)
}

fn write_numbers(numbers: &[f32], bytes: &mut Vec<u8>) -> Fallible {
    bytes.try_reserve(size_of_val(numbers))?;
    bytes.extend(numbers.iter().checking(CHECK_BYTES).flat_map(|number| number.to_le_bytes()));
    Ok(())
}

/// A model with the memory that it needs to compute probabilities.
#[derive(Debug)]
pub struct Predictor<'c> {
    classifier: &'c Classifier,
    /// The dense row that trees read. It is all 0 between two calls.
    features: Vec<f32>,
}

impl Predictor<'_> {
    /// Returns the probability that a row is content, in \[0, 1\]. The largest models need some milliseconds.
    pub fn probability(&mut self, row: &[(u32, f32)]) -> f32 {
        match self.classifier {
            Classifier::Linear(linear) => linear.probability(row),
            Classifier::Network(network) => network.probability(row),
            Classifier::Trees(trees) => {
                for (column, value) in row {
                    self.features[*column as usize] = *value;
                }
                let probability = trees.probability(&self.features);
                for (column, _) in row {
                    self.features[*column as usize] = 0.0;
                }
                probability
            }
        }
    }
}
