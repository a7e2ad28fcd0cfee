//! Selectors of CSS: compounds of a tag, an id and classes, within others by descent. What else a selector may say — a
//! state, an attribute, a sibling — depends on what this reader does not know, and the selector is not read.

use cssparser::{Parser, Token};

use super::page_names::{PageNames, is_of_name};
use super::sieve::{Sieve, place};
use crate::page::prelude::*;

/// A part of a selector, from right to left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'t> {
    /// A class, with its number in a [`Sieve`].
    Class(Cow<'t, str>, u16),
    /// An id, with its number.
    Id(Cow<'t, str>, u16),
    Tag(Name),
    /// What follows is about an element around.
    Descendant,
    /// What follows is about the parent.
    Child,
}

/// A selector: its parts, and its specificity (Selectors Level 4, section 17).
#[derive(Clone, Debug)]
pub struct Selector {
    start: u32,
    end: u32,
    pub specificity: u32,
}

impl Selector {
    /// Takes a part out of the compound on the right, given its place there.
    pub fn leave_out(&mut self, part: usize, steps: &mut [Step<'_>]) {
        let first = self.start as usize;
        steps.swap(first, first + part);
        self.start += 1;
    }

    /// Returns the places of its parts.
    pub fn steps(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Comparisons of elements with compounds, in one page, after which no selector matches any more.
const MOST_COMPARISONS: usize = 1 << 21;

/// Attributes of an element, or bytes of its classes, that are as much work as a comparison.
const LIGHT: usize = 64;

/// Reads the selectors of a rule, `most` at most. Appends their parts, and hands over each selector that can match in a
/// page with these names.
pub fn read<'t>(
    prelude: &'t str,
    most: usize,
    tree: &Tree,
    names: &PageNames,
    steps: &mut Vec<Step<'t>>,
    selectors: &mut Vec<Selector>,
) -> Fallible {
    if prelude.bytes().any(|byte| matches!(byte, b'\\' | b'/') || byte.is_ascii_uppercase()) {
        // Names that hold escapes, and those with capitals or behind comments, are copied.
        ask_for(2 * prelude.len())?;
    }
    let mut list = Some(prelude);
    while let Some(rest) = list.filter(|_| selectors.len() < most) {
        let start = steps.len();
        let mut reader = Reader {
            rest,
            specificity: 0,
            combinator: None,
            has_compound: false,
        };
        if reader.read(tree, names, steps)? {
            steps[start..].reverse();
            selectors.try_push(Selector {
                start: start as u32,
                end: steps.len() as u32,
                specificity: reader.specificity,
            })?;
        } else {
            steps.truncate(start);
        }
        list = behind_comma(reader.rest);
    }
    Ok(())
}

/// A selector that is read from left to right.
struct Reader<'t> {
    /// What is not read yet, with the selectors behind it.
    rest: &'t str,
    specificity: u32,
    /// What stands between the last compound and the next.
    combinator: Option<Step<'t>>,
    has_compound: bool,
}

impl<'t> Reader<'t> {
    /// Reads up to a comma. Returns `false` at something that is not read.
    fn read(&mut self, tree: &Tree, names: &PageNames, steps: &mut Vec<Step<'t>>) -> Fallible<bool> {
        loop {
            let (step, weight) = match self.rest.as_bytes() {
                [] | [b',', ..] => return Ok(self.has_compound && self.combinator != Some(Step::Child)),
                [b' ' | b'\t' | b'\n' | b'\r' | b'\x0c', ..] => {
                    if self.has_compound {
                        self.combinator.get_or_insert(Step::Descendant);
                    }
                    self.rest = &self.rest[1..];
                    continue;
                }
                [b'>', ..] if self.has_compound => {
                    self.combinator = Some(Step::Child);
                    self.rest = &self.rest[1..];
                    continue;
                }
                [b'/', b'*', ..] => {
                    self.rest = self.rest[2..].split_once("*/").map_or("", |(_, behind)| behind);
                    continue;
                }
                // What hides a sheet from browsers of the last century.
                [b'<', b'!', b'-', b'-', ..] => {
                    self.rest = &self.rest[4..];
                    continue;
                }
                [b'-', b'-', b'>', ..] => {
                    self.rest = &self.rest[3..];
                    continue;
                }
                [b'*', ..] => {
                    self.rest = &self.rest[1..];
                    (None, 0)
                }
                // A name that the page does not have matches nothing.
                [sign @ (b'.' | b'#'), ..] => {
                    self.rest = &self.rest[1..];
                    let name = self.name().map(|name| (place(name.as_bytes()), name));
                    match name.filter(|(place, _)| names.sieve.may_have(*place)) {
                        Some((place, name)) if *sign == b'#' => (Some(Step::Id(name, place)), 1 << 16),
                        Some((place, name)) if !is_without_scripts(&name) => (Some(Step::Class(name, place)), 1 << 8),
                        _ => return Ok(false),
                    }
                }
                _ => match self.name().and_then(|name| tree.find(&lower(&name))) {
                    Some(name) => (Some(Step::Tag(name)), 1),
                    None => return Ok(false),
                },
            };
            for step in self.combinator.take().into_iter().chain(step) {
                steps.try_push(step)?;
            }
            self.has_compound = true;
            self.specificity = self.specificity.saturating_add(weight);
        }
    }

    /// Reads the name that stands here, without a copy unless it holds escapes; `None` if none does.
    fn name(&mut self) -> Option<Cow<'t, str>> {
        let bytes = self.rest.as_bytes();
        let length = bytes.iter().position(|byte| !is_of_name(*byte)).unwrap_or(bytes.len());
        let begins = |byte: &u8| is_of_name(*byte) && !matches!(byte, b'0'..=b'9' | b'-');
        if bytes.first().is_some_and(begins) && bytes.get(length) != Some(&b'\\') {
            let (name, behind) = self.rest.split_at(length);
            self.rest = behind;
            return Some(Cow::Borrowed(name));
        }
        let mut parser = Parser::new(self.rest);
        let Ok(Token::Ident(name)) = parser.next_including_whitespace().cloned() else {
            return None;
        };
        let (written, behind) = self.rest.split_at(parser.position().byte_index());
        self.rest = behind;
        Some(if written == &*name {
            Cow::Borrowed(written)
        } else {
            Cow::Owned(name.to_string())
        })
    }
}

/// Returns `true` for a class that a page's first script takes away.
fn is_without_scripts(class: &str) -> bool {
    ["no-js", "nojs", "no_js"].iter().any(|known| class.eq_ignore_ascii_case(known))
}

/// Returns a name in lower case.
fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// Returns what stands behind the first comma of a list of selectors.
fn behind_comma(list: &str) -> Option<&str> {
    let (before, behind) = list.split_once(',')?;
    if !before.bytes().any(|byte| matches!(byte, b'(' | b'[' | b'{' | b'"' | b'\'' | b'\\' | b'/')) {
        return Some(behind);
    }
    let mut parser = Parser::new(list);
    while *parser.next().ok()? != Token::Comma {}
    Some(&list[parser.position().byte_index()..])
}

/// What a comparison is in looks at the keys of a selector.
const LOOKS: usize = 16;

/// The work that comparisons of elements with selectors may still take.
#[derive(Debug)]
pub struct Work {
    /// In looks at selectors.
    left: usize,
    countdown: Countdown,
}

impl Work {
    /// Returns the work for a page: so many comparisons of an element with a compound.
    pub fn of_page() -> Self {
        Work {
            left: MOST_COMPARISONS * LOOKS,
            countdown: Countdown::new(CHECK_BYTES),
        }
    }

    /// Returns `false` where too much was done.
    #[inline]
    pub fn is_left(&self) -> bool {
        self.left > 0
    }

    /// Counts looks at selectors.
    pub fn look(&mut self, looks: usize) {
        self.countdown.charge(looks);
        self.left = self.left.saturating_sub(looks);
    }

    fn compare(&mut self, comparisons: usize) {
        self.look(comparisons.saturating_mul(LOOKS));
    }
}

/// The classes and ids of some elements.
pub type Names = Sieve<4>;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub struct Ancestor {
    pub id: NodeId,
    pub own: Names,
    /// Its names, and those of the elements around it.
    pub all: Names,
}

/// Returns `true` if an element with these names matches a selector, given its parts and the elements around it, outermost
/// first. In quirks mode classes and ids match in any case (Selectors Level 4, section 6.1).
pub fn matches(
    steps: &[Step<'_>],
    node: NodeRef<'_>,
    own: &Names,
    (tree, ancestors): (&Tree, &[Ancestor]),
    work: &mut Work,
) -> bool {
    let end_of = |at: usize| {
        let length = steps[at..].iter().position(|step| matches!(step, Step::Descendant | Step::Child));
        length.map_or(steps.len(), |length| at + length)
    };
    let mut end = end_of(0);
    if !compound_matches(&steps[..end], || Some(node), own, tree.is_quirks(), work) {
        return false;
    }
    let mut around = ancestors;
    // The compound that an element around must match, and the elements around the innermost one that was tried for it.
    let mut retry: Option<(Range<usize>, &[Ancestor])> = None;
    loop {
        let Some(combinator) = steps.get(end) else {
            return true;
        };
        let mut compound = end + 1..end_of(end + 1);
        if *combinator == Step::Descendant {
            retry = Some((compound.clone(), around));
        }
        loop {
            let Some((ancestor, outer)) = around.split_last() else {
                return false;
            };
            around = outer;
            let node = || tree.get(ancestor.id);
            if compound_matches(&steps[compound.clone()], node, &ancestor.own, tree.is_quirks(), work) {
                break;
            }
            // A nearer element may match and its parent not, where one further out does.
            let Some((again, [tried @ .., _])) = retry else {
                return false;
            };
            (compound, around) = (again.clone(), tried);
            retry = Some((again, tried));
        }
        end = compound.end;
    }
}

fn compound_matches<'t>(
    steps: &[Step<'_>],
    node: impl FnOnce() -> Option<NodeRef<'t>>,
    own: &Names,
    is_quirks: bool,
    work: &mut Work,
) -> bool {
    let may_have = |step: &Step<'_>| match step {
        Step::Class(_, place) | Step::Id(_, place) => own.may_have(*place),
        _ => true,
    };
    if !work.is_left() {
        return false;
    }
    if !steps.iter().all(may_have) {
        work.look(1);
        return false;
    }
    let Some(element) = node().and_then(as_element) else {
        return false;
    };
    work.compare(1);
    // Its tag stands last, and is looked at first.
    let steps = match steps {
        [steps @ .., Step::Tag(name)] if element.local() == *name => steps,
        [.., Step::Tag(_)] => return false,
        steps => steps,
    };
    if steps.is_empty() {
        return true;
    }
    let is_same = |one: &str, other: &str| one == other || is_quirks && one.eq_ignore_ascii_case(other);
    let (mut id, mut classes, mut attributes) = (None, "", 0);
    for attribute in element.attrs() {
        attributes += 1;
        match attribute.local() {
            names::ID => id = id.or(Some(attribute.value().trim())),
            names::CLASS if classes.is_empty() => classes = attribute.value(),
            _ => {}
        }
    }
    // An element may have most of the page's attributes, or classes.
    work.compare(attributes / LIGHT + steps.len() * classes.len() / LIGHT);
    if !work.is_left() {
        return false;
    }
    let is_met = |step: &Step<'_>| match step {
        Step::Id(name, _) => id.is_some_and(|id| is_same(id, name)),
        Step::Class(name, _) => {
            classes.len() >= name.len() && classes.split_ascii_whitespace().any(|class| is_same(class, name))
        }
        Step::Tag(name) => element.local() == *name,
        Step::Descendant | Step::Child => false,
    };
    steps.chunks(64).enumerate().all(|(number, some)| {
        if number > 0 {
            interrupts::check();
        }
        some.iter().all(is_met)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of(node: NodeRef<'_>) -> Names {
        let mut names = Names::default();
        let element = as_element(node).unwrap();
        for value in [names::ID, names::CLASS].iter().filter_map(|name| element.attr(*name)) {
            value.split_whitespace().for_each(|name| names.add(place(name.as_bytes())));
        }
        names
    }

    fn is_match(steps: &[Step<'_>], node: NodeRef<'_>, tree: &Tree, work: &mut Work) -> bool {
        let around = around(node);
        let mut ancestors: Vec<Ancestor> = around
            .filter(|node| node.value().is_element())
            .map(|node| Ancestor {
                id: node.id(),
                own: names_of(node),
                all: Names::default(),
            })
            .collect();
        ancestors.reverse();
        matches(steps, node, &names_of(node), (tree, &ancestors), work)
    }

    /// Returns the ids of the elements that match, with the specificity of the first selector that does.
    fn found(selectors: &str, html: &str) -> Vec<(String, u32)> {
        let page = Page::sample(html);
        let (mut steps, mut list) = (Vec::new(), Vec::new());
        read(selectors, 100, page.tree(), &PageNames::of(page.tree()), &mut steps, &mut list).unwrap();
        let mut work = Work::of_page();
        let elements = page.tree().root().descendants().filter(|node| node.value().is_element());
        let mut matching = |node: NodeRef<'_>| {
            let found =
                list.iter().find(|selector| is_match(&steps[selector.steps()], node, page.tree(), &mut work))?;
            let id = as_element(node)?.attr(names::ID)?;
            Some((id.to_owned(), found.specificity))
        };
        elements.filter_map(&mut matching).collect()
    }

    #[test]
    fn selectors_match() {
        let html = "<!doctype html><div id=a class='x y'><p id=b class=z><b id=c>1</b></p></div><div class=x id=d><i id=e class='a:b'>";
        let ids = |selectors| found(selectors, html).into_iter().map(|(id, _)| id).collect::<Vec<_>>().join("");
        for [selectors, expected] in cases(
            "
            .x => ad
            .x.y => a
            #b => b
            P => b
            div.x > p => b
            div b => c
            div > b =>
            body div.y b, i => ce
            .y > .z > b => c
            body > .x i => e
            .a\\:b => e
            * => abcde
            .x * => bce
            .x:hover, .z => b
            [class], .q, .x + .x, .x ~ .x =>
            .no-js .x, .x >, > .x =>
            .X, #B =>
            <!-- .y => a
            . x =>
            :is(.q, .z), i => e
            /* .x, */ .z => b
            #\\62 , ._x, -x, .5x, #5 => b",
        ) {
            assert_eq!(ids(selectors), expected, "{selectors}");
        }
        assert_eq!(found("#a.x.y, div", html)[0].1, 1 << 16 | 2 << 8);
        assert_eq!(found("div > p b", html)[0].1, 3);
        assert_eq!(found(".X, #B", "<p id=b>")[0].0, "b", "quirks");
    }

    #[test]
    fn an_element_further_out_may_match() {
        let html = "<p id=a class=a><span class=b><b class=x><i class=b><u id=c class=c>";
        let html = html.replace("<p", "<div");
        assert_eq!(found(".a > .b .c", &html).len(), 1);
        assert_eq!(found(".x > .b > .a .c", &html).len(), 0);
    }

    #[test]
    fn work_is_bounded() {
        let html = format!("<p class=b></p>{}", "<div class=a>".repeat(201));
        let page = Page::sample(&html);
        let selector = format!(".b {}", ".a ".repeat(50));
        let (mut steps, mut list) = (Vec::new(), Vec::new());
        read(&selector, 100, page.tree(), &PageNames::of(page.tree()), &mut steps, &mut list).unwrap();
        let mut work = Work::of_page();
        for node in page.tree().root().descendants().filter(|node| node.value().is_element()) {
            assert!(!is_match(&steps, node, page.tree(), &mut work));
        }
        assert!(work.left > (MOST_COMPARISONS - 50 * 200 * 200) * LOOKS);
    }
}
