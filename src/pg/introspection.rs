//! The library and the models in use: `goce_version`, `goce_models_builtin`, `goce_genre_model`.

use pgrx::prelude::*;

use super::Text;
use super::error::{Result, internal};
use super::model;
use super::model_file::sha256;
use crate::extract::{auto, learnhtml, web2text};
use crate::genre::network::{self, ModelError, Network};
use crate::genre::{markup, svm};

/// A model that is part of the library: its name, its kind and its weights.
type BuiltinModel = (&'static str, &'static str, &'static [u8]);

const MODELS: [BuiltinModel; 6] = [
    (
        "auto",
        "boosted trees over features of blocks and page",
        auto::WEIGHTS,
    ),
    (
        "genre-markup",
        "boosted trees over page features",
        markup::WEIGHTS,
    ),
    (
        "genre-screenshot",
        "convolutional network over a screenshot",
        network::BUILT_IN,
    ),
    (
        "genre-svm",
        "support vector machine over 11 page features",
        svm::WEIGHTS,
    ),
    (
        "learnhtml",
        "random forest over features of elements in the DOM",
        learnhtml::WEIGHTS,
    ),
    (
        "web2text",
        "two convolutional networks over features of text nodes",
        web2text::WEIGHTS,
    ),
];

const TRAINED_ON: &str = "WCXB development split, 1,358 pages (Murrough Foley, 2026, CC-BY-4.0)";

fn property(value: Option<&'static str>, name: &'static str) -> Result<&'static str> {
    Ok(value.ok_or(ModelError::NoProperty(name))?)
}

#[pg_extern(immutable, parallel_safe)]
fn goce_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

#[pg_extern(immutable, parallel_safe)]
#[allow(clippy::type_complexity)]
fn goce_models_builtin() -> Result<
    TableIterator<
        'static,
        (
            name!(name, Text),
            name!(kind, Text),
            name!(version, Text),
            name!(sha256, Text),
            name!(trained_on, Text),
        ),
    >,
> {
    // The network's file has its version and its training data; all other models are in their first version.
    let network = Network::built_in()?;
    let version = property(network.version(), "goce.version")?;
    let trained_on = property(network.trained_on(), "goce.trained_on")?;
    Ok(TableIterator::new(MODELS.into_iter().map(
        move |(name, kind, weights)| {
            let (version, trained_on) = match name {
                "genre-screenshot" => (version, trained_on),
                _ => ("1", TRAINED_ON),
            };
            (
                Text::from(name),
                Text::from(kind),
                Text::from(version),
                Text::from(sha256(weights)),
                Text::from(trained_on),
            )
        },
    )))
}

/// Returns `true` if the user may see settings that only superusers see.
fn sees_all_settings() -> bool {
    /// `pg_read_all_settings`; the constant's name depends on the version of PostgreSQL.
    const READ_ALL_SETTINGS: u32 = 3374;
    // SAFETY: looks the user's roles up in the catalog; superusers have all of them.
    unsafe { pg_sys::has_privs_of_role(pg_sys::GetUserId(), READ_ALL_SETTINGS.into()) }
}

// Of this process, so neither stable nor to be asked of a worker.
#[pg_extern(volatile, parallel_restricted)]
#[allow(clippy::type_complexity)]
fn goce_genre_model() -> Result<
    TableIterator<
        'static,
        (
            name!(name, Option<Text>),
            name!(source, Option<Text>),
            name!(sha256, Text),
            name!(width, i32),
            name!(height, i32),
            name!(labels, Vec<Text>),
            name!(loaded_by_pid, i32),
            name!(loads, i64),
        ),
    >,
> {
    let model = model::current()?;
    let source = match model.path() {
        None => Some(Text::from("built-in")),
        // SAFETY: the path lives as long as the model, longer than what is copied.
        Some(path) if sees_all_settings() => {
            Some(Text::copy(&unsafe { Text::from_server(path)? })?)
        }
        Some(_) => None,
    };
    let shape = model.shape();
    let labels = model.labels().iter().map(|label| Text::copy(label));
    let labels = labels.collect::<std::result::Result<_, _>>()?;
    Ok(TableIterator::once((
        model.name().map(Text::copy).transpose()?,
        source,
        Text::from(model.sha256()),
        i32::try_from(shape.width).map_err(internal)?,
        i32::try_from(shape.height).map_err(internal)?,
        labels,
        i32::try_from(model.read_by()).map_err(internal)?,
        i64::try_from(network::loads()).map_err(internal)?,
    )))
}
