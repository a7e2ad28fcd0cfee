//! Makes a page of a hostile shape and puts it through one function; callgrind counts the instructions.
//!
//!     cargo build --release --example hostile-call
//!     hostile-call              prints the functions and the shapes
//!     hostile-call FUNCTION SHAPE BYTES
//!
//! benches/doubling.sh compares what twice the bytes cost.

#![allow(missing_docs)]

use std::hint::black_box;
use std::str::FromStr;

use goce::extract::{Method, auto};
use goce::metadata::Metadata;
use goce::page::{Limits, Page, XPaths};
use goce::render;

#[path = "../tests/shapes/mod.rs"]
mod shapes;
use shapes::SHAPES;

type Failure = Box<dyn std::error::Error>;

/// The functions other than extraction by a method, which has the method's name.
const OTHERS: [&str; 7] = [
    "parse",
    "markdown",
    "html",
    "highlight",
    "metadata",
    "blocks",
    "confidence",
];

fn call(function: &str, html: &str) -> Result<usize, Failure> {
    let tick = &mut || ();
    let page = Page::parse(html, &Limits::default(), tick)?;
    let all = "default"
        .parse::<Method>()
        .unwrap()
        .select(&page, None, tick)?;
    Ok(match function {
        "parse" => page.nodes().len(),
        "markdown" => render::markdown(&page, &all, None, tick)?.map_or(0, |text| text.len()),
        "html" => render::html(&page, &all, None, tick)?.map_or(0, |text| text.len()),
        "highlight" => {
            render::highlight(&page, &all, "default", tick)?.map_or(0, |text| text.len())
        }
        "metadata" => Metadata::of(&page, None, tick)?
            .into_json()
            .to_string()
            .len(),
        "blocks" => {
            let mut xpaths = XPaths::default();
            let mut length = 0;
            for block in page.blocks() {
                length += page.xpath(block.element, &mut xpaths, tick)?.len();
            }
            length
        }
        "confidence" => usize::from(auto::confidence(&page, tick)? > 0.5),
        method => {
            let selection = Method::from_str(method)?.select(&page, None, tick)?;
            render::text(&page, &selection, tick)?.map_or(0, |text| text.len())
        }
    })
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [function, shape, bytes] = &arguments[..] else {
        for name in OTHERS.into_iter().chain(Method::ALL.map(Method::name)) {
            println!("function\t{name}");
        }
        for shape in SHAPES {
            println!("shape\t{}", shape.name);
        }
        return Ok(());
    };
    let shape = SHAPES
        .iter()
        .find(|known| known.name == shape)
        .ok_or("unknown shape")?;
    let page = (shape.page)(bytes.parse()?);
    match call(function, &page) {
        Ok(length) => println!("{}", black_box(length)),
        Err(error) => println!("refused: {error}"),
    }
    Ok(())
}
