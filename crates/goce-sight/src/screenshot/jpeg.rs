//! JPEG, by the decoder that `image` uses: used directly, it reads bytes while it decodes, and can be interrupted there.

use std::cell::Cell;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::checked_reader::CheckedReader;

/// Returns a decoder that has read the headers, and the colours of its pixels: grey or RGB. An error is the decoder's
/// text.
pub fn decoder<'a>(
    bytes: &'a [u8],
    ended: &'a Cell<bool>,
) -> Result<(JpegDecoder<CheckedReader<'a>>, ColorSpace), String> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(CheckedReader::new(bytes, ended), options);
    decoder.decode_headers().map_err(|error| error.to_string())?;
    let colours = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => ColorSpace::Luma,
        _ => ColorSpace::RGB,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(colours));
    Ok((decoder, colours))
}

/// Returns `true` if an image may have several scans, after which all pixels are computed at once: it is progressive, or
/// its first scan lacks components.
pub fn is_in_scans(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    let mut components = None;
    while let Some(at) = rest.iter().position(|byte| *byte == 0xff) {
        rest = &rest[at + 1..];
        match rest {
            [0xc2, ..] => return true,
            [0xc0 | 0xc1, segment @ ..] => components = segment.get(7).copied(),
            [0xda, segment @ ..] => return segment.get(2).copied() != components,
            // A mark without a segment, or no mark.
            [0 | 1 | 0xff | 0xd0..=0xd9, ..] => continue,
            _ => {}
        }
        let Some(length) = rest.get(1..).and_then(|rest| rest.first_chunk()) else {
            break;
        };
        let length = usize::from(u16::from_be_bytes(*length));
        rest = rest.get(1 + length..).unwrap_or_default();
    }
    // Without a scan nothing is decoded.
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_are_known_by_the_header() {
        let frame = |mark: u8, components: u8| vec![0xff, mark, 0, 11, 8, 0, 1, 0, 1, components, 1, 0x11, 0];
        let scan = |components: u8| vec![0xff, 0xda, 0, 8, components, 1, 0, 0, 63, 0];
        // Bytes within a segment are no mark.
        let start = [0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xc2, 0xff, 0xda];
        let all = |frame: Vec<u8>, scan: Vec<u8>| [&start[..], &frame, &scan].concat();
        assert!(!is_in_scans(&all(frame(0xc0, 3), scan(3))));
        assert!(!is_in_scans(&all(frame(0xc1, 1), scan(1))));
        assert!(is_in_scans(&all(frame(0xc0, 3), scan(1))));
        assert!(is_in_scans(&all(frame(0xc2, 3), scan(3))));
        assert!(is_in_scans(&all(vec![], scan(3))));
        for bytes in [&b""[..], &[0xff], &[0xff, 0xe0, 9], &start] {
            assert!(!is_in_scans(bytes));
        }
    }
}
