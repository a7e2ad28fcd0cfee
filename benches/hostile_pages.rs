//! Prints the shapes of hostile pages as lines for COPY: a name, a tab, the page.
//!
//!     cargo run --example hostile-pages -- BYTES

#![allow(missing_docs)]

use std::io::{self, BufWriter, Write};

#[path = "../tests/shapes/mod.rs"]
mod shapes;
use shapes::SHAPES;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::env::args()
        .nth(1)
        .ok_or("usage: hostile-pages BYTES")?;
    let bytes = bytes.parse()?;
    let mut out = BufWriter::new(io::stdout().lock());
    for shape in SHAPES {
        let page = (shape.page)(bytes);
        let page = page.replace('\\', "\\\\").replace('\n', "\\n");
        writeln!(out, "{}\t{page}", shape.name)?;
    }
    Ok(())
}
