//! Archives for the tests, and their records.

use std::io::Read;

use flate2::Compression;
use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};
use goce_archive::{Reader, Record};
use goce_core::interrupts;
use proptest::sample::Index;

pub fn record(kind: &str, uri: &str, block: &[u8]) -> Vec<u8> {
    let mut out = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2024-02-29T12:34:56Z\r\n\
         WARC-Record-ID: <urn:uuid:{uri}>\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    out.extend(block);
    out.extend(b"\r\n\r\n");
    out
}

pub fn response(uri: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let mut block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{head}\r\n").into_bytes();
    block.extend(body);
    record("response", uri, &block)
}

/// Returns what is read of a response with this head and body.
#[track_caller]
pub fn answered(head: &str, body: &[u8]) -> Record {
    let mut records = read(&response("a", head, body));
    assert_eq!(records.len(), 1, "{head}");
    records.remove(0)
}

/// Returns records of this many pages, page-0 and so on, of this body.
pub fn pages(count: usize, body: &[u8]) -> Vec<Vec<u8>> {
    (0..count).map(|n| response(&format!("page-{n}"), "", body)).collect()
}

/// Returns a record whose Content-Length says something else.
pub fn with_length(record: &[u8], wrong: impl FnOnce(usize) -> String) -> Vec<u8> {
    let record = str::from_utf8(record).unwrap();
    let (before, rest) = record.split_once("Content-Length: ").unwrap();
    let (length, behind) = rest.split_once('\r').unwrap();
    format!("{before}Content-Length: {}\r{behind}", wrong(length.parse().unwrap())).into_bytes()
}

/// Compresses bytes.
pub type Pack = fn(&[u8]) -> Vec<u8>;

/// Joins parts, each packed by itself.
pub fn each(parts: &[Vec<u8>], pack: Pack) -> Vec<u8> {
    parts.iter().flat_map(|part| pack(part)).collect()
}

/// Packs an archive as a whole, part by part, and by a thousand bytes.
pub fn packed(parts: &[Vec<u8>], pack: Pack) -> [Vec<u8>; 3] {
    let plain = parts.concat();
    [
        pack(&plain),
        each(parts, pack),
        plain.chunks(1000).flat_map(pack).collect(),
    ]
}

fn all_of(mut encoder: impl Read) -> Vec<u8> {
    let mut out = Vec::new();
    encoder.read_to_end(&mut out).unwrap();
    out
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    all_of(GzEncoder::new(bytes, Compression::default()))
}

pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    all_of(ZlibEncoder::new(bytes, Compression::default()))
}

pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    all_of(DeflateEncoder::new(bytes, Compression::default()))
}

/// Brotli without compressing: uncompressed meta-blocks (RFC 7932, section 9.2), and an empty last one.
pub fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut count) = (0u64, 0);
    let mut put = |out: &mut Vec<u8>, value: u64, width: u32, align: bool| {
        bits |= value << count;
        count += width;
        while count >= 8 || align && count > 0 {
            out.push((bits & 0xff) as u8);
            bits >>= 8;
            count = count.saturating_sub(8);
        }
    };
    put(&mut out, 0, 1, false); // a window of 64 KiB
    for piece in bytes.chunks(65536) {
        put(&mut out, 0, 1, false); // not the last
        put(&mut out, 0, 2, false); // a length of four nibbles
        put(&mut out, piece.len() as u64 - 1, 16, false);
        put(&mut out, 1, 1, true); // uncompressed
        out.extend(piece);
    }
    put(&mut out, 3, 2, true); // the last, and empty
    out
}

/// Zstandard without compressing: raw blocks (RFC 8878, section 3.1.1).
pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]; // a window of 128 KiB
    let mut pieces = bytes.chunks(65536).peekable();
    if pieces.peek().is_none() {
        out.extend([1, 0, 0]);
    }
    while let Some(piece) = pieces.next() {
        let last = u32::from(pieces.peek().is_none());
        out.extend(&((piece.len() as u32) << 3 | last).to_le_bytes()[..3]);
        out.extend(piece);
    }
    out
}

