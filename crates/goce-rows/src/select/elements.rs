//! The elements of a page, as the crate `selectors` asks for them.

use crate::prelude::*;
use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ptr::NonNull;

use selectors::attr::{AttrSelectorOperation, AttrSelectorOperator, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::matching::{ElementSelectorFlags, MatchingContext};
use selectors::{Element as MatchedElement, OpaqueElement};

use goce_core::html::{Edge, Name, Namespace, Node, NodeId, NodeRef, Tree};

use super::syntax::{Never, PageSelectors, Word};
use super::{MAX_CACHED, MAX_WORK, SelectError};

/// The number that stands for no element.
const NONE: u32 = u32::MAX;

/// The bytes of a value that are compared in the time of a look at an element.
const LOOK_BYTES: usize = 32;

/// The elements of a page, numbered in document order, and the work that matching them may still take. Elements in
/// `<template>` are not among them: they stand in a document of their own.
#[derive(Debug)]
pub struct Elements<'a> {
    tree: &'a Tree,
    places: Vec<Place>,
    /// The work of a look at an element, with which each part of the selector may be compared.
    look: usize,
    left: Cell<usize>,
    countdown: Cell<Countdown>,
    cached: Cell<usize>,
    /// The entries that an element without children counts for.
    leaf: usize,
}

/// The node of an element, and the numbers of the elements around and beside it, or [`NONE`].
#[derive(Debug)]
pub struct Place {
    pub id: NodeId,
    parent: u32,
    previous: u32,
    next: u32,
}

