//! Advertisements between the paragraphs of the content. They are others with every visit.

use super::words::AD_LABELS;
use goce_core::element_names::Meaning;
use goce_core::html::names;
use goce_core::page::{Page, Tag};
use goce_core::texts::spaces::start_of;
use goce_core::texts::words::is_listed;

/// Returns `true` if a short element around a block, or its own, says that it is an advertisement: by its class, its ID,
/// or a label as its first text.
pub fn is_advertisement(page: &Page, element: usize) -> bool {
    let mut position = element;
    // Elements above a block that may be the advertisement.
    for _ in 0..4 {
        let subtree = page.subtree(position);
        // The most words of an advertisement.
        if page.word_count(subtree.clone()) > 60 {
            return false;
        }
        let mut names = [names::CLASS, names::ID].into_iter().filter_map(|name| page.attribute(position, name));
        // Bytes of a class or an ID that are read.
        if names.any(|names| Meaning::Advertisement.is_said_by(start_of(names, 256))) {
            return true;
        }
        // Nodes of an element in which its first text is looked for.
        let mut nodes = subtree.take(16);
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
    text.len() <= 32 && is_listed(&text.to_lowercase(), AD_LABELS)
}
