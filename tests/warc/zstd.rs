//! Archives in frames of zstd.

use goce_archive::Reader;

use super::compose::*;

/// Made by zstd 1.5: a dictionary of 1,024 bytes, and three records in frames that name it.
pub const DICTIONARY: &[u8] = include_bytes!("dictionary.warc.zst");

/// The same with a compressed dictionary, and frames that do not name it.
pub const PACKED_DICTIONARY: &[u8] = include_bytes!("packed_dictionary.warc.zst");

/// A frame with a header of six bytes and one block that repeats a byte.
fn run(window: u8, length: u32, last: bool) -> Vec<u8> {
    let header = (length << 3 | 2 | u32::from(last)).to_le_bytes();
    [&[0x28, 0xb5, 0x2f, 0xfd, 0, window][..], &header[..3], b"x"].concat()
}

#[test]
fn the_first_frame_may_hold_a_dictionary() {
    for archive in [DICTIONARY, PACKED_DICTIONARY] {
        let records = read(archive);
        let uris: Vec<&str> = records.iter().filter_map(|record| record.uri.as_deref()).collect();
        assert_eq!(uris, ["http://a.example/400", "http://a.example/401", "http://a.example/402"]);
        assert_sound(&records);
        let page = records[2].payload.as_deref().unwrap();
        assert!(page.starts_with(b"<!doctype html><html lang=en><title>Page 402 of the harbour"));
        assert_eq!(summary(&all(Reader::new(Slow(archive)))), summary(&records));
    }
    // Without it the frames cannot be read.
    let records = read(&DICTIONARY[8 + 1024..]);
    assert!(records.iter().all(|record| record.kind == "damaged"), "{:?}", brief(&records));
}

#[test]
fn damage_costs_one_record() {
    let parts = pages(9, PAGE);
    let whole = read(&parts.concat());
    // In the magic, the window, the block's header and type, and cut.
    for (at, byte) in [(0, 0), (5, 0xff), (6, 0xff), (6, 6)] {
        let mut frames: Vec<Vec<u8>> = parts.iter().map(|part| zstd(part)).collect();
        frames[4][at] = byte;
        let records = read(&frames.concat());
        assert_others_stay(&records, &whole, 4);
        let damaged: Vec<_> = records.iter().filter(|record| record.kind == "damaged").collect();
        assert_eq!(damaged.len(), 1, "{at} {:?}", brief(&records));
        let offset = frames[..4].concat().len();
        let error = error(damaged[0]);
        assert!(error.contains("zstd data are damaged near byte"), "{error}");
        assert!(damaged[0].offset <= offset as u64);
    }
    let frames = each(&parts, zstd);
    let records = read(&frames[..frames.len() - 10]);
    assert_eq!(summary(&records)[..8], summary(&whole)[..8]);
    assert!(error(&records[8]).contains("zstd data end early"), "{:?}", brief(&records));
}

#[test]
fn bombs_and_wide_windows_end_as_those_of_gzip_do() {
    let head = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 100000000\r\n\r\n";
    // 800 blocks of 128 KiB in 3,200 bytes.
    let mut frame = run(0x38, 1 << 17, false);
    for n in 0..799 {
        frame.extend(&run(0, 1 << 17, n == 798)[6..]);
    }
    let packed = [zstd(head), frame].concat();
    let plain = [&head[..], &b"x".repeat(800 << 17)].concat();
    let records = |archive: &[u8]| all(Reader::new(archive).max_payload(1 << 20));
    let (of_zstd, of_gzip) = (records(&packed), records(&gzip(&plain)));
    let reason = "the record's block has 104857600 bytes";
    assert!(of_zstd[0].payload.is_none() && of_gzip[0].payload.is_none());
    for found in [&of_zstd, &of_gzip] {
        let error = error(&found[0]);
        assert!(error.contains(reason) || error.contains("Content-Length is"), "{error}");
    }
    let wide = read(&[run(0xf8, 1, true), zstd(&response("a", "", PAGE))].concat());
    assert_eq!(summary(&wide)[1], ("response", "a", Some(PAGE)));
    assert_eq!(wide[0].kind, "damaged");
}
