//! What a node of the tree is, and the nodes beside it, shown or not.

use super::Tag;
use crate::html::{Element, Name, NodeRef};
use crate::texts::spaces::start_of;

/// Returns the start of a class, an id, a role or a style, as much as is read: the parser may copy an element and its
/// attributes many times.
pub fn start_of_name(name: &str) -> &str {
    start_of(name, 256)
}

/// Returns the start of the value of an attribute; `""` for an element without it.
pub fn start_of_value(element: Element<'_>, name: Name) -> &str {
    start_of_name(element.attr(name).unwrap_or(""))
}

#[inline]
pub fn as_element(node: NodeRef<'_>) -> Option<Element<'_>> {
    node.as_element()
}

#[inline]
pub fn as_text(node: NodeRef<'_>) -> Option<&str> {
    node.value().as_text()
}

/// Returns the tag of an element; `None` for any other node.
pub fn tag_of_node(node: NodeRef<'_>) -> Option<Tag> {
    as_element(node).map(Tag::of)
}

/// Returns the nodes around a node, from the innermost on.
pub fn around(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    std::iter::successors(node.parent(), |node| node.parent())
}

/// Returns the nodes behind a node in its parent.
pub fn behind(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    std::iter::successors(node.next_sibling(), |node| node.next_sibling())
}

/// Returns the element around a node.
pub fn parent(node: NodeRef<'_>) -> Option<Element<'_>> {
    node.parent().and_then(as_element)
}

/// Returns the text that a node begins with.
pub fn first_text(node: NodeRef<'_>) -> Option<&str> {
    node.first_child().and_then(as_text)
}
