//! To add pages: pasted, uploaded, from an archive, from the web.

use std::sync::Arc;

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use maud::Markup;

use crate::app::App;
use crate::database::{Session, Value, bytes, text};
use crate::error::Error;
use crate::form::{By, Form, TOKEN};
use crate::jobs::{Job, Jobs, Kind, archive as reading};
use crate::keys::{Key, address};
use crate::routes::to;
use crate::session::{Visitor, same};
use crate::views::add as views;
use crate::views::layout::view;

/// The longest value of a field that is no page.
const FIELD: usize = 64 << 10;
/// What the names of fields for columns begin with.
const COLUMN: &str = "column:";

/// The forms.
pub async fn show(State(app): State<Arc<App>>, By(visitor): By) -> Result<Markup, Error> {
    allowed(&app)?;
    Ok(view(
        &app,
        &visitor,
        "/add",
        "Add pages",
        &views::add(&app, &visitor),
    ))
}

fn allowed(app: &App) -> Result<(), Error> {
    app.writable()?;
    if !app.table.may_insert {
        return Err(Error::Forbidden(format!(
            "the role {} may not insert into {}",
            app.table.role, app.table.name
        )));
    }
    Ok(())
}

/// Begins to read a form with a file. Its first field is the token of the session; before that nothing is read.
async fn begin(visitor: &Visitor, request: Request, most: u64) -> Result<Multipart, Error> {
    let told = request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if told.is_some_and(|length| length > most.saturating_add(1 << 20)) {
        return Err(Error::TooLarge(format!(
            "an upload here may have {} MB",
            most >> 20
        )));
    }
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|error| Error::Request(error.body_text()))?;
    let first = form
        .next_field()
        .await
        .map_err(broken)?
        .ok_or(Error::Forged)?;
    if first.name() != Some(TOKEN) || !same(&short(first).await?, &visitor.token) {
        return Err(Error::Forged);
    }
    Ok(form)
}

fn broken(error: MultipartError) -> Error {
    Error::Request(format!("the upload broke off: {}", error.body_text()))
}

/// Reads a field of at most so many bytes.
async fn read(mut field: Field<'_>, most: usize) -> Result<Vec<u8>, Error> {
    let mut read = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        if read.len() + piece.len() > most {
            return Err(Error::TooLarge(format!(
                "this may have {} MB",
                most.div_ceil(1 << 20)
            )));
        }
        read.extend_from_slice(&piece);
    }
    Ok(read)
}

async fn short(field: Field<'_>) -> Result<String, Error> {
    let read = read(field, FIELD).await?;
    String::from_utf8(read).map_err(|_| Error::Request("a field is not in UTF-8".to_owned()))
}

/// The column that a field fills.
fn column(field: &Field<'_>) -> Option<String> {
    field.name()?.strip_prefix(COLUMN).map(str::to_owned)
}

/// Adds a page that was pasted or uploaded.
pub async fn page(
    State(app): State<Arc<App>>,
    By(visitor): By,
    request: Request,
) -> Result<Response, Error> {
    allowed(&app)?;
    let most = app.options.max_page;
    let mut form = begin(&visitor, request, most as u64).await?;
    let mut fields = Vec::new();
    let (mut pasted, mut uploaded) = (Vec::new(), Vec::new());
    while let Some(field) = form.next_field().await.map_err(broken)? {
        match (column(&field), field.name()) {
            (Some(column), _) => fields.push((column, short(field).await?)),
            (None, Some("html")) => pasted = read(field, most).await?,
            (None, Some("file")) => uploaded = read(field, most).await?,
            _ => {}
        }
    }
    let is_uploaded = !uploaded.is_empty();
    let page = Page {
        html: if is_uploaded { uploaded } else { pasted },
        content_type: (!is_uploaded).then(|| "text/html; charset=utf-8".to_owned()),
    };
    if page.html.is_empty() {
        return Err(Error::Request("there is no HTML to add".to_owned()));
    }
    let mut session = app.database.get().await?;
    let key = insert(&app, &mut session, &page, fields).await?;
    Ok(to(&address("/page", &key, &[])))
}

