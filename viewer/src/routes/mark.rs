//! The handlers of marks.

use std::collections::HashSet;

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::app::{App, Tables};
use crate::error::Error;
use crate::form::{Fields, Form, Visit};
use crate::keys::{Key, address, shown};
use crate::listing::next_to_mark;
use crate::marks::{self, SentMarks};
use crate::routes::to;
use crate::session::Visitor;
use crate::views::layout::{message, view};
use crate::views::mark as views;

/// The page of a key to be marked; without a key the next one.
pub async fn show(Visit { app, visitor, query }: Visit) -> Result<Response, Error> {
    app.writable()?;
    let mut tables = app.tables().await?;
    if query.key().is_empty() {
        return next_after(&mut tables, &visitor, None).await;
    }
    let method = query.get("method").unwrap_or("auto");
    let shown = marking(&mut tables, &visitor, &query.key(), method, None).await?;
    Ok(shown.into_response())
}

/// Goes on to the next page without marks.
pub async fn next(Visit { app, visitor, query }: Visit) -> Result<Response, Error> {
    let mut tables = app.tables().await?;
    let after = Some(query.key()).filter(|key| !key.is_empty());
    next_after(&mut tables, &visitor, after.as_ref()).await
}

async fn next_after(tables: &mut Tables<'_>, visitor: &Visitor, after: Option<&Key>) -> Result<Response, Error> {
    Ok(match next_to_mark(tables, after).await? {
        Some(key) => to(&address("/mark", &key, &[])),
        None => view(tables.app, visitor, "/mark", "All is marked", &views::done()).into_response(),
    })
}

/// What was sent and could not be saved.
struct Unsaved<'u> {
    content: &'u HashSet<i32>,
    error: &'u Error,
}

async fn marking(
    tables: &mut Tables<'_>,
    visitor: &Visitor,
    key: &Key,
    method: &str,
    unsaved: Option<Unsaved<'_>>,
) -> Result<maud::Markup, Error> {
    let html_md5 = tables.hash(key).await?;
    let blocks = tables.blocks(key, method).await?;
    let versions = marks::versions(tables, key, 1).await?;
    let last = versions.first();
    let content = match &unsaved {
        Some(unsaved) => unsaved.content.clone(),
        None => marks::chosen(&blocks, last, &html_md5),
    };
    let marking = views::Marking {
        app: tables.app,
        visitor,
        key,
        blocks: &blocks,
        content: &content,
        method,
        html_md5: &html_md5,
        seen: last.map_or(0, |mark| mark.version),
        last: last.map(|mark| format!("marked by {}, {}", mark.by, mark.at)),
        problem: unsaved.map(|unsaved| message(unsaved.error)),
    };
    let title = format!("Mark {}", shown(key));
    Ok(view(tables.app, visitor, "/mark", &title, &views::mark(&marking)))
}

/// Saves marks. If somebody else saved first, the form is shown again, to be saved after theirs. The viewer's script
/// gets JSON in place of a view.
pub async fn save(headers: HeaderMap, form: Form) -> Result<Response, Error> {
    let Form { app, visitor, fields } = form;
    let wants_json =
        headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let content = numbers(&fields)?;
    let key = fields.key();
    let sent = SentMarks {
        key: &key,
        seen: fields.number("seen")?.unwrap_or(0),
        html_md5: fields.get("md5").unwrap_or_default(),
        content,
        method: fields.get("method").unwrap_or("auto"),
        by: &visitor.name,
    };
    match saved(&app, &sent, fields.get("then") == Some("next")).await {
        Ok((version, next)) if wants_json => Ok(Json(json!({ "saved": version, "next": next })).into_response()),
        Ok((_, next)) => Ok(to(&next)),
        Err(error) if wants_json => {
            // The first error is the one to report, also where the version cannot be read.
            let seen = newest(&app, &key).await.unwrap_or(sent.seen);
            let is_conflict = matches!(error, Error::Conflict(_));
            let said =
                json!({ "problem": error.to_string(), "notes": error.notes(), "conflict": is_conflict, "seen": seen });
            Ok((error.status(), Json(said)).into_response())
        }
        Err(error @ Error::Conflict(_)) => {
            let mut tables = app.tables().await?;
            let unsaved = Unsaved {
                content: &sent.content,
                error: &error,
            };
            let shown = marking(&mut tables, &visitor, &key, sent.method, Some(unsaved)).await?;
            Ok((StatusCode::CONFLICT, shown).into_response())
        }
        Err(error) => Err(error),
    }
}

/// Saves marks; returns the version, and the address to go on at.
async fn saved(app: &App, sent: &SentMarks<'_>, goes_on: bool) -> Result<(i32, String), Error> {
    let mut tables = app.tables().await?;
    let version = marks::save(&mut tables, sent).await?;
    if !goes_on {
        return Ok((version, address("/mark", sent.key, &[])));
    }
    let next = next_to_mark(&mut tables, Some(sent.key)).await?;
    let next = next.map_or_else(|| "/mark".to_owned(), |next| address("/mark", &next, &[]));
    Ok((version, next))
}

/// The number of a page's newest version; 0 where there is none.
async fn newest(app: &App, key: &Key) -> Result<i32, Error> {
    let mut tables = app.tables().await?;
    let versions = marks::versions(&mut tables, key, 1).await?;
    Ok(versions.first().map_or(0, |mark| mark.version))
}

fn numbers(form: &Fields) -> Result<HashSet<i32>, Error> {
    let number = |text: &str| text.parse().map_err(|_| Error::Request(format!("{text} is not the number of a block")));
    form.all("content").map(number).collect()
}

/// Takes back the last version of a page.
pub async fn undo(Form { app, visitor, fields }: Form) -> Result<Response, Error> {
    let key = fields.key();
    let seen = fields.number("seen")?.unwrap_or(0);
    let mut tables = app.tables().await?;
    marks::undo(&mut tables, &key, seen, &visitor.name).await?;
    Ok(to(&address("/page", &key, &[])))
}
