//! The handlers that add pages: pasted, uploaded or of an archive.

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use maud::Markup;

use crate::app::App;
use crate::body::{Allowance, bounded};
use crate::calls;
use crate::database::{Value, bytes, text};
use crate::error::Error;
use crate::form::{TOKEN, Visit};
use crate::jobs::{Job, JobKind, Jobs, archive as reading};
use crate::keys::address;
use crate::routes::to;
use crate::session::{Visitor, same};
use crate::views::add as views;
use crate::views::layout::view;

/// The longest field without a page, in bytes.
const FIELD: usize = 64 << 10;
/// The start of a field's name where it is a column's value.
const COLUMN: &str = "column:";
/// The most bytes of a form beside its file.
const BESIDE: u64 = 2 << 20;

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

/// A form with a file, read while it comes in.
struct Upload {
    form: Multipart,
    allowance: Allowance,
}

impl Upload {
    /// Begins to read. The first field must be the session's token. The file may have `longest` bytes, of which `taken`
    /// are read until [`Allowance::raise`].
    async fn begin(visitor: &Visitor, request: Request, longest: u64, taken: u64) -> Result<Self, Error> {
        let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > longest.saturating_add(BESIDE)) {
            return Err(Error::TooLarge(format!("an upload here may have {} MB", longest >> 20)));
        }
        let allowance = Allowance::new(taken.saturating_add(BESIDE));
        let of_body = allowance.clone();
        let request = request.map(|body| bounded(body, of_body));
        let form = Multipart::from_request(request, &()).await.map_err(|error| Error::Request(error.body_text()))?;
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

/// A field of a form, read while it comes in.
struct Part<'u> {
    field: Field<'u>,
    allowance: &'u Allowance,
}

impl Part<'_> {
    fn name(&self) -> Option<&str> {
        self.field.name()
    }

    /// The column whose value the field is.
    fn column(&self) -> Option<String> {
        self.name()?.strip_prefix(COLUMN).map(str::to_owned)
    }

    /// Reads the field. It may have at most `most` bytes.
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

    /// Reads a field without a page.
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
pub async fn page(visit: Visit, request: Request) -> Result<Response, Error> {
    let Visit { app, visitor, .. } = visit;
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
    let page = NewPage {
        html: if is_uploaded { uploaded } else { pasted },
        content_type: (!is_uploaded).then(|| "text/html; charset=utf-8".to_owned()),
    };
    if page.html.is_empty() {
        return Err(Error::Request("there is no HTML to add".to_owned()));
    }
    insert(&app, &page, fields).await
}

/// Adds the pages of a WARC file while it comes in.
pub async fn archive(visit: Visit, request: Request) -> Result<Response, Error> {
    let Visit { app, visitor, .. } = visit;
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
                let name = field.field.file_name().unwrap_or("an archive");
                let name: String = name.chars().take(100).collect();
                let title = format!("Adding the pages of {name}");
                let job = app.jobs.begin(JobKind::Archive, &title, &visitor.name)?;
                // Where the browser goes away, this request is dropped, and the job must end too.
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

/// Ends a job whose request is dropped or panics.
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

struct NewPage {
    html: Vec<u8>,
    content_type: Option<String>,
}

/// Adds a page, and sends the browser to its view.
async fn insert(app: &App, page: &NewPage, fields: Vec<(String, String)>) -> Result<Response, Error> {
    let table = &app.table;
    let html = if table.html.kind == "bytea" {
        "$1::bytea".to_owned()
    } else {
        format!("{}::{}", calls::DECODE.call(&table.goce, &["$1::bytea", "$2::text"]), table.html.kind)
    };
    let mut columns = vec![table.html.quoted.clone()];
    let mut values: Vec<Value<'_>> = vec![bytes(&page.html), text(&page.content_type)];
    let mut written = vec![html];
    // The column of an empty field gets its default.
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
        "INSERT INTO {} AS s ({}) SELECT {} RETURNING {}",
        table.quoted,
        columns.join(", "),
        written.join(", "),
        table.key_text("s")
    );
    let row = app.database.get().await?.first(&sql, &values).await?;
    let row = row.ok_or_else(|| Error::Request("the table took no page".to_owned()))?;
    app.counts.forget();
    Ok(to(&address("/page", &row.try_get(0)?, &[])))
}
