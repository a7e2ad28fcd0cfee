//! The options of a training, by their names in SQL.

use serde_json::{Map, Value, json};

use crate::learnhtml::features::Samples;
use crate::learnhtml::features::terms::{Grams, MAX_SIZE};
use crate::learnhtml::models::{
    Activation, Descent, Growth, LinearFit, Loss, MAX_DEPTH, MAX_LAYERS, MAX_TREES, MAX_UNITS, MaxFeatures,
};

/// The kinds of models (Table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    Logistic,
    /// A linear support vector machine.
    Svm,
    Tree,
    Forest,
    Ann,
}

/// A name that no kind of model has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown model \"{0}\"")]
pub struct UnknownModelKind(pub String);

impl ModelKind {
    pub const ALL: [ModelKind; 5] = [
        ModelKind::Logistic,
        ModelKind::Svm,
        ModelKind::Tree,
        ModelKind::Forest,
        ModelKind::Ann,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ModelKind::Logistic => "logistic",
            ModelKind::Svm => "svm",
            ModelKind::Tree => "tree",
            ModelKind::Forest => "forest",
            ModelKind::Ann => "ann",
        }
    }
}

impl std::str::FromStr for ModelKind {
    type Err = UnknownModelKind;

    fn from_str(name: &str) -> Result<Self, UnknownModelKind> {
        let mut kinds = ModelKind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name() == name);
        kind.ok_or_else(|| UnknownModelKind(name.to_owned()))
    }
}

/// Why options are refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OptionError {
    #[error("options must be a JSON object")]
    NotAnObject,
    #[error("options hold a number that is out of range")]
    OutOfRange,
    #[error("unknown option \"{name}\" for model \"{kind}\"")]
    Unknown {
        name: String,
        kind: &'static str,
        valid: Vec<&'static str>,
    },
    #[error("invalid value for option \"{name}\"")]
    Value {
        name: &'static str,
        value: Value,
        /// The values that are allowed, in words.
        expected: String,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum ModelOptions {
    /// Of logistic regression and of the support vector machine.
    Linear(LinearFit),
    /// Of a tree or a forest.
    Trees(Growth),
    Network(Descent),
}

/// All options of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainOptions {
    pub kind: ModelKind,
    pub samples: Samples,
    pub numeric: bool,
    /// The terms, if textual features are used.
    pub grams: Option<Grams>,
    /// Terms are weighed by idf.
    pub idf: bool,
    /// The share of features that is kept, by χ².
    pub features_kept: f64,
    /// Both classes have the same weight.
    pub balanced: bool,
    /// An element is content if more than this share of its words is in the gold text.
    pub label_share: f64,
    /// The number of folds of the cross-validation, 0 for none.
    pub folds: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The most samples that are kept for training.
    pub max_samples: usize,
    pub model: ModelOptions,
    /// All options by name, with the defaults of those that were left out.
    pub resolved: Map<String, Value>,
}

impl TrainOptions {
    /// Reads the options of a kind of model.
    pub fn parse(kind: ModelKind, options: &Value) -> Result<TrainOptions, OptionError> {
        let mut read = OptionReader::new(options)?;
        let features = read.choice(
            "features",
            &[
                ("both", (true, true)),
                ("numeric", (true, false)),
                ("text", (false, true)),
            ],
        )?;
        let size = read.whole("ngram_size", 1, 1, u64::from(MAX_SIZE))? as u8;
        let characters = read.choice("ngram_level", &[("word", false), ("character", true)])?;
        let seed = read.whole("seed", 0, 0, i64::MAX as u64)?;
        let mut options = TrainOptions {
            kind,
            samples: read.choice("samples", &[("blocks", Samples::Blocks), ("tags", Samples::Tags)])?,
            numeric: features.0,
            grams: features.1.then_some(Grams { size, characters }),
            idf: read.flag("idf", true)?,
            features_kept: read.number("features_kept", 1.0, 0.001, 1.0)?,
            balanced: read.choice("class_weight", &[("balanced", true), ("normal", false)])?,
            label_share: read.number("label_share", 0.1, 0.0, 1.0)?,
            folds: read.folds()?,
            seed,
            max_samples: read.whole("max_samples", 200_000, 100, 1_000_000)? as usize,
            model: read.model_options(kind, seed)?,
            resolved: Map::new(),
        };
        options.resolved = read.end(kind.name())?;
        Ok(options)
    }
}

