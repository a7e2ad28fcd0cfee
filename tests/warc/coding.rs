//! Bodies of HTTP messages, decoded within bounds.

use goce_archive::Reader;

use super::compose::*;

#[test]
fn codings_are_undone() {
    let long = PAGE.repeat(5000);
    for page in [PAGE, &long] {
        for (head, body) in [
            ("Content-Encoding: gzip\r\n", gzip(page)),
            ("content-encoding: X-GZIP\r\n", gzip(page)),
            ("Content-Encoding: gzip\r\n", [gzip(&page[..20]), gzip(&page[20..])].concat()),
            ("Content-Encoding: gzip\r\n", [gzip(page), vec![0, 1, 2]].concat()),
            ("Content-Encoding: deflate\r\n", zlib(page)),
            ("Content-Encoding: deflate\r\n", deflate(page)),
            ("Content-Encoding: br\r\n", brotli(page)),
            ("Content-Encoding: zstd\r\n", zstd(page)),
            ("Content-Encoding: zstd\r\n", [vec![0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9], zstd(page)].concat()),
            ("Content-Encoding: gzip, br\r\n", brotli(&gzip(page))),
            ("Content-Encoding: deflate\r\nContent-Encoding: gzip,identity , zstd\r\n", zstd(&gzip(&zlib(page)))),
            ("Content-Encoding: identity\r\n", page.to_vec()),
            ("Content-Encoding: utf-8\r\n", page.to_vec()),
            ("Transfer-Encoding: chunked\r\n", chunked(page)),
            ("Transfer-Encoding: Chunked\r\nContent-Encoding:\r\n br\r\n", chunked(&brotli(page))),
            ("Content-Length: 3\r\n", page.to_vec()),
            // The head names codings, but the crawler has stored the body decoded.
            ("Transfer-Encoding: chunked\r\n", page.to_vec()),
            ("Content-Encoding: gzip\r\n", page.to_vec()),
            ("Content-Encoding: deflate\r\n", page.to_vec()),
            ("Content-Encoding: br\r\n", page.to_vec()),
            ("Content-Encoding: zstd\r\n", page.to_vec()),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", gzip(page)),
        ] {
            let record = answered(head, &body);
            assert_eq!(record.error, None, "{head}");
            assert!(record.payload.as_deref() == Some(page), "{head}");
        }
    }
    // An unknown coding and those before it are left.
    assert_eq!(answered("Content-Encoding: gzip, aes\r\n", &gzip(PAGE)).payload, Some(gzip(PAGE)));
}

#[test]
fn broken_bodies_give_what_could_be_read() {
    let page: Vec<u8> = (0..40_000u32).flat_map(|n| format!("{} ", n * 7919 % 10007).into_bytes()).collect();
    for (name, mut body) in [
        ("gzip", gzip(&page)),
        ("deflate", zlib(&page)),
        ("deflate", deflate(&page)),
        ("br", brotli(&page)),
        ("zstd", zstd(&page)),
    ] {
        body.truncate(body.len() * 3 / 4);
        let record = answered(&format!("Content-Encoding: {name}\r\n"), &body);
        assert_eq!(record.kind, "response");
        assert_eq!(error(&record), format!("at byte 0: the body's {name} data end early"));
        let read = record.payload.unwrap();
        // The zstd decoder keeps its last window to itself.
        let enough = read.len() > page.len() / 4 || name == "zstd";
        assert!(enough && page.starts_with(&read), "{name}: {}", read.len());
    }
    let mut body = gzip(&page);
    let half = body.len() / 2;
    body[half] ^= 0x55;
    let damaged = answered("Content-Encoding: gzip\r\n", &body);
    assert_eq!(error(&damaged), "at byte 0: the body's gzip data are damaged");

    let cut = answered("Transfer-Encoding: chunked\r\n", &chunked(PAGE)[..60]);
    assert_eq!(error(&cut), "at byte 0: the chunked body ends early");
    assert!(PAGE.starts_with(&cut.payload.unwrap()));
}

#[test]
fn bodies_that_expand_too_far_have_no_payload() {
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
        let records = all(Reader::new(&archive[..]).max_payload(2 << 20));
        assert_eq!(summary(&records), [("response", "bomb", None), ("response", "next", Some(PAGE))]);
        let error = error(&records[0]);
        assert!(error.contains("make more than 2097152 bytes"), "{error}");
        let records = all(Reader::new(&archive[..]).max_payload(3 << 20));
        assert!(records[0].payload.as_deref() == Some(&zeros[..]) || head.contains("zstd"));
    }
    // The record itself, plain and compressed.
    let archive = [record("resource", "large", &zeros), record("resource", "small", b"x")];
    for archive in [archive.concat(), gzip(&archive.concat()), each(&archive, gzip)] {
        let records = all(Reader::new(&archive[..]).max_payload(2 << 20));
        assert_eq!(summary(&records), [("resource", "large", None), ("resource", "small", Some(&b"x"[..]))]);
        assert_eq!(error(&records[0]), "at byte 0: the record's block has 3145728 bytes, more than 2097152");
    }
}

#[test]
fn a_response_that_is_too_large_keeps_what_its_head_says() {
    let archive = response("large", "Content-Type: text/html\r\n", &vec![b'x'; 1 << 20]);
    for archive in [gzip(&archive), archive] {
        let records = all(Reader::new(&archive[..]).max_payload(1 << 19));
        let [record] = &records[..] else { panic!("{records:?}") };
        assert_eq!((record.kind.as_str(), record.status, record.payload.as_deref()), ("response", Some(200), None));
        assert_eq!(record.content_type.as_deref(), Some("text/html"));
        assert!(error(record).contains("more than 524288"));
    }
}

#[test]
fn by_default_a_payload_has_64_mib_at_most() {
    for (length, is_kept) in [(64 << 20, true), ((64 << 20) + 1, false)] {
        let bomb = gzip(&gzip(&vec![0; length]));
        assert!(bomb.len() < 1_000);
        let record = answered("Content-Encoding: gzip, gzip\r\n", &bomb);
        assert_eq!((record.payload.is_some(), record.error.is_none()), (is_kept, is_kept));
    }
}
