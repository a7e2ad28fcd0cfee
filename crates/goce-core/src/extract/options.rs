//! What a caller asks of a method, beside the page.

use std::borrow::Cow;
use std::str::FromStr;

use crate::genre::{ClassifyError, markup};
use crate::page::Page;

/// What a caller asks of a method. A method ignores options that it has no use for: the table of methods
/// (`goce-methods`) has them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The probability in \[0, 1\] that the page is a list view. It replaces the probability by markup.
    pub p_list_view: Option<f32>,
    /// Whether comments are content; `None` for those of threads alone.
    pub comments: Option<bool>,
    /// Which of two errors is worse.
    pub focus: Focus,
    /// How often the page's site repeats its blocks.
    pub site: Option<&'a Frequencies>,
    /// What [`markup::measured`] measures on the page, from a caller who knows it.
    pub measured: Option<&'a markup::Measured>,
}

/// How many other pages of its site have the text of each block of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frequencies {
    /// The pages that were counted, without the page itself.
    pub pages: u64,
    /// For each block of the page, in their order, the share of these pages that have its text, in \[0, 1\].
    pub of_blocks: Vec<f32>,
}

impl<'a> Options<'a> {
    /// Returns the options of a caller who knows at most the probability that the page is a list view.
    pub fn of_genre(p_list_view: Option<f32>) -> Self {
        Options {
            p_list_view,
            ..Options::default()
        }
    }

    /// Returns what the markup of the page says of its type.
    ///
    /// # Errors
    /// [`ClassifyError`].
    pub fn measured(&self, page: &Page) -> Result<Cow<'a, markup::Measured>, ClassifyError> {
        match self.measured {
            Some(measured) => Ok(Cow::Borrowed(measured)),
            None => markup::measured(page).map(Cow::Owned),
        }
    }
}

/// The worse one of two errors: to take text that is no content, or to leave content out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The text that is taken should be content: recall counts half as much as precision.
    Precision,
    #[default]
    Balanced,
    /// All content should be taken: recall counts twice as much as precision.
    Recall,
}

impl Focus {
    /// All, from the one that takes least.
    pub const ALL: [Focus; 3] = [Focus::Precision, Focus::Balanced, Focus::Recall];

    /// Returns the name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            Focus::Precision => "precision",
            Focus::Balanced => "balanced",
            Focus::Recall => "recall",
        }
    }

    /// Returns the weight β of the recall in the measure F of precision and recall (van Rijsbergen 1979).
    pub fn beta(self) -> f32 {
        match self {
            Focus::Precision => 0.5,
            Focus::Balanced => 1.0,
            Focus::Recall => 2.0,
        }
    }
}

/// A name that no [`Focus`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown focus \"{0}\"")]
pub struct UnknownFocus(pub String);

impl FromStr for Focus {
    type Err = UnknownFocus;

    fn from_str(name: &str) -> Result<Self, UnknownFocus> {
        let mut all = Focus::ALL.into_iter();
        all.find(|focus| focus.name() == name).ok_or_else(|| UnknownFocus(name.to_owned()))
    }
}
