//! The rules of a page's own `<style>` elements that can hide text, and which of them an element matches.
//!
//! Style sheets elsewhere are not read: an archive has them seldom. Most rules are looked at no further than
//! [`Blocks`]: first only those that may hide are parsed, and the others that set the same properties when one of those
//! has matched.

use std::borrow::Cow;
use std::ops::Range;

use super::blocks::{Block, Blocks, media_applies};
use super::declarations::{self, Declaration};
use super::names::SCREEN_READER;
use super::property::Properties;
use super::selector::{self, Selector, Step, Work, matches};
use super::style::{Origin, Style};
use crate::html::{Element, Name, NodeRef, Tree, names};
use crate::keyed::Map;
use crate::memory::{OutOfMemory, TryPush, try_filled};

/// Selectors of a page that are read at most. Those behind them hide nothing.
const MOST_SELECTORS: usize = 1 << 16;

/// No further selector with the same key.
const NONE: u32 = u32::MAX;

/// A selector of a rule, in the order of the page.
#[derive(Debug)]
struct Rule {
    selector: Selector,
    block: u32,
    /// The rule before with the same key, or [`NONE`].
    next: u32,
}

/// The parsed declarations of a block, once it has matched.
type Parsed = Option<Range<u32>>;

#[derive(Debug)]
pub struct Rules<'t> {
    tree: &'t Tree,
    /// The blocks that set a property that can hide, in their order.
    blocks: Vec<Block<'t>>,
    parsed: Vec<Parsed>,
    declarations: Vec<Declaration>,
    steps: Vec<Step<'t>>,
    rules: Vec<Rule>,
    /// The last rule of each key: a class or an id of the compound on the right, or else its tag.
    by_class: Map<Cow<'t, str>, u32>,
    by_id: Map<Cow<'t, str>, u32>,
    by_tag: Map<Name, u32>,
    /// The last rule without a key.
    of_all: u32,
    classes: Sieve,
    /// Of the blocks that hide nothing, those that set one of these properties are among the rules too.
    complete: Properties,
    /// Style sheets that are not read may give a text or what is behind it a colour.
    has_other_sheets: bool,
    work: Work,
}

impl<'t> Rules<'t> {
    /// Finds the rules of a page that may hide.
    pub fn of(tree: &'t Tree) -> Result<Self, OutOfMemory> {
        let mut rules = Rules {
            tree,
            blocks: Vec::new(),
            parsed: Vec::new(),
            declarations: Vec::new(),
            steps: Vec::new(),
            rules: Vec::new(),
            by_class: Map::default(),
            by_id: Map::default(),
            by_tag: Map::default(),
            of_all: NONE,
            classes: Sieve::default(),
            complete: Properties::default(),
            has_other_sheets: tree.elements_named(names::LINK).any(|link| is_sheet(link.value().as_element())),
            work: Work::of_page(),
        };
        for class in SCREEN_READER {
            rules.classes.add(class.as_bytes());
        }
        for sheet in tree.elements_named(names::STYLE).filter_map(text_of_sheet) {
            for block in Blocks::of(sheet) {
                rules.blocks.try_push(block)?;
            }
        }
        rules.parsed = try_filled(None, rules.blocks.len())?;
        let colours = !rules.has_other_sheets;
        rules.read(|block| block.survey.may_hide(colours))?;
        Ok(rules)
    }

    /// Returns `true` if style sheets that are not read may give texts and what is behind them colours.
    pub fn has_other_sheets(&self) -> bool {
        self.has_other_sheets
    }

    /// Returns `true` if rules have other keys than classes.
    #[inline]
    pub fn have_other_keys(&self) -> bool {
        self.of_all != NONE || !self.by_id.is_empty() || !self.by_tag.is_empty()
    }

    /// Returns `true` if a rule may have this class as its key, or the class is one of texts for screen readers.
    #[inline]
    pub fn may_have_class(&self, class: &str) -> bool {
        self.classes.may_have(class.as_bytes())
    }

