//! Tells genre, type and confidence of the pages that were not judged, into the table beside them.

use std::sync::Arc;

use crate::app::App;
use crate::calls;
use crate::error::Error;
use crate::jobs::walk::{Walk, walk};
use crate::jobs::{Job, Jobs, Kind};
use crate::listing::{Overview, Pages};

/// Starts it.
pub async fn start(app: &Arc<App>, by: &str) -> Result<Arc<Job>, Error> {
    app.writable()?;
    let (mut session, present) = app.session().await?;
    if !present.facts {
        if !app.table.may_create {
            return Err(Error::Forbidden(format!(
                "the role {} may not create the table {}",
                app.table.role, app.names.facts
            )));
        }
        session.create(&app.names.create_facts(&app.table)).await?;
    }
    drop(session);
    let job = app.jobs.begin(Kind::Judge, "Judging pages", by)?;
    let (of_app, of_job) = (Arc::clone(app), Arc::clone(&job));
    Jobs::run(app, &job, async move { work(&of_app, &of_job).await });
    Ok(job)
}

/// Judges the pages that are not.
async fn work(app: &App, job: &Job) -> Result<(), Error> {
    let own = app.database.own().await?;
    job.cancelled_by(own.cancel());
    own.run("SET goce.page_timeout = '30s'").await?;
    let (goce, facts) = (&app.table.goce, &app.names.facts);
    job.tell(|progress| progress.says = "counting".to_owned());
    let total = pages_lacking(app, facts).await?;
    job.tell(|progress| {
        progress.total = total;
        progress.says = "genre, page type and confidence".to_owned();
    });
    let told = |function: calls::Function| function.call(goce, &["p.goce_page"]);
    let done = [
        ("genre", told(calls::GENRE)),
        ("page_type", told(calls::PAGE_TYPE)),
        ("confidence", told(calls::CONFIDENCE)),
        ("host", "p.goce_host".to_owned()),
    ];
    let judging = Walk {
        results: facts,
        again: false,
        done: &done,
        argument: "",
        failed: &[("host", app.table.host())],
    };
    walk(app, job, &own, &judging).await?;
    own.run(&format!("ANALYZE {facts}")).await
}

/// Counts the pages that a table of results lacks; of many pages it estimates by the sizes.
pub async fn pages_lacking(app: &App, results: &str) -> Result<Option<i64>, Error> {
    let mut session = app.database.get().await?;
    let overview = Overview {
        pages: crate::listing::size(&mut session, &app.table.quoted, &app.table.oid).await?,
        ..Overview::default()
    };
    if let Pages::About(pages) = overview.pages {
        return Ok(Some(pages));
    }
    if overview.pages == Pages::Many {
        return Ok(None);
    }
    let sql = format!(
        "SELECT count(*) FROM {} AS s WHERE NOT EXISTS (SELECT FROM {results} AS r WHERE {})",
        app.table.quoted,
        app.table.same_key("r", "s")
    );
    session
        .first(&sql, &[])
        .await?
        .map(|row| Ok(row.try_get(0)?))
        .transpose()
}
