//! Where an element may be written so that a parser puts it nowhere else.
//!
//! Every end tag is written, so only a start tag can make a parser rearrange the tree: it may end elements that are
//! open, be ignored, or move out of a table. [`Nesting`] keeps the open elements and returns, by the parser's rules
//! (HTML standard, section 13.2.6.4), the effect of a start tag.

use super::allowed::Allowed;
use super::allowed::ElementKind::{self, *};
use crate::html::MAX_OPEN;
use TagEffect::*;

/// How an open element of the page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written<'p> {
    Nothing,
    /// Its start tag is written. The end tag must follow.
    Open(Allowed<'p>),
    /// A block has ended it. It opens again before the next text in it.
    Waiting(Allowed<'p>),
    /// The element never holds anything.
    Void(Allowed<'p>),
}

/// The effect of a start tag on a parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagEffect {
    /// It opens its element.
    Fits,
    /// It ends the paragraph at this depth.
    EndsParagraph(usize),
    /// It has another effect.
    DoesNotFit,
}

/// Elements that parsers count as open around the written ones: the document, `<html>`, `<head>` and `<body>`.
const AROUND: usize = 4;

/// The open elements of the page, outermost first: the position of each, and how it is written.
#[derive(Debug, Default)]
pub struct Nesting<'p> {
    elements: Vec<(usize, Written<'p>)>,
}

impl<'p> Nesting<'p> {
    pub fn push(&mut self, position: usize, written: Written<'p>) {
        self.elements.push((position, written));
    }

    pub fn pop(&mut self) -> Option<Written<'p>> {
        self.elements.pop().map(|(_, written)| written)
    }

    /// The elements that are written and open, innermost first.
    fn open(&self) -> impl Iterator<Item = (usize, Allowed<'p>)> {
        let elements = self.elements.iter().enumerate().rev();
        elements.filter_map(|(depth, (_, written))| match written {
            Written::Open(element) => Some((depth, *element)),
            _ => None,
        })
    }

    /// Returns `true` for a sign that readers see by the elements that are open: of a quotation, of a reading, of what
    /// is raised, in which links and the like may be the innermost elements.
    pub fn shows(&self, sign: &str) -> bool {
        let mut open = self.open().map(|(_, element)| element.name);
        match sign {
            "\"" => open.any(|name| name == "q"),
            "(" | ")" => {
                let is_around = |name: &&str| matches!(*name, "ruby" | "rtc");
                open.find(|name| *name == "rt" || is_around(name)) == Some("rt") && open.any(|name| is_around(&name))
            }
            _ => open.take(8).any(|name| matches!(name, "sup" | "sub")),
        }
    }

    /// Returns the effect of a start tag here.
    pub fn effect(&self, element: Allowed<'_>) -> TagEffect {
        let kind = element.kind;
        let around = self.open().next().map(|(_, around)| around);
        let parent = around.map(|around| around.kind);
        let fits = match kind {
            Caption | Rows => parent == Some(Table),
            Row => parent == Some(Rows),
            Cell => parent == Some(Row),
            // Between the cells it would move before the table.
            _ if parent.is_some_and(ElementKind::is_skeleton) => false,
            // Parsers would end or repeat one of the same name.
            Formatting => !self.is_in(|other| other.name == element.name),
            Ruby => {
                let ends = around
                    .is_some_and(|around| is_implied(around.kind) && (around.name, element.name) != ("rtc", "rt"));
                !ends || !self.is_in(|other| other.name == "ruby")
            }
            _ => true,
        };
        if !fits {
            return DoesNotFit;
        }
        if kind.ends_paragraph()
            && let Some((depth, _)) = self.in_scope().find(|(_, other)| other.kind == Paragraph)
        {
            return EndsParagraph(depth);
        }
        let ends_another = match kind {
            Heading => parent == Some(Heading),
            Item | Definition => self.is_in_item(kind),
            _ => false,
        };
        if ends_another || self.is_full(kind) {
            DoesNotFit
        } else {
            Fits
        }
    }

    /// Returns `true` if so many elements are open that a parser would close the innermost one first.
    fn is_full(&self, kind: ElementKind) -> bool {
        let open = AROUND + 2 * self.elements.len();
        if kind.is_void() || open < MAX_OPEN {
            return false;
        }
        // Parsers also keep a list of the formatting elements that are open.
        let counted = self.open().map(|(_, element)| 1 + usize::from(element.kind == Formatting));
        AROUND + counted.sum::<usize>() >= MAX_OPEN
    }

    /// Returns the open elements that affect parsing here, innermost first.
    fn in_scope(&self) -> impl Iterator<Item = (usize, Allowed<'p>)> {
        self.open().take_while(|(_, element)| !element.kind.is_scope())
    }

    fn is_in(&self, is_such: impl Fn(Allowed<'_>) -> bool) -> bool {
        self.in_scope().any(|(_, element)| is_such(element))
    }

    /// Returns `true` if an item of a list is open that another item would end.
    fn is_in_item(&self, kind: ElementKind) -> bool {
        let is_passed = |other: Allowed<'_>| {
            matches!(other.kind, Inline | Formatting | Ruby) || matches!(other.name, "address" | "div" | "p")
        };
        let mut open = self.open().map(|(_, other)| other);
        open.find(|other| other.kind == kind || !is_passed(*other)).is_some_and(|other| other.kind == kind)
    }

    /// Returns the depth of the outermost element of the table's skeleton directly around this place.
    pub fn skeleton(&self) -> Option<usize> {
        let open = self.open().take_while(|(_, element)| element.kind.is_skeleton());
        open.last().map(|(depth, _)| depth)
    }

    /// Ends the open elements from a depth on, and returns them, innermost first. With `again`, paragraphs and
    /// formatting wait to be opened again.
    pub fn end_from(&mut self, depth: usize, again: bool) -> Vec<Allowed<'p>> {
        let mut ended = Vec::new();
        for (_, written) in self.elements.iter_mut().skip(depth).rev() {
            if let Written::Open(element) = *written {
                ended.push(element);
                let waits = again && matches!(element.kind, Paragraph | Formatting);
                *written = if waits {
                    Written::Waiting(element)
                } else {
                    Written::Nothing
                };
            }
        }
        ended
    }

    /// Returns the outermost waiting element with nothing open in it: depth, position, and element.
    pub fn waiting(&self) -> Option<(usize, usize, Allowed<'p>)> {
        let mut found = None;
        for (depth, (position, written)) in self.elements.iter().enumerate().rev() {
            match written {
                Written::Open(_) => break,
                Written::Waiting(element) => found = Some((depth, *position, *element)),
                Written::Nothing | Written::Void(_) => {}
            }
        }
        found
    }

    /// Sets how the element at a depth is written.
    pub fn set(&mut self, depth: usize, written: Written<'p>) {
        if let Some((_, element)) = self.elements.get_mut(depth) {
            *element = written;
        }
    }
}

