//! Failures of the SQL surface itself.

use std::time::Duration;

use pgrx::PgSqlErrorCode::{ERRCODE_DATATYPE_MISMATCH, ERRCODE_NULL_VALUE_NOT_ALLOWED};
use pgrx::pg_sys::panic::ErrorReport;

use super::{Coded, Report, internal};
use goce_core::archive::MAX_PAYLOAD;
use goce_methods::Method;

/// The reason why a call is refused, whatever the page says.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("unknown genre classifier \"{0}\"")]
    UnknownClassifier(String),
    #[error("query must not be null")]
    NullQuery,
    #[error("method must not be null")]
    NullMethod,
    #[error("unknown method \"{0}\" in the list of methods to compare")]
    UnknownComparedMethod(String),
    #[error("invalid state of aggregate {0}")]
    AggregateState(&'static str),
    #[error("query must return {} columns of text: {}", if .0.len() == 2 { "two" } else { "three" }, .0.join(", "))]
    Columns(&'static [&'static str]),
    #[error("name and model must not be null")]
    NullPublished,
    #[error("function goce_publish is in no schema")]
    NoSchema,
    #[error("max_payload is out of range")]
    MaxPayload,
    #[error("argument must not be null")]
    NullArgument,
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

/// The names of the genre classifiers.
const CLASSIFIERS: [&str; 4] = ["auto", "screenshot", "markup", "svm"];

impl From<Refusal> for ErrorReport {
    fn from(refusal: Refusal) -> ErrorReport {
        refusal.report()
    }
}

impl Report for Refusal {
    fn report(self) -> ErrorReport {
        match &self {
            Refusal::UnknownClassifier(_) => self.unknown("classifiers", CLASSIFIERS),
            Refusal::UnknownComparedMethod(_) => {
                let names = Method::ALL.map(Method::name).into_iter();
                self.unknown("methods", names.chain(["oracle"]))
            }
            Refusal::NullQuery | Refusal::NullMethod | Refusal::NullPublished | Refusal::NullArgument => {
                self.coded(ERRCODE_NULL_VALUE_NOT_ALLOWED)
            }
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
            Refusal::Columns(_) => self
                .coded(ERRCODE_DATATYPE_MISMATCH)
                .set_hint("Decode bytes first, with convert_from, and name just these columns."),
            Refusal::AggregateState(_) => {
                let detail = "The array was not made by the aggregate's own functions.";
                self.invalid().set_detail(detail)
            }
        }
    }
}
