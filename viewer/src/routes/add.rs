//! To add pages: pasted, uploaded, from an archive, from the web.

use std::sync::Arc;

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use maud::Markup;

use crate::app::App;
use crate::body::{Allowance, bounded};
use crate::calls;
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
    Ok(view(&app, &visitor, "/add", "Add pages", &views::add(&app, &visitor)))
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

/// Bytes of a form beside its file.
const BESIDE: u64 = 2 << 20;

/// A form with a file, as it comes in.
struct Upload {
    form: Multipart,
    /// What is taken of it: of a file that passes through no memory all, of all else so much as memory holds.
    allowance: Allowance,
}

impl Upload {
    /// Begins to read. The first field is the token of the session; before that nothing is taken. `told` is the longest
    /// that the file may be, `kept` how much of it is taken until [`Allowance::raise`].
    async fn begin(visitor: &Visitor, request: Request, told: u64, kept: u64) -> Result<Self, Error> {
        let length = request
            .headers()
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > told.saturating_add(BESIDE)) {
            return Err(Error::TooLarge(format!("an upload here may have {} MB", told >> 20)));
        }
        let allowance = Allowance::new(kept.saturating_add(BESIDE));
        let of_body = allowance.clone();
        let request = request.map(|body| bounded(body, of_body));
        let form = Multipart::from_request(request, &())
            .await
            .map_err(|error| Error::Request(error.body_text()))?;
        let mut upload = Self { form, allowance };
        let first = upload.next().await?.ok_or(Error::Forged)?;
        if first.name() != Some(TOKEN) || !same(&first.short().await?, &visitor.token) {
            return Err(Error::Forged);
        }
        Ok(upload)
    }

    async fn next(&mut self) -> Result<Option<Part<'_>>, Error> {
        let allowance = &self.allowance;
        let field = self.form.next_field().await;
        let field = field.map_err(|error| broken(&error, allowance))?;
        Ok(field.map(|field| Part { field, allowance }))
    }
}

/// A field of a form as it comes in.
struct Part<'u> {
    field: Field<'u>,
    allowance: &'u Allowance,
}

impl Part<'_> {
    fn name(&self) -> Option<&str> {
        self.field.name()
    }

    /// The column that it fills.
    fn column(&self) -> Option<String> {
        self.name()?.strip_prefix(COLUMN).map(str::to_owned)
    }

    /// Reads it, if it has at most so many bytes.
    async fn read(mut self, most: usize) -> Result<Vec<u8>, Error> {
        let mut read = Vec::new();
        let broken = |error| broken(&error, self.allowance);
        while let Some(piece) = self.field.chunk().await.map_err(broken)? {
            if read.len() + piece.len() > most {
                return Err(Error::TooLarge(format!("this may have {} MB", most.div_ceil(1 << 20))));
            }
            read.extend_from_slice(&piece);
        }
        Ok(read)
    }

    /// Reads one that is no page.
    async fn short(self) -> Result<String, Error> {
        let read = self.read(FIELD).await?;
        String::from_utf8(read).map_err(|_| Error::Request("a field is not in UTF-8".to_owned()))
    }
}

fn broken(error: &MultipartError, allowance: &Allowance) -> Error {
    if allowance.is_used_up() {
        Error::TooLarge("the form is too long".to_owned())
    } else {
        Error::Request(format!("the upload broke off: {}", error.body_text()))
    }
}

/// Adds a page that was pasted or uploaded.
pub async fn page(State(app): State<Arc<App>>, By(visitor): By, request: Request) -> Result<Response, Error> {
    allowed(&app)?;
    let most = app.options.max_page;
    let mut form = Upload::begin(&visitor, request, most as u64, most as u64).await?;
    let mut fields = Vec::new();
    let (mut pasted, mut uploaded) = (Vec::new(), Vec::new());
    while let Some(field) = form.next().await? {
        match (field.column(), field.name()) {
            (Some(column), _) => fields.push((column, field.short().await?)),
            (None, Some("html")) => pasted = field.read(most).await?,
            (None, Some("file")) => uploaded = field.read(most).await?,
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
    let fetched = app.fetcher.fetch(form.get("address").unwrap_or_default()).await?;
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
pub async fn archive(State(app): State<Arc<App>>, By(visitor): By, request: Request) -> Result<Response, Error> {
    allowed(&app)?;
    let most = app.options.max_archive;
    let mut form = Upload::begin(&visitor, request, most, 0).await?;
    let allowance = form.allowance.clone();
    let mut fields = Vec::new();
    while let Some(field) = form.next().await? {
        match (field.column(), field.name()) {
            (Some(column), _) => fields.push((column, field.short().await?)),
            (None, Some("archive")) => {
                allowance.raise(most);
                let name = field
                    .field
                    .file_name()
                    .unwrap_or("an archive")
                    .chars()
                    .take(100)
                    .collect::<String>();
                let job = app
                    .jobs
                    .begin(Kind::Archive, &format!("Adding the pages of {name}"), &visitor.name)?;
                // A browser that goes away drops this request; then the job is over too.
                let mut over = Ending {
                    app: &app,
                    job: &job,
                    is_said: false,
                };
                let outcome = reading::read(&app, &job, &fields, field.field).await;
                over.is_said = true;
                Jobs::end(&app, &job, outcome);
                return Ok(to("/add"));
            }
            _ => {}
        }
    }
    Err(Error::Request("there is no file".to_owned()))
}

/// Ends a job whose request is dropped, or panics.
struct Ending<'e> {
    app: &'e App,
    job: &'e Job,
    is_said: bool,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if !self.is_said {
            let error = if std::thread::panicking() {
                Error::Defect("adding an archive broke off".to_owned())
            } else {
                Error::Request("the upload broke off; what came before that is added".to_owned())
            };
            Jobs::end(self.app, self.job, Err(error));
        }
    }
}

/// A page to add.
struct Page {
    html: Vec<u8>,
    content_type: Option<String>,
}

async fn insert(app: &App, session: &mut Session, page: &Page, fields: Vec<(String, String)>) -> Result<Key, Error> {
    let table = &app.table;
    let html = if table.html.kind == "bytea" {
        "$1::bytea".to_owned()
    } else {
        format!(
            "{}::{}",
            calls::DECODE.call(&table.goce, &["$1::bytea", "$2::text"]),
            table.html.kind
        )
    };
    let mut columns = vec![table.html.quoted.clone()];
    let mut values: Vec<Value<'_>> = vec![bytes(&page.html), text(&page.content_type)];
    let mut written = vec![html];
    // An empty field leaves its column to its default.
    let fields: Vec<(String, String)> = fields.into_iter().filter(|(_, value)| !value.is_empty()).collect();
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
