//! CSS selectors: the elements of a page that match one, and their XPath, text and HTML.
//!
//! The crate `selectors`, which browsers use, reads selectors ([`syntax`]) and matches them with each element
//! ([`elements`]). So some selectors take quadratic time on pages made for them, and caches grow by allocations that
//! abort. Therefore each look at an element counts as work, which is bounded and checks for interrupts. The entries of
//! the caches are bounded too, and their memory is asked for before.

mod elements;
mod outer_html;
mod syntax;

use crate::prelude::*;
use selectors::matching::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
    matches_selector,
};

use goce_core::html::NodeId;
use goce_core::page::XPaths;

use elements::{Elements, Place};
use syntax::PageSelectors;

pub use syntax::{PSEUDO_CLASSES, Problem, SyntaxError};

/// The longest selector, in bytes.
pub const MAX_LENGTH: usize = 4096;

/// The most parentheses and brackets within each other.
pub const MAX_DEPTH: usize = 16;

/// The most work of one call. A look at an element counts once, and once more for each 16 bytes of the selector.
pub const MAX_WORK: usize = 1 << 27;

/// The most entries of caches while one element is matched.
const MAX_CACHED: usize = 1 << 20;

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
    Syntax(#[from] SyntaxError),
    /// XPaths, texts and HTML of all elements are many times longer than the page: the elements stand within each
    /// other.
    #[error("what is selected of the page is too large")]
    TooLarge {
        /// The most bytes for all rows of this page.
        limit: usize,
    },
    /// Matching took more work than [`MAX_WORK`].
    #[error("the selector takes too much work on this page")]
    TooMuchWork,
    /// There was no memory.
    #[error("out of memory for the selected elements")]
    OutOfMemory,
}

impl From<OutOfMemory> for SelectError {
    fn from(_: OutOfMemory) -> Self {
        SelectError::OutOfMemory
    }
}

/// A list of CSS selectors. An element matches it if it matches one of them.
#[derive(Debug)]
pub struct Selector {
    list: Vec<selectors::parser::Selector<PageSelectors>>,
    bytes: usize,
    has_has: bool,
    /// The parts of pseudo-classes, at most: only they have caches.
    parts: usize,
}

impl Selector {
    /// Reads a list of selectors, separated by commas.
    ///
    /// # Errors
    /// [`SelectError::TooLong`], [`SelectError::Syntax`].
    pub fn parse(selector: &str) -> Result<Selector, SelectError> {
        let bytes = selector.len();
        if bytes > MAX_LENGTH {
            return Err(SelectError::TooLong { bytes });
        }
        let list = syntax::parse(selector)?;
        let parts = selector.matches([':', ',']).count();
        Ok(Selector {
            list,
            bytes,
            // A string may hold it too: then more is asked for than is taken.
            has_has: selector.to_ascii_lowercase().contains(":has("),
            parts: if selector.contains(':') { parts } else { 0 },
        })
    }

    /// Returns the elements of a page that match, in document order. The content of `<template>` is no part of the
    /// page.
    ///
    /// # Errors
    /// [`SelectError::TooMuchWork`], [`SelectError::OutOfMemory`].
    pub fn select(&self, page: &Page) -> Result<Selected, SelectError> {
        let elements = Elements::new(page.tree(), self.bytes, self.has_has)?;
        let count = elements.places().len();
        let mut selected = try_with_capacity(count)?;
        // From here on only the caches grow.
        // What the entries of an element count for, for each part of a pseudo-class: see [`elements`].
        // The most bytes that the caches take for each entry, with what is free in tables that double.
        ask_for(128 * MAX_CACHED.min(count.saturating_mul(20 * self.parts)))?;
        let quirks = match page.tree().is_quirks() {
            true => QuirksMode::Quirks,
            false => QuirksMode::NoQuirks,
        };
        let mut caches = SelectorCaches::default();
        let mut visible = page.nodes().iter().enumerate().peekable();
        for (number, &Place { id, .. }) in elements.places().iter().enumerate() {
            // Elements and visible nodes are both in document order. Texts are no elements.
            while visible.next_if(|(_, node)| node.tag() == Tag::Text).is_some() {}
            let position = visible.next_if(|(_, node)| node.id() == id);
            elements.look();
            if elements.cached().get() > MAX_CACHED / 2 {
                elements.cached().set(0);
                caches = SelectorCaches::default();
            }
            let mut context = MatchingContext::new(
                MatchingMode::Normal,
                None,
                &mut caches,
                quirks,
                NeedsSelectorFlags::No,
                MatchingForInvalidation::No,
            );
            let element = elements.get(number);
            let matches = self.list.iter().any(|one| matches_selector(one, 0, None, &element, &mut context));
            elements.check_work()?;
            if matches {
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
            RenderError::OutOfMemory => SelectError::OutOfMemory,
            _ => SelectError::TooLarge { limit },
        };
        let xpath = page.xpath_of(id, &mut self.xpaths)?;
        let shown = position.map_or("", |at| page.text_at(at as usize));
        self.budget.spend(xpath.len() + shown.len()).map_err(too_large)?;
        let html = outer_html::write(page.tree(), id, self.budget.left()).map_err(too_large)?;
        self.budget.spend(html.len()).map_err(too_large)?;
        let text = (!shown.is_empty()).then(|| try_to_owned(shown)).transpose()?;
        Ok(SelectedElement { xpath, text, html })
    }
}

#[cfg(test)]
mod tests;
