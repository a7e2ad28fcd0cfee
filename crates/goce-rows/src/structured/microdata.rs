//! Microdata, by the algorithm of the HTML standard, section 5.
//!
//! One thing is as in the W3C's text of it and not in the WHATWG's: the attribute `content` is the value of any element
//! that has it, not of `<meta>` alone. Shops write prices so. Another is in neither: an item with `itemprop` that is no
//! item's property counts as one of its own. The standard, which forbids it, drops it, but blogs and shops write it.

use crate::prelude::*;
use goce_core::html::{Namespace, Node, NodeId, NodeRef};

use super::Texts;
use super::by_type::MOST_NAMES;
use super::items::{DEEPEST, Item, Items, Value};
use super::values::{Values, address_attribute, behind, tokens};

/// An item whose properties are still to be read.
struct Pending<'p> {
    place: usize,
    node: NodeRef<'p>,
    element: Element<'p>,
    /// The place of the item whose property it is, and its level.
    parent: Option<usize>,
    level: usize,
}

struct Reader<'p> {
    page: &'p Page,
    values: Values,
    items: Items<'p>,
    /// For each item its element and the item whose property it is.
    origins: Vec<(NodeId, Option<usize>)>,
    pending: Vec<Pending<'p>>,
    /// What references need, made for the first.
    references: Option<References<'p>>,
}

struct References<'p> {
    by_id: Map<&'p str, NodeId>,
    /// The place of each node in document order.
    order: Vec<u32>,
}

/// Returns the items of microdata of a page.
///
/// # Errors
/// [`RenderError`](goce_core::output::RenderError).
pub fn items<'p>(page: &'p Page, url: Option<&str>, texts: Texts) -> Rendered<Items<'p>> {
    let mut reader = Reader {
        page,
        values: Values::of(page, url, texts)?,
        items: Items::default(),
        origins: Vec::new(),
        pending: Vec::new(),
        references: None,
    };
    let root = page.tree().root();
    // Items with `itemprop` that are in no other item. Others may refer to them. They refer to none: many could to the
    // same.
    let mut orphans = Vec::new();
    // The node behind the outermost item around, or the root if that ends with the page.
    let mut item_end = None;
    let mut next = root.first_child();
    while let Some(node) = next {
        reader.values.visit()?;
        if item_end == Some(node) {
            item_end = None;
        }
        let mut inner = None;
        if let Node::Element(element) = node.value() {
            if is_item(element) {
                if !is_property(element) {
                    reader.read_top(element, node)?;
                } else if item_end.is_none() && element.attr(names::ITEMREF).is_none() {
                    orphans.try_push((element, node))?;
                }
                item_end.get_or_insert_with(|| behind(node, root).unwrap_or(root));
            }
            inner = node.first_child();
        }
        next = inner.or_else(|| behind(node, root));
    }
    let mut known = Set::default();
    let mut count = 0;
    for (element, node) in orphans {
        reader.values.visit()?;
        known.try_reserve(reader.origins.len() - count)?;
        known.extend(reader.origins[count..].iter().map(|(id, _)| *id));
        count = reader.origins.len();
        if !known.contains(&node.id()) {
            reader.read_top(element, node)?;
        }
    }
    Ok(reader.items)
}

fn is_html(element: Element<'_>) -> bool {
    element.namespace() == Namespace::Html
}

fn is_item(element: Element<'_>) -> bool {
    is_html(element) && element.attr(names::ITEMSCOPE).is_some()
}

fn is_property(element: Element<'_>) -> bool {
    is_html(element) && tokens(element, names::ITEMPROP, 1).next().is_some()
}

impl<'p> Reader<'p> {
    /// Reads an item that is no other item's property, with those in it.
    fn read_top(&mut self, element: Element<'p>, node: NodeRef<'p>) -> Rendered {
        let place = self.begin(element, node, None, 0)?;
        self.items.top.try_push(place)?;
        // Items within stand first, so that an item's own are complete before the next.
        while let Some(item) = self.pending.pop() {
            for (node, element) in self.with_properties(item.node, item.element)? {
                self.property(&item, node, element)?;
            }
        }
        Ok(())
    }

    /// Adds an item whose properties are read later.
    fn begin(
        &mut self,
        element: Element<'p>,
        node: NodeRef<'p>,
        parent: Option<usize>,
        level: usize,
    ) -> Rendered<usize> {
        self.values.item()?;
        let mut types = Vec::new();
        for name in tokens(element, names::ITEMTYPE, MOST_NAMES) {
            self.values.spend(name.len())?;
            types.push(Cow::Borrowed(name));
        }
        let id = element.attr(names::ITEMID).map(|id| self.values.id(id)).transpose()?.flatten();
        let place = self.items.add(Item {
            types,
            id,
            properties: Vec::new(),
        })?;
        self.origins.try_push((node.id(), parent))?;
        self.pending.try_push(Pending {
            place,
            node,
            element,
            parent,
            level,
        })?;
        Ok(place)
    }

