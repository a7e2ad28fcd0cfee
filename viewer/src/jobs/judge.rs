//! Tells genre, type and confidence of the pages that were not judged, into the table beside them.

use std::sync::Arc;

use crate::app::App;
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
        session.run(&app.names.create_facts(&app.table)).await?;
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
    job.cancelled_by(own.cancel_token());
    own.run("SET goce.page_timeout = '30s'").await?;
    let (table, facts) = (&app.table, &app.names.facts);
    job.tell(|progress| progress.says = "counting".to_owned());
    let total = pages_lacking(app, facts).await?;
    job.tell(|progress| {
        progress.total = total;
        progress.says = "genre, page type and confidence".to_owned();
    });
    let statement = format!(
        "INSERT INTO {facts} ({keys}, genre, page_type, confidence, host)
         SELECT {of_p}, {goce}.goce_genre(p.page), {goce}.goce_page_type(p.page), {goce}.goce_confidence(p.page), p.goce_host
         FROM (SELECT {of_s}, {page} AS page, {host} AS goce_host FROM {pages} AS s WHERE {{where}} OFFSET 0) AS p
         WHERE $1::text IS NOT NULL ON CONFLICT DO NOTHING",
        keys = table.key_columns(),
        of_p = table.key_of("p"),
        goce = table.goce,
        of_s = table.key_of("s"),
        page = table.page,
        host = table.host(),
        pages = table.quoted,
    );
    let failure = format!(
        "INSERT INTO {facts} ({keys}, host, sqlstate, error)
         SELECT {of_s}, {host}, $1::text, $2::text FROM {pages} AS s WHERE {is} ON CONFLICT DO NOTHING",
        keys = table.key_columns(),
        of_s = table.key_of("s"),
        host = table.host(),
        pages = table.quoted,
        is = table.key_is("s", 3),
    );
    walk(
        app,
        job,
        &own,
        &Walk {
            lacking: Some(facts),
            statement: &statement,
            argument: "",
            failure: &failure,
        },
    )
    .await?;
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
