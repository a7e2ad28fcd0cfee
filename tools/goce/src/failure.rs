//! Why a page has no row, or not all of it.

use std::io;

use goce_archive::ArchiveError;
use goce_core::extract::ExtractError;
use goce_core::memory::OutOfMemory;
use goce_core::output::RenderError;
use goce_core::page::PageError;
use goce_methods::PageRowError;

/// The failure of one page or one input. It never stops the run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input cannot be read.
    #[error("{0}")]
    Input(String),
    /// What `goce_warc` says in the column `error`: the record is damaged, or its payload is.
    #[error("{0}")]
    Record(String),
    #[error("the page has more than {limit} bytes of text; --max-html-size raises the limit")]
    TooLong { limit: usize },
    #[error(transparent)]
    Page(PageError),
    #[error(transparent)]
    Row(#[from] PageRowError),
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// A fault of goce.
    #[error("goce failed: {0}")]
    Fault(String),
}

impl Failure {
    /// Returns the column `error_kind`.
    pub fn kind(&self) -> &'static str {
        match self {
            Failure::Input(_) => "input",
            Failure::Record(_) => "record",
            Failure::Page(PageError::OutOfMemory)
            | Failure::Row(
                PageRowError::Render(RenderError::OutOfMemory)
                | PageRowError::OutOfMemory(_)
                | PageRowError::Extract(ExtractError::OutOfMemory(_)),
            )
            | Failure::OutOfMemory(_) => "out-of-memory",
            Failure::TooLong { .. } | Failure::Page(_) | Failure::Row(PageRowError::Render(_)) => "too-large",
            Failure::Row(PageRowError::Extract(_)) | Failure::Fault(_) => "fault",
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::TooLarge { limit } => Failure::TooLong { limit },
            ArchiveError::OutOfMemory => Failure::OutOfMemory(OutOfMemory),
            ArchiveError::Read(error) => error.into(),
        }
    }
}

impl From<PageError> for Failure {
    fn from(error: PageError) -> Self {
        match error {
            PageError::TooLarge { limit, .. } => Failure::TooLong { limit },
            error => Failure::Page(error),
        }
    }
}
