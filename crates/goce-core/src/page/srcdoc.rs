//! Documents of frames that a page holds in itself: `<iframe srcdoc="…">`, as programs that save pages write them.

use crate::html::{self, Budget};

use super::PageError;
use crate::page::prelude::*;

/// Puts the documents of frames into their elements. A frame within a frame is read too, until the bytes that were read
/// are four times those of the page; the frames after that stay empty.
///
/// # Errors
/// [`PageError`], where the page with its frames is over a limit or memory has run out.
pub fn show_frames(tree: &mut Tree, source_bytes: usize, budget: &Budget) -> Result<(), PageError> {
    // A frame in a frame stands in both.
    let mut left = source_bytes.saturating_mul(4);
    let mut first = 0;
    loop {
        let mut frames: Vec<(NodeId, String)> = Vec::new();
        for node in tree.elements_named(names::IFRAME).checking(CHECK_EVERY) {
            let document = as_element(node).and_then(|element| element.attr(names::SRCDOC));
            if node.id().number() >= first
                && let Some(document) = document
            {
                let read = document.len() <= left;
                left -= if read { document.len() } else { 0 };
                frames.try_push((node.id(), try_to_owned(if read { document } else { "" })?))?;
            }
        }
        if frames.is_empty() {
            return Ok(());
        }
        first = tree.len();
        for (frame, document) in frames {
            // What browsers without frames would show.
            tree.empty(frame);
            if !document.is_empty() {
                let document = html::parse_archived(&document, budget, &mut interrupts::check)?;
                if is_hidden(&document) {
                    continue;
                }
                tree.graft(frame, &document, budget, &mut interrupts::check)?;
            }
        }
    }
}

/// Returns `true` for a document that hides itself: nothing in a frame waits for scripts of the page.
fn is_hidden(document: &Tree) -> bool {
    let elements = [names::HTML, names::BODY].into_iter().filter_map(|name| document.elements_named(name).next());
    elements.filter_map(as_element).any(|element| {
        let style = start_of_value(element, names::STYLE).to_ascii_lowercase();
        let mut values = style.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
        element.attr(names::HIDDEN).is_some() || values.any(|value| matches!(value, "none" | "hidden" | "0"))
    })
}

#[cfg(test)]
mod tests {
    use crate::page::{Limits, Page, PageError, Tag};

    #[test]
    fn documents_of_frames_are_part_of_the_page() {
        Page::check_texts(
            "
            a<iframe srcdoc='<title>t</title><p>b<p>c'>old</iframe>d => a||b||c||d
            a<iframe srcdoc='' title=x>old</iframe> => a
            a<iframe src=/b>old</iframe> => a
            a<iframe srcdoc='&lt;iframe srcdoc=&quot;&amp;lt;p>deep&quot;>old&lt;/iframe>'></iframe> => a||deep
            a<iframe hidden srcdoc='<p>b'></iframe> => a
            a<iframe srcdoc='<script>b</script><p style=display:none>c</p>d'></iframe> => a|d
            a<iframe srcdoc='<body style=display:none><p>b'></iframe> => a
            a<iframe srcdoc='<html hidden><p>b'></iframe> => a
            // A sheet is that of its document.
            <p class=x>a</p><iframe srcdoc='<style>.x{display:none}</style><p class=x>b<p>c'></iframe> => a||c
            <style>.x{display:none}</style><p class=x>a</p><iframe srcdoc='<p class=x>b'></iframe>c => b||c
            <x-a><template shadowrootmode=open><style>.y{display:none}</style><p class=y>a</p>b</template></x-a><p \
            class=y>c => b||c
            a<svg><iframe srcdoc='<p>b'></iframe></svg> => a",
        );
        let page = Page::sample("<iframe srcdoc='<p>b'></iframe>");
        let tags: Vec<Tag> = page.nodes().iter().map(|node| node.tag()).collect();
        assert_eq!(tags, [Tag::Html, Tag::Body, Tag::Div, Tag::P, Tag::Text]);
    }

    #[test]
    fn frames_in_frames_end() {
        let mut html = "<p>deepest".to_owned();
        for _ in 0..8 {
            let escaped = html.replace('&', "&amp;").replace('"', "&quot;");
            html = format!("<p>x<iframe srcdoc=\"{escaped}\"></iframe>");
        }
        let text = Page::sample(&html).text().to_owned();
        assert!(text.starts_with("x\n\nx"), "{text}");
        let limits = Limits {
            max_nodes: 40,
            ..Limits::default()
        };
        let frames = "<iframe srcdoc='<p>a<p>b<p>c<p>d'></iframe>".repeat(4);
        assert_eq!(Page::parse(&frames, &limits).err(), Some(PageError::TooManyNodes { nodes: 40 }));
    }
}
