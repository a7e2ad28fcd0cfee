//! The tree, which is a few vectors, and the functions that read it.

mod traverse;

use crate::memory::Held;
use std::ops::Range;

use super::names::{self, Name, Names};

pub use traverse::{Edge, Traverse};

/// The number of no node: a missing parent, child or sibling.
pub(super) const NIL: u32 = u32::MAX;

/// Kinds of nodes, in the upper bits of [`NodeData::tag`]. An element's kind is its namespace.
pub(super) mod kind {
    pub const HTML: u32 = 0;
    pub const SVG: u32 = 1;
    pub const MATHML: u32 = 2;
    pub const TEXT: u32 = 3;
    pub const DOCUMENT: u32 = 4;
    pub const FRAGMENT: u32 = 5;
    /// The lowest bit of the kind. The bits below it are the name.
    pub const SHIFT: u32 = 29;
}

/// A node of the tree. A page may have one for every few bytes, so it is kept small.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    pub parent: u32,
    /// The first child, or [`NIL`]. In a text node, which has none, the end of its text in [`Tree::text`].
    pub first_or_end: u32,
    pub next: u32,
    /// The kind, and below [`kind::SHIFT`] the name. In a text node the bits of the name are for
    /// [`super::arena::Pieces`].
    pub tag: u32,
    /// The place of the first attribute in [`Tree::attributes`], or [`NIL`]. In a text node, the start of its text.
    pub start: u32,
}

impl NodeData {
    /// Returns the first child, or [`NIL`].
    #[inline]
    pub(super) fn first(&self) -> u32 {
        if self.kind() == kind::TEXT {
            NIL
        } else {
            self.first_or_end
        }
    }

    /// Returns the range of a text node's text in [`Tree::text`].
    #[inline]
    pub(super) fn text_range(&self) -> Range<usize> {
        self.start as usize..self.first_or_end as usize
    }

    #[inline]
    pub(super) fn kind(&self) -> u32 {
        self.tag >> kind::SHIFT
    }

    #[inline]
    pub(super) fn name(&self) -> Name {
        Name(self.tag & ((1 << kind::SHIFT) - 1))
    }
}

/// An attribute: its name with its prefix, the range of its value in [`Tree::values`], and a bit that marks the last
/// attribute of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeData {
    name_and_last: u32,
    pub start: u32,
    pub end: u32,
}

/// The bit that marks the last attribute of an element.
const LAST: u32 = 1 << 31;

impl AttributeData {
    /// Returns an attribute without a prefix and without the mark of the last.
    pub(super) fn new(name: Name, start: u32, end: u32) -> Self {
        AttributeData {
            name_and_last: name.0,
            start,
            end,
        }
    }

    /// Returns the number of its name. The bits from [`kind::SHIFT`] on hold the prefix.
    #[inline]
    pub(super) fn name(&self) -> u32 {
        self.name_and_last & !LAST
    }

    /// Gives it another name, and a prefix by its number in [`PREFIXES`].
    pub(super) fn rename(&mut self, prefix: u32, name: Name) {
        self.name_and_last = self.name_and_last & LAST | prefix << kind::SHIFT | name.0;
    }

    #[inline]
    pub(super) fn is_last(&self) -> bool {
        self.name_and_last & LAST != 0
    }

    pub(super) fn set_last(&mut self, is_last: bool) {
        self.name_and_last = self.name() | if is_last { LAST } else { 0 };
    }

    #[inline]
    pub(super) fn value<'a>(&self, tree: &'a Tree) -> &'a str {
        &tree.values[self.start as usize..self.end as usize]
    }
}

/// The prefixes that attributes of SVG and MathML can have, by their numbers. Number 0 is no prefix.
pub(super) const PREFIXES: [&str; 4] = ["", "xlink", "xml", "xmlns"];

/// Names whose elements are looked for in every page and are few among its nodes.
pub(super) const LISTED: [Name; 5] = [names::A, names::IFRAME, names::LINK, names::SCRIPT, names::STYLE];

