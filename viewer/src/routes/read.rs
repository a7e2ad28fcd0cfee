//! The views that only read: the overview, the list and one page.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use sqlx::Row;

use crate::app::Visit;
use crate::calls;
use crate::database::value;
use crate::diff;
use crate::error::Error;
use crate::fields::{Fields, Typed};
use crate::keys::Key;
use crate::listing::export::{Exported, export as exporting};
use crate::listing::{self, Filter};
use crate::page::{GOLD, STORED, Wanted};
use crate::routes::to;
use crate::store::Tables;
use crate::views::layout::{message, view};
use crate::views::page::{self as shown, About};
use crate::views::pages::{self as shown_pages, Part};
use crate::{marks, models, views};

pub async fn overview(Visit { app, .. }: Visit) -> Response {
    let (status, body) = match app.counts.get(&app.store).await {
        Ok(Some((overview, age))) => (StatusCode::OK, views::overview::overview(&app.store, &app.jobs, &overview, age)),
        Ok(None) => (StatusCode::OK, views::overview::counting()),
        Err(error) => (error.status(), message(&error)),
    };
    (status, view(&app.store, "/", "Overview", &body)).into_response()
}

/// The list. Of a filter that cannot be used, the form is shown again.
pub async fn pages(Visit { app, query }: Visit) -> Result<Response, Error> {
    let mut tables = app.store.tables().await?;
    let filter = match Filter::read(&query) {
        Ok(filter) => filter,
        Err(error) => {
            let form = shown_pages::form(tables.present, Typed::new(&query, Some(&error)));
            let body = html! { (message(&error)) (form) };
            return Ok((error.status(), view(&app.store, "/pages", "Pages", &body)).into_response());
        }
    };
    // Browsers send the empty fields of a form too. The address that people copy has none.
    if query.0.iter().any(|(_, value)| value.is_empty()) {
        return Ok(to(&filter.address(&filter.after)));
    }
    let listing = listing::list(&mut tables, &filter).await?;
    let part = Part {
        present: tables.present,
        typed: Typed::new(&query, None),
        filter: &filter,
        listing: &listing,
        found: listing::found(&mut tables, &filter, &listing).await?,
    };
    Ok(view(&app.store, "/pages", "Pages", &shown_pages::pages(&part)).into_response())
}

/// The texts or the marks of the pages of a list, as a file.
pub async fn export(Visit { app, query, .. }: Visit) -> Result<Response, Error> {
    let filter = Filter::read(&query)?;
    let (what, name) = match query.get("what") {
        Some("marks") => (Exported::Marks, "marks"),
        _ => (Exported::Texts, "texts"),
    };
    let body = exporting(&app.store, filter, what).await?;
    let file = format!("attachment; filename=\"goce-{name}.jsonl\"");
    let kind = "application/jsonl; charset=utf-8".to_owned();
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, file)], body).into_response())
}

/// Reads which view of a page is wanted, and by what.
fn wanted(fields: &Fields, has_gold: bool) -> Wanted<'_> {
    let mut views = shown::VIEWS.iter().map(|(name, _)| *name);
    let from = fields.number("from").ok().flatten();
    // Only blocks are shown from a number on.
    let view = if from.is_some() {
        Some("blocks")
    } else {
        fields.get("view")
    };
    Wanted {
        view: views.find(|name| Some(*name) == view).unwrap_or("page"),
        choice: fields.get("method").unwrap_or("auto"),
        other: fields.get("other").unwrap_or(if has_gold { GOLD } else { "default" }),
        content_only: fields.get("only") == Some("content"),
        from: from.unwrap_or(0),
    }
}

/// One page. An error of its content is shown within the view, so that the other views of the page stay within reach.
pub async fn page(Visit { app, query }: Visit) -> Result<Response, Error> {
    let mut tables = app.store.tables().await?;
    let known = tables.known(&query.key()).await?;
    let list = query.get("list").unwrap_or_default();
    let filter = Filter::read(&Fields::read(list.as_bytes())).unwrap_or_default();
    // A page can be looked at where its list cannot be read.
    let neighbours = listing::neighbours(&mut tables, &filter, &known.key, known.confidence).await;
    let about = About {
        store: &app.store,
        present: tables.present,
        wanted: wanted(&query, known.has_gold),
        models: &models::choices(&mut tables).await?,
        versions: &marks::versions(&mut tables, &known.key, 10).await?,
        list,
        list_address: &filter.address(&filter.after),
        neighbours: &neighbours.unwrap_or_default(),
        known: &known,
    };
    let search = filter.search.as_deref().unwrap_or_default();
    let content = match about.wanted.view {
        // The page is shown also where its blocks cannot be.
        "page" => Ok(shown::framed(&about, &tables.blocks(&known.key, about.wanted.choice).await.unwrap_or_default())),
        _ => {
            let blocks = |from: i32, name: &str| {
                let from = from.to_string();
                let only = about.wanted.content_only.then_some(("only", "content"));
                let more: Vec<(&str, &str)> = only.into_iter().chain([("from", from.as_str())]).collect();
                html! { a.button href=(about.address("blocks", &more)) { (name) } }
            };
            content(&mut tables, &known.key, &about.wanted, search, &blocks).await
        }
    };
    let (status, content) = match content {
        Ok(content) => (StatusCode::OK, content),
        Err(error) => (error.status(), message(&error)),
    };
    let body = shown::page(&about, &content);
    let view = view(&app.store, "/pages", &about.title(), &body);
    Ok((status, view).into_response())
}

