//! The scratch page: a page that is pasted, shown as pages of the table are. It is in the request and in the answer, and is
//! stored nowhere.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, X_FRAME_OPTIONS};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::app::Tables;
use crate::error::Error;
use crate::form::{Form, Visit};
use crate::models;
use crate::page::{Subject, Wanted};
use crate::routes::read::{content, wanted};
use crate::views::layout::{message, view};
use crate::views::scratch::{self as views, Scratch};

/// The policy of the viewer's views, with styles within the document: a frame without an address has the policy of the
/// document around it too, and `goce_highlight` keeps the styles of the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; connect-src 'self'; \
                      frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The form without a page.
pub async fn show(visit: Visit) -> Result<Response, Error> {
    let Visit { app, visitor, query } = visit;
    let mut tables = app.tables().await?;
    let scratch = Scratch {
        app: &app,
        visitor: &visitor,
        page: &[String::new(), String::new()],
        wanted: wanted(&query, false),
        models: &models::choices(&mut tables).await?,
    };
    let body = views::scratch(&scratch, &html! {}, None);
    Ok(view(&app, &visitor, "/scratch", "Scratch", &body).into_response())
}

/// A view of the page that was pasted.
pub async fn page(Form { app, visitor, fields }: Form) -> Result<Response, Error> {
    let mut tables = app.tables().await?;
    let page = ["html", "url"].map(|name| fields.get(name).unwrap_or_default().to_owned());
    let scratch = Scratch {
        app: &app,
        visitor: &visitor,
        page: &page,
        wanted: wanted(&fields, false),
        models: &models::choices(&mut tables).await?,
    };
    let most = app.options.max_page;
    let shown = if page[0].is_empty() {
        Err(Error::field("html", "there is no HTML: paste a page"))
    } else if page[0].len() > most {
        Err(Error::TooLarge(format!("a page may have {} MB", most >> 20)))
    } else {
        shown(&mut tables, &page, &scratch.wanted).await
    };
    let statement = tables.written(Subject::Pasted(&page), &scratch.wanted);
    let (status, content, statement) = match shown {
        Ok(content) => (StatusCode::OK, content, Some(statement.as_str())),
        Err(error) => (error.status(), message(&error), None),
    };
    let body = views::scratch(&scratch, &content, statement);
    let headers = [(CONTENT_SECURITY_POLICY, POLICY), (X_FRAME_OPTIONS, "DENY")];
    Ok((status, headers, view(&app, &visitor, "/scratch", "Scratch", &body)).into_response())
}

async fn shown(tables: &mut Tables<'_>, page: &[String; 2], wanted: &Wanted<'_>) -> Result<Markup, Error> {
    let subject = Subject::Pasted(page);
    match wanted.view {
        "page" => Ok(match tables.highlighted(subject, wanted.choice).await? {
            Some(html) => views::framed(&html),
            None => {
                let why = tables.no_text(subject, wanted.choice).await?;
                crate::views::page::nothing(why.as_deref())
            }
        }),
        _ => content(tables, subject, wanted, "", &views::blocks_from).await,
    }
}
