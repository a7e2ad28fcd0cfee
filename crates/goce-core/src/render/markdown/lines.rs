//! The lines of blocks, with the prefixes of lists, quotations and footnotes.

use std::mem;

use super::containers::ContainerKind::{Item, Quote};
use super::containers::{Container, ContainerKind, CountedItems, List, MAX_NUMBER, Numbers, quill_item, task_sign};
use super::escape::begins_definition;
use crate::page::Display;
use crate::page::prelude::*;
use crate::render::heading_level;
use crate::render::walk::Content;

/// A text without words that no reader takes for the end of anything.
const NOTHING: &str = "&nbsp;";

/// A block, as far as the next block depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineBlock {
    Paragraph,
    /// Code, between fences or indented.
    Code,
    /// A thematic break.
    Rule,
    Other,
}

/// Markdown under construction, block by block.
#[derive(Debug)]
pub struct Lines {
    out: Output,
    /// One for each open list, the outermost first.
    counted: Vec<CountedItems>,
    containers: Vec<Container>,
    /// The open lists that are written without marks, the outermost first.
    bare_lists: Vec<usize>,
    /// A rule stands before the next block.
    owes_rule: bool,
    /// The number of containers around the last block, and the block.
    last: Option<(usize, LineBlock)>,
    /// The last list, if it ended directly before: the number of containers around it, and its marker.
    ended_list: Option<(usize, char)>,
}

impl Lines {
    pub fn new(out: Output) -> Self {
        Lines {
            out,
            counted: Vec::new(),
            containers: Vec::new(),
            bare_lists: Vec::new(),
            owes_rule: false,
            last: None,
            ended_list: None,
        }
    }

    /// Takes the Markdown so far as a piece. An open item goes on in the next piece without its marker.
    pub fn cut(&mut self) -> String {
        for container in &mut self.containers {
            if !container.has_begun {
                continue;
            }
            container.has_begun = false;
            match &mut container.kind {
                Item(marker, width) => {
                    marker.clear();
                    *width = 0;
                }
                ContainerKind::List(list) => list.width = 0,
                Quote => {}
            }
        }
        self.last = None;
        self.ended_list = None;
        self.out.take()
    }

    /// Returns `true` if no further container begins: a block in more than 16 quotations and items is written at this depth,
    /// and one with 32 columns before its lines too. Otherwise a short paragraph could become many times as long.
    fn is_full(&self) -> bool {
        let widths = self.containers.iter().filter_map(|container| match container.kind {
            Quote => Some(2),
            Item(_, width) => Some(width),
            ContainerKind::List(_) => None,
        });
        widths.clone().count() >= 16 || widths.sum::<usize>() >= 32
    }

    fn push(&mut self, element: usize, kind: ContainerKind) {
        self.containers.push(Container {
            element,
            kind,
            has_begun: false,
        });
    }

    pub fn open_quote(&mut self, element: usize) {
        self.enter_item();
        if !self.is_full() {
            self.push(element, Quote);
        }
    }

    pub fn open_note(&mut self, element: usize, label: &str) {
        // A footnote is never within a list: it ends the list around.
        while self.list().is_some() {
            self.pop();
        }
        if !self.is_full() {
            self.push(element, Item(format!("[^{label}]: "), 4));
        }
    }

    pub fn open_list(&mut self, content: &Content<'_>, element: usize, is_ordered: bool) {
        let page = content.page();
        // Slides, or sections with headings of their own.
        if !content.takes_text(&page.subtree(element)) || !is_ordered && holds_sections(content, element) {
            // There are no more of these than open elements.
            return self.bare_lists.push(element);
        }
        self.enter_item();
        if self.is_full() {
            return;
        }
        let start = page
            .attribute(element, names::START)
            .and_then(|start| start.trim().parse::<i64>().ok())
            .map_or(1, |start| start.clamp(0, i64::from(MAX_NUMBER)) as u32);
        let tag = |position: usize| page.tag(position);
        let is_paragraph = |child| tag(child).display() == Display::Paragraph && tag(child) != Tag::Pre;
        let items = page.children(element).checking(CHECK_EVERY);
        let is_loose = items
            .filter(|item| tag(*item) == Tag::Li)
            .any(|item| page.children(item).checking(CHECK_EVERY).any(is_paragraph));
        let is_numbered = |item| quill_item(page, item).is_none_or(|kind| kind == "ordered");
        let is_ordered = is_ordered && page.children(element).next().is_none_or(is_numbered);
        self.push_list(element, is_ordered.then_some(start), is_loose);
    }

