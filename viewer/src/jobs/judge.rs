//! Computes genre, page type and confidence of the pages that lack them, into the side table of facts.

use std::sync::Arc;

use crate::error::is_of_class;
use crate::jobs::{Job, JobKind, Jobs, Running};
use crate::prelude::*;
use crate::side_tables::FACTS;

pub async fn start(jobs: &Jobs, store: &Arc<Store>) -> Result<(), Error> {
    store.writable()?;
    let (mut tables, facts) = (store.tables().await?, &store.side_tables.facts);
    if !tables.present.facts {
        let (keys, definitions) = (store.table.key_columns(), store.table.key_definitions());
        let sql = format!(
            "CREATE TABLE {facts} ({definitions}, {FACTS}, judged_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ({keys}))"
        );
        if tables.create(facts, &sql, &[]).await? {
            let sql = format!(
                "CREATE INDEX ON {facts} (confidence, {keys}); CREATE INDEX ON {facts} (page_type, {keys}); CREATE INDEX ON {facts} (host, {keys});"
            );
            tables.connection.run(&sql).await?;
        }
    } else if !tables.present.titles {
        let sql = format!("ALTER TABLE {facts} ADD IF NOT EXISTS title text");
        tables.connection.run(&sql).await?;
    }
    drop(tables);
    jobs.start(store, JobKind::Judge, "Judging pages", work)
}

async fn work(mut running: Running) -> Result<(), Error> {
    // What is lost with a crash of the server is judged again.
    running.connection.run("SET goce.page_timeout = '30s'; SET synchronous_commit = off").await?;
    let facts = running.store.side_tables.facts.clone();
    running.count(&facts, "genre, page type and confidence").await?;
    let Running { store, job, connection } = &mut running;
    let table = &store.table;
    let mut after: Option<Key> = None;
    loop {
        // Keys that are looked up at a time.
        let sql = format!(
            "SELECT {} FROM {} AS s WHERE NOT EXISTS (SELECT FROM {facts} AS r WHERE {}) AND {} ORDER BY {} LIMIT 100",
            table.key_text("s"),
            table.quoted,
            table.same_key("r", "s"),
            table.key_after(),
            table.key_of("s")
        );
        let keys: Vec<(Key,)> = connection.rows(&sql, &[&after]).await?;
        for (key,) in &keys {
            if job.is_stopping() {
                return Ok(());
            }
            one(store, job, connection, key).await?;
        }
        match keys.into_iter().next_back() {
            Some((last,)) => after = Some(last),
            None => return connection.run(&format!("ANALYZE {facts}")).await,
        }
    }
}

/// Judges a page. If it fails, its row says why, and the others go on.
async fn one(store: &Store, job: &Job, connection: &mut Connection, key: &Key) -> Result<(), Error> {
    let (table, facts, keys) = (&store.table, &store.side_tables.facts, store.table.key_columns());
    let sql = format!(
        "INSERT INTO {facts} ({keys}, genre, page_type, confidence, title, host)
         SELECT {}, (p.goce_page).genre, (p.goce_page).page_type, (p.goce_page).confidence, left((p.goce_page).title, 300), p.goce_host
         FROM (SELECT {}, {} AS goce_page, {} AS goce_host FROM {} AS s WHERE {} OFFSET 0) AS p ON CONFLICT DO NOTHING",
        table.key_of("p"),
        table.key_of("s"),
        table.goce.call("goce_page", &[("html", &table.page), ("url", &table.url_text())]),
        table.host(),
        table.quoted,
        table.key_is("s", 1)
    );
    let failed = match connection.rows::<()>(&sql, &[key]).await {
        Ok(_) => 0,
        Err(error) if !job.is_stopping() && is_of_page(&error) => {
            let (state, message) = (error.code().map(String::from), error.to_string());
            let sql = format!(
                "INSERT INTO {facts} ({keys}, host, sqlstate, error) SELECT {}, {}, coalesce($1::text, 'XX000'), $2::text
                 FROM {} AS s WHERE {} ON CONFLICT DO NOTHING",
                table.key_of("s"),
                table.host(),
                table.quoted,
                table.key_is("s", 3)
            );
            connection.rows::<()>(&sql, &[&state, &message, key]).await?;
            1
        }
        Err(error) => return Err(error),
    };
    job.update(|progress| {
        progress.done += 1;
        progress.failed += failed;
    });
    Ok(())
}

/// Whether an error is that of one page, and not of the connection or of rights: a missing right or table, a read-only
/// transaction, a server that shuts down.
fn is_of_page(error: &Error) -> bool {
    error.code().is_some_and(|code| !is_of_class(&code, &["42", "25", "57P", "08"]))
}
