//! What a method of extraction takes and returns, and two methods: GOCE's algorithms and `auto`.
//!
//! A method maps a page and [`Options`] to the nodes that are the page's content. The table of all methods is in the
//! package `goce-methods`.

pub mod auto;
pub mod goce;
mod options;
mod selection;

use crate::genre::ClassifyError;
use crate::prelude::*;

pub use options::{Focus, Frequencies, Options, UnknownFocus};
pub use selection::{Selection, Span};

/// Why a method fails on a page. A page without content is no failure: its selection is empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    /// Memory could not be had.
    #[error("out of memory for the content of a page")]
    OutOfMemory(#[from] OutOfMemory),
    /// The built-in model cannot be read.
    #[error("built-in model of the method \"{0}\" cannot be read")]
    Model(&'static str),
    /// The model was trained on other features.
    #[error("model of the method \"{0}\" is over other features")]
    Features(&'static str),
    /// The networks of a method cannot be read or run.
    #[error("networks of the method \"{method}\" do not run: {reason}")]
    Network {
        /// The method's name in SQL.
        method: &'static str,
        /// The failure, in words.
        reason: String,
    },
    /// The page types, which are features of [`auto`], are not known.
    #[error(transparent)]
    PageTypes(ClassifyError),
}

impl From<ClassifyError> for ExtractError {
    fn from(error: ClassifyError) -> Self {
        match error {
            ClassifyError::OutOfMemory(error) => error.into(),
            error => ExtractError::PageTypes(error),
        }
    }
}
