//! The walk over the selected nodes and the elements above them, for every writer of a format.

use super::pictures::additions;
use crate::extract::Selection;
use crate::page::prelude::*;
use SelectedStep::*;

/// A step of the walk, in document order. Numbers are positions of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectedStep {
    /// An element begins that is selected or has something selected in it.
    Open(usize),
    Close(usize),
    /// A selected text node.
    Text(usize),
}

/// What separates a text from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing: the texts are one word.
    None,
    /// A space or a tab.
    Space,
    Line,
    Paragraph,
    /// Something between them was left out.
    LeftOut,
}

/// A range of selected nodes.
#[derive(Clone)]
pub struct ContentPart {
    nodes: Range<usize>,
    /// Nodes directly before the range were left out.
    is_cut: bool,
}

/// Neighbouring nodes that were left out.
pub(super) struct LeftOut<'c> {
    pub(super) nodes: Range<usize>,
    /// The part behind them.
    pub(super) part: Option<&'c ContentPart>,
}

impl LeftOut<'_> {
    /// Returns `true` if all of some nodes were left out here.
    pub(super) fn holds(&self, nodes: &Range<usize>) -> bool {
        nodes.start >= self.nodes.start && nodes.end <= self.nodes.end
    }
}

/// A writer of one format: it is called for each step of the walk.
pub trait Visitor {
    /// An element begins that is selected or has something selected in it.
    fn open(&mut self, content: &Content<'_>, position: usize) -> Rendered;
    fn close(&mut self, content: &Content<'_>, position: usize) -> Rendered;
    /// A selected text node follows.
    fn text(&mut self, content: &Content<'_>, position: usize) -> Rendered;
}

/// Selected nodes and the elements above them.
pub struct Content<'p> {
    page: &'p Page,
    /// Disjoint, in document order.
    parts: Cow<'p, [ContentPart]>,
}

impl<'p> Content<'p> {
    /// Returns the selected nodes of a page, the nodes without text between two of them, such as rules, and the pictures
    /// that belong to them.
    pub fn of(page: &'p Page, selection: &Selection) -> Fallible<Self> {
        Content::selected(page, selection)?.with_additions(false)
    }

    /// Returns the same with the captions of pictures and the titles of callouts.
    pub(super) fn with_captions(page: &'p Page, selection: &Selection) -> Fallible<Self> {
        Content::selected(page, selection)?.with_additions(true)
    }

    fn with_additions(self, has_captions: bool) -> Fallible<Self> {
        let (mut parts, mut last_card) = (Vec::new(), None);
        for gap in self.gaps() {
            let added = additions(&self, &gap, &mut last_card, has_captions)?;
            parts.try_extend(added.into_iter().map(|nodes| ContentPart { nodes, is_cut: true }))?;
            parts.try_extend(gap.part.cloned())?;
        }
        Ok(Content {
            page: self.page,
            parts: Cow::Owned(parts),
        })
    }

    /// Returns the same without the pictures before, behind and between texts that were left out.
    pub(super) fn selected(page: &'p Page, selection: &Selection) -> Fallible<Self> {
        let mut parts: Vec<ContentPart> = Vec::new();
        let mut previous_end = 0;
        for span in selection.spans().iter().checking(CHECK_EVERY) {
            let nodes = span.nodes.clone();
            if page.text_of(nodes.clone()).is_empty() {
                continue;
            }
            if let Some(last) = parts.last_mut()
                && page.text_of(previous_end..nodes.start).is_empty()
            {
                last.nodes.end = nodes.start;
            }
            parts.try_push(ContentPart {
                is_cut: nodes.start != previous_end,
                nodes: nodes.clone(),
            })?;
            previous_end = nodes.end;
        }
        let parts = Cow::Owned(parts);
        Ok(Content { page, parts })
    }

    /// Returns what was left out before each part and behind the last one.
    pub(super) fn gaps(&self) -> impl Iterator<Item = LeftOut<'_>> {
        let mut start = 0;
        let end = if self.is_empty() { 0 } else { self.page.nodes().len() };
        self.parts.iter().map(Some).chain([None]).map(move |part| {
            let nodes = start..part.map_or(end, |part| part.nodes.start);
            start = part.map_or(end, |part| part.nodes.end);
            LeftOut { nodes, part }
        })
    }

    /// Returns the content of parts that [`Content::into_parts`] returned.
    pub fn of_parts(page: &'p Page, parts: &'p [ContentPart]) -> Self {
        let parts = Cow::Borrowed(parts);
        Content { page, parts }
    }

    /// Returns the parts alone.
    pub fn into_parts(self) -> Vec<ContentPart> {
        self.parts.into_owned()
    }

    /// Returns the page that it is of.
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// Returns `true` if nothing was selected.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the first node; the number of the page's nodes if nothing was selected.
    pub fn first(&self) -> usize {
        self.parts.first().map_or(self.page.nodes().len(), |part| part.nodes.start)
    }

    /// Returns the end of the last node; 0 if nothing was selected.
    pub fn last(&self) -> usize {
        self.parts.last().map_or(0, |part| part.nodes.end)
    }

    /// Walks over the content, and calls the visitor for each step.
    ///
    /// Errors of the visitor.
    pub fn visit(&self, visitor: &mut impl Visitor) -> Rendered {
        let mut steps = Walk::default();
        while let Some(step) = steps.next(self) {
            match step {
                Open(position) => visitor.open(self, position)?,
                Close(position) => visitor.close(self, position)?,
                Text(position) => visitor.text(self, position)?,
            }
        }
        Ok(())
    }

    /// Returns `true` if any node of a range is content.
    pub fn takes(&self, nodes: &Range<usize>) -> bool {
        let part = self.parts.get(self.part_behind(nodes.start));
        part.is_some_and(|part| part.nodes.start < nodes.end)
    }

    /// Returns `true` if any text of a range is content.
    pub fn takes_text(&self, nodes: &Range<usize>) -> bool {
        let parts = self.parts[self.part_behind(nodes.start)..].iter().checking(CHECK_EVERY);
        let inside = parts.map(|part| part.nodes.start.max(nodes.start)..part.nodes.end.min(nodes.end));
        let mut inside = inside.take_while(|part| part.start < part.end);
        inside.any(|part| !self.page.text_of(part).trim_start().is_empty())
    }

    /// Returns the selected text nodes.
    pub fn texts(&self) -> impl Iterator<Item = usize> {
        let nodes = self.parts.iter().flat_map(|part| part.nodes.clone());
        nodes.filter(|&position| self.page.tag(position) == Tag::Text)
    }

    /// Returns the number of the first part that ends behind a node.
    fn part_behind(&self, position: usize) -> usize {
        self.parts.partition_point(|part| part.nodes.end <= position)
    }
}

/// The state of a walk, which is always given the same content. It takes time linear in the page.
#[derive(Debug)]
pub struct Walk {
    part: usize,
    next: usize,
    /// The open elements. The parser bounds their number.
    open: Vec<usize>,
    work: Countdown,
}

impl Default for Walk {
    fn default() -> Self {
        Walk {
            part: 0,
            next: 0,
            open: Vec::new(),
            work: Countdown::new(CHECK_EVERY),
        }
    }
}

impl Walk {
    /// Returns the next step; `None` at the end.
    pub fn next(&mut self, content: &Content<'_>) -> Option<SelectedStep> {
        let page = content.page;
        loop {
            self.work.charge(1);
            if let Some(&innermost) = self.open.last()
                && page.end(innermost) <= self.next
            {
                self.open.pop();
                return Some(Close(innermost));
            }
            let position = self.next;
            let node = page.nodes().get(position)?;
            let part = loop {
                match content.parts.get(self.part) {
                    Some(part) if part.nodes.end <= position => self.part += 1,
                    part => break part,
                }
            };
            let end = page.end(position);
            if part.is_none_or(|part| part.nodes.start >= end) {
                self.next = end;
                continue;
            }
            self.next += 1;
            if node.tag() == Tag::Text {
                return Some(Text(position));
            }
            self.open.push(position);
            return Some(Open(position));
        }
    }
}

/// The gaps between text nodes, which are asked for in document order.
#[derive(Debug, Default)]
pub struct TextGaps {
    /// The end of the text before in [`Page::text`], and the number of its part.
    previous: Option<(usize, usize)>,
}

impl TextGaps {
    /// Returns the gap before a text node by the rules of [`super::text`] outside of data tables, the whitespace in the gap as the page's text
    /// has it, and the node's text.
    pub fn next<'p>(&mut self, content: &Content<'p>, position: usize) -> (Gap, &'p str, &'p str) {
        let page = content.page;
        let (start, text) = (page.text_offset(position), page.text_at(position));
        let (end, before) = self.previous.unwrap_or_default();
        let part = match content.parts.get(before) {
            Some(part) if self.previous.is_some() && part.nodes.end > position => before,
            _ => content.part_behind(position),
        };
        if self.previous.replace((start + text.len(), part)).is_none() {
            return (Gap::LeftOut, "", text);
        }
        let is_cut = part != before && content.parts.get(part).is_some_and(|part| part.is_cut);
        let between = &page.text()[end..start];
        let gap = match between {
            _ if is_cut => Gap::LeftOut,
            _ if between.ends_with("\n\n") => Gap::Paragraph,
            _ if between.ends_with('\n') => Gap::Line,
            "" if !text.starts_with(char::is_whitespace) => Gap::None,
            _ => Gap::Space,
        };
        (gap, between, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The walk, as tags and texts.
    fn walk(page: &Page, roots: Vec<usize>) -> String {
        let selection = Selection::subtrees(page, roots).unwrap();
        let content = Content::of(page, &selection).unwrap();
        let mut texts = TextGaps::default();
        let mut walk = Walk::default();
        let steps = std::iter::from_fn(|| walk.next(&content)).map(|step| match step {
            Open(position) => format!("<{}>", page.tag(position).name()),
            Close(position) => format!("</{}>", page.tag(position).name()),
            Text(position) => {
                let (gap, _, text) = texts.next(&content, position);
                format!("{gap:?} {text}")
            }
        });
        steps.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ancestors_stay_and_what_was_left_out_does_not() {
        let page = Page::sample("<ul><li>a<li>b<i>c</i><li>d</ul><p>e");
        let second = page.all(Tag::Li).nth(1);
        assert_eq!(
            walk(&page, second.into_iter().collect()),
            "<html> <body> <ul> <li> LeftOut b <i> None c </i> </li> </ul> </body> </html>"
        );
        let outer: Vec<usize> = page.all(Tag::Li).step_by(2).collect();
        assert_eq!(
            walk(&page, outer),
            "<html> <body> <ul> <li> LeftOut a </li> <li> LeftOut d </li> </ul> </body> </html>"
        );
        assert_eq!(walk(&page, Vec::new()), "");
    }

    #[test]
    fn pictures_between_belong_to_it() {
        let page = Page::sample("<img src=1><p>a</p><img src=2><p>b</p><p>c</p><img src=3><p>d</p><img src=4>");
        let [a, b, _, d] = page.all(Tag::P).collect::<Vec<_>>()[..] else {
            panic!()
        };
        assert_eq!(
            walk(&page, vec![a, b, d]),
            "<html> <body> <p> LeftOut a </p> <p> LeftOut b </p> <p> LeftOut d </p> </body> </html>"
                .replace("</p> <p>", "</p> <img> </img> <p>")
        );
    }
}
