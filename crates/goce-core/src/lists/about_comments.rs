//! The elements about commenting: forms, rules and messages of forms, links from other sites. They are no comments.

use std::ops::Range;

use super::comment_holders::{BEFORE, COMMENTS, Letters, Next, has_common, is_made_of};
use crate::html::names;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};
use crate::texts::spaces::{ATTRIBUTE_START, start_of};

/// Where elements are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Among the comments.
    Comments,
    /// In the whole page, where a name has to say more.
    Page,
}

/// Where a name counts: `None` stands for both.
const BOTH: Option<Place> = None;
const COMMENTS_ONLY: Option<Place> = Some(Place::Comments);
const PAGE_ONLY: Option<Place> = Some(Place::Page);

/// What the name of an element about commenting begins with, in lower case. An article may be named `comments-open`.
#[rustfmt::skip]
const STARTS: [(&str, Option<Place>); 15] = [
    ("cancelreply", BOTH), ("commentform", BOTH), ("commentnotes", BOTH), ("commentpolicy", BOTH),
    ("commentsinfo", BOTH), ("commentsintro", BOTH), ("commentsopen", COMMENTS_ONLY), ("leaveareply", PAGE_ONLY),
    ("leavecomment", PAGE_ONLY), ("leavereply", PAGE_ONLY), ("pingback", PAGE_ONLY), ("pings", COMMENTS_ONLY),
    ("respond", COMMENTS_ONLY), ("subscribe", COMMENTS_ONLY), ("trackback", BOTH),
];

/// Whole names of such elements: other names begin like them.
const WHOLE: [&str; 4] = ["pings", "respond", "respondform", "respondintro"];

/// What follows a word for comments, in whatever language, in such a name.
#[rustfmt::skip]
const FOLLOWING: [&str; 23] = [
    "captcha", "complete", "confirm", "disclaimer", "error", "form", "guideline", "help", "instructions", "login",
    "moderation", "notes", "notice", "policies", "policy", "preview", "replyform", "replytitle", "respond", "rules",
    "subscription", "success", "terms",
];

/// What stands before a word for comments in such names alone.
const ALSO_BEFORE: [&str; 6] = ["add", "leave", "new", "primary", "submit", "write"];

/// Returns the nodes of the elements of a page that are about commenting: by a class or an id, or forms for comments.
/// None holds the title of the page or more than a third of its words. The ranges are in document order, none within
/// another.
pub fn about_comments(page: &Page) -> Result<Vec<Range<usize>>, OutOfMemory> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut titles = Next::of(page, Tag::H1);
    let mut text_areas = Next::of(page, Tag::Textarea);
    // One of so many words of a page is the most that an element about commenting has. One with more holds the page.
    let most = page.word_count(0..page.nodes().len()) / 3;
    let mut end = 0;
    for position in (0..page.nodes().len()).checking(CHECK_EVERY) {
        let tag = page.nodes()[position].tag();
        if position < end || !tag.is_block() || matches!(tag, Tag::Html | Tag::Body | Tag::Main) {
            continue;
        }
        let nodes = page.subtree(position);
        let is_about = is_about_comments(page, position, Place::Page)
            || (tag == Tag::Form && is_for_comments(page, position) && text_areas.first_from(position) < nodes.end);
        if is_about && titles.first_from(position) >= nodes.end && page.word_count(nodes.clone()) <= most {
            end = nodes.end;
            found.try_push(nodes)?;
        }
    }
    Ok(found)
}

/// Returns `true` for an element whose class or id says that it is about the comments, and none of them.
pub fn is_about_comments(page: &Page, position: usize, place: Place) -> bool {
    let Some(element) = page.element(position) else {
        return false;
    };
    let has_such_name = |value: &str| value.split_ascii_whitespace().any(|name| is_about(name, place));
    let mut values = element.attrs_of([names::CLASS, names::ID]);
    values.any(|(name, value)| {
        let value = start_of(value, ATTRIBUTE_START);
        let counts = match (place, name) {
            (Place::Comments, _) => true,
            // Classes are many and long: of most no name is read.
            (Place::Page, names::CLASS) => has_common(value) || has_trackback(value),
            (Place::Page, _) => !is_section(page, position),
        };
        counts && has_such_name(value)
    })
}

