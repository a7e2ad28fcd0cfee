//! Fits the regression over tokens: penalized logistic regression with an offset, by Newton's method, whose steps are solved
//! token by token (coordinate descent; Friedman, Hastie and Tibshirani 2010, section 3).

use super::token_weights::TokenWeights;
use super::{SURE, Sample};
use crate::extract::auto::features::linear::share;
use crate::learn::lists::Lists;
use crate::learn::probability::sigmoid;
use crate::prelude::*;

/// Tokens, and the blocks that have each.
#[derive(Default)]
struct Columns {
    tokens: Vec<u32>,
    blocks: Lists,
}

impl Columns {
    /// Returns the columns of the tokens on enough pages. The samples of a page stand together.
    fn of(samples: &[Sample<'_>]) -> Fallible<Self> {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (index, sample) in samples.iter().enumerate() {
            interrupts::check();
            pairs.try_extend(sample.tokens.iter().map(|token| (*token, index as u32)))?;
        }
        interrupts::sort(&mut pairs);
        let mut columns = Columns::default();
        for of_token in pairs.chunk_by(|a, b| a.0 == b.0) {
            let page = |(_, block): &(u32, u32)| samples[*block as usize].page;
            // A token of one page is not learned.
            if of_token.iter().any(|pair| page(pair) != page(&of_token[0])) {
                columns.tokens.try_push(of_token[0].0)?;
                columns.blocks.push(of_token.iter().map(|(_, block)| *block))?;
            }
        }
        Ok(columns)
    }
}

/// What a Newton step knows of a sample.
#[derive(Clone, Copy)]
struct State {
    /// How fast the loss grows with the sample's sum, and the growth of that.
    gradient: f64,
    curvature: f64,
}

/// Fits a regression to samples.
pub fn fit(samples: &[Sample<'_>]) -> Fallible<TokenWeights> {
    let columns = Columns::of(samples)?;
    let bounded: Vec<f64> = try_collect(samples.iter().map(|sample| f64::from(sample.score.clamp(-SURE, SURE))))?;
    let shares: Vec<f64> = try_collect(samples.iter().map(|sample| f64::from(share(sample.tokens.len() as f32))))?;
    let mut weights = try_filled(0.0, columns.tokens.len())?;
    let (mut slope, mut bias) = (0.0, 0.0);
    let mut sums: Vec<f64> = try_collect(bounded.iter().copied())?;
    let mut countdown = Countdown::new(CHECK_BYTES);
    // Newton steps, and passes over all tokens in each.
    for _ in 0..6 {
        interrupts::check();
        let states = samples.iter().zip(&sums).map(|(sample, sum)| {
            let (p, weight) = (sigmoid(*sum), f64::from(sample.weight));
            State {
                gradient: weight * (p - f64::from(sample.target)),
                // Steps stay short where a sample is sure of itself.
                curvature: weight * (p * (1.0 - p)).max(0.05),
            }
        });
        let mut states: Vec<State> = try_collect(states)?;
        for _ in 0..3 {
            let everywhere = || 0..samples.len();
            bias += step(&mut states, &mut sums, everywhere(), |_| 1.0, 1.0, bias);
            // The numbers of the scores are larger.
            slope += step(&mut states, &mut sums, everywhere(), |at| bounded[at], 4.0, slope);
            for (column, weight) in weights.iter_mut().enumerate() {
                let blocks = columns.blocks.get(column);
                countdown.charge(blocks.len());
                let blocks = blocks.iter().map(|block| *block as usize);
                // The penalty was chosen on folds of ten labelled sets, among .1 to 3.
                *weight += step(&mut states, &mut sums, blocks, |at| shares[at], 0.2, *weight);
            }
        }
    }
    let weights = columns.tokens.iter().zip(weights).map(|(token, weight)| (*token, weight as f32));
    TokenWeights::new(slope as f32, bias as f32, try_collect(weights)?)
}

/// Takes a Newton step along one coordinate, given its value in each sample, and returns the step. `penalty` is that of
/// the square of the coordinate's weight now.
fn step(
    states: &mut [State],
    sums: &mut [f64],
    at: impl Iterator<Item = usize> + Clone,
    value: impl Fn(usize) -> f64,
    penalty: f64,
    now: f64,
) -> f64 {
    let (mut gradient, mut curvature) = (penalty * now, penalty);
    for at in at.clone() {
        let value = value(at);
        gradient += states[at].gradient * value;
        curvature += states[at].curvature * value * value;
    }
    let step = -gradient / curvature;
    for at in at {
        let value = value(at) * step;
        states[at].gradient += states[at].curvature * value;
        sums[at] += value;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks with the token 1 are content, those with 2 are not, whatever `auto` says.
    #[test]
    fn tokens_are_learned() {
        let tokens: [&[u32]; 2] = [&[1, 3], &[2, 3]];
        let samples = |pages: u32| -> Vec<Sample<'_>> {
            let sample = |page, kind: usize| Sample {
                page,
                tokens: tokens[kind],
                target: [1.0, 0.0][kind],
                weight: 5.0,
                ..Sample::default()
            };
            (0..pages).flat_map(|page| [sample(page, 0), sample(page, 1)]).collect()
        };
        let of = |pages| {
            let fitted = fit(&samples(pages)).unwrap();
            [0, 1].map(|kind| fitted.correction(0.0, tokens[kind]))
        };
        let [few, many] = [of(2), of(40)];
        assert!(few[0] > 0.5 && few[1] < -0.5, "{few:?}");
        assert!(many[0] > few[0] && many[1] < few[1], "{many:?}");
        // A token of one page says nothing.
        let one = fit(&samples(1)).unwrap();
        assert!(one.correction(0.0, tokens[0]).abs() < 1e-6);
    }

    #[test]
    fn what_is_right_already_is_hardly_corrected() {
        let samples: Vec<Sample<'_>> = (0..20)
            .map(|page| Sample {
                page,
                tokens: &[1],
                score: 6.0,
                target: 1.0,
                weight: 5.0,
                ..Sample::default()
            })
            .collect();
        let correction = fit(&samples).unwrap().correction(6.0, &[1]);
        assert!((0.0..1.5).contains(&correction), "{correction}");
        assert!(fit(&[]).unwrap().is_none());
    }
}
