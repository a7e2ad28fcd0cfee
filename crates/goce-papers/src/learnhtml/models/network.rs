//! A neural network of fully connected layers, as it is stored and run.
//!
//! As bytes, little-endian: the activation (u8), the number of hidden layers (u8), their sizes (u16); then layer by layer
//! the weights, input by input, and the biases (f32).

use super::{read_numbers, write_numbers};
use goce_core::learn::probability::sigmoid_f32;
use goce_core::learn::reader::Reader;
use goce_core::learn::sealed::TrainedModelError;
use goce_core::prelude::*;

pub const MAX_LAYERS: usize = 4;

/// The most weights of a layer. A training keeps four numbers for each.
pub const MAX_WEIGHTS: usize = 8 << 20;

pub const MAX_UNITS: usize = 1024;

/// The function that hidden units apply to their sums (Table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Activation {
    /// max(0, x).
    Relu = 0,
    /// Scaled exponential linear units (Klambauer et al. 2017).
    Selu = 1,
    /// 1 / (1 + exp(-x)).
    Sigmoid = 2,
    Tanh = 3,
}

const SCALE: f32 = 1.050_701;
const ALPHA: f32 = 1.673_263_2;

impl Activation {
    /// All activations, by their bytes.
    pub const ALL: [Activation; 4] = [
        Activation::Relu,
        Activation::Selu,
        Activation::Sigmoid,
        Activation::Tanh,
    ];

    /// Returns the value of the function at a sum.
    pub fn value(self, sum: f32) -> f32 {
        match self {
            Activation::Relu => sum.max(0.0),
            Activation::Selu if sum > 0.0 => SCALE * sum,
            Activation::Selu => SCALE * ALPHA * (libm::expf(sum) - 1.0),
            Activation::Sigmoid => sigmoid_f32(sum),
            Activation::Tanh => libm::tanhf(sum),
        }
    }

    /// Returns the slope of the function at the sum that gives this value.
    pub fn slope(self, value: f32) -> f32 {
        match self {
            Activation::Relu => f32::from(value > 0.0),
            Activation::Selu if value > 0.0 => SCALE,
            Activation::Selu => value + SCALE * ALPHA,
            Activation::Sigmoid => value * (1.0 - value),
            Activation::Tanh => 1.0 - value * value,
        }
    }
}

/// A layer of some units.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// For each input the weights to all units, and then the units' biases.
    pub numbers: Vec<f32>,
    pub units: usize,
}

impl Layer {
    /// Returns the weights from an input to all units.
    pub fn weights(&self, input: usize) -> &[f32] {
        &self.numbers[input * self.units..][..self.units]
    }

    pub fn biases(&self) -> &[f32] {
        &self.numbers[self.numbers.len() - self.units..]
    }

    /// Adds an input of some value to the units' sums.
    pub fn add(&self, input: usize, value: f32, sums: &mut [f32]) {
        for (sum, weight) in sums.iter_mut().zip(self.weights(input)) {
            *sum += value * weight;
        }
    }
}

/// A network with one output.
#[derive(Clone, Debug, PartialEq)]
pub struct NeuralNetwork {
    activation: Activation,
    layers: Vec<Layer>,
}

impl NeuralNetwork {
    /// Returns the memory that the layers take, in bytes.
    pub fn memory(&self) -> usize {
        let layers: usize = self.layers.iter().map(|layer| layer.numbers.held()).sum();
        self.layers.held() + layers
    }

    /// Returns a network of these layers, the last of one unit.
    pub fn new(activation: Activation, layers: Vec<Layer>) -> Self {
        NeuralNetwork { activation, layers }
    }

    /// Returns the probability that a row is content, in \[0, 1\].
    pub fn probability(&self, row: &[(u32, f32)]) -> f32 {
        let mut values: Vec<f32> = Vec::new();
        for (place, layer) in self.layers.iter().enumerate() {
            let mut sums = layer.biases().to_vec();
            if place == 0 {
                for (input, value) in row {
                    layer.add(*input as usize, *value, &mut sums);
                }
            } else {
                for (input, value) in values.iter().enumerate() {
                    layer.add(input, *value, &mut sums);
                }
            }
            if place + 1 < self.layers.len() {
                for sum in &mut sums {
                    *sum = self.activation.value(*sum);
                }
            }
            values = sums;
        }
        // The last layer has one unit. Weights are finite, but their sums may be infinite and make NaN.
        let probability = sigmoid_f32(values[0]);
        if probability.is_nan() { 0.0 } else { probability }
    }

