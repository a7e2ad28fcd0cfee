//! The caption of a picture or a table.

use crate::page::prelude::*;

/// The most bytes of text of an element whose class says whose a picture is.
const CREDIT: usize = 200;

/// Returns the nodes of the caption of a picture: the `<figcaption>` of the figure around it, or an element whose class
/// says that it is a caption, or else whose the picture is. That element stands in one that says so too, in one that
/// holds no other text, or directly behind the picture. In a figure an element called a caption may hold the picture.
pub fn caption_of(page: &Page, picture: usize) -> Option<Range<usize>> {
    beside(page, picture, is_caption).or_else(|| beside(page, picture, is_credit))
}

/// Returns the nodes of what is a caption of a picture.
fn beside(page: &Page, picture: usize, is_caption: fn(&Page, usize) -> bool) -> Option<Range<usize>> {
    let mut around = picture;
    let mut caption: Option<Range<usize>> = None;
    // The levels above a picture in which its caption is looked for: figures may stand in a row of another one.
    for _ in 0..8 {
        let parent = page.parent(around);
        let behind = page.end(around);
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
        // The most nodes beside a picture in an element around both.
        if nodes.len() - before.len() > 128 {
            return None;
        }
        // What stands in the last element is known.
        let mut others = (nodes.start + 1..before.start).chain(before.end..nodes.end);
        let is_other = |node: &usize| !page.subtree(*node).contains(&picture) && is_caption(page, *node);
        caption = caption.or_else(|| others.find(is_other).map(|caption| page.subtree(caption)));
        if let Some(caption) = &caption
            && (page.tag(around) == Tag::Figure
                || is_called_caption(page, around)
                || page.word_count(nodes.clone()) == page.word_count(caption.clone()))
        {
            return Some(caption.clone());
        }
        let behind = before.end..nodes.end;
        if caption.is_none()
            && is_caption(page, around)
            && page.tag(page.parent(around)) == Tag::Figure
            && !page.text_of(behind.clone()).is_empty()
        {
            return Some(behind);
        }
    }
    None
}

/// Returns `true` for an element that says whose a picture is. Cards are of credit, too.
fn is_credit(page: &Page, position: usize) -> bool {
    if page.tag(position) == Tag::Text {
        return false;
    }
    let ends = |name: &str| {
        let end = |word: &str| name.len().checked_sub(word.len()).and_then(|at| name.get(at..));
        ["credit", "credits"].iter().any(|word| end(word).is_some_and(|end| end.eq_ignore_ascii_case(word)))
    };
    // Classes of posts are their categories, too.
    let is_of_page =
        |name: &&str| ["tag-", "category-", "no-", "footer-", "site-"].iter().any(|start| name.starts_with(start));
    let class = start_of_name(page.class(position));
    let mut names = class.split_ascii_whitespace().filter(|name| !is_of_page(name));
    // Few classes have the word.
    class.contains("redit") && names.any(ends) && (1..=CREDIT).contains(&page.text_at(position).len())
}

/// Returns `true` for an element with the text of a caption.
fn is_caption(page: &Page, position: usize) -> bool {
    let tag = page.tag(position);
    tag != Tag::Text
        && !page.text_at(position).is_empty()
        && (tag == Tag::Figcaption || is_called_caption(page, position))
}

/// Returns `true` for an element with a class such as `wp-caption-text`.
fn is_called_caption(page: &Page, position: usize) -> bool {
    Meaning::Caption.is_said_by(start_of_name(page.class(position)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions() {
        for [html, caption] in cases(
            "
            <figure><a><img src=a></a><figcaption>The <b>cat</b></figcaption></figure> => The cat
            <div class=wp-caption><img src=a><p class=wp-caption-text>A cat</div> => A cat
            <table class=tr-caption-container><tr><td><a><img src=a></a><tr><td class=tr-caption>A cat</table> => A \
            cat
            <div class=lead><div><img src=a></div><p class=imageCaption>A cat</div><p>text => A cat
            <p><img src=a></p><p class=caption>A cat</p><p>text => A cat
            <figure><img src=a></figure><p>text<p class=caption>no => -
            <figure><div class=caption-wrapper><img src=a><span>A <a href=b>cat</a></span></div></figure> => A cat
            <div><div class=caption-box><img src=a>text</div></div>x => -
            <div><span><img src=a></span><div class=image-credit>By Ann</div></div><p>text => By Ann
            <figure><img src=a><i class=credit>Ann</i><figcaption>A cat</figcaption></figure> => A cat
            <p><img src=a></p><p class=credit-card>Apply</p><p>text => -
            <figure><div><div><div><figure><div><img src=a></div><figcaption></figcaption></figure></div></div></div>\
            <figcaption>Cats</figcaption></figure> => Cats
            <p><img src=a>text => -",
        ) {
            let page = Page::sample(html);
            let picture = page.all(Tag::Img).next().unwrap();
            assert_eq!(caption_of(&page, picture).map_or("-", |nodes| page.text_of(nodes)), caption, "{html}");
        }
    }
}
