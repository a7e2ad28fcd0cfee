//! Any bytes as a screenshot: an array of pixels or an error, within bounded memory.
//!
//! `scripts/fuzz screenshot` makes a corpus of images in all formats and runs it.
#![no_main]

use goce_sight::screenshot::{ScreenshotLimits, Shape, pixels};
use libfuzzer_sys::fuzz_target;

const LIMITS: ScreenshotLimits = ScreenshotLimits { max_pixels: 65_536 };

fuzz_target!(|bytes: &[u8]| {
    let Some(shape) = Shape::new(16, 51, 3.2) else {
        return;
    };
    if let Ok(pixels) = pixels(bytes, &shape, &LIMITS) {
        assert_eq!(pixels.len(), 16 * 51 * 3);
    }
});
