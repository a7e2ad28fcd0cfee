//! Screenshots: the top of a picture of a page, as the small array of pixels that a network takes.
//!
//! ```text
//! bytes ──decode──▶ rows of RGB, cropped and padded ──shrink──▶ pixels
//! ```
//!
//! Training uses this code too, through `goce-tools genre-pixels`. tests.rs compares it with a definition, and so does
//! models/genre/test_images.py in numpy. All arithmetic is in integers.

mod checked_reader;
mod decode;
mod jpeg;
mod pixel_layout;
mod shrink;

use shrink::Shrink;

use goce_core::interrupts;
use goce_core::memory;

/// The widest screenshot, in pixels, for any [`ScreenshotLimits`]: memory for some rows is taken at once, a row is computed
/// without a check, and sums of a row fit into 32 bits.
pub const MAX_WIDTH: u32 = 1 << 22;

/// The most that [`Shape::aspect`] may be.
pub const MAX_ASPECT: f64 = 100.0;

/// The formats that are read, as users call them.
pub const FORMATS: [&str; 4] = ["PNG", "JPEG", "WebP", "GIF"];

/// The shape of the pixels of a screenshot: its top, as high as `aspect` times its width, is shrunk (or enlarged) to
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

#[derive(Clone, Copy, Debug)]
pub struct ScreenshotLimits {
    /// The most pixels that are decoded: width × height in the header.
    pub max_pixels: u64,
}

impl Default for ScreenshotLimits {
    fn default() -> Self {
        ScreenshotLimits {
            max_pixels: 100_000_000,
        }
    }
}

/// Why a screenshot was not read.
#[derive(Debug, thiserror::Error)]
pub enum ScreenshotError {
    #[error("screenshot is too large")]
    TooManyPixels { width: u64, height: u64, limit: u64 },
    #[error("screenshot is too wide")]
    TooWide { width: u64 },
    #[error("screenshot is too large for its format")]
    TooManyAtOnce {
        /// Its format and the kind of the format.
        format: &'static str,
        pixels: u64,
        /// The most for an image of its kind and its bytes.
        limit: u64,
    },
    #[error("screenshot is not an image in a format that is read")]
    UnknownFormat { found: String },
    #[error("screenshot is truncated")]
    Truncated { format: &'static str, bytes: usize },
    #[error("screenshot cannot be decoded")]
    Malformed { format: &'static str, reason: String },
    #[error("out of memory for the pixels of a screenshot")]
    OutOfMemory { bytes: u64 },
}

/// Returns the pixels of the top of a screenshot: `height` rows of `width` pixels of red, green and blue, one byte each,
/// 0 to 255.
///
/// - The screenshot is in one of [`FORMATS`]. Of an animation the first picture counts. Transparent pixels are shown over
///   white, and channels of 16 bits are rounded to 8. Colour profiles and the orientation of cameras are ignored.
/// - The crop is the top [`Shape::crop_rows`] rows over the whole width, white below the end of a shorter screenshot.
/// - Each pixel of the result is the mean, rounded half up, of the area of the crop that it covers.
///
/// Of a PNG only the crop is decoded, so damage below it goes unseen. The decoder fills in the rest of a truncated JPEG, as
/// browsers do.
///
/// The header's size is compared with `limits` before a pixel is decoded or memory for pixels is taken.
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

/// Returns an error if a decoder cannot have this much memory.
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
    vector.try_reserve_exact(length).map_err(|_| ScreenshotError::OutOfMemory {
        bytes: (length as u64).saturating_mul(size_of::<T>() as u64),
    })?;
    while vector.len() < length {
        interrupts::check();
        vector.resize(length.min(vector.len() + (1 << 20)), T::default());
    }
    Ok(vector)
}

#[cfg(test)]
pub mod tests;
