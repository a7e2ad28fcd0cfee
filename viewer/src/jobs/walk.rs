//! Works through the pages of a table in the order of their key, in batches, each a transaction. A page that fails is
//! recorded, and the others go on.

use crate::app::App;
use crate::database::{Own, Value, text};
use crate::error::Error;
use crate::jobs::Job;
use crate::keys::Key;
use crate::table::Table;

/// Pages of a batch.
const BATCH: usize = 20;

/// What is done to pages: a row of results is made of each.
pub struct Walk<'w> {
    /// The table of results.
    pub results: &'w str,
    /// Whether the rows that are there are made again; otherwise their pages are left out.
    pub again: bool,
    /// Columns of a row beside the key, and their expressions over `p.goce_page`, the page as text, and `p.goce_host`.
    pub done: &'w [(&'w str, String)],
    /// The parameter `$1` of these expressions.
    pub argument: &'w str,
    /// Columns of a page that failed beside the key, `sqlstate` and `error`, and their expressions over `s`.
    pub failed: &'w [(&'w str, String)],
}

impl Walk<'_> {
    /// The statement for pages `s` of a condition, whose parameters are `$1` and those of the condition.
    fn rows(&self, table: &Table, condition: &str) -> String {
        format!(
            "INSERT INTO {results} ({keys}, {columns})
             SELECT {of_p}, {values}
             FROM (SELECT {of_s}, {page} AS goce_page, {host} AS goce_host FROM {pages} AS s WHERE {condition} OFFSET 0) AS p
             WHERE $1::text IS NOT NULL {conflict}",
            results = self.results,
            keys = table.key_columns(),
            columns = names(self.done),
            of_p = table.key_of("p"),
            values = values(self.done),
            of_s = table.key_of("s"),
            page = table.page,
            host = table.host(),
            pages = table.quoted,
            conflict = self.conflict(table),
        )
    }

    /// The statement for a page that failed; its parameters are SQLSTATE, message, and the key's values.
    fn failure(&self, table: &Table) -> String {
        format!(
            "INSERT INTO {results} ({keys}, sqlstate, error, {columns})
             SELECT {of_s}, coalesce($1::text, 'XX000'), $2::text, {values} FROM {pages} AS s WHERE {is} {conflict}",
            results = self.results,
            keys = table.key_columns(),
            columns = names(self.failed),
            of_s = table.key_of("s"),
            values = values(self.failed),
            pages = table.quoted,
            is = table.key_is("s", 3),
            conflict = self.conflict(table),
        )
    }

    fn conflict(&self, table: &Table) -> String {
        if !self.again {
            return "ON CONFLICT DO NOTHING".to_owned();
        }
        let columns = self.done.iter().chain(self.failed).map(|(name, _)| *name);
        let mut columns: Vec<&str> = columns.chain(["sqlstate", "error"]).collect();
        columns.sort_unstable();
        columns.dedup();
        let set: Vec<String> = columns.iter().map(|name| format!("{name} = EXCLUDED.{name}")).collect();
        format!("ON CONFLICT ({}) DO UPDATE SET {}", table.key_columns(), set.join(", "))
    }
}

fn names(columns: &[(&str, String)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn values(columns: &[(&str, String)]) -> String {
    let values: Vec<&str> = columns.iter().map(|(_, value)| value.as_str()).collect();
    values.join(", ")
}

/// Works through all pages.
pub async fn walk(app: &App, job: &Job, own: &Own, walk: &Walk<'_>) -> Result<(), Error> {
    let table = &app.table;
    let argument = walk.argument.to_owned();
    let missing = if walk.again {
        "true".to_owned()
    } else {
        format!(
            "NOT EXISTS (SELECT FROM {} AS r WHERE {})",
            walk.results,
            table.same_key("r", "s")
        )
    };
    let keys = table.key.len();
    let mut after: Option<Key> = None;
    while !job.is_stopping() {
        let from = after.as_ref().map_or_else(
            || "true".to_owned(),
            |_| format!("({}) > ({})", table.key_of("s"), table.key_values(1)),
        );
        let sql = format!(
            "SELECT {} FROM {} AS s WHERE {missing} AND {from} ORDER BY {} LIMIT {BATCH}",
            table.key_text("s"),
            table.quoted,
            table.key_of("s")
        );
        let place: Vec<Value<'_>> = after.iter().flatten().map(text).collect();
        let batch: Vec<Key> = own
            .rows(&sql, &place)
            .await?
            .iter()
            .map(|row| row.try_get(0))
            .collect::<Result<_, tokio_postgres::Error>>()?;
        let (Some(first), Some(last)) = (batch.first(), batch.last()) else {
            return Ok(());
        };
        let range = format!(
            "({0}) >= ({1}) AND ({0}) <= ({2}) AND {missing}",
            table.key_of("s"),
            table.key_values(2),
            table.key_values(2 + keys)
        );
        let mut values = vec![text(&argument)];
        values.extend(first.iter().chain(last).map(text));
        let done = own.rows(&walk.rows(table, &range), &values).await;
        match done {
            Ok(_) => job.tell(|progress| progress.done += length(&batch)),
            Err(error) if job.is_stopping() || is_lost(&error) => return Err(error),
            Err(_) => one_by_one(job, own, walk, table, &batch).await?,
        }
        after = Some(last.clone());
    }
    Ok(())
}

async fn one_by_one(job: &Job, own: &Own, walk: &Walk<'_>, table: &Table, batch: &[Key]) -> Result<(), Error> {
    let (one, failure) = (walk.rows(table, &table.key_is("s", 2)), walk.failure(table));
    let argument = walk.argument.to_owned();
    for key in batch {
        let mut values = vec![text(&argument)];
        values.extend(key.iter().map(text));
        match own.rows(&one, &values).await {
            Ok(_) => job.tell(|progress| progress.done += 1),
            Err(error) if job.is_stopping() || is_lost(&error) => return Err(error),
            Err(error) => {
                let state = match &error {
                    Error::Database(error) => error.code().map(|code| code.code().to_owned()),
                    _ => None,
                };
                let message = error.to_string();
                let mut values = vec![text(&state), text(&message)];
                values.extend(key.iter().map(text));
                own.rows(&failure, &values).await?;
                job.tell(|progress| {
                    progress.done += 1;
                    progress.failed += 1;
                });
            }
        }
        if job.is_stopping() {
            break;
        }
    }
    Ok(())
}

fn length(batch: &[Key]) -> i64 {
    i64::try_from(batch.len()).unwrap_or_default()
}

/// Errors of the connection and of rights are not of a page.
fn is_lost(error: &Error) -> bool {
    match error {
        Error::Database(error) => error.code().is_none_or(|code| {
            let code = code.code();
            // Rights, missing tables, read-only transactions, a server that shuts down.
            code.starts_with("42") || code.starts_with("25") || code.starts_with("57P") || code.starts_with("08")
        }),
        _ => true,
    }
}
