//! The table of methods: each maps a page, and what its caller asks, to the nodes that are its content.
//!
//! [`Method::ALL`] has a row a method. The extension, the tools and the tests read it.

#![forbid(unsafe_code)]

pub mod models;

use std::str::FromStr;

use goce_core::extract::{ExtractError, Options, Selection, auto, goce};
use goce_core::page::Page;
use goce_papers::{boilerpipe, learnhtml, sd, web2text};

/// The function of a method: from a page and what the caller asks to the content.
type Select = fn(&Page, &Options<'_>) -> Result<Selection, ExtractError>;

/// A way to extract the content of a page: a row of [`Method::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Method {
    name: &'static str,
    description: &'static str,
    wants_genre: bool,
    weighs: bool,
    select: Select,
}

impl Method {
    /// All methods, in the order in which tables list them: those of the GOCE paper's Table 2 first.
    pub const ALL: [Method; 9] = [
        Method {
            name: "default",
            description: "all visible text (GOCE paper, section 4.3)",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(Selection::whole(page)?),
        },
        Method {
            name: "boilerpipe",
            description: "text and link density of neighbouring blocks (Kohlschütter et al. 2010)",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(boilerpipe::select(page)?),
        },
        Method {
            name: "article",
            description: "GOCE paper's Algorithm 1, for articles",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(goce::article::select(page)?),
        },
        Method {
            name: "list-view",
            description: "GOCE paper's Algorithm 2, for list views",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(goce::list_view::select(page)?),
        },
        Method {
            name: "goce",
            description: "GOCE paper's algorithm for the page's genre",
            wants_genre: true,
            weighs: false,
            select: goce::select,
        },
        Method {
            name: "sd",
            description: "density of text, with comments and areas apart (SD algorithm)",
            wants_genre: false,
            weighs: false,
            select: |page, _| Ok(sd::select(page, sd::Thresholds::default())?),
        },
        Method {
            name: "learnhtml",
            description: "random forest over elements and their places in the tree (Uțiu 2018)",
            wants_genre: false,
            weighs: false,
            select: |page, _| learnhtml::select(page),
        },
        Method {
            name: "web2text",
            description: "two networks and Viterbi over text nodes (Vogels et al. 2018)",
            wants_genre: false,
            weighs: false,
            select: |page, _| web2text::select(page),
        },
        Method {
            name: "auto",
            description: "boosted trees over blocks, and the selection with the highest expected F1",
            wants_genre: true,
            weighs: true,
            select: auto::select,
        },
    ];

    /// Returns the method's name in SQL.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns what the method is, in words.
    pub fn description(self) -> &'static str {
        self.description
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
