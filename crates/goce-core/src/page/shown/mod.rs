//! What of a page its reader sees: decided here, once, for all that reads the page's text.
//!
//! An element is hidden by its attributes, its inline style, its names, or the page's own `<style>` elements. What is
//! hidden until its reader opens it is folded, if a control that is shown opens it. docs/hidden.md states the rules.

mod attributes;
mod blocks;
mod characters;
mod colour;
mod declarations;
mod folding;
mod index;
mod operators;
mod page_names;
mod property;
mod rules;
mod selector;
mod sieve;
mod style;
mod verdict;

use std::cell::Cell;

pub use characters::{invisible_at, is_invisible, spell, without_invisible};
pub use verdict::{Hidden, Reason, UnknownHidden, Verdict};

pub use attributes::Attributes;

use self::attributes::Classes;
use self::colour::Colour;
use self::declarations::Declaration;
use self::folding::{Controls, Kind, first_attributes, is_beside_control};
use self::operators::is_operator;
use self::property::{Property, Survey};
use self::rules::{Rules, begins_scope};
use self::selector::Ancestor;
use self::style::{Origin, Style};
use super::Display;
use crate::html::names as html;
use crate::page::prelude::*;
use crate::texts::memo::Memo;

/// An open element that is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level {
    /// The last element in it that was shown so far.
    pub last_child: Option<NodeId>,
    /// What it hands down, by its place in [`Decider::inherited`].
    inherited: u32,
    /// Why nobody sees the texts that are its children.
    hides_texts: Option<Reason>,
    /// What is in it has sheets of its own.
    begins_scope: bool,
    /// The block of the rule that hides it, or one around it, until a script has run.
    lifted: Option<u32>,
}

/// Rules, with what is known of the elements that they are for.
#[derive(Debug)]
struct Scope<'t> {
    rules: Rules<'t>,
    /// What lists of classes say.
    classes: Memo<'t, Classes>,
    /// The open elements with their names, if rules ask for names.
    ancestors: Vec<Ancestor>,
}

impl<'t> Scope<'t> {
    fn of(tree: &'t Tree, is_inner: bool) -> Fallible<Self> {
        Ok(Scope {
            rules: Rules::of(tree, is_inner)?,
            classes: Memo::default(),
            ancestors: Vec::new(),
        })
    }
}

/// What an element hands down to those in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Inherited {
    /// Why nobody reads its font, and whether that has no size at all; `None` for a font that can be read.
    font: Option<(Reason, bool)>,
    /// The colour of its text, and why the text would be hidden by it; `None` if the colour is not known.
    colour: Option<(Colour, Reason)>,
    /// The colour behind it, if known.
    background: Option<Colour>,
    /// Why nobody reads a text here, by all of these.
    hides: Option<Reason>,
}

impl Inherited {
    fn hides(&self) -> Option<Reason> {
        let colour = self.colour.filter(|(colour, _)| {
            colour.is_transparent() || self.background.is_some_and(|background| colour.is_like(background))
        });
        self.font.map(|(reason, _)| reason).or(colour.map(|(_, reason)| reason))
    }
}

/// Decides what of a page is shown, while the page is gone through in document order.
#[derive(Debug)]
pub struct Decider<'t> {
    tree: &'t Tree,
    hidden: Hidden,
    scope: Scope<'t>,
    /// The other rules: those of frames and shadow roots, or within one of them those of the page.
    other: Option<Box<Scope<'t>>>,
    controls: Controls<'t>,
    /// What is shown whatever hides it, with the block of the rule that does.
    opened: Map<NodeId, Option<u32>>,
    levels: Vec<Level>,
    inherited: Vec<Inherited>,
    /// The open frames and shadow roots.
    scopes: usize,
    /// Declarations that are being read.
    declarations: Vec<Declaration>,
    /// The attribute `background`, if an element of the page has it.
    background: Option<Name>,
    /// The attribute `popover`, likewise.
    popover: Option<Name>,
    /// Whether React streams parts of the page, once it was asked.
    is_streamed: Option<bool>,
    /// The last element that was gone into is the text of a note.
    is_at_note: Cell<bool>,
}

