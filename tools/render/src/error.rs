//! The errors of the program.

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Database(#[from] goce_viewer::Error),
    #[error("cannot start: {0}")]
    Start(#[source] std::io::Error),
    #[error("{0}")]
    Browser(String),
}

impl Error {
    /// Returns the notes after the message.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Self::Database(error) => error.notes(),
            Self::Start(_) | Self::Browser(_) => Vec::new(),
        }
    }
}
