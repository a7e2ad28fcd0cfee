//! The caption of a picture.

use std::ops::Range;

use crate::page::{Page, Tag};
use crate::texts::spaces::{ATTRIBUTE_START, start_of};

/// Returns the nodes of the caption of a picture: the `<figcaption>` of the figure around it, or an element whose class
/// says that it is a caption, in one that says so too.
pub fn of(page: &Page, picture: usize) -> Option<Range<usize>> {
    let mut around = picture;
    // The levels above a picture in which its caption is looked for.
    for _ in 0..5 {
        let parent = page.nodes()[around].parent();
        if parent == around {
            return None;
        }
        around = parent;
        let nodes = page.subtree(around);
        // The most nodes of an element around a picture and its caption.
        if nodes.len() > 128 {
            return None;
        }
        let is_figure = page.nodes()[around].tag() == Tag::Figure;
        if !is_figure && !is_called_caption(page, around) {
            continue;
        }
        let is_caption = |node: &usize| {
            !page.subtree(*node).contains(&picture)
                && match page.nodes()[*node].tag() {
                    Tag::Figcaption => true,
                    Tag::Text => false,
                    _ => is_called_caption(page, *node),
                }
                && !page.text_of(page.subtree(*node)).is_empty()
        };
        let found = nodes.clone().skip(1).find(is_caption);
        if let Some(caption) = found {
            return Some(page.subtree(caption));
        }
    }
    None
}

/// Returns `true` for an element with a class such as `wp-caption-text`.
fn is_called_caption(page: &Page, position: usize) -> bool {
    let class = start_of(page.class(position), ATTRIBUTE_START).as_bytes();
    class.windows(7).any(|bytes| bytes.eq_ignore_ascii_case(b"caption"))
}
