//! The parser builds the tree by these functions: they make, link and move nodes, and lengthen texts.

use std::ops::Range;

use crate::memory::{OutOfMemory, TryPush, TryPushStr, try_with_capacity};

use super::ParseError;
use super::names::{Name, Names};
use super::tree::{LISTED, NIL, NodeData, Tree, kind};
use crate::work::Work;

/// A later part of a text node. All text nodes share one buffer: a node that grows after another node has got text goes
/// on in a new piece at the buffer's end.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: u32,
    end: u32,
    next: u32,
}

/// A text node with several pieces. The node itself has the range of the first piece.
#[derive(Clone, Copy, Debug)]
struct Split {
    node: u32,
    /// The place of the second piece in [`Pieces::pieces`].
    second: u32,
    /// The place of the last piece, to which more text is added.
    last: u32,
}

/// The pieces of all split text nodes, until [`Tree::join_texts`] copies each text into one place. Until then the bits
/// of a text node's name hold the place of its [`Split`], counted from 1. They are 0 if the node is not split.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    splits: Vec<Split>,
}

impl Tree {
    /// Returns a tree that has only the document. It reserves what a page of this length usually needs, so that the
    /// vectors of a long page need not be copied each time they grow. Memory that stays unused is never touched, and
    /// [`Tree::shrink`] gives it back.
    pub(super) fn new(page_length: usize) -> Result<Tree, OutOfMemory> {
        let mut tree = Tree {
            nodes: try_with_capacity(page_length / 16 + 4)?,
            previous: try_with_capacity(page_length / 16 + 4)?,
            attributes: try_with_capacity(page_length / 32)?,
            listed: Vec::new(),
            names: Names::default(),
            text: String::new(),
            values: String::new(),
            quirks: false,
            damaged: false,
            comments: Vec::new(),
            comment_text: String::new(),
        };
        tree.text.try_reserve_exact(page_length)?;
        tree.values.try_reserve_exact(page_length)?;
        tree.add(kind::DOCUMENT << kind::SHIFT, NIL, NIL)?;
        Ok(tree)
    }

