//! The caption of a picture or a table.

use std::ops::Range;

use crate::element_names::Meaning;
use crate::page::{Page, Tag};
use crate::texts::spaces::start_of;

/// The levels above a picture in which its caption is looked for.
const LEVELS: usize = 5;

/// The most nodes beside a picture in an element around it and its caption.
const NODES: usize = 128;

/// Bytes of a class that are read.
const LONGEST: usize = 256;

/// Returns the nodes of the caption of a picture: the `<figcaption>` of the figure around it, or an element whose class
/// says that it is a caption. That stands in one that says so too, in one that holds no other text, or directly behind the
/// picture.
pub fn caption_of(page: &Page, picture: usize) -> Option<Range<usize>> {
    let mut around = picture;
    let mut caption: Option<Range<usize>> = None;
    for _ in 0..LEVELS {
        let parent = page.parent(around);
        let behind = page.subtree(around).end;
        if page.nodes().get(behind).is_some_and(|node| node.parent() == parent && node.tag() != Tag::Text)
            && is_caption(page, behind)
        {
            return Some(page.subtree(behind));
        }
        if parent == around {
            return None;
        }
        let before = page.subtree(around);
        around = parent;
        let nodes = page.subtree(around);
        if nodes.len() - before.len() > NODES {
            return None;
        }
        // What stands in the last element is known.
        let mut others = (nodes.start + 1..before.start).chain(before.end..nodes.end);
        let is_caption = |node: &usize| !page.subtree(*node).contains(&picture) && is_caption(page, *node);
        caption = caption.or_else(|| others.find(is_caption).map(|caption| page.subtree(caption)));
        if let Some(caption) = &caption
            && (page.tag(around) == Tag::Figure
                || is_called_caption(page, around)
                || page.word_count(nodes) == page.word_count(caption.clone()))
        {
            return Some(caption.clone());
        }
    }
    None
}

/// Returns `true` for an element with the text of a caption.
fn is_caption(page: &Page, position: usize) -> bool {
    let is_called = match page.tag(position) {
        Tag::Figcaption => true,
        Tag::Text => false,
        _ => is_called_caption(page, position),
    };
    is_called && !page.text_at(position).is_empty()
}

/// Returns `true` for an element with a class such as `wp-caption-text`.
fn is_called_caption(page: &Page, position: usize) -> bool {
    Meaning::Caption.is_said_by(start_of(page.class(position), LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions() {
        for (html, caption) in [
            ("<figure><a><img src=a></a><figcaption>The <b>cat</b></figcaption></figure>", Some("The cat")),
            ("<div class=wp-caption><img src=a><p class=wp-caption-text>A cat</div>", Some("A cat")),
            (
                "<table class=tr-caption-container><tr><td><a><img src=a></a><tr><td class=tr-caption>A cat</table>",
                Some("A cat"),
            ),
            ("<div class=lead><div><img src=a></div><p class=imageCaption>A cat</div><p>text", Some("A cat")),
            ("<p><img src=a></p><p class=caption>A cat</p><p>text", Some("A cat")),
            ("<figure><img src=a></figure><p>text<p class=caption>no", None),
            ("<p><img src=a>text", None),
        ] {
            let page = Page::sample(html);
            let picture = page.nodes().iter().position(|node| node.tag() == Tag::Img).unwrap();
            assert_eq!(caption_of(&page, picture).map(|nodes| page.text_of(nodes)), caption, "{html}");
        }
    }
}
