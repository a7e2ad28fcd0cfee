//! Region accuracy: how exactly detected regions match the annotated ones.

use super::EvaluateError;
use super::means::Means;
use crate::prelude::*;

/// Returns the region accuracy of one page, in \[0, 1\]: the inner mean of equation 4 of the SD paper,
/// (1/k) Σⱼ c / (|c − r| + c), over its k actual regions; r is the actual density of region j and c its detected density,
/// in characters.
///
/// The two slices pair by position. A region that is missing from `detected`, as `None` or behind its end, was not
/// detected: c is 0. A region that is missing from `actual` does not count: equation 4 sums over actual regions.
///
/// Where equation 4 divides by zero, empty regions count as empty texts do: an undetected actual region of no density
/// counts 1. A page without actual regions counts 1 if nothing was detected, otherwise 0.
pub fn region_accuracy(actual: &[Option<i32>], detected: &[Option<i32>]) -> Result<f64, EvaluateError> {
    let (mut sum, mut regions, mut any_detected) = (0.0, 0u64, false);
    let positions = 0..actual.len().max(detected.len());
    for position in positions.checking(CHECK_EVERY) {
        let at = |densities: &[Option<i32>]| densities.get(position).copied().flatten();
        let (actual, detected) = (at(actual), at(detected).unwrap_or(0));
        if let Some(density) = [actual.unwrap_or(0), detected].into_iter().find(|d| *d < 0) {
            return Err(EvaluateError::NegativeDensity(density));
        }
        any_detected |= detected > 0;
        if let Some(actual) = actual {
            sum += ratio(f64::from(actual), f64::from(detected));
            regions += 1;
        }
    }
    Ok(match regions {
        0 => f64::from(!any_detected),
        _ => sum / regions as f64,
    })
}

/// c / (|c − r| + c), 1 where both are 0.
fn ratio(actual: f64, detected: f64) -> f64 {
    if actual == detected {
        1.0
    } else {
        detected / ((detected - actual).abs() + detected)
    }
}

/// A sum of pages' region accuracies: the state of the aggregate `goce_region_accuracy`. Their mean is equation 4.
pub type RegionSums = Means<1>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn accuracies_of_regions() {
        // Actual and detected densities; the accuracy, or the density that is refused.
        for [actual, detected, expected] in cases(
            "
            // 50 / (50 + 50), and 200 / (100 + 200).
            100 => 100 => Ok(1.0)
            100 => 50 => Ok(0.5)
            100 => 200 => Ok(0.6666666666666666)
            100 100 => 100 0 => Ok(0.5)
            2147483647 => 1 => Ok(4.656612875245797e-10)
            // Missing regions.
            100 100 => 100 => Ok(0.5)
            100 => - => Ok(0.0)
            100 - => 100 7 => Ok(1.0)
            100 => 100 7 => Ok(1.0)
            0 => - => Ok(1.0)
            => => Ok(1.0)
            - => 0 - => Ok(1.0)
            => 1 => Ok(0.0)
            // Densities below zero.
            -1 => 1 => Err(NegativeDensity(-1))
            1 => -2 => Err(NegativeDensity(-2))
            - => -2 => Err(NegativeDensity(-2))",
        ) {
            let densities =
                |text: &str| text.split_whitespace().map(|density| density.parse::<i32>().ok()).collect::<Vec<_>>();
            let found = region_accuracy(&densities(actual), &densities(detected));
            assert_eq!(format!("{found:?}"), expected, "{actual} {detected}");
        }
    }
}
