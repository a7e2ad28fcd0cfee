//! From scores to probabilities, by `libm`, so that no result depends on the platform.

/// Returns 1 / (1 + exp(-`score`)), in \[0, 1\]: the probability whose logit is the score.
pub fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-score))
}

/// Returns [`sigmoid`] in 32 bits.
pub fn sigmoid_f32(score: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_scores() {
        for (score, expected) in [(0.0, 0.5), (1.0, 0.731_058_6), (-1.0, 0.268_941_4)] {
            assert!((sigmoid(score) - expected).abs() < 1e-7, "{score}");
            assert!((f64::from(sigmoid_f32(score as f32)) - expected).abs() < 1e-6);
        }
        assert_eq!((sigmoid(-1e9), sigmoid(1e9)), (0.0, 1.0));
        assert_eq!((sigmoid_f32(-1e9), sigmoid_f32(1e9)), (0.0, 1.0));
    }
}
