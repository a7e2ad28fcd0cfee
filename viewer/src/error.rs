//! The errors of the viewer.

use std::borrow::Cow;

use axum::http::StatusCode;
use sqlx::postgres::PgDatabaseError;

/// The note after a lost connection.
const BACK: &str = "Try again once the database is back: marks are not saved twice.";

const INSUFFICIENT_PRIVILEGE: &str = "42501";
const QUERY_CANCELED: &str = "57014";
/// Of a model that nobody published, too.
const UNDEFINED_OBJECT: &str = "42704";

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
            Self::Silent => BACK,
            Self::Defect(_) => {
                "What was done before that is kept. It can be tried again; please report it, with what the viewer wrote to its standard error."
            }
            _ => return Vec::new(),
        };
        vec![note.to_owned()]
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
        notes.push(BACK.to_owned());
        return notes;
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
