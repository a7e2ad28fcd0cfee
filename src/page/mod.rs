//! A page: parsed once, its visible text laid out once, everything else read off that.
//!
//! [`Page::parse`] builds the tree and, in one more pass without recursion, an array of its
//! visible nodes in document order, each with the end of its subtree, its offset in the page's
//! visible text and the number of words before it. The text and the word count of any element,
//! or of any run of neighbours, are then slices and differences.

#![forbid(unsafe_code)]

mod layout;
mod tag;
mod text;
mod visibility;
mod xpath;

use std::ops::Range;

use crate::html::{self, Edge, Element, Name, Node as DomNode, NodeId, ParseError, Tree, names};
use crate::memory::OutOfMemory;
use crate::tick::Tick;

pub use tag::{Display, Tag};
pub use xpath::XPaths;

/// Bounds on the work that one page may cause. They refuse, they never change a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest page that is parsed, in bytes of UTF-8.
    pub max_bytes: usize,
    /// Nodes that the page's tree may have.
    pub max_nodes: usize,
    /// Attributes that all elements together may have.
    pub max_attributes: usize,
}

impl Default for Limits {
    /// 64 MiB, 2,097,152 (2^21) nodes and 4,194,304 (2^22) attributes.
    fn default() -> Self {
        Limits {
            max_bytes: 64 << 20,
            max_nodes: 1 << 21,
            max_attributes: 1 << 22,
        }
    }
}

/// Why a page cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// The page is longer than [`Limits::max_bytes`].
    #[error("page or text is too large")]
    TooLarge {
        /// The page's length.
        bytes: usize,
        /// The longest allowed.
        limit: usize,
    },
    /// The page has more nodes than [`Limits::max_nodes`], which no setting of PostgreSQL changes; or unclosed
    /// formatting elements, repeated in every paragraph as the HTML standard demands, make more elements and
    /// attributes than the page has bytes (and 65,536 more).
    #[error("page has too many elements")]
    TooManyNodes {
        /// The number of elements and attributes at which parsing stopped.
        nodes: usize,
    },
    /// The page has more attributes than [`Limits::max_attributes`], which no setting of PostgreSQL changes.
    #[error("page has too many attributes")]
    TooManyAttributes {
        /// The number of attributes at which parsing stopped.
        attributes: usize,
    },
    /// Memory for the page could not be had.
    #[error("out of memory for the page")]
    OutOfMemory,
}

impl From<OutOfMemory> for PageError {
    fn from(_: OutOfMemory) -> Self {
        PageError::OutOfMemory
    }
}

impl From<std::collections::TryReserveError> for PageError {
    fn from(_: std::collections::TryReserveError) -> Self {
        PageError::OutOfMemory
    }
}

impl From<ParseError> for PageError {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::TooLarge { bytes, limit } => PageError::TooLarge { bytes, limit },
            ParseError::TooManyNodes { nodes } => PageError::TooManyNodes { nodes },
            ParseError::TooManyAttributes { attributes } => {
                PageError::TooManyAttributes { attributes }
            }
            ParseError::OutOfMemory(_) => PageError::OutOfMemory,
        }
    }
}

/// A visible node of a page: an element, or a text node that is not all whitespace.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    id: NodeId,
    parent: u32,
    end: u32,
    text_start: u32,
    words_before: u32,
    tag: Tag,
    follows_unshown: bool,
    depth: u16,
}

impl Node {
    /// Where it is in [`Page::tree`].
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Its tag; [`Tag::Text`] for a text node.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// Its depth in the tree of visible elements; `<html>` has 0 (GOCE, section 3.3.1).
    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    /// Whether an element that shows nothing stands just before it: a script, a frame, a picture
    /// in SVG, or a hidden block-level element.
    pub fn follows_unshown(&self) -> bool {
        self.follows_unshown
    }

    /// The position of its parent; the root's is its own.
    pub fn parent(&self) -> usize {
        self.parent as usize
    }
}

/// A block: text that runs on without a block-level edge or an empty line (`<br><br>`) between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The position of the nearest block-level element around it.
    pub element: usize,
    /// The positions of its nodes, from its first to its last text node.
    pub nodes: Range<usize>,
    text: Range<u32>,
}

