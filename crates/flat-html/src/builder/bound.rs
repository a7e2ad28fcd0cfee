//! Limits on trees that are much larger or deeper than their pages. The standard has none of them.

use crate::ParseError;
use crate::memory::TryPush;
use crate::names::Name;
use crate::tokenizer::{State, Tag};

use super::sets::{self, FORMATTING, VOID};
use super::{Builder, Token};

/// The most elements that are open at once. An element in the list of active formatting elements counts once more.
///
/// The rules search the open elements for nearly every tag, so the time of a page can be the number of its tags times
/// this. Browsers limit the depth of their trees too, to between 200 and 512.
pub const MAX_OPEN: usize = 256;

/// Nodes that any page may have in addition to its length in bytes.
const FREE_NODES: usize = 65_536;

/// The number of bytes of copied values that counts as one node. Copies share values, but code that reads the tree
/// reads them for each copy. In none of 1,881 real pages are such values more than a twentieth of the page's length.
const VALUES_PER_NODE: usize = 16;

/// The counts that are compared with the limits.
///
/// When [`MAX_OPEN`] elements are open, the innermost is closed before another opens. So deeper elements become
/// siblings, in order, with all their text. The builder remembers which elements it closed early, so that their own end
/// tags do not close their ancestors.
#[derive(Debug, Default)]
pub struct Bound {
    /// The limit for the sum of nodes, attributes of copies, and values of copies divided by [`VALUES_PER_NODE`].
    max_nodes: usize,
    /// The most attributes that a formatting element has had so far. Each copy of it has them again.
    copied_attributes: usize,
    /// An upper bound of the attributes of copies so far.
    attributes_of_copies: usize,
    /// The bytes of the values of these attributes so far.
    values_of_copies: usize,
    /// An upper bound of [`Builder::count_open`], to which each new node is added. It is counted exactly when it
    /// reaches [`MAX_OPEN`].
    open_at_most: usize,
    /// The name of the element opened last, if the builder may close that element early.
    last_opened: Option<Name>,
    /// The names of elements that were closed early and whose end tags may still come, outermost first.
    closed_early: Vec<Name>,
}

impl Bound {
    pub fn new(page_length: usize) -> Self {
        Bound {
            max_nodes: FREE_NODES + page_length,
            ..Bound::default()
        }
    }
}

impl Builder<'_> {
    /// Returns the number of nodes that count as open: the document, the open elements, the active formatting elements,
    /// and the "head element pointer" and "form element pointer".
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

    /// Counts a doctype as a node, which it is in html5ever's trees. So both trees reach the limit at the same element.
    pub(super) fn count_doctype(&mut self) {
        self.bound.open_at_most += 1;
    }

    /// Counts the nodes that a token has made. `before` is the number of nodes before the token.
    #[inline]
    pub(super) fn count_nodes(&mut self, before: usize) -> Result<(), ParseError> {
        let nodes = self.store.tree.nodes.len();
        let made = nodes - before;
        if made == 0 {
            return Ok(());
        }
        // Every new node may be an open element: that of the tag, those that the rules add, and copies of formatting
        // elements.
        let bound = &mut self.bound;
        bound.open_at_most += made;
        bound.attributes_of_copies += (made - 1) * bound.copied_attributes;
        let values = bound.values_of_copies / VALUES_PER_NODE;
        let counts = [
            (nodes + bound.attributes_of_copies + values, bound.max_nodes),
            (nodes, self.store.budget.max_nodes),
        ];
        match counts.into_iter().find(|(count, most)| count > most) {
            Some((_, nodes)) => Err(ParseError::TooManyNodes { nodes }),
            None => Ok(()),
        }
    }

    /// Counts the values of the attributes of a copy of a formatting element.
    pub(super) fn count_copy(&mut self, tag: Tag) {
        // The values of a tag stand one behind the other.
        let attributes = tag.attributes(&self.store.tree);
        if let (Some(first), Some(last)) = (attributes.first(), attributes.last()) {
            self.bound.values_of_copies += (last.end - first.start) as usize;
        }
    }

    /// Reads a start tag, within the limits.
    pub(super) fn bounded_start(&mut self, tag: Tag) -> Result<State, ParseError> {
        let sets = sets::of_html(tag.name);
        let is_whole = self.is_whole(tag, sets);
        if sets & VOID == 0 {
            if self.is_full()
                && let Some(name) = self.bound.last_opened.take()
            {
                // It is not an element of raw text, in which no start tag can come.
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

    /// Reads an end tag, unless it is that of an element closed early.
    pub(super) fn bounded_end(&mut self, name: Name) -> Result<(), ParseError> {
        // While as many are open as may be, an end tag is of an element that is open, and not of one closed early.
        if !self.bound.closed_early.is_empty() && self.count_open() < MAX_OPEN {
            let closed_early = &mut self.bound.closed_early;
            let place = closed_early.iter().rposition(|closed| *closed == name);
            let looked_at = closed_early.len() - place.unwrap_or(0);
            // Elements closed early inside this one, whose end tags are missing, end with it. Without one of this name
            // the tag is an ancestor's, and ends all that were closed early.
            closed_early.truncate(place.unwrap_or(0));
            self.charge(looked_at);
            if place.is_some() {
                return Ok(());
            }
        }
        self.counted(Token::End(name))?;
        Ok(())
    }

    /// Reads a token and counts its work and the nodes that it has made.
    pub(super) fn counted(&mut self, token: Token) -> Result<State, ParseError> {
        // The rules search the open elements a few times.
        self.charge(16 + self.stack.len());
        let before = self.store.tree.nodes.len();
        let state = self.process(token)?;
        self.count_nodes(before)?;
        Ok(state)
    }
}
