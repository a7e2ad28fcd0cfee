//! From several probabilities that a page is a list view to one.
//!
//! The weights are learned by models/genre/train.py and stand in the network's file. The arithmetic is in 64 bits and by
//! `libm`, so that nothing depends on the platform.

use crate::learn::probability::sigmoid;

/// Probabilities are kept this far from 0 and 1 before their logits are taken.
const LIMIT: f64 = 1e-6;

fn logit(probability: f64) -> f64 {
    let p = probability.clamp(LIMIT, 1.0 - LIMIT);
    libm::log(p / (1.0 - p))
}

/// The correction of a probability p that is too sure of itself, or not sure enough (Platt 1999):
/// sigmoid(`weight` × logit(p) + `bias`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The weight of the logit.
    pub weight: f64,
    /// The number that is added.
    pub bias: f64,
}

impl Calibration {
    /// Returns the corrected probability, in \[0, 1\].
    pub fn apply(&self, probability: f64) -> f64 {
        sigmoid(self.weight * logit(probability) + self.bias)
    }
}

/// The fusion of a probability p by markup and a probability q by screenshot:
/// sigmoid(`markup` × logit(p) + `screenshot` × logit(q) + `bias`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fusion {
    /// The weight of the logit by markup.
    pub markup: f64,
    /// The weight of the logit by screenshot.
    pub screenshot: f64,
    /// The number that is added.
    pub bias: f64,
}

impl Default for Fusion {
    /// Returns the fusion that takes the mean of the logits.
    fn default() -> Self {
        Fusion {
            markup: 0.5,
            screenshot: 0.5,
            bias: 0.0,
        }
    }
}

impl Fusion {
    /// Returns the probability by both, in \[0, 1\].
    pub fn apply(&self, by_markup: f64, by_screenshot: f64) -> f64 {
        sigmoid(self.markup * logit(by_markup) + self.screenshot * logit(by_screenshot) + self.bias)
    }
}

/// Returns the probability that a page is a list view, in \[0, 1\], by markup and screenshot or by the one of them that
/// is given. Returns `None` without either.
pub fn p_list_view(
    by_markup: Option<f32>,
    by_screenshot: Option<f64>,
    fusion: &Fusion,
) -> Option<f32> {
    match (by_markup, by_screenshot) {
        (Some(p), Some(q)) => Some(fusion.apply(p.into(), q) as f32),
        (Some(p), None) => Some(p),
        (None, q) => q.map(|q| q as f32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_logits_without_weights() {
        let fusion = Fusion::default();
        assert!((fusion.apply(0.3, 0.3) - 0.3).abs() < 1e-12);
        assert!((fusion.apply(0.2, 0.8) - 0.5).abs() < 1e-12);
        assert!(fusion.apply(0.9, 0.6) > 0.6 && fusion.apply(0.9, 0.6) < 0.9);
    }

    #[test]
    fn weights_are_applied() {
        let fusion = Fusion {
            markup: 2.0,
            screenshot: 1.0,
            bias: -0.5,
        };
        let score: f64 = 2.0 * (0.7f64 / 0.3).ln() + (0.4f64 / 0.6).ln() - 0.5;
        assert!((fusion.apply(0.7, 0.4) - 1.0 / (1.0 + (-score).exp())).abs() < 1e-12);
        let calibration = Calibration {
            weight: 1.0,
            bias: 0.0,
        };
        assert!((calibration.apply(0.123) - 0.123).abs() < 1e-12);
    }

    #[test]
    fn certainty_stays_finite() {
        for (p, q) in [(0.0, 1.0), (1.0, 1.0), (0.0, 0.0)] {
            let fused = Fusion::default().apply(p, q);
            assert!(fused.is_finite() && (0.0..=1.0).contains(&fused));
        }
    }
}