impl<'t> Decider<'t> {
    /// Returns what decides about a page.
    pub fn of(tree: &'t Tree, hidden: Hidden) -> Fallible<Self> {
        let scope = Scope::of(tree, false)?;
        let is_plain = !scope.rules.has_other_sheets;
        let mut inherited = Vec::new();
        inherited.try_push(Inherited {
            colour: is_plain.then_some((Colour::BLACK, Reason::Colour)),
            background: is_plain.then_some(Colour::WHITE),
            ..Inherited::default()
        })?;
        Ok(Decider {
            tree,
            hidden,
            scope,
            other: None,
            controls: Controls::default(),
            opened: Map::default(),
            levels: Vec::new(),
            inherited,
            scopes: 0,
            declarations: Vec::new(),
            background: tree.find("background"),
            popover: tree.find("popover"),
            is_streamed: None,
            is_at_note: Cell::new(false),
        })
    }

    /// Begins the page again. What its controls refer to stays known.
    pub fn again(&mut self) {
        self.levels.clear();
        self.scope.ancestors.clear();
        self.inherited.truncate(1);
    }

    /// Lets an element be shown from now on, whatever hides it, and what the same rule hides in it.
    pub fn show(&mut self, id: NodeId, rule: Option<u32>) -> Fallible {
        self.opened.try_reserve(1)?;
        self.opened.insert(id, rule);
        Ok(())
    }

    /// Goes into an element with these attributes, or returns why it is hidden.
    pub fn enter(
        &mut self,
        node: NodeRef<'t>,
        element: Element<'t>,
        tag: Tag,
        attributes: &Attributes<'t>,
    ) -> Fallible<Option<Verdict>> {
        if self.hidden == Hidden::All {
            self.levels.try_push(Level::default())?;
            return Ok(None);
        }
        let style = self.style(node, attributes)?;
        let mut lifted = self.levels.last().and_then(|around| around.lifted);
        if let Some(verdict) = self.judge(node, element, tag, attributes, style.as_deref())
            && (verdict.rule.is_none() || verdict.rule != lifted)
        {
            let Some(rule) = self.opened.get(&node.id()) else {
                return Ok(Some(verdict));
            };
            lifted = rule.or(lifted);
        }
        if attributes.is_control {
            self.controls.look_at(element)?;
        }
        let around = self.levels.last().map_or(0, |level| level.inherited);
        let inherited = self.hand_down(around, element, tag, attributes, style.as_deref())?;
        let closed = self.hidden == Hidden::None && tag == Tag::Details && !attributes.is_open;
        let hides_texts = self.inherited[inherited as usize].hides;
        let begins_scope = begins_scope(element);
        if self.scope.rules.may_hide() {
            let own = attributes.classes.names;
            let all = self.scope.ancestors.last().map_or(own, |parent| own.with(&parent.all));
            let id = node.id();
            self.scope.ancestors.try_push(Ancestor { id, own, all })?;
        }
        self.levels.try_push(Level {
            last_child: None,
            inherited,
            hides_texts: hides_texts.or(closed.then_some(Reason::Folded)),
            begins_scope,
            lifted: lifted.filter(|_| !begins_scope),
        })?;
        if begins_scope {
            if self.scopes == 0 {
                if self.other.is_none() {
                    self.other = Some(Box::new(Scope::of(self.tree, true)?));
                }
                self.change_scope();
            }
            self.scopes += 1;
        }
        Ok(None)
    }

    /// Goes into the first of frames and shadow roots, one in the other, or out of it.
    fn change_scope(&mut self) {
        if let Some(other) = &mut self.other {
            std::mem::swap(&mut self.scope, other);
        }
    }

    /// Goes out of the innermost element.
    pub fn leave(&mut self, id: NodeId) {
        let Some(level) = self.levels.pop() else {
            return;
        };
        if level.begins_scope {
            self.scopes -= 1;
            if self.scopes == 0 {
                self.change_scope();
            }
        }
        self.scope.ancestors.pop();
        let around = self.levels.last_mut().map_or(0, |around| {
            around.last_child = Some(id);
            around.inherited
        });
        // Places only grow inwards.
        if level.inherited != around {
            self.inherited.truncate(level.inherited as usize);
        }
    }

    /// Returns `true` once for the text of a note that is shown where its number is touched.
    #[inline]
    pub fn take_note(&self) -> bool {
        self.is_at_note.take()
    }

    /// Returns why nobody sees a text in the innermost element.
    #[inline]
    pub fn hides_text(&self) -> Option<Reason> {
        self.levels.last()?.hides_texts
    }

    /// Returns `true` if a control that came behind a hidden element opens it.
    pub fn is_opened_later(&self, element: Element<'_>) -> bool {
        self.controls.refer_to(element) && Kind::of(element, Tag::of(element)) != Kind::Overlay
    }

