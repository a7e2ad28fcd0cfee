//! Rendering takes time linear in the page: twice the page takes twice the ticks, which are as many as there is
//! work; and what it writes is bounded by the page.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use goce::extract::{Method, Selection};
use goce::page::{Limits, Page};
use goce::render::metadata::Metadata;
use goce::render::{self, RenderError};

/// A page of about so many bytes, of one shape.
type Shape = (&'static str, fn(usize) -> String);

/// The bytes of the smaller page.
const BYTES: usize = 60_000;

/// The most that twice the page may take.
const GROWTH: f64 = 2.3;

/// The most bytes that a byte of these pages becomes. What repeats most is the prefix of a line: 32 columns and
/// an item's number, before a letter and an empty line.
const BOUND: f64 = 20.0;

fn numbered(count: usize, of: impl Fn(usize) -> String) -> String {
    (0..count).map(of).collect()
}

fn shapes() -> Vec<Shape> {
    vec![
        ("empty items", |n| {
            format!("<p>x<ul>{}", "<li>".repeat(n / 4))
        }),
        ("empty items before one", |n| {
            format!("<ol>{}<li>x", "<li>".repeat(n / 4))
        }),
        ("items in turns", |n| {
            format!("<p>x<ul><div>{}", "<li><div><li></div>".repeat(n / 20))
        }),
        ("footnotes within one", |n| {
            let count = n / 40;
            let links = numbered(count, |i| format!("<a href=#fn{i}>{i}</a> "));
            let notes = numbered(count, |i| format!("<p id=fn{i}>x"));
            format!("<p>{links}<div id=fn0>outer{notes}")
        }),
        ("footnotes within each other", |n| {
            let links = numbered(240, |i| format!("<a href=#fn{i}>{i}</a> "));
            let notes = numbered(240, |i| format!("<div id=fn{i}>"));
            format!("{links}{notes}{}", "<b>.</b>".repeat(n / 8))
        }),
        ("one footnote", |n| {
            "<sup><a href=#fn1>1</a></sup>".repeat(n / 29) + "<p id=fn1>note"
        }),
        ("formatting that is not closed", |n| {
            let bold = numbered(15, |i| format!("<b lang=a{i}>"));
            format!("<pre><p>{bold}<button>{}", "<p>x".repeat(n / 70))
        }),
        ("wide and high cells", |n| {
            let row = "<tr><td colspan=1000 rowspan=65534>x<td>y";
            format!("<table>{}", row.repeat(n / 42))
        }),
        ("many wide tables", |n| {
            "<table><tr><td colspan=400>a<td>b<tr><td>c<td>d</table>".repeat(n / 56)
        }),
        ("many cells", |n| {
            format!("<table><tr>{}<tr><td>x<td>y", "<td>x".repeat(n / 5))
        }),
        ("many rows", |n| {
            format!("<table>{}", "<tr><td>x<td>y".repeat(n / 14))
        }),
        ("backticks", |n| format!("<code>{}", "`".repeat(n))),
        ("brackets", |n| "[".repeat(n)),
        ("signs in marks", |n| {
            "<b>.</b><i>.</i><s>,</s>".repeat(n / 24)
        }),
        ("lists within lists", |n| {
            let lists = "<ol start=999999990><li>".repeat(16);
            format!("{lists}{}", "<p>a".repeat(n / 4))
        }),
        ("a class that is copied", |n| {
            let class = "goce-a ".repeat(n / 14);
            format!(
                "<p><code class=\"{class}\">{}",
                "<pre>x</pre>".repeat(n / 24)
            )
        }),
        ("a class above many", |n| {
            let class = "x ".repeat(n / 4);
            format!("<div class=\"{class}\">{}", "<pre>x</pre>".repeat(n / 24))
        }),
        ("a property that is copied", |n| {
            let property = "x".repeat(n / 2);
            format!("<p><b itemprop=\"{property}\">{}", "<p>x".repeat(n / 8))
        }),
        ("style", |n| {
            format!("<p>x<style>{}</style>", "a{b:\\75 rl(<c)}".repeat(n / 15))
        }),
        ("tables in a paragraph", |n| {
            format!("<p><b><i><s>{}", "<table></table>x".repeat(n / 16))
        }),
        ("nesting", |n| {
            format!("{}{}", "<section>".repeat(250), "<p>x</p>".repeat(n / 8))
        }),
        ("pictures", |n| {
            "<img data-src=a alt=b>".repeat(n / 22) + "x"
        }),
        ("links", |n| "<a href=x>y</a> ".repeat(n / 16)),
        ("headings", |n| "<h1>word title</h1>".repeat(n / 19)),
        ("small objects of JSON", |n| {
            let objects = "{\"\":0},".repeat(n / 7);
            format!("<p>x<script type=application/ld+json>[{objects}0]</script>")
        }),
        ("quotes in JSON", |n| {
            format!(
                "<p>x<script type=application/ld+json>[\"{}</script>",
                "\" ".repeat(n / 2)
            )
        }),
        ("authors", |n| {
            "<meta name=author content='Ann Miller; Ben'>".repeat(n / 44) + "x"
        }),
        ("bylines", |n| "<b class=byline>x</b>".repeat(n / 21)),
    ]
}

/// The ticks and the length of what is written.
fn work(page: &Page, selection: &Selection, renderer: &str) -> (f64, f64) {
    let mut ticks = 0u32;
    let mut tick = || ticks += 1;
    let written: Result<Option<String>, RenderError> = match renderer {
        "markdown" => render::markdown(page, selection, None, &mut tick),
        "html" => render::html(page, selection, None, &mut tick),
        "highlight" => render::highlight(page, selection, "x", &mut tick),
        _ => Metadata::of(page, None, &mut tick).map(|found| Some(found.into_json().to_string())),
    };
    let length = match written {
        Ok(text) => text.map_or(0, |text| text.len()),
        // That takes its time, too.
        Err(RenderError::TooLarge { .. }) => 0,
        Err(error) => panic!("{error}"),
    };
    (f64::from(ticks), length as f64)
}

#[test]
fn twice_the_page_takes_twice_the_work() {
    for (name, shape) in shapes() {
        let pages = [BYTES, 2 * BYTES].map(|bytes| {
            let html = shape(bytes);
            Page::parse(&html, &Limits::default(), &mut || ()).unwrap()
        });
        for renderer in ["markdown", "html", "highlight", "metadata"] {
            for every in [1, 2] {
                let [(once, _), (twice, length)] = pages.each_ref().map(|page| {
                    let blocks = page.blocks().iter().step_by(every);
                    let selection = if every == 1 {
                        Method::Default.select(page, None, &mut || ())
                    } else {
                        Selection::ranges(blocks.map(|block| block.nodes.clone()))
                    };
                    work(page, &selection, renderer)
                });
                // A few come once for a page.
                assert!(
                    twice <= GROWTH * once + 16.0,
                    "{name}: {renderer}: {once} {twice}"
                );
                let bytes = pages[1].source_bytes() as f64;
                assert!(
                    length <= BOUND * bytes + 10_000.0,
                    "{name}: {renderer}: {length} of {bytes}"
                );
            }
        }
    }
}

/// No renderer does much without a look at whether it should stop.
#[test]
fn long_pieces_tick() {
    for (name, html, pieces) in [
        ("text", format!("<p>{}", "word ".repeat(400_000)), 30),
        (
            "style",
            format!("<p>x<style>{}</style>", "a{b:c}".repeat(300_000)),
            30,
        ),
        (
            "children",
            format!("<section>x{}", "<i></i>".repeat(200_000)),
            30,
        ),
        (
            "a link that is copied",
            format!(
                "<p><a href=data:{}>{}",
                "b".repeat(20_000),
                "<p>x".repeat(900)
            ),
            900,
        ),
        ("blocks", "<p>x".repeat(200_000), 300),
    ] {
        let page = Page::parse(&html, &Limits::default(), &mut || ()).unwrap();
        let selection = Method::Default.select(&page, None, &mut || ());
        for renderer in ["markdown", "html", "highlight"] {
            if name == "style" && renderer != "highlight" {
                continue;
            }
            let (ticks, _) = work(&page, &selection, renderer);
            assert!(ticks >= f64::from(pieces), "{name}: {renderer}: {ticks}");
        }
    }
}
