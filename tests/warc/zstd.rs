//! Archives in frames of zstd.

use goce_archive::Reader;
use goce_core::interrupts;
use proptest::prelude::*;

use super::compose::*;

/// Made by zstd 1.5: a dictionary of 1,024 bytes, and three records in frames that name it.
const DICTIONARY: &[u8] = include_bytes!("dictionary.warc.zst");

/// The same with a compressed dictionary, and frames that do not name it.
const PACKED_DICTIONARY: &[u8] = include_bytes!("packed_dictionary.warc.zst");

/// A frame with a header of six bytes and one block that repeats a byte.
fn run(window: u8, length: u32, last: bool) -> Vec<u8> {
    let header = (length << 3 | 2 | u32::from(last)).to_le_bytes();
    [&[0x28, 0xb5, 0x2f, 0xfd, 0, window][..], &header[..3], b"x"].concat()
}

#[test]
fn compression_of_the_archive_changes_nothing() {
    let parts: Vec<Vec<u8>> =
        (0..20).map(|n| response(&format!("page-{n}"), "", PAGE.repeat(n * 100).as_slice())).collect();
    let plain = parts.concat();
    let expected = read(&plain);
    let by_record: Vec<u8> = parts.iter().flat_map(|part| zstd(part)).collect();
    let by_bytes: Vec<u8> = plain.chunks(1000).flat_map(zstd).collect();
    let skipped = [vec![0x5d, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3], by_record.clone()].concat();
    for archive in [zstd(&plain), by_record, by_bytes, skipped] {
        assert_eq!(summary(&read(&archive)), summary(&expected));
        assert_eq!(summary(&all(Reader::new(Slow(&archive)))), summary(&expected));
    }
}

#[test]
fn the_first_frame_may_hold_a_dictionary() {
    for archive in [DICTIONARY, PACKED_DICTIONARY] {
        let records = read(archive);
        let uris: Vec<&str> = records.iter().filter_map(|record| record.uri.as_deref()).collect();
        assert_eq!(uris, ["http://a.example/400", "http://a.example/401", "http://a.example/402"]);
        assert!(records.iter().all(|record| record.error.is_none()), "{:?}", brief(&records));
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
    let parts: Vec<Vec<u8>> = (0..9).map(|n| response(&format!("page-{n}"), "", PAGE)).collect();
    let whole = read(&parts.concat());
    // In the magic, the window, the block's header and type, and cut.
    for (at, byte) in [(0, 0), (5, 0xff), (6, 0xff), (6, 6)] {
        let mut frames: Vec<Vec<u8>> = parts.iter().map(|part| zstd(part)).collect();
        frames[4][at] = byte;
        let records = read(&frames.concat());
        for expected in whole.iter().filter(|record| record.uri.as_deref() != Some("page-4")) {
            assert!(
                summary(&records).contains(&summary(std::slice::from_ref(expected))[0]),
                "{at} {:?}",
                brief(&records)
            );
        }
        let damaged: Vec<_> = records.iter().filter(|record| record.kind == "damaged").collect();
        assert_eq!(damaged.len(), 1, "{at} {:?}", brief(&records));
        let offset = frames[..4].concat().len();
        let error = damaged[0].error.as_deref().unwrap();
        assert!(error.contains("zstd data are damaged near byte"), "{error}");
        assert!(damaged[0].offset <= offset as u64);
    }
    let frames: Vec<u8> = parts.iter().flat_map(|part| zstd(part)).collect();
    let records = read(&frames[..frames.len() - 10]);
    assert_eq!(summary(&records)[..8], summary(&whole)[..8]);
    assert!(records[8].error.as_deref().unwrap().contains("zstd data end early"), "{:?}", brief(&records));
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
        let error = found[0].error.as_deref().unwrap();
        assert!(error.contains(reason) || error.contains("Content-Length is"), "{error}");
    }
    let wide = read(&[run(0xf8, 1, true), zstd(&response("a", "", PAGE))].concat());
    assert_eq!(summary(&wide)[1], ("response", "a", Some(PAGE)));
    assert_eq!(wide[0].kind, "damaged");
}

#[test]
fn reading_takes_linear_time() {
    let checks = |archive: &[u8]| {
        let mut reader = Reader::new(archive);
        interrupts::counted(|| while reader.next_record().unwrap().is_some() {}).1
    };
    let start = zstd(&response("a", "", PAGE));
    let of = |part: Vec<u8>| move |count: usize| [start.clone(), part.repeat(count)].concat();
    let magics = of(vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 0, 0xff]);
    let start = zstd(&response("a", "", PAGE));
    let of = |part: Vec<u8>| move |count: usize| [start.clone(), part.repeat(count)].concat();
    let empty = of(zstd(b""));
    for make in [&magics as &dyn Fn(usize) -> Vec<u8>, &empty] {
        let (short, long) = (checks(&make(500)), checks(&make(8_000)));
        assert!(long < 20 * short.max(500), "{short} {long}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_mutation_does_harm(
        which in 0usize..3,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0usize..4, 1usize..50), 1..8),
    ) {
        let parts: Vec<u8> = (0..6).flat_map(|n| zstd(&response(&format!("page-{n}"), "", PAGE))).collect();
        let mut archive = [DICTIONARY, PACKED_DICTIONARY, &parts][which].to_vec();
        mutate(&mut archive, changes);
        let records = read(&archive);
        let slow = all(Reader::new(Slow(&archive)));
        prop_assert_eq!(summary(&records), summary(&slow));
    }
}
