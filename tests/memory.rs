//! Memory that cannot be had: a method then says so, and the process lives. An allocator refuses what
//! is large beyond a limit, as a system does; small allocations it grants, for which `goce_core::memory` has a
//! reserve. Whatever grows with a page and is not asked for fallibly ends this program.

#![allow(clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Mutex;

use goce_core::extract::{ExtractError, Options, Selection, auto};
use goce_core::html::Budget;
use goce_core::interrupts;
use goce_core::page::{Limits, Page};
use goce_core::render::{ChunkSize, Chunks};
use goce_methods::Method;
use goce_papers::web2text;
use goce_papers::web2text::WEIGHTS as WEB2TEXT;
use goce_rows::lists;
use goce_rows::select::{SelectError, Selector};
use goce_sight::network::{BUILT_IN, ModelError, Network};

#[path = "functions.rs"]
mod functions;
#[allow(dead_code)]
#[path = "shapes/mod.rs"]
mod shapes;

use functions::FUNCTIONS;
use shapes::fill;

/// What no input makes larger is smaller than this.
const SMALL: usize = 64 * 1024;

struct Limited;

// Of the thread: others begin and end their tests meanwhile.
thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Tests of this file run one at a time: what one reads once, the others have.
static ONE: Mutex<()> = Mutex::new(());

// SAFETY: the system's allocator, but for allocations that are refused as it may refuse them.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.get().wrapping_add(layout.size());
        if layout.size() > SMALL && live > LIMIT.get() {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's.
        let place = unsafe { System.alloc(layout) };
        if !place.is_null() {
            LIVE.set(live);
            PEAK.set(PEAK.get().max(live));
        }
        place
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get().wrapping_sub(layout.size()));
        // SAFETY: the caller's.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Limited = Limited;

/// Runs with so many bytes more than there are, beside what is small.
fn with<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    LIMIT.set(LIVE.get() + bytes);
    let result = run();
    LIMIT.set(usize::MAX);
    result
}

fn parse(html: &str) -> Page {
    Page::parse(html, &Limits::default()).unwrap()
}

/// The most bytes that a run has held at once.
fn peak_of<T>(run: impl FnOnce() -> T) -> usize {
    let before = LIVE.get();
    PEAK.set(before);
    run();
    PEAK.get() - before
}

