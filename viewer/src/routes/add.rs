//! The handlers that add pages: pasted, uploaded or of an archive.

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use maud::Markup;
use tokio::sync::mpsc;

use crate::app::App;
use crate::error::Error;
use crate::form::{TOKEN, Visit};
use crate::insert::{NewPage, insert};
use crate::jobs::{JobKind, Jobs, archive as reading};
use crate::keys::address;
use crate::routes::to;
use crate::session::{Visitor, same};
use crate::views::add as views;
use crate::views::layout::view;

/// The longest field without a page, in bytes.
const FIELD: usize = 64 << 10;
/// The start of a field's name where it is a column's value.
const COLUMN: &str = "column:";
/// The most columns that a table can have.
const COLUMNS: usize = 1600;
/// The most bytes of a form beside its file.
pub const BESIDE: usize = 2 << 20;

pub async fn show(Visit { app, visitor, .. }: Visit) -> Result<Markup, Error> {
    allowed(&app)?;
    let body = views::add(&app, &visitor);
    Ok(view(&app, &visitor, "/add", "Add pages", &body))
}

fn allowed(app: &App) -> Result<(), Error> {
    app.writable()?;
    if !app.table.may_insert {
        return Err(Error::Forbidden(format!("the role {} may not insert into {}", app.table.role, app.table.name)));
    }
    Ok(())
}

/// Begins to read a form with a file of at most `longest` bytes. The first field must be the session's token.
async fn begin(visitor: &Visitor, request: Request, longest: usize) -> Result<Multipart, Error> {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    // What is told to be too long is refused before it comes.
    if length.is_some_and(|length: usize| length > longest.saturating_add(BESIDE)) {
        return Err(Error::TooLarge(format!("an upload here may have {} MB", longest >> 20)));
    }
    let mut form = Multipart::from_request(request, &()).await.map_err(|error| Error::Request(error.body_text()))?;
    let first = form.next_field().await.map_err(broken)?.ok_or(Error::Forged)?;
    let is_token = first.name() == Some(TOKEN);
    if !is_token || !same(&text_of(read(first, FIELD).await?)?, &visitor.token) {
        return Err(Error::Forged);
    }
    Ok(form)
}

/// The column whose value a field is.
fn column(field: &Field<'_>) -> Option<String> {
    field.name()?.strip_prefix(COLUMN).map(str::to_owned)
}

/// Adds a column and its value, which may have [`BESIDE`] bytes together with those before it.
fn add(columns: &mut Vec<(String, String)>, column: String, value: String) -> Result<(), Error> {
    columns.push((column, value));
    let all: usize = columns.iter().map(|(column, value)| column.len() + value.len()).sum();
    if all > BESIDE || columns.len() > COLUMNS {
        return Err(Error::TooLarge("the form is too long".to_owned()));
    }
    Ok(())
}

/// Reads a field of at most `most` bytes.
async fn read(mut field: Field<'_>, most: usize) -> Result<Vec<u8>, Error> {
    let mut read = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        if read.len() + piece.len() > most {
            return Err(Error::TooLarge(format!("this may have {} MB", most.div_ceil(1 << 20))));
        }
        read.extend_from_slice(&piece);
    }
    Ok(read)
}

fn text_of(read: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(read).map_err(|_| Error::Request("a field is not in UTF-8".to_owned()))
}

fn broken(error: MultipartError) -> Error {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("the form is too long".to_owned()),
        _ => Error::Request(format!("the upload broke off: {}", error.body_text())),
    }
}

/// Adds a page that was pasted or uploaded.
pub async fn page(visit: Visit, request: Request) -> Result<Response, Error> {
    let Visit { app, visitor, .. } = visit;
    allowed(&app)?;
    let most = app.options.max_page;
    let mut form = begin(&visitor, request, most).await?;
    let mut fields = Vec::new();
    let (mut pasted, mut uploaded) = (Vec::new(), Vec::new());
    while let Some(field) = form.next_field().await.map_err(broken)? {
        match (column(&field), field.name()) {
            (Some(column), _) => add(&mut fields, column, text_of(read(field, FIELD).await?)?)?,
            (None, Some("html")) => pasted = read(field, most).await?,
            (None, Some("file")) => uploaded = read(field, most).await?,
            _ => {}
        }
    }
    let is_uploaded = !uploaded.is_empty();
    let page = NewPage {
        html: if is_uploaded { uploaded } else { pasted },
        content_type: (!is_uploaded).then(|| "text/html; charset=utf-8".to_owned()),
        url: None,
    };
    if page.html.is_empty() {
        return Err(Error::Request("there is no HTML to add".to_owned()));
    }
    let added = insert(&app, &page, &fields, true).await?;
    app.counts.forget();
    let key = added.ok_or_else(|| Error::Request("the table took no page".to_owned()))?;
    Ok(to(&address("/page", &key, &[])))
}

/// Hands a WARC file to a job while it comes in. The job goes on when all of the file is there.
pub async fn archive(visit: Visit, request: Request) -> Result<Response, Error> {
    let Visit { app, visitor, .. } = visit;
    allowed(&app)?;
    let mut form = begin(&visitor, request, app.options.max_archive).await?;
    let mut fields = Vec::new();
    while let Some(mut field) = form.next_field().await.map_err(broken)? {
        match (column(&field), field.name()) {
            (Some(column), _) => add(&mut fields, column, text_of(read(field, FIELD).await?)?)?,
            (None, Some("archive")) => {
                let name: String = field.file_name().unwrap_or("an archive").chars().take(100).collect();
                let (sender, pieces) = mpsc::channel(4);
                let work = move |running| reading::read(running, fields, pieces);
                let title = format!("Adding the pages of {name}");
                Jobs::start(&app, JobKind::Archive, &title, &visitor.name, work)?;
                loop {
                    let piece = field.chunk().await.map_err(broken);
                    let is_last = !matches!(piece, Ok(Some(_)));
                    // A job that was stopped takes no more.
                    if sender.send(piece).await.is_err() || is_last {
                        return Ok(to("/add"));
                    }
                }
            }
            _ => {}
        }
    }
    Err(Error::Request("there is no file".to_owned()))
}
