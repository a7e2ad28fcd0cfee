//! Encodings from the outermost heading or container around a block down to the innermost.

use super::target_encoding::Encoded;

/// What the encodings on the way down have in common.
#[derive(Clone, Copy, Debug, Default)]
pub struct Descent {
    count: f32,
    means: f32,
    pub least: f32,
    pub greatest: f32,
    pub sum: f32,
    /// The mean of the outermost encoding.
    pub outermost: f32,
    /// The least mean.
    pub least_mean: f32,
    /// The share of the page's weight in the heading's section or the container with the least mean.
    pub least_share: f32,
}

impl Descent {
    /// Returns the way down to an encoding, given the way down to the next one above, if there is one, and the share of
    /// the page's weight.
    pub fn down(above: Option<&Descent>, own: &Encoded, share: f32) -> Descent {
        let mean = own.mean();
        let Some(above) = above else {
            return Descent {
                count: 1.0,
                means: mean,
                least: own.least,
                greatest: own.greatest,
                sum: own.sum,
                outermost: mean,
                least_mean: mean,
                least_share: share,
            };
        };
        let is_less = mean < above.least_mean;
        Descent {
            count: above.count + 1.0,
            means: above.means + mean,
            least: above.least.min(own.least),
            greatest: above.greatest.max(own.greatest),
            sum: above.sum + own.sum,
            outermost: above.outermost,
            least_mean: if is_less { mean } else { above.least_mean },
            least_share: if is_less { share } else { above.least_share },
        }
    }

    /// Returns the mean of the means, 0 for no encoding.
    pub fn mean(&self) -> f32 {
        self.means / self.count.max(1.0)
    }
}
