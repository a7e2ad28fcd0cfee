//! Writes screenshots as the genre network of the extension sees them.
//!
//! Usage: genre-pixels WIDTH HEIGHT ASPECT
//!
//! Reads paths of images, one a line, on standard input; writes WIDTH × HEIGHT × 3 bytes for each
//! to standard output: red, green and blue, row after row. ASPECT is the height of the crop in
//! widths of the screenshot.

use std::error::Error;
use std::io::{BufRead, Write};

use goce::genre::screenshot::{Limits, Shape, pixels};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, width, height, aspect] = arguments.as_slice() else {
        return Err("usage: genre-pixels WIDTH HEIGHT ASPECT <paths".into());
    };
    let shape = Shape::new(width.parse()?, height.parse()?, aspect.parse()?)
        .ok_or("WIDTH, HEIGHT or ASPECT is out of bounds")?;
    let mut output = std::io::stdout().lock();
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
        let pixels = pixels(&bytes, &shape, &Limits::default(), &mut || ())
            .map_err(|error| format!("{path}: {error}: {error:?}"))?;
        output.write_all(&pixels)?;
    }
    Ok(output.flush()?)
}
