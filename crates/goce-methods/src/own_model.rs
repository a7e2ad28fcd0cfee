//! Models of one's own: a correction of `auto`, or a classifier of LearnHTML.

use serde_json::{Map, Value};

use crate::heed_comments;
use goce_core::extract::auto::correction::{Correction, Training, is_correction};
use goce_core::extract::{ExtractError, Options, Selection, auto};
use goce_core::learn::sealed::TrainedModelError;
use goce_core::page::Page;
use goce_papers::learnhtml::training::{ModelKind, OptionError, OptionReader, UnknownModelKind};
use goce_papers::learnhtml::{self, TrainedModel};

/// A model that `goce_train` made.
#[derive(Clone, Debug)]
pub enum OwnModel {
    Correction(Correction),
    Elements(TrainedModel),
}

impl OwnModel {
    /// Reads a model, in time and memory that are linear in its bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, TrainedModelError> {
        Ok(if is_correction(bytes) {
            OwnModel::Correction(Correction::read(bytes)?)
        } else {
            OwnModel::Elements(TrainedModel::read(bytes)?)
        })
    }

    /// Returns the memory that the model takes, in bytes.
    pub fn memory(&self) -> usize {
        match self {
            OwnModel::Correction(correction) => correction.memory(),
            OwnModel::Elements(model) => model.memory(),
        }
    }

    /// Selects the content of a page, with or without its comments if the options say so.
    ///
    /// # Errors
    /// [`ExtractError`].
    pub fn select(&self, page: &Page, options: &Options<'_>) -> Result<Selection, ExtractError> {
        let selection = match self {
            OwnModel::Correction(correction) => auto::select_corrected(page, options, correction)?,
            OwnModel::Elements(model) => learnhtml::by_model(page, model)?,
        };
        Ok(heed_comments(page, options.comments, selection)?)
    }

    /// Returns `true` if [`OwnModel::select`] heeds genre, focus and site, as `auto` does.
    pub fn heeds_focus(&self) -> bool {
        matches!(self, OwnModel::Correction(_))
    }

    /// Returns what is known of its making.
    pub fn description(&self) -> &Map<String, Value> {
        match self {
            OwnModel::Correction(correction) => &correction.description,
            OwnModel::Elements(model) => model.description(),
        }
    }
}

/// The kinds of models that `goce_train` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnKind {
    /// A correction of `auto`.
    Auto,
    Elements(ModelKind),
}

impl OwnKind {
    /// Returns the names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ["auto"].into_iter().chain(ModelKind::ALL.map(ModelKind::name))
    }
}

impl std::str::FromStr for OwnKind {
    type Err = UnknownModelKind;

    fn from_str(name: &str) -> Result<Self, UnknownModelKind> {
        match name {
            "auto" => Ok(OwnKind::Auto),
            _ => name.parse().map(OwnKind::Elements),
        }
    }
}

/// Reads the options of the training of a correction. Returns them, and all by name, with the defaults of those that were
/// left out.
///
/// # Errors
/// [`OptionError`].
pub fn correction_options(options: &Value) -> Result<(Training, Map<String, Value>), OptionError> {
    let mut read = OptionReader::new(options)?;
    let training = Training {
        folds: read.folds()?,
        seed: read.whole("seed", 0, 0, i64::MAX as u64)?,
        max_samples: read.whole("max_samples", 100_000, 100, 1_000_000)? as usize,
        other_sites: read.flag("other_sites", false)?,
    };
    Ok((training, read.end("auto")?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn kinds_have_names() {
        for name in OwnKind::names() {
            assert!(name.parse::<OwnKind>().is_ok(), "{name}");
        }
        assert_eq!("auto".parse(), Ok(OwnKind::Auto));
        assert_eq!("".parse::<OwnKind>(), Err(UnknownModelKind(String::new())));
    }

    #[test]
    fn options_of_corrections() {
        let (training, all) = correction_options(&json!({"folds": 3})).unwrap();
        assert_eq!((training.folds, training.seed), (3, 0));
        assert_eq!(Value::Object(all), json!({"folds": 3, "seed": 0, "max_samples": 100_000, "other_sites": false}));
        assert!(matches!(correction_options(&json!({"trees": 3})), Err(OptionError::Unknown { kind: "auto", .. })));
        for folds in [json!(1), json!(21), json!("5")] {
            let refused = correction_options(&json!({"folds": folds}));
            let Err(OptionError::Value {
                name: "folds",
                expected,
                ..
            }) = refused
            else {
                panic!("{folds}")
            };
            assert_eq!(expected, "0 or a whole number from 2 to 20");
        }
        assert!(matches!(correction_options(&json!([])), Err(OptionError::NotAnObject)));
    }

    #[test]
    fn kinds_are_told_apart_by_their_bytes() {
        let bytes = Correction::default().write().unwrap();
        assert!(matches!(OwnModel::read(&bytes), Ok(OwnModel::Correction(_))));
        assert_eq!(OwnModel::read(b"goce").unwrap_err(), TrainedModelError::NotAModel);
        assert_eq!(OwnModel::read(&bytes[..20]).unwrap_err(), TrainedModelError::Damaged);
        // A correction of nothing leaves every page as it is.
        let page = Page::parse("<p>Ice and snow", &Default::default()).unwrap();
        let none = auto::select_corrected(&page, &Options::default(), &Correction::default());
        assert_eq!(none.unwrap(), auto::select(&page, &Options::default()).unwrap());
    }
}
