//! Random selectors, made of a page's own names and values. goce must select the same elements as the crate `scraper`
//! does in html5ever's tree of the page.

use ego_tree::iter::Edge;
use goce_core::html::{Budget, Node, names};
use goce_core::interrupts;
use goce_core::page::{Limits, Page};
use goce_rows::select::Selector;

use crate::html_reference::bounded;
use crate::html_reference::mutations::Random;
use crate::pages::golden_pages;

/// The names, ids, classes and attributes of a page's elements.
#[derive(Default)]
struct Words {
    names: Vec<String>,
    ids: Vec<String>,
    classes: Vec<String>,
    attributes: Vec<(String, String)>,
}

impl Words {
    fn of(page: &Page) -> Words {
        let mut words = Words::default();
        for edge in page.tree().root().traverse() {
            let goce_core::html::Edge::Open(node) = edge else {
                continue;
            };
            let Node::Element(element) = node.value() else {
                continue;
            };
            words.names.push(element.name().to_owned());
            for attribute in element.attrs() {
                let value = attribute.value();
                match attribute.local() {
                    names::ID => words.ids.push(value.to_owned()),
                    names::CLASS => {
                        let classes = value.split_ascii_whitespace().map(str::to_owned);
                        words.classes.extend(classes);
                    }
                    _ => words.attributes.push((attribute.name().to_owned(), value.to_owned())),
                }
            }
        }
        words
    }
}

/// Returns a name or a string with an escape for every character that may need one.
fn escaped(text: &str) -> String {
    let escape = |c: char| {
        if c.is_ascii_alphabetic() || !c.is_ascii() {
            c.to_string()
        } else {
            format!("\\{:x} ", u32::from(c))
        }
    };
    text.chars().map(escape).collect()
}

struct Maker<'w> {
    words: &'w Words,
    random: Random,
}

impl Maker<'_> {
    /// Returns one of these, between commas.
    fn one_of<'a>(&mut self, of: &'a str) -> &'a str {
        let of: Vec<&str> = of.split(',').collect();
        of[self.random.below(of.len())]
    }

    /// Returns one of the page's words, escaped; `none` where there are none.
    fn word(&mut self, of: &[String]) -> String {
        match of.len() {
            0 => "none".to_owned(),
            count => {
                let word = &of[self.random.below(count)];
                escaped(if word.is_empty() { "none" } else { word })
            }
        }
    }

    fn nth(&mut self) -> String {
        let kind = self.one_of("child,last-child,of-type,last-of-type");
        let formula = self.one_of("1,2,odd,even,2n+1,3n,-n+3,n+2,-2n+5");
        format!(":nth-{kind}({formula})")
    }

    fn attribute(&mut self) -> String {
        if self.words.attributes.is_empty() {
            return "[none]".to_owned();
        }
        let place = self.random.below(self.words.attributes.len());
        let (name, value) = &self.words.attributes[place];
        let name = escaped(name);
        let characters: Vec<char> = value.chars().collect();
        let from = self.random.below(characters.len());
        let until = from + self.random.below(characters.len() + 1 - from);
        let part = match self.random.below(4) {
            0 => value.clone(),
            1 => characters[..until].iter().collect(),
            2 => characters[from..].iter().collect(),
            _ => characters[from..until].iter().collect::<String>(),
        };
        let part = if self.random.below(3) == 0 {
            part.to_uppercase()
        } else {
            part
        };
        match self.one_of(",=,~=,|=,^=,$=,*=") {
            "" => format!("[{name}]"),
            operator => {
                let flag = self.one_of(",, i, s");
                format!("[{name}{operator}\"{}\"{flag}]", escaped(&part))
            }
        }
    }

    fn compound(&mut self, depth: usize, in_has: bool) -> String {
        let mut compound = match self.random.below(5) {
            0 | 1 => self.word(&self.words.names),
            2 => "*".to_owned(),
            _ => String::new(),
        };
        let parts = self.random.below(3);
        for _ in 0..parts.max(usize::from(compound.is_empty())) {
            compound += &match self.random.below(if depth > 0 { 10 } else { 6 }) {
                0 => format!("#{}", self.word(&self.words.ids)),
                1 | 2 => format!(".{}", self.word(&self.words.classes)),
                3 => self.attribute(),
                4 => self.nth(),
                5 => self
                    .one_of(
                        ":root,:empty,:first-child,:last-child,:only-child,:first-of-type,:last-of-type,:only-of-type",
                    )
                    .to_owned(),
                6 => format!(":not({})", self.list(depth - 1, in_has)),
                7 => format!(":is({})", self.list(depth - 1, in_has)),
                _ if in_has => format!(":where({})", self.list(depth - 1, in_has)),
                _ => {
                    let combinator = self.one_of(",,> ,+ ,~ ");
                    format!(":has({combinator}{})", self.complex(depth - 1, true))
                }
            };
        }
        compound
    }

    fn complex(&mut self, depth: usize, in_has: bool) -> String {
        let mut complex = self.compound(depth, in_has);
        for _ in 0..self.random.below(3) {
            complex += self.one_of(" , , > , + ,~");
            complex += &self.compound(depth, in_has);
        }
        complex
    }

    fn list(&mut self, depth: usize, in_has: bool) -> String {
        let mut list = self.complex(depth, in_has);
        while self.random.below(3) == 0 {
            list += ", ";
            list += &self.complex(depth, in_has);
        }
        list
    }
}

