//! Archives in WACZ files, and those that indexes list.

use super::*;

/// A ZIP file of these files, stored. With `large`, numbers stand where files of more than 4 GB have them.
fn zip(files: &[(&str, Vec<u8>)], large: bool) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let (offset, length, names) = (out.len() as u64, bytes.len() as u64, (name.len() as u16).to_le_bytes());
        out.extend([&b"PK\x03\x04"[..], &[0; 22], &names, &[0; 2], name.as_bytes(), bytes].concat());
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let of = |number: u64| {
            if large {
                [0xff; 4]
            } else {
                (number as u32).to_le_bytes()
            }
        };
        let numbers = [length, length, offset].map(u64::to_le_bytes).concat();
        let extra = if large {
            [&[1, 0, 24, 0][..], &numbers].concat()
        } else {
            Vec::new()
        };
        let entry: [&[u8]; 11] = [
            b"PK\x01\x02",
            &[0; 12],
            &crc.sum().to_le_bytes(),
            &of(length),
            &of(length),
            &names,
            &[extra.len() as u8, 0],
            &[0; 10],
            &of(offset),
            name.as_bytes(),
            &extra,
        ];
        directory.extend(entry.concat());
    }
    let (at, size) = (out.len() as u64, directory.len() as u64);
    out.extend(directory);
    if large {
        let record = (out.len() as u64).to_le_bytes();
        out.extend([&b"PK\x06\x06"[..], &[0; 36], &[size, at].map(u64::to_le_bytes).concat()].concat());
        out.extend([&b"PK\x06\x07\0\0\0\0"[..], &record, &[1, 0, 0, 0]].concat());
    }
    let numbers = [size as u32, at as u32].map(if large { |_| [0xff; 4] } else { u32::to_le_bytes });
    out.extend([&b"PK\x05\x06"[..], &[0; 8], &numbers.concat(), &[0; 2]].concat());
    out
}

#[test]
fn the_archives_of_a_wacz_file_are_read() {
    let folder = Folder::new();
    let files = [
        ("datapackage.json", b"{}".to_vec()),
        ("archive/one.warc.gz", archive(2, false)),
        ("indexes/index.cdx", Vec::new()),
        ("archive/two.warc", record("http://a.example/two", PAGE)),
    ];
    folder.write("a/small.wacz", zip(&files, false));
    folder.write("a/large.wacz", zip(&files, true));
    folder.write("none.wacz", zip(&files[..1], false));
    let of_each = ["http://a.example/0", "http://a.example/1", "http://a.example/two"];
    assert_eq!(folder.goce("--format jsonl a").told(0, "").values("url"), [of_each, of_each].concat());
    folder.goce("none.wacz").told(1, "no WARC file below archive/");
    let mut cut = zip(&files, false);
    cut.truncate(cut.len() - 30);
    folder.write("cut.wacz", cut);
    folder.goce("cut.wacz").told(1, "the ZIP file is damaged");
    let directory =
        |bytes: &[u8], name: &[u8]| bytes.windows(name.len()).rposition(|found| found == name).unwrap() - 46;
    for (at, byte, why) in [
        (8, 1, "is encrypted"),
        (42, 0, "the ZIP file is damaged"),
        (20, 0xff, "the file ends before"),
    ] {
        let mut wrong = zip(&files, false);
        // Of the last archive: its flags, its offset as that of the first, its length.
        let entry = directory(&wrong, b"archive/two.warc");
        let offset = zip(&files[..1], false).windows(4).position(|found| found == b"PK\x01\x02").unwrap() as u8;
        wrong[entry + at] = if at == 42 { offset } else { byte };
        wrong[entry + at + 1] = byte;
        folder.write("wrong.wacz", wrong);
        folder.goce("wrong.wacz").told(1, why);
    }
    let mut commented = zip(&files, false);
    let at = commented.len() - 2;
    commented[at] = 30;
    commented.extend([&b"PK\x05\x06"[..], &[0; 26]].concat());
    folder.write("commented.wacz", commented);
    folder.goce("commented.wacz").told(0, "");
    folder.goce_with("-", &zip(&files, false)).told(1, "not from standard input");
}

/// An archive in frames of zstd, with the dictionary that they need.
const ZSTD: &[u8] = include_bytes!("../../../../tests/warc/dictionary.warc.zst");

