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
pub async fn show(
    State(app): State<Arc<App>>,
    By(visitor): By,
    Query(query): Query,
) -> Result<Response, Error> {
    app.writable()?;
    let (mut session, present) = app.session().await?;
    if query.key().is_empty() {
        return next_after(&app, &visitor, &mut session, present, None).await;
    }
    let method = query.get("method").unwrap_or("auto");
    Ok(marking(
        &app,
        &visitor,
        &mut session,
        present,
        &query.key(),
        method,
        None,
    )
    .await?
    .into_response())
}

/// Goes on to the next page that is not marked.
pub async fn next(
    State(app): State<Arc<App>>,
    By(visitor): By,
    Query(query): Query,
) -> Result<Response, Error> {
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
    Ok(
        match listing::next_to_mark(app, session, present, after).await? {
            Some(key) => to(&address("/mark", &key, &[])),
            None => view(app, visitor, "/mark", "All is marked", &views::done()).into_response(),
        },
    )
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
    let content = sent.as_ref().map_or_else(
        || marks::chosen(&blocks, last, &html_md5),
        |sent| sent.content.clone(),
    );
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

/// Saves. Where somebody else was first, the choice is shown again, to be sent after theirs.
pub async fn save(
    State(app): State<Arc<App>>,
    By(visitor): By,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response, Error> {
    let wants_json = headers
        .get(header::ACCEPT)
        .is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let key = form.key();
    let content = numbers(&form)?;
    let method = form.get("method").unwrap_or("auto");
    let seen = form.number("seen")?.unwrap_or(0);
    let html_md5 = form.get("md5").unwrap_or_default();
    let (mut session, present) = app.session().await?;
    let decision = Decision {
        key: &key,
        seen,
        html_md5,
        content,
        method,
        by: &visitor.name,
    };
    match marks::save(&app, &mut session, present, &decision).await {
        Ok(version) => {
            let present = Present {
                marks: true,
                ..present
            };
            let address = if form.get("then") == Some("next") {
                match listing::next_to_mark(&app, &mut session, present, Some(&key)).await? {
                    Some(next) => address("/mark", &next, &[]),
                    None => "/mark".to_owned(),
                }
            } else {
                address("/mark", &key, &[])
            };
            if wants_json {
                return Ok(Json(json!({ "saved": version, "next": address })).into_response());
            }
            Ok(to(&address))
        }
        Err(error) if wants_json => {
            let present = app.names.present(&mut session, &app.table).await?;
            let seen = marks::versions(&app, &mut session, present, &key, 1)
                .await?
                .first()
                .map_or(0, |mark| mark.version);
            let is_conflict = matches!(error, Error::Conflict(_));
            let said = json!({ "problem": error.to_string(), "notes": error.notes(), "conflict": is_conflict, "seen": seen });
            Ok((error.status(), Json(said)).into_response())
        }
        Err(error @ Error::Conflict(_)) => {
            let present = app.names.present(&mut session, &app.table).await?;
            let sent = Sent {
                content: decision.content.clone(),
                error: &error,
            };
            let shown = marking(
                &app,
                &visitor,
                &mut session,
                present,
                &key,
                method,
                Some(sent),
            )
            .await?;
            Ok((StatusCode::CONFLICT, shown).into_response())
        }
        Err(error) => Err(error),
    }
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
pub async fn undo(
    State(app): State<Arc<App>>,
    By(visitor): By,
    Form(form): Form,
) -> Result<Response, Error> {
    let key = form.key();
    let seen = form.number("seen")?.unwrap_or(0);
    let (mut session, present) = app.session().await?;
    marks::undo(&app, &mut session, present, &key, seen, &visitor.name).await?;
    Ok(to(&address("/page", &key, &[])))
}
