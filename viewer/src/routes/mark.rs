//! The handlers of marks.

use std::collections::HashSet;

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::app::App;
use crate::app::{Form, Visit};
use crate::error::Error;
use crate::fields::Fields;
use crate::keys::{Key, address, title};
use crate::listing::{next_to_mark, size};
use crate::marks::{self, SentMarks};
use crate::page::{BLOCKS, GOLD};
use crate::routes::read::beside;
use crate::routes::to;
use crate::store::Tables;
use crate::views::layout::{message, view};
use crate::views::mark as views;

/// The page of a key to be marked; without a key the next one.
pub async fn show(Visit { app, query }: Visit) -> Result<Response, Error> {
    app.store.writable()?;
    let mut tables = app.store.tables().await?;
    if query.key().is_empty() {
        return next_after(&mut tables, None).await;
    }
    let method = query.get("method").unwrap_or("auto");
    let from = query.number("from")?;
    let shown = marking(&mut tables, &query.key(), method, from, None).await?;
    Ok(shown.into_response())
}

/// Goes on to the next page without marks.
pub async fn next(Visit { app, query }: Visit) -> Result<Response, Error> {
    let mut tables = app.store.tables().await?;
    let after = Some(query.key()).filter(|key| !key.is_empty());
    next_after(&mut tables, after.as_ref()).await
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

/// What was sent and could not be saved.
struct Unsaved<'u> {
    sent: &'u SentMarks<'u>,
    error: &'u Error,
}

async fn marking(
    tables: &mut Tables<'_>,
    key: &Key,
    method: &str,
    from: Option<usize>,
    unsaved: Option<Unsaved<'_>>,
) -> Result<maud::Markup, Error> {
    let known = tables.known(key).await?;
    let html_md5 = tables.hash(key).await?;
    let blocks = tables.blocks(key, method).await?;
    let versions = marks::versions(tables, key, 1).await?;
    let last = versions.first();
    let content = match &unsaved {
        Some(unsaved) => unsaved.sent.content.clone(),
        None => marks::chosen(&blocks, last, &html_md5),
    };
    let pages = size(&mut tables.connection, &tables.store.table.quoted).await?;
    let marked = marks::count(tables).await?;
    let typed = match (&unsaved, last.and_then(|mark| mark.gold.clone())) {
        _ if !blocks.is_empty() => String::new(),
        (Some(unsaved), _) => unsaved.sent.typed.clone(),
        (None, Some(gold)) => gold,
        (None, None) => tables.content(key, method).await?.unwrap_or_default(),
    };
    let gold = match last.and_then(|mark| mark.gold.clone()) {
        _ if known.has_gold => tables.content(key, GOLD).await?.map(|gold| ("gold text", gold)),
        marked => marked.map(|gold| ("marked", gold)),
    };
    let gold = match gold {
        Some((name, gold)) => {
            let extracted = tables.content(key, method).await?.unwrap_or_default();
            Some(beside(tables, (name, gold), (method, extracted)).await?)
        }
        None => None,
    };
    let marking = views::Marking {
        store: tables.store,
        key,
        blocks: &blocks,
        content: &content,
        // The list begins where the content does.
        from: from.or_else(|| blocks.iter().position(|block| content.contains(&block.ord))).unwrap_or_default(),
        method,
        html_md5: &html_md5,
        seen: last.map_or(0, |mark| mark.version),
        last: last.map(|mark| format!("marked by {}, {}", mark.by, mark.at)),
        typed: &typed,
        is_unasked: unsaved.as_ref().is_some_and(|unsaved| matches!(unsaved.error, Error::Unasked)),
        progress: (marked, pages),
        gold,
        problem: unsaved.map(|unsaved| message(unsaved.error)),
    };
    let title = format!("Mark: {}", title(known.title.as_deref(), key));
    Ok(view(tables.store, "/mark", &title, &views::mark(&marking)))
}

/// Saves marks. If somebody else saved first, the form is shown again, to be saved after theirs. The viewer's script
/// gets JSON in place of a view.
pub async fn save(headers: HeaderMap, form: Form) -> Result<Response, Error> {
    let Form { app, fields } = form;
    let wants_json =
        headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let key = fields.key();
    let then = fields.get("then").unwrap_or("stay");
    if then == "skip" {
        return Ok(to(&address("/mark/next", &key, &[])));
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
            let unsaved = Unsaved {
                sent: &sent,
                error: &error,
            };
            let shown = marking(&mut tables, &key, sent.method, None, Some(unsaved)).await?;
            Ok((StatusCode::CONFLICT, shown).into_response())
        }
        Err(error) => Err(error),
    }
}

/// Saves marks; returns the version, and the address to go on at: the next page, the same, or another part of it.
async fn saved(app: &App, sent: &SentMarks<'_>, then: &str) -> Result<(i32, String), Error> {
    let mut tables = app.store.tables().await?;
    let version = marks::save(&mut tables, sent).await?;
    if then != "next" {
        let part = then.strip_prefix("part:").map(|from| ("from", from));
        return Ok((version, address("/mark", sent.key, part.as_slice())));
    }
    let next = next_to_mark(&mut tables, Some(sent.key)).await?;
    let next = next.map_or_else(|| "/mark".to_owned(), |next| address("/mark", &next, &[]));
    Ok((version, next))
}

/// The number of a page's newest version; 0 where there is none.
async fn newest(app: &App, key: &Key) -> Result<i32, Error> {
    let mut tables = app.store.tables().await?;
    let versions = marks::versions(&mut tables, key, 1).await?;
    Ok(versions.first().map_or(0, |mark| mark.version))
}

/// Reads the numbers of blocks: `3`, or `3-7`.
fn numbers(form: &Fields) -> Result<HashSet<i32>, Error> {
    let mut numbers = HashSet::new();
    for written in form.all("content") {
        let (first, last) = written.split_once('-').unwrap_or((written, written));
        let (Ok(first), Ok(last)) = (first.parse::<i32>(), last.parse::<i32>()) else {
            return Err(Error::Request(format!("{written} is not the number of a block")));
        };
        for number in first..=last {
            numbers.insert(number);
            if numbers.len() > BLOCKS {
                return Err(Error::TooLarge(format!("a page may have {BLOCKS} blocks")));
            }
        }
    }
    Ok(numbers)
}

/// Takes back the last version of a page, and shows it where that was asked for: as it is marked, or as it is.
pub async fn undo(Form { app, fields }: Form) -> Result<Response, Error> {
    let key = fields.key();
    let seen = fields.number("seen")?.unwrap_or(0);
    let mut tables = app.store.tables().await?;
    marks::undo(&mut tables, &key, seen).await?;
    // Only the form of marks says what comes then.
    let view = fields.get("then").map_or("/page", |_| "/mark");
    Ok(to(&address(view, &key, &[])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_blocks_come_one_by_one_or_in_ranges() {
        let read = |query: &str| numbers(&Fields::read(query.as_bytes()));
        assert_eq!(read("content=2&content=5-7&content=9-8").expect("numbers"), HashSet::from([2, 5, 6, 7]));
        for wrong in ["content=two", "content=1-", "content=-1", "content=1-2000000000"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