/// Returns `true` for a heading or a section of a text: its id may be made of the words of the heading.
fn is_section(page: &Page, position: usize) -> bool {
    let tag = page.nodes()[position].tag();
    tag.heading_level().is_some() || tag == Tag::Section || page.class(position).trim() == "section"
}

/// Returns `true` for a form whose names or address say that it is for comments.
fn is_for_comments(page: &Page, position: usize) -> bool {
    let read = [names::CLASS, names::ID, names::NAME, names::ACTION];
    let element = page.element(position);
    let mut values = element.into_iter().flat_map(|element| element.attrs_of(read));
    values.any(|(_, value)| {
        let value = start_of(value, ATTRIBUTE_START).as_bytes();
        value.windows(7).any(|bytes| bytes.eq_ignore_ascii_case(b"comment"))
    })
}

/// Returns `true` for the name of an element about commenting, in whatever case, with `-`, `_` and digits anywhere.
fn is_about(name: &str, place: Place) -> bool {
    // Few names have a word for comments, or the first letters of a start.
    let may_have_word = has_common(name);
    if !may_have_word && !may_start(name) {
        return false;
    }
    let letters = Letters::of(name);
    let letters = letters.read();
    let mut starts = STARTS.iter().filter(|(_, only)| only.is_none_or(|only| only == place));
    let begins = |letters: &[u8], start: &str| letters.starts_with(start.as_bytes());
    if starts.any(|(start, _)| begins(letters, start)) {
        return true;
    }
    let follows_word = |word: &&str| {
        memchr::memmem::find(letters, word.as_bytes()).is_some_and(|at| {
            let following = &letters[at + word.len()..];
            FOLLOWING.iter().any(|start| begins(following, start))
                && is_made_of(&letters[..at], &[&BEFORE, &ALSO_BEFORE])
        })
    };
    place == Place::Page
        && (WHOLE.iter().any(|name| name.as_bytes() == letters) || (may_have_word && COMMENTS.iter().any(follows_word)))
}

/// Returns `true` if a value may have the word "trackback".
fn has_trackback(value: &str) -> bool {
    let value = value.as_bytes();
    let is = |at: usize, letter: u8| value.get(at).is_some_and(|byte| byte | 0x20 == letter);
    memchr::memchr2_iter(b'k', b'K', value).any(|at| at > 0 && is(at - 1, b'c') && is(at + 1, b'b'))
}

