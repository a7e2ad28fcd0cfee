//! What blocks stand in: quotations, lists with their items, and footnotes.

use crate::page::prelude::*;

/// The greatest number of an item.
pub const MAX_NUMBER: u32 = 999_999_999;

#[derive(Clone, Debug)]
pub enum ContainerKind {
    Quote,
    List(List),
    /// An item or a footnote: the prefix of its first line, and the width of the prefix of the others.
    Item(String, usize),
}

#[derive(Clone, Debug)]
pub struct List {
    /// The numbers of its items, if it is ordered.
    pub numbers: Option<Numbers>,
    pub marker: char,
    pub is_loose: bool,
    /// The width of the last item's marker; 0 before the first item in a piece.
    pub width: usize,
    /// An item was written, in this piece or an earlier one.
    pub has_items: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    pub first: u32,
    pub next: u32,
}

impl List {
    /// Returns the marker of the next item. Its number is `value`, if that is given. Otherwise it follows the last
    /// number, or the `skipped` items before the first written one.
    pub fn next_marker(&mut self, skipped: Option<u32>, value: Option<u32>) -> String {
        let Some(numbers) = &mut self.numbers else {
            return format!("{} ", self.marker);
        };
        let counted = skipped.map_or(numbers.next, |skipped| numbers.first.saturating_add(skipped));
        let this = value.unwrap_or(counted).min(MAX_NUMBER);
        numbers.next = this + 1;
        format!("{this}{} ", self.marker)
    }
}

#[derive(Clone, Debug)]
pub struct Container {
    /// The element at whose end it ends.
    pub element: usize,
    pub kind: ContainerKind,
    /// A block in it was written.
    pub has_begun: bool,
}

impl Container {
    /// Returns `true` for an item or a footnote that the next block begins, behind its marker.
    pub fn begins_item(&self) -> bool {
        !self.has_begun && matches!(&self.kind, ContainerKind::Item(marker, _) if !marker.is_empty())
    }

    /// Returns `true` for an item of a task list.
    pub fn has_box(&self) -> bool {
        matches!(&self.kind, ContainerKind::Item(marker, width) if marker.len() > *width) && !self.is_note()
    }

    /// Returns `true` for a footnote that has its mark in this piece.
    pub fn is_note(&self) -> bool {
        matches!(&self.kind, ContainerKind::Item(marker, _) if marker.starts_with("[^"))
    }

    /// Appends what stands before its lines but the first.
    pub fn push_rest(&self, out: &mut String) {
        match &self.kind {
            ContainerKind::Quote => out.push_str("> "),
            ContainerKind::Item(_, width) => out.extend(std::iter::repeat_n(' ', *width)),
            ContainerKind::List(_) => {}
        }
    }

    pub fn as_list(&self) -> Option<&List> {
        match &self.kind {
            ContainerKind::List(list) => Some(list),
            _ => None,
        }
    }
}

/// The items of a list that were counted so far.
#[derive(Clone, Copy, Debug)]
pub struct CountedItems {
    /// The list.
    pub parent: usize,
    /// The next child to look at.
    pub next: usize,
    pub items: u32,
}

/// Returns what Quill calls an item, whose lists are all ordered ones: `bullet`, `ordered`, `checked` or `unchecked`.
pub fn quill_item(page: &Page, item: usize) -> Option<&str> {
    page.element(item)?.attr(page.tree().find("data-list")?)
}

/// Returns the sign of an item of a task list, which begins with a box: one that cannot be ticked here, one that is
/// drawn, or one in a list or an item that says what it is. Boxes of forms and recipes are none.
pub fn task_sign(page: &Page, item: usize) -> Option<&'static str> {
    let sign = |is_checked| if is_checked { "[x] " } else { "[ ] " };
    let drawn = |node: usize| match (page.tag(node), page.class(node)) {
        (Tag::Div, "checkbox checkbox-on") => Some(sign(true)),
        (Tag::Div, "checkbox checkbox-off") => Some(sign(false)),
        _ => None,
    };
    let of_quill = quill_item(page, item).filter(|kind| kind.ends_with("checked"));
    if let Some(kind) = of_quill {
        return Some(sign(kind == "checked"));
    }
    let mut nodes = page.subtree(item).skip(1).take(8);
    let is_first = |node: &usize| matches!(page.tag(*node), Tag::Input | Tag::Text) || drawn(*node).is_some();
    let position = nodes.find(is_first)?;
    if let Some(drawn) = drawn(position) {
        return Some(drawn);
    }
    let has = |name| page.attribute(position, name);
    if !has(names::TYPE)?.trim().eq_ignore_ascii_case("checkbox") {
        return None;
    }
    let says_so = |element: usize| {
        let said = [names::CLASS, names::DATA_TYPE].into_iter().filter_map(|name| page.attribute(element, name));
        said.into_iter().any(|name| Meaning::TaskList.is_said_by(start_of_name(name)))
    };
    let is_task = has(names::DISABLED).is_some() || says_so(item) || says_so(page.parent(item));
    is_task.then_some(sign(has(names::CHECKED).is_some()))
}

#[cfg(test)]
mod tests {
    use crate::page::Tag;
    use crate::render::check_markdown;

    #[test]
    fn items_of_editors_have_their_own_signs() {
        check_markdown(
            Tag::Html,
            "
            <ol><li data-list=bullet>one<li data-list=bullet class=ql-indent-1>two</ol> => - one|- two
            <ol><li data-list=ordered>one<li data-list=ordered>two</ol> => 1. one|2. two
            <ol><li data-list=checked>one<li data-list=unchecked>two</ol> => - [x] one|- [ ] two
            <ul><li><div class='checkbox checkbox-on'></div> <span>one</span></ul> => - [x] one
            <ul><li><div class='checkbox checkbox-off'></div> <span>one</span></ul> => - [ ] one
            <ul><li><div class='checkbox checkbox-outline'></div>one</ul> => - one",
        );
    }
}
