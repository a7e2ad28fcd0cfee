//! The file of the trained model.

use once_cell::sync::OnceCell;

use super::features::{Tables, feature_names};
use super::forests::Forests;
use crate::extract::ExtractError;
use crate::genre::markup::features::names as page_feature_names;
use crate::learn::forest::hash_of_names;
use crate::learn::reader::Reader;
use crate::prelude::*;

/// The file of the trained model, part of the library.
pub static WEIGHTS: &[u8] = include_bytes!("../../../../../models/auto/auto.bin");

/// A trained model. Its file has the hash of the features' names ([`features_hash`], u32, little-endian); [`Tables`]; two
/// [forests](Forests) of one class over the features of pages and of their blocks; and the calibration of the expected F1: the
/// number of its points (u8), and for each the expected F1 and the true one of such pages (f32, ascending).
#[derive(Debug)]
pub struct Model {
    /// What is known of names and words.
    pub tables: Tables,
    pub forests: Forests,
    /// Between these points the F1 is interpolated.
    calibration: Vec<[f32; 2]>,
}

impl Model {
    /// Returns the model of [`WEIGHTS`], which is read at the first call. A test shows that it fails for want of memory only.
    pub fn built_in() -> Result<&'static Model, ExtractError> {
        static MODEL: OnceCell<Model> = OnceCell::new();
        MODEL.get_or_try_init(|| Model::read(WEIGHTS))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`ExtractError::Model`] if the bytes are not one; [`ExtractError::Features`] if it was trained on other features;
    /// [`ExtractError::OutOfMemory`].
    pub fn read(bytes: &[u8]) -> Result<Model, ExtractError> {
        // Numbers become larger while they are read, and vectors double: tests/memory.rs measures it.
        ask_for(16 * bytes.len())?;
        let mut bytes = Reader::new(bytes);
        let hash = bytes.u32().ok_or(ExtractError::Model("auto"))?;
        if hash != features_hash()? {
            return Err(ExtractError::Features("auto"));
        }
        Model::read_parts(bytes).ok_or(ExtractError::Model("auto"))
    }

    fn read_parts(mut bytes: Reader<'_>) -> Option<Model> {
        let model = Model {
            tables: Tables::read(&mut bytes)?,
            forests: Forests::read(&mut bytes)?,
            calibration: (0..bytes.u8()?).map(|_| Some([bytes.f32()?, bytes.f32()?])).collect::<Option<_>>()?,
        };
        let ascending = model.calibration.is_sorted_by(|a, b| a[0] < b[0]);
        (bytes.is_at_end() && ascending).then_some(model)
    }

    /// Returns the F1, in \[0, 1\], that pages with this expected F1 have reached.
    pub fn confidence(&self, expected_f1: f32) -> f32 {
        let points = &self.calibration;
        let above = points.partition_point(|point| point[0] < expected_f1);
        let below = above.checked_sub(1).and_then(|below| points.get(below));
        let interpolated = match (below, points.get(above)) {
            (Some([x, y]), Some([to_x, to_y])) => y + (to_y - y) * (expected_f1 - x) / (to_x - x),
            (Some([_, y]), None) | (None, Some([_, y])) => *y,
            (None, None) => expected_f1,
        };
        interpolated.clamp(0.0, 1.0)
    }
}

/// Returns the hash of the names of all features, in their order: the features of a page's markup, then those of a block.
pub fn features_hash() -> Fallible<u32> {
    // A model is a part of the library and read once: an interrupt would leave it to be read again.
    interrupts::uninterrupted(|| {
        let of_page = page_feature_names()?.into_iter().map(str::to_owned);
        let names: Vec<String> = of_page.chain(feature_names()?).collect();
        Ok(hash_of_names(&names))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_of_other_features_is_refused() {
        Model::read(WEIGHTS).unwrap();
        let mut other = WEIGHTS.to_vec();
        other[0] ^= 1;
        assert_eq!(Model::read(&other).unwrap_err(), ExtractError::Features("auto"));
        for length in [0, 3, 4, WEIGHTS.len() - 1] {
            let cut = Model::read(&WEIGHTS[..length]);
            assert_eq!(cut.unwrap_err(), ExtractError::Model("auto"), "{length}");
        }
    }
}
