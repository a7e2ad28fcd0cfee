//! Adds the pages of a WARC file to the table, record by record, as the file comes in.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};

use crate::app::App;
use crate::calls;
use crate::database::{JobConnection, Value, bytes, is_of_class, text};
use crate::error::Error;
use crate::jobs::Job;
use crate::warc::{PIECE, Splitter};

/// The most records that the table may refuse before it takes the first. After that the archive does not fit the table.
const PATIENCE: i64 = 20;

/// Reads a file to its end. `fields` are names and values of columns that need a value.
pub async fn read<E: std::fmt::Display>(
    app: &App,
    job: &Job,
    fields: &[(String, String)],
    mut file: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<(), Error> {
    let connection = app.database.job_connection().await?;
    job.cancelled_by(connection.cancel());
    let insert = Insert::new(app, fields)?;
    let mut splitter = Splitter::new(app.options.max_page.saturating_mul(2));
    let mut read: u64 = 0;
    let mut last: Option<Error> = None;
    let mut found = Vec::new();
    loop {
        let piece = tokio::select! {
            piece = file.next() => piece,
            // A stop does not wait for a slow upload.
            () = job.stopped() => return Ok(()),
        };
        let is_over = piece.is_none();
        match piece.transpose().map_err(|error| Error::Request(format!("the upload broke off: {error}")))? {
            Some(piece) => {
                read += piece.len() as u64;
                if read > app.options.max_archive {
                    let most = app.options.max_archive >> 20;
                    return Err(Error::TooLarge(format!(
                        "an archive may have {most} MB; what came before that is added"
                    )));
                }
                // In small parts, since a part can unpack to a thousand times its size.
                for part in piece.chunks(PIECE) {
                    splitter.push(part, &mut found)?;
                    insert.all(&connection, job, &mut found, &mut last).await?;
                }
            }
            None => {
                splitter.finish(&mut found)?;
                insert.all(&connection, job, &mut found, &mut last).await?;
            }
        }
        job.update(|progress| {
            progress.says = format!(
                "{:.1} MB read, {} records hold no page, {} are too long",
                read as f64 / 1e6,
                splitter.others,
                splitter.too_long
            );
        });
        let progress = job.progress();
        if let Some(error) = last.take_if(|_| progress.done == 0 && (is_over || progress.failed >= PATIENCE)) {
            return Err(error);
        }
        if is_over || job.is_stopping() {
            return Ok(());
        }
    }
}

/// The classes of errors that are those of one record: data exceptions, constraints, limits.
const OF_A_RECORD: [&str; 3] = ["22", "23", "54"];

struct Insert<'f> {
    sql: String,
    fields: &'f [(String, String)],
}

impl<'f> Insert<'f> {
    fn new(app: &App, fields: &'f [(String, String)]) -> Result<Self, Error> {
        let table = &app.table;
        let goce = &table.goce;
        let page = if table.html.kind == "bytea" {
            "w.payload".to_owned()
        } else {
            calls::DECODE.call(goce, &["w.payload", "w.content_type"])
        };
        let mut columns = vec![table.html.quoted.clone()];
        let mut values = vec![page];
        if let Some(url) = &table.url {
            columns.push(url.quoted.clone());
            values.push(format!("w.uri::{}", url.kind));
        }
        if let Some(column) =
            table.columns.iter().find(|column| column.name == "content_type" && table.html.kind == "bytea")
        {
            columns.push(column.quoted.clone());
            values.push(format!("w.content_type::{}", column.kind));
        }
        for (place, (name, _)) in fields.iter().enumerate() {
            let column = table
                .columns
                .iter()
                .find(|column| column.name == *name && column.insertable)
                .ok_or_else(|| Error::Request(format!("there is no column {name} to fill")))?;
            columns.push(column.quoted.clone());
            values.push(format!("${}::text::{}", place + 2, column.kind));
        }
        // Nothing else fills a key of text, so the address does.
        if let [key] = table.key.as_slice()
            && key.needed
            && key.kind == "text"
            && !columns.contains(&key.quoted)
        {
            columns.push(key.quoted.clone());
            values.push("w.uri".to_owned());
        }
        let sql = format!(
            "INSERT INTO {} ({}) SELECT {} FROM {} AS w
             WHERE w.payload IS NOT NULL AND coalesce(w.status, 200) = 200 AND coalesce(w.content_type, 'html') ~* 'html'
             ON CONFLICT DO NOTHING RETURNING 1",
            table.quoted,
            columns.join(", "),
            values.join(", "),
            calls::WARC.call(goce, &["$1::bytea"])
        );
        Ok(Self { sql, fields })
    }

    /// Adds the pages of the records. `last` gets the last error of one record.
    async fn all(
        &self,
        connection: &JobConnection,
        job: &Job,
        found: &mut Vec<Vec<u8>>,
        last: &mut Option<Error>,
    ) -> Result<(), Error> {
        for record in found.drain(..) {
            match self.run(connection, &record).await {
                Ok(pages) => job.update(|progress| progress.done += pages),
                Err(Error::Database(error))
                    if error.code().is_some_and(|code| is_of_class(code, &OF_A_RECORD)) && !job.is_stopping() =>
                {
                    job.update(|progress| progress.failed += 1);
                    *last = Some(Error::Database(error));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn run(&self, connection: &JobConnection, record: &Vec<u8>) -> Result<i64, Error> {
        let mut values: Vec<Value<'_>> = vec![bytes(record)];
        values.extend(self.fields.iter().map(|(_, value)| text(value)));
        let rows = connection.rows(&self.sql, &values).await?;
        Ok(i64::try_from(rows.len()).unwrap_or_default())
    }
}
