//! Logistic regression and the linear support vector machine.
//!
//! Both minimise a smooth loss and a penalty of their weights by OWL-QN (Andrew and Gao 2007), which for a penalty of
//! squares is L-BFGS. It takes few passes over the rows, always in the same order. The parent module states why argmin is
//! not used.

use std::collections::VecDeque;

use super::ReadError;
use super::training_rows::TrainingRows;
use super::watch::Watch;
use goce_core::interrupts::{CHECK_EVERY, Checking};
use goce_core::learn::fit::bins::Rows;
use goce_core::learn::probability::sigmoid;
use goce_core::learn::reader::Reader;
use goce_core::memory::{Held, OutOfMemory, TryPush, try_collect, try_filled};

/// The cost of a wrong decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// ln(1 + exp(-m)) of the margin m: logistic regression.
    Logistic,
    /// max(0, 1 - m)²: a support vector machine (as scikit-learn's `LinearSVC`, which the thesis uses).
    SquaredHinge,
}

/// The cost of weights: the sum of their absolute values, or half the sum of their squares. The bias costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    L1,
    L2,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearFit {
    pub loss: Loss,
    pub penalty: Penalty,
    /// C: the weight of the losses of all samples against the penalty (Table 3.1).
    pub c: f64,
    pub iterations: usize,
}

/// Weights and a bias. As bytes, little-endian: the bias, then the weights (f32).
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    bias: f32,
    weights: Vec<f32>,
}

/// The number of last steps whose curvature is kept.
const MEMORY: usize = 8;

/// The most trials of one line search.
const TRIALS: usize = 25;

/// Iterations go on while each lowers the loss by more than this share.
const ENOUGH: f64 = 1e-6;

impl Linear {
    /// Returns the memory that the weights take, in bytes.
    pub fn memory(&self) -> usize {
        self.weights.held()
    }

    /// Fits a model to scaled rows. `scale` has the number by which each column was divided.
    pub fn fit(
        rows: &TrainingRows,
        scale: &[f32],
        fit: &LinearFit,
        watch: &mut dyn Watch,
    ) -> Result<Linear, OutOfMemory> {
        let mut problem = Problem {
            rows,
            fit,
            watch,
            // Divided by C and the number of samples, so that losses are near 1.
            strength: 1.0 / (fit.c * rows.len().max(1) as f64),
        };
        let weights = problem.minimise()?;
        // The bias is last. The stored weights are for rows that are not scaled.
        let (weights, bias) = weights.split_at(rows.width());
        let weights = weights.iter().zip(scale);
        Ok(Linear {
            bias: finite(bias[0] as f32),
            weights: try_collect(weights.map(|(weight, scale)| finite((weight / f64::from(*scale)) as f32)))?,
        })
    }

    /// Returns the probability that a row is content, in \[0, 1\]. For a support vector machine it is only a score, above
    /// one half if it decides for content.
    pub fn probability(&self, row: &[(u32, f32)]) -> f32 {
        let mut sum = f64::from(self.bias);
        for (column, value) in row {
            sum += f64::from(self.weights[*column as usize]) * f64::from(*value);
        }
        sigmoid(sum) as f32
    }

    /// Reads a model of `width` features, at most [`MAX_WIDTH`](super::MAX_WIDTH).
    pub fn read(bytes: &mut Reader<'_>, width: usize) -> Result<Linear, ReadError> {
        let bias = bytes.f32().ok_or(ReadError::Unsound)?;
        let mut weights = Vec::new();
        for _ in 0..width {
            weights.try_push(bytes.f32().ok_or(ReadError::Unsound)?)?;
        }
        Ok(Linear { bias, weights })
    }

    /// Writes the bytes that [`Linear::read`] reads.
    pub fn write(&self, bytes: &mut Vec<u8>) -> Result<(), OutOfMemory> {
        bytes.try_reserve(size_of::<f32>() * (1 + self.weights.len()))?;
        bytes.extend(self.bias.to_le_bytes());
        for weight in &self.weights {
            bytes.extend(weight.to_le_bytes());
        }
        Ok(())
    }
}

/// Models hold finite numbers only.
fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

struct Problem<'a> {
    rows: &'a TrainingRows,
    fit: &'a LinearFit,
    watch: &'a mut dyn Watch,
    strength: f64,
}