    /// Reads the selectors of some blocks, and finds them by their keys from then on.
    fn read(&mut self, wanted: impl Fn(&Block<'t>) -> bool) -> Result<(), OutOfMemory> {
        let mut selectors = Vec::new();
        for number in 0..self.blocks.len() {
            let block = self.blocks[number];
            if !wanted(&block) || self.rules.len() > MOST_SELECTORS {
                continue;
            }
            selector::read(block.prelude, self.tree, &mut self.steps, &mut selectors)?;
            for selector in selectors.drain(..) {
                self.add(selector, number as u32)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, selector: Selector, block: u32) -> Result<(), OutOfMemory> {
        let number = self.rules.len() as u32;
        let right = self.steps[selector.steps()].iter();
        let right = right.take_while(|step| !matches!(step, Step::Descendant | Step::Child));
        let folded = |name: &Cow<'t, str>| match self.tree.is_quirks() {
            true => Cow::Owned(name.to_ascii_lowercase()),
            false => name.clone(),
        };
        let mut key: Option<&Step<'t>> = None;
        for step in right {
            match (step, key) {
                (Step::Id(_), _) => key = Some(step),
                (Step::Class(_), None | Some(Step::Tag(_))) => key = Some(step),
                (Step::Tag(_), None) => key = Some(step),
                _ => {}
            }
        }
        let last = match key {
            Some(Step::Id(id)) => {
                self.by_id.try_reserve(1)?;
                self.by_id.entry(folded(id)).or_insert(NONE)
            }
            Some(Step::Class(class)) => {
                let class = folded(class);
                self.classes.add(class.as_bytes());
                self.by_class.try_reserve(1)?;
                self.by_class.entry(class).or_insert(NONE)
            }
            Some(Step::Tag(name)) => {
                self.by_tag.try_reserve(1)?;
                self.by_tag.entry(*name).or_insert(NONE)
            }
            _ => &mut self.of_all,
        };
        let next = std::mem::replace(last, number);
        self.rules.try_push(Rule { selector, block, next })
    }

    /// Gives an element's style what the rules that it matches declare. Where that may hide a text, the other blocks that
    /// set the same properties are read.
    pub fn apply(&mut self, node: NodeRef<'t>, element: Element<'t>, style: &mut Style) -> Result<(), OutOfMemory> {
        self.apply_read(node, element, style)?;
        let before = self.complete;
        let new = self.complete.add(style.hiding());
        if !new.is_empty() {
            let colours = !self.has_other_sheets;
            self.read(|block| {
                let sets = block.survey.sets;
                !block.survey.may_hide(colours) && sets.has_some_of(new) && !sets.has_some_of(before)
            })?;
            *style = Style::default();
            self.apply_read(node, element, style)?;
        }
        Ok(())
    }

    fn apply_read(&mut self, node: NodeRef<'t>, element: Element<'t>, style: &mut Style) -> Result<(), OutOfMemory> {
        self.apply_chain(self.of_all, node, style)?;
        if !self.by_tag.is_empty() {
            self.apply_chain(self.by_tag.get(&element.local()).copied().unwrap_or(NONE), node, style)?;
        }
        if !self.by_id.is_empty()
            && let Some(id) = element.attr(names::ID)
        {
            let id = self.folded(id.trim());
            self.apply_chain(self.by_id.get(&*id).copied().unwrap_or(NONE), node, style)?;
        }
        if !self.by_class.is_empty()
            && let Some(classes) = element.attr(names::CLASS)
        {
            for class in classes.split_ascii_whitespace() {
                let class = self.folded(class);
                if self.may_have_class(&class) {
                    self.apply_chain(self.by_class.get(&*class).copied().unwrap_or(NONE), node, style)?;
                }
            }
        }
        Ok(())
    }

    fn folded<'a>(&self, name: &'a str) -> Cow<'a, str> {
        if self.tree.is_quirks() && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        }
    }

    /// Gives a style what the rules with one key declare, from the last one back.
    fn apply_chain(&mut self, last: u32, node: NodeRef<'t>, style: &mut Style) -> Result<(), OutOfMemory> {
        let mut number = last;
        while let Some(rule) = self.rules.get(number as usize) {
            let (block, specificity) = (rule.block as usize, rule.selector.specificity);
            number = rule.next;
            let steps = &self.steps[rule.selector.steps()];
            if !matches(steps, node, self.tree.is_quirks(), &mut self.work) {
                continue;
            }
            let declared = match &self.parsed[block] {
                Some(declared) => declared.clone(),
                None => {
                    let start = self.declarations.len() as u32;
                    declarations::read(self.blocks[block].body, &mut self.declarations)?;
                    let declared = start..self.declarations.len() as u32;
                    self.parsed[block] = Some(declared.clone());
                    declared
                }
            };
            let origin = Origin::Rule {
                specificity,
                block: block as u32,
            };
            style.declare(&self.declarations[declared.start as usize..declared.end as usize], origin);
        }
        Ok(())
    }
}

/// Returns `true` for a `<link>` to a style sheet for screens.
fn is_sheet(link: Option<Element<'_>>) -> bool {
    let attribute = |name| link.and_then(|link| link.attr(name)).unwrap_or("");
    let mut relations = attribute(names::REL).split_ascii_whitespace();
    relations.any(|relation| relation.eq_ignore_ascii_case("stylesheet")) && media_applies(attribute(names::MEDIA))
}

/// Returns the text of a `<style>` that applies on a usual screen with scripts; `None` for another.
fn text_of_sheet(node: NodeRef<'_>) -> Option<&str> {
    let element = node.value().as_element()?;
    let kind = element.attr(names::TYPE).unwrap_or("").trim();
    if !kind.is_empty() && !kind.eq_ignore_ascii_case("text/css")
        || !media_applies(element.attr(names::MEDIA).unwrap_or(""))
    {
        return None;
    }
    let mut around = std::iter::successors(node.parent(), |node| node.parent()).peekable();
    // What the parser has removed has no parent.
    around.peek()?;
    let is_elsewhere = around.any(|node| match node.value() {
        crate::html::Node::Fragment => true,
        value => value.as_element().is_some_and(|element| element.local() == names::NOSCRIPT),
    });
    if is_elsewhere {
        return None;
    }
    node.first_child()?.value().as_text()
}

/// A set of words by one bit of a number made of each: it may say that it has a word that was not added.
#[derive(Debug, Default)]
struct Sieve {
    bits: [u64; 16],
}

impl Sieve {
    fn place(word: &[u8]) -> usize {
        let [Some(first), Some(last)] = [word.first(), word.last()] else {
            return 0;
        };
        let middle = &word[word.len() / 2];
        // In any case of ASCII's letters.
        let [first, middle, last] = [first, middle, last].map(|byte| usize::from(byte | 0x20));
        (word.len() * 41 + first * 7 + middle * 3 + last * 29) % 1024
    }

    fn add(&mut self, word: &[u8]) {
        let place = Sieve::place(word);
        self.bits[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn may_have(&self, word: &[u8]) -> bool {
        let place = Sieve::place(word);
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }
}
