//! Chunks: their order, coverage, limits and headings, whatever the page.

use goce_core::extract::{Options, Selection};
use goce_core::page::Page;
use goce_core::render::{ChunkSize, Chunks};
use proptest::prelude::*;

use crate::pages::{method, parse};
use crate::rendering::chunked::{all, check};
use crate::rendering::{all_content, golden_selections};

#[test]
fn golden_pages_by_every_method() {
    for (name, page, selection) in golden_selections() {
        for (max_words, overlap) in [(200, 0), (40, 10), (7, 0), (3, 2), (1, 0)] {
            check(&page, &selection, max_words, overlap, &name);
        }
    }
}

const PARTS: &str = "\
    <p>|</p>|<div>|</div>|<br>|<h1>|</h1>|<h2>|</h2>|<h3>|<h5>|</h3>|<ul>|</ul>|<ol>|</ol>|<ol start=7>|<li>|\
    <li value=3>|<blockquote>|</blockquote>|<pre><code>|</pre>|\n|<table><tr><th>Head<th>er<tr><td>|<tr><td>|\
    <td>|<td rowspan=2>|<table><tr><td>|</table>|<b>|</b>|<a href=/a>|</a>|<img src=a.png alt=picture>|<hr>|\
    <dl><dt>|<dd>|</dl>|<sup><a href=#fn1>1</a></sup>|<li id=fn1>|<em>|</em>|<header hidden>unseen</header>";

/// Words and signs that may end a sentence, in markup of any kind.
fn page() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(
        prop_oneof![
            4 => "[a-cA-C]{1,3}", 1 => Just("U.S.".to_owned()), 1 => "[a-c]{1,3}[.!?…]", 1 => "[é漢]{1,2}[。,]?", 1 => Just("*".to_owned()),
        ],
        1..6,
    )
    .prop_map(|words| words.join(" "));
    let part = prop_oneof![
        3 => words,
        3 => prop::sample::select(PARTS.split('|').collect::<Vec<_>>()).prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 1..60).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn chunks_have_all_words_in_order(html in page(), max_words in 1i32..14, overlap in 0i32..6) {
        let page = parse(&html);
        for name in ["default", "auto"] {
            let selection = method(name).select(&page, &Options::of_genre(Some(0.1))).unwrap();
            check(&page, &selection, max_words, overlap.min(max_words - 1), &format!("{name} {html}"));
        }
    }
}

fn divided<'p>(page: &'p Page, selection: &Selection, max_words: i32, overlap: i32) -> Chunks<&'p Page> {
    Chunks::of(page, selection, None, ChunkSize::new(max_words, overlap).unwrap(), None).unwrap()
}

/// Returns the Markdown of each chunk of a page behind its path of headings.
fn chunks(html: &str, max_words: i32, overlap: i32) -> Vec<String> {
    let page = parse(html);
    let selection = all_content(&page);
    let mut chunks = divided(&page, &selection, max_words, overlap);
    let all = all(&mut chunks);
    let show = |chunk| {
        let path: Vec<&str> = chunks.heading_path(chunk).collect();
        format!("{}: {}", path.join(" > "), chunk.markdown)
    };
    all.iter().map(show).collect()
}

#[test]
fn sections_begin_chunks_and_blocks_are_not_divided_without_need() {
    let html = "<h1>One</h1><h2>Two</h2><p>A b c.<p>D e f. G h i.<h2>Three</h2><p>J k.<h1>Four</h1><h3>Five</h3><p>L";
    assert_eq!(
        chunks(html, 6, 0),
        [
            "One > Two: # One\n\n## Two\n\nA b c.",
            "One > Two: D e f. G h i.",
            "One > Three: ## Three\n\nJ k.",
            "Four > Five: # Four\n\n### Five\n\nL",
        ]
    );
    // A heading has some text with it: here a part of a paragraph.
    assert_eq!(chunks("<h1>One</h1><p>A b c. D e f.", 6, 0), ["One: # One\n\nA b c.", "One: D e f."]);
    // Sentences and code are divided only if they are longer than a chunk.
    assert_eq!(
        chunks("<p>A b c d. E<pre>one two\nthree four\nfive</pre>", 3, 0),
        [
            ": A b c",
            ": d. E",
            ": ```\none two\n```",
            ": ```\nthree four\nfive\n```"
        ]
    );
}