    fn push_list(&mut self, element: usize, number: Option<u32>, is_loose: bool) {
        let markers = if number.is_some() { ['.', ')'] } else { ['-', '*'] };
        let follows = self.ended_list == Some((self.containers.len(), markers[0]));
        let list = List {
            numbers: number.map(|first| Numbers { first, next: first }),
            marker: markers[usize::from(follows)],
            is_loose,
            width: 0,
            has_items: false,
        };
        self.push(element, ContainerKind::List(list));
    }

    pub fn open_item(&mut self, page: &Page, element: usize) {
        let parent = page.parent(element);
        if self.bare_lists.last() == Some(&parent) {
            return;
        }
        self.end_open_item();
        if self.is_full() {
            return;
        }
        if self.list().is_none() {
            let is_ordered = page.tag(parent) == Tag::Ol;
            self.push_list(parent, is_ordered.then_some(1), false);
        }
        let is_first = self.list().is_some_and(|list| !list.has_items);
        let skipped = is_first.then(|| self.items_before(page, parent, element));
        let value = page.attribute(element, names::VALUE).and_then(|value| value.trim().parse::<u32>().ok());
        let Some(list) = self.list() else {
            return;
        };
        let mut marker = list.next_marker(skipped, value);
        let width = marker.len();
        marker.push_str(task_sign(page, element).unwrap_or(""));
        self.push(element, Item(marker, width));
    }

    /// Writes lines as the items of a list that is no element. Behind another list of lines it is the same.
    pub fn write_items(&mut self, items: impl Iterator<Item = Fallible<String>>) -> Rendered {
        self.enter_item();
        // No element ends it.
        let element = usize::MAX;
        self.ended_list = None;
        let is_full = self.is_full();
        self.push_list(element, None, false);
        let marker = self.list().map_or_else(String::new, |list| list.next_marker(None, None));
        if is_full {
            self.pop();
        }
        for item in items.checking(CHECK_EVERY) {
            if !is_full {
                self.push(element, Item(try_to_owned(&marker)?, marker.len()));
            }
            self.write(LineBlock::Paragraph, &item?)?;
            self.end_open_item();
        }
        self.close(element);
        Ok(())
    }

    /// Returns the number of items before an element in its parent. Elements ask in document order, so each item is
    /// counted once.
    fn items_before(&mut self, page: &Page, parent: usize, element: usize) -> u32 {
        while self.counted.pop_if(|counted| page.end(counted.parent) <= element).is_some() {}
        let counted = self.counted.pop_if(|counted| counted.parent == parent);
        let (next, items) = (parent + 1, 0);
        let mut counted = counted.unwrap_or(CountedItems { parent, next, items });
        let mut work = Countdown::new(CHECK_EVERY);
        while counted.next < element {
            work.charge(1);
            counted.items += u32::from(page.tag(counted.next) == Tag::Li);
            counted.next = page.end(counted.next);
        }
        // There are no more of these than open elements.
        self.counted.push(counted);
        counted.items
    }

    /// Returns the innermost container if it is a list.
    fn list(&mut self) -> Option<&mut List> {
        match &mut self.containers.last_mut()?.kind {
            ContainerKind::List(list) => Some(list),
            _ => None,
        }
    }

    /// Puts content that is in a list but in no item into the item before, or into an item of its own.
    fn enter_item(&mut self) {
        let Some(list) = self.list() else {
            return;
        };
        let has_begun = list.width > 0;
        let marker = if has_begun {
            String::new()
        } else {
            list.next_marker(None, None)
        };
        let width = if has_begun { list.width } else { marker.len() };
        let element = self.containers.last().map_or(0, |list| list.element);
        self.containers.push(Container {
            element,
            kind: Item(marker, width),
            has_begun,
        });
    }

    /// Ends an item that was begun without an element.
    fn end_open_item(&mut self) {
        if let [.., list, item] = &self.containers[..]
            && list.element == item.element
            && list.as_list().is_some()
        {
            self.pop();
        }
    }

