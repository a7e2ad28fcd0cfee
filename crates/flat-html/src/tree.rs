//! The tree: a few vectors, whatever the page has, and what can be asked of them.

use std::ops::Range;

use super::names::{Name, Names};

/// In place of a node that there is not.
pub(super) const NIL: u32 = u32::MAX;

/// Kinds of nodes, in the upper bits of [`NodeData::tag`]. Those of elements come first and are their namespaces.
pub(super) mod kind {
    pub const HTML: u32 = 0;
    pub const SVG: u32 = 1;
    pub const MATHML: u32 = 2;
    pub const TEXT: u32 = 3;
    pub const DOCUMENT: u32 = 4;
    pub const FRAGMENT: u32 = 5;
    /// The bits below are the name.
    pub const SHIFT: u32 = 29;
}

/// A node of the tree. There may be one for every few bytes of a page: nothing is in it twice.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    pub parent: u32,
    /// The first node within. Of a text, which has none, the end of the text.
    pub first_or_end: u32,
    pub next: u32,
    /// The kind, and below [`kind::SHIFT`] the name. Of a text what [`super::arena::Pieces`] says.
    pub tag: u32,
    /// Where its attributes begin, [`NIL`] without any; of a text where it begins.
    pub start: u32,
}

impl NodeData {
    /// Returns the first node within.
    #[inline]
    pub(super) fn first(&self) -> u32 {
        if self.kind() == kind::TEXT {
            NIL
        } else {
            self.first_or_end
        }
    }

    /// Returns the range of a text.
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

/// An attribute: its name below the bits of its prefix, whether it is the last of its element, and where its value is.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeData {
    name_and_last: u32,
    pub start: u32,
    pub end: u32,
}

/// The bit above those of an attribute's prefix: it is the last of its element.
const LAST: u32 = 1 << 31;

impl AttributeData {
    /// Returns an attribute without a prefix, which is not the last.
    pub(super) fn new(name: Name, start: u32, end: u32) -> Self {
        AttributeData {
            name_and_last: name.0,
            start,
            end,
        }
    }

    /// Returns the number of its name, with its prefix in the bits from [`kind::SHIFT`] on.
    #[inline]
    pub(super) fn name(&self) -> u32 {
        self.name_and_last & !LAST
    }

    /// Gives it another name, with a prefix.
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

/// The prefixes that attributes can have in SVG and MathML, by number. An attribute without has number 0.
pub(super) const PREFIXES: [&str; 4] = ["", "xlink", "xml", "xmlns"];

/// A page as a tree.
#[derive(Debug)]
pub struct Tree {
    pub(super) nodes: Vec<NodeData>,
    /// For each node the one before it; for the first of its parent the last, which is found by it. Empty when the tree
    /// is finished: nobody goes back then.
    pub(super) previous: Vec<u32>,
    pub(super) attributes: Vec<AttributeData>,
    pub(super) names: Names,
    /// The text of all text nodes.
    pub(super) text: String,
    /// The values of all attributes.
    pub(super) values: String,
    pub(super) quirks: bool,
}

/// A node's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Returns the node's number, below [`Tree::len`].
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// The language that an element's name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// HTML.
    Html,
    /// Within `<svg>`.
    Svg,
    /// Within `<math>`.
    MathMl,
}

impl Tree {
    /// Returns the document, which has `<html>` as its child.
    #[inline]
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { tree: self, id: 0 }
    }

    /// Returns a node; `None` if the place is another tree's and outside of this one.
    #[inline]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        ((id.0 as usize) < self.nodes.len()).then_some(NodeRef { tree: self, id: id.0 })
    }

    /// Returns the number of nodes, with those that the parser took out again.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `false`: every tree has a document.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the attributes of an element, which begin there.
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

    /// Returns `true` for a page that browsers read in quirks mode: it has no doctype, or a certain old one.
    #[inline]
    pub fn is_quirks(&self) -> bool {
        self.quirks
    }

    /// Returns the number of a name; `None` if nothing in the page has it.
    pub fn find(&self, name: &str) -> Option<Name> {
        self.names.find(name)
    }

    /// Returns a name as it is written.
    #[inline]
    pub fn name(&self, name: Name) -> &str {
        self.names.text(name)
    }
}

/// A node in its tree.
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

