//! Trains a model on what is marked or in the gold column, and keeps it as a draft.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::app::App;
use crate::calls;
use crate::companions::Present;
use crate::database::{Own, filled, text};
use crate::error::Error;
use crate::jobs::{Job, Jobs, Kind};
use crate::models;

/// Where gold texts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gold {
    /// The newest versions of what was marked.
    Marks,
    /// The column of the table.
    Column,
}

impl Gold {
    /// Reads a form.
    pub fn read(value: Option<&str>, present: Present) -> Self {
        if value == Some("marks") || (value.is_none() && present.marks) {
            Self::Marks
        } else {
            Self::Column
        }
    }

    /// Returns a query of pages that have a gold text: `html`, `gold`, the true `genre`, the key as `key`.
    pub fn query(self, app: &App, present: Present, most: u32) -> Result<String, Error> {
        let table = &app.table;
        let genre = table
            .genre
            .as_ref()
            .map_or_else(|| "NULL::text".to_owned(), |genre| format!("s.{}", genre.quoted));
        let key = table.key_text("s");
        match (self, &table.gold) {
            (Self::Marks, _) if present.marks => Ok(format!(
                "SELECT {page} AS html, m.gold AS gold, {genre} AS genre, {key} AS key
                 FROM (SELECT DISTINCT ON ({keys}) * FROM {marks} AS v ORDER BY {keys}, version DESC) AS m
                 JOIN {pages} AS s ON {same} WHERE m.gold IS NOT NULL AND {page} IS NOT NULL ORDER BY {of_s} LIMIT {most}",
                page = table.page,
                keys = table.key_of("v"),
                marks = app.names.marks,
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

/// Starts the training.
pub async fn start(
    app: &Arc<App>,
    name: &str,
    model: &str,
    options: Value,
    gold: Gold,
    by: &str,
) -> Result<Arc<Job>, Error> {
    app.writable()?;
    let (mut session, present) = app.session().await?;
    let query = gold.query(app, present, 100_000)?;
    let query = format!("SELECT q.html, q.gold FROM ({query}) AS q");
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Err(Error::Request("a model needs a name".to_owned()));
    }
    models::is_free(app, &mut session, present, &name).await?;
    if !present.drafts {
        if !app.table.may_create {
            return Err(Error::Forbidden(format!(
                "the role {} may not create the table of trained models, {}",
                app.table.role, app.names.drafts
            )));
        }
        session.create(&app.names.create_drafts()).await?;
    }
    drop(session);
    let job = app.jobs.begin(Kind::Train, &format!("Training {name}"), by)?;
    let (of_app, of_job, model) = (Arc::clone(app), Arc::clone(&job), model.to_owned());
    let options = options.to_string();
    Jobs::run(app, &job, async move {
        let own = of_app.database.own().await?;
        of_job.cancelled_by(own.cancel());
        let trained = trained(&of_app, &of_job, &own, [&query, &model, &options]).await?;
        models::keep(&of_app, &own, &name, &trained, &of_job.by).await?;
        of_job.tell(|progress| {
            progress.says = format!("trained {name}");
            progress.result = Some(format!("/learn?model={}", crate::keys::encoded(&name)));
        });
        Ok(())
    });
    Ok(job)
}

/// Trains, and says how far that is for as long as it takes; the arguments are those of `goce_train`.
async fn trained(app: &App, job: &Job, own: &Own, [query, model, options]: [&String; 3]) -> Result<Vec<u8>, Error> {
    let pid = own.rows("SELECT pg_backend_pid()::text", &[]).await?;
    let pid = pid.first().map(|row| filled(row, 0)).transpose()?.unwrap_or_default();
    let sql = format!(
        "SELECT {}",
        calls::TRAIN.call(&app.table.goce, &["$1::text", "$2::text", "$3::text::jsonb"])
    );
    let values = [text(query), text(model), text(options)];
    let training = own.rows(&sql, &values);
    let telling = async {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            // What it is at stands in the session's name.
            if let Ok(mut session) = app.database.get().await
                && let Ok(Some(row)) = session
                    .first(
                        "SELECT application_name FROM pg_stat_activity WHERE pid = $1::text::int",
                        &[text(&pid)],
                    )
                    .await
                && let Ok(says) = filled(&row, 0)
            {
                job.tell(|progress| progress.says = says);
            }
        }
    };
    let rows = tokio::select! {
        rows = training => rows?,
        () = telling => Vec::new(),
    };
    let row = rows
        .first()
        .ok_or_else(|| Error::Request("nothing was trained".to_owned()))?;
    Ok(row.try_get(0)?)
}