impl Problem<'_> {
    /// Returns the mean loss with the smooth part of the penalty, and writes its gradient.
    fn loss(&mut self, weights: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(0.0);
        let width = self.rows.width();
        let share = 1.0 / self.rows.len().max(1) as f64;
        let mut loss = 0.0;
        for row in (0..self.rows.len()).checking(CHECK_EVERY) {
            let mut decision = weights[width];
            for (column, value) in self.rows.row(row) {
                decision += weights[column] * f64::from(value);
            }
            let sign = if self.rows.label(row) { 1.0 } else { -1.0 };
            let margin = sign * decision;
            let (of_row, slope) = match self.fit.loss {
                Loss::Logistic => {
                    // Written so that it cannot overflow.
                    let tail = libm::exp(-margin.abs());
                    let of_row = libm::log1p(tail) + (-margin).max(0.0);
                    let slope = if margin > 0.0 {
                        -tail / (1.0 + tail)
                    } else {
                        -1.0 / (1.0 + tail)
                    };
                    (of_row, slope)
                }
                Loss::SquaredHinge => {
                    let short = (1.0 - margin).max(0.0);
                    (short * short, -2.0 * short)
                }
            };
            let weight = self.rows.weight(row) * share;
            loss += of_row * weight;
            let slope = slope * sign * weight;
            if slope != 0.0 {
                for (column, value) in self.rows.row(row) {
                    gradient[column] += slope * f64::from(value);
                }
                gradient[width] += slope;
            }
        }
        if self.fit.penalty == Penalty::L2 {
            for (weight, slope) in weights[..width].iter().zip(gradient) {
                loss += 0.5 * self.strength * weight * weight;
                *slope += self.strength * weight;
            }
        }
        loss
    }

    /// Returns the part of the penalty that is not smooth.
    fn penalty(&self, weights: &[f64]) -> f64 {
        match self.fit.penalty {
            Penalty::L1 => {
                let weights = &weights[..self.rows.width()];
                self.strength * weights.iter().map(|weight| weight.abs()).sum::<f64>()
            }
            Penalty::L2 => 0.0,
        }
    }

    /// Returns the gradient of loss and penalty.
    fn slope(&self, weights: &[f64], gradient: &[f64]) -> Result<Vec<f64>, OutOfMemory> {
        let mut slope = try_collect(gradient.iter().copied())?;
        if self.fit.penalty == Penalty::L1 {
            let width = self.rows.width();
            for (weight, slope) in weights[..width].iter().zip(&mut slope) {
                // At 0 the penalty has slopes from minus to plus its strength.
                let pull = if *weight == 0.0 {
                    -slope.clamp(-self.strength, self.strength)
                } else {
                    self.strength.copysign(*weight)
                };
                *slope += pull;
            }
        }
        Ok(slope)
    }

    /// Returns the weights of the least loss and penalty, the bias last.
    fn minimise(&mut self) -> Result<Vec<f64>, OutOfMemory> {
        let width = self.rows.width();
        let mut weights = try_filled(0.0, width + 1)?;
        let mut gradient = try_filled(0.0, width + 1)?;
        let mut value = self.loss(&weights, &mut gradient);
        let mut steps: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
        let mut trial = try_filled(0.0, width + 1)?;
        let mut trial_gradient = try_filled(0.0, width + 1)?;
        let iterations = self.fit.iterations;
        for iteration in 1..=iterations {
            self.watch.at(&format_args!("iteration {iteration} of {iterations}"));
            let slope = self.slope(&weights, &gradient)?;
            let mut direction = descent(&slope, &steps)?;
            if self.fit.penalty == Penalty::L1 {
                // The direction stays in the orthant that the slope leads to.
                for (step, slope) in direction[..width].iter_mut().zip(&slope) {
                    if *step * *slope >= 0.0 {
                        *step = 0.0;
                    }
                }
            }
            let along = dot(&direction, &slope);
            if along >= 0.0 {
                break;
            }
            let mut length = if steps.is_empty() {
                1.0 / dot(&slope, &slope).sqrt().max(1e-12)
            } else {
                1.0
            };
            // The line search halves the step until the loss falls enough.
            let mut reached = None;
            for _ in 0..TRIALS {
                self.step(&weights, &direction, &slope, length, &mut trial);
                let tried = self.loss(&trial, &mut trial_gradient) + self.penalty(&trial);
                if tried <= value + 1e-4 * length * along {
                    reached = Some(tried);
                    break;
                }
                length *= 0.5;
            }
            let Some(reached) = reached else {
                break;
            };
            let step = difference(&trial, &weights)?;
            let change = difference(&trial_gradient, &gradient)?;
            if dot(&step, &change) > 1e-12 * dot(&change, &change) {
                steps.push_back((step, change));
                if steps.len() > MEMORY {
                    steps.pop_front();
                }
            }
            std::mem::swap(&mut weights, &mut trial);
            std::mem::swap(&mut gradient, &mut trial_gradient);
            let gained = value - reached;
            value = reached;
            if gained <= ENOUGH * value {
                break;
            }
        }
        Ok(weights)
    }

    /// Writes the weights after a step of a length. With an L1 penalty no weight crosses 0 in one step.
    fn step(&self, weights: &[f64], direction: &[f64], slope: &[f64], length: f64, trial: &mut [f64]) {
        let width = self.rows.width();
        for (place, at) in trial.iter_mut().enumerate() {
            let weight = weights[place];
            *at = weight + length * direction[place];
            if self.fit.penalty == Penalty::L1 && place < width {
                let side = if weight == 0.0 { -slope[place] } else { weight };
                if *at * side < 0.0 {
                    *at = 0.0;
                }
            }
        }
    }
}

