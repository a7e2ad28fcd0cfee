//! boilerpipe: shallow text features of blocks and their neighbours, with heuristics for news articles.
//!
//! Christian Kohlschütter, Peter Fankhauser, Wolfgang Nejdl: *Boilerplate Detection using Shallow
//! Text Features* (WSDM 2010), as the article extractor of the library of that name applies it.

mod blocks;
mod fusion;
mod rules;
mod title;

use goce_core::extract::{Selection, Span};
use goce_core::page::Page;
use goce_core::prelude::*;

/// Selects the article of a page by boilerpipe's article extractor. Its lists of phrases are for English news. Its steps:
///
/// 1. text blocks, with their words, their links' words and their density ([`blocks`]);
/// 2. content blocks by the word counts and link densities of three neighbours, up to a mark of the article's end
///    ([`rules`]);
/// 3. content blocks fused to areas: the largest is kept, with the areas between the headline and it ([`fusion`],
///    [`title`]).
///
/// These are the steps of the library's first releases and of boilerpy3, with which the result is compared. Later
/// releases have five more (a headline at the end is dropped, the title's block is always kept, blocks are fused on one
/// level of the tree alone, large blocks of the article's level and lists after it are taken). With these the texts agree
/// with boilerpy3's on wcxb-dev by a word F1 of .801 instead of .925. docs/boilerpipe.md has the differences.
///
/// Takes time linear in the page's nodes and text.
pub fn select(page: &Page) -> Fallible<Selection> {
    let blocks = blocks::blocks(page)?;
    let content = rules::content(page, &blocks)?;
    let article = fusion::article(page, &blocks, &content)?;
    let mut spans: Vec<Span> = Vec::new();
    let mut goes_on = false;
    for (block, is_article) in blocks.into_iter().zip(article).checking(CHECK_EVERY) {
        match spans.last_mut() {
            Some(span) if is_article && goes_on && !block.apart => span.nodes.end = block.nodes.end,
            _ if is_article => spans.try_push(Span {
                nodes: block.nodes,
                score: 1.0,
            })?,
            _ => {}
        }
        goes_on = is_article;
    }
    Ok(Selection::of_spans(spans))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::render;

    fn extract(html: &str) -> Option<String> {
        let page = crate::tests::page(html);
        render::text(&page, &select(&page).unwrap()).unwrap()
    }

    fn words(word: &str, count: usize) -> String {
        vec![word; count].join(" ")
    }

    #[test]
    fn the_largest_area_with_the_block_before_it() {
        let (short, long) = (words("short", 20), words("long", 30));
        let links = "<p><a>x</a><p><a>x</a><p><a>x</a>";
        let html = format!("<p>{short}{links}<h1>Head</h1><p>{long}{links}<p>{short}");
        assert_eq!(extract(&html), Some(format!("x\n\nHead\n\n{long}")));
        // The first of equals.
        let html = format!("<p>a {short}{links}<p>b {short}");
        assert_eq!(extract(&html), Some(format!("a {short}")));
    }

    #[test]
    fn one_block_between_is_left_out() {
        let text = words("text", 50);
        let html = format!("<p>{text}<p><a>a link</a><p><a>a link</a><p>{text}");
        // The block just before the second paragraph comes with it.
        assert_eq!(extract(&html), Some(format!("{text}\n\na link\n\n{text}")));
        let html = format!("<p>{text}<p><a>a</a><p><a>b</a><p><a>c</a><p>{text}");
        assert_eq!(extract(&html), Some(format!("c\n\n{text}")));
    }

    #[test]
    fn areas_between_the_headline_and_the_article() {
        let (lead, text) = (words("lead", 20), words("text", 60));
        let links = "<p><a>x</a><p><a>x</a><p><a>x</a>";
        let body = format!("<h1>A storm</h1><p>{lead}{links}<p>{text}");
        let html = format!("<title>A Storm | News</title>{body}");
        assert_eq!(extract(&html), Some(format!("A storm\n\n{lead}\n\nx\n\n{text}")));
        assert_eq!(extract(&body), Some(format!("x\n\n{text}")));
    }

    #[test]
    fn ignored_text_divides_spans() {
        let text = words("text", 30);
        let html = format!("<div>{text}<noscript>none</noscript>{text} <label>on</label></div>");
        assert_eq!(extract(&html), Some(format!("{text}\n{text} on")));
    }

    #[test]
    fn pages_without_content() {
        for html in [
            "",
            "<p>",
            "<p>Too short.",
            "<p><a>all of this is a link</a>",
            "<noscript>x",
        ] {
            assert_eq!(extract(html), None, "{html}");
        }
    }

    #[test]
    fn work_is_linear_and_checks() {
        for html in [
            "<div>".repeat(10_000) + "x",
            "<a>".repeat(5_000) + "x",
            "<p>comments and a few more words".repeat(20_000),
            "<title>".to_owned() + &"a|".repeat(100_000) + "</title>" + &"<p>a|a".repeat(10_000),
            "x".repeat(500_000),
        ] {
            let page = crate::tests::page(&html);
            let (_, checks) = interrupts::counted(|| select(&page).unwrap());
            assert!(checks >= page.nodes().len().min(10_000) / 20_000, "{}", &html[..20]);
        }
    }
}
