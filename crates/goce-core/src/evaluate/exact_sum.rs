//! Sums of measures that do not depend on the order of the summands.

/// A sum of values in \[0, 1\], in units of 2⁻⁶⁰, exact as an integer.
///
/// A value's own rounding to the unit is below 10⁻¹⁸; 2⁶⁶ values fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExactSum(i128);

const UNIT: f64 = (1u64 << 60) as f64;

impl ExactSum {
    /// Adds a value in \[0, 1\].
    pub fn add(&mut self, value: f64) {
        self.0 += (value * UNIT).round() as i128;
    }

    pub fn merge(&mut self, other: ExactSum) {
        self.0 += other.0;
    }

    /// Returns `true` if it can be the sum of this many values.
    pub fn is_of(self, count: i64) -> bool {
        // A cosine may round to a little over 1.
        let greatest = UNIT as i128 + (1 << 20);
        (0..=i128::from(count) * greatest).contains(&self.0)
    }

    /// Returns the mean over a number of values, `None` over none.
    pub fn mean(self, count: i64) -> Option<f64> {
        // Integer division first: the quotient of two large integers as floats would lose more.
        let count = i128::from(count);
        (count > 0).then(|| {
            let (whole, rest) = (self.0 / count, self.0 % count);
            (whole as f64 + rest as f64 / count as f64) / UNIT
        })
    }

    /// Returns the sum as two integers, high and low, for a state kept in an SQL array.
    pub fn to_parts(self) -> [i64; 2] {
        [(self.0 >> 62) as i64, (self.0 & ((1 << 62) - 1)) as i64]
    }

    /// Returns the sum of [`ExactSum::to_parts`], `None` if they are not such parts.
    pub fn from_parts([high, low]: [i64; 2]) -> Option<Self> {
        (high >= 0 && (0..1 << 62).contains(&low)).then(|| ExactSum((i128::from(high) << 62) + i128::from(low)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_order_gives_the_same_bits(mut values in prop::collection::vec(0.0..=1.0, 1..200)) {
            let sum = |values: &[f64]| {
                let mut sum = ExactSum::default();
                values.iter().for_each(|&value| sum.add(value));
                sum
            };
            let forward = sum(&values);
            let mut merged = sum(&values[..values.len() / 2]);
            merged.merge(sum(&values[values.len() / 2..]));
            prop_assert_eq!(merged, forward);
            values.reverse();
            prop_assert_eq!(sum(&values), forward);
            prop_assert_eq!(ExactSum::from_parts(forward.to_parts()), Some(forward));
            let naive = values.iter().sum::<f64>() / values.len() as f64;
            let mean = forward.mean(values.len() as i64);
            prop_assert!((mean.unwrap_or(-1.0) - naive).abs() < 1e-13);
        }
    }

    #[test]
    fn foreign_parts_are_refused() {
        assert_eq!(ExactSum::from_parts([-1, 0]), None);
        assert_eq!(ExactSum::from_parts([0, -1]), None);
        assert_eq!(ExactSum::from_parts([0, 1 << 62]), None);
        assert_eq!(ExactSum::default().mean(0), None);
    }
}
