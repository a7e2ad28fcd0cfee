//! Screenshots: the top of a picture of a page, as the small array of pixels that a network sees.
//!
//! ```text
//! bytes ──decode──▶ rows of RGB, cropped and padded ──shrink──▶ pixels
//! ```
//!
//! Training reads its screenshots by this code too, through `goce-tools genre-pixels`. Both are tested against
//! definitions: tests.rs here, models/genre/test_images.py in numpy. All of it is integers.

mod checked_reader;
mod decode;
mod jpeg;
mod pixel_layout;
mod shrink;

use shrink::Shrink;

use goce_core::interrupts;
use goce_core::memory;

/// The widest screenshot, in pixels, whatever [`ScreenshotLimits`] say: memory for some rows is taken in
/// one piece, a row is made without a check, and sums of a row fit into 32 bits.
pub const MAX_WIDTH: u32 = 1 << 22;

/// The most that [`Shape::aspect`] may be.
pub const MAX_ASPECT: f64 = 100.0;

/// The formats that are read, as users call them.
pub const FORMATS: [&str; 4] = ["PNG", "JPEG", "WebP", "GIF"];

/// The pixels that are made of a screenshot: its top, as high as `aspect` times its width, shrunk (or enlarged) to
/// `width` × `height` pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Width of the result in pixels, at least 1.
    pub width: u32,
    /// Height of the result in pixels, at least 1.
    pub height: u32,
    /// Height of the crop in widths of the screenshot, above 0 and at most [`MAX_ASPECT`].
    pub aspect: f64,
}

impl Shape {
    /// Returns a shape, and `None` if a number is out of its bounds.
    pub fn new(width: u32, height: u32, aspect: f64) -> Option<Shape> {
        let sound = width > 0 && height > 0 && aspect > 0.0 && aspect <= MAX_ASPECT;
        sound.then_some(Shape { width, height, aspect })
    }

    /// Returns the number of rows of the crop of a screenshot that is `width` pixels wide: `aspect` × `width`, rounded half
    /// up, at least 1.
    pub fn crop_rows(&self, width: u32) -> u64 {
        let rows = (self.aspect * f64::from(width) + 0.5).floor();
        (rows as u64).max(1)
    }
}

/// The bounds of a screenshot.
#[derive(Clone, Copy, Debug)]
pub struct ScreenshotLimits {
    /// The most pixels that are decoded: width × height, as the header has them.
    pub max_pixels: u64,
}

impl Default for ScreenshotLimits {
    fn default() -> Self {
        ScreenshotLimits {
            max_pixels: 100_000_000,
        }
    }
}

/// The reason why a screenshot was not read.
#[derive(Debug, thiserror::Error)]
pub enum ScreenshotError {
    /// Its header has more pixels than the limit.
    #[error("screenshot is too large")]
    TooManyPixels {
        /// Width by the header.
        width: u64,
        /// Height by the header.
        height: u64,
        limit: u64,
    },
    /// It is wider than [`MAX_WIDTH`].
    #[error("screenshot is too wide")]
    TooWide {
        /// Width by the header.
        width: u64,
    },
    /// Its decoder makes all of its pixels in one go, which cannot be interrupted, and there are too many.
    #[error("screenshot is too large for its format")]
    TooManyAtOnce {
        /// Its format, and the kind of that.
        format: &'static str,
        /// Its pixels by the header.
        pixels: u64,
        /// The most for an image of its kind and its bytes.
        limit: u64,
    },
    /// It is in none of [`FORMATS`].
    #[error("screenshot is not an image in a format that is read")]
    UnknownFormat {
        /// A sentence on the bytes.
        found: String,
    },
    /// The bytes end before the image does.
    #[error("screenshot is truncated")]
    Truncated {
        format: &'static str,
        /// How many bytes there are.
        bytes: usize,
    },
    /// The format's rules are broken, or a part of the format is used that the decoder lacks.
    #[error("screenshot cannot be decoded")]
    Malformed {
        format: &'static str,
        /// The text of the decoder's error.
        reason: String,
    },
    /// Memory for its pixels could not be had.
    #[error("out of memory for the pixels of a screenshot")]
    OutOfMemory {
        /// CheckedReader that were asked for.
        bytes: u64,
    },
}

/// Returns the pixels of the top of a screenshot: `height` rows of `width` pixels of red, green and blue, one byte each,
/// 0 to 255.
///
/// - The screenshot is in one of [`FORMATS`]; of an animation it is the first picture. What is
///   transparent is shown over white; of 16 bits a channel the value is rounded to 8. Neither
///   colour profiles nor the orientation that cameras note are applied.
/// - The crop are the top [`Shape::crop_rows`] rows over the whole width; below the end of a
///   shorter screenshot there is white.
/// - Each pixel of the result is the mean, rounded half up, of the area of the crop that it covers.
///
/// Of a PNG no more than the crop is decoded, so damage below it goes unseen, and a JPEG that
/// ends early has the rest filled in by the decoder, as in browsers.
///
/// # Errors
/// As [`ScreenshotError`] says. The header's size is compared with `limits` before any pixel is
/// decoded or memory for pixels is taken.
pub fn pixels(bytes: &[u8], shape: &Shape, limits: &ScreenshotLimits) -> Result<Vec<u8>, ScreenshotError> {
    let mut shrink = None;
    decode::rows(bytes, shape, limits, &mut |width, row| {
        let shrink: &mut Shrink = match &mut shrink {
            Some(shrink) => shrink,
            none => none.insert(Shrink::new(width, shape)?),
        };
        shrink.add(row);
        Ok(())
    })?;
    #[expect(clippy::expect_used, reason = "an image without pixels is malformed")]
    let shrink = shrink.expect("an image has a first row");
    Ok(shrink.finish())
}

/// CheckedReader cleared between two checks.
const CLEARED: usize = 1 << 20;

/// Returns bytes that are zero. Their number may come from outside.
fn cleared(length: usize) -> Result<Vec<u8>, ScreenshotError> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(length)
        .map_err(|_| ScreenshotError::OutOfMemory { bytes: length as u64 })?;
    while bytes.len() < length {
        interrupts::check();
        bytes.resize(length.min(bytes.len() + CLEARED), 0);
    }
    Ok(bytes)
}

/// Returns an error if a decoder cannot have so many bytes.
fn ask_for(bytes: u64) -> Result<(), ScreenshotError> {
    let refused = ScreenshotError::OutOfMemory { bytes };
    match usize::try_from(bytes).map(memory::ask_for) {
        Ok(Ok(())) => Ok(()),
        _ => Err(refused),
    }
}

/// Returns a vector of zeros. Its length may come from outside.
fn zeros<T: Clone + Default>(length: usize) -> Result<Vec<T>, ScreenshotError> {
    let mut vector = Vec::new();
    vector
        .try_reserve_exact(length)
        .map_err(|_| ScreenshotError::OutOfMemory {
            bytes: (length as u64).saturating_mul(size_of::<T>() as u64),
        })?;
    vector.resize(length, T::default());
    Ok(vector)
}

#[cfg(test)]
mod tests;
