//! Archives of ARC.

use super::compose::*;

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: Text/HTML;charset=utf-8\r\n\r\n";

fn arc_record(uri: &str, kind: &str, block: &[u8]) -> Vec<u8> {
    let line = format!("{uri} 192.0.2.1 20080115120001 {kind} {}\n", block.len());
    [line.as_bytes(), block, b"\n"].concat()
}

/// An archive's own record, pages, and an answer of DNS, each a part.
pub fn parts() -> Vec<Vec<u8>> {
    let about = b"1 0 Internet Archive\nURL IP-address Archive-date Content-type Archive-length\n\n";
    let page = |n: usize| [HEAD, &PAGE.repeat(n)].concat();
    let mut parts = vec![
        arc_record("filedesc://a.arc", "text/plain", about),
        arc_record("dns:a.example", "text/dns", b"20080115120000\na.example. 1 IN A 192.0.2.1\n"),
    ];
    parts.extend((1..20).map(|n| arc_record(&format!("http://a.example/{n} x"), "text/html", &page(n * n))));
    parts.push(arc_record("http://a.example/old", "TEXT/html", b"<p>Without a head."));
    parts
}

#[test]
fn all_records_are_rows() {
    let parts = parts();
    let records = read(&parts.concat());
    assert_eq!(records.len(), parts.len(), "{:?}", brief(&records));
    let kinds = |record: &goce_archive::Record| {
        let status = record.status.unwrap_or_default();
        format!("{} {status} {}", record.kind, record.content_type.as_deref().unwrap_or("-"))
    };
    assert_eq!(kinds(&records[0]), "warcinfo 0 text/plain");
    assert_eq!(kinds(&records[1]), "resource 0 text/dns");
    for (n, record) in records.iter().enumerate().skip(2).take(19) {
        assert_eq!(kinds(record), "response 200 text/html");
        assert_eq!(record.uri.as_deref(), Some(&*format!("http://a.example/{} x", n - 1)));
        assert_eq!(record.date, Some(1_200_398_401_000_000));
        assert_eq!(record.payload.as_deref(), Some(&*PAGE.repeat((n - 1) * (n - 1))));
    }
    assert_eq!(kinds(&records[21]), "response 0 text/html");
    assert_sound(&records);
}

#[test]
fn compression_of_the_archive_changes_nothing() {
    let parts = parts();
    let plain = parts.concat();
    let expected = read(&plain);
    assert_same(packed(&parts, gzip).into_iter().chain([plain]), &expected);
    // A record that was cut out of an archive.
    assert_eq!(summary(&read(&gzip(&parts[5]))), summary(&expected[5..6]));
}

#[test]
fn damage_costs_one_record() {
    let parts = parts();
    let whole = read(&parts.concat());
    for compressed in [false, true] {
        for n in [0, 3, 12, 21] {
            for at in [0, 20, 60] {
                let mut parts: Vec<Vec<u8>> =
                    parts.iter().map(|part| if compressed { gzip(part) } else { part.clone() }).collect();
                parts[n][at..at + 8].fill(b'x');
                let records = read(&parts.concat());
                assert_others_stay(&records, &whole, n);
            }
        }
    }
}
