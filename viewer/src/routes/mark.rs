//! The handlers of marks.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::app::Visit;
use crate::keys::{address, title};
use crate::listing::{marked, next_to_mark, size};
use crate::marks::{self, SentMarks};
use crate::page::GOLD;
use crate::prelude::*;
use crate::routes::read::beside;
use crate::routes::to;
use crate::views::layout::view;
use crate::views::mark as views;

/// The page of a key to be marked; without a key, or to skip it, the next one.
pub async fn show(Visit { app, fields }: Visit) -> Result<Response, Error> {
    app.store.writable()?;
    let (mut tables, key) = (app.store.tables().await?, fields.key());
    let after = Some(&key).filter(|key| !key.is_empty());
    if after.is_some() && fields.get("skip").is_none() {
        return Ok(marking(&mut tables, &key, None).await?.into_response());
    }
    Ok(match next_to_mark(&mut tables, after).await? {
        Some(key) => to(&address("/mark", &key, &[])),
        None => {
            let is_empty = size(&mut tables.connection, &app.store.table.quoted).await?.rows == 0;
            let title = if is_empty { "Mark" } else { "All is marked" };
            view(&app.store, "/mark", title, &views::done(is_empty)).into_response()
        }
    })
}

/// The page to be marked. `unsaved` is what was sent and could not be saved, and why.
async fn marking(
    tables: &mut Tables<'_>,
    key: &Key,
    unsaved: Option<(&SentMarks<'_>, &Error)>,
) -> Result<maud::Markup, Error> {
    let known = tables.known(key).await?;
    let html_md5 = tables.hash(key).await?;
    let blocks = tables.blocks(key, "auto").await?;
    let versions = marks::versions(tables, key, 1).await?;
    let last = versions.first();
    let pages = size(&mut tables.connection, &tables.store.table.quoted).await?;
    let marked = marked(tables).await?;
    let extracted = tables.content(key, "auto").await?.unwrap_or_default();
    let last_gold = last.and_then(|mark| mark.gold.clone());
    let (content, typed) = match unsaved {
        Some((sent, _)) => (sent.content.clone(), sent.typed.to_owned()),
        None => {
            let typed = last_gold.as_ref().unwrap_or(&extracted).clone();
            (marks::chosen(&blocks, last, &html_md5), typed)
        }
    };
    let gold = if known.has_gold {
        tables.content(key, GOLD).await?.map(|gold| ("gold text", gold))
    } else {
        last_gold.map(|gold| ("marked", gold))
    };
    let gold = match gold {
        Some(gold) => Some(beside(tables, gold, ("auto", extracted)).await?),
        None => None,
    };
    let marking = views::Marking {
        store: tables.store,
        key,
        blocks: &blocks,
        content: &content,
        html_md5: &html_md5,
        last,
        typed: &typed,
        progress: (marked, pages),
        gold,
        error: unsaved.map(|(_, error)| error),
    };
    let title = format!("Mark: {}", title(known.listed.title.as_deref(), key));
    Ok(view(tables.store, "/mark", &title, &views::mark(&marking)))
}

/// Saves marks. If somebody else saved first, the form is shown again, to be saved after theirs. The viewer's script
/// gets JSON in place of the address to go on at.
pub async fn save(headers: HeaderMap, Visit { app, fields }: Visit) -> Result<Response, Error> {
    let wants_json =
        headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let key = fields.key();
    let then = fields.get("then").unwrap_or("stay");
    if then == "skip" {
        return Ok(to(&address("/mark", &key, &[("skip", "yes")])));
    }
    let sent = SentMarks {
        key: &key,
        seen: fields.number("seen")?.unwrap_or(0),
        html_md5: fields.get("md5").unwrap_or_default(),
        content: fields.all("content").map(number).collect::<Result<_, _>>()?,
        typed: fields.get("text").unwrap_or_default(),
        may_be_empty: fields.get("empty").is_some(),
    };
    let mut tables = app.store.tables().await?;
    let version = match marks::save(&mut tables, &sent).await {
        Ok(version) => version,
        Err(error @ (Error::Conflict(_) | Error::Unasked)) => {
            let shown = marking(&mut tables, &key, Some((&sent, &error))).await?;
            return Ok((StatusCode::CONFLICT, shown).into_response());
        }
        Err(error) => return Err(error),
    };
    let next = match then {
        "next" => next_to_mark(&mut tables, Some(&key)).await?,
        _ => Some(key),
    };
    let next = next.map_or_else(|| "/mark".to_owned(), |next| address("/mark", &next, &[]));
    Ok(if wants_json {
        Json(json!({ "saved": version, "next": next })).into_response()
    } else {
        to(&next)
    })
}

/// Reads the number of a block.
fn number(written: &str) -> Result<i32, Error> {
    written.parse().map_err(|_| Error::Request(format!("{written} is not the number of a block")))
}

/// Takes back the last version of a page, and shows it as it is marked then.
pub async fn undo(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let key = fields.key();
    let seen = fields.number("seen")?.unwrap_or(0);
    marks::undo(&mut app.store.tables().await?, &key, seen).await?;
    Ok(to(&address("/mark", &key, &[])))
}
