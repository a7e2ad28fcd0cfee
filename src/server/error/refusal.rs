//! Failures of the SQL surface itself.

use std::time::Duration;

use pgrx::PgSqlErrorCode::{
    ERRCODE_DATATYPE_MISMATCH, ERRCODE_DUPLICATE_OBJECT, ERRCODE_INSUFFICIENT_PRIVILEGE,
    ERRCODE_NULL_VALUE_NOT_ALLOWED, ERRCODE_SYNTAX_ERROR, ERRCODE_UNDEFINED_OBJECT,
};
use pgrx::pg_sys::panic::ErrorReport;

use super::{Coded, Report, internal};
use crate::server::encoding::message;
use goce_archive::MAX_PAYLOAD;
use goce_methods::Method;

/// The reason why a call is refused, whatever the page says.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("unknown genre classifier \"{0}\"")]
    UnknownClassifier(String),
    #[error("{0} must not be null")]
    Null(&'static str),
    #[error("unknown method \"{0}\" in the list of methods to compare")]
    UnknownComparedMethod(String),
    #[error("unknown genre \"{0}\"")]
    UnknownComparedGenre(String),
    #[error("invalid state of aggregate {0}")]
    AggregateState(&'static str),
    #[error("query must return {} columns of text: {}", numbers(wanted, *optional), wanted.join(", "))]
    Columns {
        wanted: &'static [&'static str],
        /// The last columns that may be missing.
        optional: usize,
    },
    #[error("argument \"query\": {message}")]
    QuerySyntax {
        message: String,
        columns: &'static [&'static str],
    },
    #[error("name of a model must not be empty")]
    NamelessModel,
    #[error("model \"{0}\" is published already")]
    Published(String),
    #[error("no model \"{name}\" is published")]
    UnknownModel {
        name: String,
        known: Vec<String>,
        is_all: bool,
    },
    #[error("{0}")]
    MayNotPublish(String),
    #[error("{0}")]
    MayNotReadModels(String),
    #[error("function of goce is in no schema")]
    NoSchema,
    #[error("max_payload is out of range")]
    MaxPayload,
    #[error("list of methods is too long")]
    TooManyMethods { limit: usize },
    #[error("array is too long")]
    LongArray { length: usize, limit: usize },
    #[error("options are too long")]
    LongOptions { limit: usize },
    #[error("result is too large for a value of PostgreSQL")]
    ResultTooLarge { bytes: usize },
    #[error("method \"{method}\" has no use for the argument \"{argument}\"")]
    Unheeded {
        argument: &'static str,
        method: &'static str,
    },
    #[error("method and model are both given")]
    MethodAndModel,
    #[error("page took longer than \"goce.page_timeout\"")]
    PageTimeout { limit: Duration },
    #[error("SPI failed: {0}")]
    Spi(String),
    #[error("type of the result has other columns than it was made with")]
    CompositeType,
}

/// Returns the numbers of columns that a query may have, in words.
fn numbers(wanted: &[&str], optional: usize) -> &'static str {
    match (wanted.len(), optional) {
        (2, _) => "two",
        (4, _) => "two to four",
        (_, 0) => "three",
        _ => "two or three",
    }
}

impl From<Refusal> for ErrorReport {
    fn from(refusal: Refusal) -> ErrorReport {
        refusal.report()
    }
}

impl Report for Refusal {
    fn report(self) -> ErrorReport {
        match &self {
            Refusal::UnknownClassifier(_) => self.unknown("classifiers", ["auto", "screenshot", "markup", "svm"]),
            Refusal::UnknownComparedMethod(_) => {
                let names = Method::ALL.map(Method::name).into_iter();
                self.unknown(
                    "methods",
                    names.chain(["oracle", "model:NAME of a published model", "A - B of two of them"]),
                )
            }
            Refusal::UnknownComparedGenre(_) => self.invalid().set_hint(
                "The third column is the genre, \"article\" or \"list-view\". A column named \"subset\" has groups \
                     of your own.",
            ),
            Refusal::Null(_) => self.coded(ERRCODE_NULL_VALUE_NOT_ALLOWED),
            Refusal::QuerySyntax { columns, .. } => self
                .coded(ERRCODE_SYNTAX_ERROR)
                .set_hint(format!("It must be one SELECT, such as SELECT {} FROM pages.", columns.join(", "))),
            Refusal::NamelessModel => {
                self.invalid().set_hint("goce_model and \"model:NAME\" take the model by its name.")
            }
            Refusal::Published(_) => self.coded(ERRCODE_DUPLICATE_OBJECT).set_hint(
                "The argument replace => true replaces it. \
                     The table \"goce_models\" has who published it, and when.",
            ),
            Refusal::UnknownModel { known, is_all, .. } => {
                let known: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
                let hint = match (known.is_empty(), is_all) {
                    (true, _) => "No model is published yet: \"goce_publish\" does that.".to_owned(),
                    (false, true) => format!("Published models are {}.", known.join(", ")),
                    (false, false) => format!("Published models with the most similar names are {}.", known.join(", ")),
                };
                self.coded(ERRCODE_UNDEFINED_OBJECT).set_hint(message(hint))
            }
            Refusal::MayNotPublish(_) => self.coded(ERRCODE_INSUFFICIENT_PRIVILEGE).set_hint(
                "It needs INSERT on \"goce_models\", and UPDATE to replace. \
                     The owner of the extension can GRANT both.",
            ),
            Refusal::MayNotReadModels(_) => self
                .coded(ERRCODE_INSUFFICIENT_PRIVILEGE)
                .set_hint("It needs SELECT on \"goce_models\". The owner of the extension can GRANT it."),
            Refusal::NoSchema | Refusal::Spi(_) | Refusal::CompositeType => internal(self),
            Refusal::TooManyMethods { limit } => self.invalid().set_hint(format!("Name at most {limit}.")),
            Refusal::LongArray { length, limit } => {
                self.over_limit(format!("It has {length} elements, the limit is {limit}."))
            }
            Refusal::LongOptions { limit } => self.over_limit(format!("The limit is {limit} bytes.")),
            Refusal::ResultTooLarge { bytes } => self.over_limit(format!("It has {bytes} bytes.")),
            Refusal::MethodAndModel => {
                self.invalid().set_hint("A model takes the place of a method: give one of the two.")
            }
            Refusal::Unheeded { .. } => self.invalid().set_hint("Only \"auto\" heeds it."),
            // Not the SQLSTATE of a cancel: a handler that skips faulty pages must catch it.
            Refusal::PageTimeout { limit } => self
                .over_limit(format!("The limit is {} ms.", limit.as_millis()))
                .set_hint("The setting \"goce.page_timeout\" raises the limit; 0 is none."),
            Refusal::MaxPayload => {
                let hint = format!("Valid values are bytes, from 0 to {MAX_PAYLOAD}.");
                self.invalid().set_hint(hint)
            }
            Refusal::Columns { .. } => self
                .coded(ERRCODE_DATATYPE_MISMATCH)
                .set_hint("Decode bytes first, with goce_decode, and name just these columns."),
            Refusal::AggregateState(_) => {
                let detail = "The array was not made by the aggregate's own functions.";
                self.invalid().set_detail(detail)
            }
        }
    }
}
