//! What takes the features of a block: a row takes their values for the trees, a list of strings their names.

use crate::extract::auto::complete_forest::FeatureRow;

/// The level of a feature that has no levels.
pub const ONE: usize = usize::MAX;

/// Takes the features of a block, in the same order for every block.
pub trait FeatureWriter {
    /// Takes a feature by its name and its level or [`ONE`].
    fn put(&mut self, name: &'static str, level: usize, value: f32);

    /// Takes several features. `name` returns the name and the level of each by its index.
    fn put_all(&mut self, name: impl Fn(usize) -> (&'static str, usize), values: &[f32]);
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
    fn put(&mut self, _: &'static str, _: usize, value: f32) {
        // A test sees to it that there is a place for every feature.
        if let Some(place) = self.row.get_mut(self.at) {
            *place = value;
        }
        self.at += 1;
    }

    #[inline]
    fn put_all(&mut self, _: impl Fn(usize) -> (&'static str, usize), values: &[f32]) {
        let end = self.at + values.len();
        if let Some(places) = self.row.get_mut(self.at..end) {
            places.copy_from_slice(values);
        }
        self.at = end;
    }
}

impl FeatureWriter for Vec<String> {
    fn put(&mut self, name: &'static str, level: usize, _: f32) {
        self.push(if level == ONE {
            name.to_owned()
        } else {
            format!("{name}_{level}")
        });
    }

    fn put_all(&mut self, name: impl Fn(usize) -> (&'static str, usize), values: &[f32]) {
        for (index, value) in values.iter().enumerate() {
            let (name, level) = name(index);
            self.put(name, level, *value);
        }
    }
}
