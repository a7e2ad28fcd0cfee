//! The views that only read: the overview, the list and one page.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::Markup;

use crate::app::Visit;
use crate::diff;
use crate::fields::Fields;
use crate::listing::{self, Filter};
use crate::page::{GOLD, STORED};
use crate::prelude::*;
use crate::routes::to;
use crate::views::layout::{message, view};
use crate::views::page::{self as shown, About};
use crate::{models, views};

pub async fn overview(Visit { app, .. }: Visit) -> Response {
    let (status, body) = match app.counts.get(&app.store).await {
        Ok((overview, age)) => (StatusCode::OK, views::overview::overview(&app.store, &app.jobs, &overview, age)),
        Err(error) => (error.status(), message(&error)),
    };
    (status, view(&app.store, "/", "Overview", &body)).into_response()
}

/// The list.
pub async fn pages(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let filter = Filter::read(&fields)?;
    // Browsers send the empty fields of a form too. The address that people copy has none.
    if fields.0.iter().any(|(_, value)| value.is_empty()) {
        return Ok(to(&filter.address(&filter.after)));
    }
    let mut tables = app.store.tables().await?;
    let listing = listing::list(&mut tables, &filter).await?;
    let found = listing::found(&mut tables, &filter, &listing).await?;
    let body = views::pages::pages(&tables.present, &filter, &listing, found);
    Ok(view(&app.store, "/pages", "Pages", &body).into_response())
}

/// One page. An error of its content is shown within the view, so that the other views of the page stay within reach.
pub async fn page(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let mut tables = app.store.tables().await?;
    let known = tables.known(&fields.key()).await?;
    let list = fields.get("list").unwrap_or_default();
    let filter = Filter::read(&Fields::read(list.as_bytes())).unwrap_or_default();
    // A page can be looked at where its list cannot be read.
    let page = &known.listed;
    let next = listing::following(&mut tables, &filter, Some(&page.key), None).await.unwrap_or_default();
    let view_of = shown::VIEWS.iter().map(|(name, _)| *name).find(|name| Some(*name) == fields.get("view"));
    let about = About {
        store: &app.store,
        has_stored: tables.present.target,
        view: view_of.unwrap_or("page"),
        choice: fields.get("method").unwrap_or("auto"),
        other: fields.get("other").unwrap_or(if known.has_gold { GOLD } else { "default" }),
        choices: &models::choices(&mut tables).await?,
        list,
        list_address: &filter.address(&filter.after),
        next: next.as_ref(),
        known: &known,
    };
    let search = filter.search.as_deref().unwrap_or_default();
    let (status, content) = match content(&mut tables, &about, search).await {
        Ok(content) => (StatusCode::OK, content),
        Err(error) => (error.status(), message(&error)),
    };
    let title = crate::keys::title(page.title.as_deref(), &page.key);
    let view = view(&app.store, "/pages", &title, &shown::page(&about, &content));
    Ok((status, view).into_response())
}

/// What a view shows of a page.
async fn content(tables: &mut Tables<'_>, about: &About<'_>, search: &str) -> Result<Markup, Error> {
    let (key, choice) = (&about.known.listed.key, about.choice);
    Ok(match about.view {
        "text" => match tables.content(key, choice).await? {
            Some(text) => shown::text(&text, search),
            None => nothing(tables, key, choice).await?,
        },
        "markdown" => match tables.by_choice(key, "goce_markdown", choice).await? {
            Some(written) => blocking(move || shown::markdown(&written)).await?,
            None => nothing(tables, key, choice).await?,
        },
        "metadata" => shown::metadata(&tables.metadata(key).await?),
        "captures" => {
            let captures = tables.captures(key).await?;
            let before = captures.iter().position(|capture| capture.key == *key).and_then(|place| place.checked_sub(1));
            let changes = match before {
                Some(before) => tables.changes(&captures[before].key, key).await?,
                None => Vec::new(),
            };
            shown::captures(key, &captures, &changes)
        }
        "compare" => {
            let left = tables.content(key, choice).await?.unwrap_or_default();
            let right = tables.content(key, about.other).await?.unwrap_or_default();
            beside(tables, (choice, left), (about.other, right)).await?
        }
        // The page is shown also where its blocks cannot be.
        _ => shown::framed(about, &tables.blocks(key, choice).await.unwrap_or_default()),
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

/// Shows two texts, each with its name, and where they differ.
pub async fn beside(
    tables: &mut Tables<'_>,
    (left_name, left): (&str, String),
    (right_name, right): (&str, String),
) -> Result<Markup, Error> {
    let texts = [("gold", "$1::text"), ("extracted", "$2::text")];
    let sql = format!("SELECT f1 FROM {}", tables.store.table.goce.call("goce_word_f1", &texts));
    let f1: f64 = tables.connection.only(&sql, &[&right, &left]).await?;
    let (left_name, right_name) = (left_name.to_owned(), right_name.to_owned());
    blocking(move || shown::compared(&left_name, &right_name, f1, &diff::compare(&left, &right))).await
}

/// Makes a view that takes up to half a second. On the thread of a request it would hold up other requests.
async fn blocking(work: impl FnOnce() -> Markup + Send + 'static) -> Result<Markup, Error> {
    let made = tokio::task::spawn_blocking(work).await;
    made.map_err(|_| Error::Request("the texts cannot be shown".to_owned()))
}
