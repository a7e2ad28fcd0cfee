//! To mark what is content.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::app::App;
use crate::companions::Present;
use crate::database::Session;
use crate::error::Error;
use crate::form::{By, Fields, Form, Query};
use crate::keys::{Key, address, shown};
use crate::listing;
use crate::marks::{self, Decision};
use crate::page;
use crate::routes::to;
use crate::session::Visitor;
use crate::views::layout::{message, view};
use crate::views::mark as views;

/// The page of a key to be marked; without a key the next one.
pub async fn show(State(app): State<Arc<App>>, By(visitor): By, Query(query): Query) -> Result<Response, Error> {
    app.writable()?;
    let (mut session, present) = app.session().await?;
    if query.key().is_empty() {
        return next_after(&app, &visitor, &mut session, present, None).await;
    }
    let method = query.get("method").unwrap_or("auto");
    Ok(
        marking(&app, &visitor, &mut session, present, &query.key(), method, None)
            .await?
            .into_response(),
    )
}

/// Goes on to the next page that is not marked.
pub async fn next(State(app): State<Arc<App>>, By(visitor): By, Query(query): Query) -> Result<Response, Error> {
    let (mut session, present) = app.session().await?;
    let key = query.key();
    next_after(
        &app,
        &visitor,
        &mut session,
        present,
        Some(&key).filter(|key| !key.is_empty()),
    )
    .await
}

async fn next_after(
    app: &App,
    visitor: &Visitor,
    session: &mut Session,
    present: Present,
    after: Option<&Key>,
) -> Result<Response, Error> {
    Ok(match listing::next_to_mark(app, session, present, after).await? {
        Some(key) => to(&address("/mark", &key, &[])),
        None => view(app, visitor, "/mark", "All is marked", &views::done()).into_response(),
    })
}

/// What was sent and could not be saved.
struct Sent<'s> {
    content: HashSet<i32>,
    error: &'s Error,
}

async fn marking(
    app: &App,
    visitor: &Visitor,
    session: &mut Session,
    present: Present,
    key: &Key,
    method: &str,
    sent: Option<Sent<'_>>,
) -> Result<maud::Markup, Error> {
    let html_md5 = page::hash(app, session, key).await?;
    let blocks = page::blocks(app, session, key, method).await?;
    let versions = marks::versions(app, session, present, key, 1).await?;
    let last = versions.first();
    let content = sent
        .as_ref()
        .map_or_else(|| marks::chosen(&blocks, last, &html_md5), |sent| sent.content.clone());
    let marking = views::Marking {
        visitor,
        key,
        blocks: &blocks,
        content: &content,
        method,
        html_md5: &html_md5,
        seen: last.map_or(0, |mark| mark.version),
        last: last.map(|mark| format!("marked by {}, {}", mark.by, mark.at)),
        problem: sent.as_ref().map(|sent| message(sent.error)),
        is_sent: sent.is_some(),
    };
    Ok(view(
        app,
        visitor,
        "/mark",
        &format!("Mark {}", shown(key)),
        &views::mark(&marking),
    ))
}

/// Saves. Where somebody else was first, the choice is shown again, to be sent after theirs. The script is told in JSON
/// what came of it.
pub async fn save(
    State(app): State<Arc<App>>,
    By(visitor): By,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response, Error> {
    let wants_json = headers
        .get(header::ACCEPT)
        .is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let content = numbers(&form)?;
    let seen = form.number("seen")?.unwrap_or(0);
    let key = form.key();
    let decision = Decision {
        key: &key,
        seen,
        html_md5: form.get("md5").unwrap_or_default(),
        content,
        method: form.get("method").unwrap_or("auto"),
        by: &visitor.name,
    };
    match saved(&app, &decision, form.get("then") == Some("next")).await {
        Ok((version, next)) if wants_json => Ok(Json(json!({ "saved": version, "next": next })).into_response()),
        Ok((_, next)) => Ok(to(&next)),
        Err(error) if wants_json => {
            // Where the database is lost, that is said, and not that this cannot be looked up.
            let seen = newest(&app, &key).await.unwrap_or(seen);
            let is_conflict = matches!(error, Error::Conflict(_));
            let said =
                json!({ "problem": error.to_string(), "notes": error.notes(), "conflict": is_conflict, "seen": seen });
            Ok((error.status(), Json(said)).into_response())
        }
        Err(error @ Error::Conflict(_)) => {
            let (mut session, present) = app.session().await?;
            let sent = Sent {
                content: decision.content.clone(),
                error: &error,
            };
            let shown = marking(&app, &visitor, &mut session, present, &key, decision.method, Some(sent)).await?;
            Ok((StatusCode::CONFLICT, shown).into_response())
        }
        Err(error) => Err(error),
    }
}

/// Saves a decision; returns its version and where to go then.
async fn saved(app: &App, decision: &Decision<'_>, goes_on: bool) -> Result<(i32, String), Error> {
    let (mut session, present) = app.session().await?;
    let version = marks::save(app, &mut session, present, decision).await?;
    let present = Present { marks: true, ..present };
    if !goes_on {
        return Ok((version, address("/mark", decision.key, &[])));
    }
    let next = listing::next_to_mark(app, &mut session, present, Some(decision.key)).await?;
    let next = next.map_or_else(|| "/mark".to_owned(), |next| address("/mark", &next, &[]));
    Ok((version, next))
}

/// The newest version of a page; 0 where there is none.
async fn newest(app: &App, key: &Key) -> Result<i32, Error> {
    let (mut session, present) = app.session().await?;
    let versions = marks::versions(app, &mut session, present, key, 1).await?;
    Ok(versions.first().map_or(0, |mark| mark.version))
}

fn numbers(form: &Fields) -> Result<HashSet<i32>, Error> {
    form.all("content")
        .map(|number| {
            number
                .parse()
                .map_err(|_| Error::Request(format!("{number} is not the number of a block")))
        })
        .collect()
}

/// Takes back the last version of a page.
pub async fn undo(State(app): State<Arc<App>>, By(visitor): By, Form(form): Form) -> Result<Response, Error> {
    let key = form.key();
    let seen = form.number("seen")?.unwrap_or(0);
    let (mut session, present) = app.session().await?;
    marks::undo(&app, &mut session, present, &key, seen, &visitor.name).await?;
    Ok(to(&address("/page", &key, &[])))
}
