//! The SD algorithm on the golden pages and on a page with comments.

use goce_core::page::Page;
use goce_core::texts::words::words;
use goce_papers::sd::{self, PageKind, Role, Thresholds};

use crate::pages::{golden_pages, parse};
use crate::rendering::text;

fn thresholds(t1: f64, t2: f64) -> Thresholds {
    Thresholds::new(Some(t1), Some(t2)).unwrap()
}

/// The roles and texts of a page's regions.
fn found(page: &Page, thresholds: Thresholds) -> Vec<(Role, String)> {
    sd::find(page, thresholds)
        .unwrap()
        .iter()
        .map(|found| (found.role, text(page, &found.selection)))
        .collect()
}

fn kind(page: &Page) -> Option<PageKind> {
    sd::page_kind(page, Thresholds::default()).unwrap()
}

const BLOG: &str = "<body><div id=page><nav><a href=/>Home</a> <a href=/about>About</a></nav>
    <div class=post><h1>A winter of rye</h1>
    <p>The starter sleeps on the cold sill, and wakes only for Saturday's loaf.
    <p>Twelve hours later it doubles, cracks and smells of apples.</div>
    <ol class=thread>
    <li><div class='comment even'><b>Ann</b><p>Mine never doubles before noon. What flour is it?</div>
    <li><div class='comment odd'><b>Ben</b><p>Try a warmer sill, and wholemeal from the mill.</div>
    </ol>
    <form id=respond><label>Leave your reply below, please</label></form></div>
    <footer>All rights reserved, whatever they may be</footer>";

#[test]
fn an_article_with_its_comments() {
    let page = parse(BLOG);
    assert_eq!(kind(&page), Some(PageKind::ArticleWithComments));
    let found = found(&page, Thresholds::default());
    let text = |role, text: &str| (role, text.to_owned());
    assert_eq!(
        found,
        [
            text(
                Role::Article,
                "The starter sleeps on the cold sill, and wakes only for Saturday's loaf.\n\n\
                 Twelve hours later it doubles, cracks and smells of apples."
            ),
            text(Role::Comment, "Mine never doubles before noon. What flour is it?"),
            text(Role::Comment, "Try a warmer sill, and wholemeal from the mill."),
        ]
    );
}

/// The title and the names of commenters have up to 20 characters, which are noise with T2 = 20.
#[test]
fn text_up_to_t2_is_noise() {
    let page = parse(BLOG);
    let all = found(&page, thresholds(20.0, 0.0));
    assert!(all[0].1.starts_with("A winter of rye\n\nThe starter"));
    assert_eq!(all[1].1.split('\n').next(), Some("Ann"));
    assert_eq!(found(&page, thresholds(20.0, 10_000.0)), []);
    assert_eq!(sd::page_kind(&page, thresholds(20.0, 10_000.0)).unwrap(), None);
}

#[test]
fn regions_share_no_text_and_are_what_is_selected() {
    for golden in golden_pages() {
        let (name, page) = (&golden.name, golden.page());
        for thresholds in [thresholds(0.0, 0.0), Thresholds::default(), thresholds(100.0, 0.0)] {
            let mut of_regions: Vec<String> = found(&page, thresholds)
                .iter()
                .flat_map(|(_, text)| words(text).map(str::to_owned).collect::<Vec<_>>())
                .collect();
            let selection = sd::select(&page, thresholds).unwrap();
            let text = text(&page, &selection);
            let mut selected: Vec<String> = words(&text).map(str::to_owned).collect();
            of_regions.sort();
            selected.sort();
            assert_eq!(of_regions, selected, "{name}");
            let ends: Vec<usize> =
                selection.spans().iter().flat_map(|span| [span.nodes.start, span.nodes.end]).collect();
            assert!(ends.is_sorted(), "{name}");
        }
    }
}

#[test]
fn pages_without_text_have_no_kind() {
    for html in ["", "<p>short", "<script>nothing that shows</script>"] {
        assert_eq!(kind(&parse(html)), None, "{html}");
    }
}

#[test]
fn thresholds_out_of_range_are_refused() {
    for (t1, t2) in [
        (-0.1, 0.0),
        (100.1, 0.0),
        (f64::NAN, 0.0),
        (0.0, -1.0),
        (0.0, f64::INFINITY),
        (0.0, f64::NAN),
    ] {
        assert!(Thresholds::new(Some(t1), Some(t2)).is_err(), "{t1} {t2}");
    }
    assert_eq!(Thresholds::new(None, None), Ok(Thresholds::default()));
    assert_eq!("multiple".parse(), Ok(PageKind::Multiple));
    assert!("Multiple".parse::<PageKind>().is_err());
}