#[test]
fn damage_of_an_archive_in_a_wacz_file_is_told() {
    let folder = Folder::new();
    let files = [
        ("archive/one.warc.gz", archive(1, false)),
        ("archive/two.warc.zst", ZSTD.to_vec()),
        ("archive/three.warc", record("http://a.example/three", PAGE)),
    ];
    let whole = zip(&files, false);
    folder.write("a.wacz", &whole);
    assert_eq!(folder.goce("--format jsonl a.wacz").lines().len(), 5);
    // The time in the head of the gzip member, which nobody reads.
    let mut damaged = whole;
    let gzip = damaged.windows(2).position(|found| found == b"\x1f\x8b").unwrap();
    damaged[gzip + 5] ^= 1;
    folder.write("a.wacz", damaged);
    let lines = folder.goce("--format jsonl a.wacz").told(1, "").lines();
    assert_eq!(lines.len(), 6);
    assert!(lines[1]["error"].as_str().unwrap().contains("another checksum") && lines[5]["error"].is_null());
    assert_eq!(lines[5]["url"], "http://a.example/three");
    folder.goce("--format copy -o a.copy a.wacz").told(1, "another checksum");
}

#[test]
fn what_is_wrong_with_an_index_is_told() {
    let folder = Folder::new();
    let gzip = archive(1, false);
    folder.write("crawl/a.warc.gz", &gzip);
    folder.write("secret.warc.gz", &gzip);
    folder.link("../secret.warc.gz", "crawl/link.warc.gz");
    folder.pipe("crawl/pipe.warc");
    let line = |file: &str, offset: usize, length: usize| {
        format!("a)/ 2024 {{\"filename\": \"{file}\", \"offset\": {offset}, \"length\": {length}}}\n")
    };
    let good = line("a.warc.gz", 0, gzip.len());
    for (name, index, why) in [
        ("a.cdxj", line("link.warc.gz", 0, gzip.len()), "there is no file link.warc.gz in the folder"),
        ("a.cdxj", line("pipe.warc", 0, 9), "there is no file pipe.warc in"),
        ("a.cdxj", line("../secret.warc.gz", 0, gzip.len()), "there is no file ../secret.warc.gz"),
        ("a.cdxj", line("a.warc.gz", 1, gzip.len()), "the file ends before"),
        ("a.cdxj", line("a.warc.gz", usize::MAX, gzip.len()), "the file ends before"),
        ("a.cdxj", line("a.warc.gz", 0, 0), "no file, offset and length"),
        ("a.cdxj", format!("{{\"version\": 1}}\n{good}"), "no file, offset and length"),
        ("a.cdx", " CDX N b a m s k r M S V g\n".to_owned(), "no file, offset"),
    ] {
        folder.write(&format!("crawl/{name}"), &index);
        folder.goce(&format!("crawl/{name}")).told(1, why);
    }
    let long = format!("a)/ 2024 {{\"url\": \"{}\", {}", "x".repeat(5000), &good["a)/ 2024 {".len()..]);
    for (index, pages) in [
        (format!("!OpenWayback-CDXJ 1.0\n{good}"), 1),
        (format!("\n{good}\n{good}"), 2),
        (long, 1),
        (String::new(), 0),
    ] {
        folder.write("crawl/b.cdxj", &index);
        assert_eq!(folder.goce("--format jsonl crawl/b.cdxj").told(0, "").lines().len(), pages, "{index}");
    }
}

#[test]
fn the_records_of_an_index_are_read() {
    let folder = Folder::new();
    let parts: Vec<Vec<u8>> = (0..3)
        .map(|n| gzipped(&record(&format!("http://a.example/{n}"), &format!("{PAGE}<p>Page {n}"))))
        .collect();
    folder.write("archive/a.warc.gz", parts.concat());
    let line = |n: usize| {
        let (offset, length) = (parts[..n].concat().len(), parts[n].len());
        format!(
            "example,a)/{n} 20240229123456 {{\"offset\": \"{offset}\", \"length\": {length}, \"filename\": \"a.warc.gz\"}}\n"
        )
    };
    folder.write("indexes/index.cdxj", [line(2), line(0)].concat());
    folder.write("indexes/index.cdxj.gz", gzipped(line(1).as_bytes()));
    let urls = |inputs: &str, input: &str| {
        folder.goce_with(&format!("-f jsonl {inputs}"), input.as_bytes()).told(0, "").values("url")
    };
    assert_eq!(
        urls("indexes/index.cdxj indexes/index.cdxj.gz", ""),
        ["http://a.example/2", "http://a.example/0", "http://a.example/1"]
    );
    assert_eq!(urls("-", &line(1).replace("a.warc", "archive/a.warc")), ["http://a.example/1"]);
    // A frame needs the dictionary at the start of its file.
    folder.write("a.warc.zst", ZSTD);
    let of_zstd =
        format!("a)/ 2024 {{\"offset\": {}, \"length\": 139, \"filename\": \"a.warc.zst\"}}\n", ZSTD.len() - 139);
    folder.write("a.warc.gz", parts.concat());
    folder.write("z.cdxj", [line(0), of_zstd.clone(), line(1), of_zstd.clone(), of_zstd].concat());
    let of_zstd = "http://a.example/402";
    assert_eq!(urls("z.cdxj", ""), ["http://a.example/0", of_zstd, "http://a.example/1", of_zstd, of_zstd]);
    assert_eq!(urls("a.warc.zst", "").len(), 3);
}
