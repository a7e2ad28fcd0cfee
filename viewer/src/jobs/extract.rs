//! Extracts what is pending, by `goce_extract_pending`; or all pages again, by a model.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use crate::app::App;
use crate::calls;
use crate::database::{Own, text};
use crate::error::Error;
use crate::jobs::judge::pages_lacking;
use crate::jobs::walk::{Walk, walk};
use crate::jobs::{Job, Jobs, Kind};
use crate::page::METHODS;

/// Tables of up to so many pages are counted for their progress; of larger ones a NOTICE tells it every ten seconds.
const COUNTED: i64 = 10_000;

/// Starts the extraction of what is pending.
pub async fn start(app: &Arc<App>, method: &str, by: &str) -> Result<Arc<Job>, Error> {
    app.writable()?;
    if !METHODS.contains(&method) {
        return Err(Error::Request(format!("there is no method {method}")));
    }
    if !app.table.is_table {
        return Err(Error::Forbidden(format!(
            "{} is a view: goce_extract_pending locks rows, which only a table has. Start the viewer with the table below it",
            app.table.name
        )));
    }
    prepare(app).await?;
    let job = app.jobs.begin(Kind::Extract, &format!("Extracting by {method}"), by)?;
    let (of_app, of_job, method) = (Arc::clone(app), Arc::clone(&job), method.to_owned());
    Jobs::run(app, &job, async move { pending(&of_app, &of_job, &method).await });
    Ok(job)
}

/// Starts the extraction of all pages by a model.
pub async fn start_with(app: &Arc<App>, model: &str, by: &str) -> Result<Arc<Job>, Error> {
    app.writable()?;
    prepare(app).await?;
    let job = app
        .jobs
        .begin(Kind::ExtractWith, &format!("Extracting by the model {model}"), by)?;
    let (of_app, of_job, model) = (Arc::clone(app), Arc::clone(&job), model.to_owned());
    Jobs::run(app, &job, async move { with_model(&of_app, &of_job, &model).await });
    Ok(job)
}

async fn prepare(app: &App) -> Result<(), Error> {
    let (mut session, present) = app.session().await?;
    app.names.create_target(&mut session, &app.table, present).await
}

async fn pending(app: &Arc<App>, job: &Job, method: &str) -> Result<(), Error> {
    let own = app.database.own().await?;
    job.cancelled_by(own.cancel());
    let total = pages_lacking(app, &app.names.target).await?;
    job.tell(|progress| progress.total = total);
    let table = &app.table;
    let target = app.names.target.clone();
    let (method, page) = (method.to_owned(), table.page.clone());
    let sql = format!(
        "CALL {}",
        calls::EXTRACT_PENDING.call(
            &table.goce,
            &["$1::text::oid", "$2::text", "20", "$3::text", "$4::text"]
        )
    );
    let values = [text(&table.oid), text(&target), text(&method), text(&page)];
    let call = own.rows(&sql, &values);
    let told = tell(app, job, &own, total);
    let ended = tokio::select! {
        ended = call => ended.map(drop),
        () = told => Ok(()),
    };
    read_notice(job, &own);
    if ended.is_ok() && !job.is_stopping() {
        // For the planner, and for the overview's estimates.
        own.run(&format!("ANALYZE {target}")).await?;
    }
    ended
}

/// Says how far the call is, for as long as it is awaited.
async fn tell(app: &App, job: &Job, own: &Own, total: Option<i64>) {
    let counts = total.is_some_and(|total| total <= COUNTED);
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        if counts && let Some(total) = total {
            // What cannot be counted this time is counted the next.
            if let Ok(Some(lacking)) = pages_lacking(app, &app.names.target).await {
                job.tell(|progress| progress.done = (total - lacking).max(0));
            }
        } else {
            read_notice(job, own);
        }
    }
}

/// Reads "12 pages so far, 3 of them failed".
fn read_notice(job: &Job, own: &Own) {
    let notice = own.notice().lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((done, failed)) = numbers(&notice) {
        job.tell(|progress| {
            progress.done = progress.done.max(done);
            progress.failed = failed;
            progress.says = notice;
        });
    }
}

fn numbers(notice: &str) -> Option<(i64, i64)> {
    let (pages, failed) = notice.split_once(", ")?;
    Some((
        pages.split(' ').next()?.parse().ok()?,
        failed.split(' ').next()?.parse().ok()?,
    ))
}

async fn with_model(app: &App, job: &Job, model: &str) -> Result<(), Error> {
    let own = app.database.own().await?;
    job.cancelled_by(own.cancel());
    own.run("SET goce.page_timeout = '30s'").await?;
    let (table, target) = (&app.table, &app.names.target);
    let name = model.to_owned();
    let found = own
        .rows(
            &format!("SELECT FROM {}.goce_models WHERE name = $1::text", table.goce),
            &[text(&name)],
        )
        .await?;
    if found.is_empty() {
        return Err(Error::Missing(format!("there is no model {model}")));
    }
    let mut session = app.database.get().await?;
    let pages = crate::listing::size(&mut session, &table.quoted, &table.oid).await?;
    drop(session);
    job.tell(|progress| {
        progress.total = match pages {
            crate::listing::Pages::Exactly(pages) | crate::listing::Pages::About(pages) => Some(pages),
            crate::listing::Pages::Many => None,
        };
    });
    let of_name = format!(
        "SELECT m.model FROM {}.goce_models AS m WHERE m.name = $1::text",
        table.goce
    );
    let content = calls::EXTRACT_WITH.call(&table.goce, &["p.goce_page", &of_name]);
    let now = ("extracted_at", "clock_timestamp()".to_owned());
    let extraction = Walk {
        results: target,
        again: true,
        done: &[("content", content), now.clone()],
        argument: model,
        failed: &[now],
    };
    walk(app, job, &own, &extraction).await
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
