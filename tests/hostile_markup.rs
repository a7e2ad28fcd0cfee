//! HTML that goce writes: nothing in it runs or loads a file, and its text is the page's.

use goce_core::page::Page;
use goce_core::render;
use scraper::Html;

use crate::html;
use crate::pages::parse;
use crate::rendering::evasions::EVASIONS;
use crate::rendering::{all_content, assert_same_words, golden_selections};

/// Elements that run or load something.
const ELEMENTS: [&str; 19] = [
    "script", "iframe", "frame", "frameset", "object", "embed", "applet", "form", "base", "link", "svg", "math",
    "template", "noscript", "video", "audio", "portal", "marquee", "isindex",
];

/// Attributes that load something.
#[rustfmt::skip]
const ATTRIBUTES: [&str; 15] = [
    "src", "srcset", "srcdoc", "background", "poster", "action", "formaction", "data", "ping", "target", "cite", "lowsrc",
    "dynsrc", "xlink:href", "download",
];

/// Panics at a highlighted page that runs or loads something.
fn check(html: &str, name: &str) {
    let document = Html::parse_document(html);
    for element in document.tree.values().filter_map(|node| node.as_element()) {
        let tag = element.name();
        assert!(!ELEMENTS.contains(&tag), "{name}: <{tag}> in {html}");
        for (attribute, value) in element.attrs() {
            assert!(!attribute.starts_with("on") && !ATTRIBUTES.contains(&attribute), "{name}: {attribute} in {html}");
            if attribute == "href" {
                let start: String = value.chars().take_while(|c| !"/?#".contains(*c)).collect();
                let scheme = start.split_once(':').map(|(scheme, _)| scheme);
                assert!(
                    scheme.is_none_or(|scheme| ["http", "https", "mailto", "tel", "ftp"].contains(&scheme)),
                    "{name}: {value} in {html}"
                );
                assert!(!value.chars().any(char::is_control), "{name}: {value:?}");
            }
        }
    }
}

#[test]
fn evasions_come_to_nothing_in_html() {
    for case in EVASIONS {
        for page in [
            case.to_string(),
            format!("<p>before {case} <p>after"),
            format!("<table><tr><td>a {case}"),
        ] {
            let page = parse(&page);
            for url in [None, Some("https://a.example/b")] {
                if let Some(html) = render::html(&page, &all_content(&page), url).unwrap() {
                    html::check_markup(&html, case);
                }
            }
        }
    }
}

#[test]
fn evasions_come_to_nothing_in_markdown() {
    for case in EVASIONS {
        let page = parse(&format!("<p>before {case} <p>after"));
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
    for case in EVASIONS {
        for html in [
            case.to_string(),
            format!("<p>before {case} <p>after"),
            format!("<head>{case}</head>x"),
        ] {
            let page = parse(&html);
            let Some(out) = render::highlight(&page, &all_content(&page), "x").unwrap() else {
                continue;
            };
            check(&out, case);
            let document = Html::parse_document(&out);
            let select = |selector: &str| {
                let selector = scraper::Selector::parse(selector).unwrap();
                document.select(&selector).map(|e| e.html()).collect::<Vec<_>>()
            };
            // One policy stands first, and nothing but the legend looks like the legend.
            assert_eq!(select("meta[http-equiv]").len(), 1, "{case}: {out}");
            assert_eq!(select("head > meta[http-equiv]:first-child").len(), 1, "{case}: {out}");
            assert_eq!(select("#goce-only").len(), 1, "{case}: {out}");
            assert_eq!(select(".goce-legend").len(), 1, "{case}: {out}");
            same_text(&page, &out, case);
        }
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
