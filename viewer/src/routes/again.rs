//! The handlers of extracting all pages again: it is asked for, done and given up.

use axum::response::Response;
use maud::{Markup, html};

use crate::app::Visit;
use crate::error::Error;
use crate::jobs::extract;
use crate::keys::Key;
use crate::listing::size;
use crate::models;
use crate::reextract;
use crate::routes::to;
use crate::routes::work::job;
use crate::views::again as shown;
use crate::views::layout::view;

/// Says what would be done, and asks.
pub async fn show(Visit { app, fields }: Visit) -> Result<Markup, Error> {
    app.store.writable()?;
    let mut tables = app.store.tables().await?;
    let by = fields.get("by").unwrap_or("auto");
    let choice = shown::choice(by, &models::choices(&mut tables).await?);
    let body = match reextract::unfinished(&mut tables).await? {
        Some(unfinished) => shown::unfinished(&unfinished),
        None => {
            let model = models::chosen(&mut tables, &[by]).await?;
            let pages = size(&mut tables.connection, &app.store.table.quoted).await?;
            shown::asked(&app.store, by, model.first(), pages, &reextract::made(&mut tables).await?)
        }
    };
    Ok(view(&app.store, "/", "Extract again", &html! { (choice) (body) }))
}

/// Begins, or goes on.
pub async fn start(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let method = fields.get("method").unwrap_or_default();
    extract::start_again(&app.jobs, &app.store, method).await?;
    Ok(to("/"))
}

/// Says what an extraction of all pages has changed.
pub async fn changes(Visit { app, fields }: Visit) -> Result<Markup, Error> {
    let job = job(&app, &fields)?;
    let changes = job.progress().changes.ok_or_else(|| Error::Missing("this job has changed no texts".to_owned()))?;
    let keys: Vec<Key> = changes.most.iter().map(|text| text.key.clone()).collect();
    let titles = app.store.tables().await?.titles(&keys).await?;
    Ok(view(&app.store, "/", "What has changed", &shown::changed(&job.title, &changes, &titles)))
}

/// Throws the new texts of a run away that did not end.
pub async fn discard(Visit { app, .. }: Visit) -> Result<Response, Error> {
    reextract::give_up(&mut app.store.tables().await?).await?;
    Ok(to("/"))
}
