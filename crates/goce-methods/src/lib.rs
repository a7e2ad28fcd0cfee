//! The table of extraction methods. [`Method::ALL`] has one row for each method. The extension, the tools and the tests
//! read it. [`models`] lists the built-in models.

#![forbid(unsafe_code)]

pub mod models;

use std::str::FromStr;

use goce_core::extract::{ExtractError, Options, Selection, auto, goce};
use goce_core::page::Page;
use goce_papers::{boilerpipe, learnhtml, sd, web2text};

/// The function of a method: from a page and the caller's options to the content.
type Select = fn(&Page, &Options<'_>) -> Result<Selection, ExtractError>;

/// A way to extract the content of a page: a row of [`Method::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Method {
    name: &'static str,
    wants_genre: bool,
    heeds_focus: bool,
    select: Select,
}

impl Method {
    /// All methods, in the order of tables: those of the GOCE paper's Table 2 first.
    pub const ALL: [Method; 9] = [
        // All visible text (GOCE, section 4.3: "default mode").
        Method::of_page("default", |page, _| Ok(Selection::whole(page)?)),
        // Kohlschütter et al. 2010.
        Method::of_page("boilerpipe", |page, _| Ok(boilerpipe::select(page)?)),
        // GOCE's Algorithm 1.
        Method::of_page("article", |page, _| Ok(goce::article::select(page)?)),
        // GOCE's Algorithm 2.
        Method::of_page("list-view", |page, _| Ok(goce::list_view::select(page)?)),
        // GOCE: the algorithm of the page's genre (section 3.1).
        Method {
            wants_genre: true,
            ..Method::of_page("goce", goce::select)
        },
        // The SD algorithm.
        Method::of_page("sd", |page, _| Ok(sd::select(page, sd::Thresholds::default())?)),
        // LearnHTML: elements by their place in the DOM (Uțiu 2018).
        Method::of_page("learnhtml", |page, _| learnhtml::select(page)),
        // Vogels et al. 2018.
        Method::of_page("web2text", |page, _| web2text::select(page)),
        // goce's own method: learned over blocks.
        Method {
            wants_genre: true,
            heeds_focus: true,
            ..Method::of_page("auto", auto::select)
        },
    ];

    /// Returns a method that heeds the page alone.
    const fn of_page(name: &'static str, select: Select) -> Method {
        Method {
            name,
            wants_genre: false,
            heeds_focus: false,
            select,
        }
    }

    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns `true` if [`Method::select`] asks for the page's genre.
    pub fn wants_genre(self) -> bool {
        self.wants_genre
    }

    /// Returns `true` if [`Method::select`] heeds the focus and the site.
    pub fn heeds_focus(self) -> bool {
        self.heeds_focus
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
