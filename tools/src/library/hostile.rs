//! Pages of hostile shapes, put through functions: `benches/doubling.sh` compares what twice the bytes cost.

use std::hint::black_box;
use std::io::Write;

use goce_core::archive::decode;
use goce_core::diff::Diff;
use goce_core::evaluate::{TokenPair, Unit, word_overlap};
use goce_core::extract::{Options, auto};
use goce_core::feed;
use goce_core::genre::markup;
use goce_core::interrupts;
use goce_core::lists;
use goce_core::metadata::Metadata;
use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Limits, Page, XPaths};
use goce_core::parts::{Images, Links, Tables};
use goce_core::render;
use goce_core::select::Selector;
use goce_core::site::PageBlocks;
use goce_core::structured::structured;
use goce_core::texts::duplicates::{MinHash, simhash};
use goce_core::texts::language::language;
use goce_methods::Method;
use goce_papers::sd;
use goce_papers::svm;

use crate::Failure;
use crate::shapes;

/// The functions other than extraction by a method, which has the method's name.
const OTHERS: [&str; 26] = [
    "parse",
    "markdown",
    "html",
    "highlight",
    "metadata",
    "structured",
    "feed",
    "blocks",
    "confidence",
    "select",
    "items",
    "posts",
    "link rows",
    "table rows",
    "image rows",
    "hidden rows",
    "diff",
    "site",
    "genre",
    "svm genre",
    "sd regions",
    "simhash",
    "minhash",
    "language",
    "words",
    "decode",
];

/// Combinators and pseudo-classes that look at many other elements.
const SELECTOR: &str = "* + b, :has(+ p) :nth-last-child(2n), [class*=x i] > :first-child";

/// Returns the names of functions, methods among them.
pub fn functions() -> impl Iterator<Item = &'static str> {
    OTHERS.into_iter().chain(Method::ALL.map(Method::name))
}

/// Writes the names of functions and shapes.
pub fn list(out: &mut dyn Write) -> Result<(), Failure> {
    for name in functions() {
        writeln!(out, "function\t{name}")?;
    }
    for shape in shapes::all() {
        writeln!(out, "shape\t{}", shape.name)?;
    }
    Ok(())
}

/// Puts a page through a function, and writes the length of what it returns.
pub fn call(function: &str, shape: &str, bytes: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let shape = shapes::all().find(|known| known.name == shape);
    let page = (shape.ok_or("unknown shape")?.page)(bytes);
    let parsed = Page::parse(&page, &Limits::default())?;
    match length(function, &page, &parsed) {
        Ok(length) => writeln!(out, "{}", black_box(length))?,
        Err(error) => writeln!(out, "refused: {error}")?,
    }
    Ok(())
}

/// Puts a parsed page through a function, and returns the length of what it makes. Those of texts are given the page's.
pub fn length(function: &str, html: &str, page: &Page) -> Result<usize, Failure> {
    let all = "default".parse::<Method>()?.select(page, &Options::default())?;
    let written = match function {
        "parse" => return Ok(page.nodes().len()),
        "blocks" => {
            let mut xpaths = XPaths::default();
            let mut length = 0;
            for block in page.blocks() {
                interrupts::check();
                length += page.xpath(block.element(), &mut xpaths)?.len();
            }
            return Ok(length);
        }
        "select" => {
            let selected = Selector::parse(SELECTOR)?.select(page)?;
            return Ok(selected.len());
        }
        "confidence" => return Ok(usize::from(auto::confidence(page)? > 0.5)),
        "items" => return Ok(lists::items(page, None)?.len()),
        "posts" => return Ok(lists::posts(page)?.len()),
        "link rows" => {
            let mut links = Links::of(page, &all, Some("https://a.example/b"))?;
            let mut length = 0;
            while let Some(link) = links.next_link(page)? {
                length += link.text.map_or(0, |text| text.len());
            }
            return Ok(length);
        }
        "table rows" => {
            let mut tables = Tables::of(page, &all)?;
            let mut length = 0;
            while let Some(table) = tables.next_table(page)? {
                length += table.rows.len();
            }
            return Ok(length);
        }
        "image rows" => {
            let mut images = Images::of(page, &all, Some("https://a.example/b"))?;
            let mut length = 0;
            while let Some(image) = images.next_image(page)? {
                length += image.url.len();
            }
            return Ok(length);
        }
        "hidden rows" => return Ok(hidden_texts(page)?.iter().map(|hidden| hidden.text.len()).sum()),
        "diff" => {
            // Another page of as many blocks; the same one would have no changes.
            let other = Page::parse(&html.replace(['a', 'b', 'c'], "z"), &Limits::default())?;
            let of_other = "default".parse::<Method>()?.select(&other, &Options::default())?;
            let diff = Diff::of((page, &all), (&other, &of_other))?;
            let length = |change| diff.heading_path(page, &other, change).map(str::len).sum::<usize>();
            return Ok(diff.changes().iter().map(length).sum());
        }
        "site" => return Ok(PageBlocks::of(page, 1)?.profile()?.to_bytes()?.len()),
        "genre" => return Ok(markup::classify(page)?.page_type().name().len()),
        "svm genre" => return Ok(svm::classify(page)?.name().len()),
        "sd regions" => {
            return Ok(sd::find(page, sd::Thresholds::default())?.len());
        }
        "simhash" => return Ok(usize::from(simhash(html)?.is_some())),
        "minhash" => {
            return Ok(MinHash::new(16, 4)?.of(html)?.map_or(0, |hash| hash.len()));
        }
        "language" => return Ok(language(html).map_or(0, str::len)),
        "words" => {
            let pair = TokenPair::new(html, html, Unit::Word)?;
            return Ok(usize::from(word_overlap(&pair)?.f1 > 0.5));
        }
        "decode" => Some(decode(html.as_bytes(), None, usize::MAX)?),
        "markdown" => render::markdown(page, &all, None)?,
        "html" => render::html(page, &all, None)?,
        "highlight" => render::highlight(page, &all, "default")?,
        "structured" => Some(structured(page, None)?),
        "feed" => {
            let xml = format!("<rss><item><title>{html}");
            return Ok(feed::entries(&xml, None, &Limits::default())?.len());
        }
        "metadata" => Some(Metadata::of(page, None)?.into_json().to_string()),
        method => {
            let selection = method.parse::<Method>()?.select(page, &Options::default())?;
            render::text(page, &selection)?
        }
    };
    Ok(written.map_or(0, |text| text.len()))
}
