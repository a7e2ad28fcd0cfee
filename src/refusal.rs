//! Failures of the SQL surface itself; `error` gives them their SQLSTATE.

use std::time::Duration;

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
    #[error("query must return {} columns of text: {}", number(.0), .0.join(", "))]
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
    #[error("page took longer than \"goce.page_timeout\"")]
    PageTimeout { limit: Duration },
    #[error("SPI failed: {0}")]
    Spi(String),
    #[error("type of the result has other columns than it was made with")]
    CompositeType,
}

fn number(columns: &[&str]) -> &'static str {
    if columns.len() == 2 { "two" } else { "three" }
}

/// The names of the genre classifiers.
pub const CLASSIFIERS: [&str; 4] = ["auto", "screenshot", "markup", "svm"];
