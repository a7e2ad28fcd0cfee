//! Trains a model on marks or on the column of gold texts, and saves it as a draft.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use sqlx::Row;

use crate::calls;
use crate::database::{filled, value};
use crate::error::Error;
use crate::jobs::{JobKind, Jobs, Running};
use crate::keys::encoded;
use crate::learned::{Among, Gold};
use crate::models;
use crate::store::Store;

/// The most pages that a model learns from.
const MOST: u32 = 100_000;

/// Starts to train a model. What it has learned from is kept with it, so that it can be measured on other pages.
pub async fn start(
    jobs: &Jobs,
    store: &Arc<Store>,
    name: &str,
    model: &str,
    options: Value,
    gold: Gold,
    among: &Among,
) -> Result<(), Error> {
    store.writable()?;
    let mut tables = store.tables().await?;
    let present = tables.present;
    let query = gold.query(store, present, among, MOST, None)?;
    // Pages of one host are held out together. The kinds of LearnHTML do not do that.
    let has_hosts = store.table.url.is_some() && model == "auto";
    let host = if has_hosts { ", q.url" } else { "" };
    let query = format!("SELECT q.html, q.gold{host} FROM ({query}) AS q");
    let keys = gold.keys(store, present, among, MOST)?;
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Err(Error::field("name", "a model needs a name"));
    }
    models::check_free(&mut tables, &name).await?;
    check(store, model, &options).await?;
    if !tables.present.drafts {
        let (drafts, sql) = (&store.side_tables.drafts, store.side_tables.create_drafts());
        tables.create("trained models", drafts, &sql).await?;
    }
    if !tables.present.learned {
        let (learned, sql) = (&store.side_tables.learned, store.side_tables.create_learned(&store.table));
        tables.create("what models have learned from", learned, &sql).await?;
    }
    drop(tables);
    let arguments = [query, model.to_owned(), options.to_string()];
    let title = format!("Training {name}");
    jobs.start(store, JobKind::Train, &title, |mut running| async move {
        // One snapshot: the keys are those of the pages that the model has learned from.
        running.connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
        let model = train(&mut running, &arguments).await?;
        let Running { store, job, connection } = &mut running;
        models::save_draft(store, connection, &name, &model).await?;
        let sql = format!(
            "INSERT INTO {} (model_sha256, {}) SELECT encode(sha256($1::bytea), 'hex'), q.* FROM ({keys}) AS q ON CONFLICT DO NOTHING",
            store.side_tables.learned,
            store.table.key_columns()
        );
        connection.rows(&sql, &[value(&model)]).await?;
        connection.run("COMMIT").await?;
        job.update(|progress| {
            progress.says = format!("trained {name}");
            progress.result = Some(format!("/learn?model={}", encoded(&name)));
        });
        Ok(())
    })
}

/// Refuses options that `goce_train` refuses. It reads them before the query, which here divides by zero. The block
/// catches that, so that the server logs no error.
async fn check(store: &Store, model: &str, options: &Value) -> Result<(), Error> {
    let read = |name: &str| format!("current_setting('goce_viewer.{name}')");
    let arguments = ["'SELECT (1 / 0)::text, NULL::text'", &read("model"), &read("options")];
    let sql = format!(
        "DO $viewer$ BEGIN PERFORM {}; EXCEPTION WHEN division_by_zero THEN NULL; END $viewer$",
        calls::TRAIN.call(&store.table.goce, &arguments)
    );
    let options = options.to_string();
    let values = [value(&model), value(&options)];
    let set =
        "SELECT set_config('goce_viewer.model', $1::text, false), set_config('goce_viewer.options', $2::text, false)";
    let mut connection = store.database.get().await?;
    connection.rows(set, &values).await?;
    match connection.run(&sql).await {
        Err(error) if error.code().as_deref() == Some("22023") => {
            let hint = error.notes().into_iter().find_map(|note| note.strip_prefix("HINT: ").map(str::to_owned));
            let hint = hint.map(|hint| format!(". {hint}")).unwrap_or_default();
            Err(Error::field("options", format!("{error}{hint}")))
        }
        other => other,
    }
}

/// Calls `goce_train` with these arguments, and follows its progress.
async fn train(running: &mut Running, [query, model, options]: &[String; 3]) -> Result<Vec<u8>, Error> {
    let Running { store, job, connection } = running;
    let pid = connection.pid();
    let arguments = ["$1::text", "$2::text", "$3::text::jsonb"];
    let sql = format!("SELECT {}", calls::TRAIN.call(&store.table.goce, &arguments));
    let values = [value(query), value(model), value(options)];
    let following = async {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            // goce_train writes its progress into the connection's application_name.
            let sql = "SELECT application_name FROM pg_stat_activity WHERE pid = $1";
            if let Ok(mut asking) = store.database.get().await
                && let Ok(Some(row)) = asking.first(sql, &[value(&pid)]).await
                && let Ok(says) = filled(&row, 0)
            {
                job.update(|progress| progress.says = says);
            }
        }
    };
    let rows = tokio::select! {
        rows = connection.rows(&sql, &values) => rows?,
        () = following => Vec::new(),
    };
    let row = rows.first();
    let row = row.ok_or_else(|| Error::Request("nothing was trained".to_owned()))?;
    Ok(row.try_get(0)?)
}