    /// Reads a network over `width` features. Its layers are no larger than trained ones.
    pub fn read(bytes: &mut Reader<'_>, width: usize) -> Result<NeuralNetwork, TrainedModelError> {
        let (activation, sizes) = NeuralNetwork::shape(bytes, width).ok_or(TrainedModelError::Unsound)?;
        let mut layers = Vec::new();
        for pair in sizes.windows(2) {
            let (inputs, units) = (pair[0], pair[1]);
            let numbers = read_numbers(bytes, (inputs + 1) * units)?;
            layers.push(Layer { numbers, units });
        }
        Ok(NeuralNetwork::new(activation, layers))
    }

    /// Reads the activation and the sizes of all layers.
    fn shape(bytes: &mut Reader<'_>, width: usize) -> Option<(Activation, Vec<usize>)> {
        let activation = *Activation::ALL.get(usize::from(bytes.u8()?))?;
        let hidden = usize::from(bytes.u8()?);
        if hidden > MAX_LAYERS {
            return None;
        }
        let mut sizes = vec![width];
        for _ in 0..hidden {
            let units = usize::from(bytes.u16()?);
            sizes.push((1..=MAX_UNITS).contains(&units).then_some(units)?);
        }
        sizes.push(1);
        let fits = sizes.windows(2).all(|pair| pair[0] * pair[1] <= MAX_WEIGHTS);
        fits.then_some((activation, sizes))
    }

    /// Writes the bytes that [`NeuralNetwork::read`] reads.
    pub fn write(&self, bytes: &mut Vec<u8>) -> Fallible {
        bytes.try_reserve(2 + 2 * self.layers.len())?;
        let hidden = self.layers.len().saturating_sub(1);
        bytes.extend([self.activation as u8, hidden as u8]);
        for layer in &self.layers[..hidden] {
            bytes.extend((layer.units as u16).to_le_bytes());
        }
        for layer in &self.layers {
            write_numbers(&layer.numbers, bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> NeuralNetwork {
        let layer = |numbers: &[f32], units| Layer {
            numbers: numbers.to_vec(),
            units,
        };
        let layers = vec![layer(&[1.0, -1.0, 0.5, 2.0, 0.0, 1.0], 2), layer(&[1.0, -2.0, 0.25], 1)];
        NeuralNetwork::new(Activation::Relu, layers)
    }

    #[test]
    fn layers_feed_each_other() {
        // Hidden: 2 * 1 + 0.5 = 2.5, 1 - 2 + 2 = 1; output 2.5 - 2 + 0.25.
        let probability = example().probability(&[(0, 2.0), (1, 1.0)]);
        assert!((probability - 1.0 / (1.0 + (-0.75f32).exp())).abs() < 1e-6);
    }

    #[test]
    fn slopes_are_those_of_the_values() {
        for activation in Activation::ALL {
            for sum in [-2.0f32, -0.5, 0.5, 2.0] {
                let value = activation.value(sum);
                let slope = (activation.value(sum + 1e-2) - activation.value(sum - 1e-2)) / 2e-2;
                assert!((activation.slope(value) - slope).abs() < 1e-3, "{activation:?} {sum}");
            }
        }
    }

    #[test]
    fn bytes_are_checked() {
        let mut bytes = Vec::new();
        example().write(&mut bytes).unwrap();
        let read = |bytes: &[u8]| NeuralNetwork::read(&mut Reader::new(bytes), 2);
        let unsound = Err(TrainedModelError::Unsound);
        assert_eq!(read(&bytes), Ok(example()));
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length]), unsound);
        }
        for (place, byte) in [(0, 4), (1, 5), (2, 0), (3, 255)] {
            let mut bad = bytes.clone();
            bad[place] = byte;
            assert_eq!(read(&bad), unsound, "{place}");
        }
        // A first layer with the most weights that are trained, and one with more.
        let large = [0u8, 1, 0, 4].into_iter().chain([0; 64]).collect::<Vec<u8>>();
        let shape = |width| NeuralNetwork::shape(&mut Reader::new(&large), width);
        assert!(shape(MAX_WEIGHTS / 1024).is_some() && shape(MAX_WEIGHTS / 1024 + 1).is_none());
    }
}
