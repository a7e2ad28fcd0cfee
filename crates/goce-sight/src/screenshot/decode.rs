//! The bytes of an image to the rows of its crop.

use std::cell::Cell;

use image::{ColorType, ImageDecoder, ImageError, ImageFormat, ImageReader};
use png::{BitDepth, Transformations};

use super::checked_reader::CheckedReader;
use super::pixel_layout::PixelLayout;
use super::{MAX_WIDTH, ScreenshotError, ScreenshotLimits, Shape, ask_for, jpeg, zeros};
use goce_core::interrupts;

/// Takes the width of the screenshot and a row of RGB.
type TakeRow<'a> = &'a mut dyn FnMut(u32, &[u8]) -> Result<(), ScreenshotError>;

/// Hands the rows of the crop to `take_row`, from the top; at least one, and fewer than the crop has
/// where the image is shorter.
pub fn rows(bytes: &[u8], shape: &Shape, limits: &ScreenshotLimits, take_row: TakeRow) -> Result<(), ScreenshotError> {
    let format = match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => "PNG",
        Ok(ImageFormat::Jpeg) => "JPEG",
        Ok(ImageFormat::WebP) => "WebP",
        Ok(ImageFormat::Gif) => "GIF",
        other => {
            let found = describe(bytes, other.ok());
            return Err(ScreenshotError::UnknownFormat { found });
        }
    };
    let ended = Cell::new(false);
    let source = Source {
        bytes,
        ended: &ended,
        shape,
        limits,
        take_row,
    };
    let result = match format {
        "PNG" => source.png(),
        "JPEG" => source.jpeg(),
        _ => source.other(format),
    };
    // A JPEG ends with a mark.
    let is_cut = match format {
        "JPEG" => !bytes.ends_with(&[0xff, 0xd9]),
        _ => ended.get(),
    };
    result.map_err(|failure| match failure {
        Failure::Refused(error) => error,
        Failure::Broken(_) if is_cut => {
            let bytes = bytes.len();
            ScreenshotError::Truncated { format, bytes }
        }
        Failure::Broken(reason) => ScreenshotError::Malformed { format, reason },
    })
}

/// An image, and what is asked of it.
struct Source<'a> {
    bytes: &'a [u8],
    /// Becomes `true` when more bytes are asked for than there are.
    ended: &'a Cell<bool>,
    shape: &'a Shape,
    limits: &'a ScreenshotLimits,
    take_row: TakeRow<'a>,
}

/// Why there are no rows.
enum Failure {
    Refused(ScreenshotError),
    /// The text of a decoder's error.
    Broken(String),
}

impl From<ScreenshotError> for Failure {
    fn from(error: ScreenshotError) -> Self {
        Failure::Refused(error)
    }
}

impl From<png::DecodingError> for Failure {
    fn from(error: png::DecodingError) -> Self {
        Failure::Broken(error.to_string())
    }
}

impl From<ImageError> for Failure {
    fn from(error: ImageError) -> Self {
        Failure::Broken(error.to_string())
    }
}

/// Returns a sentence on bytes that are in none of the formats.
fn describe(bytes: &[u8], format: Option<ImageFormat>) -> String {
    if let Some(format) = format {
        let name = format!("{format:?}").to_uppercase();
        return format!("It is in the format {name}.");
    }
    let start = &bytes[..bytes.len().min(1024)];
    if start.windows(4).any(|window| window == b"<svg") {
        return "It is in the format SVG.".to_owned();
    }
    if bytes.is_empty() {
        return "It has no bytes.".to_owned();
    }
    let digits: String = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("It begins with the bytes {digits}.")
}

impl<'a> Source<'a> {
    /// Compares the size in a header with the limits.
    fn check(&self, width: u64, height: u64) -> Result<(), Failure> {
        if width == 0 || height == 0 {
            return Err(Failure::Broken(format!("it has {width} × {height} pixels")));
        }
        let limit = self.limits.max_pixels;
        if width.saturating_mul(height) > limit {
            return Err(Failure::Refused(ScreenshotError::TooManyPixels { width, height, limit }));
        }
        if width > u64::from(MAX_WIDTH) {
            return Err(Failure::Refused(ScreenshotError::TooWide { width }));
        }
        Ok(())
    }

