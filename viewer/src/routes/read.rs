//! What only reads: overview, list, one page.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::app::App;
use crate::calls;
use crate::companions::Present;
use crate::database::{Session, text};
use crate::diff;
use crate::error::Error;
use crate::form::{By, Query};
use crate::keys::Key;
use crate::listing::{self, Counts, Filter};
use crate::page as data;
use crate::views::layout::{message, view};
use crate::views::{self, page as shown};
use crate::{marks, models, views::page::About};

/// The overview.
pub async fn overview(State(app): State<Arc<App>>, By(visitor): By) -> Response {
    let (status, body) = match Counts::get(&app).await {
        Ok(Some((overview, age))) => (
            axum::http::StatusCode::OK,
            views::overview::overview(&app, &visitor, &overview, age),
        ),
        Ok(None) => (axum::http::StatusCode::OK, views::overview::counting()),
        Err(error) => (error.status(), message(&error)),
    };
    (status, view(&app, &visitor, "/", "Overview", &body)).into_response()
}

/// The list.
pub async fn pages(State(app): State<Arc<App>>, By(visitor): By, Query(query): Query) -> Result<Markup, Error> {
    let filter = Filter::read(&query)?;
    let (mut session, present) = app.session().await?;
    let listing = listing::list(&app, &mut session, present, &filter).await?;
    Ok(view(
        &app,
        &visitor,
        "/pages",
        "Pages",
        &views::pages::pages(present, &filter, &listing),
    ))
}

/// One page. What fails in its content is said within the view, so that the other views of the page stay at hand.
pub async fn page(State(app): State<Arc<App>>, By(visitor): By, Query(query): Query) -> Result<Response, Error> {
    let (mut session, present) = app.session().await?;
    let known = data::known(&app, &mut session, present, &query.key()).await?;
    let models = models::choices(&app, &mut session, present).await?;
    let versions = marks::versions(&app, &mut session, present, &known.key, 10).await?;
    let view_name = shown::VIEWS
        .iter()
        .map(|(name, _)| *name)
        .find(|name| Some(*name) == query.get("view"))
        .unwrap_or("page");
    let about = About {
        app: &app,
        visitor: &visitor,
        present,
        known: &known,
        view: view_name,
        method: query.get("method").unwrap_or("auto"),
        other: query
            .get("other")
            .unwrap_or(if known.has_gold { data::GOLD } else { "default" }),
        models: &models,
        versions: &versions,
    };
    let (status, content) = match content(&mut session, &about).await {
        Ok(content) => (axum::http::StatusCode::OK, content),
        Err(error) => (error.status(), message(&error)),
    };
    let body = shown::page(&about, &content);
    Ok((status, view(&app, &visitor, "/pages", &about.title(), &body)).into_response())
}

async fn content(session: &mut Session, about: &About<'_>) -> Result<Markup, Error> {
    let (app, present, key, method) = (about.app, about.present, &about.known.key, about.method);
    Ok(match about.view {
        "text" => shown::text(data::content(app, session, present, key, method).await?.as_deref()),
        "markdown" => {
            let written = data::markdown(app, session, present, key, method).await?;
            // Of a long text that takes a while, for which other requests do not wait.
            let shown = tokio::task::spawn_blocking(move || shown::markdown(written.as_deref()));
            shown
                .await
                .map_err(|_| Error::Request("the Markdown cannot be shown".to_owned()))?
        }
        "metadata" => {
            let metadata = data::metadata(app, session, key).await?;
            let (genre, kind, confidence) = data::judged(app, session, key).await?;
            html! {
                (shown::metadata(metadata.as_deref()))
                p.meta.below { "As goce judges it now: " (shown::judged(Some(&genre), Some(&kind), Some(confidence))) }
            }
        }
        "blocks" => shown::blocks(&data::blocks(app, session, key, method).await?),
        "compare" => compared(session, about, present, key).await?,
        _ => shown::framed(about),
    })
}

async fn compared(session: &mut Session, about: &About<'_>, present: Present, key: &Key) -> Result<Markup, Error> {
    let app = about.app;
    let left = data::content(app, session, present, key, about.method)
        .await?
        .unwrap_or_default();
    let right = data::content(app, session, present, key, about.other)
        .await?
        .unwrap_or_default();
    let sql = format!(
        "SELECT f1 FROM {}",
        calls::WORD_F1.call(&app.table.goce, &["$1::text", "$2::text"])
    );
    let f1 = session
        .first(&sql, &[text(&right), text(&left)])
        .await?
        .map(|row| row.try_get(0))
        .transpose()?;
    let (method, other) = (about.method.to_owned(), about.other.to_owned());
    // Comparing takes up to half a second of a processor, which other requests do not wait for.
    let compared =
        tokio::task::spawn_blocking(move || shown::compared(&method, &other, f1, &diff::compare(&left, &right)));
    compared
        .await
        .map_err(|_| Error::Request("the texts cannot be compared".to_owned()))
}
