//! Labels beside each other, and notes in a sentence.

use crate::page::prelude::*;
use crate::page::shown::is_note;

/// Returns `true` for a tab, by its role, directly before another.
#[inline]
pub fn is_before_tab(node: NodeRef<'_>, role: Option<&str>) -> bool {
    let is_tab = |role: &str| role.trim() == "tab";
    let next_role = || node.next_sibling().and_then(as_element)?.attr(names::ROLE);
    role.is_some_and(is_tab) && next_role().is_some_and(is_tab)
}

/// Returns `true` for a label directly before another, such as those of tabs. The other's button may stand between them.
pub fn is_before_label(label: NodeRef<'_>) -> bool {
    let is = |node: Option<NodeRef<'_>>, name| {
        let element = node.and_then(as_element);
        element.is_some_and(|element| element.local() == name)
    };
    let next = label.next_sibling();
    let behind = next.filter(|_| is(next, names::INPUT)).and_then(|input| input.next_sibling());
    is(behind.or(next), names::LABEL)
}

/// Returns `true` for the text of a note that stands in the sentence: marks are shorter, but for notes of Tufte's and
/// Distill's names.
pub fn is_note_text(note: NodeRef<'_>, element: Element<'_>) -> bool {
    let texts = note.descendants().take(12).filter_map(as_text);
    let is_named = || matches!(element.attr(names::CLASS), Some("sidenote" | "marginnote"));
    is_note(element) && (is_named() || texts.map(|text| text.trim().len()).sum::<usize>() > 8)
        || element.name() == "d-footnote"
}