    /// Returns the elements with properties in an item and in the elements that its `itemref` names, in document order
    /// ("the properties of an item").
    fn with_properties(
        &mut self,
        root: NodeRef<'p>,
        element: Element<'p>,
    ) -> Rendered<Vec<(NodeRef<'p>, Element<'p>)>> {
        let refers = element.attr(names::ITEMREF).is_some();
        if refers && self.references.is_none() {
            self.references = Some(References::of(self.page, &mut self.values)?);
        }
        let references = self.references.as_ref().filter(|_| refers);
        // Nodes to look at. Those that `itemref` names come without their siblings.
        let mut pending: Vec<(NodeRef<'p>, bool)> = Vec::new();
        if let Some(references) = references {
            // The most elements that an item refers to.
            for id in tokens(element, names::ITEMREF, 256) {
                let node = references.by_id.get(id).and_then(|id| self.page.tree().get(*id));
                pending.try_extend(node.map(|node| (node, false)))?;
            }
        }
        pending.try_extend(root.first_child().map(|node| (node, true)))?;
        let mut seen = Set::default();
        seen.try_reserve(1)?;
        seen.insert(root.id());
        let mut found = Vec::new();
        while let Some((node, has_siblings)) = pending.pop() {
            self.values.visit()?;
            if has_siblings {
                pending.try_extend(node.next_sibling().map(|node| (node, true)))?;
            }
            let Node::Element(element) = node.value() else {
                continue;
            };
            if refers {
                seen.try_reserve(1)?;
                if !seen.insert(node.id()) {
                    continue;
                }
            }
            if !is_item(element) {
                pending.try_extend(node.first_child().map(|node| (node, true)))?;
            }
            if is_property(element) {
                found.try_push((node, element))?;
            }
        }
        if let Some(references) = references {
            let mut work = Countdown::new(CHECK_EVERY);
            found.sort_unstable_by_key(|(node, _)| {
                work.charge(1);
                references.order.get(node.id().number())
            });
        }
        Ok(found)
    }

    /// Adds a property to an item, under each of its names.
    fn property(&mut self, item: &Pending<'p>, node: NodeRef<'p>, element: Element<'p>) -> Rendered {
        let value = if !is_item(element) {
            self.value(node, element)?.map(Value::Text)
        } else if item.level + 1 < DEEPEST && !self.is_within_itself(item, node) {
            Some(Value::Item(self.begin(element, node, Some(item.place), item.level + 1)?))
        } else {
            None
        };
        let Some(value) = value else {
            return Ok(());
        };
        let names = tokens(element, names::ITEMPROP, MOST_NAMES).map(Cow::Borrowed);
        self.items.state(item.place, names, &value, &mut self.values)
    }

    /// Returns `true` for an element that is the item itself or one around it: by `itemref`.
    fn is_within_itself(&self, item: &Pending<'p>, node: NodeRef<'p>) -> bool {
        let mut around = Some((item.node.id(), item.parent));
        while let Some((id, parent)) = around {
            if id == node.id() {
                return true;
            }
            around = parent.and_then(|place| self.origins.get(place)).copied();
        }
        false
    }

    /// Returns the value of a property that is no item; `None` where its address is refused.
    fn value(&mut self, node: NodeRef<'p>, element: Element<'p>) -> Rendered<Option<String>> {
        if element.attr(names::CONTENT).is_some() || element.local() == names::META {
            return self.values.attribute(element, names::CONTENT).map(Some);
        }
        if let Some(attribute) = address_attribute(element) {
            return match element.attr(attribute).map(str::trim) {
                None | Some("") => Ok(Some(String::new())),
                Some(address) => self.values.address(address),
            };
        }
        match element.local() {
            names::DATA | names::METER => self.values.attribute(element, names::VALUE).map(Some),
            names::TIME if element.attr(names::DATETIME).is_some() => {
                self.values.attribute(element, names::DATETIME).map(Some)
            }
            _ => self.values.text_in(node).map(Some),
        }
    }
}

impl<'p> References<'p> {
    fn of(page: &'p Page, values: &mut Values) -> Rendered<Self> {
        let mut references = References {
            by_id: Map::default(),
            order: try_filled(0, page.tree().len())?,
        };
        for (place, node) in page.tree().root().descendants().enumerate() {
            values.visit()?;
            if let Some(order) = references.order.get_mut(node.id().number()) {
                *order = place as u32;
            }
            if let Some(id) = node.value().as_element().and_then(|element| element.attr(names::ID)) {
                references.by_id.try_entry(id)?.or_insert(node.id());
            }
        }
        Ok(references)
    }
}