/// Returns `true` for elements that parts of `<ruby>` end, because their end tags may be missing.
fn is_implied(kind: ElementKind) -> bool {
    matches!(kind, Definition | Item | Paragraph | Ruby)
}

#[cfg(test)]
mod tests {
    use super::super::allowed::allowed;
    use super::*;

    /// Returns the effect of the start tag of the last element where the others are open.
    fn effect(names: &str) -> TagEffect {
        let mut names: Vec<&str> = names.split(' ').collect();
        let last = allowed(names.pop().unwrap()).unwrap();
        let mut nesting = Nesting::default();
        for name in names {
            nesting.push(0, Written::Open(allowed(name).unwrap()));
        }
        nesting.effect(last)
    }

    #[test]
    fn what_parsers_rearrange_does_not_fit() {
        for names in crate::lines(
            "
            a b a
            i i
            h1 h2
            ul li li
            ul li div li
            dl dd p dt
            table td
            table tr
            table p
            table tbody img
            tbody
            td
            ruby rt rb
            ruby p rt",
        ) {
            assert_ne!(effect(names), Fits, "{names}");
        }
        for names in ["p p", "p sub hr", "p li"] {
            assert_eq!(effect(names), EndsParagraph(0), "{names}");
        }
        assert_eq!(effect("div p b table"), EndsParagraph(1));
    }

    #[test]
    fn what_is_deeper_than_parsers_read_does_not_fit() {
        let divs = |count| vec!["div"; count].join(" ");
        let most = MAX_OPEN - AROUND;
        assert_eq!(effect(&divs(most)), Fits);
        assert_eq!(effect(&divs(most + 1)), DoesNotFit);
        assert_eq!(effect(&format!("{} br", divs(most))), Fits);
        assert_eq!(effect(&format!("b {}", divs(most - 2))), Fits);
        assert_eq!(effect(&format!("b {}", divs(most - 1))), DoesNotFit);
    }

    #[test]
    fn the_rest_fits() {
        for names in crate::lines(
            "
            a table tbody tr td a
            p
            b p
            h1 b h2
            h1 div
            ul li ul li
            ul li blockquote li
            table caption table
            table thead tr th p
            ruby rb
            sub sub
            ruby rtc rt
            rt",
        ) {
            assert_eq!(effect(names), Fits, "{names}");
        }
    }
}
