//! A page twice as long costs every function at most 2.3 times the work, and the length of the output is bounded by that of
//! the page.
//!
//! Work is counted in checks for interrupts: every loop makes them in proportion to its work. `benches/doubling.sh` counts
//! instructions instead. That takes longer, and finds loops without checks too.

use goce_core::diff::Diff;
use goce_core::extract::{Options, Selection, auto};
use goce_core::interrupts;
use goce_core::lists;
use goce_core::metadata::Metadata;
use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Limits, Page, XPaths};
use goce_core::parts::{Images, Links, Tables};
use goce_core::render::{self, RenderError, RowPaths};
use goce_core::select::{SelectError, Selector};
use goce_core::structured::structured;
use goce_methods::Method;

use crate::pages::method;
use crate::shapes::{self, SHAPES, Shape};

/// The length of the shorter page, in bytes.
const BYTES: usize = 20_000;

/// Shapes that only longer pages bring to the limit of open elements. Until then the work grows with the depth.
const DEEP_LATE: [&str; 4] = [
    "definitions",
    "forms",
    "threads within threads",
    "colours within colours",
];

/// The same for methods. Some are slow without optimisation.
const BYTES_FOR_METHODS: usize = 10_000;

/// Checks that a function may make on any page, however short.
const FIXED: usize = 64;

/// The most bytes of output for a byte of these pages. The longest repeated part is a line's prefix: 32 columns and an
/// item's number, before one letter and an empty line.
const BOUND: usize = 20;

