//! Computes genre, page type and confidence of the pages that lack them, into the companion table of facts.

use std::sync::Arc;

use crate::app::App;
use crate::calls;
use crate::error::Error;
use crate::jobs::walk::{Walk, walk};
use crate::jobs::{JobKind, Jobs, Running};
use crate::listing::{PageCount, size};

pub async fn start(app: &Arc<App>, by: &str) -> Result<(), Error> {
    app.writable()?;
    let mut tables = app.tables().await?;
    if !tables.present.facts {
        let (facts, sql) = (&app.companions.facts, app.companions.create_facts(&app.table));
        tables.create("what was judged", facts, &sql).await?;
    }
    Jobs::start(app, JobKind::Judge, "Judging pages", by, work)
}

async fn work(running: Running) -> Result<(), Error> {
    let Running { app, job, connection } = &running;
    connection.run("SET goce.page_timeout = '30s'").await?;
    let (table, facts) = (&app.table, &app.companions.facts);
    job.update(|progress| progress.says = "counting".to_owned());
    let total = pages_lacking(app, facts).await?;
    job.update(|progress| {
        progress.total = total;
        progress.says = "genre, page type and confidence".to_owned();
    });
    let [genre, page_type, confidence] = calls::JUDGING.map(|function| function.call(&table.goce, &["p.goce_page"]));
    let judging = Walk {
        results: facts,
        done: &[
            ("genre", genre),
            ("page_type", page_type),
            ("confidence", confidence),
            ("host", "p.goce_host".to_owned()),
        ],
        failed: &[("host", table.host())],
    };
    walk(&running, &judging).await?;
    connection.run(&format!("ANALYZE {facts}")).await
}

/// Counts the pages without a row in a table of results. Of a large table of pages it returns the estimate of all pages.
pub async fn pages_lacking(app: &App, results: &str) -> Result<Option<i64>, Error> {
    let (mut connection, table) = (app.database.get().await?, &app.table);
    Ok(match size(&mut connection, &table.quoted, &table.oid).await? {
        PageCount::Exactly(_) => Some(connection.count(&table.lacking(results)).await?),
        PageCount::About(pages) => Some(pages),
        PageCount::Many => None,
    })
}