/// Returns `true` if the first letters of a name are those of one of [`STARTS`] or [`WHOLE`] without a word for comments.
fn may_start(name: &str) -> bool {
    let mut letters = name.bytes().filter(u8::is_ascii_alphabetic).map(|byte| byte | 0x20);
    let mut next = || letters.next().unwrap_or(0);
    let begins = [next(), next(), next()];
    matches!(&begins, b"can" | b"lea" | b"pin" | b"res" | b"sub" | b"tra")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_pass_the_first_look() {
        for name in STARTS.iter().map(|(start, _)| *start).chain(WHOLE) {
            assert!(has_common(name) || may_start(name), "{name}");
        }
        assert!(may_start("Leave-a-reply") && may_start("track_back") && !may_start("content") && !may_start("re"));
    }

    #[test]
    fn names_about_commenting() {
        for name in [
            "comment-form",
            "commentform",
            "CommentForm2",
            "comments-form",
            "news-comment-form",
            "addCommentForm",
            "wp-block-post-comments-form",
            "comment-captcha",
            "comment-preview-confirmation",
            "comment_error",
            "comment-complete",
            "comment-notes",
            "comment-policy",
            "comment-guidelines",
            "comment-form-with-a-name-that-is-longer-than-all-that-is-read-of-a-name",
            "comment-reply-title",
            "kommentarformular",
            "respond",
            "respond_intro",
            "trackbacks",
            "trackback-url",
            "pings",
            "leave-a-reply",
        ] {
            assert!(is_about(name, Place::Page), "{name}");
        }
        for name in [
            "",
            "-",
            "é",
            "comment",
            "comments",
            "comment-reply",
            "comment-text",
            "comment-submitted",
            "comment-editors-pick",
            "lang-comment",
            "commenting-on-qna",
            "responsive",
            "respondents",
            "responding-to-events",
            "form",
            "contact-form",
            "preview",
            "shopping-policy",
            "js-comment-text-and-form",
            "mispings",
        ] {
            assert!(!is_about(name, Place::Page), "{name}");
        }
        for name in ["comments-open", "subscribe-to-comments", "respond-now", "pings-list"] {
            assert!(is_about(name, Place::Comments) && !is_about(name, Place::Page), "{name}");
        }
        for name in ["comment-form", "comments-info", "respond", "trackbacks"] {
            assert!(is_about(name, Place::Comments), "{name}");
        }
        for name in ["comment-error", "comments-form", "news-comment-form", "pingback"] {
            assert!(!is_about(name, Place::Comments), "{name}");
        }
    }

    fn of(html: &str) -> Vec<String> {
        let page = Page::sample(html);
        let found = about_comments(&page).unwrap();
        found.into_iter().map(|nodes| page.text_of(nodes).to_owned()).collect()
    }

    const ARTICLE: &str = "<h1>Ice</h1><p>The harbour froze over night, and the ferry stayed where it was. Nobody \
        had seen the like of it for thirty years, and nobody was in a hurry to see it again.";

    #[test]
    fn elements_about_commenting() {
        for (html, expected) in [
            (
                "<div class=trackbacks><p>TrackBack URL: <p>http://x.example/t</div>",
                "TrackBack URL:\n\nhttp://x.example/t",
            ),
            ("<div id=comment-captcha><p>Enter the letters.</div>", "Enter the letters."),
            ("<p class=comment-notes>Be kind.", "Be kind."),
            ("<h3 class=comment-reply-title>Leave a reply</h3>", "Leave a reply"),
            ("<form action=/add-comment.php><p>Your words: <textarea></textarea></form>", "Your words:"),
            ("<form name=Comments><p>Your words: <textarea></textarea></form>", "Your words:"),
        ] {
            assert_eq!(of(&format!("{ARTICLE}{html}")), [expected], "{html}");
            // A thread has such forms too.
            assert_eq!(of(&format!("<div class=forum>{ARTICLE}{html}")), [expected], "{html}");
        }
    }

    #[test]
    fn what_is_left() {
        for html in [
            // A form to write to somebody, and a search.
            "<form action=/contact><p>Your words: <textarea></textarea></form>".to_owned(),
            "<form action=/comments><p>Search: <input></form>".to_owned(),
            // A text about such forms.
            "<h2 id=comment-form>The form</h2><p>It has.".to_owned(),
            "<section id=comment-form><p>It has.</section><div class=section id=comment-policy><p>Text</div>"
                .to_owned(),
            // The whole page, and most of it.
            format!("<div id=respond>{ARTICLE}</div>"),
            format!("<form action=comments.aspx>{ARTICLE}<textarea></textarea></form>"),
            format!("<body class=comment-form>{ARTICLE}</body>"),
            format!("<div class=comment-form>{}</div>", ARTICLE.replace("h1", "h2")),
        ] {
            assert!(of(&format!("{ARTICLE}{html}")).is_empty(), "{html}");
        }
    }

    #[test]
    fn an_element_that_holds_the_page_may_hold_a_form() {
        let html = format!("<div id=respond>{ARTICLE}<div class=comment-form>Your words</div></div>");
        assert_eq!(of(&html), ["Your words"]);
    }
}
