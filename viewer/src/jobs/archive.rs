//! Adds the pages of a WARC file. The file goes to the database in pieces while it comes in, as a large object, and
//! `goce_warc` reads it there. The transaction of the large object is never committed, so nothing of it stays behind.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use crate::app::App;
use crate::calls;
use crate::database::{JobConnection, Value, bytes, cell, is_of_class, text};
use crate::error::Error;
use crate::jobs::Job;

/// The bytes that are sent to the database at once.
const PIECE: usize = 1 << 20;
/// The most pages that the table may refuse before it takes the first. After that the archive does not fit the table.
const PATIENCE: i64 = 20;
/// The most bytes that the pages may unpack to, with [`RATIO`] more for each byte of the file. Pages usually unpack to
/// five times their size.
const UNPACKED: u64 = 256 << 20;
const RATIO: u64 = 100;
/// The classes of errors that are those of one page: data exceptions, constraints, limits.
const OF_A_PAGE: [&str; 3] = ["22", "23", "54"];

/// Reads a file to its end. `fields` are names and values of columns that need a value.
pub async fn read<E: std::fmt::Display>(
    app: &App,
    job: &Job,
    fields: &[(String, String)],
    file: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<(), Error> {
    let insert = Insert::new(app, fields)?;
    let connection = app.database.job_connection().await?;
    job.cancelled_by(connection.cancel());
    connection.run("BEGIN").await?;
    let Some((object, size)) = upload(app, job, &connection, file).await? else {
        return Ok(());
    };
    connection.run(&cursor(app, object)).await?;
    let mut seen = Seen::default();
    let mut last = None;
    while let Some(row) = connection.rows("FETCH 1 FROM records", &[]).await?.first() {
        if let Some(record) = seen.page(row)? {
            if seen.unpacked > UNPACKED + RATIO * size {
                return Err(Error::TooLarge(format!(
                    "this file unpacks to more than {RATIO} times its size; what came before that is added"
                )));
            }
            match insert.run(app, &record).await {
                Ok(pages) => job.update(|progress| progress.done += pages),
                Err(Error::Database(error)) if error.code().is_some_and(|code| is_of_class(code, &OF_A_PAGE)) => {
                    job.update(|progress| progress.failed += 1);
                    last = Some(Error::Database(error));
                }
                Err(error) => return Err(error),
            }
        }
        job.update(|progress| progress.says = seen.says());
        let progress = job.progress();
        if let Some(error) = last.take_if(|_| progress.done == 0 && progress.failed >= PATIENCE) {
            return Err(error);
        }
        if job.is_stopping() {
            return Ok(());
        }
    }
    match (last, seen.damage) {
        (Some(error), _) if job.progress().done == 0 => Err(error),
        (_, Some(damage)) if seen.whole == 0 => {
            Err(Error::Request(format!("this is no WARC file, or a damaged one: {damage}")))
        }
        _ => Ok(()),
    }
}

/// Returns the large object of the whole file, and its size; `None` if somebody stops the job.
async fn upload<E: std::fmt::Display>(
    app: &App,
    job: &Job,
    connection: &JobConnection,
    mut file: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<Option<(u32, u64)>, Error> {
    let created = connection.rows("SELECT lo_create(0)", &[]).await?;
    let object: u32 = created.first().map_or(Ok(0), |row| row.try_get(0))?;
    let (mut sent, mut piece) = (0_usize, Vec::new());
    loop {
        let next = tokio::select! {
            next = file.next() => next,
            // A stop does not wait for a slow upload.
            () = job.stopped() => return Ok(None),
        };
        let is_over = next.is_none();
        let next = next.transpose().map_err(|error| Error::Request(format!("the upload broke off: {error}")))?;
        piece.extend_from_slice(&next.unwrap_or_default());
        if sent + piece.len() > app.options.max_archive {
            return Err(Error::TooLarge(format!("an archive may have {} MB", app.options.max_archive >> 20)));
        }
        if piece.len() >= PIECE || is_over {
            let at = i64::try_from(sent).unwrap_or(i64::MAX);
            let values: [Value<'_>; 3] = [(&object, Type::OID), (&at, Type::INT8), bytes(&piece)];
            connection.rows("SELECT lo_put($1, $2, $3)", &values).await?;
            sent += piece.len();
            piece.clear();
            job.update(|progress| progress.says = format!("{:.1} MB uploaded", sent as f64 / 1e6));
        }
        if is_over {
            return Ok(Some((object, sent as u64)));
        }
    }
}

/// The statement that begins to read the records of a large object. A function of sets in the list of a SELECT gives its
/// rows one by one as they are fetched; after FROM all of them would be kept first.
fn cursor(app: &App, object: u32) -> String {
    let archive = format!("lo_get({object}::oid)");
    let call = calls::WARC.call(&app.table.goce, &[&archive, &app.options.max_page.to_string()]);
    format!(
        "DECLARE records NO SCROLL CURSOR FOR
         SELECT r.kind, r.uri, r.content_type, CASE WHEN r.kind = 'page' THEN r.payload END, r.error
         FROM (SELECT (w.record).*, CASE
                   WHEN (w.record).type = 'damaged' THEN 'damaged'
                   WHEN (w.record).payload IS NULL AND (w.record).error IS NOT NULL THEN 'too long'
                   WHEN (w.record).type IN ('response', 'resource') AND coalesce((w.record).status, 200) = 200
                       AND coalesce((w.record).content_type, 'html') ~* 'html' THEN 'page'
                   ELSE 'other' END AS kind
               FROM (SELECT {call} AS record OFFSET 0) AS w) AS r"
    )
}

struct Record {
    uri: Option<String>,
    content_type: Option<String>,
    payload: Vec<u8>,
}

/// What came out of the file so far.
#[derive(Default)]
struct Seen {
    whole: u64,
    /// Records without a page: requests, metadata, those about the file.
    others: u64,
    unreadable: u64,
    unpacked: u64,
    /// What is wrong with the first that cannot be read.
    damage: Option<String>,
}

impl Seen {
    /// Counts a record, and returns it if it is a page.
    fn page(&mut self, row: &Row) -> Result<Option<Record>, Error> {
        let kind = cell(row, 0)?;
        let payload: Option<Vec<u8>> = row.try_get(3)?;
        self.whole += u64::from(kind.as_deref() != Some("damaged"));
        if kind.as_deref() == Some("other") {
            self.others += 1;
            return Ok(None);
        }
        let Some(payload) = payload else {
            self.unreadable += 1;
            self.damage = self.damage.take().or(cell(row, 4)?);
            return Ok(None);
        };
        self.unpacked += payload.len() as u64;
        Ok(Some(Record {
            uri: cell(row, 1)?,
            content_type: cell(row, 2)?,
            payload,
        }))
    }

    fn says(&self) -> String {
        let mut says = format!("{} records hold no page", self.others);
        if let Some(damage) = &self.damage {
            says.push_str(&format!(", {} cannot be read, the first since {damage}", self.unreadable));
        }
        says
    }
}

/// The statement that adds a page. Its parameters are payload, Content-Type, address and the fields.
struct Insert<'f> {
    sql: String,
    fields: &'f [(String, String)],
}

impl<'f> Insert<'f> {
    fn new(app: &App, fields: &'f [(String, String)]) -> Result<Self, Error> {
        let table = &app.table;
        let is_bytes = table.html.kind == "bytea";
        let page = if is_bytes {
            "$1::bytea".to_owned()
        } else {
            calls::DECODE.call(&table.goce, &["$1::bytea", "$2::text"])
        };
        let mut columns = vec![table.html.quoted.clone()];
        let mut values = vec![page];
        if let Some(url) = &table.url {
            columns.push(url.quoted.clone());
            values.push(format!("$3::text::{}", url.kind));
        }
        if let Some(column) = table.columns.iter().find(|column| column.name == "content_type" && is_bytes) {
            columns.push(column.quoted.clone());
            values.push(format!("$2::text::{}", column.kind));
        }
        for (place, (name, _)) in fields.iter().enumerate() {
            let column = table
                .columns
                .iter()
                .find(|column| column.name == *name && column.insertable)
                .ok_or_else(|| Error::Request(format!("there is no column {name} to fill")))?;
            columns.push(column.quoted.clone());
            values.push(format!("${}::text::{}", place + 4, column.kind));
        }
        // Nothing else fills a key of text, so the address does.
        if let [key] = table.key.as_slice()
            && key.needed
            && key.kind == "text"
            && !columns.contains(&key.quoted)
        {
            columns.push(key.quoted.clone());
            values.push("$3::text".to_owned());
        }
        let sql = format!(
            "INSERT INTO {} ({}) VALUES ({}) ON CONFLICT DO NOTHING RETURNING 1",
            table.quoted,
            columns.join(", "),
            values.join(", ")
        );
        Ok(Self { sql, fields })
    }

    /// Adds a page. Returns how many were added: a page whose key is there already is left out.
    async fn run(&self, app: &App, record: &Record) -> Result<i64, Error> {
        let mut values: Vec<Value<'_>> = vec![bytes(&record.payload), text(&record.content_type), text(&record.uri)];
        values.extend(self.fields.iter().map(|(_, value)| text(value)));
        let rows = app.database.get().await?.rows(&self.sql, &values).await?;
        Ok(i64::try_from(rows.len()).unwrap_or_default())
    }
}