    /// Gives back the memory that a finished tree does not need.
    pub(super) fn shrink(&mut self) {
        self.previous = Vec::new();
        self.text.shrink_to_fit();
        self.values.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self.attributes.shrink_to_fit();
        self.listed.shrink_to_fit();
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> &NodeData {
        &self.nodes[id as usize]
    }

    /// The sibling before a node; for a first child, the last child of its parent.
    #[inline]
    fn previous(&mut self, id: u32) -> &mut u32 {
        &mut self.previous[id as usize]
    }

    #[inline]
    fn node_mut(&mut self, id: u32) -> &mut NodeData {
        &mut self.nodes[id as usize]
    }

    #[inline]
    fn add(&mut self, tag: u32, start: u32, first_or_end: u32) -> Result<u32, OutOfMemory> {
        let id = self.nodes.len() as u32;
        self.nodes.try_push(NodeData {
            parent: NIL,
            first_or_end,
            next: NIL,
            tag,
            start,
        })?;
        self.previous.try_push(NIL)?;
        Ok(id)
    }

    /// Makes an element without a parent. Its attributes are those from `start` to `end`.
    pub(super) fn add_element(&mut self, kind: u32, name: Name, start: u32, end: u32) -> Result<u32, OutOfMemory> {
        let start = if start < end {
            self.attributes[end as usize - 1].set_last(true);
            start
        } else {
            NIL
        };
        let id = self.add(kind << kind::SHIFT | name.0, start, NIL)?;
        if LISTED.contains(&name) {
            self.listed.try_push(id)?;
        }
        Ok(id)
    }

    /// Returns the range of an element's attributes in [`Tree::attributes`].
    pub(super) fn own_attributes(&self, id: u32) -> Range<u32> {
        match self.node(id).start {
            NIL => 0..0,
            start => start..start + self.attributes_from(start).count() as u32,
        }
    }

    /// Gives a `<template>` the node that holds its content.
    pub(super) fn add_fragment(&mut self, template: u32) -> Result<(), OutOfMemory> {
        let fragment = self.add(kind::FRAGMENT << kind::SHIFT, NIL, NIL)?;
        self.append(template, fragment);
        Ok(())
    }

    /// Returns the first child of a node, or [`NIL`].
    fn first(&self, parent: u32) -> u32 {
        self.node(parent).first()
    }

    /// Returns the last child of a node, or [`NIL`].
    #[inline]
    fn last(&self, parent: u32) -> u32 {
        match self.first(parent) {
            NIL => NIL,
            first => self.previous[first as usize],
        }
    }

    /// Removes a node from its parent, if it has one.
    #[inline]
    pub(super) fn detach(&mut self, id: u32) {
        if self.node(id).parent != NIL {
            self.remove(id);
        }
    }

    fn remove(&mut self, id: u32) {
        let NodeData { parent, next, .. } = *self.node(id);
        let previous = self.previous[id as usize];
        let first = self.first(parent);
        if id == first {
            self.node_mut(parent).first_or_end = next;
        } else {
            self.node_mut(previous).next = next;
        }
        // `previous` goes in a circle: the first child's is the last child.
        match next {
            NIL => *self.previous(first) = previous,
            _ => *self.previous(next) = previous,
        }
        let node = self.node_mut(id);
        (node.parent, node.next) = (NIL, NIL);
        *self.previous(id) = NIL;
    }

    /// Makes a node the last child of another. Its old parent loses it.
    #[inline]
    pub(super) fn append(&mut self, parent: u32, id: u32) {
        self.detach(id);
        self.append_new(parent, id);
    }

    /// Makes a node without a parent the last child of another.
    pub(super) fn append_new(&mut self, parent: u32, id: u32) {
        let last = match self.first(parent) {
            NIL => {
                self.node_mut(parent).first_or_end = id;
                id
            }
            first => {
                let last = std::mem::replace(self.previous(first), id);
                self.node_mut(last).next = id;
                last
            }
        };
        self.node_mut(id).parent = parent;
        *self.previous(id) = last;
    }

    /// Puts a node before `sibling`, which must have a parent. Its old parent loses it.
    pub(super) fn insert_before(&mut self, sibling: u32, id: u32) {
        self.detach(id);
        let parent = self.node(sibling).parent;
        let previous = std::mem::replace(self.previous(sibling), id);
        if self.first(parent) == sibling {
            self.node_mut(parent).first_or_end = id;
        } else {
            self.node_mut(previous).next = id;
        }
        let node = self.node_mut(id);
        (node.parent, node.next) = (parent, sibling);
        *self.previous(id) = previous;
    }

    /// Moves all children of `from` to `to`, which must have none.
    pub(super) fn move_children(&mut self, from: u32, to: u32, work: &mut Work<'_>) {
        let first = std::mem::replace(&mut self.node_mut(from).first_or_end, NIL);
        self.node_mut(to).first_or_end = first;
        let mut child = first;
        while child != NIL {
            work.charge(8);
            let node = self.node_mut(child);
            node.parent = to;
            child = node.next;
        }
    }

    /// Adds text at the end of a node: to the last child if that is a text, else as a new node.
    #[inline]
    pub(super) fn append_text(&mut self, parent: u32, text: &str, pieces: &mut Pieces) -> Result<(), OutOfMemory> {
        if let Some(id) = self.text_behind(self.last(parent), text, pieces)? {
            self.append_new(parent, id);
        }
        Ok(())
    }

    /// Adds text before `sibling`, which must have a parent: to the node before it if that is a text, else as a new
    /// one.
    pub(super) fn insert_text_before(
        &mut self,
        sibling: u32,
        text: &str,
        pieces: &mut Pieces,
    ) -> Result<(), OutOfMemory> {
        let is_first = self.first(self.node(sibling).parent) == sibling;
        let before = if is_first { NIL } else { self.previous[sibling as usize] };
        if let Some(id) = self.text_behind(before, text, pieces)? {
            self.insert_before(sibling, id);
        }
        Ok(())
    }

    /// Adds text to the node `before` if that is a text. Else returns a new node, without a parent.
    #[inline]
    fn text_behind(&mut self, before: u32, text: &str, pieces: &mut Pieces) -> Result<Option<u32>, OutOfMemory> {
        if before != NIL && self.node(before).kind() == kind::TEXT {
            self.lengthen(before, text, pieces)?;
            return Ok(None);
        }
        let (start, end) = self.push_text(text)?;
        self.add(kind::TEXT << kind::SHIFT, start, end).map(Some)
    }

    #[inline]
    fn push_text(&mut self, text: &str) -> Result<(u32, u32), OutOfMemory> {
        let start = self.text.len() as u32;
        self.text.try_push_str(text)?;
        Ok((start, self.text.len() as u32))
    }

    fn lengthen(&mut self, id: u32, text: &str, pieces: &mut Pieces) -> Result<(), OutOfMemory> {
        let (start, end) = self.push_text(text)?;
        let node = &mut self.nodes[id as usize];
        let split = node.name().number().checked_sub(1);
        let split = split.map(|place| &mut pieces.splits[place]);
        let tail = match &split {
            None => &mut node.first_or_end,
            Some(split) => &mut pieces.pieces[split.last as usize].end,
        };
        if *tail == start {
            *tail = end;
            return Ok(());
        }
        let piece = pieces.pieces.len() as u32;
        pieces.pieces.try_push(Piece { start, end, next: NIL })?;
        if let Some(split) = split {
            pieces.pieces[split.last as usize].next = piece;
            split.last = piece;
        } else {
            pieces.splits.try_push(Split {
                node: id,
                second: piece,
                last: piece,
            })?;
            node.tag |= pieces.splits.len() as u32;
        }
        Ok(())
    }

    /// Copies each split text to the buffer's end, where it is in one piece.
    pub(super) fn join_texts(&mut self, pieces: &Pieces, work: &mut Work<'_>) -> Result<(), ParseError> {
        let Tree { nodes, text, .. } = self;
        for split in &pieces.splits {
            let node = &mut nodes[split.node as usize];
            let start = text.len();
            copy(text, node.start, node.first_or_end, work)?;
            let mut next = split.second;
            while next != NIL {
                let piece = pieces.pieces[next as usize];
                copy(text, piece.start, piece.end, work)?;
                next = piece.next;
            }
            node.tag = kind::TEXT << kind::SHIFT;
            (node.start, node.first_or_end) = (start as u32, text.len() as u32);
        }
        Ok(())
    }
}

/// Appends a copy of a range of `text` to `text`.
fn copy(text: &mut String, start: u32, end: u32, work: &mut Work<'_>) -> Result<(), OutOfMemory> {
    let (mut start, end) = (start as usize, end as usize);
    text.try_reserve(end - start)?;
    while start < end {
        let until = text.floor_char_boundary(end.min(start + COPY));
        text.extend_from_within(start..until);
        work.charge(16 + until - start);
        start = until;
    }
    Ok(())
}

/// Bytes copied between two ticks.
const COPY: usize = 64 * 1024;
