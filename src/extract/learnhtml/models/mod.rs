//! The classical models of LearnHTML (Table 3.1): logistic regression, linear support vector machine,
//! decision tree, random forest and neural network, over rows of features that are mostly 0.
//!
//! Ours, and not those of a library, because inside a database a fit has to end the moment it is
//! cancelled, within bounded memory, and has to give the same bytes for the same seed everywhere, in
//! a form that is checked when it is read and stays readable. `linfa` and `smartcore` offer none
//! of the four.

mod descent;
mod growing;
mod linear;
mod network;
pub mod random;
mod rows;
mod trees;
mod watch;

pub use descent::{Descent, MAX_WEIGHTS, Optimizer, fit as fit_network};
pub use growing::{GrowError, Growth, MAX_CELLS, MaxFeatures, grow};
pub use linear::{Fit, Linear, Loss, Penalty};
pub use network::{Activation, MAX_LAYERS, MAX_UNITS, Network};
pub use rows::{MAX_WIDTH, Rows};
pub use trees::{MAX_DEPTH, MAX_NODES, MAX_TREES, Node, Trees};
pub use watch::{Unwatched, Watch};

use crate::learn::reader::Reader;
use crate::memory::{OutOfMemory, try_filled};
use crate::tick::Tick;

/// Why bytes are no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// They end early, contradict themselves, or are more than a model may be.
    #[error("model is not sound")]
    Unsound,
    /// Memory could not be had.
    #[error("out of memory for a model")]
    OutOfMemory(#[from] OutOfMemory),
}

/// A fitted model of any kind.
#[derive(Clone, Debug)]
pub enum Classifier {
    /// Logistic regression or a support vector machine.
    Linear(Linear),
    /// A tree or a forest.
    Trees(Trees),
    /// A neural network.
    Network(Network),
}

impl Classifier {
    /// Reads a model over so many features: its kind (u8: 0, 1, 2) and what that writes.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn read(
        bytes: &mut Reader<'_>,
        width: usize,
        tick: Tick<'_>,
    ) -> Result<Classifier, ReadError> {
        match bytes.u8() {
            Some(0) => Linear::read(bytes, width).map(Classifier::Linear),
            Some(1) => Trees::read(bytes, width, tick).map(Classifier::Trees),
            Some(2) => Network::read(bytes, width, tick).map(Classifier::Network),
            _ => Err(ReadError::Unsound),
        }
    }

    /// Writes what [`Classifier::read`] reads.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn write(&self, bytes: &mut Vec<u8>, tick: Tick<'_>) -> Result<(), OutOfMemory> {
        bytes.try_reserve(1)?;
        match self {
            Classifier::Linear(linear) => {
                bytes.push(0);
                linear.write(bytes)
            }
            Classifier::Trees(trees) => {
                bytes.push(1);
                trees.write(bytes, tick)
            }
            Classifier::Network(network) => {
                bytes.push(2);
                network.write(bytes, tick)
            }
        }
    }

    /// One to ask for probabilities.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn asked(&self) -> Result<Asked<'_>, OutOfMemory> {
        let width = match self {
            Classifier::Trees(trees) => trees.width(),
            _ => 0,
        };
        Ok(Asked {
            classifier: self,
            features: try_filled(0.0, width)?,
        })
    }
}

/// A model with the memory that it needs while it is asked.
#[derive(Debug)]
pub struct Asked<'c> {
    classifier: &'c Classifier,
    /// Trees look features up: all of them, 0 between two questions.
    features: Vec<f32>,
}

impl Asked<'_> {
    /// The probability that a row is content. The largest models take some milliseconds.
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
