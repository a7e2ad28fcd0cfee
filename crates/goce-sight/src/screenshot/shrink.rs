//! Rows of a crop to a smaller (or larger) array of pixels, by exact means over areas.
//!
//! Along either side n source pixels become m. In units of 1/m source pixel, source pixel i covers \[i·m, (i+1)·m) and
//! target pixel j covers \[j·n, (j+1)·n). A target pixel is the sum of the source pixels, each weighted by the overlap
//! across and down, divided by the area n·n' and rounded half up. Sums are exact, so the order of adding does not matter.

use super::{MAX_WIDTH, ScreenshotError, Shape, zeros};

/// The source pixels under a target pixel of a row: a part of the first, whole ones, a part of the last.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    /// The first, and its weight.
    first: (usize, u32),
    /// The last, and its weight, 0 if it is the first. Those between have the weight m.
    last: (usize, u32),
}

impl Span {
    /// Returns the span of target pixel `j` of `m`, over `n` source pixels.
    fn new(j: u64, n: u64, m: u64) -> Span {
        let (start, end) = (j * n, (j + 1) * n);
        let (first, last) = (start / m, (end - 1) / m);
        let of_first = end.min((first + 1) * m) - start;
        let of_last = if last > first { end - last * m } else { 0 };
        // Positions are below MAX_WIDTH, and weights at most m.
        Span {
            first: (first as usize, of_first as u32),
            last: (last as usize, of_last as u32),
        }
    }
}

/// A crop that is being shrunk. It takes rows from the top, and keeps sums of them.
#[derive(Debug)]
pub struct Shrink {
    spans: Vec<Span>,
    /// Target width, the weight of a whole source pixel of a row.
    weight: u32,
    /// Target height, the weight of a source row.
    row_weight: u64,
    /// Rows of the crop, the weight of a target row.
    crop_rows: u64,
    /// Area of a target pixel.
    area: u64,
    /// Sums of the last source row under each target pixel: at most 255 × width.
    across: Vec<u32>,
    /// Weighted sums of the target row at hand.
    sums: Vec<u64>,
    /// The weight that the target row has so far, of `crop_rows`.
    filled: u64,
    pixels: Vec<u8>,
    /// The bytes of the finished array.
    length: usize,
}

impl Shrink {
    /// Returns a shrinking of rows of `width` pixels, at most [`MAX_WIDTH`].
    pub fn new(width: u32, shape: &Shape) -> Result<Shrink, ScreenshotError> {
        if width > MAX_WIDTH || width == 0 {
            let width = width.into();
            return Err(ScreenshotError::TooWide { width });
        }
        let crop_rows = shape.crop_rows(width);
        let (n, m) = (u64::from(width), u64::from(shape.width));
        let mut spans: Vec<Span> = zeros(shape.width as usize)?;
        for (span, j) in spans.iter_mut().zip(0..m) {
            *span = Span::new(j, n, m);
        }
        let channels = 3 * shape.width as usize;
        let length = channels.saturating_mul(shape.height as usize);
        let mut pixels = zeros(length)?;
        pixels.clear();
        Ok(Shrink {
            spans,
            weight: shape.width,
            row_weight: shape.height.into(),
            crop_rows,
            // At most 2^22 × 100 × 2^22: 510 times that is below 2^64.
            area: n * crop_rows,
            across: zeros(channels)?,
            sums: zeros(channels)?,
            filled: 0,
            pixels,
            length,
        })
    }

    /// Adds the next row, RGB, of the width given to [`Shrink::new`]. Rows after the last one of the crop are ignored.
    pub fn add(&mut self, row: &[u8]) {
        self.add_across(row);
        let mut rest = self.row_weight;
        while rest > 0 && self.pixels.len() < self.length {
            let weight = rest.min(self.crop_rows - self.filled);
            for (sum, across) in self.sums.iter_mut().zip(&self.across) {
                *sum += weight * u64::from(*across);
            }
            rest -= weight;
            self.fill(weight);
        }
    }

    /// Returns the array of pixels, white where rows are missing.
    pub fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            let weight = self.crop_rows - self.filled;
            let white = 255 * (self.area / self.crop_rows) * weight;
            self.sums.iter_mut().for_each(|sum| *sum += white);
            self.fill(weight);
        }
        self.pixels.resize(self.length, 255);
        self.pixels
    }

    /// Sums a row under each target pixel.
    fn add_across(&mut self, row: &[u8]) {
        let (row, _) = row.as_chunks::<3>();
        let (across, _) = self.across.as_chunks_mut::<3>();
        for (span, sums) in self.spans.iter().zip(across) {
            let ((first, of_first), (last, of_last)) = (span.first, span.last);
            let mut whole = [0u32; 3];
            for pixel in row.get(first + 1..last).unwrap_or_default() {
                for (sum, value) in whole.iter_mut().zip(pixel) {
                    *sum += u32::from(*value);
                }
            }
            let (first, last) = (row[first], row[last]);
            for channel in 0..3 {
                sums[channel] = whole[channel] * self.weight
                    + u32::from(first[channel]) * of_first
                    + u32::from(last[channel]) * of_last;
            }
        }
    }

    /// Adds weight to the target row, and writes the row when it is full.
    fn fill(&mut self, weight: u64) {
        self.filled += weight;
        if self.filled < self.crop_rows {
            return;
        }
        for sum in &mut self.sums {
            let mean = (2 * *sum + self.area) / (2 * self.area);
            self.pixels.push(mean as u8);
            *sum = 0;
        }
        self.filled = 0;
    }
}
