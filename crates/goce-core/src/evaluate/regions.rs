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
        0 => f64::from(u8::from(!any_detected)),
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

    fn accuracy(actual: &[Option<i32>], detected: &[Option<i32>]) -> f64 {
        region_accuracy(actual, detected).unwrap_or(-1.0)
    }

    #[test]
    fn too_much_and_too_little_are_penalized() {
        assert_eq!(accuracy(&[Some(100)], &[Some(100)]), 1.0);
        // 50 / (50 + 50), and 200 / (100 + 200).
        assert_eq!(accuracy(&[Some(100)], &[Some(50)]), 0.5);
        assert_eq!(accuracy(&[Some(100)], &[Some(200)]), 2.0 / 3.0);
        assert_eq!(accuracy(&[Some(100), Some(100)], &[Some(100), Some(0)]), 0.5);
        assert_eq!(accuracy(&[Some(i32::MAX)], &[Some(1)]), 1.0 / f64::from(i32::MAX));
    }

    #[test]
    fn missing_regions() {
        assert_eq!(accuracy(&[Some(100), Some(100)], &[Some(100)]), 0.5);
        assert_eq!(accuracy(&[Some(100)], &[None]), 0.0);
        assert_eq!(accuracy(&[Some(100), None], &[Some(100), Some(7)]), 1.0);
        assert_eq!(accuracy(&[Some(100)], &[Some(100), Some(7)]), 1.0);
        assert_eq!(accuracy(&[Some(0)], &[None]), 1.0);
        assert_eq!(accuracy(&[], &[]), 1.0);
        assert_eq!(accuracy(&[None], &[Some(0), None]), 1.0);
        assert_eq!(accuracy(&[], &[Some(1)]), 0.0);
    }

    #[test]
    fn densities_below_zero_are_refused() {
        let of = |actual, detected| region_accuracy(&[actual], &[detected]);
        let refused = |density| Err(EvaluateError::NegativeDensity(density));
        assert_eq!(of(Some(-1), Some(1)), refused(-1));
        assert_eq!(of(Some(1), Some(-2)), refused(-2));
        assert_eq!(of(None, Some(-2)), refused(-2));
    }
}
