//! What takes the features of a block: a row takes their values for the trees, a list of strings their names.

use crate::extract::auto::complete_forest::FeatureRow;

/// The level of a feature that has no levels.
pub const ONE: usize = usize::MAX;

/// Takes the features of a block, in the same order for every block.
pub trait FeatureWriter {
    /// Takes several features. `name` returns the name of each and its level or [`ONE`] by its index.
    fn put_all(&mut self, name: impl Fn(usize) -> (&'static str, usize), values: &[f32]);

    /// Takes features without levels, each by its name.
    #[inline]
    fn put<const N: usize>(&mut self, features: [(&'static str, f32); N]) {
        self.put_all(|index| (features[index].0, ONE), &features.map(|(_, value)| value));
    }
}

/// A row that is filled from a place on.
#[derive(Debug)]
pub struct RowWriter<'r> {
    row: &'r mut FeatureRow,
    at: usize,
}

impl<'r> RowWriter<'r> {
    /// Fills a row from a place on.
    pub fn new(row: &'r mut FeatureRow, at: usize) -> Self {
        RowWriter { row, at }
    }

    /// Returns the place of the next feature.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl FeatureWriter for RowWriter<'_> {
    #[inline]
    fn put_all(&mut self, _: impl Fn(usize) -> (&'static str, usize), values: &[f32]) {
        let end = self.at + values.len();
        // A test sees to it that there is a place for every feature.
        if let Some(places) = self.row.get_mut(self.at..end) {
            places.copy_from_slice(values);
        }
        self.at = end;
    }
}

impl FeatureWriter for Vec<String> {
    fn put_all(&mut self, name: impl Fn(usize) -> (&'static str, usize), values: &[f32]) {
        self.extend((0..values.len()).map(|index| match name(index) {
            (name, ONE) => name.to_owned(),
            (name, level) => format!("{name}_{level}"),
        }));
    }
}
