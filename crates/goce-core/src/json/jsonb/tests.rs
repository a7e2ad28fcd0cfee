//! The bytes themselves are compared with PostgreSQL's in `pg_test/sql/jsonb.sql`.

use super::*;
use crate::lines;

// PostgreSQL's `utils/jsonb.h` has these bits.
const ARRAY: u32 = 0x4000_0000;
const OBJECT: u32 = 0x2000_0000;
const SCALAR: u32 = 0x1000_0000;
const IS_STRING: u32 = 0;
const IS_FALSE: u32 = 0x2000_0000;
const IS_TRUE: u32 = 0x3000_0000;
const IS_NULL: u32 = 0x4000_0000;
const IS_CONTAINER: u32 = 0x5000_0000;
use crate::interrupts::counted;

fn words(text: &str) -> Vec<u32> {
    let mut bytes = jsonb(text.as_bytes()).unwrap();
    bytes.resize(bytes.len().next_multiple_of(ENTRY), 0);
    bytes.as_chunks::<ENTRY>().0.iter().map(|word| u32::from_ne_bytes(*word)).collect()
}

fn word(bytes: &[u8; 4]) -> u32 {
    u32::from_ne_bytes(*bytes)
}

#[test]
fn containers_are_headers_entries_and_elements() {
    for (text, expected) in [
        ("[]", vec![ARRAY]),
        (" { } ", vec![OBJECT]),
        ("null", vec![ARRAY | SCALAR | 1, HAS_END | IS_NULL]),
        (
            "[true, false, \"ab\"]",
            vec![ARRAY | 3, HAS_END | IS_TRUE, IS_FALSE, IS_STRING | 2, word(b"ab\0\0")],
        ),
        (
            "[\"a\", [null], {}]",
            vec![
                ARRAY | 3,
                HAS_END | 1,
                IS_CONTAINER | 11,
                IS_CONTAINER | 4,
                word(b"a\0\0\0"),
                ARRAY | 1,
                HAS_END | IS_NULL,
                OBJECT,
            ],
        ),
        (
            r#"{"bb": true, "c": false, "a": 0, "bb": null, "\u0061": "x"}"#,
            vec![
                OBJECT | 3,
                HAS_END | IS_STRING | 1,
                IS_STRING | 1,
                IS_STRING | 2,
                IS_STRING | 1,
                IS_FALSE,
                IS_NULL,
                word(b"acbb"),
                word(b"x\0\0\0"),
            ],
        ),
    ] {
        assert_eq!(words(text), expected, "{text}");
    }
}

#[test]
fn every_32nd_entry_has_the_end() {
    let text = format!("[{}\"xy\"]", "\"xy\",".repeat(64));
    let words = words(&text);
    assert_eq!(words[0], ARRAY | 65);
    for (place, entry) in words[1..66].iter().enumerate() {
        let expected = if place % 32 == 0 {
            HAS_END | (2 * (place as u32 + 1))
        } else {
            2
        };
        assert_eq!(*entry, expected, "{place}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    // Each empty string takes an entry.
    let strings = format!("[{}0]", "\"\",".repeat(LONGEST / ENTRY));
    let digits = format!("[{}0]", "1e4000,".repeat(MOST_DIGITS / 4000));
    assert_eq!(jsonb(strings.as_bytes()), Err(JsonbError::TooLarge { limit: LONGEST }));
    assert_eq!(jsonb(digits.as_bytes()), Err(JsonbError::TooManyDigits { limit: MOST_DIGITS }));
}

#[test]
fn what_is_no_json_of_goce_is_refused() {
    for text in lines(
        r#"
        [
        ]
        {]
        {"a"}
        {1:2}
        [tru]
        ["
        ["\u00e9"]
        ["\u0000"]
        {,}"#,
    )
    .chain([""])
    {
        assert!(matches!(jsonb(text.as_bytes()), Err(JsonbError::Invalid { .. })), "{text}");
    }
}

#[test]
fn long_json_checks() {
    for text in [
        format!("[{}1]", "1,".repeat(100_000)),
        format!("[{}1]", "{},".repeat(100_000)),
        format!("{{{}\"\":1}}", (0..50_000).map(|key| format!("\"{key}\":1,")).collect::<String>()),
        format!("[{}1]", format!("\"{}\",", "x".repeat(100_000)).repeat(10)),
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
    ] {
        let (bytes, checks) = counted(|| jsonb(text.as_bytes()).unwrap());
        assert!(!bytes.is_empty() && checks > 10, "{checks}");
    }
}