/// Fetches a page and adds it.
pub async fn fetch(State(app): State<Arc<App>>, Form(form): Form) -> Result<Response, Error> {
    allowed(&app)?;
    if !app.options.fetch {
        return Err(Error::Forbidden(
            "addresses are fetched only where the viewer was started with --fetch".to_owned(),
        ));
    }
    let fetched = app
        .fetcher
        .fetch(form.get("address").unwrap_or_default())
        .await?;
    let mut fields: Vec<(String, String)> = form
        .0
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(COLUMN)?.to_owned(), value.clone())))
        .collect();
    if let Some(url) = &app.table.url {
        fields.push((url.name.clone(), fetched.url));
    }
    let page = Page {
        html: fetched.body,
        content_type: fetched.content_type,
    };
    let mut session = app.database.get().await?;
    let key = insert(&app, &mut session, &page, fields).await?;
    Ok(to(&address("/page", &key, &[])))
}

/// Adds the pages of a WARC file, while it comes in.
pub async fn archive(
    State(app): State<Arc<App>>,
    By(visitor): By,
    request: Request,
) -> Result<Response, Error> {
    allowed(&app)?;
    let mut form = begin(&visitor, request, app.options.max_archive).await?;
    let mut fields = Vec::new();
    while let Some(field) = form.next_field().await.map_err(broken)? {
        match (column(&field), field.name()) {
            (Some(column), _) => fields.push((column, short(field).await?)),
            (None, Some("archive")) => {
                let name = field
                    .file_name()
                    .unwrap_or("an archive")
                    .chars()
                    .take(100)
                    .collect::<String>();
                let job = app.jobs.begin(
                    Kind::Archive,
                    &format!("Adding the pages of {name}"),
                    &visitor.name,
                )?;
                // A browser that goes away drops this request; then the job is over too.
                let mut over = Ending {
                    app: &app,
                    job: &job,
                    is_said: false,
                };
                let outcome = reading::read(&app, &job, &fields, field).await;
                over.is_said = true;
                Jobs::end(&app, &job, outcome);
                return Ok(to("/add"));
            }
            _ => {}
        }
    }
    Err(Error::Request("there is no file".to_owned()))
}

/// Ends a job whose request is dropped.
struct Ending<'e> {
    app: &'e App,
    job: &'e Job,
    is_said: bool,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if !self.is_said {
            let error =
                Error::Request("the upload broke off; what came before that is added".to_owned());
            Jobs::end(self.app, self.job, Err(error));
        }
    }
}

/// A page to add.
struct Page {
    html: Vec<u8>,
    content_type: Option<String>,
}

async fn insert(
    app: &App,
    session: &mut Session,
    page: &Page,
    fields: Vec<(String, String)>,
) -> Result<Key, Error> {
    let table = &app.table;
    let html = if table.html.kind == "bytea" {
        "$1::bytea".to_owned()
    } else {
        format!(
            "{}.goce_decode($1::bytea, $2::text)::{}",
            table.goce, table.html.kind
        )
    };
    let mut columns = vec![table.html.quoted.clone()];
    let mut values: Vec<Value<'_>> = vec![bytes(&page.html), text(&page.content_type)];
    let mut written = vec![html];
    // An empty field leaves its column to its default.
    let fields: Vec<(String, String)> = fields
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect();
    for (name, value) in &fields {
        let column = views::asked(app)
            .into_iter()
            .find(|column| column.name == *name)
            .ok_or_else(|| Error::Request(format!("there is no column {name} to fill")))?;
        columns.push(column.quoted.clone());
        values.push(text(value));
        written.push(format!("${}::text::{}", values.len(), column.kind));
    }
    let sql = format!(
        "INSERT INTO {} AS s ({}) SELECT {} WHERE $2::text IS NULL OR true RETURNING {}",
        table.quoted,
        columns.join(", "),
        written.join(", "),
        table.key_text("s")
    );
    let row = session
        .first(&sql, &values)
        .await?
        .ok_or_else(|| Error::Request("the table took no page".to_owned()))?;
    app.counts.forget();
    Ok(row.try_get(0)?)
}
