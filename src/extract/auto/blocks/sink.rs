//! Receivers of the features of a block: their values for the trees, their names for training.

/// The level of a feature that there is only one of, not one for every level.
pub const ONE: usize = usize::MAX;

/// Receives the features of a block, in the same order for every block.
pub trait Sink {
    /// Takes a feature by its name and its level or [`ONE`].
    fn put(&mut self, name: &'static str, level: usize, value: f32);

    /// Takes several features. `name` returns the name and the level of each by its index.
    #[inline]
    fn put_all(
        &mut self,
        name: impl Fn(usize) -> (&'static str, usize),
        values: impl IntoIterator<Item = f32>,
    ) {
        for (index, value) in values.into_iter().enumerate() {
            let (name, level) = name(index);
            self.put(name, level, value);
        }
    }
}

impl Sink for Vec<f32> {
    #[inline]
    fn put(&mut self, _: &'static str, _: usize, value: f32) {
        self.push(value);
    }

    #[inline]
    fn put_all(
        &mut self,
        _: impl Fn(usize) -> (&'static str, usize),
        values: impl IntoIterator<Item = f32>,
    ) {
        self.extend(values);
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
