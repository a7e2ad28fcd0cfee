//! Fitting a neural network: stochastic gradient descent on batches of rows, by Adam (Kingma and Ba 2015).
//!
//! The order of the arithmetic is fixed and transcendental functions are libm's, so that the same rows and seed give
//! the same network on every platform.

use super::network::{Activation, Layer, NeuralNetwork};
use super::training_rows::TrainingRows;
use crate::learnhtml::Watch;
use goce_core::learn::fit::bins::Rows;
use goce_core::learn::probability::sigmoid_f32;
use goce_core::learn::random::Random;
use goce_core::prelude::*;

#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    pub hidden: Vec<usize>,
    pub activation: Activation,
    pub learning_rate: f32,
    /// The share of hidden units that each row leaves out, in \[0, 1).
    pub dropout: f32,
    /// Passes over all rows.
    pub epochs: usize,
    /// Rows between two steps.
    pub batch: usize,
    /// The seed of initial weights, of the order of rows, and of dropout.
    pub seed: u64,
}

/// The gradient of a layer's numbers, and the two means that Adam keeps.
type LayerState = [Vec<f32>; 3];

fn state(of: &Layer) -> Fallible<LayerState> {
    let zeros = || try_filled(0.0, of.numbers.len());
    Ok([zeros()?, zeros()?, zeros()?])
}

/// Fits a network to scaled rows. `scale` has the number by which each column was divided.
pub fn fit(rows: &TrainingRows, scale: &[f32], descent: &Descent, watch: Watch<'_>) -> Fallible<NeuralNetwork> {
    let mut random = Random::new(descent.seed, u64::MAX);
    let mut sizes = vec![rows.width()];
    sizes.extend(&descent.hidden);
    sizes.push(1);
    let mut layers: Vec<Layer> = Vec::new();
    let mut states: Vec<LayerState> = Vec::new();
    for pair in sizes.windows(2) {
        let layer = initial(pair[0], pair[1], &mut random)?;
        states.push(state(&layer)?);
        layers.push(layer);
    }
    let mut order: Vec<u32> = try_collect(0..rows.len() as u32)?;
    let mut pass = Pass::new(&sizes, descent, random);
    let mut number = 0;
    for epoch in 0..descent.epochs {
        watch(&format_args!("epoch {} of {}", epoch + 1, descent.epochs));
        pass.random.shuffle(&mut order);
        for batch in order.chunks(descent.batch.max(1)) {
            for row in batch {
                pass.forwards(rows, *row as usize, &layers);
                pass.backwards(rows, *row as usize, &layers, &mut states);
            }
            number += 1;
            let step = AdamStep::new(descent, number, batch.len());
            for (layer, state) in layers.iter_mut().zip(&mut states) {
                step.update(&mut layer.numbers, state);
            }
        }
    }
    finish(&mut layers, scale);
    Ok(NeuralNetwork::new(descent.activation, layers))
}

/// Turns the weights of the first layer into those for rows that are not scaled, and numbers that are not finite to 0.
fn finish(layers: &mut [Layer], scale: &[f32]) {
    if let Some(first) = layers.first_mut() {
        for (weights, scale) in first.numbers.chunks_mut(first.units.max(1)).zip(scale) {
            interrupts::check();
            for weight in weights {
                *weight /= scale;
            }
        }
    }
    for some in layers.iter_mut().flat_map(|layer| layer.numbers.chunks_mut(CHECK_BYTES)) {
        interrupts::check();
        for number in some.iter_mut().filter(|number| !number.is_finite()) {
            *number = 0.0;
        }
    }
}

/// Returns a layer with random weights, whose bound depends on the sizes of both sides (Glorot and Bengio 2010).
fn initial(inputs: usize, units: usize, random: &mut Random) -> Fallible<Layer> {
    let bound = (6.0 / (inputs + units).max(1) as f64).sqrt();
    let mut numbers = try_filled(0.0, (inputs + 1) * units)?;
    for weight in numbers[..inputs * units].iter_mut().checking(CHECK_EVERY) {
        *weight = ((2.0 * random.unit() - 1.0) * bound) as f32;
    }
    Ok(Layer { numbers, units })
}

struct AdamStep<'a> {
    descent: &'a Descent,
    /// The factor that turns a sum over the batch into a mean.
    share: f32,
    /// The corrections of the two means, which start at 0.
    warm: [f32; 2],
}

impl<'a> AdamStep<'a> {
    /// Returns a step by its number, 1 for the first, after a batch of `batch` rows.
    fn new(descent: &'a Descent, number: i32, batch: usize) -> Self {
        AdamStep {
            descent,
            share: 1.0 / batch as f32,
            warm: [0.9f32, 0.999].map(|kept| 1.0 - libm::pow(f64::from(kept), f64::from(number)) as f32),
        }
    }