fn difference(a: &[f64], b: &[f64]) -> Result<Vec<f64>, OutOfMemory> {
    try_collect(a.iter().zip(b).map(|(a, b)| a - b))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the direction of L-BFGS: the negative slope, adjusted by the curvature of the last steps.
fn descent(slope: &[f64], steps: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Result<Vec<f64>, OutOfMemory> {
    let mut direction: Vec<f64> = try_collect(slope.iter().map(|slope| -slope))?;
    let mut shares = Vec::new();
    for (step, change) in steps.iter().rev() {
        let share = dot(step, &direction) / dot(step, change);
        for (to, change) in direction.iter_mut().zip(change) {
            *to -= share * change;
        }
        shares.push(share);
    }
    if let Some((step, change)) = steps.back() {
        let scale = dot(step, change) / dot(change, change);
        for to in &mut direction {
            *to *= scale;
        }
    }
    for ((step, change), share) in steps.iter().zip(shares.into_iter().rev()) {
        let back = dot(change, &direction) / dot(step, change);
        for (to, step) in direction.iter_mut().zip(step) {
            *to += (share - back) * step;
        }
    }
    Ok(direction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnhtml::models::watch::Unwatched;
    use goce_core::learn::random::Random;

    /// Rows of three columns: one decides, one decides a little, one is random.
    fn rows() -> TrainingRows {
        let mut random = Random::new(3, 3);
        let mut rows = TrainingRows::new(3);
        for _ in 0..1000 {
            let [a, b, c] = [(); 3].map(|()| random.unit() as f32);
            let label = 2.0 * a + 0.5 * b + 0.2 * random.unit() as f32 > 1.35;
            rows.push(&[(0, a * 10.0), (1, b), (2, c)], label).unwrap();
        }
        rows
    }

    fn fit(loss: Loss, penalty: Penalty, c: f64) -> (Linear, f64) {
        let unscaled = rows();
        let mut rows = unscaled.clone();
        let scale = rows.scale().unwrap();
        let fit = LinearFit {
            loss,
            penalty,
            c,
            iterations: 200,
        };
        let model = Linear::fit(&rows, &scale, &fit, &mut Unwatched).unwrap();
        let right = (0..unscaled.len()).filter(|&row| {
            let features: Vec<(u32, f32)> = unscaled.row(row).map(|(c, v)| (c as u32, v)).collect();
            (model.probability(&features) > 0.5) == unscaled.label(row)
        });
        let right = right.count() as f64 / unscaled.len() as f64;
        (model, right)
    }

    #[test]
    fn both_losses_and_penalties_separate() {
        for loss in [Loss::Logistic, Loss::SquaredHinge] {
            for penalty in [Penalty::L1, Penalty::L2] {
                let (model, right) = fit(loss, penalty, 100.0);
                assert!(right > 0.95, "{loss:?} {penalty:?} {right}");
                assert!(model.weights[0] > 0.0 && model.weights[1] > 0.0);
            }
        }
    }

    #[test]
    fn the_optimum_is_reached() {
        // The gradient of the penalised loss vanishes there.
        let mut rows = rows();
        let scale = rows.scale().unwrap();
        let fit = LinearFit {
            loss: Loss::Logistic,
            penalty: Penalty::L2,
            c: 1.0,
            iterations: 500,
        };
        let model = Linear::fit(&rows, &scale, &fit, &mut Unwatched).unwrap();
        let mut weights: Vec<f64> = model.weights.iter().zip(&scale).map(|(w, s)| f64::from(w * s)).collect();
        weights.push(f64::from(model.bias));
        let mut problem = Problem {
            rows: &rows,
            fit: &fit,
            watch: &mut Unwatched,
            strength: 1e-3,
        };
        let mut gradient = vec![0.0; 4];
        problem.loss(&weights, &mut gradient);
        assert!(gradient.iter().all(|slope| slope.abs() < 1e-3), "{gradient:?}");
    }

    #[test]
    fn the_l1_penalty_leaves_few_weights() {
        let (model, _) = fit(Loss::Logistic, Penalty::L1, 0.05);
        assert!(model.weights[0] > 0.0);
        assert_eq!(model.weights[2], 0.0);
    }

    #[test]
    fn bytes_are_checked() {
        let (model, _) = fit(Loss::Logistic, Penalty::L2, 1.0);
        let mut bytes = Vec::new();
        model.write(&mut bytes).unwrap();
        let unsound = Err(ReadError::Unsound);
        assert_eq!(Linear::read(&mut Reader::new(&bytes), 3), Ok(model));
        assert_eq!(Linear::read(&mut Reader::new(&bytes[1..]), 3), unsound);
        bytes[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Linear::read(&mut Reader::new(&bytes), 3), unsound);
    }
}
