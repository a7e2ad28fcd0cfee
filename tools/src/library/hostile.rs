//! Pages of hostile shapes, put through functions: `benches/doubling.sh` compares what twice the bytes cost.

use std::hint::black_box;
use std::io::Write;

use goce_core::archive::decode;
use goce_core::evaluate::{TokenPair, Unit, word_overlap};
use goce_core::extract::{Options, auto};
use goce_core::genre::markup;
use goce_core::lists;
use goce_core::metadata::Metadata;
use goce_core::page::{Limits, Page, XPaths};
use goce_core::render;
use goce_core::select::Selector;
use goce_core::site::PageBlocks;
use goce_core::texts::duplicates::{MinHash, simhash};
use goce_core::texts::language::language;
use goce_core::tick::Tick;
use goce_methods::Method;
use goce_papers::sd;
use goce_papers::svm;

use crate::Failure;
use crate::shapes;

/// The functions other than extraction by a method, which has the method's name.
const OTHERS: [&str; 19] = [
    "parse",
    "markdown",
    "html",
    "highlight",
    "metadata",
    "blocks",
    "confidence",
    "select",
    "items",
    "posts",
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
const SELECTOR: &str =
    "* ~ b, :has(~ p) :nth-last-child(2 of :not(b)), [class*=x i] > :nth-of-type(odd)";

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
    let parsed = Page::parse(&page, &Limits::default(), &mut || ())?;
    match length(function, &page, &parsed, &mut || ()) {
        Ok(length) => writeln!(out, "{}", black_box(length))?,
        Err(error) => writeln!(out, "refused: {error}")?,
    }
    Ok(())
}

/// Puts a parsed page through a function, and returns the length of what it makes. Those of texts are given the page's.
pub fn length(function: &str, html: &str, page: &Page, tick: Tick<'_>) -> Result<usize, Failure> {
    let all = "default"
        .parse::<Method>()?
        .select(page, &Options::default(), tick)?;
    let written = match function {
        "parse" => return Ok(page.nodes().len()),
        "blocks" => {
            let mut xpaths = XPaths::default();
            let mut length = 0;
            for block in page.blocks() {
                tick();
                length += page.xpath(block.element(), &mut xpaths, tick)?.len();
            }
            return Ok(length);
        }
        "select" => {
            let selected = Selector::parse(SELECTOR)?.select(page, tick)?;
            return Ok(selected.len());
        }
        "confidence" => return Ok(usize::from(auto::confidence(page, tick)? > 0.5)),
        "items" => return Ok(lists::items(page, None, tick)?.len()),
        "posts" => return Ok(lists::posts(page, tick)?.len()),
        "site" => return Ok(PageBlocks::of(page, 1, tick)?.profile()?.to_bytes()?.len()),
        "genre" => return Ok(markup::classify(page, tick)?.page_type().name().len()),
        "svm genre" => return Ok(svm::classify(page, tick)?.name().len()),
        "sd regions" => {
            return Ok(sd::find(page, sd::Thresholds::default(), tick)?.len());
        }
        "simhash" => return Ok(usize::from(simhash(html, tick)?.is_some())),
        "minhash" => {
            return Ok(MinHash::new(16, 4)?
                .of(html, tick)?
                .map_or(0, |hash| hash.len()));
        }
        "language" => return Ok(language(html, tick).map_or(0, str::len)),
        "words" => {
            let pair = TokenPair::new(html, html, Unit::Word, tick)?;
            return Ok(usize::from(word_overlap(&pair, tick)?.f1 > 0.5));
        }
        "decode" => Some(decode(html.as_bytes(), None, usize::MAX, tick)?),
        "markdown" => render::markdown(page, &all, None, tick)?,
        "html" => render::html(page, &all, None, tick)?,
        "highlight" => render::highlight(page, &all, "default", tick)?,
        "metadata" => Some(Metadata::of(page, None, tick)?.into_json().to_string()),
        method => {
            let selection = method
                .parse::<Method>()?
                .select(page, &Options::default(), tick)?;
            render::text(page, &selection, tick)?
        }
    };
    Ok(written.map_or(0, |text| text.len()))
}
