//! Means over pages, whose state is an array of integers.

use super::exact_sum::ExactSum;
use super::{EvaluateError, add};

/// Sums over pages: the state of an aggregate.
pub trait Sums: Sized {
    /// Adds the pages of another state.
    fn merge(self, other: &Self) -> Result<Self, EvaluateError>;

    /// Returns integers for a state kept in an SQL array. The first is the number of pages.
    fn to_array(&self) -> Vec<i64>;

    /// Returns the sums of [`Sums::to_array`], `None` if it is not such an array.
    fn from_array(array: &[i64]) -> Option<Self>;
}

/// Sums of `N` measures over pages, each in \[0, 1\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means<const N: usize> {
    pages: i64,
    sums: [ExactSum; N],
}

impl<const N: usize> Default for Means<N> {
    fn default() -> Self {
        let sums = [ExactSum::default(); N];
        Means { pages: 0, sums }
    }
}

impl<const N: usize> Means<N> {
    /// Adds the measures of a page.
    ///
    /// # Errors
    /// [`EvaluateError::TooManyPages`]; the sums are as before.
    pub fn add(&mut self, measures: impl Into<[f64; N]>) -> Result<(), EvaluateError> {
        self.pages = add(self.pages, 1)?;
        for (sum, measure) in self.sums.iter_mut().zip(measures.into()) {
            sum.add(measure);
        }
        Ok(())
    }

    pub fn pages(&self) -> i64 {
        self.pages
    }

    /// Returns the mean of each measure, `None` over no page.
    pub fn means(&self) -> [Option<f64>; N] {
        self.sums.map(|sum| sum.mean(self.pages))
    }
}

impl<const N: usize> Sums for Means<N> {
    fn merge(mut self, other: &Self) -> Result<Self, EvaluateError> {
        self.pages = add(self.pages, other.pages)?;
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            sum.merge(other);
        }
        Ok(self)
    }

    fn to_array(&self) -> Vec<i64> {
        let parts = self.sums.iter().flat_map(|sum| sum.to_parts());
        [self.pages].into_iter().chain(parts).collect()
    }

    fn from_array(array: &[i64]) -> Option<Self> {
        let (&pages, parts) = array.split_first()?;
        if pages < 0 || parts.len() != 2 * N {
            return None;
        }
        let mut sums = [ExactSum::default(); N];
        for (sum, parts) in sums.iter_mut().zip(parts.as_chunks().0) {
            *sum = ExactSum::from_parts(*parts).filter(|sum| sum.is_of(pages))?;
        }
        Some(Means { pages, sums })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn foreign_states_are_refused() {
        for array in [&[][..], &[1, 0], &[-1, 0, 0], &[0, 0, 1], &[1, 1 << 60, 0]] {
            assert_eq!(Means::<1>::from_array(array), None);
        }
        for array in [&[1, 2][..], &[-1; 11], &[1; 11]] {
            assert_eq!(Means::<5>::from_array(array), None);
        }
    }

    #[test]
    fn pages_are_counted_up_to_the_last_number() {
        assert_eq!(Means::<1>::default().means(), [None]);
        let full = Means {
            pages: i64::MAX,
            ..Means::default()
        };
        let mut one = Means::default();
        one.add([1.0]).unwrap();
        assert_eq!(full.merge(&one), Err(EvaluateError::TooManyPages));
        let mut more = full;
        assert_eq!(more.add([1.0]), Err(EvaluateError::TooManyPages));
        assert_eq!(more, full);
    }

    proptest! {
        #[test]
        fn any_division_gives_the_same_bits(
            values in prop::collection::vec([0.0..=1.0, 0.0..=1.0], 1..60),
            at in 0usize..60,
        ) {
            let sum = |values: &mut dyn Iterator<Item = &[f64; 2]>| {
                let mut sums = Means::default();
                values.for_each(|&value| sums.add(value).unwrap());
                sums
            };
            let whole = sum(&mut values.iter());
            let (left, right) = values.split_at(at.min(values.len()));
            let parts = sum(&mut right.iter().rev()).merge(&sum(&mut left.iter()));
            prop_assert_eq!(parts, Ok(whole));
            prop_assert_eq!(Means::from_array(&whole.to_array()), Some(whole));
        }
    }
}
