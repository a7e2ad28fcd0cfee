//! The views that only read: the overview, the list and one page.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::app::Tables;
use crate::calls;
use crate::database::text;
use crate::diff;
use crate::error::Error;
use crate::form::Visit;
use crate::listing::{self, Counts, Filter};
use crate::page::GOLD;
use crate::views::layout::{message, view};
use crate::views::page::{self as shown, About};
use crate::{marks, models, views};

pub async fn overview(Visit { app, visitor, .. }: Visit) -> Response {
    let (status, body) = match Counts::get(&app).await {
        Ok(Some((overview, age))) => (StatusCode::OK, views::overview::overview(&app, &visitor, &overview, age)),
        Ok(None) => (StatusCode::OK, views::overview::counting()),
        Err(error) => (error.status(), message(&error)),
    };
    (status, view(&app, &visitor, "/", "Overview", &body)).into_response()
}

pub async fn pages(Visit { app, visitor, query }: Visit) -> Result<Markup, Error> {
    let filter = Filter::read(&query)?;
    let mut tables = app.tables().await?;
    let listing = listing::list(&mut tables, &filter).await?;
    let body = views::pages::pages(tables.present, &filter, &listing);
    Ok(view(&app, &visitor, "/pages", "Pages", &body))
}

/// One page. An error of its content is shown within the view, so that the other views of the page stay within reach.
pub async fn page(Visit { app, visitor, query }: Visit) -> Result<Response, Error> {
    let mut tables = app.tables().await?;
    let known = tables.known(&query.key()).await?;
    let models = models::choices(&mut tables).await?;
    let versions = marks::versions(&mut tables, &known.key, 10).await?;
    let mut views = shown::VIEWS.iter().map(|(name, _)| *name);
    let usual_other = if known.has_gold { GOLD } else { "default" };
    let about = About {
        app: &app,
        visitor: &visitor,
        present: tables.present,
        known: &known,
        view: views.find(|name| Some(*name) == query.get("view")).unwrap_or("page"),
        method: query.get("method").unwrap_or("auto"),
        other: query.get("other").unwrap_or(usual_other),
        models: &models,
        versions: &versions,
    };
    let (status, content) = match content(&mut tables, &about).await {
        Ok(content) => (StatusCode::OK, content),
        Err(error) => (error.status(), message(&error)),
    };
    let body = shown::page(&about, &content);
    let view = view(&app, &visitor, "/pages", &about.title(), &body);
    Ok((status, view).into_response())
}

async fn content(tables: &mut Tables<'_>, about: &About<'_>) -> Result<Markup, Error> {
    let (key, method) = (&about.known.key, about.method);
    Ok(match about.view {
        "text" => shown::text(tables.content(key, method).await?.as_deref()),
        "markdown" => {
            let written = tables.markdown(key, method).await?;
            blocking(move || shown::markdown(written.as_deref())).await?
        }
        "metadata" => {
            let metadata = tables.metadata(key).await?;
            let (genre, page_type, confidence) = tables.judged(key).await?;
            html! {
                (shown::metadata(metadata.as_deref()))
                p.meta.below { "As goce judges it now: " (shown::judged(Some(&genre), Some(&page_type), Some(confidence))) }
            }
        }
        "blocks" => shown::blocks(&tables.blocks(key, method).await?),
        "compare" => compared(tables, about).await?,
        _ => shown::framed(about),
    })
}

async fn compared(tables: &mut Tables<'_>, about: &About<'_>) -> Result<Markup, Error> {
    let key = &about.known.key;
    let left = tables.content(key, about.method).await?.unwrap_or_default();
    let right = tables.content(key, about.other).await?.unwrap_or_default();
    let word_f1 = calls::WORD_F1.call(&tables.app.table.goce, &["$1::text", "$2::text"]);
    let sql = format!("SELECT f1 FROM {word_f1}");
    let row = tables.connection.first(&sql, &[text(&right), text(&left)]).await?;
    let f1 = row.map(|row| row.try_get(0)).transpose()?;
    let (method, other) = (about.method.to_owned(), about.other.to_owned());
    blocking(move || shown::compared(&method, &other, f1, &diff::compare(&left, &right))).await
}

/// Makes a view that takes up to half a second. On the thread of a request it would hold up other requests.
async fn blocking(work: impl FnOnce() -> Markup + Send + 'static) -> Result<Markup, Error> {
    let made = tokio::task::spawn_blocking(work).await;
    made.map_err(|_| Error::Request("the texts cannot be shown".to_owned()))
}
