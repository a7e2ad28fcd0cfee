//! Cuts a WARC file into its records while it comes in, plain or in gzip. Only lengths are read here, so a file of any size
//! needs little memory. `goce_warc` reads the records.

use std::io::Write;

use flate2::write::MultiGzDecoder;

use crate::error::Error;

/// The longest head of a record, in bytes.
const HEAD: usize = 64 << 10;
/// The bytes that are unpacked at once.
pub const PIECE: usize = 8 << 10;
/// The most bytes that a file may unpack to, with [`RATIO`] more for each of its own bytes. Pages usually unpack to five
/// times their size.
const UNPACKED: u64 = 256 << 20;
const RATIO: u64 = 100;

/// Cuts records off what is pushed into it.
pub struct Splitter {
    input: Input,
    next: Next,
    buffer: Vec<u8>,
    /// How much of an unfinished head was searched for its end, so that no byte is searched twice.
    searched: usize,
    most: usize,
    packed: u64,
    unpacked: u64,
    pub too_long: u64,
    /// Records without a page: requests, metadata, those about the file.
    pub others: u64,
}

enum Input {
    /// The first two bytes have not come yet.
    Unknown(Vec<u8>),
    Plain,
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
}

/// What comes next in the file.
enum Next {
    Head,
    /// A record to keep, and the length of its head and body.
    Keep(usize),
    /// A number of bytes to leave out.
    Skip(u64),
}

impl Splitter {
    /// Records longer than `most` bytes are left out and counted.
    pub fn new(most: usize) -> Self {
        Self {
            input: Input::Unknown(Vec::new()),
            next: Next::Head,
            buffer: Vec::new(),
            searched: 0,
            most,
            packed: 0,
            unpacked: 0,
            too_long: 0,
            others: 0,
        }
    }

    /// Takes some bytes of the file. `found` gets the records that end in them.
    pub fn push(&mut self, bytes: &[u8], found: &mut Vec<Vec<u8>>) -> Result<(), Error> {
        if let Input::Unknown(start) = &mut self.input {
            start.extend_from_slice(bytes);
            if start.len() < 2 {
                return Ok(());
            }
            let start = std::mem::take(start);
            self.input = if start.starts_with(&[0x1f, 0x8b]) {
                Input::Gzip(Box::new(MultiGzDecoder::new(Vec::new())))
            } else {
                Input::Plain
            };
            return self.unpack(&start, found);
        }
        self.unpack(bytes, found)
    }

    /// Ends the file. `found` gets the last records.
    pub fn finish(&mut self, found: &mut Vec<Vec<u8>>) -> Result<(), Error> {
        if let Input::Gzip(unpacker) = &mut self.input {
            // The unpacker holds some bytes back until its input ends.
            unpacker.try_finish().map_err(|error| damaged(&error.to_string()))?;
            self.buffer.append(unpacker.get_mut());
            self.cut(found)?;
        }
        let is_rest = self.buffer.iter().any(|byte| !matches!(byte, b'\r' | b'\n'));
        if is_rest || !matches!(self.next, Next::Head | Next::Skip(0)) {
            return Err(damaged("it ends within a record"));
        }
        Ok(())
    }

    fn unpack(&mut self, bytes: &[u8], found: &mut Vec<Vec<u8>>) -> Result<(), Error> {
        for piece in bytes.chunks(PIECE) {
            match &mut self.input {
                Input::Gzip(unpacker) => {
                    unpacker.write_all(piece).map_err(|error| damaged(&error.to_string()))?;
                    self.packed += piece.len() as u64;
                    self.unpacked += unpacker.get_ref().len() as u64;
                    if self.unpacked > UNPACKED + RATIO * self.packed {
                        return Err(Error::TooLarge(format!(
                            "this file unpacks to more than {RATIO} times its size; what came before that is added"
                        )));
                    }
                    self.buffer.append(unpacker.get_mut());
                }
                Input::Unknown(_) | Input::Plain => self.buffer.extend_from_slice(piece),
            }
            self.cut(found)?;
        }
        Ok(())
    }

    fn cut(&mut self, found: &mut Vec<Vec<u8>>) -> Result<(), Error> {
        let mut start = 0;
        loop {
            let rest = &self.buffer[start..];
            match self.next {
                Next::Skip(left) => {
                    let taken = usize::try_from(left).unwrap_or(usize::MAX).min(rest.len());
                    start += taken;
                    let left = left - taken as u64;
                    if left > 0 {
                        self.next = Next::Skip(left);
                        break;
                    }
                    self.next = Next::Head;
                }
                Next::Keep(length) => {
                    if rest.len() < length {
                        break;
                    }
                    let mut record = rest[..length].to_vec();
                    record.extend_from_slice(b"\r\n\r\n");
                    found.push(record);
                    start += length;
                    self.next = Next::Head;
                }
                Next::Head => {
                    let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
                    start += blank;
                    let rest = &self.buffer[start..];
                    let looked_at = &rest[..rest.len().min(HEAD)];
                    // The end has four bytes, of which three may have come before.
                    let from = self.searched.saturating_sub(3).min(looked_at.len());
                    let end = looked_at[from..].windows(4).position(|four| four == b"\r\n\r\n");
                    let Some(end) = end.map(|end| from + end) else {
                        if rest.len() >= HEAD || !begins(rest) {
                            return Err(damaged("a record does not begin with a head of WARC"));
                        }
                        self.searched = rest.len();
                        break;
                    };
                    self.searched = 0;
                    let head = String::from_utf8_lossy(&rest[..end + 4]).into_owned();
                    self.next = self.of_head(&head, end + 4)?;
                    if matches!(self.next, Next::Skip(_)) {
                        start += end + 4;
                    }
                }
            }
        }
        self.buffer.drain(..start);
        Ok(())
    }

