//! Trains a model on marks or on the column of gold texts, and saves it as a draft.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::app::App;
use crate::calls;
use crate::companions::Present;
use crate::database::{filled, text};
use crate::error::Error;
use crate::jobs::{JobKind, Jobs, Running};
use crate::keys::encoded;
use crate::models;

/// Where gold texts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gold {
    /// The newest version of each page's marks.
    Marks,
    /// The table's column of gold texts.
    Column,
}

impl Gold {
    /// Reads a field of a form; without a value the marks, if there are any.
    pub fn read(value: Option<&str>, present: Present) -> Self {
        if value == Some("marks") || (value.is_none() && present.marks) {
            Self::Marks
        } else {
            Self::Column
        }
    }

    /// Returns a query of the pages with a gold text: `html`, `gold`, `genre` (the true one) and `key`.
    pub fn query(self, app: &App, present: Present, most: u32) -> Result<String, Error> {
        let table = &app.table;
        let genre = table.genre.as_ref().map_or_else(|| "NULL::text".to_owned(), |genre| format!("s.{}", genre.quoted));
        let key = table.key_text("s");
        match (self, &table.gold) {
            (Self::Marks, _) if present.marks => Ok(format!(
                "SELECT {page} AS html, m.gold AS gold, {genre} AS genre, {key} AS key
                 FROM (SELECT DISTINCT ON ({keys}) * FROM {marks} AS v ORDER BY {keys}, version DESC) AS m
                 JOIN {pages} AS s ON {same} WHERE m.gold IS NOT NULL AND {page} IS NOT NULL ORDER BY {of_s} LIMIT {most}",
                page = table.page,
                keys = table.key_of("v"),
                marks = app.companions.marks,
                pages = table.quoted,
                same = table.same_key("m", "s"),
                of_s = table.key_of("s"),
            )),
            (Self::Column, Some(gold)) => Ok(format!(
                "SELECT {page} AS html, s.{gold}::text AS gold, {genre} AS genre, {key} AS key FROM {pages} AS s
                 WHERE s.{gold} IS NOT NULL AND {page} IS NOT NULL ORDER BY {of_s} LIMIT {most}",
                page = table.page,
                gold = gold.quoted,
                pages = table.quoted,
                of_s = table.key_of("s"),
            )),
            (Self::Marks, _) => Err(Error::Request("no page was marked yet".to_owned())),
            (Self::Column, None) => Err(Error::Request("the table has no column of gold texts".to_owned())),
        }
    }
}

pub async fn start(app: &Arc<App>, name: &str, model: &str, options: Value, gold: Gold, by: &str) -> Result<(), Error> {
    app.writable()?;
    let mut tables = app.tables().await?;
    let query = gold.query(app, tables.present, 100_000)?;
    let query = format!("SELECT q.html, q.gold FROM ({query}) AS q");
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Err(Error::Request("a model needs a name".to_owned()));
    }
    models::check_free(&mut tables, &name).await?;
    if !tables.present.drafts {
        let (drafts, sql) = (&app.companions.drafts, app.companions.create_drafts());
        tables.create("trained models", drafts, &sql).await?;
    }
    drop(tables);
    let arguments = [query, model.to_owned(), options.to_string()];
    let title = format!("Training {name}");
    Jobs::start(app, JobKind::Train, &title, by, |running| async move {
        let model = train(&running, &arguments).await?;
        let Running { app, job, connection } = &running;
        models::save_draft(app, connection, &name, &model, &job.by).await?;
        job.update(|progress| {
            progress.says = format!("trained {name}");
            progress.result = Some(format!("/learn?model={}", encoded(&name)));
        });
        Ok(())
    })
}

/// Calls `goce_train` with these arguments, and follows its progress.
async fn train(running: &Running, [query, model, options]: &[String; 3]) -> Result<Vec<u8>, Error> {
    let Running { app, job, connection } = running;
    let pid = connection.rows("SELECT pg_backend_pid()::text", &[]).await?;
    let pid = pid.first().map(|row| filled(row, 0)).transpose()?.unwrap_or_default();
    let arguments = ["$1::text", "$2::text", "$3::text::jsonb"];
    let sql = format!("SELECT {}", calls::TRAIN.call(&app.table.goce, &arguments));
    let values = [text(query), text(model), text(options)];
    let following = async {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            // goce_train writes its progress into the connection's application_name.
            let sql = "SELECT application_name FROM pg_stat_activity WHERE pid = $1::text::int";
            if let Ok(mut asking) = app.database.get().await
                && let Ok(Some(row)) = asking.first(sql, &[text(&pid)]).await
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
