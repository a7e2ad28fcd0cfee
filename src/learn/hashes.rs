//! Hashes that tell texts apart within a page, the same on every platform.

/// Folds a number into a hash.
pub fn mix(hash: u64, value: u64) -> u64 {
    let product = (hash ^ value)
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xff51_afd7_ed55_8ccd);
    product ^ (product >> 32)
}

/// The hash of a text, eight bytes at a time.
pub fn hash_text(text: &str, seed: u64) -> u64 {
    let mut hash = mix(seed.rotate_right(8), text.len() as u64);
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
