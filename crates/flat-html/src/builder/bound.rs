//! Bounds on what a page may make of little: its depth, and elements that repeat themselves.

use crate::ParseError;
use crate::memory::TryPush;
use crate::names::Name;
use crate::tokenizer::{State, Tag};

use super::sets::{self, FORMATTING, VOID};
use super::{Builder, Token};

/// Elements that may be open at once, formatting elements that wait to be repeated counted once more. The rules look
/// through the open elements for nearly every tag, so time is the number of tags times this. Browsers bound the depth
/// of their trees alike (between 200 and 512).
pub const MAX_OPEN: usize = 256;

/// Elements that may exist before their number is compared with the length of the page.
const FREE_NODES: usize = 65_536;

/// Bytes of values of copies that count as one node. Copies share values, but whoever reads the tree reads those of
/// each. Of 1,881 real pages none has more than a twentieth of its length in values of copies.
const VALUES_PER_NODE: usize = 16;

/// The counts that a page's bounds are compared with.
///
/// When [`MAX_OPEN`] elements are open, the innermost is closed before another opens: deeper elements become
/// siblings, in order, with all their text. The elements closed early are remembered, so that their own end tags,
/// when they come, don't close their ancestors.
#[derive(Debug)]
pub struct Bound {
    /// Nodes, attributes of copies, and values of copies by [`VALUES_PER_NODE`], that the page may have.
    max_nodes: usize,
    /// The most attributes of a formatting element so far: each of its copies has them again.
    copied_attributes: usize,
    /// Attributes of copies so far, at most.
    attributes_of_copies: usize,
    /// Bytes of the values of these attributes so far.
    values_of_copies: usize,
    /// Made exact when it reaches the bound: nodes made since it last was, and what was open then.
    open_at_most: usize,
    /// The element opened last, while it may be the innermost open one.
    last_opened: Option<Name>,
    /// Elements closed early whose end tags may still come, outermost first.
    closed_early: Vec<Name>,
}

impl Bound {
    pub fn new(page_length: usize) -> Self {
        Bound {
            max_nodes: FREE_NODES + page_length,
            copied_attributes: 0,
            attributes_of_copies: 0,
            values_of_copies: 0,
            open_at_most: 0,
            last_opened: None,
            closed_early: Vec::new(),
        }
    }
}

impl Builder<'_> {
    /// Returns the number of nodes that count as open: the document, open elements, formatting elements to be repeated,
    /// `<head>`, `<form>`.
    fn count_open(&self) -> usize {
        1 + self.stack.len()
            + self.formatting.elements()
            + usize::from(self.head.is_some())
            + usize::from(self.form.is_some())
    }

    fn is_full(&mut self) -> bool {
        if self.bound.open_at_most >= MAX_OPEN {
            self.bound.open_at_most = self.count_open();
        }
        self.bound.open_at_most >= MAX_OPEN
    }

    /// Counts a doctype as the node that it is in other trees.
    pub(super) fn count_doctype(&mut self) {
        self.bound.open_at_most += 1;
    }

    /// Counts what became of a token.
    #[inline]
    pub(super) fn count_nodes(&mut self, before: usize) -> Result<(), ParseError> {
        let nodes = self.store.tree.nodes.len();
        let made = nodes - before;
        if made == 0 {
            return Ok(());
        }
        // Every new node may be an open element: besides that of a tag also those that the rules add, and copies of
        // formatting elements.
        let bound = &mut self.bound;
        bound.open_at_most += made;
        bound.attributes_of_copies += (made - 1) * bound.copied_attributes;
        let values = bound.values_of_copies / VALUES_PER_NODE;
        if nodes + bound.attributes_of_copies + values > bound.max_nodes {
            return Err(ParseError::TooManyNodes { nodes: bound.max_nodes });
        }
        if nodes > self.store.budget.max_nodes {
            return Err(ParseError::TooManyNodes {
                nodes: self.store.budget.max_nodes,
            });
        }
        Ok(())
    }

    /// Counts a copy of a formatting element, which has the values of the tag's attributes again.
    pub(super) fn count_copy(&mut self, tag: Tag) {
        // They stand one behind the other.
        let attributes = tag.attributes(&self.store.tree);
        if let (Some(first), Some(last)) = (attributes.first(), attributes.last()) {
            self.bound.values_of_copies += (last.end - first.start) as usize;
        }
    }

    pub(super) fn bounded_start(&mut self, tag: Tag) -> Result<State, ParseError> {
        let sets = sets::of_html(tag.name);
        let is_whole = self.is_whole(tag, sets);
        if sets & VOID == 0 {
            if self.is_full()
                && let Some(name) = self.bound.last_opened.take()
            {
                // Never a raw text element: between those no start tag comes.
                self.counted(Token::End(name))?;
                self.bound.closed_early.try_push(name)?;
            }
            if sets & FORMATTING != 0 {
                let attributes = (tag.end - tag.start) as usize;
                self.bound.copied_attributes = self.bound.copied_attributes.max(attributes);
            }
            self.bound.last_opened = Some(tag.name);
        }
        self.keeps_attributes = false;
        let before = self.store.tree.nodes.len();
        let state = self.counted(Token::Start(tag))?;
        if !self.keeps_attributes && tag.start < tag.end {
            let tree = &mut self.store.tree;
            if let Some(first) = tree.attributes.get(tag.start as usize) {
                tree.values.truncate(first.start as usize);
            }
            tree.attributes.truncate(tag.start as usize);
        }
        if is_whole {
            return self.end_whole(tag.name, before, state);
        }
        Ok(state)
    }

    pub(super) fn bounded_end(&mut self, name: Name) -> Result<(), ParseError> {
        // An element open above those closed early gets its end tag first.
        if !self.bound.closed_early.is_empty() && self.count_open() < MAX_OPEN {
            let closed_early = &mut self.bound.closed_early;
            let place = closed_early.iter().rposition(|closed| *closed == name);
            let looked_at = closed_early.len() - place.unwrap_or(0);
            // Those inside it, whose end tags are optional or missing, end with it. If there is none of this name,
            // an ancestor ends, and with it all that is inside.
            closed_early.truncate(place.unwrap_or(0));
            self.charge(looked_at);
            if place.is_some() {
                return Ok(());
            }
        }
        self.counted(Token::End(name))?;
        Ok(())
    }

    pub(super) fn counted(&mut self, token: Token) -> Result<State, ParseError> {
        // The rules look through the open elements a few times.
        self.charge(16 + self.stack.len());
        let before = self.store.tree.nodes.len();
        let state = self.process(token)?;
        self.count_nodes(before)?;
        Ok(state)
    }
}
