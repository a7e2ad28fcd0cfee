//! The rules of a page's own `<style>` elements that can hide text, and which of them an element matches.
//!
//! Style sheets elsewhere are not read: an archive has them seldom. Most rules are looked at no further than
//! [`Blocks`]: first only those that may hide are parsed, and the others that set the same properties when one of those
//! has matched.

use super::attributes::Attributes;
use super::blocks::{Block, Blocks, media_applies};
use super::declarations::{self, Declaration};
use super::index::Index;
use super::page_names::PageNames;
use super::property::Properties;
use super::selector::{self, Ancestor, Names, Step, Work, matches};
use super::sieve::{Sieve, place};
use super::style::{Origin, Style};
use crate::html::{Node, names as html};
use crate::page::prelude::*;
use crate::page::tag::is_shadow_root;

/// The parsed declarations of a block, once it has matched.
type Parsed = Option<Range<usize>>;

#[derive(Debug)]
pub struct Rules<'t> {
    tree: &'t Tree,
    names: PageNames,
    /// The blocks that set a property that can hide, in their order.
    blocks: Vec<Block<'t>>,
    parsed: Vec<Parsed>,
    declarations: Vec<Declaration>,
    steps: Vec<Step<'t>>,
    /// The selectors of the blocks that may hide.
    hiding: Index<'t>,
    /// Those of other blocks, as far as something that they set was hidden.
    others: Index<'t>,
    /// An element may have a class of texts for screen readers.
    has_screen_reader_names: bool,
    /// The classes of keys of `hiding`, and those of texts for screen readers.
    classes: Sieve<16>,
    /// Of the other blocks, those that set one of these properties are read.
    complete: Properties,
    /// Style sheets that are not read may give a text or what is behind it a colour.
    pub has_other_sheets: bool,
    work: Work,
}

impl<'t> Rules<'t> {
    /// Finds the rules of a page that may hide: those of its own sheets, or with `is_inner` those of its frames and shadow
    /// roots.
    pub fn of(tree: &'t Tree, is_inner: bool) -> Fallible<Self> {
        let mut blocks = Vec::new();
        let mut sheets = tree.elements_named(html::STYLE).filter_map(|node| text_of_sheet(node, is_inner)).peekable();
        // Without a sheet nobody asks for them.
        let has_sheets = sheets.peek().is_some();
        let names = if has_sheets {
            PageNames::of(tree)
        } else {
            PageNames::default()
        };
        for sheet in sheets {
            for block in Blocks::of(sheet, &names) {
                blocks.try_push(block)?;
            }
        }
        let mut rules = Rules {
            tree,
            parsed: try_filled(None, blocks.len())?,
            has_screen_reader_names: !has_sheets
                || Meaning::ScreenReader.words().iter().any(|class| names.sieve.may_have(place(class.as_bytes()))),
            names,
            blocks,
            declarations: Vec::new(),
            steps: Vec::new(),
            hiding: Index::new(tree.is_quirks()),
            others: Index::new(tree.is_quirks()),
            classes: Sieve::default(),
            complete: Properties::default(),
            has_other_sheets: tree.elements_named(html::LINK).any(|link| is_sheet(as_element(link))),
            work: Work::of_page(),
        };
        for class in Meaning::ScreenReader.words() {
            rules.classes.add(place(class.as_bytes()));
        }
        let colours = !rules.has_other_sheets;
        rules.read(true, |block| block.survey.may_hide(colours))?;
        Ok(rules)
    }

    /// Returns `true` if rules have other keys than classes.
    #[inline]
    pub fn have_other_keys(&self) -> bool {
        self.hiding.has_other_keys()
    }

    /// Returns `true` if rules may hide something: the classes and ids of elements matter.
    #[inline]
    pub fn may_hide(&self) -> bool {
        !self.hiding.is_empty()
    }

    /// Returns `true` if an element may have a class of texts for screen readers.
    #[inline]
    pub fn know_screen_reader_names(&self) -> bool {
        self.has_screen_reader_names
    }

    /// Returns `true` if a rule may have the class with this number as its key, or the class is one of texts for screen
    /// readers.
    #[inline]
    pub fn may_have_class(&self, place: u16) -> bool {
        self.classes.may_have(place)
    }

