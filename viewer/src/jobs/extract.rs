//! Extracts the pending pages by `goce_extract_pending`, or all pages by a model.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::calls;
use crate::database::text;
use crate::error::Error;
use crate::jobs::judge::pages_lacking;
use crate::jobs::walk::{Walk, walk};
use crate::jobs::{JobKind, Jobs, Running};
use crate::listing::{PageCount, size};

/// The most pages of a table whose progress is counted. For larger tables a NOTICE every ten seconds has the numbers.
const COUNTED: i64 = 10_000;

/// Starts the extraction of the pending pages.
pub async fn start(app: &Arc<App>, method: &str, by: &str) -> Result<(), Error> {
    app.writable()?;
    if !app.methods.iter().any(|known| known == method) {
        return Err(Error::Request(format!("there is no method {method}")));
    }
    if !app.table.is_table {
        return Err(Error::Forbidden(format!(
            "{} is a view: goce_extract_pending locks rows, which only a table has. Start the viewer with the table below it",
            app.table.name
        )));
    }
    create_target(app).await?;
    let (title, method) = (format!("Extracting by {method}"), method.to_owned());
    Jobs::start(app, JobKind::Extract, &title, by, |running| async move { extract_pending(&running, &method).await })
}

/// Starts the extraction of all pages by a model.
pub async fn start_with(app: &Arc<App>, model: &str, by: &str) -> Result<(), Error> {
    app.writable()?;
    create_target(app).await?;
    let (title, model) = (format!("Extracting by the model {model}"), model.to_owned());
    Jobs::start(app, JobKind::ExtractWith, &title, by, |running| async move { extract_with(&running, &model).await })
}

async fn create_target(app: &App) -> Result<(), Error> {
    let mut tables = app.tables().await?;
    let (connection, present) = (&mut tables.connection, tables.present);
    app.companions.create_target(connection, &app.table, present).await
}

async fn extract_pending(running: &Running, method: &str) -> Result<(), Error> {
    let Running { app, job, connection } = running;
    let (table, target) = (&app.table, &app.companions.target);
    let total = pages_lacking(app, target).await?;
    job.update(|progress| progress.total = total);
    let sql = format!(
        "CALL {}",
        calls::EXTRACT_PENDING.call(&table.goce, &["$1::text::oid", "$2::text", "20", "$3::text", "$4::text"])
    );
    let values = [text(&table.oid), text(target), text(&method), text(&table.page)];
    let ended = tokio::select! {
        ended = connection.rows(&sql, &values) => ended.map(drop),
        () = follow(running, total) => Ok(()),
    };
    read_notice(running);
    if ended.is_ok() && !job.is_stopping() {
        // For the planner, and for the overview's estimates.
        connection.run(&format!("ANALYZE {target}")).await?;
    }
    ended
}

/// Updates the progress of the call for ever.
async fn follow(running: &Running, total: Option<i64>) {
    let Running { app, job, .. } = running;
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        match total.filter(|total| *total <= COUNTED) {
            // A count that fails is left to the next round.
            Some(total) => {
                if let Ok(Some(lacking)) = pages_lacking(app, &app.companions.target).await {
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

async fn extract_with(running: &Running, model: &str) -> Result<(), Error> {
    let Running { app, job, connection } = running;
    connection.run("SET goce.page_timeout = '30s'").await?;
    let (table, target) = (&app.table, &app.companions.target);
    let published = format!("{}.goce_models AS m WHERE m.name = $1::text", table.goce);
    let sql = format!("SELECT FROM {published}");
    if connection.rows(&sql, &[text(&model)]).await?.is_empty() {
        return Err(Error::Missing(format!("there is no model {model}")));
    }
    let mut counting = app.database.get().await?;
    let pages = size(&mut counting, &table.quoted, &table.oid).await?;
    drop(counting);
    job.update(|progress| {
        progress.total = match pages {
            PageCount::Exactly(pages) | PageCount::About(pages) => Some(pages),
            PageCount::Many => None,
        };
    });
    let of_name = format!("SELECT m.model FROM {published}");
    let content = calls::EXTRACT_WITH.call(&table.goce, &["p.goce_page", &of_name]);
    let now = ("extracted_at", "clock_timestamp()".to_owned());
    let extraction = Walk {
        results: target,
        again: true,
        done: &[("content", content), now.clone()],
        argument: model,
        failed: &[now],
    };
    walk(running, &extraction).await
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
