//! Advertisements between the paragraphs of the content. They are others with every visit.

use super::words::AD_LABELS;
use goce_core::element_names::Meaning;
use goce_core::html::names;
use goce_core::page::{Page, Tag};
use goce_core::texts::spaces::start_of;

/// The most words of an advertisement.
const MOST_WORDS: usize = 60;

/// Elements above a block that may be the advertisement.
const ABOVE: usize = 4;

/// Nodes of an element in which its first text is looked for.
const NODES: usize = 16;

/// Bytes of a class or an ID that are read.
const ATTRIBUTE: usize = 256;

/// Returns `true` if a short element around a block, or its own, says that it is an advertisement: by its class, its ID,
/// or a label as its first text.
pub(super) fn is_advertisement(page: &Page, element: usize) -> bool {
    let mut position = element;
    for _ in 0..ABOVE {
        let subtree = page.subtree(position);
        if page.word_count(subtree.clone()) > MOST_WORDS {
            return false;
        }
        let mut names = [names::CLASS, names::ID].into_iter().filter_map(|name| page.attribute(position, name));
        if names.any(|names| Meaning::Advertisement.is_said_by(start_of(names, ATTRIBUTE))) {
            return true;
        }
        let mut nodes = subtree.take(NODES);
        let first = nodes.find(|&node| page.tag(node) == Tag::Text);
        if first.is_some_and(|first| is_label(page.text_of(first..first + 1))) {
            return true;
        }
        let parent = page.parent(position);
        if parent == position {
            return false;
        }
        position = parent;
    }
    false
}

fn is_label(text: &str) -> bool {
    let text = text.trim().trim_end_matches(':');
    text.len() <= 32 && AD_LABELS.contains(&text.to_lowercase().as_str())
}
