//! Features in bins: each value by the number of its feature's thresholds below it.

use crate::prelude::*;

/// The most bins of a feature.
pub const MOST_BINS: usize = 128;

/// Rows of features.
pub trait Rows {
    /// Returns the number of rows.
    fn count(&self) -> usize;

    /// Returns the number of features.
    fn width(&self) -> usize;

    /// Returns the features of a row, ascending, and their values. Those left out are 0.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)>;
}

/// Rows that hold each feature, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct DenseRows<'v> {
    pub values: &'v [f32],
    pub width: usize,
}

impl Rows for DenseRows<'_> {
    fn count(&self) -> usize {
        self.values.len() / self.width.max(1)
    }

    fn width(&self) -> usize {
        self.width
    }

    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> {
        self.values[row * self.width..][..self.width].iter().copied().enumerate()
    }
}

/// The features of rows in bins, feature by feature.
#[derive(Debug)]
pub struct Bins {
    /// The thresholds of each feature, in ascending order.
    pub thresholds: Vec<Vec<f32>>,
    bins: Vec<u8>,
    /// The number of rows.
    pub rows: usize,
}

impl Bins {
    /// Bins rows. `thresholds` returns those of a feature, at most [`MOST_BINS`] - 1, given its values in ascending order and
    /// the number of zeros that are not among them. It gets the values of every `step`th row.
    pub fn new(
        rows: &impl Rows,
        step: usize,
        thresholds: impl Fn(&[f32], usize) -> Fallible<Vec<f32>>,
    ) -> Fallible<Bins> {
        let (count, width) = (rows.count(), rows.width());
        let mut values = Columns::new(rows, step)?;
        let mut all: Vec<Vec<f32>> = try_with_capacity(width)?;
        for feature in 0..width {
            interrupts::check();
            let of_feature = values.column(feature);
            // A million values at most, as many as there can be samples: that takes some tens of milliseconds.
            of_feature.sort_unstable_by(f32::total_cmp);
            interrupts::check();
            let zeros = count.div_ceil(step) - of_feature.len();
            all.push(thresholds(of_feature, zeros)?);
        }
        drop(values);
        let mut bins = try_with_capacity(count * width)?;
        for of_feature in &all {
            bins.resize(bins.len() + count, bin(of_feature, 0.0));
            interrupts::check();
        }
        for row in (0..count).checking(CHECK_EVERY) {
            for (feature, value) in rows.row(row) {
                bins[feature * count + row] = bin(&all[feature], value);
            }
        }
        Ok(Bins {
            thresholds: all,
            bins,
            rows: count,
        })
    }

    /// Returns the bins of a feature, row by row.
    pub fn column(&self, feature: usize) -> &[u8] {
        &self.bins[feature * self.rows..][..self.rows]
    }

    /// Returns what says if a row's value of a feature is above a number: one of its thresholds, or more than all of them.
    pub fn above(&self, feature: usize, threshold: f32) -> impl Fn(u32) -> bool {
        let (column, bin) = (self.column(feature), bin(&self.thresholds[feature], threshold));
        move |row| column[row as usize] > bin
    }

    /// Gives the memory of the bins back, and returns the thresholds.
    pub fn into_thresholds(self) -> Vec<Vec<f32>> {
        self.thresholds
    }
}

fn bin(thresholds: &[f32], value: f32) -> u8 {
    thresholds.partition_point(|threshold| *threshold < value) as u8
}

/// The values of features, without those that rows leave out.
struct Columns {
    /// Where each feature's values start, and the end of the last.
    starts: Vec<usize>,
    values: Vec<f32>,
}

impl Columns {
    /// Returns the values of every `step`th row.
    fn new(rows: &impl Rows, step: usize) -> Fallible<Self> {
        let width = rows.width();
        let taken = || (0..rows.count()).step_by(step).checking(CHECK_EVERY);
        let mut starts = try_filled(0usize, width + 1)?;
        for row in taken() {
            for (feature, _) in rows.row(row) {
                starts[feature + 1] += 1;
            }
        }
        for feature in 0..width {
            starts[feature + 1] += starts[feature];
        }
        let mut values = try_with_capacity(starts[width])?;
        while values.len() < starts[width] {
            interrupts::check();
            values.resize(starts[width].min(values.len() + CHECK_BYTES), 0f32);
        }
        let mut next: Vec<usize> = try_collect(starts.iter().copied())?;
        for row in taken() {
            for (feature, value) in rows.row(row) {
                values[next[feature]] = value;
                next[feature] += 1;
            }
        }
        Ok(Columns { starts, values })
    }