/// What a view shows of a page. `blocks` makes what leads to the blocks from a number on.
async fn content(
    tables: &mut Tables<'_>,
    key: &Key,
    wanted: &Wanted<'_>,
    search: &str,
    blocks: &(dyn Fn(i32, &str) -> Markup + Sync),
) -> Result<Markup, Error> {
    let choice = wanted.choice;
    Ok(match wanted.view {
        "text" => match tables.content(key, choice).await? {
            Some(text) => shown::text(&text, search),
            None => nothing(tables, key, choice).await?,
        },
        "markdown" => match tables.markdown(key, choice).await? {
            Some(written) => blocking(move || shown::markdown(&written)).await?,
            None => nothing(tables, key, choice).await?,
        },
        "metadata" => {
            let metadata = tables.metadata(key).await?;
            let (genre, page_type, confidence, why) = tables.judged(key).await?;
            let judged = shown::judged(genre.as_deref(), page_type.as_deref(), confidence, why.is_some());
            html! {
                (shown::metadata(metadata.as_deref()))
                p.meta.below { "As goce judges it now: " (judged) }
            }
        }
        "captures" => {
            let captures = tables.captures(key).await?;
            let before = captures.iter().position(|capture| capture.key == *key).and_then(|place| place.checked_sub(1));
            let changes = match before {
                Some(before) => tables.changes(&captures[before].key, key).await?,
                None => Vec::new(),
            };
            shown::captures(key, &captures, &changes)
        }
        "blocks" => {
            let from = (wanted.content_only, wanted.from);
            let found = tables.blocks_from(key, choice, from, shown::BLOCKS_SHOWN).await?;
            shown::blocks(&found, wanted, blocks)
        }
        _ => compared(tables, key, choice, wanted.other).await?,
    })
}

/// Says that a page has no text, and why. Gold texts and the target's texts are asked for no reason.
async fn nothing(tables: &mut Tables<'_>, key: &Key, choice: &str) -> Result<Markup, Error> {
    let why = match choice {
        GOLD | STORED => None,
        _ => tables.no_text(key, choice).await?,
    };
    Ok(shown::nothing(why.as_deref()))
}

/// Compares the texts of a page by two choices.
async fn compared(tables: &mut Tables<'_>, key: &Key, choice: &str, other: &str) -> Result<Markup, Error> {
    let left = tables.content(key, choice).await?.unwrap_or_default();
    let right = tables.content(key, other).await?.unwrap_or_default();
    beside(tables, (choice, left), (other, right)).await
}

/// Shows two texts, each with its name, and where they differ.
pub async fn beside(
    tables: &mut Tables<'_>,
    (left_name, left): (&str, String),
    (right_name, right): (&str, String),
) -> Result<Markup, Error> {
    let word_f1 = calls::WORD_F1.call(&tables.store.table.goce, &["$1::text", "$2::text"]);
    let sql = format!("SELECT f1 FROM {word_f1}");
    let row = tables.connection.first(&sql, &[value(&right), value(&left)]).await?;
    let f1 = row.map(|row| row.try_get(0)).transpose()?;
    let (left_name, right_name) = (left_name.to_owned(), right_name.to_owned());
    blocking(move || shown::compared(&left_name, &right_name, f1, &diff::compare(&left, &right))).await
}

/// Makes a view that takes up to half a second. On the thread of a request it would hold up other requests.
async fn blocking(work: impl FnOnce() -> Markup + Send + 'static) -> Result<Markup, Error> {
    let made = tokio::task::spawn_blocking(work).await;
    made.map_err(|_| Error::Request("the texts cannot be shown".to_owned()))
}
