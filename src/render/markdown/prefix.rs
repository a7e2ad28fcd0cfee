//! Lines of blocks, with what stands before them in lists, quotations and footnotes.

use html5ever::local_name;

use crate::page::{Display, Page, Tag};

/// Quotations and items within each other that are written as such; what is deeper stands at this
/// depth. What stands before a line is bounded by it.
const MAX_DEPTH: usize = 16;

/// The greatest number of an item.
const MAX_NUMBER: u32 = 999_999_999;

/// What a block is, as far as the next one cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph,
    Other,
}

#[derive(Clone, Debug)]
enum Kind {
    Quote,
    List(List),
    /// An item, or a footnote: what stands before its first line, and the width before the others.
    Item(String, usize),
}

#[derive(Clone, Debug)]
struct List {
    /// The number of the next item, if they have numbers.
    number: Option<u32>,
    marker: char,
    is_loose: bool,
    /// The width of the last item's marker; 0 before the first one is written.
    width: usize,
}

impl List {
    /// What stands before its next item, so many being left out before, or of this number.
    fn next_marker(&mut self, skipped: usize, value: Option<u32>) -> String {
        let Some(number) = &mut self.number else {
            return format!("{} ", self.marker);
        };
        let skipped = u32::try_from(skipped).unwrap_or(MAX_NUMBER);
        let this = value.unwrap_or(number.saturating_add(skipped));
        let this = this.min(MAX_NUMBER);
        *number = this.saturating_add(1);
        format!("{this}{} ", self.marker)
    }
}

#[derive(Clone, Debug)]
struct Container {
    /// The element that it ends with.
    element: usize,
    kind: Kind,
    /// Whether a block in it is written.
    has_begun: bool,
}

/// Markdown under construction, block by block.
#[derive(Debug, Default)]
pub struct Lines {
    out: String,
    containers: Vec<Container>,
    /// The number of containers around the last block, and what it is.
    last: Option<(usize, Block)>,
    /// A list that ended, with nothing behind it: the containers around it, and its marker.
    ended_list: Option<(usize, char)>,
}

impl Lines {
    pub fn finish(self) -> String {
        self.out
    }

    fn is_full(&self) -> bool {
        let deep = self
            .containers
            .iter()
            .filter(|container| !matches!(container.kind, Kind::List(_)));
        deep.count() >= MAX_DEPTH
    }

    fn push(&mut self, element: usize, kind: Kind) {
        self.containers.push(Container {
            element,
            kind,
            has_begun: false,
        });
    }

    pub fn open_quote(&mut self, element: usize) {
        self.enter_item();
        if !self.is_full() {
            self.push(element, Kind::Quote);
        }
    }

    pub fn open_note(&mut self, element: usize, label: &str) {
        // Never within a list: what was a list of footnotes is none any more.
        while let Some(Container {
            kind: Kind::List(_),
            ..
        }) = self.containers.last()
        {
            self.pop();
        }
        if !self.is_full() {
            self.push(element, Kind::Item(format!("[^{label}]: "), 4));
        }
    }

    pub fn open_list(&mut self, page: &Page, element: usize, is_ordered: bool) {
        self.enter_item();
        if self.is_full() {
            return;
        }
        let start = page
            .attribute(element, &local_name!("start"))
            .and_then(|start| start.trim().parse::<i64>().ok())
            .map_or(1, |start| start.clamp(0, i64::from(MAX_NUMBER)) as u32);
        let is_loose = page
            .children(element)
            .filter(|&child| page.nodes()[child].tag() == Tag::Li)
            .any(|item| {
                page.children(item).any(|child| {
                    let tag = page.nodes()[child].tag();
                    tag.display() == Display::Paragraph && tag != Tag::Pre
                })
            });
        self.push_list(element, is_ordered.then_some(start), is_loose);
    }

    fn push_list(&mut self, element: usize, number: Option<u32>, is_loose: bool) {
        let markers = if number.is_some() {
            ['.', ')']
        } else {
            ['-', '*']
        };
        let follows = self.ended_list == Some((self.containers.len(), markers[0]));
        let list = List {
            number,
            marker: markers[usize::from(follows)],
            is_loose,
            width: 0,
        };
        self.push(element, Kind::List(list));
    }

    pub fn open_item(&mut self, page: &Page, element: usize) {
        self.end_open_item();
        if self.is_full() {
            return;
        }
        let parent = page.nodes().get(element).map_or(0, |node| node.parent());
        if !matches!(
            self.containers.last(),
            Some(Container {
                kind: Kind::List(_),
                ..
            })
        ) {
            let tag = page.nodes().get(parent).map(|node| node.tag());
            self.push_list(parent, (tag == Some(Tag::Ol)).then_some(1), false);
        }
        let is_first = self.list().is_some_and(|list| list.width == 0);
        let skipped = if is_first {
            let before = page.children(parent).take_while(|&child| child != element);
            before
                .filter(|&child| page.nodes()[child].tag() == Tag::Li)
                .count()
        } else {
            0
        };
        let value = page
            .attribute(element, &local_name!("value"))
            .and_then(|value| value.trim().parse::<u32>().ok());
        let Some(list) = self.list() else {
            return;
        };
        let marker = list.next_marker(skipped, value);
        let width = marker.len();
        self.push(element, Kind::Item(marker, width));
    }

