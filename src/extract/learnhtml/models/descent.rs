//! Fitting a neural network: stochastic gradient descent on batches of rows.
//!
//! Arithmetic is in an order of its own making and transcendental functions are libm's, so that the
//! same rows and seed give the same network on every platform.

use super::network::{Activation, Layer, Network};
use super::random::Random;
use super::rows::Rows;
use super::watch::Watch;
use crate::memory::{OutOfMemory, TryPush, try_collect, try_filled};

/// How a step follows from a gradient (Table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimizer {
    /// Duchi et al. 2011.
    Adagrad,
    /// Kingma and Ba 2015.
    Adam,
    /// Hinton 2012.
    RmsProp,
}

/// How a network is fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// The sizes of the hidden layers.
    pub hidden: Vec<usize>,
    /// The activation.
    pub activation: Activation,
    /// The optimizer.
    pub optimizer: Optimizer,
    /// The size of steps.
    pub learning_rate: f32,
    /// The share of hidden units that each row does without.
    pub dropout: f32,
    /// Passes over all rows.
    pub epochs: usize,
    /// Rows between two steps.
    pub batch: usize,
    /// What chance goes by.
    pub seed: u64,
}

/// The most weights of the first layer; more units have fewer features. Four numbers are kept of each.
pub const MAX_WEIGHTS: usize = 8 << 20;

/// A layer's gradient, and what the optimizer remembers.
struct State {
    gradient: Layer,
    first: Layer,
    second: Layer,
}

fn zeros(like: &Layer) -> Result<Layer, OutOfMemory> {
    Ok(Layer {
        weights: try_filled(0.0, like.weights.len())?,
        biases: try_filled(0.0, like.biases.len())?,
    })
}

/// Fits a network to scaled rows. `scale` is what they were divided by.
///
/// # Errors
/// [`OutOfMemory`].
pub fn fit(
    rows: &Rows,
    scale: &[f32],
    descent: &Descent,
    watch: &mut dyn Watch,
) -> Result<Network, OutOfMemory> {
    let mut random = Random::new(descent.seed, u64::MAX);
    let mut sizes = vec![rows.width()];
    sizes.extend(&descent.hidden);
    sizes.push(1);
    let mut layers: Vec<Layer> = Vec::new();
    let mut states: Vec<State> = Vec::new();
    for pair in sizes.windows(2) {
        let layer = initial(pair[0], pair[1], &mut random, watch)?;
        states.push(State {
            gradient: zeros(&layer)?,
            first: zeros(&layer)?,
            second: zeros(&layer)?,
        });
        layers.push(layer);
    }
    let mut order: Vec<u32> = try_collect(0..rows.len() as u32)?;
    let mut pass = Pass::new(&sizes);
    let mut step = 0;
    for epoch in 0..descent.epochs {
        watch.at(&format_args!("epoch {} of {}", epoch + 1, descent.epochs));
        random.shuffle(&mut order, &mut || watch.tick());
        for batch in order.chunks(descent.batch.max(1)) {
            for row in batch {
                pass.run(
                    rows,
                    *row as usize,
                    &layers,
                    descent,
                    &mut random,
                    &mut states,
                    watch,
                );
            }
            step += 1;
            let share = 1.0 / batch.len() as f32;
            for (layer, state) in layers.iter_mut().zip(&mut states) {
                let step = Step {
                    descent,
                    step,
                    share,
                };
                step.update(
                    [
                        &mut layer.weights,
                        &mut state.gradient.weights,
                        &mut state.first.weights,
                        &mut state.second.weights,
                    ],
                    watch,
                );
                step.update(
                    [
                        &mut layer.biases,
                        &mut state.gradient.biases,
                        &mut state.first.biases,
                        &mut state.second.biases,
                    ],
                    watch,
                );
            }
        }
    }
    // Weights of the first layer are stored for rows that are not scaled.
    if let Some(first) = layers.first_mut() {
        let units = first.biases.len();
        for (weights, scale) in first.weights.chunks_mut(units.max(1)).zip(scale) {
            watch.tick();
            for weight in weights {
                *weight /= scale;
            }
        }
    }
    for layer in &mut layers {
        for numbers in [&mut layer.weights, &mut layer.biases] {
            for some in numbers.chunks_mut(TICK_EVERY) {
                watch.tick();
                for number in some {
                    if !number.is_finite() {
                        *number = 0.0;
                    }
                }
            }
        }
    }
    Ok(Network::new(descent.activation, rows.width(), layers))
}

/// Weights by chance, as even as both sides of the layer allow (Glorot and Bengio 2010).
fn initial(
    inputs: usize,
    units: usize,
    random: &mut Random,
    watch: &mut dyn Watch,
) -> Result<Layer, OutOfMemory> {
    let bound = (6.0 / (inputs + units).max(1) as f64).sqrt();
    let mut weights = Vec::new();
    weights.try_reserve_exact(inputs * units)?;
    for _ in 0..inputs {
        watch.tick();
        weights.try_extend((0..units).map(|_| ((2.0 * random.unit() - 1.0) * bound) as f32))?;
    }
    Ok(Layer {
        weights,
        biases: try_filled(0.0, units)?,
    })
}

/// Numbers changed between two ticks.
const TICK_EVERY: usize = 1 << 14;

