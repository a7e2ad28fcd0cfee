//! The places of new nodes, and their making (HTML standard, 13.2.6.1).

use crate::ParseError;
use crate::memory::TryPush;
use crate::names::{self, Name};
use crate::tokenizer::{State, Tag};
use crate::tree::{AttributeData, NIL, kind};

use super::sets::{self, FOSTERS};
use super::{Builder, Flow, Mode, Open, Step};

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Behind the last child.
    Last(u32),
    /// Before a node.
    Before(u32),
}

/// Attributes of later tags of an element that is there already.
#[derive(Debug)]
pub struct Merged {
    node: u32,
    /// By name, whether the element has the attribute.
    has: Vec<bool>,
    more: Vec<AttributeData>,
}

impl Default for Merged {
    fn default() -> Self {
        Merged {
            node: NIL,
            has: Vec::new(),
            more: Vec::new(),
        }
    }
}

impl Builder<'_> {
    /// The place for a new node, if it belongs into `target`.
    #[inline]
    fn place_in(&mut self, target: Open) -> Place {
        if self.fosters && target.sets & FOSTERS != 0 {
            return self.foster_place();
        }
        Place::Last(self.content_of(target))
    }

    /// The node that has an element's children: for a template it is not the element.
    #[inline]
    fn content_of(&self, element: Open) -> u32 {
        if element.is(names::TEMPLATE) {
            self.store.tree.node(element.node).first()
        } else {
            element.node
        }
    }

    /// The place for what may not be in a table.
    fn foster_place(&mut self) -> Place {
        self.charge(self.stack.len());
        for (index, open) in self.stack.inner_first() {
            if open.is(names::TEMPLATE) {
                return Place::Last(self.content_of(*open));
            }
            if open.is(names::TABLE) {
                if self.store.tree.node(open.node).parent != NIL {
                    return Place::Before(open.node);
                }
                let around = index.checked_sub(1).and_then(|index| self.open(index));
                return Place::Last(around.map_or(0, |around| around.node));
            }
        }
        Place::Last(self.open(0).map_or(0, |html| html.node))
    }

    #[inline]
    fn place(&mut self) -> Place {
        match self.stack.last() {
            Some(&target) => self.place_in(target),
            None => Place::Last(0),
        }
    }

    fn put(&mut self, place: Place, node: u32) {
        match place {
            Place::Last(parent) => self.store.tree.append(parent, node),
            Place::Before(sibling) => self.store.tree.insert_before(sibling, node),
        }
    }

    /// Puts a node into an open element, or before a table that it may not be in.
    pub(super) fn put_into(&mut self, target: Open, node: u32) {
        let place = self.place_in(target);
        self.put(place, node);
    }

    /// Adds text at the current place.
    #[inline]
    pub(super) fn insert_text(&mut self, text: &str) -> Result<(), ParseError> {
        let tree = &mut self.store.tree;
        if let Some(target) = self.stack.last()
            && !self.fosters
            && !target.is(names::TEMPLATE)
        {
            return Ok(tree.append_text(target.node, text, &mut self.pieces)?);
        }
        match self.place() {
            Place::Last(parent) => {
                self.store.tree.append_text(parent, text, &mut self.pieces)?;
            }
            Place::Before(sibling) => {
                self.store.tree.insert_text_before(sibling, text, &mut self.pieces)?;
            }
        }
        Ok(())
    }

    /// Makes an element for a tag, nowhere yet. Copies share the attributes.
    pub(super) fn make(&mut self, kind: u32, tag: Tag) -> Result<Open, ParseError> {
        self.keeps_attributes = true;
        let tree = &mut self.store.tree;
        let node = tree.add_element(kind, tag.name, tag.start, tag.end)?;
        let open = Open {
            node,
            name: tag.name,
            sets: sets::of(kind, tag.name),
        };
        if open.is(names::TEMPLATE) {
            tree.add_fragment(node)?;
        }
        Ok(open)
    }

    /// Adds an element at the current place, without opening it.
    #[inline]
    pub(super) fn insert_closed(&mut self, kind: u32, tag: Tag) -> Result<Open, ParseError> {
        let place = self.place();
        let open = self.make(kind, tag)?;
        self.put(place, open.node);
        Ok(open)
    }

    /// Adds an element of HTML at the current place, and opens it.
    #[inline]
    pub(super) fn insert(&mut self, tag: Tag) -> Result<u32, ParseError> {
        let open = self.insert_closed(kind::HTML, tag)?;
        self.stack.push(open)?;
        Ok(open.node)
    }

    /// The same for an element that the page left out.
    pub(super) fn insert_named(&mut self, name: Name) -> Result<u32, ParseError> {
        self.insert(Tag::bare(name))
    }

    /// Adds an element that never has content. The token is done with it.
    pub(super) fn insert_void(&mut self, tag: Tag) -> Step {
        self.insert_closed(kind::HTML, tag)?;
        Ok(Flow::Done)
    }

    /// Adds and opens an element. The token is done with it.
    pub(super) fn insert_and_done(&mut self, tag: Tag) -> Step {
        self.insert(tag)?;
        Ok(Flow::Done)
    }

    /// Adds `<html>`.
    pub(super) fn insert_root(&mut self, tag: Tag) -> Result<(), ParseError> {
        let open = self.make(kind::HTML, tag)?;
        self.store.tree.append(0, open.node);
        Ok(self.stack.push(open)?)
    }

    /// Adds an element that has only text up to its end tag.
    pub(super) fn insert_raw(&mut self, tag: Tag, state: State) -> Step {
        self.insert(tag)?;
        self.return_mode = self.mode;
        self.mode = Mode::Text;
        Ok(Flow::Raw(state))
    }

    /// Adds the attributes of a later `<html>` (first) or `<body>` (second) that the element doesn't have.
    pub(super) fn merge(&mut self, which: usize, node: u32, tag: Tag) -> Result<(), ParseError> {
        if tag.start == tag.end {
            return Ok(());
        }
        if self.merged[which].node != node {
            self.finish_one_merged(which)?;
            self.merged[which].node = node;
            for at in self.store.tree.own_attributes(node) {
                self.merge_attribute(which, at)?;
            }
            self.merged[which].more.clear();
        }
        for at in tag.start..tag.end {
            self.merge_attribute(which, at)?;
        }
        self.keeps_attributes = true;
        Ok(())
    }

    fn merge_attribute(&mut self, which: usize, at: u32) -> Result<(), ParseError> {
        self.charge(8);
        let tree = &self.store.tree;
        let Some(&attribute) = tree.attributes.get(at as usize) else {
            return Ok(());
        };
        let Merged { has, more, .. } = &mut self.merged[which];
        let name = attribute.name() as usize;
        if name >= has.len() {
            let names = tree.names.count();
            has.try_reserve(names - has.len())?;
            has.resize(names, false);
        }
        if !std::mem::replace(&mut has[name], true) {
            more.try_push(attribute)?;
        }
        Ok(())
    }

    /// Puts what was merged behind the elements' own attributes.
    pub(super) fn finish_merged(&mut self) -> Result<(), ParseError> {
        self.finish_one_merged(0)?;
        self.finish_one_merged(1)
    }

    fn finish_one_merged(&mut self, which: usize) -> Result<(), ParseError> {
        let Merged { node, more, .. } = std::mem::take(&mut self.merged[which]);
        if more.is_empty() {
            return Ok(());
        }
        let tree = &mut self.store.tree;
        let start = tree.attributes.len();
        let own = tree.own_attributes(node);
        let own = own.start as usize..own.end as usize;
        tree.attributes.try_reserve(own.len() + more.len())?;
        tree.attributes.extend_from_within(own);
        tree.attributes.extend_from_slice(&more);
        if let Some((last, others)) = tree.attributes[start..].split_last_mut() {
            others.iter_mut().for_each(|other| other.set_last(false));
            last.set_last(true);
        }
        tree.nodes[node as usize].start = start as u32;
        Ok(())
    }
}