    /// Decodes a PNG by the decoder that `image` uses, row by row: rows below the crop take no time and no memory.
    fn png(self) -> Result<(), Failure> {
        let mut reader = self.png_reader()?;
        let (width, height) = reader.info().size();
        let (colour, depth) = reader.output_color_type();
        let layout = PixelLayout {
            coloured: matches!(colour, png::ColorType::Rgb | png::ColorType::Rgba),
            alpha: matches!(colour, png::ColorType::GrayscaleAlpha | png::ColorType::Rgba),
            wide: depth == BitDepth::Sixteen,
        };
        if reader.info().interlaced {
            // `None`: more bytes than can be addressed.
            let size = reader.output_buffer_size().unwrap_or(usize::MAX);
            drop(reader); // it checks too
            let mut image = zeros(size)?;
            self.png_reader()?.next_frame(&mut image)?;
            return self.crop(width, height, layout)?.all(&image);
        }
        let mut crop = self.crop(width, height, layout)?;
        while crop.wants_more() {
            match reader.next_row()? {
                Some(row) => crop.row(row.data())?,
                None => return Err(Failure::Broken("it lacks rows".to_owned())),
            }
        }
        Ok(())
    }

    /// Returns a decoder of a PNG whose size is within the limits.
    fn png_reader(&self) -> Result<png::Reader<CheckedReader<'a>>, Failure> {
        // Besides rows, which the header bounds.
        let bytes = self.limits.max_pixels.saturating_mul(8).saturating_add(1 << 20);
        let memory = png::Limits {
            bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        };
        let mut decoder = png::Decoder::new_with_limits(self.reader(), memory);
        // Texts and profiles are not used, and may be compressed many times over.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        decoder.set_transformations(Transformations::EXPAND);
        let (width, height) = decoder.read_header_info()?.size();
        self.check(width.into(), height.into())?;
        // The row that is read, the one before, and the one that is returned: 8 bytes a pixel at most.
        ask_for(4 * 8 * u64::from(width) + (1 << 20))?;
        Ok(decoder.read_info()?)
    }

    /// Returns a reader of the bytes, which checks for interrupts.
    fn reader(&self) -> CheckedReader<'a> {
        CheckedReader::new(self.bytes, self.ended)
    }

    fn jpeg(self) -> Result<(), Failure> {
        let (decoder, colours) = jpeg::decoder(self.bytes, self.ended).map_err(Failure::Broken)?;
        let size = decoder.dimensions();
        drop(decoder); // it checks too
        let no_size = || Failure::Broken("it has no size".to_owned());
        let (width, height) = size.ok_or_else(no_size)?;
        let (width, height) = (width as u64, height as u64);
        self.check(width, height)?;
        let pixels = width * height;
        if jpeg::is_in_scans(self.bytes) {
            // Coefficients become pixels after the last scan, 9 ns a pixel.
            at_once("JPEG of several scans", pixels, 8_000_000)?;
            // Coefficients of four components at most, two bytes each, in blocks that may be cut.
            ask_for(8 * (width + 64) * (height + 64))?;
        } else {
            // Some rows of blocks of four components.
            ask_for(64 * 8 * (width + 64))?;
        }
        let layout = PixelLayout::eight(colours.num_components() > 1, false);
        let size = layout.bytes_per_pixel() as u64 * pixels;
        let mut image = zeros(size as usize)?;
        let (mut decoder, _) = jpeg::decoder(self.bytes, self.ended).map_err(Failure::Broken)?;
        let decoded = decoder.decode_into(&mut image);
        decoded.map_err(|error| Failure::Broken(error.to_string()))?;
        drop(decoder);
        self.crop(width as u32, height as u32, layout)?.all(&image)
    }

    /// Decodes a WebP or a GIF as a whole.
    fn other(self, format: &str) -> Result<(), Failure> {
        let (width, height, layout, image) = {
            let reader = ImageReader::new(self.reader()).with_guessed_format();
            let mut reader = reader.map_err(ImageError::IoError)?;
            reader.no_limits(); // the size in the header is checked below
            let mut decoder = reader.into_decoder()?;
            let (width, height) = decoder.dimensions();
            self.check(width.into(), height.into())?;
            let pixels = u64::from(width) * u64::from(height);
            check_at_once(format, self.bytes, pixels)?;
            let layout = layout(decoder.color_type())?;
            // The image in four channels, a picture within it in as many, and the bytes.
            ask_for(8 * pixels + self.bytes.len() as u64 + (1 << 20))?;
            let mut image: Vec<u8> = zeros((4 * pixels).min(decoder.total_bytes()) as usize)?;
            // A frame of a GIF may be larger than the GIF.
            let mut memory = image::Limits::no_limits();
            memory.max_image_width = Some(width);
            memory.max_image_height = Some(height);
            memory.max_alloc = Some(self.limits.max_pixels.saturating_mul(8));
            decoder.set_limits(memory)?;
            decoder.read_image(&mut image)?;
            (width, height, layout, image)
        };
        self.crop(width, height, layout)?.all(&image)
    }

    /// Returns what takes the rows of the crop.
    fn crop(self, width: u32, height: u32, layout: PixelLayout) -> Result<Crop<'a>, Failure> {
        let channels = if layout.is_rgb() { 0 } else { 3 };
        Ok(Crop {
            width,
            layout,
            rest: self.shape.crop_rows(width).min(height.into()),
            rgb: zeros(channels * width as usize)?,
            take_row: self.take_row,
        })
    }
}