/// Returns the places of the matching elements among all elements outside of templates.
fn by_goce(page: &Page, selector: &str) -> Vec<usize> {
    let selector = Selector::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
    let selected = selector.select(page).unwrap();
    let all = Selector::parse("*").unwrap();
    let all = all.select(page).unwrap();
    let mut found = (0..selected.len()).map(|number| selected.id(number));
    let mut next = found.next();
    let mut places = Vec::new();
    for place in 0..all.len() {
        if next == Some(all.id(place)) {
            places.push(place);
            next = found.next();
        }
    }
    assert_eq!(next, None);
    places
}

fn by_scraper(html: &scraper::Html, selector: &str) -> Vec<usize> {
    let selector = scraper::Selector::parse(selector).unwrap();
    let (mut places, mut place, mut templates) = (Vec::new(), 0, 0);
    for edge in html.tree.root().traverse() {
        match edge {
            Edge::Open(node) => {
                if let Some(element) = scraper::ElementRef::wrap(node).filter(|_| templates == 0) {
                    if selector.matches(&element) {
                        places.push(place);
                    }
                    place += 1;
                }
                templates += usize::from(node.value().is_fragment());
            }
            Edge::Close(node) => templates -= usize::from(node.value().is_fragment()),
        }
    }
    places
}

/// Compares `count` selectors made for a page. Returns how many matched something.
fn compare(name: &str, html: &str, count: usize, seed: u64) -> usize {
    // scraper does not know that in quirks mode classes and ids have no case.
    let html = format!("<!DOCTYPE html>{html}");
    let page = Page::parse(&html, &Limits::default()).unwrap();
    let Some(reference) = bounded::parse(&html) else {
        return 0;
    };
    // goce reads pages written as XML differently from html5ever.
    let by_standard = goce_core::html::parse(&html, &Budget::default(), &mut interrupts::check).unwrap();
    if by_standard.len() != page.tree().len() {
        return 0;
    }
    let words = Words::of(&page);
    let mut maker = Maker {
        words: &words,
        random: Random(seed),
    };
    let mut matched = 0;
    for _ in 0..count {
        let selector = maker.list(2, false);
        if selector.len() > goce_rows::select::MAX_LENGTH {
            continue;
        }
        let expected = by_scraper(&reference, &selector);
        assert_eq!(by_goce(&page, &selector), expected, "{name}: {selector}");
        matched += usize::from(!expected.is_empty());
    }
    matched
}

#[test]
fn golden_pages_select_as_by_scraper() {
    let mut matched = 0;
    for (number, golden) in golden_pages().iter().enumerate() {
        matched += compare(&golden.name, &golden.html, 100, number as u64);
    }
    assert!(matched > 500, "{matched}");
}
