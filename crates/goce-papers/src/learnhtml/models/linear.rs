//! Logistic regression and the linear support vector machine.
//!
//! Both minimise a smooth loss and half the sum of their weights' squares by L-BFGS, which takes few passes over the rows,
//! always in the same order. The bias costs nothing. The parent module states why argmin is not used.

use std::collections::VecDeque;

use super::training_rows::TrainingRows;
use super::{read_numbers, write_numbers};
use crate::learnhtml::Watch;
use goce_core::learn::fit::bins::Rows;
use goce_core::learn::probability::sigmoid;
use goce_core::learn::reader::Reader;
use goce_core::learn::sealed::TrainedModelError;
use goce_core::prelude::*;

/// The cost of a wrong decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// ln(1 + exp(-m)) of the margin m: logistic regression.
    Logistic,
    /// max(0, 1 - m)²: a support vector machine (as scikit-learn's `LinearSVC`, which the thesis uses).
    SquaredHinge,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearFit {
    pub loss: Loss,
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

impl Linear {
    /// Returns the memory that the weights take, in bytes.
    pub fn memory(&self) -> usize {
        self.weights.held()
    }

    /// Fits a model to scaled rows. `scale` has the number by which each column was divided.
    pub fn fit(rows: &TrainingRows, scale: &[f32], fit: &LinearFit, watch: Watch<'_>) -> Fallible<Linear> {
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
    pub fn read(bytes: &mut Reader<'_>, width: usize) -> Result<Linear, TrainedModelError> {
        let bias = bytes.f32().ok_or(TrainedModelError::Unsound)?;
        let weights = read_numbers(bytes, width)?;
        Ok(Linear { bias, weights })
    }

    /// Writes the bytes that [`Linear::read`] reads.
    pub fn write(&self, bytes: &mut Vec<u8>) -> Fallible {
        write_numbers(&[self.bias], bytes)?;
        write_numbers(&self.weights, bytes)
    }
}

/// Models hold finite numbers only.
fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

struct Problem<'a> {
    rows: &'a TrainingRows,
    fit: &'a LinearFit,
    watch: Watch<'a>,
    strength: f64,
}

impl Problem<'_> {
    /// Returns the mean loss with the penalty, and writes its gradient.
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
        for (weight, slope) in weights[..width].iter().zip(gradient) {
            loss += 0.5 * self.strength * weight * weight;
            *slope += self.strength * weight;
        }
        loss
    }

    /// Returns the weights of the least loss and penalty, the bias last.
    fn minimise(&mut self) -> Fallible<Vec<f64>> {
        let count = self.rows.width() + 1;
        let mut weights = try_filled(0.0, count)?;
        let mut gradient = try_filled(0.0, count)?;
        let mut value = self.loss(&weights, &mut gradient);
        let mut steps: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
        let mut trial = try_filled(0.0, count)?;
        let mut trial_gradient = try_filled(0.0, count)?;
        let iterations = self.fit.iterations;
        for iteration in 1..=iterations {
            (self.watch)(&format_args!("iteration {iteration} of {iterations}"));
            let direction = descent(&gradient, &steps)?;
            let along = dot(&direction, &gradient);
            if along >= 0.0 {
                break;
            }
            let mut length = if steps.is_empty() {
                1.0 / dot(&gradient, &gradient).sqrt().max(1e-12)
            } else {
                1.0
            };
            // The line search halves the step until the loss falls enough, 25 times at most.
            let mut reached = None;
            for _ in 0..25 {
                for (at, (weight, step)) in trial.iter_mut().zip(weights.iter().zip(&direction)) {
                    *at = weight + length * step;
                }
                let tried = self.loss(&trial, &mut trial_gradient);
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
                // The number of last steps whose curvature is kept.
                if steps.len() > 8 {
                    steps.pop_front();
                }
            }
            std::mem::swap(&mut weights, &mut trial);
            std::mem::swap(&mut gradient, &mut trial_gradient);
            let gained = value - reached;
            value = reached;
            // Iterations go on while each lowers the loss by more than this share.
            if gained <= 1e-6 * value {
                break;
            }
        }
        Ok(weights)
    }
}

fn difference(a: &[f64], b: &[f64]) -> Fallible<Vec<f64>> {
    try_collect(a.iter().zip(b).map(|(a, b)| a - b))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the direction of L-BFGS: the negative slope, adjusted by the curvature of the last steps.
fn descent(slope: &[f64], steps: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Fallible<Vec<f64>> {
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

    fn fit(rows: &TrainingRows, loss: Loss, c: f64) -> (Linear, Vec<f32>) {
        let mut rows = rows.clone();
        let scale = rows.scale().unwrap();
        let fit = LinearFit {
            loss,
            c,
            iterations: 500,
        };
        (Linear::fit(&rows, &scale, &fit, &mut |_| ()).unwrap(), scale)
    }

    #[test]
    fn both_losses_separate() {
        let rows = rows();
        for loss in [Loss::Logistic, Loss::SquaredHinge] {
            let (model, _) = fit(&rows, loss, 100.0);
            let right = (0..rows.len()).filter(|&row| {
                let features: Vec<(u32, f32)> = rows.row(row).map(|(c, v)| (c as u32, v)).collect();
                (model.probability(&features) > 0.5) == rows.label(row)
            });
            let right = right.count();
            assert!(right > 950, "{loss:?} {right}");
            assert!(model.weights[0] > 0.0 && model.weights[1] > 0.0);
        }
    }

    #[test]
    fn the_optimum_is_reached() {
        // The gradient of the penalised loss vanishes there.
        let mut rows = rows();
        let (model, scale) = fit(&rows, Loss::Logistic, 1.0);
        rows.scale().unwrap();
        let mut weights: Vec<f64> = model.weights.iter().zip(&scale).map(|(w, s)| f64::from(w * s)).collect();
        weights.push(f64::from(model.bias));
        let mut problem = Problem {
            rows: &rows,
            fit: &LinearFit {
                loss: Loss::Logistic,
                c: 1.0,
                iterations: 0,
            },
            watch: &mut |_| (),
            strength: 1e-3,
        };
        let mut gradient = vec![0.0; 4];
        problem.loss(&weights, &mut gradient);
        assert!(gradient.iter().all(|slope| slope.abs() < 1e-3), "{gradient:?}");
    }

    #[test]
    fn bytes_are_checked() {
        let (model, _) = fit(&rows(), Loss::Logistic, 1.0);
        let mut bytes = Vec::new();
        model.write(&mut bytes).unwrap();
        let unsound = Err(TrainedModelError::Unsound);
        assert_eq!(Linear::read(&mut Reader::new(&bytes), 3), Ok(model));
        assert_eq!(Linear::read(&mut Reader::new(&bytes[1..]), 3), unsound);
        bytes[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Linear::read(&mut Reader::new(&bytes), 3), unsound);
    }
}
