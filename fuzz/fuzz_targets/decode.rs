//! Any bytes as a page, the first 64 of them as its Content-Type: text without NUL characters.
#![no_main]

use goce_archive::decode;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (content_type, page) = bytes.split_at(bytes.len().min(64));
    let content_type = String::from_utf8_lossy(content_type);
    let text = decode(page, Some(&content_type), usize::MAX);
    assert!(text.is_ok_and(|text| !text.contains('\0')));
});