/// One step of the optimizer.
struct Step<'a> {
    descent: &'a Descent,
    /// Its number, 1 for the first.
    step: i32,
    /// What makes a mean of a sum over the batch.
    share: f32,
}

impl Step<'_> {
    /// Changes numbers by their gradient, which it clears, and by what is remembered of those before.
    fn update(&self, [numbers, gradient, first, second]: [&mut [f32]; 4], watch: &mut dyn Watch) {
        let chunks = numbers
            .chunks_mut(TICK_EVERY)
            .zip(gradient.chunks_mut(TICK_EVERY));
        let remembered = first
            .chunks_mut(TICK_EVERY)
            .zip(second.chunks_mut(TICK_EVERY));
        for ((numbers, gradient), (first, second)) in chunks.zip(remembered) {
            watch.tick();
            self.update_chunk(numbers, gradient, first, second);
        }
    }

    fn update_chunk(
        &self,
        numbers: &mut [f32],
        gradient: &mut [f32],
        first: &mut [f32],
        second: &mut [f32],
    ) {
        const TINY: f32 = 1e-7;
        let rate = self.descent.learning_rate;
        // What Adam's means lack because they start at 0.
        let (lack, lack_of_squares) = (1.0 - power(0.9, self.step), 1.0 - power(0.999, self.step));
        let remembered = first.iter_mut().zip(second);
        for ((number, slope), (first, second)) in numbers.iter_mut().zip(gradient).zip(remembered) {
            let mean = *slope * self.share;
            *slope = 0.0;
            *number -= match self.descent.optimizer {
                Optimizer::Adagrad => {
                    *second += mean * mean;
                    rate * mean / (second.sqrt() + TINY)
                }
                Optimizer::RmsProp => {
                    *second = 0.9 * *second + 0.1 * mean * mean;
                    rate * mean / (second.sqrt() + TINY)
                }
                Optimizer::Adam => {
                    *first = 0.9 * *first + 0.1 * mean;
                    *second = 0.999 * *second + 0.001 * mean * mean;
                    rate * (*first / lack) / ((*second / lack_of_squares).sqrt() + TINY)
                }
            };
        }
    }
}

/// A power by repeated squaring: `powi` may differ between platforms.
fn power(base: f32, exponent: i32) -> f32 {
    let (mut result, mut square, mut left) = (1.0f64, f64::from(base), exponent);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result as f32
}

/// One row's way through the network and back.
struct Pass {
    /// The values of each hidden layer and of the output.
    values: Vec<Vec<f32>>,
    /// What the units that stay are multiplied with, 0 for those that this row does without.
    kept: Vec<Vec<f32>>,
    /// The loss's slope by each layer's sums.
    slopes: Vec<Vec<f32>>,
}

impl Pass {
    fn new(sizes: &[usize]) -> Self {
        let layers: Vec<Vec<f32>> = sizes[1..].iter().map(|size| vec![0.0; *size]).collect();
        Pass {
            values: layers.clone(),
            kept: layers.clone(),
            slopes: layers,
        }
    }

    /// Adds a row's share to the gradients of the cross-entropy. Ticks before each layer, which has a
    /// million weights at most.
    #[expect(
        clippy::too_many_arguments,
        reason = "what a fit has at hand, no part without another"
    )]
    fn run(
        &mut self,
        rows: &Rows,
        row: usize,
        layers: &[Layer],
        descent: &Descent,
        random: &mut Random,
        states: &mut [State],
        watch: &mut dyn Watch,
    ) {
        let last = layers.len() - 1;
        for (place, layer) in layers.iter().enumerate() {
            watch.tick();
            let (before, rest) = self.values.split_at_mut(place);
            let sums = &mut rest[0];
            sums.copy_from_slice(&layer.biases);
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
            if place == last {
                break;
            }
            let kept = &mut self.kept[place];
            for (value, kept) in sums.iter_mut().zip(kept) {
                *value = descent.activation.value(*value);
                *kept = 1.0;
                if descent.dropout > 0.0 {
                    let stays = random.unit() >= f64::from(descent.dropout);
                    *kept = f32::from(u8::from(stays)) / (1.0 - descent.dropout);
                }
            }
        }
        let sum = self.values[last][0];
        let target = f32::from(u8::from(rows.label(row)));
        let probability = 1.0 / (1.0 + libm::expf(-sum));
        self.slopes[last][0] = (probability - target) * rows.weight(row) as f32;
        for place in (0..=last).rev() {
            watch.tick();
            let (before, rest) = self.slopes.split_at_mut(place);
            let slopes = &rest[0];
            let gradient = &mut states[place].gradient;
            for (bias, slope) in gradient.biases.iter_mut().zip(slopes) {
                *bias += slope;
            }
            let units = slopes.len();
            let mut add = |input: usize, value: f32| {
                let weights = &mut gradient.weights[input * units..(input + 1) * units];
                for (weight, slope) in weights.iter_mut().zip(slopes) {
                    *weight += value * slope;
                }
            };
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
                let weights = &layers[place].weights[input * units..(input + 1) * units];
                let mut slope = 0.0;
                for (weight, of_unit) in weights.iter().zip(slopes) {
                    slope += weight * of_unit;
                }
                *of_input = slope * kept * descent.activation.slope(value);
            }
        }
    }
}

#[cfg(test)]
mod tests;
