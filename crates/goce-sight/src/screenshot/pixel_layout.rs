//! Converts the rows of decoders to rows of RGB with one byte for each channel.

/// The layout of a decoder's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelLayout {
    /// The channels are red, green and blue; otherwise there is one, grey.
    pub coloured: bool,
    /// An alpha channel follows.
    pub alpha: bool,
    /// A channel has two bytes, the higher one first, as in PNG; otherwise it has one.
    pub wide: bool,
}

impl PixelLayout {
    /// Returns the layout of samples of eight bits.
    pub fn eight(coloured: bool, alpha: bool) -> Self {
        PixelLayout {
            coloured,
            alpha,
            wide: false,
        }
    }

    pub fn bytes_per_pixel(self) -> usize {
        let channels = if self.coloured { 3 } else { 1 } + usize::from(self.alpha);
        if self.wide { 2 * channels } else { channels }
    }

    pub fn is_rgb(self) -> bool {
        self.coloured && !self.alpha && !self.wide
    }

    /// Writes `row` to `rgb`, which holds as many pixels.
    pub fn convert(self, row: &[u8], rgb: &mut [u8]) {
        match (self.coloured, self.alpha, self.wide) {
            (false, false, false) => each(row, rgb, |[v]| [v; 3]),
            (false, true, false) => each(row, rgb, |[v, a]| [over_white(v, a); 3]),
            (true, false, false) => rgb.copy_from_slice(row),
            (true, true, false) => {
                each(row, rgb, |[r, g, b, a]| [r, g, b].map(|v| over_white(v, a)));
            }
            (false, false, true) => each(row, rgb, |[v, w]| [eight(v, w); 3]),
            (false, true, true) => each(row, rgb, |[v, w, a, b]| [over_white(eight(v, w), eight(a, b)); 3]),
            (true, false, true) => each(row, rgb, |[r, s, g, h, b, c]| [eight(r, s), eight(g, h), eight(b, c)]),
            (true, true, true) => each(row, rgb, |[r, s, g, h, b, c, a, z]| {
                [eight(r, s), eight(g, h), eight(b, c)].map(|v| over_white(v, eight(a, z)))
            }),
        }
    }
}

fn each<const N: usize>(row: &[u8], rgb: &mut [u8], pixel: impl Fn([u8; N]) -> [u8; 3]) {
    let (from, _) = row.as_chunks::<N>();
    let (to, _) = rgb.as_chunks_mut::<3>();
    for (from, to) in from.iter().zip(to) {
        *to = pixel(*from);
    }
}

/// Returns a channel over white: (value × alpha + 255 × (255 − alpha)) / 255, rounded.
fn over_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

/// Returns a value of 16 bits in 8: value × 255 / 65,535, rounded.
fn eight(high: u8, low: u8) -> u8 {
    let value = u32::from(u16::from_be_bytes([high, low]));
    ((value + 128) / 257) as u8
}
