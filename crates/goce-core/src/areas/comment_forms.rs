//! The elements about commenting: forms, rules and messages of forms, links from other sites. They are no comments.

use std::ops::Range;

use super::comment_holders::{Next, without_title};
use super::start_of_name;
use crate::element_names::{Place, is_about_comments, may_speak_of_comments};
use crate::html::names;
use crate::page::{Page, Tag};
use crate::prelude::*;
use crate::texts::memo::Memo;

/// Returns the nodes of the elements of a page that are about commenting: by a class or an id, or forms for comments.
/// None holds the title of the page or more than a third of its words. The ranges are in document order, none within
/// another. `parts` are the page's [`comment_parts`](super::comment_parts).
pub fn comment_forms(page: &Page, parts: &[usize]) -> Fallible<Vec<Range<usize>>> {
    let mut forms = CommentForms::new(page, Place::Page);
    let mut text_areas = Next::of(page, Tag::Textarea);
    // An element with more words holds the page.
    let most = page.word_count(page.positions()) / 3;
    without_title(page, parts.iter().copied(), |position| {
        let nodes = page.subtree(position);
        let is_form = page.tag(position) == Tag::Form && is_for_comments(page, position);
        let is_about = forms.has(position) || is_form && text_areas.first_from(position) < nodes.end;
        (is_about && page.word_count(nodes.clone()) <= most).then_some(nodes)
    })
}

/// Finds the elements whose class or id says that they are about the comments, and none of them.
pub struct CommentForms<'p> {
    page: &'p Page,
    place: Place,
    /// The lists of classes that say so, and others.
    classes: Memo<'p, bool>,
}

impl<'p> CommentForms<'p> {
    pub fn new(page: &'p Page, place: Place) -> Self {
        CommentForms {
            page,
            place,
            classes: Memo::default(),
        }
    }

    /// Returns `true` if the element at a position is one.
    pub fn has(&mut self, position: usize) -> bool {
        let place = self.place;
        let Some(element) = self.page.element(position) else {
            return false;
        };
        let has_such_name = |value: &str| value.split_ascii_whitespace().any(|name| is_about_comments(name, place));
        // Classes are many and long: of most no name is read.
        let may_count = |value: &str| place == Place::Comments || may_speak_of_comments(value);
        element.attrs().any(|attribute| {
            let value = || start_of_name(attribute.value());
            match attribute.local() {
                names::CLASS => self.classes.get_or_find(value(), |value| may_count(value) && has_such_name(value)),
                names::ID => has_such_name(value()) && (place == Place::Comments || !is_section(self.page, position)),
                _ => false,
            }
        })
    }
}

/// Returns `true` for a heading or a section of a text: its id may be made of the words of the heading.
fn is_section(page: &Page, position: usize) -> bool {
    let tag = page.tag(position);
    tag.heading_level().is_some() || tag == Tag::Section || page.class(position).trim() == "section"
}

/// Returns `true` for a form whose names or address say that it is for comments.
fn is_for_comments(page: &Page, position: usize) -> bool {
    let read = [names::CLASS, names::ID, names::NAME, names::ACTION];
    let element = page.element(position);
    let mut values = element.into_iter().flat_map(|element| element.attrs_of(read));
    values.any(|(_, value)| {
        let value = start_of_name(value).as_bytes();
        value.windows(7).any(|bytes| bytes.eq_ignore_ascii_case(b"comment"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::comment_parts;
    use crate::{cases, lines};

    fn of(html: &str) -> Vec<String> {
        let page = Page::sample(html);
        let found = comment_forms(&page, &comment_parts(&page).unwrap()).unwrap();
        found.into_iter().map(|nodes| page.text_of(nodes).to_owned()).collect()
    }

    const ARTICLE: &str = "<h1>Ice</h1><p>The harbour froze over night, and the ferry stayed where it was. Nobody \
        had seen the like of it for thirty years, and nobody was in a hurry to see it again.";

    #[test]
    fn elements_about_commenting() {
        for [html, expected] in cases(
            "
            <div class=trackbacks><p>TrackBack URL: <p>http://x.example/t</div> => TrackBack URL:||http://x.example/t
            <div id=comment-captcha><p>Enter the letters.</div> => Enter the letters.
            <p class=comment-notes>Be kind. => Be kind.
            <h3 class=comment-reply-title>Leave a reply</h3> => Leave a reply
            <form action=/add-comment.php><p>Your words: <textarea></textarea></form> => Your words:
            <form name=Comments><p>Your words: <textarea></textarea></form> => Your words:",
        ) {
            let expected = expected.replace('|', "\n");
            assert_eq!(of(&format!("{ARTICLE}{html}")), [expected.as_str()], "{html}");
            // A thread has such forms too.
            assert_eq!(of(&format!("<div class=forum>{ARTICLE}{html}")), [expected.as_str()], "{html}");
        }
    }

    #[test]
    fn what_is_left() {
        for html in lines(
            "
            // A form to write to somebody, and a search.
            <form action=/contact><p>Your words: <textarea></textarea></form>
            <form action=/comments><p>Search: <input></form>
            // A text about such forms.
            <h2 id=comment-form>The form</h2><p>It has.
            <section id=comment-form><p>It has.</section><div class=section id=comment-policy><p>Text</div>
            // The whole page, and most of it.
            <div id=respond>ARTICLE</div>
            <form action=comments.aspx>ARTICLE<textarea></textarea></form>
            <body class=comment-form>ARTICLE</body>
            <div class=comment-form>SECTION</div>",
        ) {
            let html = html.replace("ARTICLE", ARTICLE).replace("SECTION", &ARTICLE.replace("h1", "h2"));
            assert!(of(&format!("{ARTICLE}{html}")).is_empty(), "{html}");
        }
    }

    #[test]
    fn an_element_that_holds_the_page_may_hold_a_form() {
        let html = format!("<div id=respond>{ARTICLE}<div class=comment-form>Your words</div></div>");
        assert_eq!(of(&html), ["Your words"]);
    }
}