/// The tree of a page. [`Tree::root`] is where reading it begins.
#[derive(Debug)]
pub struct Tree {
    pub(super) nodes: Vec<NodeData>,
    /// For each node, the sibling before it. For a first child it is the last child of the same parent, so that the
    /// last child is found without a search. Only the parser needs it; in a finished tree it is empty.
    pub(super) previous: Vec<u32>,
    pub(super) attributes: Vec<AttributeData>,
    /// The elements with the names of [`LISTED`], in the order in which the parser made them.
    pub(super) listed: Vec<u32>,
    pub(super) names: Names,
    /// The texts of all text nodes.
    pub(super) text: String,
    /// The values of all attributes.
    pub(super) values: String,
    pub(super) quirks: bool,
    pub(super) damaged: bool,
    /// The comments, if they are kept, in the order of the page.
    pub(super) comments: Vec<CommentData>,
    /// The texts of all comments.
    pub(super) comment_text: String,
}

/// A comment: the node that was open around it, and the range of its text in [`Tree::comment_text`].
#[derive(Clone, Copy, Debug)]
pub(super) struct CommentData {
    pub parent: u32,
    pub start: u32,
    pub end: u32,
}

/// A node's number in its tree: a small handle without a borrow, which [`Tree::get`] turns into a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Returns the number, which is below [`Tree::len`].
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// The namespace of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// HTML, `http://www.w3.org/1999/xhtml`.
    Html,
    /// SVG, the namespace of `<svg>` and what is in it.
    Svg,
    /// MathML, the namespace of `<math>` and what is in it.
    MathMl,
}

impl Tree {
    /// Returns the memory that the tree takes, in bytes.
    pub fn memory(&self) -> usize {
        self.nodes.held()
            + self.attributes.held()
            + self.listed.held()
            + self.names.memory()
            + self.text.held()
            + self.values.held()
            + self.comments.held()
            + self.comment_text.held()
    }

    /// Returns the document. Its one child is the element `<html>`.
    #[inline]
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { tree: self, id: 0 }
    }

    /// Returns a node by its number. `None` if the number is from another tree and too large for this one.
    #[inline]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        ((id.0 as usize) < self.nodes.len()).then_some(NodeRef { tree: self, id: id.0 })
    }

    /// Returns the comments in the order of the page, each with the node that was open around it; none unless the page was
    /// read by [`parse_archived_with_comments`](crate::parse_archived_with_comments).
    pub fn comments(&self) -> impl Iterator<Item = (NodeId, &str)> {
        let comments = self.comments.iter();
        comments.map(|comment| {
            let text = &self.comment_text[comment.start as usize..comment.end as usize];
            (NodeId(comment.parent), text)
        })
    }

    /// Returns the elements with a name, in the order in which the parser made them. An element that it removed again is
    /// among them, without a parent.
    #[inline]
    pub fn elements_named(&self, name: Name) -> impl Iterator<Item = NodeRef<'_>> {
        let (listed, all) = if LISTED.contains(&name) {
            (&self.listed[..], 0..0)
        } else {
            (&[][..], 0..self.nodes.len() as u32)
        };
        let nodes = listed.iter().copied().chain(all).map(|id| NodeRef { tree: self, id });
        nodes.filter(move |node| node.data().name() == name && node.data().kind() < kind::TEXT)
    }

    /// Returns the attributes of all elements, in no order that means anything. Those of elements that the parser removed
    /// again are among them.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute<'_>> {
        self.attributes.iter().map(|data| Attribute { tree: self, data })
    }

    /// Returns the number of nodes. Nodes that the parser removed again are counted too.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `false`: every tree has a document.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns an element's attributes from the first one's place on, up to the one with the mark of the last.
    #[inline]
    pub(super) fn attributes_from(&self, start: u32) -> impl Iterator<Item = &AttributeData> {
        // Nothing begins at `NIL`.
        let mut rest = self.attributes.get(start as usize..).unwrap_or_default();
        std::iter::from_fn(move || {
            let (first, after) = rest.split_first()?;
            rest = if first.is_last() { &[] } else { after };
            Some(first)
        })
    }

    /// Returns `true` for a page that browsers show in quirks mode: it has no doctype, or one of certain old ones.
    #[inline]
    pub fn is_quirks(&self) -> bool {
        self.quirks
    }

    /// Returns `true` for a damaged page, whose tree is not the standard's: see
    /// [`parse_archived`](crate::parse_archived).
    #[inline]
    pub fn is_damaged(&self) -> bool {
        self.damaged
    }

    /// Returns a name by its text. `None` if it has no constant and nothing in the page has it.
    pub fn find(&self, name: &str) -> Option<Name> {
        self.names.find(name)
    }

    /// Returns the text of a name of this tree.
    #[inline]
    pub fn name(&self, name: Name) -> &str {
        self.names.text(name)
    }
}

