//! Twice the page costs at most 2.3 times the work, in every function, whatever the page is.
//!
//! Work is counted in ticks, which every loop makes in proportion to what it does; `benches/doubling.sh`
//! counts instructions instead, which takes longer and cannot be deceived by a loop without ticks.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use goce::extract::{Method, auto};
use goce::page::{Limits, Page, XPaths};
use goce::render::{self, metadata::Metadata};

mod shapes;
use shapes::SHAPES;

/// Length of the shorter page, in bytes.
const BYTES: usize = 60_000;

/// Ticks that a function may make whatever the page is.
const ANYWAY: usize = 64;

/// What runs on a page: returns nothing, and may refuse.
type Function = (&'static str, fn(&Page, &mut dyn FnMut()));

const FUNCTIONS: &[Function] = &[
    ("markdown", |page, tick| {
        let all = Method::Default.select(page, None, tick).unwrap();
        let _ = render::markdown(page, &all, None, tick);
    }),
    ("html", |page, tick| {
        let all = Method::Default.select(page, None, tick).unwrap();
        let _ = render::html(page, &all, None, tick);
    }),
    ("highlight", |page, tick| {
        let all = Method::Default.select(page, None, tick).unwrap();
        let _ = render::highlight(page, &all, "default", tick);
    }),
    ("metadata", |page, tick| {
        let _ = Metadata::of(page, None, tick);
    }),
    ("blocks", |page, tick| {
        let mut xpaths = XPaths::default();
        for block in page.blocks() {
            if page.xpath(block.element, &mut xpaths, tick).is_err() {
                break;
            }
        }
    }),
    ("confidence", |page, tick| {
        let _ = auto::confidence(page, tick);
    }),
];

fn ticks(page: &str, function: impl Fn(&Page, &mut dyn FnMut())) -> (usize, usize) {
    let mut parsing = 0;
    let Ok(page) = Page::parse(page, &Limits::default(), &mut || parsing += 1) else {
        return (parsing, 0);
    };
    let mut working = 0;
    function(&page, &mut || working += 1);
    (parsing, working)
}

fn check(name: &str, function: impl Fn(&Page, &mut dyn FnMut())) {
    for shape in SHAPES {
        let once = ticks(&(shape.page)(BYTES), &function);
        let twice = ticks(&(shape.page)(2 * BYTES), &function);
        for (what, once, twice) in [("parsing", once.0, twice.0), (name, once.1, twice.1)] {
            assert!(
                10 * twice <= 23 * once + 10 * ANYWAY,
                "{what}, {}: {once} ticks, {twice} of the page twice as long",
                shape.name
            );
        }
    }
}

#[test]
fn writers() {
    for &(name, function) in FUNCTIONS {
        check(name, function);
    }
}

#[test]
fn methods() {
    for method in Method::ALL {
        check(method.name(), |page, tick| {
            let _ = method.select(page, None, tick);
        });
    }
}