    fn list(&mut self) -> Option<&mut List> {
        match self.containers.last_mut() {
            Some(Container {
                kind: Kind::List(list),
                ..
            }) => Some(list),
            _ => None,
        }
    }

    /// What stands in a list but in no item belongs to the item before, or is one.
    fn enter_item(&mut self) {
        let Some(Container {
            element,
            kind: Kind::List(list),
            ..
        }) = self.containers.last()
        else {
            return;
        };
        let (element, width) = (*element, list.width);
        if width > 0 {
            self.push(element, Kind::Item(String::new(), width));
            if let Some(item) = self.containers.last_mut() {
                item.has_begun = true;
            }
            return;
        }
        let Some(list) = self.list() else {
            return;
        };
        let marker = list.next_marker(0, None);
        let width = marker.len();
        self.push(element, Kind::Item(marker, width));
    }

    /// Ends an item that no element of its own ends.
    fn end_open_item(&mut self) {
        if let [.., list, item] = &self.containers[..]
            && list.element == item.element
            && matches!(list.kind, Kind::List(_))
        {
            self.pop();
        }
    }

    /// Ends a list whose items are definitions.
    pub fn end_items(&mut self) {
        self.end_open_item();
        if self.list().is_some() {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some(container) = self.containers.pop()
            && let Kind::List(list) = container.kind
            && list.width > 0
        {
            self.ended_list = Some((self.containers.len(), list.marker));
        }
    }

    /// Ends what an element contains.
    pub fn close(&mut self, element: usize) {
        while self
            .containers
            .last()
            .is_some_and(|container| container.element >= element)
        {
            self.pop();
        }
    }

    /// Writes a block of one or more lines.
    pub fn write(&mut self, block: Block, lines: &str) {
        self.enter_item();
        if !self.out.is_empty() {
            self.out.push('\n');
            if !self.is_tight() {
                let mut blank = String::new();
                for container in &self.containers {
                    if !container.has_begun && !matches!(container.kind, Kind::List(_)) {
                        break;
                    }
                    rest_prefix(container, &mut blank);
                }
                self.out.push_str(blank.trim_end());
                self.out.push('\n');
            }
        }
        let (mut first, mut rest) = (String::new(), String::new());
        let mut width = 0;
        for container in self.containers.iter_mut().rev() {
            // Lists learn the width of the item that begins in them.
            match &mut container.kind {
                Kind::Item(_, of_item) => width = *of_item,
                Kind::List(list) if width > 0 => list.width = width,
                _ => {}
            }
        }
        for container in &mut self.containers {
            rest_prefix(container, &mut rest);
            match &container.kind {
                Kind::Item(marker, _) if !container.has_begun => first.push_str(marker),
                _ => rest_prefix(container, &mut first),
            }
            container.has_begun = true;
        }
        let mut prefix = &first;
        for (index, line) in lines.split('\n').enumerate() {
            if index > 0 {
                self.out.push('\n');
                prefix = &rest;
            }
            if line.is_empty() {
                self.out.push_str(prefix.trim_end());
            } else {
                self.out.push_str(prefix);
                self.out.push_str(line);
            }
        }
        self.last = Some((self.containers.len(), block));
        self.ended_list = None;
    }

    /// Whether the next block follows without an empty line: the next item of a tight list, or
    /// the first item of a list in one, right behind the item's text.
    fn is_tight(&self) -> bool {
        let begins = |container: &Container| {
            !container.has_begun && !matches!(container.kind, Kind::List(_))
        };
        let Some(item) = self.containers.iter().position(begins) else {
            return false;
        };
        let list_at = |place: Option<usize>| match self.containers.get(place?) {
            Some(Container {
                kind: Kind::List(list),
                ..
            }) => Some(list),
            _ => None,
        };
        let Some(list) = list_at(item.checked_sub(1)) else {
            return false;
        };
        if list.width > 0 {
            return !list.is_loose;
        }
        // An ordered list interrupts a paragraph only if it begins with 1.
        let begins_with_one = match self.containers.get(item).map(|item| &item.kind) {
            Some(Kind::Item(marker, _)) => {
                list.number.is_none() || marker.starts_with("1.") || marker.starts_with("1)")
            }
            _ => false,
        };
        let outer = list_at(item.checked_sub(3));
        begins_with_one
            && self.ended_list.is_none()
            && outer.is_some_and(|outer| !outer.is_loose)
            && self.last == Some((item - 1, Block::Paragraph))
    }
}

fn rest_prefix(container: &Container, out: &mut String) {
    match &container.kind {
        Kind::Quote => out.push_str("> "),
        Kind::Item(_, width) => out.extend(std::iter::repeat_n(' ', *width)),
        Kind::List(_) => {}
    }
}