/// A node with its tree. It is two words, and copied freely.
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    tree: &'a Tree,
    id: u32,
}

impl std::fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.id, self.value())
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

/// What a node is: the document, a fragment, an element or a text.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// The root of the tree.
    Document,
    /// The only child of a `<template>`. It holds the template's content, which browsers do not show.
    Fragment,
    /// An element with its name and attributes.
    Element(Element<'a>),
    /// A text, with character references resolved.
    Text(&'a str),
}

impl<'a> Node<'a> {
    /// Returns the element, if it is one.
    #[inline]
    pub fn as_element(self) -> Option<Element<'a>> {
        match self {
            Node::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Returns the text, if it is one.
    #[inline]
    pub fn as_text(self) -> Option<&'a str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns `true` if it is an element.
    #[inline]
    pub fn is_element(self) -> bool {
        matches!(self, Node::Element(_))
    }
}

impl<'a> NodeRef<'a> {
    #[inline]
    fn data(self) -> &'a NodeData {
        &self.tree.nodes[self.id as usize]
    }

    #[inline]
    fn at(self, id: u32) -> Option<NodeRef<'a>> {
        (id != NIL).then_some(NodeRef { id, ..self })
    }

    /// Returns the node's number, which needs no borrow of the tree.
    #[inline]
    pub fn id(self) -> NodeId {
        NodeId(self.id)
    }

    /// Returns the tree of the node.
    #[inline]
    pub fn tree(self) -> &'a Tree {
        self.tree
    }

    /// Returns what the node is: an element, a text, …
    #[inline]
    pub fn value(self) -> Node<'a> {
        let data = self.data();
        match data.kind() {
            kind::TEXT => Node::Text(&self.tree.text[data.text_range()]),
            kind::DOCUMENT => Node::Document,
            kind::FRAGMENT => Node::Fragment,
            _ => Node::Element(Element { tree: self.tree, data }),
        }
    }

    /// Returns the element that the node is; `None` for any other node.
    #[inline]
    pub fn as_element(self) -> Option<Element<'a>> {
        let data = self.data();
        (data.kind() < kind::TEXT).then_some(Element { tree: self.tree, data })
    }

    /// Returns the parent; `None` for the document, and for nodes that the parser removed.
    #[inline]
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.at(self.data().parent)
    }

    /// Returns the first child, if it has one.
    #[inline]
    pub fn first_child(self) -> Option<NodeRef<'a>> {
        self.at(self.data().first())
    }

    /// Returns the next child of the same parent, if there is one.
    #[inline]
    pub fn next_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.data().next)
    }

    /// Returns the children in order.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = NodeRef<'a>> {
        std::iter::successors(self.first_child(), |node| node.next_sibling())
    }

    /// Returns the node and everything in it in document order, each node once.
    #[inline]
    pub fn descendants(self) -> impl Iterator<Item = NodeRef<'a>> {
        self.traverse().filter_map(|edge| match edge {
            Edge::Open(node) => Some(node),
            Edge::Close(_) => None,
        })
    }

    /// Goes through the node and everything in it in document order, without recursion. Each node comes twice: where it
    /// begins and where it ends.
    #[inline]
    pub fn traverse(self) -> Traverse<'a> {
        Traverse::of(self)
    }

    /// Goes through the node and everything in it as [`NodeRef::traverse`] does, but a text comes once.
    #[inline]
    pub fn traverse_elements(self) -> Traverse<'a, false> {
        Traverse::of(self)
    }
}

