//! The elements of a page, numbered in document order.

use crate::html::{Edge, Element, Node, NodeId, NodeRef, Tree};
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush};

/// The number that stands for no element.
pub const NONE: u32 = u32::MAX;

/// The elements of a page, numbered in document order. Those in `<template>` are not among them: they stand in a
/// document of their own.
#[derive(Debug)]
pub struct NumberedElements<'a> {
    tree: &'a Tree,
    ids: Vec<NodeId>,
    parents: Vec<u32>,
    previous: Vec<u32>,
}

impl<'a> NumberedElements<'a> {
    /// Numbers the elements of a page.
    pub fn of(tree: &'a Tree) -> Result<Self, OutOfMemory> {
        let mut elements = NumberedElements {
            tree,
            ids: Vec::new(),
            parents: Vec::new(),
            previous: Vec::new(),
        };
        // The open elements, each with its last child so far. The first is the document.
        let mut open = vec![(NONE, NONE)];
        let mut template = None;
        for edge in tree.root().traverse().checking(CHECK_EVERY) {
            match edge {
                Edge::Open(node) if template.is_none() => match node.value() {
                    Node::Element(_) => {
                        // The number fits: a page has fewer nodes than bytes.
                        let number = elements.ids.len() as u32;
                        let (parent, previous) = open.last().copied().unwrap_or((NONE, NONE));
                        elements.ids.try_push(node.id())?;
                        elements.parents.try_push(parent)?;
                        elements.previous.try_push(previous)?;
                        if let Some((_, last)) = open.last_mut() {
                            *last = number;
                        }
                        open.try_push((number, NONE))?;
                    }
                    Node::Fragment => template = Some(node),
                    _ => {}
                },
                Edge::Close(node) => {
                    if template.is_none() && node.value().is_element() {
                        open.pop();
                    }
                    template = template.filter(|of| *of != node);
                }
                Edge::Open(_) => {}
            }
        }
        Ok(elements)
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn tree(&self) -> &'a Tree {
        self.tree
    }

    pub fn ids(&self) -> &[NodeId] {
        &self.ids
    }

    /// Returns the number of an element's parent, [`NONE`] for the root.
    #[inline]
    pub fn parent(&self, number: usize) -> u32 {
        self.parents[number]
    }

    /// Returns the number of the sibling before an element, [`NONE`] for the first.
    #[inline]
    pub fn previous(&self, number: usize) -> u32 {
        self.previous[number]
    }

    #[inline]
    pub fn node(&self, number: usize) -> Option<NodeRef<'a>> {
        self.tree.get(self.ids[number])
    }

    #[inline]
    pub fn element(&self, number: usize) -> Option<Element<'a>> {
        self.node(number)?.value().as_element()
    }
}
