//! The rows of features, with their labels, that models are fitted to.

use goce_core::learn::fit::bins::Rows;
use goce_core::prelude::*;

/// The most columns: trees refer to them by 16 bits, and one value marks a leaf.
pub const MAX_WIDTH: usize = 65_535;

/// Rows of features with a label and a weight each. Only features that are not 0 are stored, by ascending columns.
#[derive(Clone, Debug, Default)]
pub struct TrainingRows {
    starts: Vec<usize>,
    columns: Vec<u16>,
    values: Vec<f32>,
    labels: Vec<bool>,
    width: usize,
    /// The weights of samples that are not content, and of those that are.
    pub class_weights: [f64; 2],
}

impl TrainingRows {
    /// Returns an empty set of rows of `width` columns, at most [`MAX_WIDTH`].
    pub fn new(width: usize) -> Self {
        TrainingRows {
            starts: vec![0],
            width: width.min(MAX_WIDTH),
            class_weights: [1.0; 2],
            ..TrainingRows::default()
        }
    }

    /// Adds a row. Columns beyond the width are left out.
    pub fn push(&mut self, row: &[(u32, f32)], label: bool) -> Fallible {
        self.starts.try_reserve(1)?;
        self.labels.try_reserve(1)?;
        self.columns.try_reserve(row.len())?;
        self.values.try_reserve(row.len())?;
        for (column, value) in row {
            if (*column as usize) < self.width {
                self.columns.push(*column as u16);
                self.values.push(*value);
            }
        }
        self.starts.push(self.columns.len());
        self.labels.push(label);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.labels.len()
    }

    pub fn label(&self, row: usize) -> bool {
        self.labels[row]
    }

    pub fn weight(&self, row: usize) -> f64 {
        self.class_weights[usize::from(self.labels[row])]
    }

    /// Gives both classes the same total weight (Table 3.1, "cost weight: balanced"). The weight of all rows stays.
    pub fn balance(&mut self) {
        let content = self.labels.iter().filter(|label| **label).count();
        let all = self.labels.len();
        let weight = |count: usize| all as f64 / (2 * count.max(1)) as f64;
        self.class_weights = [weight(all - content), weight(content)];
    }

    /// Divides every column by its greatest absolute value, so that 0 stays 0 (maximum absolute scaling, Table 3.1). Returns
    /// the divisors, 1 for a column of zeros.
    pub fn scale(&mut self) -> Fallible<Vec<f32>> {
        let mut greatest = try_filled(0f32, self.width)?;
        for (column, value) in self.columns.iter().zip(&self.values).checking(CHECK_BYTES) {
            let of_column = &mut greatest[usize::from(*column)];
            *of_column = of_column.max(value.abs());
        }
        for of_column in &mut greatest {
            if *of_column == 0.0 {
                *of_column = 1.0;
            }
        }
        for (column, value) in self.columns.iter().zip(&mut self.values).checking(CHECK_BYTES) {
            *value /= greatest[usize::from(*column)];
        }
        Ok(greatest)
    }
}

impl Rows for TrainingRows {
    fn count(&self) -> usize {
        self.len()
    }

    fn width(&self) -> usize {
        self.width
    }

    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> {
        let range = self.starts[row]..self.starts[row + 1];
        let columns = self.columns[range.clone()].iter();
        columns.zip(&self.values[range]).map(|(column, value)| (usize::from(*column), *value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_and_balance() {
        let mut rows = TrainingRows::new(3);
        rows.push(&[(0, 2.0), (2, 4.0), (9, 1.0)], true).unwrap();
        rows.push(&[(2, 8.0)], false).unwrap();
        rows.push(&[], false).unwrap();
        rows.push(&[], false).unwrap();
        rows.balance();
        assert_eq!(rows.class_weights, [4.0 / 6.0, 2.0]);
        assert_eq!(rows.scale().unwrap(), [2.0, 1.0, 8.0]);
        assert_eq!(rows.row(0).collect::<Vec<_>>(), [(0, 1.0), (2, 0.5)]);
        assert_eq!((rows.len(), rows.row(3).count()), (4, 0));
    }
}
