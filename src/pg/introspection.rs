//! What is installed: `goce_version` and `goce_models_builtin`.

use pgrx::prelude::*;
use sha2::{Digest, Sha256};

use super::Text;
use crate::genre::{markup, svm};

/// A model whose weights are part of the library.
struct BuiltinModel {
    name: &'static str,
    kind: &'static str,
    version: &'static str,
    trained_on: &'static str,
    weights: &'static [u8],
}

const TRAINED_ON: &str = "WCXB development split, 1,358 pages (Murrough Foley, 2026, CC-BY-4.0)";

const MODELS: [BuiltinModel; 2] = [
    BuiltinModel {
        name: "genre-markup",
        kind: "boosted trees over page features",
        version: "1",
        trained_on: TRAINED_ON,
        weights: markup::WEIGHTS,
    },
    BuiltinModel {
        name: "genre-svm",
        kind: "support vector machine over 11 page features",
        version: "1",
        trained_on: TRAINED_ON,
        weights: svm::WEIGHTS,
    },
];

#[pg_extern(immutable, parallel_safe)]
fn goce_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

#[pg_extern(immutable, parallel_safe)]
#[allow(clippy::type_complexity)]
fn goce_models_builtin() -> TableIterator<
    'static,
    (
        name!(name, Text),
        name!(kind, Text),
        name!(version, Text),
        name!(sha256, Text),
        name!(trained_on, Text),
    ),
> {
    TableIterator::new(MODELS.iter().map(|model| {
        let digest = Sha256::digest(model.weights);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        (
            Text::from(model.name),
            Text::from(model.kind),
            Text::from(model.version),
            Text::from(hex),
            Text::from(model.trained_on),
        )
    }))
}
