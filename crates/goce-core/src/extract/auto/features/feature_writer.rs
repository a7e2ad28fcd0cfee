//! Receivers of the features of a block: their values for the trees, their names for training.

use crate::extract::auto::complete_forest::Row;

/// The level of a feature that there is only one of, not one for every level.
pub const ONE: usize = usize::MAX;

/// Receives the features of a block, in the same order for every block.
pub trait Sink {
    /// Takes a feature by its name and its level or [`ONE`].
    fn put(&mut self, name: &'static str, level: usize, value: f32);

    /// Takes several features. `name` returns the name and the level of each by its index.
    #[inline]
    fn put_all(&mut self, name: impl Fn(usize) -> (&'static str, usize), values: impl IntoIterator<Item = f32>) {
        for (index, value) in values.into_iter().enumerate() {
            let (name, level) = name(index);
            self.put(name, level, value);
        }
    }
}

/// A row that is filled from a place on.
#[derive(Debug)]
pub struct Filler<'r> {
    row: &'r mut Row,
    at: usize,
}

impl<'r> Filler<'r> {
    /// Fills a row from a place on.
    pub fn new(row: &'r mut Row, at: usize) -> Self {
        Filler { row, at }
    }

    /// Returns the place of the next feature.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl Sink for Filler<'_> {
    #[inline]
    fn put(&mut self, _: &'static str, _: usize, value: f32) {
        // A test sees to it that there is a place for every feature.
        if let Some(place) = self.row.get_mut(self.at) {
            *place = value;
        }
        self.at += 1;
    }
}

impl Sink for Vec<String> {
    fn put(&mut self, name: &'static str, level: usize, _: f32) {
        self.push(if level == ONE {
            name.to_owned()
        } else {
            format!("{name}_{level}")
        });
    }
}
