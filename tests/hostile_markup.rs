//! HTML that goce writes: nothing in it runs or loads a file, and its text is the page's.

use goce_core::page::Page;
use goce_core::render;
use scraper::Html;

use crate::html;
use crate::pages::{cases, parse};
use crate::rendering::evasions::EVASIONS;
use crate::rendering::{all_content, assert_same_words, golden_selections};

/// Elements that run or load something.
const ELEMENTS: &str = "script iframe frame frameset object embed applet form base link svg math template noscript video audio \
    portal marquee isindex";

/// Attributes that load something.
const ATTRIBUTES: &str = "src srcset srcdoc background poster action formaction data ping target cite lowsrc dynsrc \
    xlink:href download";

/// Each evasion alone, and in two pages around it.
fn evasions(around: [fn(&str) -> String; 2]) -> impl Iterator<Item = (String, Page)> {
    cases(EVASIONS).flat_map(move |[case]| {
        let pages = [case.clone()].into_iter().chain(around.map(|around| around(&case)));
        pages.map(|html| (case.clone(), parse(&html))).collect::<Vec<_>>()
    })
}

fn between_paragraphs(case: &str) -> String {
    format!("<p>before {case} <p>after")
}

fn names(list: &str, name: &str) -> bool {
    list.split(' ').any(|known| known == name)
}

/// Panics at a highlighted page that runs or loads something.
fn check(html: &str, name: &str) {
    let document = Html::parse_document(html);
    for element in document.tree.values().filter_map(|node| node.as_element()) {
        let tag = element.name();
        assert!(!names(ELEMENTS, tag), "{name}: <{tag}> in {html}");
        for (attribute, value) in element.attrs() {
            assert!(!attribute.starts_with("on") && !names(ATTRIBUTES, attribute), "{name}: {attribute} in {html}");
            if attribute == "href" {
                let start: String = value.chars().take_while(|c| !"/?#".contains(*c)).collect();
                let scheme = start.split_once(':').map(|(scheme, _)| scheme);
                assert!(scheme.is_none_or(|scheme| names(html::SCHEMES, scheme)), "{name}: {value} in {html}");
                assert!(!value.chars().any(char::is_control), "{name}: {value:?}");
            }
        }
    }
}

#[test]
fn evasions_come_to_nothing_in_html() {
    for (case, page) in evasions([between_paragraphs, |case| format!("<table><tr><td>a {case}")]) {
        for url in [None, Some("https://a.example/b")] {
            if let Some(html) = render::html(&page, &all_content(&page), url).unwrap() {
                html::check_markup(&html, &case);
            }
        }
    }
}

#[test]
fn evasions_come_to_nothing_in_markdown() {
    for [case] in cases(EVASIONS) {
        let page = parse(&between_paragraphs(&case));
        let Some(markdown) = render::markdown(&page, &all_content(&page), None).unwrap() else {
            continue;
        };
        let options = pulldown_cmark::Options::all();
        for event in pulldown_cmark::Parser::new_ext(&markdown, options) {
            use pulldown_cmark::{Event, Tag};
            match event {
                Event::Html(html) | Event::InlineHtml(html) => panic!("{case}: {html}"),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let lower = dest_url.to_ascii_lowercase();
                    assert!(!lower.contains("script:") && !lower.starts_with("data:"), "{case}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn evasions_come_to_nothing_in_highlights() {
    for (case, page) in evasions([between_paragraphs, |case| format!("<head>{case}</head>x")]) {
        let Some(out) = render::highlight(&page, &all_content(&page), "x").unwrap() else {
            continue;
        };
        check(&out, &case);
        let document = Html::parse_document(&out);
        let count = |selector: &str| document.select(&scraper::Selector::parse(selector).unwrap()).count();
        // One policy stands first, and nothing but the legend looks like the legend.
        for one in [
            "meta[http-equiv]",
            "head > meta[http-equiv]:first-child",
            "#goce-only",
            ".goce-legend",
        ] {
            assert_eq!(count(one), 1, "{case}: {one} in {out}");
        }
        same_text(&page, &out, &case);
    }
}

/// Panics unless the words of a highlighted page behind its legend are the page's.
fn same_text(page: &Page, highlighted: &str, name: &str) {
    let parsed = parse(highlighted);
    let (_, text) = parsed.text().split_once("extracted text only").unwrap();
    assert_same_words(text, page.text(), name);
}

#[test]
fn golden_pages_keep_their_text() {
    for (name, page, selection) in golden_selections() {
        if html::check(&page, &selection, None, &name).is_some() {
            let highlighted = render::highlight(&page, &selection, &name).unwrap().unwrap();
            check(&highlighted, &name);
            same_text(&page, &highlighted, &name);
        }
    }
}
