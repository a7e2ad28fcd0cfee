#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod arena;
mod builder;
mod damage;
mod entities;
mod graft;
pub mod memory;
pub mod names;
pub mod numbering;
mod tokenizer;
pub mod tokens;
mod tree;
pub mod work;

use builder::Builder;
use damage::Repairs;
use memory::OutOfMemory;
use tokenizer::{State, Store, Tokenizer};
use work::Work;

pub use builder::MAX_OPEN;
pub use names::Name;
pub use tree::{Attribute, Edge, Element, Namespace, Node, NodeId, NodeRef, Traverse, Tree};

/// A callback that the parser calls while it works, at least about once in a millisecond. It can end the work by a
/// panic, which must unwind. Callers that never interrupt pass `&mut || ()`.
pub type Tick<'a> = &'a mut (dyn FnMut() + 'a);

/// The longest page, in bytes of UTF-8. The tree's buffers are addressed by 32 bits. A byte of a page may take three
/// bytes there (a NUL becomes U+FFFD), and a text that was read in pieces is there twice.
pub const MAX_BYTES: usize = 512 << 20;

/// Limits on the tree of one page. A page over a limit has no tree; a limit never changes a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most nodes that the tree may have.
    pub max_nodes: usize,
    /// The most attributes that all start tags together may have.
    pub max_attributes: usize,
}

impl Default for Budget {
    /// Returns limits that no page of at most [`MAX_BYTES`] reaches.
    fn default() -> Self {
        Budget {
            max_nodes: MAX_BYTES,
            max_attributes: MAX_BYTES,
        }
    }
}

/// Why a page has no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The page is longer than [`MAX_BYTES`].
    #[error("page or text is too large")]
    TooLarge {
        /// The length of the page in bytes.
        bytes: usize,
        /// The longest length that is allowed.
        limit: usize,
    },
    /// The page has more nodes than [`Budget::max_nodes`], or its formatting elements are copied too often.
    ///
    /// The standard opens an unclosed `<b>` again in every paragraph. The nodes of the tree, the attributes of such
    /// copies and a sixteenth of the bytes of their values are added up. A page is refused where the sum exceeds the
    /// length of the page in bytes plus 65,536.
    #[error("page has too many elements")]
    TooManyNodes {
        /// The limit that was exceeded.
        nodes: usize,
    },
    /// The page has more attributes than [`Budget::max_attributes`].
    #[error("page has too many attributes")]
    TooManyAttributes {
        /// The limit that was exceeded.
        attributes: usize,
    },
    /// The system refused memory that the tree needs.
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
/// [`ParseError`], where the page exceeds a limit or memory runs out.
pub fn parse(html: &str, budget: &Budget, tick: Tick<'_>) -> Result<Tree, ParseError> {
    check_length(html)?;
    let (builder, _) = read(html, budget, tick, Repairs::off(), |builder| builder)?;
    builder.finish()
}

/// Returns the tree of a page as [`parse`] does, but reads what archives hold as it was meant: pages that a program wrote
/// as XML, and damaged pages. The trees of all other pages are those of [`parse`].
///
/// A page counts as XML after three void elements (`<meta>`, `<br>`, …) if all of them ended in `/>`. At the first void
/// element that does not, it counts as HTML to its end. In pages written as XML `/>` is the end of any element.
///
/// A page is damaged if a title, text area, style, script, `<xmp>`, `<iframe>`, comment or quoted value is never closed,
/// or closed by the end of another, and so swallows the rest of the page or its `<body>`. It is read again as if that
/// were closed where its own content must have ended. This happens at most nine times for a page. [`Tree::is_damaged`]
/// says so. A page that only stops early is not damaged.
///
/// # Errors
/// [`ParseError`], where the page exceeds a limit or memory runs out.
pub fn parse_archived(html: &str, budget: &Budget, tick: Tick<'_>) -> Result<Tree, ParseError> {
    parse_repaired(html, budget, tick, |builder| builder.reading_xml())
}

/// Returns the tree of a page as [`parse_archived`] does, and keeps its comments: see [`Tree::comments`].
///
/// # Errors
/// [`ParseError`], where the page exceeds a limit or memory runs out.
pub fn parse_archived_with_comments(html: &str, budget: &Budget, tick: Tick<'_>) -> Result<Tree, ParseError> {
    parse_repaired(html, budget, tick, |builder| builder.reading_xml().keeping_comments())
}

fn parse_repaired(
    html: &str,
    budget: &Budget,
    tick: Tick<'_>,
    by: for<'t> fn(Builder<'t>) -> Builder<'t>,
) -> Result<Tree, ParseError> {
    check_length(html)?;
    let mut repairs = Repairs::on();
    loop {
        let (builder, found) = read(html, budget, &mut *tick, repairs, by)?;
        if !found.again {
            let mut tree = builder.finish()?;
            tree.damaged = found.is_damaged();
            return Ok(tree);
        }
        repairs = found.for_next_time();
    }
}

fn read<'t>(
    html: &str,
    budget: &Budget,
    tick: Tick<'t>,
    repairs: Repairs,
    by: impl FnOnce(Builder<'t>) -> Builder<'t>,
) -> Result<(Builder<'t>, Repairs), ParseError> {
    let store = Store {
        tree: Tree::new(html.len())?,
        work: Work::new(tick),
        budget: *budget,
    };
    let page = html.strip_prefix('\u{feff}').unwrap_or(html);
    let builder = by(Builder::new(store, html.len()));
    Tokenizer::new(page, builder).repairing(repairs).run(State::Data)
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
