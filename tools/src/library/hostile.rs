//! Pages of hostile shapes, put through functions: `benches/doubling.sh` compares what twice the bytes cost.

use std::hint::black_box;
use std::io::Write;

use goce::extract::{Method, Options, auto};
use goce::lists;
use goce::metadata::Metadata;
use goce::page::{Limits, Page, XPaths};
use goce::render;
use goce::select::Selector;

use crate::Failure;
use crate::shapes;

/// The functions other than extraction by a method, which has the method's name.
const OTHERS: [&str; 10] = [
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
];

/// Combinators and pseudo-classes that look at many other elements.
const SELECTOR: &str =
    "* ~ b, :has(~ p) :nth-last-child(2 of :not(b)), [class*=x i] > :nth-of-type(odd)";

/// Writes the names of functions and shapes.
pub fn list(out: &mut dyn Write) -> Result<(), Failure> {
    for name in OTHERS.into_iter().chain(Method::ALL.map(Method::name)) {
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
    match length(function, &page) {
        Ok(length) => writeln!(out, "{}", black_box(length))?,
        Err(error) => writeln!(out, "refused: {error}")?,
    }
    Ok(())
}

fn length(function: &str, html: &str) -> Result<usize, Failure> {
    let tick = &mut || ();
    let page = Page::parse(html, &Limits::default(), tick)?;
    let all = "default"
        .parse::<Method>()?
        .select(&page, &Options::default(), tick)?;
    let written = match function {
        "parse" => return Ok(page.nodes().len()),
        "blocks" => {
            let mut xpaths = XPaths::default();
            let mut length = 0;
            for block in page.blocks() {
                length += page.xpath(block.element(), &mut xpaths, tick)?.len();
            }
            return Ok(length);
        }
        "select" => {
            let selected = Selector::parse(SELECTOR)?.select(&page, tick)?;
            return Ok(selected.len());
        }
        "confidence" => return Ok(usize::from(auto::confidence(&page, tick)? > 0.5)),
        "items" => return Ok(lists::items(&page, None, tick)?.len()),
        "posts" => return Ok(lists::posts(&page, tick)?.len()),
        "markdown" => render::markdown(&page, &all, None, tick)?,
        "html" => render::html(&page, &all, None, tick)?,
        "highlight" => render::highlight(&page, &all, "default", tick)?,
        "metadata" => Some(Metadata::of(&page, None, tick)?.into_json().to_string()),
        method => {
            let selection = method
                .parse::<Method>()?
                .select(&page, &Options::default(), tick)?;
            render::text(&page, &selection, tick)?
        }
    };
    Ok(written.map_or(0, |text| text.len()))
}
