//! Any bytes as instructions for making a page, which goes through every method and every writer.
//!
//! A finding is a panic, more memory than 10 MB and 200 times the page's length, more checks than the
//! page's length allows, or HTML that says something else when it is read back.
#![no_main]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use goce_rows::diff::Diff;
use goce_core::extract::{Options, Selection, auto};
use goce_rows::feed;
use goce_core::interrupts;
use goce_core::json;
use goce_rows::metadata::Metadata;
use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Hidden, Limits, Page, RowPaths, XPaths};
use goce_rows::elements::{Images, Links, Tables};
use goce_core::render;
use goce_rows::select::{MAX_LENGTH, SelectError, SelectedElement, Selector};
use goce_rows::structured::structured;
use goce_core::texts::words::words;
use goce_methods::Method;
use libfuzzer_sys::fuzz_target;

// The names of the shapes are for tests.
#[path = "../making.rs"]
mod making;
#[allow(dead_code)]
#[path = "../../tests/shapes/mod.rs"]
mod shapes;

/// Counts the bytes that are allocated, and their maximum.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(live, Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The memory that a page may take, in bytes: a constant, and a factor for each byte of the page.
const MEMORY: (usize, usize) = (10 << 20, 200);

/// The checks that one function may make for a page: a constant, and a factor for each byte of the page or of its output,
/// whichever is longer.
const CHECKS: (usize, usize) = (2_000, 4);

/// Runs a function, and compares its memory and its checks with the bounds for the page.
fn bounded<T>(name: &str, page: &str, function: impl FnOnce() -> T) -> T {
    bounded_by(name, page, |_| 0, function)
}

/// Runs a function, and compares its memory and its checks with the bounds for the page and the bytes that it wrote.
fn bounded_by<T>(name: &str, page: &str, written: impl FnOnce(&T) -> usize, function: impl FnOnce() -> T) -> T {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let (result, checks) = interrupts::counted(function);
    let peak = PEAK.load(Relaxed) - before;
    let most = MEMORY.0 + MEMORY.1 * page.len();
    assert!(peak <= most, "{name}: {peak} bytes for a page of {}", page.len());
    let most = CHECKS.0 + CHECKS.1 * page.len().max(written(&result));
    assert!(checks <= most, "{name}: {checks} checks for a page of {} bytes", page.len());
    result
}

