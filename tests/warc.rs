//! WARC files as writers make them, and as disks, networks and crawlers damage them.

#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use goce::archive::{Reader, Record};
use proptest::prelude::*;

/// A record with the fields that matter here.
fn record(kind: &str, uri: &str, block: &[u8]) -> Vec<u8> {
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

fn response(uri: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let mut block =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{head}\r\n")
            .into_bytes();
    block.extend(body);
    record("response", uri, &block)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Brotli without compressing: uncompressed meta-blocks (RFC 7932, section 9.2), and an empty last one.
fn brotli(bytes: &[u8]) -> Vec<u8> {
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
fn zstd(bytes: &[u8]) -> Vec<u8> {
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

fn chunked(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for piece in bytes.chunks(7) {
        out.extend(format!("{:x};name=value\r\n", piece.len()).as_bytes());
        out.extend(piece);
        out.extend(b"\r\n");
    }
    out.extend(b"0\r\nTrailer: x\r\n\r\n");
    out
}

fn read(archive: &[u8]) -> Vec<Record> {
    Reader::new(archive).map(Result::unwrap).collect()
}

/// Reads few bytes at a time, so that everything is cut everywhere.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.0.len()).min(3);
        self.0.read(&mut buffer[..count])
    }
}

fn summary(records: &[Record]) -> Vec<(&str, &str, Option<&[u8]>)> {
    let of = |record| {
        let Record {
            kind, uri, payload, ..
        }: &Record = record;
        (
            kind.as_str(),
            uri.as_deref().unwrap_or("-"),
            payload.as_deref(),
        )
    };
    records.iter().map(of).collect()
}

/// What a failed test shows.
fn brief(records: &[Record]) -> Vec<String> {
    let of = |record: &Record| {
        let length = record.payload.as_ref().map(Vec::len);
        format!(
            "{} {} {:?} {length:?} {:?}",
            record.offset, record.kind, record.uri, record.error
        )
    };
    records.iter().map(of).collect()
}

const PAGE: &[u8] = b"<!doctype html><p>A page of some words, of some words, of some words.";

#[test]
fn all_types_of_records_are_rows() {
    let mut archive = record("warcinfo", "info", b"software: test\r\n");
    archive.extend(record("request", "a", b"GET / HTTP/1.1\r\n\r\n"));
    archive.extend(response("a", "", PAGE));
    archive.extend(record(
        "response",
        "dns:a",
        b"20240229\na. 1 IN A 192.0.2.1\n",
    ));
    for kind in [
        "resource",
        "metadata",
        "conversion",
        "continuation",
        "own-type",
    ] {
        archive.extend(record(kind, "b", b"block"));
    }
    archive.extend(record(
        "revisit",
        "c",
        b"HTTP/1.1 304 Not Modified\r\nX: y\r\n\r\n",
    ));
    archive.extend(record("resource", "empty", b""));
    let records = read(&archive);
    assert_eq!(
        summary(&records),
        [
            ("warcinfo", "info", Some(&b"software: test\r\n"[..])),
            ("request", "a", Some(b"GET / HTTP/1.1\r\n\r\n")),
            ("response", "a", Some(PAGE)),
            (
                "response",
                "dns:a",
                Some(b"20240229\na. 1 IN A 192.0.2.1\n")
            ),
            ("resource", "b", Some(b"block")),
            ("metadata", "b", Some(b"block")),
            ("conversion", "b", Some(b"block")),
            ("continuation", "b", Some(b"block")),
            ("own-type", "b", Some(b"block")),
            ("revisit", "c", Some(b"")),
            ("resource", "empty", Some(b"")),
        ]
    );
    let page = &records[2];
    assert_eq!(page.id.as_deref(), Some("urn:uuid:a"));
    assert_eq!(page.date, Some(1_709_210_096_000_000));
    assert_eq!(
        (page.status, page.content_type.as_deref()),
        (Some(200), Some("text/html; charset=utf-8"))
    );
    assert_eq!(records[9].status, Some(304));
    assert_eq!(records[3].status, None);
    assert!(records.iter().all(|record| record.error.is_none()));
}

#[test]
fn compression_of_the_archive_changes_nothing() {
    let parts: Vec<Vec<u8>> = (0..20)
        .map(|n| response(&format!("page-{n}"), "", PAGE.repeat(n * 100).as_slice()))
        .collect();
    let plain = parts.concat();
    let expected = read(&plain);
    assert_eq!(expected.len(), 20);
    assert!(expected.iter().all(|record| record.error.is_none()));
    let by_record: Vec<u8> = parts.iter().flat_map(|part| gzip(part)).collect();
    let by_bytes: Vec<u8> = plain.chunks(1000).flat_map(gzip).collect();
    let mixed = [gzip(&parts[..10].concat()), parts[10..].concat()].concat();
    let mixed_too = [parts[..10].concat(), gzip(&parts[10..].concat())].concat();
    let padded = [by_record.clone(), vec![0; 1000]].concat();
    for archive in [gzip(&plain), by_record, by_bytes, mixed, mixed_too, padded] {
        assert_eq!(summary(&read(&archive)), summary(&expected));
        let slow: Vec<Record> = Reader::new(Slow(&archive)).map(Result::unwrap).collect();
        assert_eq!(summary(&slow), summary(&expected));
    }
    let slow: Vec<Record> = Reader::new(Slow(&plain)).map(Result::unwrap).collect();
    assert_eq!(slow, expected);
}

#[test]
fn versions_and_heads_may_differ() {
    let archive = b"WARC/1.1\nwarc-type:RESPONSE\nWARC-TARGET-URI:\n <http://a/\n b>\nwarc-date: 2024-02-29T12:34:56.5Z\n\
        content-length:0\n\nWARC/0.18\r\nWARC-Type: resource\r\nContent-Length: 2\r\n\r\nab\r\n\r\n\r\n\r\nWARC/0.17\r\n\
        WARC-Type: resource\r\nContent-Length: 2\r\n\r\ncd";
    let records = read(archive);
    assert_eq!(
        summary(&records),
        [
            ("response", "http://a/ b", Some(&b""[..])),
            ("resource", "-", Some(b"ab")),
            ("resource", "-", Some(b"cd"))
        ]
    );
    assert_eq!(records[0].date, Some(1_709_210_096_500_000));
    assert!(
        records.iter().all(|record| record.error.is_none()),
        "{records:?}"
    );
}

#[test]
fn codings_are_undone() {
    let long = PAGE.repeat(5000);
    for page in [PAGE, &long] {
        for (head, body) in [
            ("Content-Encoding: gzip\r\n", gzip(page)),
            ("content-encoding: X-GZIP\r\n", gzip(page)),
            (
                "Content-Encoding: gzip\r\n",
                [gzip(&page[..20]), gzip(&page[20..])].concat(),
            ),
            (
                "Content-Encoding: gzip\r\n",
                [gzip(page), vec![0, 1, 2]].concat(),
            ),
            ("Content-Encoding: deflate\r\n", zlib(page)),
            ("Content-Encoding: deflate\r\n", deflate(page)),
            ("Content-Encoding: br\r\n", brotli(page)),
            ("Content-Encoding: zstd\r\n", zstd(page)),
            (
                "Content-Encoding: zstd\r\n",
                [vec![0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9], zstd(page)].concat(),
            ),
            ("Content-Encoding: gzip, br\r\n", brotli(&gzip(page))),
            (
                "Content-Encoding: deflate\r\nContent-Encoding: gzip,identity , zstd\r\n",
                zstd(&gzip(&zlib(page))),
            ),
            ("Content-Encoding: identity\r\n", page.to_vec()),
            ("Content-Encoding: utf-8\r\n", page.to_vec()),
            ("Transfer-Encoding: chunked\r\n", chunked(page)),
            (
                "Transfer-Encoding: Chunked\r\nContent-Encoding:\r\n br\r\n",
                chunked(&brotli(page)),
            ),
            ("Content-Length: 3\r\n", page.to_vec()),
            // Said, and undone by the crawler already.
            ("Transfer-Encoding: chunked\r\n", page.to_vec()),
            ("Content-Encoding: gzip\r\n", page.to_vec()),
            ("Content-Encoding: deflate\r\n", page.to_vec()),
            ("Content-Encoding: br\r\n", page.to_vec()),
            ("Content-Encoding: zstd\r\n", page.to_vec()),
            (
                "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
                gzip(page),
            ),
        ] {
            let records = read(&response("a", head, &body));
            assert_eq!(records.len(), 1, "{head}");
            assert_eq!(records[0].error, None, "{head}");
            assert!(records[0].payload.as_deref() == Some(page), "{head}");
        }
    }
    // A coding that nobody knows ends the undoing.
    let records = read(&response(
        "a",
        "Content-Encoding: gzip, aes\r\n",
        &gzip(PAGE),
    ));
    assert_eq!(records[0].payload, Some(gzip(PAGE)));
}

#[test]
fn broken_bodies_give_what_could_be_read() {
    let page: Vec<u8> = (0..40_000u32)
        .flat_map(|n| format!("{} ", n * 7919 % 10007).into_bytes())
        .collect();
    for (name, mut body) in [
        ("gzip", gzip(&page)),
        ("deflate", zlib(&page)),
        ("deflate", deflate(&page)),
        ("br", brotli(&page)),
        ("zstd", zstd(&page)),
    ] {
        body.truncate(body.len() * 3 / 4);
        let records = read(&response(
            "a",
            &format!("Content-Encoding: {name}\r\n"),
            &body,
        ));
        assert_eq!(records[0].kind, "response");
        assert_eq!(
            records[0].error,
            Some(format!("at byte 0: the body's {name} data end early"))
        );
        let read = records[0].payload.as_deref().unwrap();
        // The zstd decoder keeps its last window to itself.
        let enough = read.len() > page.len() / 4 || name == "zstd";
        assert!(enough && page.starts_with(read), "{name}: {}", read.len());
    }
    let mut body = gzip(&page);
    let half = body.len() / 2;
    body[half] ^= 0x55;
    let records = read(&response("a", "Content-Encoding: gzip\r\n", &body));
    assert_eq!(
        records[0].error.as_deref(),
        Some("at byte 0: the body's gzip data are damaged")
    );

    let body = &chunked(PAGE)[..60];
    let records = read(&response("a", "Transfer-Encoding: chunked\r\n", body));
    assert_eq!(
        records[0].error.as_deref(),
        Some("at byte 0: the chunked body ends early")
    );
    assert!(PAGE.starts_with(records[0].payload.as_deref().unwrap()));
}

#[test]
fn what_expands_too_far_has_no_payload() {
    let zeros = vec![0u8; 3 << 20];
    let tiny = |bytes: &[u8]| {
        assert!(bytes.len() < 10_000);
        bytes.to_vec()
    };
    let bomb = tiny(&gzip(&zeros));
    for (head, body) in [
        ("Content-Encoding: gzip\r\n", bomb.clone()),
        ("Content-Encoding: deflate\r\n", tiny(&zlib(&zeros))),
        ("Content-Encoding: gzip, gzip\r\n", gzip(&bomb)),
        // A raw zstd block that is repeated 128 KiB long, 24 times.
        ("Content-Encoding: zstd\r\n", {
            let mut body = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x38];
            for _ in 0..24 {
                body.extend(&((128u32 << 10) << 3 | 2).to_le_bytes()[..3]);
                body.push(0);
            }
            body
        }),
    ] {
        let mut archive = response("bomb", head, &body);
        archive.extend(response("next", "", PAGE));
        let records: Vec<Record> = Reader::new(&archive[..])
            .max_payload(2 << 20)
            .map(Result::unwrap)
            .collect();
        assert_eq!(
            summary(&records),
            [("response", "bomb", None), ("response", "next", Some(PAGE))]
        );
        assert!(
            records[0]
                .error
                .as_deref()
                .unwrap()
                .contains("make more than 2097152 bytes"),
            "{records:?}"
        );
        let records: Vec<Record> = Reader::new(&archive[..])
            .max_payload(3 << 20)
            .map(Result::unwrap)
            .collect();
        assert!(records[0].payload.as_deref() == Some(&zeros[..]) || head.contains("zstd"));
    }
    // The record itself, plain and compressed.
    let archive = [
        record("resource", "large", &zeros),
        record("resource", "small", b"x"),
    ];
    for archive in [
        archive.concat(),
        gzip(&archive.concat()),
        [gzip(&archive[0]), gzip(&archive[1])].concat(),
    ] {
        let records: Vec<Record> = Reader::new(&archive[..])
            .max_payload(2 << 20)
            .map(Result::unwrap)
            .collect();
        assert_eq!(
            summary(&records),
            [
                ("resource", "large", None),
                ("resource", "small", Some(&b"x"[..]))
            ]
        );
        let error = "at byte 0: the record's block has 3145728 bytes, more than 2097152";
        assert_eq!(records[0].error.as_deref(), Some(error));
    }
}

/// Twenty records, compressed one by one or not, with the offset of each.
fn archive(compressed: bool) -> (Vec<u8>, Vec<usize>) {
    let mut archive = Vec::new();
    let mut offsets = Vec::new();
    for n in 0..20u32 {
        let words: String = (0..400)
            .map(|m| format!("{} ", m * 7919 * (n + 1) % 10007))
            .collect();
        let part = response(&format!("page-{n}"), "", words.as_bytes());
        offsets.push(archive.len());
        archive.extend(if compressed { gzip(&part) } else { part });
    }
    (archive, offsets)
}

#[test]
fn truncated_archives_give_all_whole_records() {
    for compressed in [false, true] {
        let (archive, offsets) = archive(compressed);
        let whole = read(&archive);
        for end in (0..archive.len())
            .step_by(97)
            .chain(offsets.iter().copied())
        {
            let records = read(&archive[..end]);
            let complete = offsets
                .iter()
                .filter(|&&offset| offset < end)
                .count()
                .saturating_sub(1);
            assert_eq!(records[..complete], whole[..complete], "{end}");
            if offsets.contains(&end) {
                assert_eq!(records, whole[..records.len()]);
            } else if let Some(last) = records.get(complete) {
                // Only what ends a record may be missing without harm.
                assert!(last.kind == "damaged" || *last == whole[complete], "{end}");
                assert_eq!(last.offset, offsets[complete] as u64);
                assert_eq!(records.len(), complete + 1);
            }
        }
    }
}

#[test]
fn damage_costs_one_record() {
    for compressed in [false, true] {
        let (archive, offsets) = archive(compressed);
        let whole = read(&archive);
        for (n, &offset) in offsets.iter().enumerate() {
            let end = offsets.get(n + 1).copied().unwrap_or(archive.len());
            for at in [0, 1, 5, 20, 130, 300, (end - offset) / 2, end - offset - 6] {
                for bytes in [vec![0xff; 1], vec![0; 40], b"\r\n\r\n WARC/1.0 x".to_vec()] {
                    let mut damaged = archive.clone();
                    let at = offset + at;
                    let until = end.min(at + bytes.len());
                    damaged[at..until].copy_from_slice(&bytes[..until - at]);
                    let records = read(&damaged);
                    let good: Vec<_> = records
                        .iter()
                        .filter(|record| record.kind != "damaged")
                        .collect();
                    let expected = whole.iter().filter(|record| record.offset != offset as u64);
                    let missing = expected.filter(|record| !good.contains(record)).count();
                    assert_eq!(
                        missing,
                        0,
                        "{compressed} {n} {at} {bytes:?}: {:?}",
                        brief(&records)
                    );
                    if compressed && damaged != archive {
                        // But for the bytes of a header that nobody looks at.
                        let harmless = at - offset < 10 && good.len() == whole.len();
                        assert!(harmless || good.len() == whole.len() - 1, "{n} {at}");
                    }
                }
            }
        }
    }
}

#[test]
fn wrong_lengths_cost_one_record() {
    let (archive, _) = archive(false);
    let text = String::from_utf8(archive.clone()).unwrap();
    let whole = read(&archive);
    let number =
        text.match_indices("Content-Length: ").nth(4).unwrap().0 + "Content-Length: ".len();
    let end = number + text[number..].find('\r').unwrap();
    for wrong in [
        "0",
        "5",
        "1000",
        "2500",
        "9999",
        "20000",
        "99999999",
        "99999999999999999999999",
        "x",
        "",
        "-1",
    ] {
        let damaged = format!("{}{wrong}{}", &text[..number], &text[end..]);
        for known in [true, false] {
            let mut reader = Reader::new(damaged.as_bytes());
            if known {
                reader = reader.length(damaged.len() as u64);
            }
            let records: Vec<Record> = reader.map(Result::unwrap).collect();
            assert_eq!(records.len(), 20, "{wrong}: {:?}", brief(&records));
            for (n, (record, expected)) in records.iter().zip(&whole).enumerate() {
                assert_eq!(record.payload, expected.payload, "{wrong} {n}");
                assert_eq!(record.kind == "damaged", n == 4, "{wrong}");
                assert_eq!(record.uri, expected.uri);
            }
        }
    }
}

#[test]
fn a_damaged_gzip_file_gives_what_comes_before() {
    let (plain, _) = archive(false);
    let mut archive = gzip(&plain);
    let at = archive.len() / 2;
    archive[at..at + 8].fill(0xff);
    archive.extend(gzip(&response("behind", "", PAGE)));
    let records = read(&archive);
    let whole = read(&plain);
    let good = records
        .iter()
        .position(|record| record.kind == "damaged")
        .unwrap();
    assert!((5..15).contains(&good), "{good}");
    assert_eq!(summary(&records[..good]), summary(&whole[..good]));
    assert_eq!(records[good].uri, whole[good].uri);
    let error = records[good].error.as_deref().unwrap();
    assert!(error.starts_with("at byte 0: "), "{error}");
    assert_eq!(
        summary(&records[good + 1..]),
        [("response", "behind", Some(PAGE))]
    );
}

#[test]
fn what_is_no_archive_is_one_damaged_row() {
    for bytes in [
        &b"<p>A page"[..],
        b"\x89PNG\r\n\x1a\n\0\0",
        b"WARC",
        b"WARC/x.0\r\n",
        b"\x1f\x8b\x08",
        b"\x1f\x8b\x09\0",
    ] {
        let records = read(bytes);
        assert_eq!(records.len(), 1, "{bytes:?}");
        assert_eq!(records[0].kind, "damaged");
        assert!(records[0].error.is_some());
    }
    assert_eq!(
        read(&gzip(b"<p>A page"))[0].payload.as_deref(),
        Some(&b"<p>A page"[..])
    );
    for bytes in [&b""[..], b"\r\n\r\n", &[0; 100], &gzip(b"")] {
        assert_eq!(read(bytes), [], "{bytes:?}");
    }
}

#[test]
fn a_reader_that_fails_ends_the_records() {
    struct Failing<'a>(&'a [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(std::io::Error::other("the disk is gone")),
                count => Ok(count),
            }
        }
    }
    let archive = response("a", "", PAGE);
    let mut reader = Reader::new(Failing(&archive));
    // Whether the record ends there, the reader cannot tell.
    assert!(reader.next().unwrap().is_err());
    assert!(reader.next().is_none());
}

