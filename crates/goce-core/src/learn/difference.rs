//! The mean of what pages score, or of the difference between two texts of each, with the range of that.

use crate::learn::random::Random;
use crate::prelude::*;

/// Resamplings of the bootstrap.
const RESAMPLINGS: usize = 1000;

/// The mean score of pages, or the mean difference between two scores of the same pages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    pub mean: f64,
    /// The range of 95 % of the means that pages drawn anew have (bootstrap percentiles; Efron and Tibshirani 1993,
    /// section 13).
    pub low: f64,
    pub high: f64,
}

impl Difference {
    /// Returns the mean over pages, each with the number of its group. Groups are drawn as wholes, since pages of one
    /// site are alike.
    pub fn of(pages: &[(u32, f64)], seed: u64) -> Fallible<Self> {
        let mean = mean(pages.iter().map(|(_, difference)| *difference));
        // The sum and the number of each group.
        let mut groups: Vec<(f64, f64)> = Vec::new();
        for (group, difference) in pages {
            while groups.len() <= *group as usize {
                groups.try_push((0.0, 0.0))?;
            }
            let of_group = &mut groups[*group as usize];
            *of_group = (of_group.0 + difference, of_group.1 + 1.0);
        }
        groups.retain(|(_, count)| *count > 0.0);
        let mut random = Random::new(seed, 0x626f_6f74);
        let mut means = try_with_capacity(RESAMPLINGS)?;
        for _ in 0..RESAMPLINGS {
            interrupts::check();
            let (mut sum, mut count) = (0.0, 0.0);
            for _ in 0..groups.len() {
                let group = groups[random.below(groups.len())];
                sum += group.0;
                count += group.1;
            }
            means.push(sum / f64::max(count, 1.0));
        }
        means.sort_unstable_by(f64::total_cmp);
        // The share of the resamplings below the range, and above it.
        let outside = (RESAMPLINGS as f64 * 0.025) as usize;
        Ok(Difference {
            mean,
            low: means[outside],
            high: means[RESAMPLINGS - 1 - outside],
        })
    }
}

/// Returns the mean of some numbers, 0 of none.
pub fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    sum / f64::max(count, 1.0)
}

/// Returns the standard error of the mean of some numbers.
pub fn standard_error(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = numbers.clone().count().max(1) as f64;
    let middle = mean(numbers.clone());
    let variance = mean(numbers.map(|number| (number - middle) * (number - middle)));
    (variance / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_the_mean_and_shrink_with_pages() {
        let of = |pages: u32, groups: u32| {
            let pages: Vec<(u32, f64)> = (0..pages).map(|page| (page % groups, f64::from(page % 5) / 10.0)).collect();
            Difference::of(&pages, 1).unwrap()
        };
        let (few, many) = (of(10, 10), of(1000, 1000));
        assert!((few.mean - 0.2).abs() < 1e-9 && few.low < 0.2 && 0.2 < few.high);
        assert!(many.high - many.low < (few.high - few.low) / 3.0);
        // Pages of one group are no proof of each other.
        assert!(of(1000, 5).high - of(1000, 5).low > 2.0 * (many.high - many.low));
        assert_eq!(Difference::of(&[], 0).unwrap(), Difference::default());
    }
}
