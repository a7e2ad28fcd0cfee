//! Extraction methods: each maps a page, and its genre, to the nodes that are its content.

#![forbid(unsafe_code)]

mod article;
pub mod auto;
mod boilerpipe;
pub mod learnhtml;
mod list_view;
pub mod sd;
mod unshown;
pub mod web2text;

use std::ops::Range;
use std::str::FromStr;

use crate::genre::{ClassifyError, Genre, markup};
use crate::learn::web2text::network::NetworkError;
use crate::memory::{OutOfMemory, TryPush, try_collect};
use crate::page::Page;
use crate::tick::Tick;

/// Why a method cannot say what the content of a page is. A page without content is none of this:
/// its selection is empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    /// Memory could not be had.
    #[error("out of memory for the content of a page")]
    OutOfMemory(#[from] OutOfMemory),
    /// The model that is part of the library is not what it should be.
    #[error("built-in model of the method \"{0}\" cannot be read")]
    Model(&'static str),
    /// A model is over other features than a page has.
    #[error("model of the method \"{0}\" is over other features")]
    Features(&'static str),
    /// The networks of [`web2text`] cannot be read or run.
    #[error("networks of the method \"web2text\" do not run: {0}")]
    Network(NetworkError),
    /// The page types, which [`auto`] goes by, are not known.
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

/// Blocks or nodes handled between two ticks.
const TICK_EVERY: usize = 4096;

/// Neighbouring nodes that a method takes for content.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Their positions in the page.
    pub nodes: Range<usize>,
    /// How sure the method is, in \[0, 1\]; 1 from a method that does not weigh.
    pub score: f32,
}

/// What a method takes for content: disjoint spans in document order, none if there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    spans: Vec<Span>,
    /// The scores of all blocks, from a method that weighs each.
    blocks: Vec<f32>,
    /// Content that the page holds without showing it, where it shows none.
    unshown: Option<String>,
}

impl Selection {
    /// A selection of whole subtrees, given by the positions of their roots in document order,
    /// none within another.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn subtrees(
        page: &Page,
        roots: impl IntoIterator<Item = usize>,
    ) -> Result<Self, OutOfMemory> {
        Selection::ranges(roots.into_iter().map(|root| page.subtree(root)))
    }

    /// A selection of neighbouring nodes, in document order, none within others.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn ranges(ranges: impl IntoIterator<Item = Range<usize>>) -> Result<Self, OutOfMemory> {
        let spans = ranges.into_iter().map(|nodes| Span { nodes, score: 1.0 });
        Ok(Selection {
            spans: try_collect(spans)?,
            ..Selection::default()
        })
    }

    /// A selection of blocks: of all, each with its nodes and its score, those that are taken.
    fn blocks(
        page: &Page,
        scores: Vec<f32>,
        taken: impl Fn(usize, f32) -> bool,
        tick: Tick<'_>,
    ) -> Result<Self, OutOfMemory> {
        let mut spans = Vec::new();
        for (index, (block, score)) in page.blocks().iter().zip(&scores).enumerate() {
            if index % TICK_EVERY == TICK_EVERY - 1 {
                tick();
            }
            if taken(index, *score) {
                spans.try_push(Span {
                    nodes: block.nodes.clone(),
                    score: *score,
                })?;
            }
        }
        Ok(Selection {
            spans,
            blocks: scores,
            unshown: None,
        })
    }

    /// The spans in document order.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The score of the span that holds a node, if one does.
    pub fn score(&self, position: usize) -> Option<f32> {
        let after = self
            .spans
            .partition_point(|span| span.nodes.start <= position);
        let span = self.spans.get(after.checked_sub(1)?)?;
        span.nodes.contains(&position).then_some(span.score)
    }

    /// Whether any of some neighbouring nodes is in a span.
    pub fn takes(&self, nodes: Range<usize>) -> bool {
        let before = self
            .spans
            .partition_point(|span| span.nodes.end <= nodes.start);
        self.spans
            .get(before)
            .is_some_and(|span| span.nodes.start < nodes.end)
    }

    /// The score of a block, which begins at a node, whether it was taken or not; 0 from a method that
    /// does not weigh and has not taken it.
    pub fn block_score(&self, block: usize, position: usize) -> f32 {
        let weighed = self.blocks.get(block).copied();
        weighed.or_else(|| self.score(position)).unwrap_or(0.0)
    }

    /// Content that the page holds without showing it, where it shows none.
    pub fn unshown(&self) -> Option<&str> {
        self.unshown.as_deref()
    }
}

/// The ways to extract a page's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The best this project has: learned over blocks ([`auto`]).
    Auto,
    /// GOCE: the genre's algorithm (section 3.1).
    Goce,
    /// GOCE's Algorithm 1.
    Article,
    /// GOCE's Algorithm 2.
    ListView,
    /// All visible text (GOCE, section 4.3: "default mode").
    Default,
    /// Kohlschütter et al. 2010 ([`boilerpipe`]).
    Boilerpipe,
    /// The SD algorithm ([`sd`]).
    Sd,
    /// LearnHTML: elements by their place in the DOM ([`learnhtml`]).
    LearnHtml,
    /// Web2Text (Vogels et al. 2018; [`web2text`]).
    Web2Text,
}

/// A method's name that is none of [`Method::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown extraction method \"{0}\"")]
pub struct UnknownMethod(pub String);

impl Method {
    /// All methods.
    pub const ALL: [Method; 9] = [
        Method::Auto,
        Method::Goce,
        Method::Article,
        Method::ListView,
        Method::Default,
        Method::Boilerpipe,
        Method::Sd,
        Method::LearnHtml,
        Method::Web2Text,
    ];

    /// The method's name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Goce => "goce",
            Method::Article => "article",
            Method::ListView => "list-view",
            Method::Default => "default",
            Method::Boilerpipe => "boilerpipe",
            Method::Sd => "sd",
            Method::LearnHtml => "learnhtml",
            Method::Web2Text => "web2text",
        }
    }

    /// Whether [`Method::select`] asks for the page's genre.
    pub fn wants_genre(self) -> bool {
        matches!(self, Method::Auto | Method::Goce)
    }

    /// Selects the content of a page. `p_list_view`, the probability that it is a list view, takes
    /// the place of what the methods that want the genre would find by the markup.
    ///
    /// # Errors
    /// [`ExtractError`]; a page without content has an empty selection.
    pub fn select(
        self,
        page: &Page,
        p_list_view: Option<f32>,
        tick: Tick<'_>,
    ) -> Result<Selection, ExtractError> {
        match self {
            Method::Auto => auto::select(page, p_list_view, tick),
            Method::Default => {
                let root = (!page.nodes().is_empty()).then_some(0);
                Ok(Selection::subtrees(page, root)?)
            }
            Method::Boilerpipe => Ok(boilerpipe::select(page, tick)?),
            Method::Article => Ok(article::select(page, tick)?),
            Method::ListView => Ok(list_view::select(page, tick)?),
            Method::Sd => Ok(sd::select(page, sd::Thresholds::default(), tick)?),
            Method::LearnHtml => learnhtml::select(page, tick),
            Method::Web2Text => web2text::select(page, tick),
            Method::Goce => {
                let p_list_view = match p_list_view {
                    Some(p_list_view) => p_list_view,
                    None => markup::classify(page, tick)?.p_list_view(),
                };
                Ok(match Genre::of_probability(p_list_view) {
                    Genre::Article => article::select(page, tick)?,
                    Genre::ListView => list_view::select(page, tick)?,
                })
            }
        }
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        Method::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| UnknownMethod(name.to_owned()))
    }
}
