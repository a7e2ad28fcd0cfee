//! The handlers of marks.

use std::collections::HashSet;

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::app::{App, Visit};
use crate::error::Error;
use crate::fields::Fields;
use crate::keys::{Key, address, title};
use crate::listing::{marked, next_to_mark, size};
use crate::marks::{self, SentMarks};
use crate::page::GOLD;
use crate::routes::read::beside;
use crate::routes::to;
use crate::store::Tables;
use crate::views::layout::{message, view};
use crate::views::mark as views;

/// The page of a key to be marked; without a key, or to skip it, the next one.
pub async fn show(Visit { app, fields }: Visit) -> Result<Response, Error> {
    app.store.writable()?;
    let (mut tables, key) = (app.store.tables().await?, fields.key());
    if key.is_empty() || fields.get("skip").is_some() {
        return next_after(&mut tables, Some(&key).filter(|key| !key.is_empty())).await;
    }
    let method = fields.get("method").unwrap_or("auto");
    Ok(marking(&mut tables, &key, method, None).await?.into_response())
}

async fn next_after(tables: &mut Tables<'_>, after: Option<&Key>) -> Result<Response, Error> {
    Ok(match next_to_mark(tables, after).await? {
        Some(key) => to(&address("/mark", &key, &[])),
        None => {
            let is_empty = size(&mut tables.connection, &tables.store.table.quoted).await?.rows == 0;
            let title = if is_empty { "Mark" } else { "All is marked" };
            view(tables.store, "/mark", title, &views::done(is_empty)).into_response()
        }
    })
}

/// The page to be marked. `unsaved` is what was sent and could not be saved, and why.
async fn marking(
    tables: &mut Tables<'_>,
    key: &Key,
    method: &str,
    unsaved: Option<(&SentMarks<'_>, &Error)>,
) -> Result<maud::Markup, Error> {
    let known = tables.known(key).await?;
    let html_md5 = tables.hash(key).await?;
    let blocks = tables.blocks(key, method).await?;
    let versions = marks::versions(tables, key, 1).await?;
    let last = versions.first();
    let content = match unsaved {
        Some((sent, _)) => sent.content.clone(),
        None => marks::chosen(&blocks, last, &html_md5),
    };
    let pages = size(&mut tables.connection, &tables.store.table.quoted).await?;
    let marked = marked(tables).await?;
    let extracted = tables.content(key, method).await?.unwrap_or_default();
    let last_gold = last.and_then(|mark| mark.gold.clone());
    let typed = match unsaved {
        Some((sent, _)) => sent.typed.clone(),
        None => last_gold.clone().unwrap_or_else(|| extracted.clone()),
    };
    let gold = match known.has_gold {
        true => tables.content(key, GOLD).await?.map(|gold| ("gold text", gold)),
        false => last_gold.map(|gold| ("marked", gold)),
    };
    let gold = match gold {
        Some(gold) => Some(beside(tables, gold, (method, extracted)).await?),
        None => None,
    };
    let marking = views::Marking {
        store: tables.store,
        key,
        blocks: &blocks,
        content: &content,
        method,
        html_md5: &html_md5,
        seen: last.map_or(0, |mark| mark.version),
        last: last.map(|mark| format!("marked by {}, {}", mark.by, mark.at)),
        typed: &typed,
        is_unasked: matches!(unsaved, Some((_, Error::Unasked))),
        progress: (marked, pages),
        gold,
        problem: unsaved.map(|(_, error)| message(error)),
    };
    let title = format!("Mark: {}", title(known.listed.title.as_deref(), key));
    Ok(view(tables.store, "/mark", &title, &views::mark(&marking)))
}

/// Saves marks. If somebody else saved first, the form is shown again, to be saved after theirs. The viewer's script
/// gets JSON in place of a view.
pub async fn save(headers: HeaderMap, Visit { app, fields }: Visit) -> Result<Response, Error> {
    let wants_json =
        headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let key = fields.key();
    let then = fields.get("then").unwrap_or("stay");
    if then == "skip" {
        return Ok(to(&address("/mark", &key, &[("skip", "yes")])));
    }
    let content = numbers(&fields)?;
    let sent = SentMarks {
        key: &key,
        seen: fields.number("seen")?.unwrap_or(0),
        html_md5: fields.get("md5").unwrap_or_default(),
        content,
        typed: fields.get("text").unwrap_or_default().to_owned(),
        may_be_empty: fields.get("empty").is_some(),
        method: fields.get("method").unwrap_or("auto"),
        by: app.store.user(),
    };
    match saved(&app, &sent, then).await {
        Ok((version, next)) if wants_json => Ok(Json(json!({ "saved": version, "next": next })).into_response()),
        Ok((_, next)) => Ok(to(&next)),
        Err(error) if wants_json => {
            // The first error is the one to report, also where the version cannot be read.
            let seen = newest(&app, &key).await.unwrap_or(sent.seen);
            let is_conflict = matches!(error, Error::Conflict(_));
            let said = json!({
                "problem": error.to_string(), "notes": error.notes(), "conflict": is_conflict, "seen": seen,
                "unasked": matches!(error, Error::Unasked),
            });
            Ok((error.status(), Json(said)).into_response())
        }
        Err(error @ (Error::Conflict(_) | Error::Unasked)) => {
            let mut tables = app.store.tables().await?;
            let shown = marking(&mut tables, &key, sent.method, Some((&sent, &error))).await?;
            Ok((StatusCode::CONFLICT, shown).into_response())
        }
        Err(error) => Err(error),
    }
}

/// Saves marks; returns the version, and the address to go on at: the next page, or the same.
async fn saved(app: &App, sent: &SentMarks<'_>, then: &str) -> Result<(i32, String), Error> {
    let mut tables = app.store.tables().await?;
    let version = marks::save(&mut tables, sent).await?;
    let next = match then {
        "next" => next_to_mark(&mut tables, Some(sent.key)).await?,
        _ => Some(sent.key.clone()),
    };
    Ok((version, next.map_or_else(|| "/mark".to_owned(), |next| address("/mark", &next, &[]))))
}

/// The number of a page's newest version; 0 where there is none.
async fn newest(app: &App, key: &Key) -> Result<i32, Error> {
    let mut tables = app.store.tables().await?;
    let versions = marks::versions(&mut tables, key, 1).await?;
    Ok(versions.first().map_or(0, |mark| mark.version))
}

/// Reads the numbers of blocks.
fn numbers(form: &Fields) -> Result<HashSet<i32>, Error> {
    let wrong = |written| Error::Request(format!("{written} is not the number of a block"));
    form.all("content").map(|written| written.parse().map_err(|_| wrong(written))).collect()
}

/// Takes back the last version of a page, and shows it as it is marked then.
pub async fn undo(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let key = fields.key();
    let seen = fields.number("seen")?.unwrap_or(0);
    marks::undo(&mut app.store.tables().await?, &key, seen).await?;
    Ok(to(&address("/mark", &key, &[])))
}
