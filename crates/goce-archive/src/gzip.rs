//! Members of gzip files (RFC 1952).

use flate2::{Crc, Decompress, FlushDecompress, Status};

use crate::PIECE;

/// The first bytes of a member: two magic bytes and the compression method, deflate.
pub const MAGIC: &[u8] = &[0x1f, 0x8b, 8];

/// The longest header that is read: file names and comments have no bound of their own.
pub const MAX_HEADER: usize = 64 * 1024;

/// The length of a checksum and a length, which follow the compressed data.
pub const TRAILER: usize = 8;

/// Bytes read as the header of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// A header of this many bytes.
    Complete(usize),
    /// The beginning of a header.
    Incomplete,
    Invalid,
}

/// Returns how far bytes are the header of a member.
pub fn header(bytes: &[u8]) -> Header {
    let bytes = &bytes[..bytes.len().min(MAX_HEADER)];
    let known = bytes.len().min(MAGIC.len());
    let flags = bytes.get(3).copied().unwrap_or_default();
    let [has_checksum, has_extra, has_name, has_comment] = [1, 2, 3, 4].map(|bit| flags >> bit & 1 == 1);
    if bytes[..known] != MAGIC[..known] || flags & 0xe0 != 0 {
        return Header::Invalid;
    }
    let incomplete = if bytes.len() >= MAX_HEADER {
        Header::Invalid
    } else {
        Header::Incomplete
    };
    let mut length = 10;
    if has_extra {
        let Some(&[low, high]) = bytes.get(length..length + 2).and_then(|two| two.first_chunk()) else {
            return incomplete;
        };
        length += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for _ in [has_name, has_comment].into_iter().filter(|has| *has) {
        let rest = bytes.get(length..).unwrap_or(&[]);
        let Some(end) = memchr::memchr(0, rest) else {
            return incomplete;
        };
        length += end + 1;
    }
    length += 2 * usize::from(has_checksum);
    if bytes.len() < length {
        incomplete
    } else {
        Header::Complete(length)
    }
}

pub struct DecoderStep {
    /// Bytes taken of the input.
    pub consumed: usize,
    pub produced: usize,
    /// How the data end; `None` where the next step goes on.
    pub end: Option<End>,
}

/// How coded data end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As they should.
    Whole,
    /// With the bytes, which are not all.
    Truncated,
    /// At a byte that cannot be coded data. The output before may be right.
    Damaged,
    /// At the bound of the decoded bytes.
    TooLarge,
}

/// Inflates as much as there is room for.
pub fn inflate(inflate: &mut Decompress, input: &[u8], output: &mut [u8]) -> DecoderStep {
    let (before_in, before_out) = (inflate.total_in(), inflate.total_out());
    let result = inflate.decompress(input, output, FlushDecompress::None);
    let consumed = (inflate.total_in() - before_in) as usize;
    let produced = (inflate.total_out() - before_out) as usize;
    DecoderStep {
        consumed,
        produced,
        end: match result {
            Err(_) => Some(End::Damaged),
            Ok(Status::StreamEnd) => Some(End::Whole),
            Ok(_) if consumed + produced == 0 => Some(End::Truncated),
            Ok(_) => None,
        },
    }
}

/// The compressed data of a member, its header read.
pub struct Member {
    inflate: Decompress,
    crc: Crc,
}

impl Member {
    pub fn new() -> Self {
        Member {
            inflate: Decompress::new(false),
            crc: Crc::new(),
        }
    }

    /// Inflates as much as there is room for, of at most [`PIECE`] bytes of the input: data may be long and give nothing.
    pub fn inflate(&mut self, input: &[u8], output: &mut [u8]) -> DecoderStep {
        let input = &input[..input.len().min(PIECE)];
        let step = inflate(&mut self.inflate, input, output);
        self.crc.update(&output[..step.produced]);
        step
    }

    /// Returns `true` if the trailer has the checksum and the length of the output.
    pub fn matches(&self, trailer: &[u8]) -> bool {
        let sum = self.crc.sum().to_le_bytes();
        trailer.strip_prefix(&sum) == Some(&self.crc.amount().to_le_bytes())
    }
}

/// Returns the first bytes of the data of a member that begins here, at most `count`; `None` if its header is damaged or
/// incomplete.
pub fn peek(bytes: &[u8], count: usize) -> Option<Vec<u8>> {
    let Header::Complete(length) = header(bytes) else {
        return None;
    };
    let mut first = vec![0; count];
    let mut produced = 0;
    let mut rest = bytes.get(length..)?;
    let mut member = Member::new();
    while produced < count {
        let step = member.inflate(rest, &mut first[produced..]);
        produced += step.produced;
        rest = &rest[step.consumed..];
        if step.end.is_some() {
            break;
        }
    }
    first.truncate(produced);
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_with_all_their_fields() {
        let plain = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
        assert_eq!(header(&plain), Header::Complete(10));
        let mut full = vec![0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0];
        full.extend(b"abcname\0comment\0xy");
        assert_eq!(header(&full), Header::Complete(full.len()));
        for end in 0..full.len() {
            assert_eq!(header(&full[..end]), Header::Incomplete, "{end}");
        }
        assert_eq!(header(&[0x1f, 0x8b, 7]), Header::Invalid);
        assert_eq!(header(&[0x1f, 0x8b, 8, 0x20]), Header::Invalid);
        full[3] = 8;
        full.resize(MAX_HEADER, 1);
        full[10..].fill(1);
        assert_eq!(header(&full), Header::Invalid);
    }
}