pub fn chunked(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for piece in bytes.chunks(7) {
        out.extend(format!("{:x};name=value\r\n", piece.len()).as_bytes());
        out.extend(piece);
        out.extend(b"\r\n");
    }
    out.extend(b"0\r\nTrailer: x\r\n\r\n");
    out
}

pub fn read(archive: &[u8]) -> Vec<Record> {
    all(Reader::new(archive))
}

pub fn all(reader: Reader<impl Read>) -> Vec<Record> {
    reader.map(Result::unwrap).collect()
}

/// Reads three bytes at a time, so that everything is cut everywhere.
pub struct Slow<'a>(pub &'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.0.len()).min(3);
        self.0.read(&mut buffer[..count])
    }
}

pub fn summary(records: &[Record]) -> Vec<(&str, &str, Option<&[u8]>)> {
    let of = |record| {
        let Record { kind, uri, payload, .. }: &Record = record;
        (kind.as_str(), uri.as_deref().unwrap_or("-"), payload.as_deref())
    };
    records.iter().map(of).collect()
}

/// Panics unless all records but one are among those that were found.
#[track_caller]
pub fn assert_others_stay(found: &[Record], whole: &[Record], damaged: usize) {
    let summaries = summary(found);
    for (n, expected) in summary(whole).iter().enumerate() {
        assert!(n == damaged || summaries.contains(expected), "{n}: {:?}", brief(found));
    }
}

/// Panics unless each archive has the same records, however few bytes are read at a time.
pub fn assert_same(archives: impl IntoIterator<Item = Vec<u8>>, expected: &[Record]) {
    for archive in archives {
        assert_eq!(summary(&read(&archive)), summary(expected));
        assert_eq!(summary(&all(Reader::new(Slow(&archive)))), summary(expected));
    }
}

/// Panics unless archives of sixteen times as many parts take about sixteen times the checks, a measure of time.
pub fn assert_linear(parts: usize, makes: &[&dyn Fn(usize) -> Vec<u8>]) {
    for make in makes {
        let [short, long] = [parts, 16 * parts].map(|parts| {
            let archive = make(parts);
            let mut reader = Reader::new(&archive[..]);
            interrupts::counted(|| while reader.next_record().unwrap().is_some() {}).1
        });
        assert!(long < 20 * short.max(parts), "{short} {long}");
    }
}

/// Panics if something is wrong with a record.
#[track_caller]
pub fn assert_sound(records: &[Record]) {
    assert!(records.iter().all(|record| record.error.is_none()), "{:?}", brief(records));
}

/// Returns what is wrong with a record.
#[track_caller]
pub fn error(record: &Record) -> &str {
    record.error.as_deref().unwrap()
}

/// Returns the records as a failed test shows them.
pub fn brief(records: &[Record]) -> Vec<String> {
    let of = |record: &Record| {
        let length = record.payload.as_ref().map(Vec::len);
        format!("{} {} {:?} {length:?} {:?}", record.offset, record.kind, record.uri, record.error)
    };
    records.iter().map(of).collect()
}

pub const PAGE: &[u8] = b"<!doctype html><p>A page of some words, of some words, of some words.";

/// Changes bytes, removes some, adds some, or repeats some at the end.
pub fn mutate(archive: &mut Vec<u8>, changes: Vec<(Index, u8, usize, usize)>) {
    for (index, byte, how, count) in changes {
        if archive.is_empty() {
            break;
        }
        let at = index.index(archive.len());
        let until = archive.len().min(at + count);
        match how {
            0 => archive[at] = byte,
            1 => drop(archive.drain(at..until)),
            2 => drop(archive.splice(at..at, std::iter::repeat_n(byte, count))),
            _ => archive.extend_from_within(at..until),
        }
    }
}

/// Twenty records, compressed one by one or not, with the offset of each.
pub fn archive(compressed: bool) -> (Vec<u8>, Vec<usize>) {
    let mut archive = Vec::new();
    let mut offsets = Vec::new();
    for n in 0..20u32 {
        let words: String = (0..400).map(|m| format!("{} ", m * 7919 * (n + 1) % 10007)).collect();
        let part = response(&format!("page-{n}"), "", words.as_bytes());
        offsets.push(archive.len());
        archive.extend(if compressed { gzip(&part) } else { part });
    }
    (archive, offsets)
}
