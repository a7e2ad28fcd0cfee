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
            select: |page, _| Ok(Selection::whole(page)?),
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