fn check(html: &str) {
    let limits = Limits::default();
    let Ok(page) = bounded("parse", html, || Page::parse(html, &limits)) else {
        return;
    };
    // Writers get the whole page and the selection of one other method, which the length of the page chooses.
    let written = [Method::ALL[0], Method::ALL[html.len() % Method::ALL.len()]];
    for method in Method::ALL {
        // The networks of Web2Text take longer than all else together.
        if method.name() == "web2text" && html.len() % 32 != 0 {
            continue;
        }
        let name = method.name();
        let selection = bounded(name, html, || method.select(&page, &Options::default()))
            .expect("memory is there, and models can be read");
        let text = bounded("text", html, || render::text(&page, &selection)).expect("memory is there");
        if !written.contains(&method) {
            continue;
        }
        let markdown = bounded("markdown", html, || render::markdown(&page, &selection, None));
        assert!(!markdown.is_ok_and(|markdown| markdown.is_none() && text.is_some()), "{name}");
        let written = bounded("html", html, || render::html(&page, &selection, None));
        let _ = bounded("highlight", html, || render::highlight(&page, &selection, name));
        if let (Ok(Some(written)), Some(text)) = (written, text) {
            let back = Page::parse(&written, &limits).expect("within the limits");
            let (found, expected): (Vec<&str>, Vec<&str>) = (words(back.text()).collect(), words(&text).collect());
            assert_eq!(found, expected, "{name}: {written}");
        }
    }
    // A version with its halves swapped.
    let (start, end) = html.split_at(html.floor_char_boundary(html.len() / 2));
    if let Ok(other) = Page::parse(&format!("{end}{start}"), &limits) {
        let selections = (Selection::whole(&page), Selection::whole(&other));
        if let (Ok(whole), Ok(of_other)) = selections {
            let diff = bounded("diff", html, || Diff::of((&page, &whole), (&other, &of_other)));
            let same = bounded("diff", html, || Diff::of((&page, &whole), (&page, &whole)));
            assert!(diff.is_ok() && same.is_ok_and(|same| same.changes().is_empty()));
        }
    }
    let mut xpaths = XPaths::default();
    bounded("blocks", html, || {
        for block in page.blocks() {
            if page.xpath(block.element(), &mut xpaths).is_err() {
                break;
            }
        }
    });
    // The page itself is a bad selector; the other one asks for neighbours, places and values.
    let of_page = Selector::parse(&html[..html.floor_char_boundary(MAX_LENGTH)]);
    let others = Selector::parse("* ~ b, :has(~ p) :nth-last-child(2 of :not(b)), [class*=x i] > :nth-of-type(odd)");
    for selector in [of_page, others].into_iter().flatten() {
        // Its time and memory have bounds of their own.
        let Ok(mut selected) = selector.select(&page) else {
            continue;
        };
        // A page may have many more elements than bytes, and one row has them all.
        for number in 0..selected.len() {
            let written = |row: &Result<SelectedElement, SelectError>| {
                row.as_ref().map_or(usize::MAX / CHECKS.1 - CHECKS.0, |row| row.html.len())
            };
            if bounded_by("row", html, written, || selected.row(number, &page)).is_err() {
                break;
            }
        }
    }
    let content = bounded("auto", html, || auto::select(&page, &Options::default())).expect("memory is there");
    let url = Some("https://a.example/b");
    // The rows of a page together are bounded as its output is.
    bounded("links", html, || {
        let mut links = Links::of(&page, &content, url).expect("memory is there");
        let mut paths = RowPaths::of(&page);
        while let Ok(Some(link)) = links.next_link(&page) {
            if link.headings.texts(&page, &mut paths).is_err() {
                break;
            }
        }
    });
    bounded_by("tables", html, |written| *written, || {
        let mut written = 0;
        let mut tables = Tables::of(&page, &content).expect("memory is there");
        while let Ok(Some(table)) = tables.next_table(&page) {
            written += table.rows.len();
        }
        written
    });
    bounded("images", html, || {
        let mut images = Images::of(&page, &content, url).expect("memory is there");
        while let Ok(Some(_)) = images.next_image(&page) {}
    });
    bounded("hidden", html, || {
        let mut paths = RowPaths::of(&page);
        for hidden in hidden_texts(&page).expect("memory is there") {
            if paths.xpath_of(&page, hidden.node).is_err() {
                break;
            }
        }
    });
    for hidden in Hidden::ALL {
        let asked = bounded("parse", html, || Page::parse_with(html, &limits, hidden));
        assert!(asked.is_ok_and(|asked| asked.hidden() == hidden));
    }
    let _ = bounded("metadata", html, || Metadata::of(&page, url));
    let stated = bounded("structured", html, || structured(&page, url));
    if let Ok(json) = stated {
        assert!(json::Document::read(&json).expect("memory is there").is_some(), "{json}");
    }
    // No page is a feed, unless it says so.
    for xml in [html, &format!("<rss><item>{html}</item>")] {
        let _ = bounded("feed", xml, || feed::entries(xml, url, &limits));
    }
    let confidence = bounded("confidence", html, || auto::confidence(&page));
    assert!(confidence.is_ok_and(|confidence| (0.0..=1.0).contains(&confidence)));
}

fuzz_target!(
    init: {
        // Models are read once, and are no page's memory.
        check("<title>t</title><nav><a href=/>Home</a></nav><p>Some words of text.");
    },
    |bytes: &[u8]| check(&making::page(bytes))
);