    fn of_head(&mut self, head: &str, length: usize) -> Result<Next, Error> {
        if !begins(head.as_bytes()) {
            return Err(damaged("a record does not begin with a head of WARC"));
        }
        let field = |name: &str| {
            head.lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(known, _)| known.eq_ignore_ascii_case(name))
                .map(|(_, value)| value.trim())
        };
        let body: u64 = field("content-length")
            .and_then(|length| length.parse().ok())
            .ok_or_else(|| damaged("a record has no length"))?;
        if !matches!(field("warc-type"), Some("response" | "resource")) {
            self.others += 1;
            return Ok(Next::Skip(body));
        }
        match usize::try_from(body).ok().and_then(|body| body.checked_add(length)) {
            Some(whole) if whole <= self.most => Ok(Next::Keep(whole)),
            _ => {
                self.too_long += 1;
                Ok(Next::Skip(body))
            }
        }
    }
}

/// Whether these bytes may be the start of a record.
fn begins(bytes: &[u8]) -> bool {
    let start = b"WARC/";
    let known = bytes.len().min(start.len());
    bytes[..known] == start[..known]
}

fn damaged(how: &str) -> Error {
    Error::Request(format!("this is no WARC file, or a damaged one: {how}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: &str, body: &str) -> Vec<u8> {
        format!("WARC/1.0\r\nWARC-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}\r\n\r\n", body.len()).into_bytes()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(bytes).expect("memory takes it");
        packer.finish().expect("memory takes it")
    }

    fn split(file: &[u8], step: usize, most: usize) -> Result<(Vec<Vec<u8>>, Splitter), Error> {
        let mut splitter = Splitter::new(most);
        let mut found = Vec::new();
        for piece in file.chunks(step) {
            splitter.push(piece, &mut found)?;
        }
        splitter.finish(&mut found)?;
        Ok((found, splitter))
    }

    #[test]
    fn records_are_cut_wherever_the_pieces_end() {
        let parts = [
            record("warcinfo", "x"),
            record("response", "a\r\n\r\nb"),
            record("request", "GET"),
            record("resource", ""),
        ];
        let plain = parts.concat();
        let packed: Vec<u8> = parts.iter().flat_map(|part| gzip(part)).collect();
        for step in [1, 2, 7, 1000] {
            for file in [&plain, &packed] {
                let (found, splitter) = split(file, step, 1000).expect("records");
                assert_eq!(found, [parts[1].clone(), parts[3].clone()], "{step}");
                assert_eq!((splitter.others, splitter.too_long), (2, 0));
            }
        }
    }

    #[test]
    fn long_records_are_left_out_without_being_kept() {
        let file = [record("response", &"x".repeat(100_000)), record("response", "y")].concat();
        let (found, splitter) = split(&file, 500, 1000).expect("records");
        assert_eq!(found, [record("response", "y")]);
        assert!(splitter.too_long == 1 && splitter.buffer.capacity() < 20_000);
    }

    #[test]
    fn a_bomb_is_given_up() {
        // Each member is 16 MB of spaces in 16 kB, within a record that is left out.
        let member = gzip(&vec![b' '; 16 << 20]);
        let head = gzip(b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999999\r\n\r\n");
        let mut splitter = Splitter::new(1000);
        let mut found = Vec::new();
        splitter.push(&head, &mut found).expect("a head");
        let pushed: Result<(), Error> = (0..40).try_for_each(|_| splitter.push(&member, &mut found));
        assert!(matches!(pushed, Err(Error::TooLarge(_))) && found.is_empty());
        assert!(splitter.unpacked < 400 << 20 && splitter.buffer.capacity() < 32 << 20);
    }

    #[test]
    fn what_is_no_warc_file_is_refused() {
        let cut = &record("response", "abc")[..40];
        for file in [
            &b"PK\x03\x04 something else"[..],
            b"WARC/1.0\r\nWARC-Type: response\r\n\r\n",
            cut,
            b"\x1f\x8bno gzip at all",
        ] {
            assert!(split(file, 5, 1000).is_err(), "{file:?}");
        }
        assert!(split(&b"WARC/1.0\r\nx: ".repeat(10_000), 1000, 1000).is_err());
    }
}
