//! How nodes are made and where they go (HTML standard, 13.2.6.1 "Creating and inserting nodes").

use crate::ParseError;
use crate::memory::TryPush;
use crate::names::{self, Name};
use crate::tokenizer::{State, Tag};
use crate::tree::{AttributeData, NIL, kind};

use super::sets::{self, FOSTERS};
use super::{Builder, DONE, Flow, Mode, Open, Step};

/// A place in the tree for a new node.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// In this node, behind its last child.
    Last(u32),
    /// Before this node, in the same parent.
    Before(u32),
}

/// Attributes of further `<html>` or `<body>` tags, which the element gets when the page ends.
#[derive(Debug)]
pub struct Merged {
    node: u32,
    /// By name, `true` if the element has the attribute.
    has: Vec<bool>,
    /// The attributes that the element gets.
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
    /// Returns the "appropriate place for inserting a node" with `target` as the element to insert into.
    #[inline]
    fn place_in(&mut self, target: Open) -> Place {
        if self.fosters && target.sets & FOSTERS != 0 {
            return self.foster_place();
        }
        Place::Last(self.content_of(target))
    }

    /// Returns the node that gets an element's children: of a template the node of its content, else the element.
    #[inline]
    fn content_of(&self, element: Open) -> u32 {
        if element.is(names::TEMPLATE) {
            self.store.tree.node(element.node).first()
        } else {
            element.node
        }
    }

    /// Returns the place for a node that a table cannot have ("foster parenting").
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

    /// Returns the "appropriate place for inserting a node" into the current node.
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

    /// Puts a node into an open element, or before that element if it is a table that cannot have the node.
    pub(super) fn put_into(&mut self, target: Open, node: u32) {
        let place = self.place_in(target);
        self.put(place, node);
    }

    /// "Insert a character": adds text to the current node.
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

    /// "Create an element for a token", without a parent. All elements made for one tag share its attributes.
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

    /// Makes an element and puts it into the current node, without opening it.
    #[inline]
    pub(super) fn insert_closed(&mut self, kind: u32, tag: Tag) -> Result<Open, ParseError> {
        let place = self.place();
        let open = self.make(kind, tag)?;
        match place {
            Place::Last(parent) => self.store.tree.append_new(parent, open.node),
            Place::Before(_) => self.put(place, open.node),
        }
        Ok(open)
    }

    /// "Insert an HTML element": puts it into the current node and opens it.
    #[inline]
    pub(super) fn insert(&mut self, tag: Tag) -> Result<u32, ParseError> {
        let open = self.insert_closed(kind::HTML, tag)?;
        self.stack.push(open)?;
        Ok(open.node)
    }

    /// Inserts an HTML element that the page left out.
    pub(super) fn insert_named(&mut self, name: Name) -> Result<u32, ParseError> {
        self.insert(Tag::bare(name))
    }

    /// Inserts an HTML element and closes it at once. This completes the token.
    pub(super) fn insert_void(&mut self, tag: Tag) -> Step {
        self.insert_closed(kind::HTML, tag)?;
        DONE
    }

    /// Inserts an HTML element. This completes the token.
    pub(super) fn insert_and_done(&mut self, tag: Tag) -> Step {
        self.insert(tag)?;
        DONE
    }

    /// Puts `<html>` into the document and opens it.
    pub(super) fn insert_root(&mut self, tag: Tag) -> Result<(), ParseError> {
        let open = self.make(kind::HTML, tag)?;
        self.store.tree.append(0, open.node);
        Ok(self.stack.push(open)?)
    }

    /// Inserts an element that has only text up to its end tag ("generic raw text element parsing algorithm" and
    /// others).
    pub(super) fn insert_raw(&mut self, tag: Tag, state: State) -> Step {
        self.insert(tag)?;
        self.return_mode = self.mode;
        self.mode = Mode::Text;
        Ok(Flow::Raw(state))
    }

    /// Notes attributes of a further `<html>` tag (`which` is 0) or `<body>` tag (1) that the element does not have
    /// yet.
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
        has.try_fill_to(tree.names.count(), false)?;
        if !std::mem::replace(&mut has[name], true) {
            more.try_push(attribute)?;
        }
        Ok(())
    }

    /// Gives `<html>` and `<body>` the attributes that their further tags brought.
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
