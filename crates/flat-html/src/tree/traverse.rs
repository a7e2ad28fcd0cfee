//! Going through a part of the tree in document order.

use super::{NIL, NodeRef, kind};

/// One step of [`NodeRef::traverse`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge<'a> {
    /// The node begins; what is in it follows.
    Open(NodeRef<'a>),
    /// The node ends; nothing more of it follows.
    Close(NodeRef<'a>),
}

/// The iterator of [`NodeRef::traverse`], and without the ends of texts that of [`NodeRef::traverse_elements`].
#[derive(Clone, Debug)]
pub struct Traverse<'a, const ENDS_OF_TEXTS: bool = true> {
    root: NodeRef<'a>,
    /// The node of the next step; [`NIL`] behind the last one.
    next: u32,
    /// The next step is its end.
    ends: bool,
}

impl<'a, const ENDS_OF_TEXTS: bool> Traverse<'a, ENDS_OF_TEXTS> {
    #[inline]
    pub(super) fn of(root: NodeRef<'a>) -> Self {
        Traverse {
            root,
            next: root.id,
            ends: false,
        }
    }
}

impl<'a, const ENDS_OF_TEXTS: bool> Iterator for Traverse<'a, ENDS_OF_TEXTS> {
    type Item = Edge<'a>;

    #[inline]
    fn next(&mut self) -> Option<Edge<'a>> {
        let node = self.root.at(self.next)?;
        let data = node.data();
        if !self.ends && (ENDS_OF_TEXTS || data.kind() != kind::TEXT) {
            match data.first() {
                NIL => self.ends = true,
                first => self.next = first,
            }
            return Some(Edge::Open(node));
        }
        let step = if self.ends { Edge::Close(node) } else { Edge::Open(node) };
        (self.next, self.ends) = match data.next {
            _ if node.id == self.root.id => (NIL, false),
            NIL => (data.parent, true),
            next => (next, false),
        };
        Some(step)
    }
}