/// An element with its tree. It is two words, and copied freely.
#[derive(Clone, Copy)]
pub struct Element<'a> {
    tree: &'a Tree,
    data: &'a NodeData,
}

impl std::fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<{}>", self.name())
    }
}

impl<'a> Element<'a> {
    /// Returns its name: in HTML in lower case, in SVG as SVG spells it (`foreignObject`).
    #[inline]
    pub fn name(self) -> &'a str {
        self.tree.names.text(self.data.name())
    }

    /// Returns its name as a number, to be compared with the constants in [`names`](crate::names).
    #[inline]
    pub fn local(self) -> Name {
        self.data.name()
    }

    /// Returns its namespace: HTML, SVG or MathML.
    #[inline]
    pub fn namespace(self) -> Namespace {
        match self.data.kind() {
            kind::SVG => Namespace::Svg,
            kind::MATHML => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }

    /// Returns the value of the attribute with this name. An attribute without a prefix comes before those with one.
    #[inline]
    pub fn attr(self, name: Name) -> Option<&'a str> {
        // Many elements have none.
        if self.data.start == NIL {
            None
        } else {
            self.first_attr(name)
        }
    }

    fn first_attr(self, name: Name) -> Option<&'a str> {
        let mut prefixed = None;
        for data in self.tree.attributes.get(self.data.start as usize..)? {
            let attribute = Attribute { tree: self.tree, data };
            if attribute.local() == name {
                if data.name() == name.0 {
                    return Some(attribute.value());
                }
                prefixed = prefixed.or(Some(attribute));
            }
            if data.is_last() {
                break;
            }
        }
        prefixed.map(Attribute::value)
    }

    /// Returns the attributes with these names, of which there are at most 32, in the order of `names`. Attributes with a
    /// prefix come last.
    #[inline]
    pub fn attrs_of<const N: usize>(self, names: [Name; N]) -> impl Iterator<Item = (Name, &'a str)> {
        const { assert!(2 * N <= u64::BITS as usize) };
        // The first attribute at each place, and a bit for each place that has one: most elements have few or none.
        let mut found: [[Option<&AttributeData>; N]; 2] = [[None; N]; 2];
        let mut left = 0u64;
        for attribute in self.attrs() {
            if let Some(place) = names.iter().position(|name| *name == attribute.local()) {
                let is_prefixed = usize::from(!attribute.prefix().is_empty());
                found[is_prefixed][place].get_or_insert(attribute.data);
                left |= 1 << (is_prefixed * N + place);
            }
        }
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((names[next % N], found[next / N][next % N]?.value(self.tree)))
        })
    }

    /// Returns all attributes in the order of the page.
    #[inline]
    pub fn attrs(self) -> impl Iterator<Item = Attribute<'a>> {
        let tree = self.tree;
        let list = tree.attributes_from(self.data.start);
        list.map(move |data| Attribute { tree, data })
    }
}

/// An attribute with its tree. It is two words, and copied freely.
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    tree: &'a Tree,
    data: &'a AttributeData,
}

impl std::fmt::Debug for Attribute<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={:?}", self.name(), self.value())
    }
}

impl<'a> Attribute<'a> {
    /// Returns its name without the prefix.
    #[inline]
    pub fn name(self) -> &'a str {
        self.tree.names.text(self.local())
    }

    /// Returns its name as a number, without the prefix.
    #[inline]
    pub fn local(self) -> Name {
        Name(self.data.name() & ((1 << kind::SHIFT) - 1))
    }

    /// Returns its prefix: `""`, or in SVG and MathML `"xlink"`, `"xml"` or `"xmlns"`. The attribute `xmlns` itself has
    /// no prefix.
    #[inline]
    pub fn prefix(self) -> &'static str {
        match PREFIXES[(self.data.name() >> kind::SHIFT) as usize] {
            prefix if !prefix.is_empty() && prefix == self.name() => "",
            prefix => prefix,
        }
    }

    /// Returns its value, with character references resolved.
    #[inline]
    pub fn value(self) -> &'a str {
        self.data.value(self.tree)
    }
}
