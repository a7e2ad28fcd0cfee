//! Adds the pages of a WARC file. The file goes to the database in pieces while it comes in, as a large object, and
//! `goce_warc` reads it there. The transaction of the large object is never committed, so nothing of it stays behind.

use axum::body::Bytes;
use tokio::sync::mpsc::Receiver;
use tokio_postgres::types::Type;

use crate::app::App;
use crate::calls;
use crate::database::{bytes, cell, is_of_class};
use crate::error::Error;
use crate::insert::{NewPage, insert};
use crate::jobs::Running;

/// The bytes that are sent to the database at once.
const PIECE: usize = 1 << 20;
/// The most pages that the table may refuse before it takes the first. After that the archive does not fit the table.
const PATIENCE: i64 = 20;
/// The most bytes that the pages may unpack to, with [`RATIO`] more for each byte of the file. Pages usually unpack to
/// five times their size.
const UNPACKED: usize = 256 << 20;
const RATIO: usize = 100;
/// The classes of errors that are those of one page: data exceptions, constraints, limits.
const OF_A_PAGE: [&str; 3] = ["22", "23", "54"];

/// A piece of a file; `None` is its end.
pub type Piece = Result<Option<Bytes>, Error>;

/// Reads a file to its end. `fields` are names and values of columns that need a value.
pub async fn read(running: Running, fields: Vec<(String, String)>, file: Receiver<Piece>) -> Result<(), Error> {
    let Running { app, job, connection } = &running;
    connection.run("BEGIN").await?;
    let Some((object, size)) = upload(&running, file).await? else {
        return Ok(());
    };
    connection.run(&cursor(app, object)).await?;
    let (mut unpacked, mut pages, mut others) = (0, 0, 0);
    let (mut unreadable, mut damage, mut refusal) = (0, None, None);
    while let Some(row) = connection.rows("FETCH 1 FROM records", &[]).await?.first()
        && !job.is_stopping()
    {
        match (row.try_get(0)?, row.try_get::<_, Option<Vec<u8>>>(3)?) {
            (true, Some(html)) => {
                pages += 1;
                unpacked += html.len();
                if unpacked > UNPACKED + RATIO * size {
                    return Err(Error::TooLarge(format!(
                        "this file unpacks to more than {RATIO} times its size; what came before that is added"
                    )));
                }
                let page = NewPage {
                    html,
                    url: cell(row, 1)?,
                    content_type: cell(row, 2)?,
                };
                match insert(app, &page, &fields, false).await {
                    Ok(added) => job.update(|progress| progress.done += i64::from(added.is_some())),
                    Err(Error::Database(error)) if error.code().is_some_and(|code| is_of_class(code, &OF_A_PAGE)) => {
                        job.update(|progress| progress.failed += 1);
                        refusal = Some(Error::Database(error));
                    }
                    Err(error) => return Err(error),
                }
            }
            (true, None) => {
                unreadable += 1;
                damage = damage.or(cell(row, 4)?);
            }
            (false, _) => others += 1,
        }
        job.update(|progress| {
            progress.says = format!("{others} records hold no page");
            if let Some(damage) = &damage {
                progress.says.push_str(&format!(", {unreadable} cannot be read, the first since {damage}"));
            }
        });
        let progress = job.progress();
        if let Some(error) = refusal.take_if(|_| progress.done == 0 && progress.failed >= PATIENCE) {
            return Err(error);
        }
    }
    match (refusal, damage) {
        (Some(error), _) if job.progress().done == 0 => Err(error),
        (_, Some(damage)) if pages + others == 0 => {
            Err(Error::Request(format!("this is no WARC file, or a damaged one: {damage}")))
        }
        _ => Ok(()),
    }
}

/// Returns the large object of the whole file, and its size; `None` if somebody stops the job.
async fn upload(running: &Running, mut file: Receiver<Piece>) -> Result<Option<(u32, usize)>, Error> {
    let Running { app, job, connection } = running;
    let created = connection.rows("SELECT lo_create(0)", &[]).await?;
    let object: u32 = created.first().map_or(Ok(0), |row| row.try_get(0))?;
    let (mut sent, mut piece) = (0, Vec::new());
    loop {
        let next = tokio::select! {
            next = file.recv() => next,
            // A stop does not wait for a slow upload.
            () = job.stopped() => return Ok(None),
        };
        let next = next.ok_or_else(|| Error::Request("the upload broke off".to_owned()))??;
        let is_over = next.is_none();
        piece.extend_from_slice(&next.unwrap_or_default());
        if sent + piece.len() > app.options.max_archive {
            return Err(Error::TooLarge(format!("an archive may have {} MB", app.options.max_archive >> 20)));
        }
        if piece.len() >= PIECE || is_over {
            let at = i64::try_from(sent).unwrap_or(i64::MAX);
            let values = [(&object as _, Type::OID), (&at as _, Type::INT8), bytes(&piece)];
            connection.rows("SELECT lo_put($1, $2, $3)", &values).await?;
            sent += piece.len();
            piece.clear();
            job.update(|progress| progress.says = format!("{:.1} MB uploaded", sent as f64 / 1e6));
        }
        if is_over {
            return Ok(Some((object, sent)));
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
         SELECT w.is_page OR w.type = 'damaged' OR w.payload IS NULL AND w.error IS NOT NULL, w.uri, w.content_type,
                CASE WHEN w.is_page THEN w.payload END, w.error
         FROM (SELECT (r.record).*, (r.record).type IN ('response', 'resource') AND coalesce((r.record).status, 200) = 200
                          AND coalesce((r.record).content_type, 'html') ~* 'html' AS is_page
               FROM (SELECT {call} AS record OFFSET 0) AS r) AS w"
    )
}
