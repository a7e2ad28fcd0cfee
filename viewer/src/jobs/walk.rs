//! Works through the pages of a table in the order of their key, in batches, each a transaction. A page that fails is
//! recorded, and the others go on.

use crate::app::App;
use crate::database::{Own, Value, text};
use crate::error::Error;
use crate::jobs::Job;
use crate::keys::Key;

/// Pages of a batch.
const BATCH: usize = 20;

/// What is done to pages.
pub struct Walk<'w> {
    /// The table of results: pages that it has are left out.
    pub lacking: Option<&'w str>,
    /// The statement for pages `s` of a condition, which stands for `{where}`. Its parameters from number 1 on are
    /// `argument`, then those of the condition.
    pub statement: &'w str,
    /// A parameter of the statement.
    pub argument: &'w str,
    /// The statement for a page that failed: parameters are SQLSTATE, message, and the key's values.
    pub failure: &'w str,
}

/// Works through all pages.
pub async fn walk(app: &App, job: &Job, own: &Own, walk: &Walk<'_>) -> Result<(), Error> {
    let table = &app.table;
    let argument = walk.argument.to_owned();
    let missing = walk
        .lacking
        .map(|results| {
            format!(
                "NOT EXISTS (SELECT FROM {results} AS r WHERE {})",
                table.same_key("r", "s")
            )
        })
        .unwrap_or_else(|| "true".to_owned());
    let keys = table.key.len();
    let one = walk.statement.replace("{where}", &table.key_is("s", 2));
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
        let done = own
            .rows(&walk.statement.replace("{where}", &range), &values)
            .await;
        match done {
            Ok(_) => job.tell(|progress| progress.done += length(&batch)),
            Err(error) if job.is_stopping() || is_lost(&error) => return Err(error),
            Err(_) => one_by_one(job, own, walk, &one, &batch).await?,
        }
        after = Some(last.clone());
    }
    Ok(())
}

async fn one_by_one(
    job: &Job,
    own: &Own,
    walk: &Walk<'_>,
    one: &str,
    batch: &[Key],
) -> Result<(), Error> {
    let argument = walk.argument.to_owned();
    for key in batch {
        let mut values = vec![text(&argument)];
        values.extend(key.iter().map(text));
        match own.rows(one, &values).await {
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
                own.rows(walk.failure, &values).await?;
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
            code.starts_with("42")
                || code.starts_with("25")
                || code.starts_with("57P")
                || code.starts_with("08")
        }),
        _ => true,
    }
}
