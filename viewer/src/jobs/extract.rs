//! Extracts the pending pages by `goce_extract_pending`, or all pages again, beside the texts that are there.

use std::sync::Arc;
use std::time::Duration;

use sqlx::Row;

use crate::calls;
use crate::database::value;
use crate::error::Error;
use crate::jobs::judge::pages_lacking;
use crate::jobs::{Job, JobKind, Jobs, Running};
use crate::models::{self, MODEL};
use crate::reextract;
use crate::store::Store;
use crate::words::model_name;

/// The most pages of a table whose progress is counted row by row.
const COUNTED: i64 = 10_000;

/// Starts the extraction of the pending pages by a method, or by a published model: `model:NAME`.
pub async fn start(jobs: &Jobs, store: &Arc<Store>, method: &str) -> Result<(), Error> {
    check(store, method).await?;
    let mut tables = store.tables().await?;
    let (connection, present) = (&mut tables.connection, tables.present);
    store.side_tables.create_target(connection, &store.table, present).await?;
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
    let (connection, present) = (&mut tables.connection, tables.present);
    store.side_tables.create_target(connection, &store.table, present).await?;
    store.side_tables.create_again(connection, &store.table, present).await?;
    drop(tables);
    let (title, method) = (format!("Extracting all pages again by {}", model_name(method)), method.to_owned());
    jobs.start(store, JobKind::Again, &title, |mut running| async move {
        let again = running.store.side_tables.again.clone();
        extract_pending(&mut running, &method, &again).await?;
        if running.job.is_stopping() {
            return Ok(());
        }
        let lacking = running.connection.rows(&running.store.table.lacking(&again), &[]).await?;
        let lacking: i64 = lacking.first().map(|row| row.try_get(0)).transpose()?.unwrap_or_default();
        if lacking > 0 {
            return Err(Error::Conflict(format!(
                "{lacking} pages have no new text, so the old texts stay where they are. Go on, or give the new texts up"
            )));
        }
        running.job.update(|progress| progress.says = "the new texts take their place".to_owned());
        let changes = reextract::changes(&running.store, &mut running.connection).await?;
        let _replacing = running.store.replacing.write().await;
        let sql = reextract::take_place(&running.store).await?;
        running.connection.run(&sql).await?;
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
    if method.starts_with(MODEL) {
        models::check(&mut store.tables().await?, method).await?;
    } else if !store.methods.iter().any(|known| known == method) {
        return Err(Error::Request(format!("there is no method {method}")));
    }
    check_table(store)
}

/// Refuses a view, whose pages cannot be extracted in batches.
pub fn check_table(store: &Store) -> Result<(), Error> {
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
    let Running { store, job, connection } = running;
    let table = &store.table;
    let total = pages_lacking(store, target).await?;
    job.update(|progress| progress.total = total);
    let (method, model) = match method.strip_prefix(MODEL) {
        Some(model) => ("auto", Some(model)),
        None => (method, None),
    };
    let arguments = [
        "$1::text::oid",
        "$2::text",
        "20",
        "$3::text",
        "$4::text",
        "'30 s'",
        "NULL",
        "NULL",
        "$5::text",
    ];
    let sql = format!("CALL {}", calls::EXTRACT_PENDING.call(&table.goce, &arguments));
    let values = [
        value(&table.oid),
        value(&target),
        value(&method),
        value(&table.page),
        value(&model),
    ];
    let before = Texts::count(store, target, total).await?;
    let ended = tokio::select! {
        ended = connection.rows(&sql, &values) => ended.map(drop),
        () = follow(store, job, target, before) => Ok(()),
    };
    update(store, job, target, before).await;
    ended
}

/// The texts of a target: all, and those of pages that failed.
#[derive(Clone, Copy)]
struct Texts {
    all: i64,
    failed: i64,
}

impl Texts {
    /// Counts the texts. Of a large table of pages `all` is how many rows the target has ever got, which the server counts.
    async fn count(store: &Store, target: &str, total: Option<i64>) -> Result<Self, Error> {
        let all = if total.is_some_and(|total| total <= COUNTED) {
            format!("(SELECT count(*) FROM {target})")
        } else {
            "pg_stat_get_tuples_inserted(to_regclass($1::text)::oid)".to_owned()
        };
        let sql = format!(
            "SELECT {all}, (SELECT count(*) FROM {target} WHERE sqlstate IS NOT NULL) WHERE $1::text IS NOT NULL"
        );
        let row = store.database.get().await?.first(&sql, &[value(&target)]).await?;
        let row = row.ok_or(Error::Silent)?;
        Ok(Self {
            all: row.try_get(0)?,
            failed: row.try_get(1)?,
        })
    }
}

/// Updates the progress of the call for ever.
async fn follow(store: &Store, job: &Job, target: &str, before: Texts) {
    let is_small = job.progress().total.is_some_and(|total| total <= COUNTED);
    loop {
        tokio::time::sleep(Duration::from_millis(if is_small { 500 } else { 10_000 })).await;
        update(store, job, target, before).await;
    }
}

/// Updates the progress. A count that fails is left to the next round.
async fn update(store: &Store, job: &Job, target: &str, before: Texts) {
    if let Ok(now) = Texts::count(store, target, job.progress().total).await {
        job.update(|progress| {
            progress.done = now.all - before.all;
            progress.failed = now.failed - before.failed;
        });
    }
}
