//! CSS selectors: the elements of a page that match one, and their XPath, text and HTML.
//!
//! [`Selector::parse`] reads selectors of level 4 as far as they apply to a page at rest: names, `#id`, `.class`,
//! attributes, the four combinators, lists, `:is()`, `:where()`, `:not()`, `:has()`, `:root`, `:scope`, `:empty` and
//! the `:nth-child()` family. Errors name the place. [`Selector::select`] finds the elements in document order.
//!
//! Browsers use the crate `selectors`, and the tests compare with it. goce has its own matcher, because that one asks
//! of each element whether it matches. So `~` and `:has()` take quadratic time on pages made for it, its caches grow by
//! allocations that abort, and its parser no longer says where an error is. Here each part of a selector becomes a set
//! of elements, by one pass over the page ([`matching`]). So time is at most the length of the selector times that of
//! the page, and memory a few bytes an element. The length and the depth of selectors are bounded.

mod attributes;
mod element_set;
mod matching;
mod nth;
mod numbered;
mod outer_html;
mod parser;
mod scanner;

use crate::html::NodeId;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag, XPaths};
use crate::render::{Budget, RenderError};

use numbered::NumberedElements;
use parser::Complex;

pub use parser::PSEUDO_CLASSES;
pub use scanner::{Problem, SyntaxError};

/// The longest selector, in bytes.
pub const MAX_LENGTH: usize = 4096;

/// The most pseudo-classes within each other's parentheses.
pub const MAX_DEPTH: usize = 16;

/// Why elements cannot be selected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// The selector is longer than [`MAX_LENGTH`].
    #[error("selector is too long")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
    },
    /// The selector is wrong, or has a part that this matcher does not know.
    #[error("invalid selector: {0}")]
    Syntax(SyntaxError),
    /// XPaths, texts and HTML of all elements are many times longer than the page: the elements stand within each
    /// other.
    #[error("what is selected of the page is too large")]
    TooLarge {
        /// The most bytes for all rows of this page.
        limit: usize,
    },
    /// There was no memory.
    #[error("out of memory for the selected elements")]
    OutOfMemory,
}

impl From<OutOfMemory> for SelectError {
    fn from(_: OutOfMemory) -> Self {
        SelectError::OutOfMemory
    }
}

impl From<SyntaxError> for SelectError {
    fn from(error: SyntaxError) -> Self {
        SelectError::Syntax(error)
    }
}

/// A list of CSS selectors. An element matches it if it matches one of them.
#[derive(Debug)]
pub struct Selector(Vec<Complex>);

impl Selector {
    /// Reads a list of selectors, separated by commas.
    ///
    /// # Errors
    /// [`SelectError::TooLong`], [`SelectError::Syntax`], [`SelectError::OutOfMemory`].
    pub fn parse(selector: &str) -> Result<Selector, SelectError> {
        if selector.len() > MAX_LENGTH {
            return Err(SelectError::TooLong { bytes: selector.len() });
        }
        Ok(Selector(parser::parse(selector)?))
    }

    /// Returns the elements of a page that match, in document order. The content of `<template>` is no part of the
    /// page.
    pub fn select(&self, page: &Page) -> Result<Selected, SelectError> {
        let elements = NumberedElements::of(page.tree())?;
        let matching = matching::of(&self.0, &elements)?;
        let mut selected = Vec::new();
        let mut visible = page.nodes().iter().enumerate().peekable();
        for (number, &id) in elements.ids().iter().enumerate().checking(CHECK_EVERY) {
            // Elements and visible nodes are both in document order. Texts are no elements.
            while visible.next_if(|(_, node)| node.tag() == Tag::Text).is_some() {}
            let position = visible.next_if(|(_, node)| node.id() == id);
            if matching.has(number) {
                selected.try_push((id, position.map(|(position, _)| position as u32)))?;
            }
        }
        Ok(Selected {
            elements: selected,
            xpaths: XPaths::default(),
            budget: Budget::of(page),
        })
    }
}

/// The elements of a page that match a selector.
#[derive(Debug)]
pub struct Selected {
    /// The elements: each with its position if it is visible.
    elements: Vec<(NodeId, Option<u32>)>,
    xpaths: XPaths,
    budget: Budget,
}

/// A selected element as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedElement {
    /// Its place in the page.
    pub xpath: String,
    /// Its visible text; `None` where it shows none.
    pub text: Option<String>,
    /// The element and all within it, as the HTML standard writes a tree (section 13.3).
    pub html: String,
}

impl Selected {
    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns `true` if no element matches.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns the node of an element.
    pub fn id(&self, number: usize) -> NodeId {
        self.elements[number].0
    }

    /// Writes an element of the page in which it was found. All rows together have at most 16 MiB and 64 times the
    /// bytes of the page.
    ///
    /// # Errors
    /// [`SelectError::TooLarge`], [`SelectError::OutOfMemory`].
    pub fn row(&mut self, number: usize, page: &Page) -> Result<SelectedElement, SelectError> {
        let (id, position) = self.elements[number];
        let limit = self.budget.limit();
        let too_large = |error| match error {
            RenderError::TooLarge { .. } | RenderError::LongPaths { .. } | RenderError::TooManyPlaces { .. } => {
                SelectError::TooLarge { limit }
            }
            RenderError::OutOfMemory => SelectError::OutOfMemory,
        };
        let xpath = page.xpath_of(id, &mut self.xpaths)?;
        let shown = position.map_or("", |at| page.text_of(page.subtree(at as usize)));
        self.budget.spend(xpath.len() + shown.len()).map_err(too_large)?;
        let html = outer_html::write(page.tree(), id, self.budget.left()).map_err(too_large)?;
        self.budget.spend(html.len()).map_err(too_large)?;
        let text = outer_html::copy(shown).map_err(too_large)?;
        Ok(SelectedElement {
            xpath,
            text: (!text.is_empty()).then_some(text),
            html,
        })
    }
}

#[cfg(test)]
mod tests;