/// Templates of pages, as [`shapes::fill`] reads them.
const SHAPES: &str = "
    «<p>ab»
    «<div><p><b>x»
    «<a href=x>y</a> »
    «<p><a href=x>y»
    «One more sentence, of words. »
    «x»
    «<p class=c{10000+i}>x</p>»
    «<h2>a</h2>b»
    «<li>a»
    «<li><a href=/{i}>Item {i} of many</a>»
    «<p hidden>a<div style=display:none>b</div>»
    <table>«<tr><td>a<td>b»
    «word{10000+i} »
    «<i></i>»
    <title>«Word{10000+i} | »</title><p>x
    <meta name=description content='«w{10000+i} »'>
    <script type='application/ld+json'>{\"articleBody\": \"«\\u00e9 word »\"}</script>
    <script type='application/ld+json'>«{\"text\": \"a b c{10000+i}\"}»</script><p>x";

/// Returns the pages of all shapes, each of about so many bytes, with their templates.
fn pages(bytes: usize) -> impl Iterator<Item = (&'static str, String)> {
    let shapes = SHAPES.lines().map(str::trim).filter(|line| !line.is_empty());
    shapes.map(move |shape| (shape, fill(shape, bytes)))
}

/// Runs with more and more memory until it suffices; everything before must be out of memory.
fn until_it_suffices<T, E: std::fmt::Debug>(
    what: &str,
    run: impl Fn() -> Result<T, E>,
    is_out_of_memory: impl Fn(&E) -> bool,
) {
    let mut bytes = 0;
    while let Err(error) = with(bytes, &run) {
        assert!(is_out_of_memory(&error), "{what}: {error:?}");
        assert!(bytes < 1 << 30, "{what}");
        // In small steps, so that each large allocation is once the first that is refused.
        bytes += SMALL.max(bytes / 32);
    }
}

#[test]
fn methods_without_memory_say_so() {
    let _one = ONE.lock();
    for (shape, html) in pages(60_000) {
        let page = parse(&html);
        for method in Method::ALL {
            until_it_suffices(
                &format!("{} {shape}", method.name()),
                || -> Result<Selection, ExtractError> { method.select(&page, &Options::default()) },
                |error| matches!(error, ExtractError::OutOfMemory(_)),
            );
        }
    }
}

/// A function may refuse what it would make too much of. Those that parse are not here, whose memory has a budget of its
/// own, nor the language, which goes by a table of one size.
#[test]
fn functions_without_memory_say_so() {
    let _one = ONE.lock();
    let any = "<p>Some words of a page, of 3 May 2020.";
    let functions = FUNCTIONS.iter().filter(|function| !["parse", "diff", "language"].contains(&function.name));
    for function in functions.clone() {
        // What is read once is there from now on.
        (function.run)(any, &parse(any)).unwrap();
    }
    for (shape, html) in pages(60_000) {
        let page = parse(&html);
        for function in functions.clone() {
            let run = || match (function.run)(&html, &page) {
                // Each room has an error of its own, and all say it in words.
                Err(error) if function.may_refuse && !error.to_string().contains("memory") => Ok(0),
                made => made,
            };
            until_it_suffices(&format!("{} {shape}", function.name), run, |error| error.to_string().contains("memory"));
        }
    }
}

#[test]
fn records_of_a_deep_list_take_memory_by_their_texts() {
    let _one = ONE.lock();
    let item = |n: u32| format!("<li><a href=/{n}>item {n}</a>");
    let html = "<div>".repeat(200) + &(0..10_000).map(item).collect::<String>();
    let page = parse(&html);
    let mut count = 0;
    let peak = peak_of(|| count = lists::items(&page, None).unwrap().len());
    assert_eq!(count, 10_000);
    // Their XPaths are 1,500 bytes each.
    assert!(peak <= 30 * html.len(), "{peak} of {}", html.len());
}

/// What stays of a parsed page, in tenths of its bytes: 24 bytes a node, 12 an attribute, and the texts.
#[test]
fn trees_take_about_ten_times_their_page_at_most() {
    let _one = ONE.lock();
    for (shape, tenths) in [("«<p>ab»", 101), ("«<div><p><b>x»", 93), ("«<p><a href=x>y»", 92)] {
        let html = fill(shape, 1_000_000);
        let before = LIVE.get();
        let tree = goce_core::html::parse(&html, &Budget::default(), &mut interrupts::check).unwrap();
        let kept = LIVE.get() - before;
        assert!(10 * kept <= tenths * html.len(), "{shape}: {kept}");
        drop(tree);
        assert_eq!(LIVE.get(), before, "{shape}");
    }
}

#[test]
fn selecting_without_memory_says_so() {
    let _one = ONE.lock();
    let selector = ":has(+ p) > :nth-last-child(odd of :not(i)):nth-of-type(2n+1), [class*=C1 i], :has(u), body";
    let selector = Selector::parse(selector).unwrap();
    for (shape, html) in pages(200_000) {
        let page = parse(&html);
        let first = || -> Result<_, SelectError> {
            let mut selected = selector.select(&page)?;
            selected.row(0, &page)
        };
        until_it_suffices(shape, first, |error| *error == SelectError::OutOfMemory);
    }
}

#[test]
fn caches_of_selectors_are_bounded() {
    let _one = ONE.lock();
    let page = parse(&"<p>x".repeat(200_000));
    for selector in [
        ":has(b), :has(i)",
        ":is(:has(b), :has(i)) ~ p",
        "p:nth-child(2n):nth-last-of-type(2n)",
    ] {
        let selector = Selector::parse(selector).unwrap();
        let peak = peak_of(|| match selector.select(&page) {
            Ok(_) | Err(SelectError::TooMuchWork) => {}
            Err(error) => panic!("{error}"),
        });
        assert!(peak < 150 << 20, "{peak}");
    }
}

#[test]
fn memory_is_linear_in_the_page() {
    let _one = ONE.lock();
    let select = |page: &Page, method: Method| {
        method.select(page, &Options::default()).unwrap();
    };
    // What is read once is there from now on.
    let any = parse("<p>Some words of a page.");
    for method in Method::ALL {
        select(&any, method);
    }
    let peaks = |bytes| {
        let all = pages(bytes).flat_map(|(shape, html)| {
            let page = parse(&html);
            Method::ALL.map(|method| {
                let peak = peak_of(|| select(&page, method));
                ((shape, method.name()), peak)
            })
        });
        all.collect::<Vec<_>>()
    };
    let (small, large) = (peaks(10_000), peaks(40_000));
    for ((what, small), (_, large)) in small.into_iter().zip(large) {
        // Vectors double, and so may be twice as large as what is in them.
        assert!(large <= 8 * small + SMALL, "{what:?}: {small} {large}");
    }
}

#[test]
fn reading_a_model_takes_no_more_than_was_asked_for() {
    let _one = ONE.lock();
    // What is asked for at the start is the most that is held at once.
    let of = |name: &str, asked: usize, peak: usize| assert_eq!(peak, asked, "{name}");
    let read = || auto::Model::read(auto::WEIGHTS).unwrap();
    of("auto", 16 * auto::WEIGHTS.len(), peak_of(read));
    let read = || web2text::network::PotentialsNetwork::read(WEB2TEXT).unwrap();
    of("web2text", 8 << 20, peak_of(read));
    let network = read();
    for paragraphs in [10, 3000] {
        let html = "<p>one two".repeat(paragraphs);
        let page = parse(&html);
        let features = web2text::features::Features::of(&page).unwrap();
        let run = || network.potentials(&features).unwrap();
        of("a run of web2text", 2 << 20, peak_of(run));
    }
}

#[test]
fn a_network_without_memory_says_so() {
    let _one = ONE.lock();
    let is_out_of_memory = |error: &ModelError| matches!(error, ModelError::OutOfMemory(_));
    let read = || Network::read(BUILT_IN);
    until_it_suffices("reading the genre network", read, is_out_of_memory);
    let network = read().unwrap();
    let shape = network.shape();
    let white = vec![255; 3 * shape.width as usize * shape.height as usize];
    let run = || network.p_list_view(&white);
    until_it_suffices("the genre network", run, is_out_of_memory);
}

#[test]
fn chunks_take_a_few_bytes_each() {
    let _one = ONE.lock();
    for shape in [
        "«100000×a »",
        "<plaintext>«100000×a\n»",
        "<pre>«100000×a\n»",
        "«100000×<p>a b»",
        "«100000×<h2>a b</h2>»",
        "<ol>«100000×<li>a b»",
        "<table>«100000×<tr><td>a b»",
        "«100000×<p>a <img src=b alt='c d'>»",
    ] {
        let page = parse(&fill(shape, 0));
        let selection = Selection::whole(&page).unwrap();
        for (max_words, overlap) in [(1, 0), (2, 1)] {
            let size = ChunkSize::new(max_words, overlap).unwrap();
            let mut count = 0;
            let peak = peak_of(|| {
                let mut chunks = Chunks::of(&page, &selection, None, size, None).unwrap();
                while chunks.next_chunk().unwrap().is_some() {
                    count += 1;
                }
            });
            assert!(count >= 100_000, "{shape}: {count}");
            // With what is kept of the content, and with vectors that have doubled.
            let per_chunk = peak / count;
            assert!(per_chunk <= 128, "{shape}, {overlap}: {per_chunk} bytes");
        }
    }
}
