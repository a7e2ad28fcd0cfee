//! A logistic regression over `auto`'s score and the tokens of a block.

use super::SURE;
use crate::extract::auto::features::linear::share;
use crate::keyed::Map;
use crate::learn::reader::Reader;
use crate::prelude::*;

/// The most tokens that are kept. With six bytes each they are most of a model.
pub const MOST: usize = 24 * 1024;

/// What is added to a score: a share of the score itself, a constant, and the weight of each token.
#[derive(Clone, Debug, Default)]
pub struct TokenWeights {
    /// The share of the score that is added to it.
    slope: f32,
    bias: f32,
    /// One unit of the weights.
    unit: f32,
    /// The tokens, in ascending order, and their weights in units.
    tokens: Vec<u32>,
    units: Vec<i16>,
    weights: Map<u32, f32>,
}

impl TokenWeights {
    /// Returns the memory that they take, in bytes.
    pub fn memory(&self) -> usize {
        self.tokens.held() + self.units.held()
    }

    /// Returns the regression with these weights of tokens, given in ascending order. The smallest of too many are dropped.
    pub fn new(slope: f32, bias: f32, mut weights: Vec<(u32, f32)>) -> Fallible<Self> {
        if weights.len() > MOST {
            weights.sort_unstable_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
            weights.truncate(MOST);
            weights.sort_unstable_by_key(|(token, _)| *token);
        }
        let largest = weights.iter().fold(0.0f32, |largest, (_, weight)| largest.max(weight.abs()));
        let unit = largest / f32::from(i16::MAX);
        let in_units = |weight: f32| if unit > 0.0 { (weight / unit).round() as i16 } else { 0 };
        weights.retain(|(_, weight)| in_units(*weight) != 0);
        let tokens = try_collect(weights.iter().map(|(token, _)| *token))?;
        let units = try_collect(weights.iter().map(|(_, weight)| in_units(*weight)))?;
        TokenWeights::of_units(slope, bias, unit, tokens, units)
    }

    fn of_units(slope: f32, bias: f32, unit: f32, tokens: Vec<u32>, units: Vec<i16>) -> Fallible<Self> {
        let mut weights = Map::default();
        weights.try_reserve(tokens.len())?;
        weights.extend(tokens.iter().zip(&units).map(|(token, units)| (*token, f32::from(*units) * unit)));
        Ok(TokenWeights {
            slope,
            bias,
            unit,
            tokens,
            units,
            weights,
        })
    }

    /// Returns the same regression with all that it adds multiplied.
    #[must_use]
    pub fn scaled(mut self, by: f32) -> Self {
        self.slope *= by;
        self.bias *= by;
        self.unit *= by;
        self.weights.values_mut().for_each(|weight| *weight *= by);
        self
    }

    /// Returns `true` if it adds nothing to any score.
    pub fn is_none(&self) -> bool {
        self.slope == 0.0 && self.bias == 0.0 && self.tokens.is_empty()
    }

    /// Returns what is added to the score of a block with these tokens. A token weighs the less, the more there are: the
    /// squares of all shares sum up to 1.
    pub fn correction(&self, score: f32, tokens: &[u32]) -> f32 {
        if self.is_none() {
            return 0.0;
        }
        let sum: f32 = tokens.iter().filter_map(|token| self.weights.get(token)).sum();
        self.slope * score.clamp(-SURE, SURE) + self.bias + sum * share(tokens.len() as f32)
    }

    /// Reads a regression; `None` if the bytes are none, it is too large, or what it adds is.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Fallible<Self>> {
        let [slope, bias, unit] = [bounded(bytes)?, bounded(bytes)?, bounded(bytes)?];
        let count = Some(bytes.u32()? as usize).filter(|count| *count <= MOST)?;
        let tokens = bytes.many(count, Reader::u32)?;
        let units = bytes.many(count, Reader::i16)?;
        let ascending = tokens.is_sorted_by(|a, b| a < b);
        ascending.then(|| TokenWeights::of_units(slope, bias, unit, tokens, units))
    }

    /// Writes the bytes that [`TokenWeights::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>) -> Fallible {
        out.try_extend([self.slope, self.bias, self.unit].into_iter().flat_map(f32::to_le_bytes))?;
        out.try_extend_from_slice(&(self.tokens.len() as u32).to_le_bytes())?;
        out.try_extend(self.tokens.iter().flat_map(|token| token.to_le_bytes()))?;
        out.try_extend(self.units.iter().flat_map(|units| units.to_le_bytes()))
    }
}

/// Reads a number; `None` if there is none, or if it is so large that sums may not stay finite. Trained ones are below 100.
pub fn bounded(bytes: &mut Reader<'_>) -> Option<f32> {
    bytes.f32().filter(|number| number.abs() <= 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_are_written() {
        let weights = TokenWeights::new(0.5, -1.0, vec![(3, 2.0), (7, -4.0), (9, 0.0)]).unwrap();
        assert_eq!(weights.tokens, [3, 7]);
        let mut bytes = Vec::new();
        weights.write(&mut bytes).unwrap();
        let read = |bytes: &[u8]| TokenWeights::read(&mut Reader::new(bytes));
        let again = read(&bytes).unwrap().unwrap();
        // Half of the score, the constant, and half of each weight, as there are four tokens.
        let expected = 0.5 * 2.0 - 1.0 + (2.0 - 4.0) / 2.0;
        for weights in [weights, again] {
            assert!((weights.correction(2.0, &[1, 3, 7, 9]) - expected).abs() < 1e-3);
            assert_eq!(weights.correction(100.0, &[]), 0.5 * 8.0 - 1.0);
        }
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_none());
        }
        bytes[..4].copy_from_slice(&1e9f32.to_le_bytes());
        assert!(read(&bytes).is_none());
        assert!(TokenWeights::default().is_none());
        let half = TokenWeights::new(0.5, -1.0, vec![(3, 2.0)]).unwrap().scaled(0.5);
        assert!((half.correction(2.0, &[3]) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn the_smallest_weights_are_dropped() {
        let many = (0..MOST as u32 + 10).map(|token| (token, 1.0 + token as f32)).collect();
        let weights = TokenWeights::new(0.0, 0.0, many).unwrap();
        assert_eq!((weights.tokens.len(), weights.tokens[0]), (MOST, 10));
    }
}
