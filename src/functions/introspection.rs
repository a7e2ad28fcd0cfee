//! The library and the models in use: `goce_version`, `goce_models_builtin`, `goce_genre_model`.

use crate::functions::prelude::*;
use crate::server::error::internal;
use crate::server::model;
use crate::server::model_file::sha256;
use goce_methods::models;
use goce_sight::network;

#[pg_extern(immutable, parallel_safe)]
fn goce_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

#[pg_extern(immutable, parallel_safe)]
fn goce_models_builtin() -> Result<
    TableIterator<(
        name!(name, Text),
        name!(kind, Text),
        name!(version, Text),
        name!(sha256, Text),
        name!(trained_on, Text),
    )>,
> {
    Ok(row_each(models::built_in(), |_, model| {
        row!(model.name, model.kind, model.version, sha256(model.weights), model.trained_on)
    }))
}

/// Returns `true` if the user may see settings that only superusers see.
fn sees_all_settings() -> bool {
    // SAFETY: looks the user's roles up in the catalog; superusers have all of them.
    // `pg_read_all_settings`; the constant's name depends on the version of PostgreSQL.
    unsafe { pg_sys::has_privs_of_role(pg_sys::GetUserId(), 3374.into()) }
}

// Its rows are of this process, so it is neither stable nor run by a parallel worker.
#[pg_extern(volatile, parallel_restricted)]
fn goce_genre_model() -> Result<
    TableIterator<(
        name!(name, Option<Text>),
        name!(source, Option<Text>),
        name!(sha256, Text),
        name!(width, i32),
        name!(height, i32),
        name!(labels, Texts),
        name!(loaded_by_pid, i32),
        name!(loads, i64),
    )>,
> {
    let model = model::current()?;
    let source = match model.path() {
        None => Some(Text::from("built-in")),
        // SAFETY: the path lives as long as the model, longer than what is copied.
        Some(path) if sees_all_settings() => {
            Some(Text::copy(&unsafe { Text::from_server(path).or_report()? }).or_report()?)
        }
        Some(_) => None,
    };
    let shape = model.shape();
    let [width, height] = [i32::try_from(shape.width), i32::try_from(shape.height)];
    let (width, height) = (width.map_err(internal)?, height.map_err(internal)?);
    let labels: Vec<&str> = model.labels().iter().map(|label| &**label).collect();
    let read_by = i32::try_from(model.read_by()).map_err(internal)?;
    let loads = i64::try_from(network::loads()).map_err(internal)?;
    let row = || row!(model.name(), source, model.sha256(), width, height, labels, read_by, loads);
    Ok(TableIterator::once(row().or_report()?))
}
