//! Works through the pages of a table in the order of their key, in batches, each in a transaction. A page that fails is
//! recorded, and the others go on.

use crate::database::{is_of_class, key_and, text};
use crate::error::Error;
use crate::jobs::Running;
use crate::keys::Key;
use crate::table::Table;

/// The number of pages in a batch.
const BATCH: usize = 20;

/// How to make a row of results of each page.
pub struct Walk<'w> {
    /// The table of results.
    pub results: &'w str,
    /// Columns of a row beside the key, and their SQL expressions over `p.goce_page`, the page as text, and `p.goce_host`.
    pub done: &'w [(&'w str, String)],
    /// The same for a page that failed, over `s`. Its row has `sqlstate` and `error` too.
    pub failed: &'w [(&'w str, String)],
}

impl Walk<'_> {
    /// The statement for the pages `s` of a condition, whose parameters begin with `$1`.
    fn rows(&self, table: &Table, condition: &str) -> String {
        format!(
            "INSERT INTO {results} ({keys}, {columns})
             SELECT {of_p}, {values}
             FROM (SELECT {of_s}, {page} AS goce_page, {host} AS goce_host FROM {pages} AS s WHERE {condition} OFFSET 0) AS p ON CONFLICT DO NOTHING",
            results = self.results,
            keys = table.key_columns(),
            columns = names(self.done),
            of_p = table.key_of("p"),
            values = values(self.done),
            of_s = table.key_of("s"),
            page = table.page,
            host = table.host(),
            pages = table.quoted,
        )
    }

    /// The statement for a page that failed. Its parameters are SQLSTATE, message and the values of the key.
    fn failure(&self, table: &Table) -> String {
        format!(
            "INSERT INTO {results} ({keys}, sqlstate, error, {columns})
             SELECT {of_s}, coalesce($1::text, 'XX000'), $2::text, {values} FROM {pages} AS s WHERE {is} ON CONFLICT DO NOTHING",
            results = self.results,
            keys = table.key_columns(),
            columns = names(self.failed),
            of_s = table.key_of("s"),
            values = values(self.failed),
            pages = table.quoted,
            is = table.key_is("s", 3),
        )
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

/// Works through the pages without a row of results.
pub async fn walk(running: &Running, walk: &Walk<'_>) -> Result<(), Error> {
    let Running { app, job, connection } = running;
    let table = &app.table;
    let missing = format!("NOT EXISTS (SELECT FROM {} AS r WHERE {})", walk.results, table.same_key("r", "s"));
    let mut after: Option<Key> = None;
    while !job.is_stopping() {
        let sql = format!(
            "SELECT {} FROM {} AS s WHERE {missing} AND {} ORDER BY {} LIMIT {BATCH}",
            table.key_text("s"),
            table.quoted,
            table.key_after(after.as_ref()),
            table.key_of("s")
        );
        let start = after.as_ref().map(|key| key_and(key, [])).unwrap_or_default();
        let rows = connection.rows(&sql, &start).await?;
        let batch: Vec<Key> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        let (Some(first), Some(last)) = (batch.first(), batch.last()) else {
            return Ok(());
        };
        let range = format!(
            "({0}) >= ({1}) AND ({0}) <= ({2}) AND {missing}",
            table.key_of("s"),
            table.key_values(1),
            table.key_values(1 + table.key.len())
        );
        let values: Vec<_> = first.iter().chain(last).map(text).collect();
        match connection.rows(&walk.rows(table, &range), &values).await {
            Ok(_) => job.update(|progress| progress.done += i64::try_from(batch.len()).unwrap_or_default()),
            Err(error) if job.is_stopping() || is_lost(&error) => return Err(error),
            Err(_) => one_by_one(running, walk, &batch).await?,
        }
        after = Some(last.clone());
    }
    Ok(())
}

async fn one_by_one(running: &Running, walk: &Walk<'_>, batch: &[Key]) -> Result<(), Error> {
    let Running { app, job, connection } = running;
    let table = &app.table;
    let (one, failure) = (walk.rows(table, &table.key_is("s", 1)), walk.failure(table));
    for key in batch {
        match connection.rows(&one, &key_and(key, [])).await {
            Ok(_) => job.update(|progress| progress.done += 1),
            Err(error) if job.is_stopping() || is_lost(&error) => return Err(error),
            Err(error) => {
                let state = match &error {
                    Error::Database(error) => error.code().map(|code| code.code().to_owned()),
                    _ => None,
                };
                let message = error.to_string();
                let mut values = vec![text(&state), text(&message)];
                values.extend(key.iter().map(text));
                connection.rows(&failure, &values).await?;
                job.update(|progress| {
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

/// Whether an error is that of the connection or of rights, and not of one page.
fn is_lost(error: &Error) -> bool {
    match error {
        // A missing right or table, a read-only transaction, a server that shuts down, a lost connection.
        Error::Database(error) => error.code().is_none_or(|code| is_of_class(code, &["42", "25", "57P", "08"])),
        _ => true,
    }
}