    /// Returns the style of an element by the page's rules and its attribute, if anything in it can matter.
    fn style(&mut self, node: NodeRef<'t>, attributes: &Attributes<'t>) -> Fallible<Option<Box<Style>>> {
        let mut style = None;
        let Scope { rules, ancestors, .. } = &mut self.scope;
        if attributes.classes.may_match || rules.have_other_keys() {
            rules.apply(node, attributes, ancestors, &mut style)?;
        }
        if let Some(declarations) = attributes.style {
            let survey = Survey::of(declarations);
            let around = self.levels.last().map_or(0, |level| level.inherited);
            let resizes = survey.sets.has(Property::FontSize) && self.inherited[around as usize].font.is_some();
            let displays = attributes.is_hidden && survey.sets.has(Property::Display);
            if style.is_some() || survey.may_hide(true) || resizes || displays {
                self.declarations.clear();
                declarations::read(declarations, &mut self.declarations)?;
                style.get_or_insert_default().declare(&self.declarations, Origin::Attribute);
            }
        }
        Ok(style)
    }

    /// Returns why an element is hidden; `None` for one that is shown.
    fn judge(
        &mut self,
        node: NodeRef<'t>,
        element: Element<'t>,
        tag: Tag,
        attributes: &Attributes<'t>,
        style: Option<&Style>,
    ) -> Option<Verdict> {
        // Pages hide these until their scripts have run.
        if matches!(tag, Tag::Html | Tag::Body) {
            return None;
        }
        if attributes.classes.is_for_screen_readers && is_operator(node) {
            return None;
        }
        let is_hidden = attributes.is_hidden && !style.is_some_and(|style| style.is_declared(Property::Display));
        let verdict = if let Some(verdict) = style.and_then(Style::hides) {
            let may_open = verdict.may_open && !attributes.classes.is_for_screen_readers;
            Verdict {
                may_open,
                rule: verdict.rule.filter(|_| may_open),
                ..verdict
            }
        } else if is_hidden {
            Verdict::waits(Reason::Display)
        } else if attributes.is_until_found || self.is_in_closed_details(node, tag) {
            Verdict::waits(Reason::Folded)
        } else if attributes.classes.is_for_screen_readers {
            Verdict::stays(Reason::ScreenReader)
        } else if tag == Tag::Dialog && !attributes.is_open
            || attributes.is_aria_hidden && tag.display() == Display::Inline && is_sign(node, element, tag)
        {
            Verdict::stays(Reason::Display)
        } else {
            return None;
        };
        if !verdict.may_open || is_hidden && self.is_streamed(element) {
            return (!verdict.may_open).then_some(verdict);
        }
        // Texts of notes are shown where their number is touched.
        let is_note =
            matches!(verdict.reason, Reason::Display | Reason::Rule) && is_note(element) && self.follows_mark(node);
        let is_folded =
            is_note || verdict.reason == Reason::Folded || self.is_folded(node, element, tag, verdict.reason);
        match self.hidden {
            Hidden::Folded if is_note => {
                self.is_at_note.set(true);
                None
            }
            _ if !is_folded => Some(verdict),
            Hidden::None => Some(Verdict::waits(Reason::Folded)),
            _ => None,
        }
    }

