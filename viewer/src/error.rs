//! The errors of the viewer.

use std::borrow::Cow;

use axum::http::StatusCode;
use sqlx::postgres::PgDatabaseError;

/// The note after a lost connection, where something was sent.
const BACK: &str = "Once the database is back, send it again. Marks are not saved twice.";

const INSUFFICIENT_PRIVILEGE: &str = "42501";
const QUERY_CANCELED: &str = "57014";
/// Of a model that nobody published, too.
const UNDEFINED_OBJECT: &str = "42704";

tokio::task_local! {
    /// Whether the request that is being answered sends something.
    pub static SENDS: bool;
}

fn sent() -> Option<String> {
    let sends = SENDS.try_with(|sends| *sends).unwrap_or(false);
    sends.then(|| BACK.to_owned())
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}", database_message(.0))]
    Database(#[from] sqlx::Error),
    /// No connection became free in time.
    #[error("all connections to the database are busy")]
    Busy,
    #[error("the database cannot be reached")]
    Unreachable(#[source] sqlx::Error),
    /// The viewer cannot start like this.
    #[error("{message}")]
    Setup { message: String, hint: String },
    #[error("{0}")]
    Missing(String),
    /// What was sent cannot be read or used.
    #[error("{0}")]
    Request(String),
    /// The database did not answer, not even that a statement takes too long.
    #[error("the database does not answer")]
    Silent,
    /// The browser has not opened the link with the token since the viewer was started.
    #[error("the viewer opens by the link that it printed at its start")]
    NoAccess,
    #[error("pages of others may link to the viewer, but neither load from it nor send it anything")]
    Foreign,
    #[error("the viewer has a defect: {0}")]
    Defect(String),
    /// Somebody else was first.
    #[error("{0}")]
    Conflict(String),
    /// An empty gold text was sent, and nobody said that it is meant so.
    #[error("nothing is content: save again if this page has no content")]
    Unasked,
    #[error("{0}")]
    TooLarge(String),
    /// The role or the mode does not allow it.
    #[error("{0}")]
    Forbidden(String),
}

impl Error {
    /// What keeps the viewer from starting, and what helps.
    pub fn setup(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Setup {
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// Returns the notes after the message: SQLSTATE, DETAIL and HINT of the database, and what helps.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let note = match self {
            Self::Database(error) => return database_notes(error, false),
            Self::Unreachable(error) => return database_notes(error, true),
            Self::Setup { hint, .. } => &format!("HINT: {hint}"),
            Self::Busy => "Try again in a moment. --connections sets how many there are.",
            Self::NoAccess => "Nothing was done. Open that link in another window, go back, and try again.",
            Self::Silent => return sent().into_iter().collect(),
            Self::Defect(_) => {
                "What was done before that is kept. It can be tried again; please report it, with what the viewer wrote to its standard error."
            }
            _ => return Vec::new(),
        };
        vec![note.to_owned()]
    }

    /// Whether the same request may be answered later, and sends nothing, so that it can be repeated without a thought.
    pub(crate) fn can_be_tried_again(&self) -> bool {
        let sends = SENDS.try_with(|sends| *sends).unwrap_or(true);
        let is_away = match self {
            Self::Busy | Self::Silent | Self::Unreachable(_) => true,
            Self::Database(_) => self.code().is_none_or(|code| is_of_class(&code, &["08", "57P", "53"])),
            _ => false,
        };
        !sends && is_away
    }

    /// Returns the SQLSTATE of an error of the database.
    pub(crate) fn code(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Database(error) => error.as_database_error()?.code(),
            _ => None,
        }
    }

    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Database(_) => match self.code().as_deref() {
                Some(INSUFFICIENT_PRIVILEGE) => StatusCode::FORBIDDEN,
                Some(QUERY_CANCELED) => StatusCode::GATEWAY_TIMEOUT,
                Some(UNDEFINED_OBJECT) => StatusCode::NOT_FOUND,
                // Data exceptions and constraints.
                Some(code) if is_of_class(code, &["22", "23"]) => StatusCode::BAD_REQUEST,
                Some(_) => StatusCode::INTERNAL_SERVER_ERROR,
                None => StatusCode::SERVICE_UNAVAILABLE,
            },
            Self::Busy | Self::Unreachable(_) | Self::Silent => StatusCode::SERVICE_UNAVAILABLE,
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Request(_) => StatusCode::BAD_REQUEST,
            Self::NoAccess | Self::Foreign | Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::Conflict(_) | Self::Unasked => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Defect(_) | Self::Setup { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Whether the code of an error begins with one of these, such as the class `22`.
pub fn is_of_class(code: &str, classes: &[&str]) -> bool {
    classes.iter().any(|class| code.starts_with(class))
}

/// Returns the notes after an error of the database. `with_message`: the error's message is a note too.
fn database_notes(error: &sqlx::Error, with_message: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if with_message {
        notes.push(format!("DETAIL: {}", database_message(error)));
    }
    let Some(error) = error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>()) else {
        return notes.into_iter().chain(sent()).collect();
    };
    notes.push(format!("SQLSTATE: {}", error.code()));
    notes.extend(error.detail().map(|detail| format!("DETAIL: {detail}")));
    notes.extend(error.hint().map(|hint| format!("HINT: {hint}")));
    if error.code() == INSUFFICIENT_PRIVILEGE && error.hint().is_none() {
        notes.push("HINT: the owner can GRANT the right to the role that the viewer connects as.".to_owned());
    }
    if error.code() == QUERY_CANCELED {
        notes.push("HINT: --timeout sets how long a request may take.".to_owned());
    }
    notes
}

fn database_message(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    }
}