/// Writes a selection of a page.
type Writer = (&'static str, fn(&Page, &Selection) -> Result<Option<String>, RenderError>);

const WRITERS: [Writer; 3] = [
    ("markdown", |page, selection| render::markdown(page, selection, None)),
    ("html", |page, selection| render::html(page, selection, None)),
    ("highlight", |page, selection| render::highlight(page, selection, "default")),
];

/// A function of a page.
type Function = (&'static str, fn(&Page));

const FUNCTIONS: [Function; 12] = [
    // Pages that copy addresses too often are refused.
    ("items", |page| {
        let _ = lists::items(page, Some("https://a.example/b"));
    }),
    ("posts", |page| {
        lists::posts(page).unwrap();
    }),
    // Pages that repeat addresses, headings or cells too often are refused.
    ("links", |page| {
        for selection in selections(page) {
            let mut links = Links::of(page, &selection, Some("https://a.example/b")).unwrap();
            let mut paths = RowPaths::of(page);
            while let Ok(Some(link)) = links.next_link(page) {
                if link.headings.texts(page, &mut paths).is_err() || paths.xpath(page, link.element).is_err() {
                    break;
                }
            }
        }
    }),
    ("tables", |page| {
        let mut tables = Tables::of(page, &selections(page)[1]).unwrap();
        while let Ok(Some(_)) = tables.next_table(page) {}
    }),
    ("images", |page| {
        for selection in selections(page) {
            let mut images = Images::of(page, &selection, Some("https://a.example/b")).unwrap();
            while let Ok(Some(_)) = images.next_image(page) {}
        }
    }),
    // Pages whose hidden elements are too deep are refused.
    ("hidden", |page| {
        let mut paths = RowPaths::of(page);
        for hidden in hidden_texts(page).unwrap() {
            if paths.xpath_of(page, hidden.node).is_err() {
                break;
            }
        }
    }),
    ("diff", |page| {
        let (whole, none) = (Selection::whole(page).unwrap(), Selection::default());
        let other = Page::parse("<h1>Another</h1><p>page", &Limits::default()).unwrap();
        Diff::of((page, &whole), (&other, &none)).unwrap();
        Diff::of((page, &whole), (page, &none)).unwrap();
    }),
    ("metadata", |page| {
        let _ = Metadata::of(page, None).unwrap().into_json();
    }),
    // Pages whose items are repeated too often are refused.
    ("structured", |page| {
        let _ = structured(page, Some("https://a.example/b"));
    }),
    ("blocks", |page| {
        let mut xpaths = XPaths::default();
        for block in page.blocks() {
            page.xpath(block.element(), &mut xpaths).unwrap();
        }
    }),
    ("select", |page| {
        let selector = "* + b, :has(+ p) :nth-last-child(2n), [class*=x i] > :first-child";
        let selector = Selector::parse(selector).unwrap();
        selector.select(page).unwrap();
        let root = Selector::parse("html").unwrap();
        let mut selected = root.select(page).unwrap();
        match selected.row(0, page) {
            Ok(_) | Err(SelectError::TooLarge { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }),
    ("confidence", |page| {
        auto::confidence(page).unwrap();
    }),
];

/// Counts the checks of some work.
fn checks(run: impl FnOnce()) -> usize {
    interrupts::counted(run).1
}

/// Parses the page of a shape. Returns it (`None` if it is refused) and the number of checks.
fn parsed(shape: &Shape, bytes: usize) -> (Option<Page>, usize) {
    let html = (shape.page)(bytes);
    let mut page = None;
    let checks = checks(|| page = Page::parse(&html, &Limits::default()).ok());
    (page, checks)
}

/// The length of the shorter page of a shape. `bytes` is that of most shapes.
fn length(shape: &Shape, bytes: usize) -> usize {
    bytes * if DEEP_LATE.contains(&shape.name) { 5 } else { 1 }
}

fn check(function: &str, shape: &Shape, once: usize, twice: usize) {
    assert!(
        10 * twice <= 23 * once + 10 * FIXED,
        "{function}, {}: {once} checks, {twice} of the page twice as long",
        shape.name
    );
}

/// Returns the page of each shape at its length and at twice that, if neither is refused.
fn pages(
    shapes: impl Iterator<Item = &'static Shape>,
    bytes: usize,
) -> impl Iterator<Item = (&'static Shape, [Page; 2])> {
    shapes.filter_map(move |shape| {
        let bytes = length(shape, bytes);
        let [(once, _), (twice, _)] = [bytes, 2 * bytes].map(|bytes| parsed(shape, bytes));
        Some((shape, [once?, twice?]))
    })
}

/// Everything, and every other block.
fn selections(page: &Page) -> [Selection; 2] {
    let others = page.blocks().iter().step_by(2);
    [
        method("default").select(page, &Options::default()).unwrap(),
        Selection::ranges(others.map(|block| block.nodes())).unwrap(),
    ]
}

/// Shorter pages would not do: up to a depth of 256 elements the work grows with the depth.
#[test]
fn parsing() {
    for shape in shapes::all() {
        let bytes = length(shape, BYTES);
        let [(_, once), (_, twice)] = [bytes, 2 * bytes].map(|bytes| parsed(shape, bytes));
        check("parsing", shape, once, twice);
    }
}

#[test]
fn writers() {
    for (shape, pages) in pages(shapes::all(), BYTES) {
        let selections = pages.each_ref().map(selections);
        for (name, write) in WRITERS {
            for part in [0, 1] {
                let [once, twice] = [0, 1].map(|n| {
                    let page = &pages[n];
                    checks(|| match write(page, &selections[n][part]) {
                        Ok(written) => {
                            let length = written.map_or(0, |text| text.len());
                            assert!(length <= BOUND * page.source_bytes() + 10_000, "{name}, {}: {length}", shape.name);
                        }
                        Err(RenderError::TooLarge { .. }) => {}
                        Err(error) => panic!("{error}"),
                    })
                });
                check(name, shape, once, twice);
            }
        }
    }
}

#[test]
fn functions_of_a_page() {
    for (shape, pages) in pages(shapes::all(), BYTES) {
        for (name, function) in FUNCTIONS {
            let [once, twice] = pages.each_ref().map(|page| checks(|| function(page)));
            check(name, shape, once, twice);
        }
    }
}

#[test]
fn methods() {
    for (shape, pages) in pages(SHAPES.iter(), BYTES_FOR_METHODS) {
        for method in Method::ALL {
            // What the longer page is taken for must not choose another algorithm.
            for p_list_view in [0.0, 1.0] {
                let options = Options::of_genre(Some(p_list_view));
                let [once, twice] = pages.each_ref().map(|page| {
                    checks(|| {
                        method.select(page, &options).unwrap();
                    })
                });
                check(method.name(), shape, once, twice);
            }
        }
    }
}

/// No writer works long without a check.
#[test]
fn long_pieces_check() {
    for (name, html, pieces) in [
        ("text", format!("<p>{}", "word ".repeat(400_000)), 30),
        ("style", format!("<p>x<style>{}</style>", "a{b:c}".repeat(300_000)), 30),
        ("children", format!("<section>x{}", "<i></i>".repeat(200_000)), 30),
        ("a link that is copied", format!("<p><a href=data:{}>{}", "b".repeat(20_000), "<p>x".repeat(60)), 60),
        ("blocks", "<p>x".repeat(200_000), 300),
    ] {
        let page = Page::parse(&html, &Limits::default()).unwrap();
        let selection = method("default").select(&page, &Options::default()).unwrap();
        for (writer, write) in WRITERS {
            if name == "style" && writer != "highlight" {
                continue;
            }
            let checks = checks(|| {
                // Refused pages check as well.
                let _ = write(&page, &selection);
            });
            assert!(checks >= pieces, "{name}: {writer}: {checks}");
        }
    }
}