/// The ticks that reading takes, as a measure of its time.
fn ticks(archive: &[u8]) -> usize {
    let mut ticks = 0;
    let mut reader = Reader::new(archive);
    while reader.next_record(&mut || ticks += 1).unwrap().is_some() {}
    ticks
}

#[test]
fn reading_takes_linear_time() {
    // Each record claims to reach far into the rest; heads without an end; members that are none.
    let wrong = |count: usize| {
        let one = format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: {}\r\n\r\n",
            count * 20
        );
        one.repeat(count).into_bytes()
    };
    let heads = |count: usize| b"WARC/1.0\r\nx: y\r\n".repeat(count);
    let members = |count: usize| b"\x1f\x8b\x08\x08aaaaaaaaaaaa".repeat(count);
    for make in [&wrong as &dyn Fn(usize) -> Vec<u8>, &heads, &members] {
        let (short, long) = (ticks(&make(2_000)), ticks(&make(16_000)));
        assert!(long < 12 * short.max(2_000), "{short} {long}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        for record in read(&bytes) {
            prop_assert!(record.kind == "damaged");
        }
        read(&gzip(&bytes));
        for coding in ["gzip", "deflate", "br", "zstd", "gzip, br", "zstd, deflate"] {
            let head = format!("Transfer-Encoding: chunked\r\nContent-Encoding: {coding}\r\n");
            read(&response("a", &head, &bytes));
        }
    }

    #[test]
    fn no_mutation_does_harm(
        compressed: bool,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0usize..4, 1usize..50), 1..8),
    ) {
        let (mut archive, _) = archive(compressed);
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
        let records = read(&archive);
        let slow: Vec<Record> = Reader::new(Slow(&archive)).map(Result::unwrap).collect();
        prop_assert_eq!(records.iter().filter(|record| record.kind != "damaged").count(),
            slow.iter().filter(|record| record.kind != "damaged").count());
    }

    #[test]
    fn no_body_does_harm(coding in 0usize..4, at: prop::sample::Index, byte: u8, size in 1usize..5000) {
        let page = PAGE.repeat(size / PAGE.len() + 1);
        let (name, mut body) = vec![("gzip", gzip(&page)), ("deflate", zlib(&page)), ("br", brotli(&page)), ("zstd", zstd(&page))]
            .swap_remove(coding);
        let at = at.index(body.len());
        body[at] = byte;
        let records = read(&response("a", &format!("Content-Encoding: {name}\r\n"), &body));
        prop_assert_eq!(records.len(), 1);
    }
}
