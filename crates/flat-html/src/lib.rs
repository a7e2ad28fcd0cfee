#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod arena;
mod builder;
mod entities;
// Tables of goce are numbered by this crate's code. Neither is part of what it promises.
#[doc(hidden)]
pub mod memory;
pub mod names;
#[doc(hidden)]
pub mod numbering;
mod tokenizer;
pub mod tokens;
mod tree;
pub mod work;

use builder::Builder;
use memory::OutOfMemory;
use tokenizer::{State, Store, Tokenizer};
use work::Work;

pub use builder::MAX_OPEN;
pub use names::Name;
pub use tree::{Attribute, Edge, Element, Namespace, Node, NodeId, NodeRef, Traverse, Tree};

/// A callback that the parser calls regularly while it works: at least once in about a millisecond. It ends the work by
/// unwinding. Callers that do not interrupt pass `&mut || ()`.
pub type Tick<'a> = &'a mut (dyn FnMut() + 'a);

/// The longest page, in bytes of UTF-8: places in the tree's buffers have 32 bits, a character of a page may take up
/// to three times its length there, and texts in pieces are there twice.
pub const MAX_BYTES: usize = 512 << 20;

/// Bounds on what one page may take. They refuse, they never change a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Nodes that the tree may have.
    pub max_nodes: usize,
    /// Attributes that all tags together may have.
    pub max_attributes: usize,
}

impl Default for Budget {
    /// As many as any page has of at most [`MAX_BYTES`].
    fn default() -> Self {
        Budget {
            max_nodes: MAX_BYTES,
            max_attributes: MAX_BYTES,
        }
    }
}

/// Why a page cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The page is longer than [`MAX_BYTES`], or than its reader allows.
    #[error("page or text is too large")]
    TooLarge {
        /// The page's length.
        bytes: usize,
        /// The longest allowed.
        limit: usize,
    },
    /// The page has more nodes than the budget allows; or unclosed formatting elements, repeated in every paragraph
    /// as the standard demands, make more nodes, attributes and sixteenths of values than the page has bytes (and
    /// 65,536 more).
    #[error("page has too many elements")]
    TooManyNodes {
        /// The number of nodes, and of attributes of copies, at which parsing stopped.
        nodes: usize,
    },
    /// The page has more attributes than the budget allows.
    #[error("page has too many attributes")]
    TooManyAttributes {
        /// The number of attributes at which parsing stopped.
        attributes: usize,
    },
    /// Memory for the page could not be had.
    #[error("out of memory for the page")]
    OutOfMemory,
}

impl From<OutOfMemory> for ParseError {
    fn from(_: OutOfMemory) -> Self {
        ParseError::OutOfMemory
    }
}

impl From<std::collections::TryReserveError> for ParseError {
    fn from(_: std::collections::TryReserveError) -> Self {
        ParseError::OutOfMemory
    }
}

/// Returns the tree of a page. `tick` is called after every few thousand bytes or as much other work.
///
/// # Errors
/// [`ParseError`], where the page is over the budget or memory has run out.
pub fn parse(html: &str, budget: &Budget, tick: Tick<'_>) -> Result<Tree, ParseError> {
    parse_by(html, budget, tick, |builder| builder)
}

/// Returns the tree of a page as [`parse`] does, but for pages that were written as XML: there `/>` ends any element.
///
/// A page was written as XML if it has had three void elements (`<meta>`, `<br>`, …) and all of them ended in `/>`.
///
/// # Errors
/// [`ParseError`], where the page is over the budget or memory has run out.
pub fn parse_archived(html: &str, budget: &Budget, tick: Tick<'_>) -> Result<Tree, ParseError> {
    parse_by(html, budget, tick, Builder::reading_xml)
}

fn parse_by<'t>(
    html: &str,
    budget: &Budget,
    tick: Tick<'t>,
    by: impl FnOnce(Builder<'t>) -> Builder<'t>,
) -> Result<Tree, ParseError> {
    check_length(html)?;
    let store = Store {
        tree: Tree::new(html.len())?,
        work: Work::new(tick),
        budget: *budget,
    };
    let page = html.strip_prefix('\u{feff}').unwrap_or(html);
    let builder = by(Builder::new(store, html.len()));
    Tokenizer::new(page, builder).run(State::Data)?.finish()
}

fn check_length(html: &str) -> Result<(), ParseError> {
    if html.len() > MAX_BYTES {
        return Err(ParseError::TooLarge {
            bytes: html.len(),
            limit: MAX_BYTES,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