/// Options that are being read, each once and by its name.
#[derive(Debug)]
pub struct OptionReader<'a> {
    given: &'a Map<String, Value>,
    resolved: Map<String, Value>,
    names: Vec<&'static str>,
}

impl<'a> OptionReader<'a> {
    /// Begins to read options.
    ///
    /// # Errors
    /// [`OptionError::NotAnObject`].
    pub fn new(options: &'a Value) -> Result<Self, OptionError> {
        let given = options.as_object().ok_or(OptionError::NotAnObject)?;
        Ok(OptionReader {
            given,
            resolved: Map::new(),
            names: Vec::new(),
        })
    }

    /// Ends: returns all options by name, with the defaults of those that were left out.
    ///
    /// # Errors
    /// [`OptionError::Unknown`] if options are given that were not read.
    pub fn end(self, kind: &'static str) -> Result<Map<String, Value>, OptionError> {
        match self.given.keys().find(|name| !self.names.contains(&name.as_str())) {
            None => Ok(self.resolved),
            Some(name) => Err(OptionError::Unknown {
                name: name.clone(),
                kind,
                valid: self.names,
            }),
        }
    }

    /// Reads the number of folds of a cross-validation: 0 for none, or 2 and more.
    pub fn folds(&mut self) -> Result<usize, OptionError> {
        let expected = "0 or a whole number from 2 to 20".to_owned();
        Ok(self.whole_as("folds", 5, expected, |folds| matches!(folds, 0 | 2..=20))? as usize)
    }

