//! Whole archives.

use goce_archive::Reader;

use super::compose::*;

#[test]
fn all_types_of_records_are_rows() {
    let mut archive = record("warcinfo", "info", b"software: test\r\n");
    archive.extend(record("request", "a", b"GET / HTTP/1.1\r\n\r\n"));
    archive.extend(response("a", "", PAGE));
    archive.extend(record("response", "dns:a", b"20240229\na. 1 IN A 192.0.2.1\n"));
    for kind in ["resource", "metadata", "conversion", "continuation", "own-type"] {
        archive.extend(record(kind, "b", b"block"));
    }
    archive.extend(record("revisit", "c", b"HTTP/1.1 304 Not Modified\r\nX: y\r\n\r\n"));
    archive.extend(record("resource", "empty", b""));
    let records = read(&archive);
    assert_eq!(
        summary(&records),
        [
            ("warcinfo", "info", Some(&b"software: test\r\n"[..])),
            ("request", "a", Some(b"GET / HTTP/1.1\r\n\r\n")),
            ("response", "a", Some(PAGE)),
            ("response", "dns:a", Some(b"20240229\na. 1 IN A 192.0.2.1\n")),
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
    assert_eq!((page.status, page.content_type.as_deref()), (Some(200), Some("text/html")));
    assert_eq!(records[9].status, Some(304));
    assert_eq!(records[3].status, None);
    assert_sound(&records);
}

#[test]
fn status_lines_and_types_as_servers_write_them() {
    let of = |head: &str| {
        let block = format!("{head}\r\n\r\n<p>caf\u{e9}");
        let record = read(&record("response", "a", block.as_bytes())).remove(0);
        assert_eq!(record.payload.as_deref(), Some("<p>caf\u{e9}".as_bytes()), "{head}");
        (record.status, record.content_type.unwrap_or_default())
    };
    for (head, status, content_type) in [
        ("HTTP/1.1 200 OK\r\nContent-Type: \"text/html; charset=utf-8\"", Some(200), "text/html"),
        ("HTTP/2 200\r\ncontent-type: TEXT/HTML;charset=UTF-8", Some(200), "text/html"),
        ("HTTP/2.0 404 \r\ncontent-type: text/html charset=koi8-r", Some(404), "text/html; charset=koi8-r"),
        ("http/3 200 OK\nContent-Type: application/xhtml+xml", Some(200), "application/xhtml+xml"),
        ("HTTP/1.1 200\r\nContent-Type: html", Some(200), ""),
        ("HTTP/1.1 OK\r\nX: y", None, ""),
    ] {
        assert_eq!(of(head), (status, content_type.to_owned()), "{head}");
    }
}

#[test]
fn compression_of_the_archive_changes_nothing() {
    let parts: Vec<Vec<u8>> =
        (0..20).map(|n| response(&format!("page-{n}"), "", PAGE.repeat(n * 100).as_slice())).collect();
    let plain = parts.concat();
    let expected = read(&plain);
    assert_eq!(expected.len(), 20);
    assert_sound(&expected);
    assert_same(packed(&parts, gzip).into_iter().chain(packed(&parts, zstd)), &expected);
    let (first, rest) = (parts[..10].concat(), parts[10..].concat());
    let mixed = [[gzip(&first), rest.clone()].concat(), [first, gzip(&rest)].concat()];
    let padded = [each(&parts, gzip), vec![0; 1000]].concat();
    let skipped = [vec![0x5d, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3], each(&parts, zstd)].concat();
    assert_same(mixed.into_iter().chain([padded, skipped]), &expected);
    assert_eq!(all(Reader::new(Slow(&plain))), expected);
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
    assert!(records.iter().all(|record| record.error.is_none()), "{records:?}");
}
