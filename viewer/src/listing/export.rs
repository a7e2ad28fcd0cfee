//! Texts and marks of the pages of a list, as a file of JSON, an object a line. It is read part by part and sent while it is
//! read, so that no file is too large.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;

use super::statement::Reading;
use super::{Filter, part};
use crate::database::filled;
use crate::error::Error;
use crate::store::{Store, Tables};

/// The rows that are in memory at once.
const AT_ONCE: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exported {
    Texts,
    /// The newest version of each page's marks.
    Marks,
}

/// Returns the file. Its first part is read before: what fails at once is an error, and no half file.
pub async fn export(store: &Arc<Store>, mut filter: Filter, what: Exported) -> Result<Body, Error> {
    filter.after.clear();
    if what == Exported::Marks {
        filter.marked = Some(true);
    }
    let mut tables = store.tables().await?;
    let row = row(&tables, what);
    let (first, next) = read(&mut tables, &filter, &row).await?;
    drop(tables);
    let store = Arc::clone(store);
    let rest = stream::try_unfold(next, move |next| {
        let (store, row, mut filter) = (Arc::clone(&store), row.clone(), filter.clone());
        async move {
            let Some(after) = next else { return Ok(None) };
            filter.after = after;
            // A connection is held while a part is read, and not while it is sent.
            Ok::<_, Error>(Some(read(&mut store.tables().await?, &filter, &row).await?))
        }
    });
    let first = stream::once(async move { Ok(first) });
    Ok(Body::from_stream(futures_util::StreamExt::chain(first, rest)))
}

/// Reads a part; returns it, and where the list goes on.
async fn read(tables: &mut Tables<'_>, filter: &Filter, row: &str) -> Result<(Bytes, Option<Vec<String>>), Error> {
    let reading = Reading {
        columns: Some(row),
        most: AT_ONCE,
        backwards: false,
    };
    let part = part(tables, filter, &reading).await?;
    let mut lines = String::new();
    for row in &part.rows {
        lines.push_str(&filled(row, 0)?);
        lines.push('\n');
    }
    Ok((Bytes::from(lines), part.next))
}

/// An SQL expression of a page's object. PostgreSQL writes it on one line.
fn row(tables: &Tables<'_>, what: Exported) -> String {
    let (table, present) = (&tables.store.table, tables.present);
    let mut columns: Vec<(&str, String)> =
        table.key.iter().map(|column| (column.quoted.as_str(), format!("s.{}", column.quoted))).collect();
    columns.extend([("url", table.url_text()), ("title", present.title(table))]);
    let mut add = |table: &str, names: &[&'static str]| {
        columns.extend(names.iter().map(|name| (*name, format!("{table}.{name}"))));
    };
    match what {
        Exported::Texts if present.target => {
            add("t", &["no_text", "sqlstate", "extracted_at", "content"]);
        }
        Exported::Marks if present.marks => {
            add(
                "m",
                &[
                    "version",
                    "marked_by",
                    "marked_at",
                    "method",
                    "html_md5",
                    "content_xpaths",
                    "other_xpaths",
                    "gold",
                ],
            );
        }
        _ => {}
    }
    let mut named: Vec<String> = Vec::new();
    for (place, (name, value)) in columns.iter().enumerate() {
        // The address may be the key.
        if columns[..place].iter().all(|(known, _)| known != name) {
            named.push(format!("{value} AS {name}"));
        }
    }
    format!("(SELECT row_to_json(r)::text FROM (SELECT {}) AS r)", named.join(", "))
}