/// The document, a fragment, an element or a text.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// The root of the tree.
    Document,
    /// The node around the content of a `<template>`, which is not part of the page.
    Fragment,
    /// An element.
    Element(Element<'a>),
    /// A text.
    Text(&'a str),
}

impl<'a> Node<'a> {
    /// Returns the element that this is.
    #[inline]
    pub fn as_element(self) -> Option<Element<'a>> {
        match self {
            Node::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Returns the text that this is.
    #[inline]
    pub fn as_text(self) -> Option<&'a str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns `true` for an element.
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

    /// Returns its place in the tree.
    #[inline]
    pub fn id(self) -> NodeId {
        NodeId(self.id)
    }

    /// Returns the tree it is in.
    #[inline]
    pub fn tree(self) -> &'a Tree {
        self.tree
    }

    /// Returns what it is.
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

    /// Returns the node around it.
    #[inline]
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.at(self.data().parent)
    }

    /// Returns the first node within.
    #[inline]
    pub fn first_child(self) -> Option<NodeRef<'a>> {
        self.at(self.data().first())
    }

    /// Returns the node behind it.
    #[inline]
    pub fn next_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.data().next)
    }

    /// Returns the nodes within, in order.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = NodeRef<'a>> {
        std::iter::successors(self.first_child(), |node| node.next_sibling())
    }

    /// Goes through the node and all within it in document order, without recursion.
    #[inline]
    pub fn traverse(self) -> Traverse<'a> {
        Traverse {
            next: Some(Edge::Open(self)),
            root: self,
        }
    }
}

/// A step of [`NodeRef::traverse`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge<'a> {
    /// A node begins.
    Open(NodeRef<'a>),
    /// A node ends.
    Close(NodeRef<'a>),
}

/// The steps through a node and all within it.
#[derive(Clone, Debug)]
pub struct Traverse<'a> {
    next: Option<Edge<'a>>,
    root: NodeRef<'a>,
}

impl<'a> Iterator for Traverse<'a> {
    type Item = Edge<'a>;

    #[inline]
    fn next(&mut self) -> Option<Edge<'a>> {
        let step = self.next?;
        self.next = match step {
            Edge::Open(node) => Some(node.first_child().map_or(Edge::Close(node), Edge::Open)),
            Edge::Close(node) if node == self.root => None,
            Edge::Close(node) => match node.next_sibling() {
                Some(next) => Some(Edge::Open(next)),
                None => node.parent().map(Edge::Close),
            },
        };
        Some(step)
    }
}

/// An element in its tree.
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
    /// Returns its name: of HTML in lower case, of SVG as SVG writes it.
    #[inline]
    pub fn name(self) -> &'a str {
        self.tree.names.text(self.data.name())
    }

    /// Returns the number of its name.
    #[inline]
    pub fn local(self) -> Name {
        self.data.name()
    }

    /// Returns its namespace.
    #[inline]
    pub fn namespace(self) -> Namespace {
        match self.data.kind() {
            kind::SVG => Namespace::Svg,
            kind::MATHML => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }

    /// Returns the value of its attribute of a name; if it has none but one with a prefix, of the first of those.
    #[inline]
    pub fn attr(self, name: Name) -> Option<&'a str> {
        let mut prefixed = None;
        for attribute in self.attrs() {
            if attribute.data.name() == name.0 {
                return Some(attribute.value());
            }
            if attribute.local() == name {
                prefixed = prefixed.or(Some(attribute));
            }
        }
        prefixed.map(Attribute::value)
    }

    /// Returns its attributes of some names in the order of these names, and not as they are written; those with
    /// a prefix come last.
    #[inline]
    pub fn attrs_of<const N: usize>(self, names: [Name; N]) -> impl Iterator<Item = (Name, &'a str)> {
        let mut found = [[None; N]; 2];
        for attribute in self.attrs() {
            if let Some(place) = names.iter().position(|name| *name == attribute.local()) {
                let is_prefixed = !attribute.prefix().is_empty();
                let found = &mut found[usize::from(is_prefixed)][place];
                *found = found.or(Some(attribute.value()));
            }
        }
        found
            .into_iter()
            .flat_map(move |found| names.into_iter().zip(found))
            .filter_map(|(name, value)| Some((name, value?)))
    }

    /// Returns its attributes in the order in which they are written.
    #[inline]
    pub fn attrs(self) -> impl Iterator<Item = Attribute<'a>> {
        let tree = self.tree;
        let list = tree.attributes_from(self.data.start);
        list.map(move |data| Attribute { tree, data })
    }
}

/// An attribute of an element.
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

    /// Returns the number of its name without the prefix.
    #[inline]
    pub fn local(self) -> Name {
        Name(self.data.name() & ((1 << kind::SHIFT) - 1))
    }

    /// Returns its prefix: `""`, or in SVG and MathML `"xlink"`, `"xml"` or `"xmlns"`.
    ///
    /// The attribute `xmlns` itself is in its namespace and has no prefix.
    #[inline]
    pub fn prefix(self) -> &'static str {
        let prefix = PREFIXES[(self.data.name() >> kind::SHIFT) as usize];
        if prefix == self.name() { "" } else { prefix }
    }

    /// Returns its value.
    #[inline]
    pub fn value(self) -> &'a str {
        self.data.value(self.tree)
    }
}
