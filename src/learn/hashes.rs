//! Hashes that tell texts apart within a page, the same on every platform.

/// Folds a number into a hash.
pub fn mix(hash: u64, value: u64) -> u64 {
    let product = (hash ^ value)
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xff51_afd7_ed55_8ccd);
    product ^ (product >> 32)
}

/// Bytes of an attribute that tell it from others.
///
/// A formatting element that is never closed is repeated in every paragraph, with its attributes: to
/// read all of a long one each time takes time quadratic in the page.
pub const NAME: usize = 4096;

/// The first [`NAME`] bytes of an attribute, or a few less: whole characters.
pub fn start_of_name(text: &str) -> &str {
    &text[..text.floor_char_boundary(NAME)]
}

/// What tells an attribute from others: its length and its start.
pub fn key_of_name(text: &str) -> (usize, &str) {
    (text.len(), start_of_name(text))
}

/// The hash of what tells an attribute from others: [`hash_text`] of all but long ones.
pub fn hash_name(text: &str, seed: u64) -> u64 {
    hash_of(text.len(), start_of_name(text), seed)
}

/// The hash of a text, eight bytes at a time.
pub fn hash_text(text: &str, seed: u64) -> u64 {
    hash_of(text.len(), text, seed)
}

fn hash_of(length: usize, text: &str, seed: u64) -> u64 {
    let mut hash = mix(seed.rotate_right(8), length as u64);
    let mut chunks = text.as_bytes().chunks_exact(8);
    for chunk in &mut chunks {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(chunk);
        hash = mix(hash.rotate_left(5), u64::from_le_bytes(bytes));
    }
    let rest = chunks.remainder();
    let mut bytes = [0; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    mix(hash.rotate_left(5), u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_names_the_start_and_the_length_count() {
        let long = "é".repeat(NAME);
        let name = format!("a{long}");
        assert_eq!(start_of_name(&name).len(), NAME - 1);
        assert_eq!(key_of_name("abc"), (3, "abc"));
        assert_eq!(hash_name("abc", 7), hash_text("abc", 7));
        let other = format!("a{long}b");
        let last = format!("a{}x", "é".repeat(NAME - 1) + "y");
        assert_ne!(hash_name(&name, 7), hash_name(&other, 7));
        assert_eq!(hash_name(&name, 7), hash_name(&last, 7));
    }

    #[test]
    fn texts_are_told_apart() {
        let texts = [
            "",
            "a",
            "a\0",
            "abcdefgh",
            "abcdefgh\0",
            "abcdefghabcdefgh",
            "habcdefg",
        ];
        for (position, text) in texts.iter().enumerate() {
            for other in &texts[..position] {
                assert_ne!(hash_text(text, 0), hash_text(other, 0));
            }
            assert_ne!(hash_text(text, 0), hash_text(text, 1));
        }
    }
}
