//! The "list of active formatting elements" (HTML standard, 13.2.4.3): `<b>` and others, which the rules open again in
//! each block until they are closed. And the "adoption agency algorithm" (13.2.6.4.7) for those closed in the wrong
//! order.

use std::hash::{BuildHasher, Hasher, RandomState};

use crate::ParseError;
use crate::memory::TryPush;
use crate::names::Name;
use crate::tokenizer::{Store, Tag};
use crate::tree::{Tree, kind};
use crate::work::Work;

use super::Builder;
use super::sets::{SCOPE, SPECIAL};

/// The most equal elements that the list may have behind its last marker (the "Noah's Ark clause").
const MAX_EQUAL: usize = 3;

/// A formatting element, or a "marker", which hides the elements before it.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Marker,
    Element(Element),
}

#[derive(Clone, Copy, Debug)]
struct Element {
    node: u32,
    tag: Tag,
    /// The keyed hash of the attributes, whatever their order. `None` until it is needed.
    hash: Option<u64>,
}

/// The "list of active formatting elements".
#[derive(Debug, Default)]
pub struct Formatting {
    entries: Vec<Entry>,
    markers: usize,
    state: RandomState,
    /// While two tags are compared: by attribute name, one more than the attribute's place in one of the tags.
    places: Vec<u32>,
}

impl Formatting {
    /// Returns the number of elements in the list, without the markers.
    pub fn elements(&self) -> usize {
        self.entries.len() - self.markers
    }

    pub fn push_marker(&mut self) -> Result<(), ParseError> {
        self.entries.try_push(Entry::Marker)?;
        self.markers += 1;
        Ok(())
    }

    /// "Clear the list of active formatting elements up to the last marker".
    pub fn clear_to_marker(&mut self) {
        while let Some(entry) = self.entries.pop() {
            if matches!(entry, Entry::Marker) {
                self.markers -= 1;
                break;
            }
        }
    }

    /// Returns the elements behind the last marker with their places, the last first.
    fn to_marker(&self) -> impl Iterator<Item = (usize, &Element)> {
        self.entries.iter().enumerate().rev().map_while(|(index, entry)| match entry {
            Entry::Element(element) => Some((index, element)),
            Entry::Marker => None,
        })
    }

    fn get(&self, index: usize) -> Option<&Element> {
        match self.entries.get(index)? {
            Entry::Element(element) => Some(element),
            Entry::Marker => None,
        }
    }

    /// Returns the place of the last element with this name behind the last marker.
    fn find(&self, name: Name) -> Option<usize> {
        self.to_marker().find(|(_, element)| element.tag.name == name).map(|(index, _)| index)
    }

    /// Returns the node of the last element with this name behind the last marker.
    pub fn node_of(&self, name: Name) -> Option<u32> {
        Some(self.get(self.find(name)?)?.node)
    }

    fn position(&self, node: u32) -> Option<usize> {
        self.entries
            .iter()
            .position(|entry| matches!(entry, Entry::Element(element) if element.node == node))
    }

    pub fn remove_node(&mut self, node: u32) {
        if let Some(index) = self.position(node) {
            self.entries.remove(index);
        }
    }

    /// Makes room for one more element with the name and attributes of `tag`: removes the first of three equal ones
    /// behind the last marker. Returns the hash of the attributes, if it was needed.
    fn make_room(&mut self, tag: Tag, store: &mut Store<'_>) -> Result<Option<u64>, ParseError> {
        let length = tag.end - tag.start;
        let like = |element: &Element| element.tag.name == tag.name && element.tag.end - element.tag.start == length;
        store.work.charge(self.entries.len() - self.markers);
        if self.to_marker().filter(|(_, element)| like(element)).count() < MAX_EQUAL {
            return Ok(None);
        }
        let Store { tree, work, .. } = store;
        let hash = hash_of(&self.state, tag, tree, work);
        let (mut equal, mut first) = (0, None);
        for index in (0..self.entries.len()).rev() {
            let Some(Entry::Element(element)) = self.entries.get_mut(index) else {
                break;
            };
            if !like(element) {
                continue;
            }
            let state = &self.state;
            let other = *element.hash.get_or_insert_with(|| hash_of(state, element.tag, tree, work));
            let element = *element;
            if other == hash && self.are_equal(tag, element.tag, tree, work)? {
                equal += 1;
                first = Some(index);
            }
        }
        if equal >= MAX_EQUAL
            && let Some(first) = first
        {
            self.entries.remove(first);
        }
        Ok(Some(hash))
    }