#[test]
fn of_a_heading_in_parts_the_path_has_all() {
    let page = parse("<h1>One</h1><h2><p>Two</p><p>not taken</p><p>three.</p></h2><p>Four");
    let others = page.blocks().iter().filter(|block| page.block_text(block) != "not taken");
    let selection = Selection::ranges(others.map(|block| block.nodes())).unwrap();
    for (max_words, expected) in [(9, 1), (2, 2), (1, 4)] {
        let mut chunks = divided(&page, &selection, max_words, 0);
        assert_eq!(chunks.count(), expected);
        let all = all(&mut chunks);
        let last = all.last().unwrap();
        let path: Vec<&str> = chunks.heading_path(last).collect();
        assert_eq!(path, ["One", "Two three."], "{max_words}");
    }
    for (max_words, overlap) in [(9, 0), (2, 0), (1, 0), (2, 1)] {
        check(&page, &selection, max_words, overlap, "a heading in parts");
    }
}

#[test]
fn items_and_rows_go_on_in_the_next_chunk() {
    assert_eq!(
        chunks("<ol start=3><li>a b<li>c. D<ul><li>e</ul><li>f g</ol>", 2, 0),
        [": 3. a b", ": 4. c. D", ": - e", ": 5. f g"]
    );
    assert_eq!(chunks("<blockquote><p>A b. C d.</blockquote>", 2, 0), [": > A b.", ": > C d."]);
    let table = "<table><tr><th>to<th>at<tr><td>Hue<td>7<tr><td>Ha Noi<td>9<tr><td>Lao<td>10</table>";
    assert_eq!(
        chunks(table, 4, 0),
        [
            ": | to | at |\n| --- | --- |\n| Hue | 7 |",
            ": | to | at |\n| --- | --- |\n| Ha Noi | 9 |",
            ": | to | at |\n| --- | --- |\n| Lao | 10 |",
        ]
    );
    // A long header is not repeated.
    let table = "<table><tr><th>departure<th>destination<tr><td>a<td>b<tr><td>c<td>d</table>";
    let divided = chunks(table, 2, 0);
    assert_eq!(
        divided[1..],
        [
            ": |  |  |\n| --- | --- |\n| a | b |",
            ": |  |  |\n| --- | --- |\n| c | d |"
        ]
    );
}

#[test]
fn links_keep_their_addresses_from_chunk_to_chunk() {
    assert_eq!(
        chunks("<a href=/x>one</a> <a href=/y><img src=c>two three<p>four</p></a> <a href=/z>five six</a>", 1, 0),
        [
            ": [one](/x) [![](c)](/y)",
            ": [two](/y)",
            ": [three](/y)",
            ": [four](/y)",
            ": [five](/z)",
            ": [six](/z)",
        ]
    );
    let page = "<code><a href=/a></code><img src=b>< a 1.1. what?";
    let divided = chunks(page, 2, 1);
    assert!(divided.iter().all(|chunk| chunk.contains("](/a)")));
}

#[test]
fn an_overlap_is_of_whole_sentences_where_they_have_room() {
    let html = "<p>A b c d. E f. G h i. J k.<h2>L</h2><p>M n o p q r s. T";
    assert_eq!(
        chunks(html, 8, 3),
        [
            ": A b c d.",
            ": b c d. E f. G h i.",
            ": G h i. J k.",
            "L: ## L",
            "L: ## L\n\nM n o p q",
            "L: o p q r s. T",
        ]
    );
}