    /// Reads the selectors of some blocks, those that hide or others.
    fn read(&mut self, hiding: bool, wanted: impl Fn(&Block<'t>) -> bool) -> Fallible {
        let mut selectors = Vec::new();
        for (block, number) in self.blocks.iter().zip(0..) {
            // Those behind so many hide nothing.
            let most = (1usize << 16).saturating_sub(self.hiding.len() + self.others.len());
            if most == 0 || !wanted(block) {
                continue;
            }
            selector::read(block.prelude, most, self.tree, &self.names, &mut self.steps, &mut selectors)?;
            for selector in selectors.drain(..) {
                if !hiding {
                    self.others.add(selector, &mut self.steps, number)?;
                } else if let Some(class) = self.hiding.add(selector, &mut self.steps, number)? {
                    self.classes.add(place(class.as_bytes()));
                }
            }
        }
        Ok(())
    }

    /// Gives an element's style what the rules that it matches declare. Where that may hide a text, the other blocks that
    /// set the same properties are read, and heeded.
    /// `own` has the element's classes and id, and `ancestors` are the elements around it.
    pub fn apply(
        &mut self,
        node: NodeRef<'t>,
        own: &Attributes<'_>,
        ancestors: &[Ancestor],
        style: &mut Option<Box<Style>>,
    ) -> Fallible {
        self.apply_of(true, node, own, ancestors, style)?;
        let hiding = style.as_ref().map_or(Properties::default(), |style| style.hiding());
        if hiding.is_empty() {
            return Ok(());
        }
        let before = self.complete;
        let new = self.complete.add(hiding);
        if !new.is_empty() {
            let colours = !self.has_other_sheets;
            self.read(false, |block| {
                let sets = block.survey.sets;
                !block.survey.may_hide(colours) && sets.has_some_of(new) && !sets.has_some_of(before)
            })?;
        }
        self.apply_of(false, node, own, ancestors, style)
    }

    fn apply_of(
        &mut self,
        hiding: bool,
        node: NodeRef<'t>,
        own: &Attributes<'_>,
        ancestors: &[Ancestor],
        style: &mut Option<Box<Style>>,
    ) -> Fallible {
        let index = if hiding { &self.hiding } else { &self.others };
        let declarations = &mut self.declarations;
        let Some(element) = as_element(node) else {
            return Ok(());
        };
        let around = ancestors.last().map_or(Names::default(), |parent| parent.all);
        // Of most classes it is known that they are no keys of what hides.
        let classes = if hiding && !own.classes.may_match {
            ""
        } else {
            own.class
        };
        let names = (element.local(), own.id, classes);
        index.each(names, &around, &mut self.work, |selector, number, work| {
            let steps = &self.steps[selector.steps()];
            if !matches(steps, node, &own.classes.names, (self.tree, ancestors), work) {
                return Ok(());
            }
            let block = number as usize;
            let declared = match &self.parsed[block] {
                Some(declared) => declared.clone(),
                None => {
                    let start = declarations.len();
                    declarations::read(self.blocks[block].body, declarations)?;
                    self.parsed[block].insert(start..declarations.len()).clone()
                }
            };
            let origin = Origin::Rule {
                specificity: selector.specificity,
                block: number,
            };
            style.get_or_insert_default().declare(&declarations[declared], origin);
            Ok(())
        })
    }
}

/// Returns `true` for a `<link>` to a style sheet for screens.
fn is_sheet(link: Option<Element<'_>>) -> bool {
    let attribute = |name| link.and_then(|link| link.attr(name)).unwrap_or("");
    let mut relations = attribute(html::REL).split_ascii_whitespace();
    relations.any(|relation| relation.eq_ignore_ascii_case("stylesheet")) && media_applies(attribute(html::MEDIA))
}

/// Returns `true` for an element whose content has sheets of its own: a frame with its document, a shadow root.
#[inline]
pub fn begins_scope(element: Element<'_>) -> bool {
    match element.local() {
        html::IFRAME => element.attr(html::SRCDOC).is_some(),
        html::TEMPLATE => is_shadow_root(element),
        _ => false,
    }
}

/// Returns the text of a `<style>` that applies on a usual screen with scripts; `None` for another.
fn text_of_sheet(node: NodeRef<'_>, is_inner: bool) -> Option<&str> {
    let element = as_element(node)?;
    let kind = element.attr(html::TYPE).unwrap_or("").trim();
    if !kind.is_empty() && !kind.eq_ignore_ascii_case("text/css")
        || !media_applies(element.attr(html::MEDIA).unwrap_or(""))
    {
        return None;
    }
    let mut around = around(node).peekable();
    // What the parser has removed has no parent.
    around.peek()?;
    let mut inner = false;
    let is_elsewhere = around.any(|node| match node.value() {
        Node::Element(element) => {
            inner |= begins_scope(element);
            element.local() == html::NOSCRIPT || element.local() == html::TEMPLATE && !begins_scope(element)
        }
        _ => false,
    });
    if is_elsewhere || inner != is_inner {
        return None;
    }
    node.first_child()?.value().as_text()
}
