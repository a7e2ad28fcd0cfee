//! The growth of the tree: nodes are made, linked, moved; texts become longer.

use std::ops::Range;

use crate::memory::{OutOfMemory, TryPush, TryPushStr};

use super::ParseError;
use super::names::{Name, Names};
use super::tree::{NIL, NodeData, Tree, kind};
use crate::work::Work;

/// A later piece of a text that grew while another text was the last in the buffer.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: u32,
    end: u32,
    next: u32,
}

/// A text that is not in one piece: its node has the first, and these are the numbers of the second and the last.
#[derive(Clone, Copy, Debug)]
struct Split {
    node: u32,
    second: u32,
    last: u32,
}

/// The pieces of texts that are not in one piece, until [`Tree::join_texts`]. Meanwhile such a text node has the place
/// of its [`Split`], counted from 1, where elements have their name; others have 0.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    splits: Vec<Split>,
}

impl Tree {
    /// Returns the tree of nothing, with room for what a page of some length usually has. Room that isn't used is
    /// memory that is never touched, and given back at the end; without it long pages were copied again and again.
    pub(super) fn new(page_length: usize) -> Result<Tree, OutOfMemory> {
        let mut tree = Tree {
            nodes: Vec::new(),
            previous: Vec::new(),
            attributes: Vec::new(),
            names: Names::default(),
            text: String::new(),
            values: String::new(),
            quirks: false,
        };
        tree.text.try_reserve_exact(page_length)?;
        tree.values.try_reserve_exact(page_length)?;
        tree.nodes.try_reserve_exact(page_length / 16 + 4)?;
        tree.previous.try_reserve_exact(page_length / 16 + 4)?;
        tree.attributes.try_reserve_exact(page_length / 32)?;
        tree.add(kind::DOCUMENT << kind::SHIFT, NIL, NIL)?;
        Ok(tree)
    }

    /// Gives back room that is not used, or is no longer.
    pub(super) fn shrink(&mut self) {
        self.previous = Vec::new();
        self.text.shrink_to_fit();
        self.values.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self.attributes.shrink_to_fit();
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> &NodeData {
        &self.nodes[id as usize]
    }

    /// The node before one; of the first of its parent the last.
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

    /// Makes an element that is nowhere yet, with a range of attributes.
    pub(super) fn add_element(&mut self, kind: u32, name: Name, start: u32, end: u32) -> Result<u32, OutOfMemory> {
        let start = if start < end {
            self.attributes[end as usize - 1].set_last(true);
            start
        } else {
            NIL
        };
        self.add(kind << kind::SHIFT | name.0, start, NIL)
    }

    /// Returns the places of an element's attributes.
    pub(super) fn own_attributes(&self, id: u32) -> Range<u32> {
        match self.node(id).start {
            NIL => 0..0,
            start => start..start + self.attributes_from(start).count() as u32,
        }
    }

    /// Makes what holds the content of a template.
    pub(super) fn add_fragment(&mut self, template: u32) -> Result<(), OutOfMemory> {
        let fragment = self.add(kind::FRAGMENT << kind::SHIFT, NIL, NIL)?;
        self.append(template, fragment);
        Ok(())
    }

    /// Returns the first node within an element.
    fn first(&self, parent: u32) -> u32 {
        self.node(parent).first()
    }

    /// Returns the last node within an element.
    #[inline]
    fn last(&self, parent: u32) -> u32 {
        match self.first(parent) {
            NIL => NIL,
            first => self.previous[first as usize],
        }
    }

    /// Takes a node out of its parent.
    pub(super) fn detach(&mut self, id: u32) {
        let NodeData { parent, next, .. } = *self.node(id);
        if parent == NIL {
            return;
        }
        let previous = self.previous[id as usize];
        let first = self.first(parent);
        if id == first {
            self.node_mut(parent).first_or_end = next;
        } else {
            self.node_mut(previous).next = next;
        }
        // Behind the last node stands, in a circle, the first.
        match next {
            NIL => *self.previous(first) = previous,
            _ => *self.previous(next) = previous,
        }
        let node = self.node_mut(id);
        (node.parent, node.next) = (NIL, NIL);
        *self.previous(id) = NIL;
    }

    /// Makes a node the last child of another.
    #[inline]
    pub(super) fn append(&mut self, parent: u32, id: u32) {
        self.detach(id);
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

    /// Puts a node before another that has a parent.
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

    /// Makes all children of a node the children of another, which has none.
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

    /// Adds text as the last child of a node; to the text that is there, if one is.
    #[inline]
    pub(super) fn append_text(&mut self, parent: u32, text: &str, pieces: &mut Pieces) -> Result<(), OutOfMemory> {
        if let Some(id) = self.text_behind(self.last(parent), text, pieces)? {
            self.append(parent, id);
        }
        Ok(())
    }

    /// Adds text before a node that has a parent; to the text that is there, if one is.
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

    /// Adds text to the node before it, if that is a text. Returns a new node otherwise.
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
        pieces.pieces.try_reserve(1)?;
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
        pieces.pieces.push(Piece { start, end, next: NIL });
        Ok(())
    }

    /// Puts texts that are in pieces together, behind all others.
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

/// Appends a range of a text to it.
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

/// Bytes that are copied between two ticks.
const COPY: usize = 64 * 1024;
