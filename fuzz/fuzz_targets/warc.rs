//! Any bytes as a WARC file: read to the end, with a small bound on payloads.
#![no_main]

use goce_archive::Reader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for record in Reader::new(bytes).length(bytes.len() as u64).max_payload(1 << 20) {
        let payload = record.map(|record| record.payload.unwrap_or_default());
        assert!(payload.is_ok_and(|payload| payload.len() <= 1 << 20));
    }
});
