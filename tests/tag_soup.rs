//! Random tag soup: no text is lost, and the parts of a page agree.

use goce_core::extract::Options;
use goce_core::genre::Genre;
use goce_core::page::Page;
use goce_core::texts::words::words;
use goce_methods::Method;
use proptest::prelude::*;

use crate::pages::{golden_pages, parse};
use crate::rendering::{soup, text};

const TAGS: &str = "\
    div|div class=c1|p|p class=c2|span|b|i|a|font|nobr|ul|li|dl|dd|table|tr|td|th|tbody|caption|h1|button|form|\
    section|article|center|pre|blockquote|address|code|em|main|body|br|hr";

/// Pages in which no word joins another: no tag has a "w".
fn words_apart() -> impl Strategy<Value = String> {
    soup(TAGS, &[" "]).prop_map(|html| html.replace('w', " w"))
}

/// Returns the numbers of the words in a text, in their order.
fn numbers(text: &str) -> Vec<&str> {
    let mut numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    numbers.sort_unstable();
    numbers
}

/// Panics unless the blocks of a page divide its text, and the counts of elements are those of their texts.
fn check_parts(page: &Page, name: &str) {
    let all: Vec<&str> = words(page.text()).collect();
    let of_blocks: Vec<&str> = page.blocks().iter().flat_map(|block| words(page.block_text(block))).collect();
    assert_eq!(of_blocks, all, "{name}");
    assert_eq!(page.word_count(0..page.nodes().len()), all.len(), "{name}");
    for (position, node) in page.nodes().iter().enumerate() {
        let subtree = page.subtree(position);
        assert!(subtree.end <= page.subtree(node.parent()).end, "{name}");
        let children: usize = page.children(position).map(|child| page.word_count(page.subtree(child))).sum();
        assert!(children <= page.word_count(subtree.clone()), "{name}");
        // An inline element may begin or end inside a word.
        if node.tag().is_block() {
            assert_eq!(page.word_count(subtree.clone()), words(page.text_of(subtree)).count(), "{name}");
        }
    }
}

#[test]
fn the_parts_of_golden_pages_agree() {
    for golden in golden_pages() {
        check_parts(&golden.page(), &golden.name);
    }
}

proptest! {
    #[test]
    fn no_word_is_lost(html in words_apart(), depth in prop_oneof![Just(0usize), Just(300), Just(600)]) {
        let page = parse(&format!("{}{html}", "<div>".repeat(depth)));
        // The parser moves text out of tables, so the order may differ.
        let texts = html.split('<').filter_map(|part| part.rsplit('>').next()).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(numbers(page.text()), numbers(&texts));
    }

    #[test]
    fn the_parts_of_a_page_agree(html in words_apart()) {
        check_parts(&parse(&html), &html);
    }

    #[test]
    fn selections_are_disjoint_and_of_the_page(html in words_apart()) {
        let page = parse(&html);
        for method in Method::ALL {
            for genre in Genre::ALL {
                let selection = method.select(&page, &Options::of_genre(Some(genre.p_list_view()))).unwrap();
                let mut end = 0;
                for span in selection.spans() {
                    prop_assert!(span.nodes.start >= end && span.nodes.end <= page.nodes().len());
                    end = span.nodes.end;
                }
                let text = text(&page, &selection);
                let mut rest = words(page.text());
                for word in words(&text) {
                    prop_assert!(rest.any(|other| other == word), "{word} is out of order");
                }
            }
        }
    }
}
