//! A page twice as long costs every function at most 2.3 times the work, and the length of the output is bounded by that of
//! the page.
//!
//! Work is counted in checks for interrupts: every loop makes them in proportion to its work. `benches/doubling.sh` counts
//! instructions instead. That takes longer, and finds loops without checks too.

use goce_core::extract::{Options, Selection};
use goce_core::interrupts;
use goce_core::output::RenderError;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_methods::Method;

use crate::functions::FUNCTIONS;
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

/// The most nodes between two checks of a method, on average.
const NODES: usize = 8_192;

/// Writes a selection of a page.
type Writer = (&'static str, fn(&Page, &Selection) -> Result<Option<String>, RenderError>);

const WRITERS: [Writer; 3] = [
    ("markdown", |page, selection| render::markdown(page, selection, None)),
    ("html", |page, selection| render::html(page, selection, None)),
    ("highlight", |page, selection| render::highlight(page, selection, "default")),
];

/// Parses the page of a shape. Returns its HTML, the page (`None` if it is refused) and the number of checks.
fn parsed(shape: &Shape, bytes: usize) -> (String, Option<Page>, usize) {
    let html = shape.page(bytes);
    let (page, checks) = interrupts::counted(|| Page::parse(&html, &Limits::default()).ok());
    (html, page, checks)
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

/// Returns the page of each shape, with its HTML, at its length and at twice that, if neither is refused.
fn pages(
    shapes: impl Iterator<Item = &'static Shape>,
    bytes: usize,
) -> impl Iterator<Item = (&'static Shape, [(String, Page); 2])> {
    shapes.filter_map(move |shape| {
        let bytes = length(shape, bytes);
        let [(short, once, _), (long, twice, _)] = [bytes, 2 * bytes].map(|bytes| parsed(shape, bytes));
        Some((shape, [(short, once?), (long, twice?)]))
    })
}

/// Shorter pages would not do: up to a depth of 256 elements the work grows with the depth.
#[test]
fn parsing() {
    for shape in shapes::all() {
        let bytes = length(shape, BYTES);
        let [(.., once), (.., twice)] = [bytes, 2 * bytes].map(|bytes| parsed(shape, bytes));
        check("parsing", shape, once, twice);
    }
}

#[test]
fn functions_of_a_page() {
    for (shape, pages) in pages(shapes::all(), BYTES) {
        for function in FUNCTIONS {
            let name = function.name;
            let [once, twice] = pages.each_ref().map(|(html, page)| {
                let (made, checks) = interrupts::counted(|| (function.run)(html, page));
                let length = match made {
                    Ok(length) => length,
                    Err(_) if function.may_refuse => 0,
                    Err(error) => panic!("{name}, {}: {error}", shape.name),
                };
                if WRITERS.iter().any(|(writer, _)| *writer == name) {
                    assert!(length <= BOUND * page.source_bytes() + 10_000, "{name}, {}: {length}", shape.name);
                }
                checks
            });
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
                let [once, twice] =
                    pages.each_ref().map(|(_, page)| interrupts::counted(|| method.select(page, &options).unwrap()).1);
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
        let selection = Selection::whole(&page).unwrap();
        for (writer, write) in WRITERS {
            if name == "style" && writer != "highlight" {
                continue;
            }
            // Refused pages check as well.
            let (_, checks) = interrupts::counted(|| write(&page, &selection));
            assert!(checks >= pieces, "{name}: {writer}: {checks}");
        }
    }
}

/// Every method checks all the way through a page, but `default`, which takes it unread, and `article`, which needs a few
/// steps over sums.
#[test]
fn methods_check_as_they_go_through_a_page() {
    let item = "<div class=item><h2>Title</h2><p>Some words, <a href=x>a link</a>, <b>and</b> more.</div>";
    let page = Page::parse(&item.repeat(4_000), &Limits::default()).unwrap();
    for method in Method::ALL.into_iter().filter(|method| !["default", "article"].contains(&method.name())) {
        let (_, checks) = interrupts::counted(|| method.select(&page, &Options::of_genre(Some(0.9))).unwrap());
        assert!(checks > page.nodes().len() / NODES, "{}: {checks}", method.name());
    }
}
