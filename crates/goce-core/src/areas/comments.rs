//! The comments below an article.

use std::ops::Range;

use super::comment_forms::CommentForms;
use super::comment_holders::{comment_parts, holders};
use super::fields::Fields;
use crate::element_names::Place;
use crate::keyed::Map;
use crate::page::{Block, Page, Tag};
use crate::prelude::*;

/// The comments of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// The nodes of the elements that hold comments, with headings, names and forms. None is within another.
    pub holders: Vec<Range<usize>>,
    /// The nodes of the comments' texts.
    pub texts: Vec<Range<usize>>,
}

/// Returns the comments of a page: those in elements whose class, id or schema.org type says that they hold comments, or
/// else by links to answer each.
pub fn comments(page: &Page) -> Fallible<Comments> {
    let holders = holders(page, &comment_parts(page)?)?;
    let texts = if holders.is_empty() {
        Vec::new()
    } else {
        texts(page, &holders)?
    };
    Ok(Comments { holders, texts })
}

/// Returns the nodes of the blocks that are texts of comments: without heads, labels, forms and menus.
fn texts(page: &Page, around: &[Range<usize>]) -> Fallible<Vec<Range<usize>>> {
    let fields = Fields::of(page)?;
    let within = |block: &Block| {
        let before = around.partition_point(|nodes| nodes.end <= block.nodes().start);
        around.get(before).is_some_and(|nodes| nodes.start <= block.nodes().start)
    };
    let is_short = |block: &Block| page.word_count(block.nodes()) <= 3;
    let mut times: Map<&str, u32> = Map::default();
    for block in page.blocks().iter().checking(CHECK_EVERY) {
        if within(block) && is_short(block) {
            times.try_reserve(1)?;
            *times.entry(page.block_text(block)).or_default() += 1;
        }
    }
    // Nodes up to here are in a form, a menu, a button or a heading.
    let mut left_out = 0;
    let mut next = 0;
    let mut texts = Vec::new();
    let mut forms = CommentForms::new(page, Place::Comments);
    for block in page.blocks().iter().checking(CHECK_EVERY) {
        for position in next..block.nodes().start {
            let tag = page.tag(position);
            let is_other = matches!(tag, Tag::Form | Tag::Nav | Tag::Button) || tag.heading_level().is_some();
            if is_other || (tag.is_block() && forms.has(position)) {
                left_out = left_out.max(page.end(position));
            }
        }
        next = next.max(block.nodes().start);
        if block.nodes().start < left_out || !within(block) {
            continue;
        }
        let nodes = block.nodes();
        let running = fields.running_words(nodes.clone());
        // The elements that begin with the block, or a picture before it, belong to it: one of them may be named as an
        // author.
        let mut start = nodes.start;
        while start > 0 && page.word_count(page.parent(start)..start) == 0 {
            start = page.parent(start);
        }
        let names = fields.names_in(start..nodes.end);
        // A head of a comment has a name or a time.
        let is_head = running <= 9 && (!names.is_empty() || !fields.times_in(start..nodes.end).is_empty());
        // A short text that comes often is a button or a label: "Reply", "Like".
        let is_label = times.get(page.block_text(block)).is_some_and(|times| *times >= 3);
        // A text without letters is a count of votes.
        let says_nothing = !page.block_text(block).contains(char::is_alphabetic);
        if running > 0 && !says_nothing && !is_head && !is_label {
            texts.try_push(nodes)?;
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    fn of(html: &str) -> (Vec<String>, Vec<String>) {
        let page = Page::sample(html);
        let comments = comments(&page).unwrap();
        let texts = |ranges: &[Range<usize>]| {
            let texts = ranges.iter().map(|nodes| page.text_of(nodes.clone()).to_owned());
            texts.collect::<Vec<_>>()
        };
        (texts(&comments.holders), texts(&comments.texts))
    }

    const COMMENTS: &str = "<h2>3 comments</h2><ol class=comment-list>\
        <li class=comment><cite class=author>Ann</cite> says: <time>2 May 2021</time><p>Fine.<p>Thank you!<p><a href=x>Reply</a>\
        <li class=comment><cite class=author>Bob</cite> says: <time>3 May 2021</time><p>I do not agree.<p>Reply\
        <li class=comment><cite class=author>Cid</cite> says: <time>4 May 2021</time><p>Me neither.<p>Reply\
        <li class=comment><cite class=author>Dan</cite> says: <time>5 May 2021</time><p>Nor do I, as it happens.<p>Reply\
        <li class=comment><p class=author>Eve says:<p>17<p>Well.<p>Reply</ol>\
        <form>Your comment</form>";

    #[test]
    fn texts_of_comments() {
        let html = format!("<h1>Title</h1><p>Text of the article.<div id=comments>{COMMENTS}</div><p>Behind.");
        let (around, texts) = of(&html);
        assert_eq!(around.len(), 1);
        assert!(around[0].starts_with("3 comments") && around[0].ends_with("Your comment"));
        assert_eq!(
            texts,
            [
                "Fine.",
                "Thank you!",
                "I do not agree.",
                "Me neither.",
                "Nor do I, as it happens.",
                "Well."
            ]
        );
    }

    /// WordPress, with a picture before the name.
    #[test]
    fn who_says_it_is_no_text_in_any_language() {
        let comment = |name: &str, text: &str| {
            format!(
                "<li class=comment><article class=comment-body><footer class=comment-meta>\
                 <div class='comment-author vcard'>\
                 <img alt='' src=a.png> <b class=fn>{name}</b> <span class=says>schreef:</span></div></footer>\
                 <div class=comment-content><p>{text}</div></article>"
            )
        };
        let (_, texts) = of(&format!(
            "<ol class=comment-list>{}{}</ol>",
            comment("Ann de Groot", "Eindelijk!"),
            comment("Ben", "En wie betaalt?")
        ));
        assert_eq!(texts, ["Eindelijk!", "En wie betaalt?"]);
    }

    #[test]
    fn what_only_speaks_of_comments_holds_none() {
        for [html] in cases(
            "
            <body class=comments><p>Text
            <div class=comments><h1>Title</h1><p>Text</div>
            <p>Text <a class=comments href=x>3 comments</a> <span class=comments>3</span>
            <h2 class=comments>About comments</h2><p>Text
            <div class=no-comments-yet-thanks>Text</div>",
        ) {
            assert_eq!(of(html), (vec![], vec![]), "{html}");
        }
    }

    #[test]
    fn comments_are_known_by_their_types() {
        let (around, texts) = of(
            "<div itemscope itemtype='https://schema.org/Comment'><p>One.</div><p>Text<div itemprop=comment><p>Two.</div>",
        );
        assert_eq!((around, texts), (vec!["One.".into(), "Two.".into()], vec!["One.".into(), "Two.".into()]));
    }
}
