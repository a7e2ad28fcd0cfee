//! The SD algorithm divides a page into regions by the style and density of its elements. It finds the article, its
//! comments, or areas of equal rank among them, and the kind of the page.
//!
//! After Pappas, Katsimpras and Stamatatos, *Extracting informative textual parts from web pages
//! containing user-generated content* (2012), the SD paper. [`SdTree`] is steps 1 to 4 of its section
//! 3.3, [`decide`] steps 5 to 7, [`ThresholdFit`] its section 5.2. Time is linear in the page.

mod decision;
mod fit;
mod tree;

use std::ops::Range;
use std::str::FromStr;

pub use decision::{decide, kind};
pub use fit::{FittedThresholds, ThresholdFit};
pub use tree::{Region, SdTree};

use goce_core::extract::{Selection, Span};
use goce_core::page::Page;
use goce_core::prelude::*;

/// The kinds of pages (section 4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageKind {
    Article,
    ArticleWithComments,
    /// Several areas of equal rank: posts, answers, teasers.
    Multiple,
}

/// A kind's name that is none of [`PageKind::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind of page \"{0}\"")]
pub struct UnknownPageKind(pub String);

impl PageKind {
    pub const ALL: [PageKind; 3] = [PageKind::Article, PageKind::ArticleWithComments, PageKind::Multiple];

    pub fn name(self) -> &'static str {
        match self {
            PageKind::Article => "article",
            PageKind::ArticleWithComments => "article with comments",
            PageKind::Multiple => "multiple",
        }
    }
}

impl FromStr for PageKind {
    type Err = UnknownPageKind;

    fn from_str(name: &str) -> Result<Self, UnknownPageKind> {
        PageKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownPageKind(name.to_owned()))
    }
}

/// The role of a region on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Article,
    Comment,
    /// One of several areas of equal rank.
    Area,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::Article => "article",
            Role::Comment => "comment",
            Role::Area => "area",
        }
    }
}

/// A threshold that the algorithm can't have.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum InvalidThreshold {
    /// T1, in percent, is not in \[0, 100\].
    #[error("threshold t1 is out of range: {0}")]
    MaxDistance(f64),
    /// T2, in characters, is below 0 or not finite.
    #[error("threshold t2 is out of range: {0}")]
    MinDensity(f64),
}

/// The two thresholds (section 3.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// T1: a region is a candidate up to this distance from the densest one. The distance is 100 less the region's density
    /// in percent of the greatest.
    max_distance: f64,
    /// T2: a node of this density or less, in characters, is noise.
    min_density: f64,
}

impl Default for Thresholds {
    /// T1 = 20, learned on wcxb-dev (`make fit-sd`); T2 = 20, the paper's (section 5.2).
    fn default() -> Self {
        Thresholds {
            max_distance: 20.0,
            min_density: 20.0,
        }
    }
}

impl Thresholds {
    /// Returns T1 and T2, the default for one that is not given.
    pub fn new(t1: Option<f64>, t2: Option<f64>) -> Result<Self, InvalidThreshold> {
        let default = Thresholds::default();
        let max_distance = t1.unwrap_or(default.max_distance);
        let min_density = t2.unwrap_or(default.min_density);
        if !(0.0..=100.0).contains(&max_distance) {
            return Err(InvalidThreshold::MaxDistance(max_distance));
        }
        if !(min_density.is_finite() && min_density >= 0.0) {
            return Err(InvalidThreshold::MinDensity(min_density));
        }
        Ok(Thresholds {
            max_distance,
            min_density,
        })
    }

    /// Returns T1, in percent, in \[0, 100\].
    pub fn t1(&self) -> f64 {
        self.max_distance
    }

    /// Returns T2, in characters, at least 0.
    pub fn t2(&self) -> f64 {
        self.min_density
    }
}

/// A region that is content.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub role: Role,
    pub element: usize,
    /// The characters of its texts, without separators.
    pub density: u64,
    pub selection: Selection,
}

/// Returns the kind of a page, and `None` if it has no content.
pub fn page_kind(page: &Page, thresholds: Thresholds) -> Fallible<Option<PageKind>> {
    let tree = SdTree::new(page)?;
    let regions = tree.regions(page, thresholds.min_density)?;
    kind(&regions, thresholds.max_distance)
}

/// Returns the regions of a page that are content, in document order of their elements.
pub fn find(page: &Page, thresholds: Thresholds) -> Fallible<Vec<Found>> {
    let mut found = Vec::new();
    let mut spans = Vec::new();
    let mut add = |number: usize, nodes| spans.try_push((number, Span { nodes, score: 1.0 }));
    let regions = runs_of_content(page, thresholds, &mut add)?;
    for (region, role) in regions.into_iter().checking(CHECK_EVERY) {
        found.try_push(Found {
            role,
            element: region.element,
            density: region.density,
            selection: Selection::default(),
        })?;
    }
    for (number, span) in spans.into_iter().checking(CHECK_EVERY) {
        found[number].selection.push(span)?;
    }
    Ok(found)
}

/// Selects the content of a page: its article, with comments or without, or its areas.
///
/// docs/benchmarks.md has its word F1 on wcxb-dev, docs/sd.md the shares of kinds that are right (`make fit-sd`).
pub fn select(page: &Page, thresholds: Thresholds) -> Fallible<Selection> {
    let mut nodes: Vec<Range<usize>> = Vec::new();
    runs_of_content(page, thresholds, &mut |_, run| nodes.try_push(run))?;
    Selection::ranges(nodes)
}

/// Returns the regions of a page that are content, with their roles. Calls `run` for each run of neighbouring nodes of one
/// of these regions, in document order, with the region's number among them.
fn runs_of_content(
    page: &Page,
    thresholds: Thresholds,
    run: &mut dyn FnMut(usize, Range<usize>) -> Fallible,
) -> Fallible<Vec<(Region, Role)>> {
    let mut content = Vec::new();
    let tree = SdTree::new(page)?;
    let regions = tree.regions(page, thresholds.min_density)?;
    let Some((_, roles)) = decide(&regions, thresholds.max_distance)? else {
        return Ok(content);
    };
    for (region, role) in regions.iter().zip(roles) {
        if let Some(role) = role {
            content.try_push((*region, role))?;
        }
    }
    let mut of_group = |group: u32, nodes| match content.binary_search_by_key(&group, |(region, _)| region.group) {
        Ok(number) => run(number, nodes),
        Err(_) => Ok(()),
    };
    tree.runs(thresholds.min_density, &mut of_group)?;
    Ok(content)
}
