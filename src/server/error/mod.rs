//! The one place where errors get their SQLSTATE, DETAIL and HINT.

mod models;
mod pages;
mod refusal;

use std::fmt::Display;

use pgrx::PgLogLevel;
use pgrx::PgSqlErrorCode::{
    self, ERRCODE_INTERNAL_ERROR, ERRCODE_INVALID_BINARY_REPRESENTATION, ERRCODE_INVALID_PARAMETER_VALUE,
    ERRCODE_OUT_OF_MEMORY, ERRCODE_PROGRAM_LIMIT_EXCEEDED, ERRCODE_SUCCESSFUL_COMPLETION,
};
use pgrx::pg_sys::panic::ErrorReport;

use crate::server::encoding::message;
use goce_core::evaluate::{Unit, UnknownUnit};
use goce_core::extract::{Focus, UnknownFocus};
use goce_core::genre::{Genre, UnknownGenre};
use goce_core::page::{Hidden, UnknownHidden};
use goce_core::render::{Math, UnknownMath};
use goce_methods::{Method, OwnKind, PageRowError, UnknownMethod};
use goce_papers::learnhtml::training;
use goce_papers::sd;
use goce_rows::site::SiteError;
use goce_sight::network::NetworkError;

pub use refusal::Refusal;

/// The result of a function that may fail with an error of PostgreSQL.
pub type Result<T, E = ErrorReport> = std::result::Result<T, E>;

/// An error that PostgreSQL can report: with an SQLSTATE, and with DETAIL and HINT where there is more to say.
///
/// A trait of this package, because neither the errors nor [`ErrorReport`] are its own types.
pub trait Report {
    /// Returns the error as PostgreSQL reports it.
    fn report(self) -> ErrorReport;
}

impl Report for ErrorReport {
    fn report(self) -> ErrorReport {
        self
    }
}

/// Results whose errors PostgreSQL can report.
pub trait OrReport<T> {
    /// Returns the result with its error as PostgreSQL reports it.
    fn or_report(self) -> Result<T>;

    /// Returns the value, or raises the error.
    fn or_raise(self) -> T;
}

impl<T, E: Report> OrReport<T> for Result<T, E> {
    fn or_report(self) -> Result<T> {
        self.map_err(Report::report)
    }

    fn or_raise(self) -> T {
        self.unwrap_or_else(|error| raise(error))
    }
}

/// Raises an error, by unwinding up to where PostgreSQL called.
#[expect(
    clippy::panic,
    reason = "an error of PostgreSQL is a panic in Rust, and pgrx makes it one again"
)]
pub fn raise(error: impl Report) -> ! {
    std::panic::panic_any(error.report())
}

/// Says what hardly can be meant. The call goes on: no page of a stranger is to end a query.
pub fn notice(message: &'static str, hint: &'static str) {
    ErrorReport::new(ERRCODE_SUCCESSFUL_COMPLETION, message, "goce")
        .set_hint(hint)
        .report(PgLogLevel::NOTICE);
}

/// Returns an error with SQLSTATE XX000, for what cannot go wrong by a user's fault.
pub fn internal(error: impl std::error::Error) -> ErrorReport {
    error.coded(ERRCODE_INTERNAL_ERROR)
}

/// The reports that errors begin with.
trait Coded: std::error::Error + Sized {
    fn coded(&self, code: PgSqlErrorCode) -> ErrorReport {
        ErrorReport::new(code, message(self.to_string()), "goce")
    }

    fn over_limit(&self, detail: String) -> ErrorReport {
        self.coded(ERRCODE_PROGRAM_LIMIT_EXCEEDED).set_detail(detail)
    }

    /// A value with more bytes than it may have.
    fn long(&self, bytes: impl Display, limit: impl Display) -> ErrorReport {
        self.over_limit(format!("It has {bytes} bytes, the limit is {limit}."))
    }

    fn invalid(&self) -> ErrorReport {
        self.coded(ERRCODE_INVALID_PARAMETER_VALUE)
    }

    /// PostgreSQL has no SQLSTATE for images and models: this is the one of a value in a wrong binary format.
    fn malformed(&self, detail: impl Into<String>) -> ErrorReport {
        self.coded(ERRCODE_INVALID_BINARY_REPRESENTATION).set_detail(detail)
    }

    fn no_memory(&self, hint: impl Into<String>) -> ErrorReport {
        self.coded(ERRCODE_OUT_OF_MEMORY).set_hint(hint)
    }

    /// An invalid name, with the valid ones in the HINT.
    fn unknown(&self, what: &str, names: impl IntoIterator<Item = impl AsRef<str>>) -> ErrorReport {
        let quote = |name| format!("\"{}\"", AsRef::<str>::as_ref(&name));
        let quoted: Vec<String> = names.into_iter().map(quote).collect();
        self.invalid().set_hint(format!("Valid {what} are {}.", quoted.join(", ")))
    }
}

impl<E: std::error::Error> Coded for E {}

macro_rules! unknown_names {
    ($($error:ty => $what:literal, $names:expr;)*) => {
        $(impl Report for $error {
            fn report(self) -> ErrorReport {
                self.unknown($what, $names)
            }
        })*
    };
}

unknown_names! {
    UnknownFocus => "values of \"focus\"", Focus::ALL.map(Focus::name);
    UnknownGenre => "genres", Genre::ALL.map(Genre::name);
    UnknownMath => "values of \"math\"", Math::ALL.map(Math::name);
    UnknownHidden => "values of \"hidden\"", Hidden::ALL.map(Hidden::name);
    UnknownUnit => "units", Unit::NAMES;
    sd::UnknownPageKind => "kinds", sd::PageKind::ALL.map(sd::PageKind::name);
    training::UnknownModelKind => "models", OwnKind::names();
}

/// Errors that are nothing but those they hold.
macro_rules! held_errors {
    ($($error:ident: $($variant:ident),*;)*) => {
        $(impl Report for $error {
            fn report(self) -> ErrorReport {
                match self {
                    $($error::$variant(error) => error.report(),)*
                }
            }
        })*
    };
}

held_errors! {
    NetworkError: Screenshot, Model;
    PageRowError: OutOfMemory, Render, Extract;
    SiteError: NotAProfile, OutOfMemory;
}

impl Report for UnknownMethod {
    fn report(self) -> ErrorReport {
        if self.0.contains("://") {
            return self
                .invalid()
                .set_hint("This argument is the method. An address is given by name: url => 'https://...'.");
        }
        // The forms of a content have functions of their own.
        if matches!(&*self.0, "markdown" | "html" | "blocks" | "chunks") {
            return self.invalid().set_hint(format!(
                "The function \"goce_{}\" writes that. A method says how the content is found, such as \"auto\".",
                self.0
            ));
        }
        self.unknown("methods", Method::ALL.map(Method::name))
    }
}
