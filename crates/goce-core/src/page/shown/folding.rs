//! Content that is folded away until its reader opens it: whether a control that is shown opens it.
//!
//! Whoever writes a page names its parts, so a name alone does not make a hidden part content.

use super::names::{is_for_screen_readers, names_control, names_overlay, names_panel};
use super::property::Survey;
use crate::html::{Edge, Element, NodeRef, Tree, names};
use crate::keyed::Map;
use crate::memory::OutOfMemory;
use crate::page::{Level, Tag};

/// The most nodes of a control: a heading with a button, a row of tabs.
const MOST_NODES: usize = 48;

/// How many elements out from a panel its row of tabs may stand.
const MOST_LEVELS: usize = 3;

/// The most nodes of a row of panels that is looked through for its tabs.
const MOST_OF_ROW: usize = 64;

/// What the shown controls of a page refer to, as far as the page was read.
#[derive(Debug, Default)]
pub struct Controls<'t> {
    ids: Map<&'t str, ()>,
    classes: Map<&'t str, ()>,
}

impl<'t> Controls<'t> {
    /// Takes what a shown element refers to.
    pub fn look_at(&mut self, element: Element<'t>) -> Result<(), OutOfMemory> {
        for attribute in element.attrs() {
            let value = attribute.value();
            match attribute.local() {
                names::ARIA_CONTROLS | names::ARIA_OWNS => {
                    for id in value.split_ascii_whitespace() {
                        self.add(id)?;
                    }
                }
                names::DATA_TARGET | names::DATA_BS_TARGET | names::FOR => self.add(value)?,
                names::HREF if value.starts_with('#') => self.add(value)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, target: &'t str) -> Result<(), OutOfMemory> {
        let target = target.trim();
        let (set, name) = match target.strip_prefix('.') {
            Some(class) => (&mut self.classes, class),
            None => (&mut self.ids, target.strip_prefix('#').unwrap_or(target)),
        };
        if !name.is_empty() {
            set.try_reserve(1)?;
            set.insert(name, ());
        }
        Ok(())
    }

    /// Returns `true` if a control refers to an element.
    pub fn refer_to(&self, element: Element<'_>) -> bool {
        let has_id = || element.attr(names::ID).is_some_and(|id| self.ids.contains_key(id.trim()));
        let mut classes = element.attr(names::CLASS).unwrap_or("").split_ascii_whitespace();
        !self.ids.is_empty() && has_id()
            || !self.classes.is_empty() && classes.any(|class| self.classes.contains_key(class))
    }
}

/// What the names of a hidden element say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A panel that opens on demand, in its place.
    Panel,
    /// What opens above the page, such as a menu or a dialog: no content.
    Overlay,
    Other,
}

impl Kind {
    /// Returns the kind of an element, by its class, id and role.
    pub fn of(element: Element<'_>, tag: Tag) -> Self {
        let all = [names::CLASS, names::ID, names::ROLE].map(|name| element.attr(name).unwrap_or(""));
        if all.iter().any(|name| names_panel(name)) {
            Kind::Panel
        } else if matches!(tag, Tag::Dialog | Tag::Nav | Tag::Menu) || all.iter().any(|name| names_overlay(name)) {
            Kind::Overlay
        } else {
            Kind::Other
        }
    }
}

/// Returns `true` if a control stands beside a hidden element.
///
/// Of a panel that is the question of an answer before it, "read more" behind it, or the row of tabs around its row. Of an
/// element without such a name, that a rule hides, it is a button just before it. `levels` are the open elements,
/// outermost first.
pub fn is_beside_control(tree: &Tree, levels: &[Level], node: NodeRef<'_>, kind: Kind) -> bool {
    let far = if kind == Kind::Panel { MOST_LEVELS } else { 1 };
    for level in levels.iter().rev().take(far) {
        let Some(before) = level.last_child.and_then(|id| tree.get(id)) else {
            continue;
        };
        let Some(element) = before.value().as_element() else {
            break;
        };
        if holds_control(before) {
            return true;
        }
        if kind != Kind::Panel {
            return false;
        }
        if is_title(before, element) {
            return true;
        }
        // Another panel of the row: its control may stand at the start of the row, or before it.
        if Kind::of(element, Tag::of(element)) != Kind::Panel {
            break;
        }
        let first = before.parent().and_then(|parent| parent.first_child());
        let row = std::iter::successors(first, |node| node.next_sibling()).take(MOST_OF_ROW);
        let ahead = row.take_while(|node| node.id() != before.id());
        let is_other = |node: &NodeRef<'_>| {
            let element = node.value().as_element();
            element.is_some_and(|element| Kind::of(element, Tag::of(element)) != Kind::Panel)
        };
        if ahead.filter(is_other).last().is_some_and(holds_control) {
            return true;
        }
    }
    let mut behind = std::iter::successors(node.next_sibling(), |node| node.next_sibling()).take(2);
    kind == Kind::Panel && behind.find(|node| node.value().is_element()).is_some_and(holds_control)
}

/// Returns `true` if a control is among the first nodes of an element that do not look hidden.
fn holds_control(node: NodeRef<'_>) -> bool {
    let mut hidden = None;
    node.traverse().take(2 * MOST_NODES).any(|edge| match edge {
        Edge::Open(node) => {
            let Some(element) = node.value().as_element().filter(|_| hidden.is_none()) else {
                return false;
            };
            if looks_hidden(element) {
                hidden = Some(node.id());
            }
            hidden.is_none() && opens(element)
        }
        Edge::Close(node) => {
            hidden = hidden.filter(|hidden| *hidden != node.id());
            false
        }
    })
}

/// Returns `true` for an element that its attributes may hide.
fn looks_hidden(element: Element<'_>) -> bool {
    element.attrs().any(|attribute| match attribute.local() {
        names::HIDDEN => true,
        names::STYLE => Survey::of(attribute.value()).may_hide(false),
        names::CLASS => attribute.value().split_ascii_whitespace().any(is_for_screen_readers),
        _ => false,
    })
}

/// Returns `true` if the names of an element, or of the panel that it is the heading of, say that it opens something.
fn is_title(node: NodeRef<'_>, element: Element<'_>) -> bool {
    let is_named = |element: Element<'_>, names: fn(&str) -> bool| {
        [names::CLASS, names::ID].into_iter().any(|name| element.attr(name).is_some_and(names))
    };
    let tag = Tag::of(element);
    let parent = node.parent().and_then(|parent| parent.value().as_element());
    is_named(element, names_control)
        || (tag.heading_level().is_some() || tag == Tag::Dt)
            && parent.is_some_and(|parent| is_named(parent, names_panel))
}

/// Returns `true` for a button, a tab, a link to nowhere and the like.
fn opens(element: Element<'_>) -> bool {
    let mut is_link_to_a_page = false;
    for attribute in element.attrs() {
        let value = attribute.value();
        match attribute.local() {
            names::ARIA_EXPANDED | names::ARIA_CONTROLS | names::ONCLICK => return true,
            names::DATA_TOGGLE | names::DATA_TARGET | names::DATA_BS_TARGET => return true,
            names::ROLE if matches!(value.trim(), "button" | "tab" | "tablist") => return true,
            names::HREF => is_link_to_a_page = !value.starts_with('#') && !value.starts_with("javascript:"),
            _ => {}
        }
    }
    match Tag::of(element) {
        Tag::Button | Tag::Summary | Tag::Label => true,
        Tag::A => !is_link_to_a_page,
        _ => false,
    }
}
