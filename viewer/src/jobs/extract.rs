//! Extracts the pending pages by `goce_extract_pending`, or all pages again, beside the texts that are there.

use std::sync::Arc;
use std::time::Duration;

use crate::jobs::{Job, JobKind, Jobs, Running};
use crate::models::{self, MODEL};
use crate::prelude::*;
use crate::reextract;

/// Starts the extraction of the pending pages by a method, or by a published model: `model:NAME`.
pub async fn start(jobs: &Jobs, store: &Arc<Store>, method: &str) -> Result<(), Error> {
    check(store, method).await?;
    let mut tables = store.tables().await?;
    tables.create_target(tables.present.target, &store.side_tables.target).await?;
    drop(tables);
    let (title, method) = (format!("Extracting by {}", model_name(method)), method.to_owned());
    jobs.start(store, JobKind::Extract, &title, |mut running| async move {
        let target = running.store.side_tables.target.clone();
        extract_pending(&mut running, &method, &target).await?;
        if running.job.is_stopping() {
            return Ok(());
        }
        // For the planner, and for the overview's estimates.
        running.connection.run(&format!("ANALYZE {target}")).await
    })
}

/// Starts the extraction of all pages again, or goes on with it. The new texts take the place of the old ones once all
/// are there.
pub async fn start_again(jobs: &Jobs, store: &Arc<Store>, method: &str) -> Result<(), Error> {
    check(store, method).await?;
    let mut tables = store.tables().await?;
    if let Some(unfinished) = reextract::unfinished(&mut tables).await?
        && unfinished.method != method
    {
        return Err(Error::Conflict(format!(
            "an extraction by {} has not ended: go on with it, or give it up, before you begin another",
            model_name(&unfinished.method)
        )));
    }
    tables.create_target(tables.present.target, &store.side_tables.target).await?;
    tables.create_target(tables.present.again, &store.side_tables.again).await?;
    drop(tables);
    let (title, method) = (format!("Extracting all pages again by {}", model_name(method)), method.to_owned());
    jobs.start(store, JobKind::Again, &title, |mut running| async move {
        let again = running.store.side_tables.again.clone();
        extract_pending(&mut running, &method, &again).await?;
        if running.job.is_stopping() {
            return Ok(());
        }
        let lacking: i64 = running.connection.only(&running.store.table.lacking(&again), &[]).await?;
        if lacking > 0 {
            return Err(Error::Conflict(format!(
                "{lacking} pages have no new text, so the old texts stay where they are. Go on, or give the new texts up"
            )));
        }
        running.job.update(|progress| progress.says = "the new texts take their place".to_owned());
        let changes = reextract::changes(&running.store, &mut running.connection).await?;
        let _replacing = running.store.replacing.write().await;
        reextract::take_place(&running.store, &mut running.connection).await?;
        running.job.update(|progress| {
            progress.says = changes.says();
            progress.changes = Some(Arc::new(changes));
            progress.result = Some(format!("/again/changes?job={}", running.job.id));
        });
        Ok(())
    })
}

/// Refuses a method that does not exist, and pages that cannot be extracted in batches.
async fn check(store: &Store, method: &str) -> Result<(), Error> {
    store.writable()?;
    models::chosen(&mut store.tables().await?, &[method]).await?;
    if store.table.is_table {
        return Ok(());
    }
    Err(Error::Forbidden(format!(
        "{} is a view: goce_extract_pending locks rows, which only a table has. Start the viewer with the table below it",
        store.table.name
    )))
}

/// Extracts the pages that a target lacks, by a method or a model.
async fn extract_pending(running: &mut Running, method: &str, target: &str) -> Result<(), Error> {
    let total = running.count(target, "").await?;
    let Running { store, job, connection } = running;
    let table = &store.table;
    let (method, model) = match method.strip_prefix(MODEL) {
        Some(model) => ("auto", Some(model)),
        None => (method, None),
    };
    let arguments = [
        ("source", "$1::text::oid"),
        ("target", "$2::text"),
        ("batch", "20"),
        ("method", "$3::text"),
        ("html", "$4::text"),
        ("model", "$5::text"),
    ];
    let sql = format!("CALL {}", table.goce.call("goce_extract_pending", &arguments));
    let values: [Value<'_>; 5] = [&table.oid, &target, &method, &table.page, &model];
    let before = texts(store, target).await?;
    let ended = tokio::select! {
        ended = connection.rows::<()>(&sql, &values) => ended.map(drop),
        () = follow(store, job, target, before) => Ok(()),
    };
    // What the server has counted meanwhile may be late.
    if let Ok(mut connection) = store.database.get().await
        && let Ok(left) = connection.only::<i64>(&table.lacking(target), &[]).await
        && let Ok((_, failed)) = texts(store, target).await
    {
        job.update(|progress| (progress.done, progress.failed) = (total - left, failed - before.1));
    }
    ended
}

/// How many rows a target has ever got, as the server counts them, and how many pages have failed.
async fn texts(store: &Store, target: &str) -> Result<(i64, i64), Error> {
    let sql = format!(
        "SELECT pg_stat_get_tuples_inserted(to_regclass($1::text)::oid), (SELECT count(*) FROM {target} WHERE sqlstate IS NOT NULL)"
    );
    let texts = store.database.get().await?.first(&sql, &[&target]).await?;
    texts.ok_or(Error::Silent)
}

/// Updates the progress of the call for ever. A count that fails is left to the next round.
async fn follow(store: &Store, job: &Job, target: &str, before: (i64, i64)) {
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        if let Ok((all, failed)) = texts(store, target).await {
            job.update(|progress| (progress.done, progress.failed) = (all - before.0, failed - before.1));
        }
    }
}
