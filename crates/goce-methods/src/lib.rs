//! The table of extraction methods. [`Method::ALL`] has one row for each method. The extension, the tools and the tests
//! read it. [`models`] lists the built-in models, [`OwnModel`] is one that a user trained.

#![forbid(unsafe_code)]

mod known_page;
pub mod models;
mod own_model;
mod page_row;

pub use known_page::{KnownPage, Question};
pub use own_model::{OwnKind, OwnModel, correction_options};
pub use page_row::{PageRow, PageRowError, kind_by_markup};

use std::str::FromStr;

use goce_core::areas::{comment_holders, comment_parts, comments};
use goce_core::extract::{ExtractError, Options, Selection, auto, goce};
use goce_core::page::Page;
use goce_core::prelude::*;
use goce_papers::{boilerpipe, learnhtml, sd, web2text};

/// The function of a method: from a page and the caller's options to the content.
type Select = fn(&Page, &Options<'_>) -> Result<Selection, ExtractError>;

/// A way to extract the content of a page: a row of [`Method::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Method {
    name: &'static str,
    /// In ASCII, which every server encoding has.
    description: &'static str,
    wants_genre: bool,
    heeds_focus: bool,
    select: Select,
}

impl Method {
    /// All methods, in the order of tables: those of the GOCE paper's Table 2 first.
    pub const ALL: [Method; 9] = [
        Method::of_page("default", "all visible text (GOCE paper, section 4.3)", |page, _| Ok(Selection::whole(page)?)),
        Method::of_page(
            "boilerpipe",
            "text and link density of neighbouring blocks (Kohlschuetter et al. 2010)",
            |page, _| Ok(boilerpipe::select(page)?),
        ),
        Method::of_page("article", "GOCE paper's Algorithm 1, for articles", |page, _| {
            Ok(goce::article::select(page)?)
        }),
        Method::of_page("list-view", "GOCE paper's Algorithm 2, for list views", |page, _| {
            Ok(goce::list_view::select(page)?)
        }),
        Method {
            wants_genre: true,
            ..Method::of_page("goce", "GOCE paper's algorithm for the page's genre", goce::select)
        },
        Method::of_page("sd", "density of text, with comments and areas apart (SD algorithm)", |page, _| {
            Ok(sd::select(page, sd::Thresholds::default())?)
        }),
        Method::of_page(
            "learnhtml",
            "random forest over elements and their places in the tree (Utiu 2018)",
            |page, _| learnhtml::select(page),
        ),
        Method::of_page("web2text", "two networks and Viterbi over text nodes (Vogels et al. 2018)", |page, _| {
            web2text::select(page)
        }),
        Method {
            wants_genre: true,
            heeds_focus: true,
            ..Method::of_page(
                "auto",
                "boosted trees over blocks, and the selection with the highest expected F1",
                auto::select,
            )
        },
    ];

    /// Returns a method that heeds the page alone.
    const fn of_page(name: &'static str, description: &'static str, select: Select) -> Method {
        Method {
            name,
            description,
            wants_genre: false,
            heeds_focus: false,
            select,
        }
    }

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
    pub fn heeds_focus(self) -> bool {
        self.heeds_focus
    }

    /// Selects the content of a page, with or without its comments if the options say so. A page without content has an
    /// empty selection.
    pub fn select(self, page: &Page, options: &Options<'_>) -> Result<Selection, ExtractError> {
        Ok(heed_comments(page, options.comments, (self.select)(page, options)?)?)
    }
}

/// Returns a selection with or without the page's comments, if `wanted` says so.
///
/// # Errors
/// [`OutOfMemory`].
pub fn heed_comments(page: &Page, wanted: Option<bool>, mut selection: Selection) -> Fallible<Selection> {
    match wanted {
        // Hidden content stands alone: with comments beside it, they would pass for all that the page shows.
        Some(true) if selection.hidden_content().is_some() => {}
        Some(true) => selection.add(&comments(page)?.texts)?,
        Some(false) => selection.remove(&comment_holders(page, &comment_parts(page)?)?)?,
        None => {}
    }
    Ok(selection)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_a_server_has_the_table() {
        assert!(Method::ALL.iter().all(|method| method.name.is_ascii() && method.description.is_ascii()));
    }
}