    /// Returns `true` for an element behind, or in, the mark of a note: a link, a label, a raised text, a number or a sign.
    fn follows_mark(&self, node: NodeRef<'_>) -> bool {
        let is_sign = |text: &str| {
            let text = start_of_name(text).trim();
            (1..=4).contains(&text.chars().count()) && !text.contains(char::is_alphabetic)
        };
        let is_mark = |node: NodeRef<'_>| {
            let name = as_element(node).map(|element| element.local());
            matches!(name, Some(html::A | html::SUP | html::LABEL | html::INPUT))
                || first_text(node).is_some_and(is_sign)
        };
        let before = self.levels.last().and_then(|around| self.tree.get(around.last_child?));
        before.into_iter().chain(node.parent()).any(is_mark)
    }

    fn is_folded(&self, node: NodeRef<'_>, element: Element<'_>, tag: Tag, reason: Reason) -> bool {
        let kind = Kind::of(element, tag);
        let may_have_neighbour = kind == Kind::Panel || reason == Reason::Rule;
        kind != Kind::Overlay
            && (self.controls.refer_to(element)
                || may_have_neighbour && is_beside_control(self.tree, &self.levels, node, kind))
    }

    /// Returns `true` for what a closed `<details>` hides, where that counts.
    fn is_in_closed_details(&self, node: NodeRef<'_>, tag: Tag) -> bool {
        self.hidden == Hidden::None
            && tag != Tag::Summary
            && self.levels.last().is_some_and(|level| level.hides_texts == Some(Reason::Folded))
            && node.parent().and_then(tag_of_node) == Some(Tag::Details)
    }

    /// Returns `true` for a part that React streams behind the page, and moves to its place: `<div hidden id="S:0">` goes
    /// where `<template id="B:0">` stands.
    fn is_streamed(&mut self, element: Element<'_>) -> bool {
        if !element.attr(html::ID).is_some_and(|id| id.starts_with("S:")) {
            return false;
        }
        let tree = self.tree;
        *self.is_streamed.get_or_insert_with(|| {
            let mut templates = tree.elements_named(html::TEMPLATE).filter_map(as_element);
            templates.any(|template| template.attr(html::ID).is_some_and(|id| id.starts_with("B:")))
        })
    }

    /// Returns the place of what an element hands down.
    fn hand_down(
        &mut self,
        around: u32,
        element: Element<'t>,
        tag: Tag,
        attributes: &Attributes<'t>,
        style: Option<&Style>,
    ) -> Fallible<u32> {
        let is_named = attributes.has_name && self.scope.rules.has_other_sheets;
        let may_forget = is_named || tag == Tag::A;
        if !may_forget && !attributes.has_colour && style.is_none() {
            return Ok(around);
        }
        let before = self.inherited[around as usize];
        if before == Inherited::default() && !attributes.has_colour && style.is_none() {
            return Ok(around);
        }
        let mut own = before;
        // Sheets that are not read give what has a name, and browsers give links, a colour of its own.
        if is_named {
            (own.colour, own.background) = (None, None);
            own.font = own.font.filter(|(_, is_nothing)| !is_nothing);
        }
        if tag == Tag::A {
            own.colour = None;
        }
        if attributes.has_colour {
            let colour = |name| element.attr(name).map(Colour::of_attribute);
            if let Some(colour) = colour(if tag == Tag::Body { html::TEXT } else { html::COLOR }) {
                own.colour = colour.map(|colour| (colour, Reason::Colour));
            }
            if let Some(background) = colour(html::BGCOLOR) {
                own.background = background;
            }
            if self.background.is_some_and(|name| element.attr(name).is_some()) {
                own.background = None;
            }
        }
        if let Some(style) = style {
            own.font = style.font().unwrap_or(own.font);
            own.background = style.background().unwrap_or(own.background);
            own.colour = style.colour().unwrap_or(own.colour);
            // A text may show what is behind it through its letters.
            if own.background.is_none() && own.colour.is_some_and(|(colour, _)| colour.is_transparent()) {
                own.colour = None;
            }
        }
        own.hides = own.hides();
        if own == before {
            return Ok(around);
        }
        self.inherited.try_push(own)?;
        Ok(self.inherited.len() as u32 - 1)
    }
}

/// Returns `true` for a dialog that style sheets hide until a script opens it: what opens it takes `aria-hidden` away.
fn is_closed_dialog(element: Element<'_>, attributes: &Attributes<'_>) -> bool {
    let is_modal = || {
        let mut classes = start_of_value(element, html::CLASS).split_ascii_whitespace();
        classes.any(|class| class.eq_ignore_ascii_case("modal"))
    };
    attributes.is_aria_hidden && (attributes.is_dialog || is_modal())
}

/// Returns `true` for an element with the name of a note.
pub fn is_note(element: Element<'_>) -> bool {
    element.attr(html::CLASS).is_some_and(|class| {
        let class = start_of_name(class);
        class.contains("note") && Meaning::HiddenNote.is_said_by(class)
    })
}

/// Parts of the classes of icons, and of formulas drawn by KaTeX and MathJax, whose source stands beside them.
const DRAWN: [&str; 5] = ["icon", "symbol", "katex-html", "mjx", "MathJax"];

/// Returns `true` for a picture, for what is drawn by letters, and for signs without a letter, digit or picture: what
/// else only programs are not to read, a reader sees.
fn is_sign(node: NodeRef<'_>, element: Element<'_>, tag: Tag) -> bool {
    let class = || first_attributes(element).find(|(name, _)| *name == html::CLASS).map_or("", |(_, value)| value);
    let shows = |node| {
        as_text(node).is_some_and(|text| start_of_name(text).contains(char::is_alphanumeric))
            || tag_of_node(node) == Some(Tag::Img)
    };
    matches!(tag, Tag::I | Tag::Img)
        || !node.descendants().take(16).any(shows) && !is_operator(node)
        || DRAWN.iter().any(|name| class().contains(name))
}