/// A step of [`Page::walk`].
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// An element begins.
    Open(Element<'a>),
    /// A text node, as the page holds it.
    Text(&'a str),
    /// An element ends.
    Close(Element<'a>),
}

/// A parsed page. Positions of nodes are indices into [`Page::nodes`], in document order.
#[derive(Debug)]
pub struct Page {
    tree: Tree,
    source_bytes: usize,
    /// The visible nodes, and one more at the end that only bounds text and words.
    nodes: Vec<Node>,
    text: String,
    blocks: Vec<Block>,
    metadata: Vec<NodeId>,
    base: Option<NodeId>,
}

impl Page {
    /// Parses a page and lays out its text, in time linear in its length.
    ///
    /// `tick` is called at least every fraction of a millisecond and may unwind (inside
    /// PostgreSQL it handles interrupts).
    ///
    /// # Errors
    /// See [`PageError`]. HTML itself is never in error: any text is a page.
    pub fn parse(html: &str, limits: &Limits, tick: Tick<'_>) -> Result<Page, PageError> {
        if html.len() > limits.max_bytes {
            return Err(PageError::TooLarge {
                bytes: html.len(),
                limit: limits.max_bytes,
            });
        }
        let budget = html::Budget {
            max_nodes: limits.max_nodes,
            max_attributes: limits.max_attributes,
        };
        let tree = html::parse(html, &budget, tick)?;
        let mut page = layout::lay_out(tree, tick)?;
        page.source_bytes = html.len();
        Ok(page)
    }

    /// The length of the page's HTML, in bytes of UTF-8.
    pub fn source_bytes(&self) -> usize {
        self.source_bytes
    }

    /// The visible nodes in document order.
    pub fn nodes(&self) -> &[Node] {
        self.nodes.split_last().map_or(&[], |(_, nodes)| nodes)
    }

    /// The positions of a node and all below it.
    pub fn subtree(&self, position: usize) -> Range<usize> {
        position..self.nodes[position].end as usize
    }

    /// The visible text of the page, the rules of which docs/text.md states.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The visible text of neighbouring nodes, without whitespace at its end.
    pub fn text_of(&self, nodes: Range<usize>) -> &str {
        let start = self.nodes[nodes.start].text_start as usize;
        let end = self.nodes[nodes.end].text_start as usize;
        self.text[start..end].trim_end()
    }

    /// Where the text of a node starts in [`Page::text`], in bytes.
    pub fn text_offset(&self, position: usize) -> usize {
        self.nodes[position].text_start as usize
    }

    /// The number of words that begin in neighbouring nodes.
    pub fn word_count(&self, nodes: Range<usize>) -> usize {
        (self.nodes[nodes.end].words_before - self.nodes[nodes.start].words_before) as usize
    }

    /// The positions of a node's visible child elements.
    pub fn children(&self, position: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[position].end as usize;
        let mut next = position + 1;
        std::iter::from_fn(move || {
            while next < end {
                let child = next;
                next = self.nodes[child].end as usize;
                if self.nodes[child].tag != Tag::Text {
                    return Some(child);
                }
            }
            None
        })
    }

    /// The element at a position, none for text.
    pub fn element(&self, position: usize) -> Option<Element<'_>> {
        self.tree.get(self.nodes[position].id)?.value().as_element()
    }

    /// The `class` attribute of the element at a position as it is written, `""` without one.
    pub fn class(&self, position: usize) -> &str {
        self.attribute(position, names::CLASS).unwrap_or("")
    }

    /// An attribute of the element at a position.
    pub fn attribute(&self, position: usize, name: Name) -> Option<&str> {
        self.element(position)?.attr(name)
    }

    /// The blocks in document order. Every word of the page's text is in exactly one of them.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The text of a block.
    pub fn block_text(&self, block: &Block) -> &str {
        &self.text[block.text.start as usize..block.text.end as usize]
    }

    /// What describes the page without being shown: `<title>`, `<meta>`, `<link>`, and
    /// `<script type="application/ld+json">`, in document order, with the script's text.
    pub fn metadata(&self) -> impl Iterator<Item = (Element<'_>, &str)> + '_ {
        self.metadata.iter().filter_map(|&id| {
            let node = self.tree.get(id)?;
            let text = node
                .first_child()
                .and_then(|child| child.value().as_text())
                .unwrap_or("");
            Some((node.value().as_element()?, text))
        })
    }

    /// All elements and texts of the page in document order, shown or not.
    pub fn walk(&self) -> impl Iterator<Item = Step<'_>> + '_ {
        self.tree.root().traverse().filter_map(|edge| match edge {
            Edge::Open(node) => match node.value() {
                DomNode::Element(element) => Some(Step::Open(element)),
                DomNode::Text(text) => Some(Step::Text(text)),
                _ => None,
            },
            Edge::Close(node) => node.value().as_element().map(Step::Close),
        })
    }

    /// What the page's first `<base>` that has an `href` says, as it is written: the address that
    /// relative ones refer to (HTML standard, section 2.4.3).
    pub fn base_href(&self) -> Option<&str> {
        let element = self.tree.get(self.base?)?.value().as_element()?;
        element.attr(names::HREF)
    }

    /// The parsed page with all that does not show.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The XPath of the element at a position (of its parent, for text) in the parsed page.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn xpath(
        &self,
        position: usize,
        xpaths: &mut XPaths,
        tick: Tick<'_>,
    ) -> Result<String, OutOfMemory> {
        xpaths.of(&self.tree, self.nodes[position].id, tick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_over_a_limit_are_refused() {
        let refusal = |limits: &Limits| {
            let html = "<p a=1>é".repeat(1000);
            Page::parse(&html, limits, &mut || ()).err()
        };
        let limits = Limits::default();
        assert_eq!(refusal(&limits), None);
        let (bytes, limit) = (9000, 8999);
        assert_eq!(
            refusal(&Limits {
                max_bytes: limit,
                ..limits
            }),
            Some(PageError::TooLarge { bytes, limit })
        );
        let nodes = 2003;
        assert_eq!(
            refusal(&Limits {
                max_nodes: nodes,
                ..limits
            }),
            Some(PageError::TooManyNodes { nodes })
        );
        let attributes = 999;
        assert_eq!(
            refusal(&Limits {
                max_attributes: attributes,
                ..limits
            }),
            Some(PageError::TooManyAttributes { attributes })
        );
    }
}
