//! Damaged archives.

use std::io::Read;

use goce_archive::{Reader, Record};
use proptest::prelude::*;

use super::arc;
use super::compose::*;
use super::zstd::{DICTIONARY, PACKED_DICTIONARY};

#[test]
fn truncated_archives_give_all_whole_records() {
    for compressed in [false, true] {
        let (archive, offsets) = archive(compressed);
        let whole = read(&archive);
        for end in (0..archive.len()).step_by(97).chain(offsets.iter().copied()) {
            let records = read(&archive[..end]);
            let complete = offsets.iter().filter(|&&offset| offset < end).count().saturating_sub(1);
            assert_eq!(records[..complete], whole[..complete], "{end}");
            if offsets.contains(&end) {
                assert_eq!(records, whole[..records.len()]);
            } else if let Some(last) = records.get(complete) {
                // Only the end of a record may be missing without harm.
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
                    let good: Vec<_> = records.iter().filter(|record| record.kind != "damaged").collect();
                    assert_others_stay(&records, &whole, n);
                    if compressed && damaged != archive {
                        // Some bytes of a gzip header do not matter.
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
    let (archive, offsets) = archive(false);
    let whole = read(&archive);
    for wrong in "0 5 1000 2500 9999 20000 99999999 99999999999999999999999 x -1".split(' ').chain([""]) {
        let (before, rest) = archive.split_at(offsets[4]);
        let damaged = [before, &with_length(rest, |_| wrong.to_owned())].concat();
        for known in [true, false] {
            let reader = Reader::new(&damaged[..]);
            let records = all(if known {
                reader.length(damaged.len() as u64)
            } else {
                reader
            });
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
fn lengths_that_are_a_few_bytes_wrong_keep_the_record() {
    let body = PAGE.repeat(20);
    let parts = pages(4, &body);
    let whole = read(&parts.concat());
    for n in [0, 2, 3] {
        for off in [-64i64, -9, -3, -2, -1, 1, 2, 4, 5, 12, 40, 64] {
            let mut wrong = parts.clone();
            wrong[n] = with_length(&parts[n], |length| (length as i64 + off).to_string());
            let by_record = each(&wrong, gzip);
            for archive in [wrong.concat(), by_record, gzip(&wrong.concat())] {
                let records = read(&archive);
                assert_eq!(records.len(), 4, "{n} {off}: {:?}", brief(&records));
                for (m, (record, expected)) in records.iter().zip(&whole).enumerate() {
                    assert_eq!((&record.kind, &record.uri), (&expected.kind, &expected.uri), "{n} {off} {m}");
                    assert_eq!(record.status, Some(200));
                    // A length that reaches into the line breaks behind the record has them in its payload.
                    let payload = record.payload.as_ref().unwrap();
                    assert_eq!(payload.trim_ascii_end(), body.trim_ascii_end(), "{n} {off} {m}");
                    let is_noted = record.error.as_deref().is_some_and(|error| error.contains("too"));
                    assert_eq!(is_noted, m == n && !(1..=4).contains(&off), "{n} {off} {m} {:?}", record.error);
                }
            }
        }
    }
}

#[test]
fn a_page_forges_no_record_of_the_other_format() {
    let line = "\nhttp://forged/ 192.0.2.1 20080115120001 text/html 20\nHTTP/1.0 200 OK\r\n\r\n<h1>x</h1>\n";
    let body = [&PAGE.repeat(3), line.as_bytes(), &PAGE.repeat(3)].concat();
    let first = response("first", "", &body);
    for (missing, behind) in [(0, ""), (3, ""), (0, "garbage\r\n"), (3, "garbage\r\n")] {
        let wrong = with_length(&first, |length| (length - missing).to_string());
        let archive = [&wrong, behind.as_bytes(), &response("second", "", PAGE)].concat();
        let records = read(&archive);
        assert!(
            records.iter().all(|record| record.uri.as_deref() != Some("http://forged/")),
            "{:?}",
            brief(&records)
        );
        let payload = records[0].payload.as_ref().unwrap();
        // Garbage of a few bytes behind the record counts as its own.
        assert!(payload.starts_with(body.trim_ascii_end()));
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
    let good = records.iter().position(|record| record.kind == "damaged").unwrap();
    assert!((5..15).contains(&good), "{good}");
    assert_eq!(summary(&records[..good]), summary(&whole[..good]));
    assert_eq!(records[good].uri, whole[good].uri);
    let error = error(&records[good]);
    assert!(error.starts_with("at byte 0: "), "{error}");
    assert_eq!(summary(&records[good + 1..]), [("response", "behind", Some(PAGE))]);
}

#[test]
fn other_files_are_one_damaged_row() {
    for bytes in [
        &b"<p>A page"[..],
        b"\x89PNG\r\n\x1a\n\0\0",
        b"WARC",
        b"WARC/x.0\r\n",
        b"\x1f\x8b\x08",
        b"\x1f\x8b\x09\0",
    ] {
        let records = read(bytes);
        let [record] = &records[..] else { panic!("{bytes:?}") };
        assert!(record.kind == "damaged" && record.error.is_some());
    }
    assert_eq!(read(&gzip(b"<p>A page"))[0].payload.as_deref(), Some(&b"<p>A page"[..]));
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
    // The reader cannot know that the record ends there.
    assert!(reader.next().unwrap().is_err() && reader.next().is_none());
}

#[test]
fn lengths_may_count_carriage_returns_that_are_lost() {
    let one = |n| format!("WARC/0.18\nWARC-Type: resource\nContent-Length: 16\n\npage {n}\nend\n\n");
    let records = read(format!("{}{}", one(1), one(2)).as_bytes());
    let payloads: Vec<_> = records.iter().map(|record| record.payload.as_deref()).collect();
    assert!(records.iter().all(|record| record.kind == "resource"), "{records:?}");
    assert_eq!(payloads, [Some(&b"page 1\nend"[..]), Some(b"page 2\nend")]);
    assert!(
        records.iter().all(|record| error(record).ends_with("Content-Length is 6 bytes too large")),
        "{records:?}"
    );
    // Where the head has carriage returns, an empty line is the page's own, and the record is torn behind it.
    let torn = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 16\r\n\r\npage 1\nend\n\n";
    let records = read(torn.as_bytes());
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].kind, "damaged", "{records:?}");
}

#[test]
fn reading_takes_linear_time() {
    // Each record claims to reach far into the rest; heads without an end; members that are none.
    let wrong = |count: usize| {
        let one = format!("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: {}\r\n\r\n", count * 20);
        one.repeat(count).into_bytes()
    };
    let heads = |count: usize| b"WARC/1.0\r\nx: y\r\n".repeat(count);
    let members = |count: usize| b"\x1f\x8b\x08\x08aaaaaaaaaaaa".repeat(count);
    // The same of ARC.
    let of_arc = |line: &str, count: usize| line.repeat(count).into_bytes();
    let lying =
        |count: usize| of_arc(&format!("http://a.example/ 192.0.2.1 20080115120001 text/html {}\n", count * 20), count);
    let endless = |count: usize| of_arc("http://a.example/ ", count);
    let lines = |count: usize| of_arc("http://a.example/ 192.0.2.1 2008 text/html 1\n", count);
    assert_linear(2_000, &[&wrong, &heads, &members, &lying, &endless, &lines]);
    // Behind a record, what is no frame of zstd, and empty frames.
    let behind = |part: Vec<u8>, count: usize| [zstd(&response("a", "", PAGE)), part.repeat(count)].concat();
    let magics = |count: usize| behind(vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 0, 0xff], count);
    let empty = |count: usize| behind(zstd(b""), count);
    assert_linear(500, &[&magics, &empty]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        for record in read(&bytes) {
            prop_assert!(record.kind == "damaged");
        }
        read(&gzip(&bytes));
        for coding in ["gzip", "deflate", "br", "zstd", "gzip, br", "zstd, deflate"] {
            let head = format!("Transfer-Encoding: chunked\r\nContent-Encoding: {coding}\r\n");
            answered(&head, &bytes);
        }
    }

    #[test]
    fn no_mutation_does_harm(
        which in 0usize..7,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0usize..4, 1usize..50), 1..8),
    ) {
        let of_zstd = (0..6).flat_map(|n| zstd(&response(&format!("page-{n}"), "", PAGE)));
        let mut archive = match which {
            0 | 1 => archive(which == 1).0,
            2 => arc::parts().concat(),
            3 => arc::parts().iter().flat_map(|part| gzip(part)).collect(),
            4 => of_zstd.collect(),
            5 => DICTIONARY.to_vec(),
            _ => PACKED_DICTIONARY.to_vec(),
        };
        mutate(&mut archive, changes);
        let (records, slow) = (read(&archive), all(Reader::new(Slow(&archive))));
        if which < 2 {
            let whole = |records: &[Record]| records.iter().filter(|record| record.kind != "damaged").count();
            prop_assert_eq!(whole(&records), whole(&slow));
        } else {
            prop_assert_eq!(summary(&records), summary(&slow));
        }
    }

    #[test]
    fn no_body_does_harm(coding in 0usize..4, at: prop::sample::Index, byte: u8, size in 1usize..5000) {
        let page = PAGE.repeat(size / PAGE.len() + 1);
        let codings: [(&str, Pack); 4] = [("gzip", gzip), ("deflate", zlib), ("br", brotli), ("zstd", zstd)];
        let (name, pack) = codings[coding];
        let mut body = pack(&page);
        let at = at.index(body.len());
        body[at] = byte;
        answered(&format!("Content-Encoding: {name}\r\n"), &body);
    }
}