    /// Returns `true` if two tags have the same attributes in any order. They must have equally many.
    fn are_equal(&mut self, a: Tag, b: Tag, tree: &Tree, work: &mut Work<'_>) -> Result<bool, ParseError> {
        self.places.try_fill_to(tree.names.count(), 0)?;
        let (a, b) = (a.attributes(tree), b.attributes(tree));
        for (place, attribute) in b.iter().enumerate() {
            self.places[attribute.name() as usize] = place as u32 + 1;
        }
        let mut are_equal = true;
        for attribute in a {
            let place = self.places[attribute.name() as usize];
            let other = place.checked_sub(1).and_then(|place| b.get(place as usize));
            work.charge(8);
            are_equal &= other.is_some_and(|other| attribute.value(tree) == other.value(tree));
            if !are_equal {
                break;
            }
            work.charge((attribute.end - attribute.start) as usize / 16);
        }
        for attribute in b {
            self.places[attribute.name() as usize] = 0;
        }
        Ok(are_equal)
    }
}

/// Returns a hash of a tag's attributes that does not depend on their order.
fn hash_of(state: &RandomState, tag: Tag, tree: &Tree, work: &mut Work<'_>) -> u64 {
    let mut sum: u64 = 0;
    for attribute in tag.attributes(tree) {
        let mut hasher = state.build_hasher();
        hasher.write_u32(attribute.name());
        for part in attribute.value(tree).as_bytes().chunks(4096) {
            hasher.write(part);
            work.charge(part.len());
        }
        work.charge(16);
        sum = sum.wrapping_add(hasher.finish());
    }
    sum
}