    /// Ends a list of definitions.
    pub fn end_items(&mut self) {
        self.end_open_item();
        if self.list().is_some() {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some(container) = self.containers.pop()
            && let ContainerKind::List(list) = container.kind
            && list.width > 0
        {
            self.ended_list = Some((self.containers.len(), list.marker));
        }
    }

    /// Ends the containers that end with an element.
    pub fn close(&mut self, element: usize) {
        while self.containers.last().is_some_and(|container| container.element >= element) {
            self.pop();
        }
        self.bare_lists.pop_if(|list| *list == element);
    }

    /// Writes a block of one or more lines.
    pub fn write(&mut self, block: LineBlock, lines: &str) -> Rendered {
        self.write_behind(block, 0, lines)
    }

    /// Writes a rule, unless the last block is one.
    pub fn write_rule(&mut self) -> Rendered {
        self.owes_rule = false;
        if matches!(self.last, Some((_, LineBlock::Rule))) {
            return Ok(());
        }
        self.write(LineBlock::Rule, "___")
    }

    /// Has a rule stand before the next block, if there is one before it and neither is in an item or a quotation.
    pub fn owe_rule(&mut self) {
        self.owes_rule =
            self.containers.is_empty() && matches!(self.last, Some((_, block)) if block != LineBlock::Rule);
    }

    /// Writes a block of code between fences, or a table. Directly behind a marker, showdown takes the end of the code
    /// for the start of other code, and does not escape the table.
    pub fn write_apart(&mut self, block: LineBlock, lines: &str) -> Rendered {
        self.enter_item();
        if self.begins_item() {
            self.write(LineBlock::Paragraph, NOTHING)?;
        }
        self.write(block, lines)
    }

    /// Writes a block of code without fences, by spaces before its lines. Returns `false`, and writes nothing, in items
    /// and footnotes: how many spaces make code there depends on the lists around and before, which renderers read in
    /// different ways.
    pub fn write_indented(&mut self, lines: &str) -> Rendered<bool> {
        self.enter_item();
        let is_item = |container: &Container| matches!(container.kind, Item(_, width) if width > 0);
        if self.containers.iter().any(is_item) {
            return Ok(false);
        }
        // Directly behind a list, which may be in the chunk before, the spaces would make the code part of the list.
        if self.last.is_none_or(|(depth, _)| depth > self.containers.len()) {
            self.write(LineBlock::Paragraph, NOTHING)?;
        }
        if begins_definition(lines) {
            // Behind one empty line it would be a definition of the paragraph.
            let blank = self.blank_line();
            self.out.push_all(&["\n", &blank])?;
        }
        self.write_behind(LineBlock::Code, 4, lines)?;
        Ok(true)
    }

    /// Begins the items that begin with another item. In an unordered list the other item's list takes its place, or
    /// belongs to the item before. markdown2 does not find the end of a list whose marker stands behind another. Behind
    /// the box of a task, the sign of anything but a paragraph is text.
    fn begin_outer_items(&mut self, block: LineBlock) -> Rendered {
        let begins_item = |place: &usize| self.containers.get(*place).is_some_and(Container::begins_item);
        let mut items = (0..self.containers.len()).filter(begins_item);
        let Some(outer) = items.next() else {
            return Ok(());
        };
        let inner = items.next();
        if let (Some(inner), [.., list, item]) = (inner, &mut self.containers[..=outer])
            && let ContainerKind::List(List {
                numbers: None,
                width: of_list,
                ..
            }) = list.kind
            && !item.has_box()
            && let Item(marker, width) = &mut item.kind
            && inner == outer + 2
        {
            if of_list > 0 {
                marker.clear();
                *width = of_list;
                item.has_begun = true;
            } else {
                self.containers.drain(outer - 1..=outer);
            }
            return self.begin_outer_items(block);
        }
        let is_before_sign = || {
            let inner = &self.containers[outer + 1..];
            let is_quote = |container: &Container| matches!(container.kind, Quote);
            block != LineBlock::Paragraph || inner.iter().any(is_quote)
        };
        if inner.is_none() && !(self.containers[outer].has_box() && is_before_sign()) {
            return Ok(());
        }
        let inner = self.containers.split_off(outer + 1);
        self.write_behind(LineBlock::Paragraph, 0, NOTHING)?;
        self.containers.extend(inner);
        self.begin_outer_items(block)
    }

    /// Returns an empty line before the next block: the prefixes of the containers that go on.
    fn blank_line(&self) -> String {
        let mut blank = String::new();
        for container in &self.containers {
            if !container.has_begun && container.as_list().is_none() {
                break;
            }
            container.push_rest(&mut blank);
        }
        blank.truncate(blank.trim_end().len());
        blank
    }

    /// Writes a block with `spaces` before each line.
    fn write_behind(&mut self, block: LineBlock, spaces: usize, lines: &str) -> Rendered {
        if self.owes_rule {
            let inside = mem::take(&mut self.containers);
            self.write_rule()?;
            self.containers = inside;
        }
        self.enter_item();
        self.begin_outer_items(block)?;
        if !self.out.is_empty() {
            self.out.push("\n")?;
            if !self.is_tight() {
                let blank = self.blank_line();
                self.out.push_all(&[&blank, "\n"])?;
            }
        }
        let mut is_note = self.begins_note();
        let (mut first, mut rest) = (String::new(), String::new());
        let mut width = 0;
        for container in self.containers.iter_mut().rev() {
            // A list takes the width of the item that begins in it.
            match &mut container.kind {
                Item(_, of_item) => width = *of_item,
                ContainerKind::List(list) if width > 0 => {
                    list.width = width;
                    list.has_items = true;
                }
                _ => {}
            }
        }
        for container in &mut self.containers {
            container.push_rest(&mut rest);
            match &container.kind {
                Item(marker, _) if !container.has_begun => first.push_str(marker),
                _ => container.push_rest(&mut first),
            }
            container.has_begun = true;
        }
        for prefix in [&mut first, &mut rest] {
            prefix.extend(std::iter::repeat_n(' ', spaces));
        }
        let mut prefix = &first;
        let mut lines = lines.split('\n').checking(CHECK_EVERY).peekable();
        while let Some(line) = lines.next() {
            if line.is_empty() {
                self.out.push(prefix.trim_end())?;
            } else {
                self.out.push(prefix)?;
                let goes_on = block == LineBlock::Paragraph && lines.peek().is_some();
                let inserted = is_note.then(|| break_of_definition(line, goes_on)).flatten();
                let (place, inserted) = inserted.unwrap_or_default();
                let (target, rest) = line.split_at(place);
                self.out.push_long(target)?;
                self.out.push(inserted)?;
                self.out.push_long(rest)?;
            }
            if lines.peek().is_some() {
                self.out.push("\n")?;
                prefix = &rest;
            }
            is_note = false;
        }
        self.last = Some((self.containers.len(), block));
        self.ended_list = None;
        Ok(())
    }

    /// Returns `true` if the next block is in an item, a footnote or a quotation.
    pub fn is_inside(&self) -> bool {
        self.containers.iter().any(|container| match &container.kind {
            Quote => true,
            Item(_, width) => *width > 0,
            ContainerKind::List(list) => list.width > 0,
        })
    }

    /// Returns `true` if the next block is the first of an item or a footnote.
    pub fn begins_item(&self) -> bool {
        let is_empty = |list: &List| list.width == 0;
        self.containers.iter().any(Container::begins_item)
            || self.containers.last().and_then(Container::as_list).is_some_and(is_empty)
    }

    /// Returns `true` if the next block is the first of a footnote.
    pub fn begins_note(&self) -> bool {
        self.containers.iter().any(|container| container.is_note() && !container.has_begun)
    }

    /// Returns `true` if the next block follows without an empty line: the next item of a tight list, or the first item
    /// of a list in an item, directly behind the item's text. Behind code it does not: Python-Markdown
    /// reads the next item as a part of the code's, or pairs the backticks of a fence with those of the next item.
    fn is_tight(&self) -> bool {
        if matches!(self.last, Some((_, LineBlock::Code))) {
            return false;
        }
        let begins = |container: &Container| !container.has_begun && container.as_list().is_none();
        let Some(item) = self.containers.iter().position(begins) else {
            return false;
        };
        let list_at = |place: Option<usize>| self.containers.get(place?)?.as_list();
        let Some(list) = list_at(item.checked_sub(1)) else {
            return false;
        };
        if list.width > 0 {
            return !list.is_loose;
        }
        // An ordered list interrupts a paragraph only if it begins with 1.
        let is_one = |marker: &str| marker.starts_with("1.") || marker.starts_with("1)");
        let outer = list_at(item.checked_sub(3));
        matches!(&self.containers[item].kind, Item(marker, _) if list.numbers.is_none() || is_one(marker))
            && self.ended_list.is_none()
            && outer.is_some_and(|outer| !outer.is_loose)
            && self.last == Some((item - 1, LineBlock::Paragraph))
    }
}

/// Returns `true` for a list whose items are sections: each begins with a heading that is content, and one goes on.
fn holds_sections(content: &Content<'_>, list: usize) -> bool {
    let page = content.page();
    let mut has_section = false;
    for item in page.children(list).checking(CHECK_EVERY) {
        let nodes = page.subtree(item);
        if heading_level(page, item).is_some() {
            has_section = true;
        } else if page.tag(item) == Tag::Li && content.takes_text(&nodes) {
            let heading = nodes.clone().take(24).find(|&at| heading_level(page, at).is_some());
            let begins = |heading: &usize| page.text_of(nodes.start..*heading).is_empty();
            let Some(heading) = heading.filter(begins).map(|heading| page.subtree(heading)) else {
                return false;
            };
            if !content.takes_text(&heading) || task_sign(page, item).is_some() {
                return false;
            }
            has_section |= content.takes_text(&(heading.end..nodes.end));
        }
    }
    has_section
}

/// Returns what is inserted into a footnote's first line, and where, if a renderer without footnotes would read the
/// line as the definition of a reference: an address alone, or with a title (CommonMark 0.31, section 4.7). The
/// reference would lead to an address that the note names, and the note would not be shown. The text goes behind the
/// first word or before the line and not to the end, because a title may follow on other lines.
///
/// A line that goes on ends with the backslash of a break.
fn break_of_definition(line: &str, goes_on: bool) -> Option<(usize, &'static str)> {
    let line = line.strip_suffix('\\').filter(|_| goes_on).unwrap_or(line);
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    // showdown finds a title in the word too, ends one by other signs than it began with, and reads a size before it.
    let begins_title = ['"', '\'', '(', '|'];
    let has_title = word.contains(begins_title) && line.ends_with(['"', '\'', ')', '|']);
    let is_definition = rest.is_empty() || rest.starts_with('=') || rest.starts_with(begins_title);
    // Within code it would be shown.
    if has_title || is_definition && line.starts_with('`') {
        return Some((0, "&nbsp; &nbsp; "));
    }
    is_definition.then_some((word.len(), " &nbsp;"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::check_markdown;

    #[test]
    fn lists_that_are_none_have_no_marks() {
        check_markdown(
            Tag::Html,
            "
            <ul><li><h3>a</h3><p>b</p><li><h3>c</h3></ul> => ### a||b||### c
            <ul><li><h3>a</h3><ul><li>b</ul></ul> => ### a||- b
            <ul><h3>a</h3><ul><li>b</ul></ul> => ### a||- b
            <ol><li><h3>a</h3>b</ol> => 1. ### a||   b
            <ul><li><h3>a</h3><li><h3>b</h3></ul> => - ### a||- ### b
            <ul><li><h3>a</h3>b<li>c</ul> => - ### a||  b||- c
            <ul><li><img src=1.png><li><img src=2.png></ul><p>x => ![](1.png)||![](2.png)||x
            <ul><li><ul><li>a</ul><li>b</ul> => - a||* b
            <ul><li>a<li><ul><li>b<li>c</ul><li>d</ul> => - a|  - b|  - c|- d
            <dl><dt>a<dd><ul><li>b<li>c</ul></dl> => **a**||- b|- c
            <ul><li><ol><li>a</ol></ul> => 1. a",
        );
    }

    #[test]
    fn lines_that_define_a_reference_are_broken() {
        for [line, place] in cases(
            r#"
            javascript:a => 12
            javascript:a "b => 12
            javascript:a |b| => 12
            javascript:a =1x1 => 12
            javascript:a(1) b" => 0
            `a |` => 0
            javascript:a(1) b => -
            javascript:a b (c) => -"#,
        ) {
            let expected = match place {
                "-" => None,
                "0" => Some((0, "&nbsp; &nbsp; ")),
                place => Some((place.parse().unwrap(), " &nbsp;")),
            };
            assert_eq!(break_of_definition(line, false), expected, "{line}");
            assert_eq!(break_of_definition(&format!("{line}\\"), true), expected, "{line}");
        }
    }
}