impl<'a> Elements<'a> {
    /// Numbers the elements of a page, to be matched with a selector of `bytes` bytes, which has `:has()` or not.
    pub fn new(tree: &'a Tree, bytes: usize, has_has: bool) -> Fallible<Self> {
        let mut elements = Elements {
            tree,
            places: Vec::new(),
            look: 1 + bytes / 16,
            left: Cell::new(MAX_WORK),
            countdown: Cell::new(Countdown::default()),
            cached: Cell::new(0),
            // The entries that one of an element without children counts for where the selector has `:has()`. After
            // eight of them the caches have a Bloom filter for it, which takes 4 KiB.
            leaf: if has_has { 5 } else { 1 },
        };
        // The open elements, each with its last child so far. The first is the document.
        let mut open = vec![(NONE, NONE)];
        let mut template = None;
        for edge in tree.root().traverse().checking(CHECK_BYTES) {
            match edge {
                Edge::Open(node) if template.is_none() => match node.value() {
                    Node::Element(_) => {
                        // The number fits: a page has fewer nodes than bytes.
                        let number = elements.places.len() as u32;
                        let (parent, previous) = open.last().copied().unwrap_or((NONE, NONE));
                        elements.places.try_push(Place {
                            id: node.id(),
                            parent,
                            previous,
                            next: NONE,
                        })?;
                        if let Some(previous) = elements.places.get_mut(previous as usize) {
                            previous.next = number;
                        }
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

    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Returns the element with a number below that of all.
    pub fn get(&self, number: usize) -> PageElement<'_, 'a> {
        PageElement {
            elements: self,
            number: number as u32,
        }
    }

    /// Counts work. Returns `false` if none is left: from then on every answer is "no", which ends the matching.
    fn charge(&self, amount: usize) -> bool {
        let left = self.left.get().saturating_sub(amount);
        self.left.set(left);
        let mut countdown = self.countdown.get();
        countdown.charge(amount);
        self.countdown.set(countdown);
        left > 0
    }

    /// Counts a look at one element.
    pub fn look(&self) -> bool {
        self.charge(self.look)
    }

    /// Returns an error if there was too much work: what was matched since is not to be trusted.
    pub fn check_work(&self) -> Result<(), SelectError> {
        if self.left.get() == 0 {
            Err(SelectError::TooMuchWork)
        } else {
            Ok(())
        }
    }

    /// Returns the number of the caches' entries at most, since it was set to 0.
    pub fn cached(&self) -> &Cell<usize> {
        &self.cached
    }
}

/// An element of a page.
#[derive(Clone, Debug)]
pub struct PageElement<'e, 'a> {
    elements: &'e Elements<'a>,
    number: u32,
}

impl<'e, 'a> PageElement<'e, 'a> {
    /// Returns another element by its number, if it has one and there is work left.
    fn at(&self, number: u32) -> Option<Self> {
        (number != NONE && self.elements.look()).then_some(PageElement { number, ..self.clone() })
    }

    /// Returns the number of the first child.
    fn child(&self) -> Option<u32> {
        let next = self.number + 1;
        self.elements
            .places
            .get(next as usize)
            .is_some_and(|place| place.parent == self.number)
            .then_some(next)
    }

    fn place(&self) -> &Place {
        &self.elements.places[self.number as usize]
    }

    fn node(&self) -> Option<NodeRef<'a>> {
        self.elements.tree.get(self.place().id)
    }

    fn element(&self) -> Option<Element<'a>> {
        self.node()?.value().as_element()
    }

    fn is_html(&self) -> bool {
        self.element().is_some_and(|element| element.namespace() == Namespace::Html)
    }

    /// Returns the value of an attribute without a prefix, if there is enough work left to read it.
    fn plain(&self, name: Name) -> Option<&'a str> {
        let element = self.element()?;
        let value = element
            .attrs()
            .find(|attribute| self.elements.charge(1) && attribute.local() == name && attribute.prefix().is_empty())?;
        self.elements.charge(value.value().len() / LOOK_BYTES).then_some(value.value())
    }
}

impl MatchedElement for PageElement<'_, '_> {
    type Impl = PageSelectors;

    /// Returns the element's number, as what caches know it by.
    fn opaque(&self) -> OpaqueElement {
        let cached = self.elements.cached.get() + if self.child().is_some() { 1 } else { self.elements.leaf };
        self.elements.cached.set(cached);
        if cached > MAX_CACHED {
            self.elements.left.set(0);
        }
        let number = NonZeroUsize::MIN.saturating_add(self.number as usize);
        OpaqueElement::from_non_null_ptr(NonNull::without_provenance(number))
    }

    fn parent_element(&self) -> Option<Self> {
        self.at(self.place().parent)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.at(self.place().previous)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.at(self.place().next)
    }

    /// Only `:has()` goes down, by recursion: the parser bounds how deep a page is.
    fn first_element_child(&self) -> Option<Self> {
        self.at(self.child()?)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.is_html()
    }

    fn has_local_name(&self, name: &Word) -> bool {
        self.element().is_some_and(|element| element.name() == name.as_str())
    }

    /// Every element of a page has a namespace.
    fn has_namespace(&self, _: &Word) -> bool {
        false
    }

    fn is_same_type(&self, other: &Self) -> bool {
        let kind = |element: &Self| element.element().map(|element| (element.local(), element.namespace()));
        kind(self) == kind(other)
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&Word>,
        name: &Word,
        operation: &AttrSelectorOperation<&Word>,
    ) -> bool {
        let Some(element) = self.element() else {
            return false;
        };
        // In SVG and MathML `xmlns` has a namespace, although it has no prefix.
        let is_html = self.is_html();
        element.attrs().any(|attribute| {
            let is_plain = || attribute.prefix().is_empty() && (is_html || attribute.local() != names::XMLNS);
            self.elements.charge(1)
                && attribute.name() == name.as_str()
                && (*namespace == NamespaceConstraint::Any || is_plain())
                && self.elements.charge(work_of(operation, attribute.value()))
                && operation.eval_str(attribute.value())
        })
    }

    fn has_id(&self, id: &Word, case: CaseSensitivity) -> bool {
        self.plain(names::ID).is_some_and(|value| case.eq(value.as_bytes(), id.as_str().as_bytes()))
    }

    fn has_class(&self, class: &Word, case: CaseSensitivity) -> bool {
        let mut classes = self.plain(names::CLASS).into_iter().flat_map(str::split_ascii_whitespace);
        classes.any(|word| case.eq(word.as_bytes(), class.as_str().as_bytes()))
    }

    /// The content of a template is not in the template.
    fn is_empty(&self) -> bool {
        let first = self.node().and_then(NodeRef::first_child);
        first.is_none_or(|child| matches!(child.value(), Node::Fragment))
    }

    fn is_root(&self) -> bool {
        self.place().parent == NONE
    }

    fn match_non_ts_pseudo_class(&self, class: &Never, _: &mut MatchingContext<'_, PageSelectors>) -> bool {
        match *class {}
    }

    fn match_pseudo_element(&self, element: &Never, _: &mut MatchingContext<'_, PageSelectors>) -> bool {
        match *element {}
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }

    // A page at rest has no shadow trees, no states and nothing that changes.

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn is_link(&self) -> bool {
        false
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_custom_state(&self, _: &Word) -> bool {
        false
    }

    fn imported_part(&self, _: &Word) -> Option<Word> {
        None
    }

    fn is_part(&self, _: &Word) -> bool {
        false
    }
}

/// Returns the work of a test of a value.
fn work_of(operation: &AttrSelectorOperation<&Word>, value: &str) -> usize {
    match operation {
        AttrSelectorOperation::WithValue {
            operator: AttrSelectorOperator::Substring,
            case_sensitivity: CaseSensitivity::AsciiCaseInsensitive,
            value: part,
        } => value.len().saturating_sub(part.as_str().len()).saturating_mul(part.as_str().len()),
        _ => value.len() / LOOK_BYTES,
    }
}