/// Refuses an image of more pixels than its decoder may compute at once, without a check. The times for a pixel were measured
/// at worst; all of these steps take less than 100 ms.
fn at_once(format: &'static str, pixels: u64, limit: u64) -> Result<(), ScreenshotError> {
    if pixels > limit {
        return Err(ScreenshotError::TooManyAtOnce { format, pixels, limit });
    }
    Ok(())
}

/// Refuses an image whose decoder would run for too long without a check.
fn check_at_once(format: &str, bytes: &[u8], pixels: u64) -> Result<(), ScreenshotError> {
    let most = 8_000_000u64;
    let (format, limit) = match bytes.get(12..16) {
        // Pixels get their colours and their memory at once, 2 ns a pixel.
        _ if format == "GIF" => ("GIF", 40_000_000),
        // Transformations are undone at the end, 11 ns a pixel.
        Some(b"VP8L") => ("lossless WebP", most),
        // All is decoded at once, where a byte takes as long as 16 pixels do.
        _ => ("lossy WebP", most.saturating_sub(16 * bytes.len() as u64)),
    };
    at_once(format, pixels, limit)
}

fn layout(colour: ColorType) -> Result<PixelLayout, Failure> {
    if colour.bytes_per_pixel() != colour.channel_count() {
        return Err(Failure::Broken(format!("its pixels are {colour:?}")));
    }
    Ok(PixelLayout::eight(colour.has_color(), colour.has_alpha()))
}

/// Counts the rows of a crop, and converts them to RGB.
struct Crop<'a> {
    width: u32,
    layout: PixelLayout,
    /// Rows that are still to come.
    rest: u64,
    rgb: Vec<u8>,
    take_row: TakeRow<'a>,
}

impl Crop<'_> {
    fn wants_more(&self) -> bool {
        self.rest > 0
    }

    fn bytes_per_row(&self) -> usize {
        self.layout.bytes_per_pixel() * self.width as usize
    }

    fn row(&mut self, row: &[u8]) -> Result<(), Failure> {
        if row.len() != self.bytes_per_row() {
            return Err(Failure::Broken("a row has another length".to_owned()));
        }
        self.rest -= 1;
        if self.layout.is_rgb() {
            (self.take_row)(self.width, row)?;
        } else {
            self.layout.convert(row, &mut self.rgb);
            (self.take_row)(self.width, &self.rgb)?;
        }
        Ok(())
    }

    /// Takes the rows of a whole image.
    fn all(mut self, image: &[u8]) -> Result<(), Failure> {
        for row in image.chunks_exact(self.bytes_per_row()) {
            // All pixels are in memory already.
            if self.rest.is_multiple_of(64) {
                interrupts::check();
            }
            if !self.wants_more() {
                break;
            }
            self.row(row)?;
        }
        Ok(())
    }
}