    /// Changes numbers by their gradient and by the two means of earlier gradients. Clears the gradient.
    fn update(&self, numbers: &mut [f32], [gradient, first, second]: &mut LayerState) {
        let numbers = numbers.chunks_mut(CHECK_BYTES);
        let numbers = numbers.zip(gradient.chunks_mut(CHECK_BYTES));
        let remembered = first.chunks_mut(CHECK_BYTES);
        let remembered = remembered.zip(second.chunks_mut(CHECK_BYTES));
        for ((numbers, gradient), (first, second)) in numbers.zip(remembered) {
            interrupts::check();
            self.update_some(numbers, gradient, first, second);
        }
    }

    fn update_some(&self, numbers: &mut [f32], gradient: &mut [f32], first: &mut [f32], second: &mut [f32]) {
        let rate = self.descent.learning_rate;
        let [warm, warm_of_squares] = self.warm;
        let remembered = first.iter_mut().zip(second);
        for ((number, slope), (first, second)) in numbers.iter_mut().zip(gradient).zip(remembered) {
            let mean = *slope * self.share;
            *slope = 0.0;
            *first = 0.9 * *first + 0.1 * mean;
            *second = 0.999 * *second + 0.001 * mean * mean;
            *number -= rate * (*first / warm) / ((*second / warm_of_squares).sqrt() + 1e-7);
        }
    }
}

/// The passes of one row forwards and backwards through the network.
struct Pass<'a> {
    descent: &'a Descent,
    random: Random,
    /// The values of each hidden layer and of the output.
    values: Vec<Vec<f32>>,
    /// The factors of hidden units, 0 for those that dropout leaves out.
    kept: Vec<Vec<f32>>,
    /// The derivatives of the loss by each layer's sums.
    slopes: Vec<Vec<f32>>,
}

impl<'a> Pass<'a> {
    fn new(sizes: &[usize], descent: &'a Descent, random: Random) -> Self {
        let layers: Vec<Vec<f32>> = sizes[1..].iter().map(|size| vec![0.0; *size]).collect();
        Pass {
            descent,
            random,
            values: layers.clone(),
            kept: layers.clone(),
            slopes: layers,
        }
    }

    /// Computes the values of all layers for a row. Checks before each layer, which has some million weights at most.
    fn forwards(&mut self, rows: &TrainingRows, row: usize, layers: &[Layer]) {
        let Descent {
            activation, dropout, ..
        } = *self.descent;
        for (place, layer) in layers.iter().enumerate() {
            interrupts::check();
            let (before, rest) = self.values.split_at_mut(place);
            let sums = &mut rest[0];
            sums.copy_from_slice(layer.biases());
            match before.last() {
                None => {
                    for (input, value) in rows.row(row) {
                        layer.add(input, value, sums);
                    }
                }
                Some(values) => {
                    let kept = &self.kept[place - 1];
                    for (input, (value, kept)) in values.iter().zip(kept).enumerate() {
                        layer.add(input, value * kept, sums);
                    }
                }
            }
            if place + 1 == layers.len() {
                break;
            }
            for (value, kept) in sums.iter_mut().zip(&mut self.kept[place]) {
                *value = activation.value(*value);
                *kept = 1.0;
                if dropout > 0.0 {
                    let stays = self.random.unit() >= f64::from(dropout);
                    *kept = f32::from(stays) / (1.0 - dropout);
                }
            }
        }
    }

    /// Adds the row's share to the gradients of the cross-entropy, after [`Pass::forwards`].
    fn backwards(&mut self, rows: &TrainingRows, row: usize, layers: &[Layer], states: &mut [LayerState]) {
        let last = layers.len() - 1;
        let probability = sigmoid_f32(self.values[last][0]);
        let target = f32::from(rows.label(row));
        self.slopes[last][0] = (probability - target) * rows.weight(row) as f32;
        for place in (0..=last).rev() {
            interrupts::check();
            let (before, rest) = self.slopes.split_at_mut(place);
            let slopes = &rest[0];
            let (layer, [gradient, ..]) = (&layers[place], &mut states[place]);
            let mut add = |input: usize, value: f32| {
                for (number, slope) in gradient[input * layer.units..].iter_mut().zip(slopes) {
                    *number += value * slope;
                }
            };
            // The biases stand behind the weights, as those of one more input of 1.
            add(layer.numbers.len() / layer.units - 1, 1.0);
            let Some(of_inputs) = before.last_mut() else {
                for (input, value) in rows.row(row) {
                    add(input, value);
                }
                continue;
            };
            for (input, of_input) in of_inputs.iter_mut().enumerate() {
                let kept = self.kept[place - 1][input];
                let value = self.values[place - 1][input];
                add(input, value * kept);
                let mut slope = 0.0;
                for (weight, of_unit) in layer.weights(input).iter().zip(slopes) {
                    slope += weight * of_unit;
                }
                *of_input = slope * kept * self.descent.activation.slope(value);
            }
        }
    }
}

#[cfg(test)]
mod tests;
