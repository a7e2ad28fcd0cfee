//! Extracts the pending pages by `goce_extract_pending`, or all pages again, beside the texts that are there.

use std::sync::Arc;
use std::time::Duration;

use crate::calls;
use crate::database::text;
use crate::error::Error;
use crate::jobs::judge::pages_lacking;
use crate::jobs::{JobKind, Jobs, Running};
use crate::models::{self, MODEL};
use crate::reextract;
use crate::store::Store;
use crate::words::model_name;

/// The most pages of a table whose progress is counted. For larger tables a NOTICE every ten seconds has the numbers.
const COUNTED: i64 = 10_000;

/// Starts the extraction of the pending pages by a method, or by a published model: `model:NAME`.
pub async fn start(jobs: &Jobs, store: &Arc<Store>, method: &str) -> Result<(), Error> {
    check(store, method).await?;
    let mut tables = store.tables().await?;
    let (connection, present) = (&mut tables.connection, tables.present);
    store.side_tables.create_target(connection, &store.table, present).await?;
    drop(tables);
    let (title, method) = (format!("Extracting by {}", model_name(method)), method.to_owned());
    jobs.start(store, JobKind::Extract, &title, |running| async move {
        let target = running.store.side_tables.target.clone();
        extract_pending(&running, &method, &target).await?;
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
    jobs.start(store, JobKind::Again, &title, |running| async move {
        let again = running.store.side_tables.again.clone();
        extract_pending(&running, &method, &again).await?;
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
        let sql = reextract::take_place(&running.store).await?;
        running.connection.run(&sql).await
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
async fn extract_pending(running: &Running, method: &str, target: &str) -> Result<(), Error> {
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
        text(&table.oid),
        text(&target),
        text(&method),
        text(&table.page),
        text(&model),
    ];
    let ended = tokio::select! {
        ended = connection.rows(&sql, &values) => ended.map(drop),
        () = follow(running, target, total) => Ok(()),
    };
    read_notice(running);
    ended
}

/// Updates the progress of the call for ever.
async fn follow(running: &Running, target: &str, total: Option<i64>) {
    let Running { store, job, .. } = running;
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        match total.filter(|total| *total <= COUNTED) {
            // A count that fails is left to the next round.
            Some(total) => {
                if let Ok(Some(lacking)) = pages_lacking(store, target).await {
                    job.update(|progress| progress.done = (total - lacking).max(0));
                }
            }
            None => read_notice(running),
        }
    }
}

/// Reads the numbers of the last NOTICE, "12 pages so far, 3 of them failed". The call commits batch by batch, and
/// nothing else says how far it is without a count of the whole table.
fn read_notice(running: &Running) {
    let notice = running.connection.notice();
    if let Some((done, failed)) = numbers(&notice) {
        running.job.update(|progress| {
            progress.done = progress.done.max(done);
            progress.failed = failed;
            progress.says = notice;
        });
    }
}

fn numbers(notice: &str) -> Option<(i64, i64)> {
    let (pages, failed) = notice.split_once(", ")?;
    Some((pages.split(' ').next()?.parse().ok()?, failed.split(' ').next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn notices_are_read() {
        assert_eq!(numbers("12 pages so far, 3 of them failed"), Some((12, 3)));
        assert_eq!(numbers("1 pages extracted, 0 of them failed"), Some((1, 0)));
        assert_eq!(numbers("something else"), None);
    }
}
