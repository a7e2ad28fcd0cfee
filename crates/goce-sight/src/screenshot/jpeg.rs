//! JPEG, by the decoder that `image` uses: directly, it reads bytes while it decodes, so that it can be
//! interrupted whenever it wants more.

use goce_core::interrupts;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::{ZByteIoError, ZByteReaderTrait, ZSeekFrom};
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// CheckedReader between two checks.
const CHECK_EVERY: usize = 1024;

/// CheckedReader in memory, with a check after every thousand that are read.
pub struct Input<'a> {
    bytes: &'a [u8],
    position: usize,
    read: usize,
}

impl<'a> Input<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.position..]
    }

    fn advance(&mut self, count: usize) {
        self.position += count;
        self.read += count;
        if self.read >= CHECK_EVERY {
            self.read = 0;
            interrupts::check();
        }
    }

    fn missing(&self, wanted: usize) -> ZByteIoError {
        ZByteIoError::NotEnoughBytes(self.rest().len(), wanted)
    }
}

impl ZByteReaderTrait for Input<'_> {
    fn read_byte_no_error(&mut self) -> u8 {
        match self.rest().first() {
            Some(byte) => {
                self.advance(1);
                *byte
            }
            // As the trait has it.
            None => 0,
        }
    }

    fn read_exact_bytes(&mut self, buffer: &mut [u8]) -> Result<(), ZByteIoError> {
        self.peek_exact_bytes(buffer)?;
        self.advance(buffer.len());
        Ok(())
    }

    fn read_bytes(&mut self, buffer: &mut [u8]) -> Result<usize, ZByteIoError> {
        let count = self.peek_bytes(buffer)?;
        self.advance(count);
        Ok(count)
    }

    fn peek_bytes(&mut self, buffer: &mut [u8]) -> Result<usize, ZByteIoError> {
        let rest = self.rest();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }

    fn peek_exact_bytes(&mut self, buffer: &mut [u8]) -> Result<(), ZByteIoError> {
        let Some(bytes) = self.rest().get(..buffer.len()) else {
            return Err(self.missing(buffer.len()));
        };
        buffer.copy_from_slice(bytes);
        Ok(())
    }

    fn z_seek(&mut self, target: ZSeekFrom) -> Result<u64, ZByteIoError> {
        let position = match target {
            ZSeekFrom::Start(position) => Some(position),
            ZSeekFrom::Current(offset) => (self.position as u64).checked_add_signed(offset),
            ZSeekFrom::End(offset) => (self.bytes.len() as u64).checked_add_signed(offset),
        };
        let position = position.ok_or(ZByteIoError::SeekError("before the start"))?;
        self.position = position.min(self.bytes.len() as u64) as usize;
        Ok(position)
    }

    fn is_eof(&mut self) -> Result<bool, ZByteIoError> {
        Ok(self.rest().is_empty())
    }

    fn z_position(&mut self) -> Result<u64, ZByteIoError> {
        Ok(self.position as u64)
    }

    fn read_remaining(&mut self, take_row: &mut Vec<u8>) -> Result<usize, ZByteIoError> {
        let rest = self.rest();
        take_row
            .try_reserve(rest.len())
            .map_err(|_| ZByteIoError::Generic("out of memory"))?;
        take_row.extend_from_slice(rest);
        self.advance(rest.len());
        Ok(rest.len())
    }
}

/// Returns a decoder of these bytes that has read the headers, and the colours of its pixels: grey or RGB.
///
/// # Errors
/// The text of the decoder's error.
pub fn decoder<'a>(bytes: &'a [u8]) -> Result<(JpegDecoder<Input<'a>>, ColorSpace), String> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX);
    let input = Input {
        bytes,
        position: 0,
        read: 0,
    };
    let mut decoder = JpegDecoder::new_with_options(input, options);
    decoder.decode_headers().map_err(|error| error.to_string())?;
    let colours = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => ColorSpace::Luma,
        _ => ColorSpace::RGB,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(colours));
    Ok((decoder, colours))
}

/// Returns `true` if an image may come in several scans, after which all pixels are made in one go: it is progressive, or
/// its first scan does not have all components.
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
    fn scans_are_told_by_the_header() {
        let frame = |mark: u8, components: u8| vec![0xff, mark, 0, 11, 8, 0, 1, 0, 1, components, 1, 0x11, 0];
        let scan = |components: u8| vec![0xff, 0xda, 0, 8, components, 1, 0, 0, 63, 0];
        // What a segment holds is no mark.
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

    #[test]
    fn reading_checks_and_stops_at_the_end() {
        let bytes = vec![7; 10 * CHECK_EVERY];
        let ((), checks) = interrupts::counted(|| {
            let mut input = Input {
                bytes: &bytes,
                position: 0,
                read: 0,
            };
            let mut four = [0; 4];
            for _ in 0..bytes.len() / 4 {
                input.read_exact_bytes(&mut four).unwrap();
            }
            assert!(input.read_exact_bytes(&mut four).is_err() && input.is_eof().unwrap());
            assert_eq!((input.read_byte_no_error(), input.position), (0, bytes.len()));
            assert!(input.z_seek(ZSeekFrom::Current(-(4 << 20))).is_err());
            assert_eq!(input.z_seek(ZSeekFrom::End(-1)).unwrap(), bytes.len() as u64 - 1);
            assert_eq!(input.read_bytes(&mut four).unwrap(), 1);
        });
        assert_eq!(checks, 10);
    }
}