    fn column(&mut self, feature: usize) -> &mut [f32] {
        &mut self.values[self.starts[feature]..self.starts[feature + 1]]
    }
}

/// Returns thresholds that are values themselves: those at `most` quantiles of ascending values.
pub fn at_quantiles(values: &[f32], most: usize) -> Fallible<Vec<f32>> {
    let mut thresholds: Vec<f32> = Vec::new();
    for threshold in 1..=most {
        let value = values.get(threshold * values.len() / (most + 1)).copied();
        // The greatest value parts nothing.
        if let Some(value) = value.filter(|value| Some(value) < values.last())
            && thresholds.last() != Some(&value)
        {
            thresholds.try_push(value)?;
        }
    }
    Ok(thresholds)
}

/// Returns thresholds midway between neighbours among ascending values, none of them 0, and a number of zeros; midway
/// between quantiles if there are more than [`MOST_BINS`] values.
pub fn midway(values: &[f32], zeros: usize) -> Fallible<Vec<f32>> {
    // Distinct values, and the number of each.
    let mut distinct: Vec<(f32, usize)> = Vec::new();
    let below = values.partition_point(|value| *value < 0.0);
    for part in [&values[..below], &vec![0.0; zeros.min(1)], &values[below..]] {
        for of_value in part.chunk_by(|a, b| a == b) {
            distinct.try_push((of_value[0], of_value.len()))?;
        }
    }
    if let Some((_, count)) = distinct.iter_mut().find(|(value, _)| *value == 0.0) {
        *count = zeros;
    }
    let mut left: usize = values.len() + zeros;
    let mut bins_left = MOST_BINS;
    let mut in_bin = 0;
    let mut thresholds: Vec<f32> = Vec::new();
    let all_fit = distinct.len() <= MOST_BINS;
    for pair in distinct.windows(2) {
        let ((value, count), (next, _)) = (pair[0], pair[1]);
        in_bin += count;
        if bins_left > 1 && (all_fit || in_bin * bins_left >= left) {
            let middle = value + (next - value) / 2.0;
            // There is no number between two neighbouring floats.
            let middle = if middle < next { middle } else { value };
            if thresholds.last().is_none_or(|last| *last < middle) {
                thresholds.push(middle);
            }
            left -= in_bin;
            bins_left -= 1;
            in_bin = 0;
        }
    }
    Ok(thresholds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_lie_between_values() {
        let midway = |values: &[f32], zeros| midway(values, zeros).unwrap();
        assert_eq!(midway(&[1.0, 1.0, 3.0], 0), [2.0]);
        assert_eq!(midway(&[-1.0, 1.0], 5), [-0.5, 0.5]);
        assert_eq!(midway(&[2.0], 1), [1.0]);
        assert!(midway(&[2.0, 2.0], 0).is_empty());
        assert!(midway(&[], 7).is_empty());
        let many: Vec<f32> = (1..=10_000).map(|value| value as f32).collect();
        let thresholds = midway(&many, 10_000);
        assert!(thresholds.len() < MOST_BINS && thresholds.len() > MOST_BINS / 3, "{}", thresholds.len());
        assert_eq!(thresholds[0], 0.5);
        assert!(thresholds.is_sorted());
    }

    #[test]
    fn thresholds_at_quantiles_part_values() {
        assert_eq!(at_quantiles(&[1.0, 2.0, 3.0, 4.0], 3).unwrap(), [2.0, 3.0]);
        assert!(at_quantiles(&[1.0, 1.0], 3).unwrap().is_empty());
        assert!(at_quantiles(&[], 3).unwrap().is_empty());
    }

    #[test]
    fn values_are_counted_by_thresholds_below() {
        let rows = DenseRows {
            values: &[1.0, 5.0, 2.0, 5.0, 3.0, 5.0],
            width: 2,
        };
        let bins = Bins::new(&rows, 1, |values, zeros| {
            assert_eq!(zeros, 0);
            midway(values, zeros)
        });
        let bins = bins.unwrap();
        assert_eq!(bins.thresholds, [vec![1.5, 2.5], vec![]]);
        assert_eq!((bins.column(0), bins.column(1)), (&[0, 1, 2][..], &[0, 0, 0][..]));
        assert_eq!([0, 1, 2].map(bins.above(0, 1.5)), [false, true, true]);
        assert!(!bins.above(0, f32::MAX)(2));
        // Every second row.
        let some = Bins::new(&rows, 2, |values, _| at_quantiles(values, 1)).unwrap();
        assert!(some.thresholds[0].is_empty() && some.rows == 3);
    }
}