    /// Returns the given value, or the default, if it passes.
    fn read<T>(
        &mut self,
        name: &'static str,
        default: Value,
        expected: String,
        pass: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, OptionError> {
        self.names.push(name);
        let value = self.given.get(name).unwrap_or(&default);
        let Some(passed) = pass(value) else {
            return Err(OptionError::Value {
                name,
                value: value.clone(),
                expected,
            });
        };
        self.resolved.insert(name.to_owned(), value.clone());
        Ok(passed)
    }

    /// Reads a whole number within bounds.
    pub fn whole(&mut self, name: &'static str, default: u64, least: u64, most: u64) -> Result<u64, OptionError> {
        let expected = format!("a whole number from {least} to {most}");
        self.whole_as(name, default, expected, |value| (least..=most).contains(value))
    }

    fn whole_as(
        &mut self,
        name: &'static str,
        default: u64,
        expected: String,
        pass: impl Fn(&u64) -> bool,
    ) -> Result<u64, OptionError> {
        // 5.0 is whole too: JSON has one type of numbers.
        let whole = |value: &Value| {
            let number = value.as_f64().filter(|number| number.fract() == 0.0);
            value.as_u64().or(number.filter(|n| (0.0..9e15).contains(n)).map(|n| n as u64))
        };
        let value = self.read(name, json!(default), expected, |value| whole(value).filter(&pass))?;
        self.resolved.insert(name.to_owned(), json!(value));
        Ok(value)
    }

    fn number(&mut self, name: &'static str, default: f64, least: f64, most: f64) -> Result<f64, OptionError> {
        let expected = format!("a number from {least} to {most}");
        self.read(name, json!(default), expected, |value| {
            value.as_f64().filter(|value| (least..=most).contains(value))
        })
    }

    pub fn flag(&mut self, name: &'static str, default: bool) -> Result<bool, OptionError> {
        self.read(name, json!(default), "true or false".to_owned(), Value::as_bool)
    }

    /// Reads one of several names. The first is the default.
    fn choice<T: Copy>(&mut self, name: &'static str, choices: &[(&str, T)]) -> Result<T, OptionError> {
        let names: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let default = choices.first().map_or(Value::Null, |(name, _)| json!(name));
        self.read(name, default, names.join(" or "), |value| {
            let found = choices.iter().find(|(name, _)| value.as_str() == Some(name));
            found.map(|(_, choice)| *choice)
        })
    }

    fn model_options(&mut self, kind: ModelKind, seed: u64) -> Result<ModelOptions, OptionError> {
        Ok(match kind {
            ModelKind::Logistic | ModelKind::Svm => ModelOptions::Linear(LinearFit {
                loss: match kind {
                    ModelKind::Svm => Loss::SquaredHinge,
                    _ => Loss::Logistic,
                },
                c: self.number("c", 1.0, 1e-6, 1e6)?,
                iterations: self.whole("iterations", 100, 1, 10_000)? as usize,
            }),
            ModelKind::Tree | ModelKind::Forest => {
                let is_forest = kind == ModelKind::Forest;
                let mut features = [
                    ("sqrt", MaxFeatures::Sqrt),
                    ("log2", MaxFeatures::Log2),
                    ("all", MaxFeatures::All),
                ];
                if !is_forest {
                    // One tree has no others to differ from.
                    features.rotate_right(1);
                }
                ModelOptions::Trees(Growth {
                    trees: if is_forest {
                        self.whole("trees", 50, 1, MAX_TREES as u64)? as usize
                    } else {
                        1
                    },
                    depth: self.whole("depth", 20, 1, MAX_DEPTH as u64)? as usize,
                    min_leaf: self.whole("min_leaf", 5, 1, 1_000_000)? as usize,
                    max_features: self.choice("max_features", &features)?,
                    seed,
                })
            }
            ModelKind::Ann => ModelOptions::Network(Descent {
                hidden: self.hidden()?,
                activation: self.choice(
                    "activation",
                    &[
                        ("relu", Activation::Relu),
                        ("selu", Activation::Selu),
                        ("sigmoid", Activation::Sigmoid),
                        ("tanh", Activation::Tanh),
                    ],
                )?,
                learning_rate: self.number("learning_rate", 0.001, 1e-6, 1.0)? as f32,
                dropout: self.number("dropout", 0.2, 0.0, 0.9)? as f32,
                epochs: self.whole("epochs", 10, 1, 1000)? as usize,
                batch: self.whole("batch", 64, 1, 65_536)? as usize,
                seed,
            }),
        })
    }

    fn hidden(&mut self) -> Result<Vec<usize>, OptionError> {
        let expected = format!("an array of 1 to {MAX_LAYERS} whole numbers from 1 to {MAX_UNITS}");
        self.read("hidden", json!([64]), expected, |value| {
            let sizes: Option<Vec<usize>> = value
                .as_array()?
                .iter()
                .map(|size| {
                    let size = usize::try_from(size.as_u64()?).ok()?;
                    (1..=MAX_UNITS).contains(&size).then_some(size)
                })
                .collect();
            sizes.filter(|sizes| (1..=MAX_LAYERS).contains(&sizes.len()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cases;

    #[test]
    fn defaults_and_values() {
        let forest = TrainOptions::parse(ModelKind::Forest, &json!({})).unwrap();
        assert_eq!(forest.label_share, 0.1);
        assert_eq!(forest.resolved["trees"], json!(50));
        let again = TrainOptions::parse(ModelKind::Forest, &Value::Object(forest.resolved.clone())).unwrap();
        assert_eq!(again, forest);
        let given = json!({"features": "text", "ngram_size": 3.0, "ngram_level": "character", "hidden": [8, 4]});
        let ann = TrainOptions::parse(ModelKind::Ann, &given).unwrap();
        let grams = Grams {
            size: 3,
            characters: true,
        };
        assert_eq!((ann.numeric, ann.grams), (false, Some(grams)));
        assert!(matches!(ann.model, ModelOptions::Network(descent) if descent.hidden == [8, 4]));
    }

    #[test]
    fn unknown_options_are_refused_with_the_valid_ones() {
        for (kind, name) in [
            (ModelKind::Forest, "hidden"),
            (ModelKind::Ann, "trees"),
            (ModelKind::Svm, "penalty"),
            (ModelKind::Tree, "trees"),
        ] {
            let error = TrainOptions::parse(kind, &json!({name: 1})).unwrap_err();
            let OptionError::Unknown { valid, .. } = error else {
                panic!("{error}");
            };
            assert!(valid.contains(&"seed") && !valid.contains(&name));
        }
    }

    #[test]
    fn values_are_checked() {
        for [options] in cases(
            r#"
            {"folds": 1}
            {"folds": -1}
            {"seed": 1.5}
            {"features": "all"}
            {"idf": "yes"}
            {"features_kept": 0}
            {"label_share": 2}
            {"dropout": 1}
            {"hidden": []}
            {"hidden": [0]}
            {"hidden": [5000]}
            {"hidden": 64}
            {"batch": null}"#,
        ) {
            let given = serde_json::from_str(options).unwrap();
            let error = TrainOptions::parse(ModelKind::Ann, &given).unwrap_err();
            assert!(matches!(error, OptionError::Value { .. }), "{options}");
        }
        assert_eq!(TrainOptions::parse(ModelKind::Ann, &json!([])), Err(OptionError::NotAnObject));
    }
}
