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
    // Elements that may be the advertisement, and the most words of one.
    let around = std::iter::once(element).chain(page.around(element)).take(4);
    let mut short = around.take_while(|around| page.word_count(page.subtree(*around)) <= 60);
    short.any(|position| {
        let mut names = [names::CLASS, names::ID].into_iter().filter_map(|name| page.attribute(position, name));
        // Nodes of an element in which its first text is looked for.
        let mut nodes = page.subtree(position).take(16);
        // Bytes of a class or an ID that are read.
        names.any(|names| Meaning::Advertisement.is_said_by(start_of(names, 256)))
            || nodes.find(|node| page.tag(*node) == Tag::Text).is_some_and(|first| is_label(page.text_at(first)))
    })
}

fn is_label(text: &str) -> bool {
    let text = text.trim().trim_end_matches(':');
    text.len() <= 32 && is_listed(&text.to_lowercase(), AD_LABELS)
}