impl Builder<'_> {
    /// Inserts a formatting element and adds it to the list ("push onto the list of active formatting elements").
    pub(super) fn insert_formatting(&mut self, tag: Tag) -> Result<(), ParseError> {
        let hash = self.formatting.make_room(tag, &mut self.store)?;
        let node = self.insert(tag)?;
        self.formatting.entries.try_push(Entry::Element(Element { node, tag, hash }))?;
        Ok(())
    }

    /// "Reconstruct the active formatting elements": opens copies of those that were closed with the element around
    /// them.
    #[inline]
    pub(super) fn reconstruct(&mut self) -> Result<(), ParseError> {
        let Some(Entry::Element(last)) = self.formatting.entries.last() else {
            return Ok(());
        };
        if self.stack.last().is_some_and(|open| open.node == last.node) {
            return Ok(());
        }
        self.reconstruct_all()
    }

    fn reconstruct_all(&mut self) -> Result<(), ParseError> {
        let mut index = self.formatting.entries.len();
        while let Some(before) = index.checked_sub(1)
            && let Some(element) = self.formatting.get(before)
            && self.stack.position(element.node).is_none()
        {
            index = before;
            self.charge(16 + self.stack.len());
        }
        self.charge(self.stack.len());
        while let Some(&element) = self.formatting.get(index) {
            self.count_copy(element.tag);
            let node = self.insert(element.tag)?;
            self.formatting.entries[index] = Entry::Element(Element { node, ..element });
            index += 1;
        }
        Ok(())
    }

    /// Runs the "adoption agency algorithm" for a start or end tag with this name.
    pub(super) fn adopt(&mut self, name: Name) -> Result<(), ParseError> {
        if self.stack.is_current(name) && self.formatting.position(self.current()).is_none() {
            self.stack.pop();
            return Ok(());
        }
        for _ in 0..8 {
            self.charge(self.stack.len() + self.formatting.entries.len());
            let Some(index) = self.formatting.find(name) else {
                self.close_by_name(name);
                return Ok(());
            };
            let Some(&element) = self.formatting.get(index) else {
                return Ok(());
            };
            let Some(open_index) = self.stack.position(element.node) else {
                self.formatting.entries.remove(index);
                return Ok(());
            };
            if !self.stack.in_scope_where(SCOPE, |open| open.node == element.node) {
                return Ok(());
            }
            let block = (open_index..self.stack.len())
                .find(|&index| self.open(index).is_some_and(|open| open.sets & SPECIAL != 0));
            let Some(block) = block else {
                self.stack.truncate(open_index);
                self.formatting.entries.remove(index);
                return Ok(());
            };
            self.adopt_once(element, open_index, block)?;
        }
        Ok(())
    }

    /// Runs the "outer loop" of the algorithm once: moves the "furthest block", at the place `block` of the stack, out
    /// of the formatting element, and what is in the block into a copy of the element.
    fn adopt_once(&mut self, element: Element, open_index: usize, block: usize) -> Result<(), ParseError> {
        let (Some(furthest), Some(ancestor)) =
            (self.open(block), open_index.checked_sub(1).and_then(|index| self.open(index)))
        else {
            return Ok(());
        };
        let (last, behind) = self.copy_between(open_index, block, furthest.node)?;
        self.store.tree.detach(last);
        self.put_into(ancestor, last);
        self.count_copy(element.tag);
        let copy = self.make(kind::HTML, element.tag)?;
        let Store { tree, work, .. } = &mut self.store;
        tree.move_children(furthest.node, copy.node, work);
        tree.append(furthest.node, copy.node);
        let entry = Entry::Element(Element {
            node: copy.node,
            ..element
        });
        if let Some(place) = behind.and_then(|behind| self.formatting.position(behind)) {
            self.formatting.entries.try_reserve(1)?;
            self.formatting.entries.insert(place + 1, entry);
            self.formatting.remove_node(element.node);
        } else if let Some(place) = self.formatting.position(element.node) {
            self.formatting.entries[place] = entry;
        }
        self.stack.remove_node(element.node);
        if let Some(index) = self.stack.position(furthest.node) {
            self.stack.insert(index + 1, copy)?;
        }
        Ok(())
    }

    /// Runs the "inner loop" of the algorithm: puts copies of the formatting elements between two places of the stack
    /// around the node `innermost`, and closes those beyond the third.
    ///
    /// Returns "last node", which is the outermost copy or `innermost`, and the "bookmark": the node in the list behind
    /// which the copy of the formatting element goes. `None` means in that element's own place.
    fn copy_between(
        &mut self,
        open_index: usize,
        block: usize,
        innermost: u32,
    ) -> Result<(u32, Option<u32>), ParseError> {
        let (mut last, mut behind) = (innermost, None);
        for (step, index) in (open_index + 1..block).rev().enumerate() {
            self.charge(self.formatting.entries.len() + block);
            let Some(node) = self.open(index).map(|open| open.node) else {
                continue;
            };
            let place = self.formatting.position(node);
            let Some(place) = place.filter(|_| step < 3) else {
                if let Some(place) = place {
                    self.formatting.entries.remove(place);
                }
                self.stack.remove(index);
                continue;
            };
            let Some(&old) = self.formatting.get(place) else {
                continue;
            };
            self.count_copy(old.tag);
            let copy = self.make(kind::HTML, old.tag)?.node;
            self.stack.replace(index, copy);
            self.formatting.entries[place] = Entry::Element(Element { node: copy, ..old });
            if last == innermost {
                behind = Some(copy);
            }
            self.store.tree.append(copy, last);
            last = copy;
        }
        Ok((last, behind))
    }

    /// Closes the innermost element with this name, unless a "special" element is open in it ("any other end tag").
    pub(super) fn close_by_name(&mut self, name: Name) {
        self.charge(self.stack.len());
        let found = self
            .stack
            .inner_first()
            .find(|(_, open)| open.is(name) || open.sets & SPECIAL != 0)
            .filter(|(_, open)| open.is(name))
            .map(|(index, _)| index);
        let Some(index) = found else {
            return;
        };
        self.stack.close_implied_but(name);
        self.stack.truncate(index);
    }
}
