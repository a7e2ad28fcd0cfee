//! Pages of hostile shapes, put through functions: `benches/doubling.sh` compares what twice the bytes cost.

use std::hint::black_box;
use std::io::Write;

use goce_core::extract::Options;
use goce_core::page::Page;
use goce_core::render;
use goce_methods::Method;

use super::parse;
use crate::Failure;
use crate::functions::FUNCTIONS;
use crate::shapes;

/// Writes the names of functions, methods among them, and of shapes.
pub fn list(out: &mut dyn Write) -> Result<(), Failure> {
    for name in FUNCTIONS.iter().map(|function| function.name).chain(Method::ALL.map(Method::name)) {
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
    let html = shape.ok_or("unknown shape")?.page(bytes);
    let page = parse(&html)?;
    let made = match FUNCTIONS.iter().find(|known| known.name == function) {
        Some(function) => match (function.run)(&html, &page) {
            Err(error) if function.may_refuse => return Ok(writeln!(out, "refused: {error}")?),
            made => made?,
        },
        None => extracted(function.parse()?, &page)?,
    };
    Ok(writeln!(out, "{}", black_box(made))?)
}

fn extracted(method: Method, page: &Page) -> Result<usize, Failure> {
    let selection = method.select(page, &Options::default())?;
    Ok(render::text(page, &selection)?.map_or(0, |text| text.len()))
}
