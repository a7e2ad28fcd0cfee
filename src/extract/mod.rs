//! Extraction methods: each maps a page, and its genre, to the nodes that are its content.

#![forbid(unsafe_code)]

pub mod auto;
mod boilerpipe;
mod frequencies;
mod goce;
pub mod learnhtml;
mod options;
pub mod sd;
mod selection;
mod twice;
pub mod web2text;
mod wholes;

use std::str::FromStr;

use crate::genre::ClassifyError;
use crate::memory::OutOfMemory;
use crate::page::Page;
use web2text::network::NetworkError;

pub use frequencies::Frequencies;
pub use options::{Focus, Options, UnknownFocus};
pub use selection::{Selection, Span};

/// The reason why a method fails on a page. A page without content is no failure: its selection is empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    /// Memory could not be had.
    #[error("out of memory for the content of a page")]
    OutOfMemory(#[from] OutOfMemory),
    /// The built-in model cannot be read.
    #[error("built-in model of the method \"{0}\" cannot be read")]
    Model(&'static str),
    /// The model has other features than a page.
    #[error("model of the method \"{0}\" is over other features")]
    Features(&'static str),
    /// The networks of [`web2text`] cannot be read or run.
    #[error("networks of the method \"web2text\" do not run: {0}")]
    Network(NetworkError),
    /// The page types, which are features of [`auto`], are not known.
    #[error(transparent)]
    PageTypes(ClassifyError),
}

impl From<NetworkError> for ExtractError {
    fn from(error: NetworkError) -> Self {
        match error {
            NetworkError::OutOfMemory(error) => error.into(),
            error => ExtractError::Network(error),
        }
    }
}

impl From<ClassifyError> for ExtractError {
    fn from(error: ClassifyError) -> Self {
        match error {
            ClassifyError::OutOfMemory(error) => error.into(),
            error => ExtractError::PageTypes(error),
        }
    }
}

/// Blocks or nodes handled between two checks.
const CHECK_EVERY: usize = 4096;

/// The function of a method: from a page and what the caller asks to the content.
type Select = fn(&Page, &Options<'_>) -> Result<Selection, ExtractError>;

/// A way to extract the content of a page: a row of [`Method::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Method {
    name: &'static str,
    wants_genre: bool,
    weighs: bool,
    select: Select,
}

impl Method {
    /// All methods, in the order in which tables list them: those of the GOCE paper's Table 2 first.
    pub const ALL: [Method; 9] = [
        // All visible text (GOCE, section 4.3: "default mode").
        Method {
            name: "default",
            wants_genre: false,
            weighs: false,
            select: |page, _| {
                let root = (!page.nodes().is_empty()).then_some(0);
                Ok(Selection::subtrees(page, root)?)
            },
        },
        // Kohlschütter et al. 2010.
        Method {
            name: "boilerpipe",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(boilerpipe::select(page)?),
        },
        // GOCE's Algorithm 1.
        Method {
            name: "article",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(goce::article::select(page)?),
        },
        // GOCE's Algorithm 2.
        Method {
            name: "list-view",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(goce::list_view::select(page)?),
        },
        // GOCE: the algorithm of the page's genre (section 3.1).
        Method {
            name: "goce",
            wants_genre: true,
            weighs: false,
            select: goce::select,
        },
        // The SD algorithm.
        Method {
            name: "sd",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(sd::select(page, sd::Thresholds::default())?),
        },
        // LearnHTML: elements by their place in the DOM (Uțiu 2018).
        Method {
            name: "learnhtml",
            wants_genre: false,
            weighs: false,
            select: |page, _| learnhtml::select(page),
        },
        // Vogels et al. 2018.
        Method {
            name: "web2text",
            wants_genre: false,
            weighs: false,
            select: |page, _| web2text::select(page),
        },
        // The best this project has: learned over blocks.
        Method {
            name: "auto",
            wants_genre: true,
            weighs: true,
            select: auto::select,
        },
    ];

    /// Returns the method's name in SQL.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns `true` if [`Method::select`] asks for the page's genre.
    pub fn wants_genre(self) -> bool {
        self.wants_genre
    }

    /// Returns `true` if [`Method::select`] heeds the focus and the site.
    pub fn weighs(self) -> bool {
        self.weighs
    }

    /// Selects the content of a page. A page without content has an empty selection.
    ///
    /// # Errors
    /// [`ExtractError`].
    pub fn select(self, page: &Page, options: &Options<'_>) -> Result<Selection, ExtractError> {
        (self.select)(page, options)
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Method {}

/// A name that no method of [`Method::ALL`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown extraction method \"{0}\"")]
pub struct UnknownMethod(pub String);

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        Method::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| UnknownMethod(name.to_owned()))
    }
}
