//! Hashes that are the same on every platform: [`mix`] and what is made of it tells texts apart within a page, [`Fnv`]
//! names tokens in trained models.

/// FNV-1a of 64 bits (Fowler, Noll and Vo). Trained models know tokens and terms by it, so it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Fnv {
    /// The hash of no bytes.
    pub const EMPTY: Fnv = Fnv(0xcbf2_9ce4_8422_2325);

    /// Returns the hash of the bytes so far and one more.
    #[inline]
    #[must_use]
    pub fn byte(self, byte: u8) -> Fnv {
        Fnv((self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    /// Returns the hash of the bytes so far and these.
    #[must_use]
    pub fn bytes(self, bytes: impl IntoIterator<Item = u8>) -> Fnv {
        bytes.into_iter().fold(self, Fnv::byte)
    }

    /// Returns the hash folded to 32 bits.
    pub fn folded(self) -> u32 {
        (self.0 ^ (self.0 >> 32)) as u32
    }
}

/// Returns a hash with a number folded into it.
pub fn mix(hash: u64, value: u64) -> u64 {
    let product = (hash ^ value)
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xff51_afd7_ed55_8ccd);
    product ^ (product >> 32)
}

/// The bytes of an attribute that tell it from others.
///
/// A formatting element that is never closed is repeated in every paragraph, with its attributes: to
/// read all of a long one each time takes time quadratic in the page.
pub const NAME: usize = 4096;

/// Returns the first [`NAME`] bytes of an attribute, or up to three less where a character would be cut.
pub fn start_of_name(text: &str) -> &str {
    &text[..text.floor_char_boundary(NAME)]
}

/// Returns the length and the start of an attribute, which tell it from others.
pub fn key_of_name(text: &str) -> (usize, &str) {
    (text.len(), start_of_name(text))
}

/// Returns the hash of [`key_of_name`]. It equals [`hash_text`] for an attribute of up to [`NAME`] bytes.
pub fn hash_name(text: &str, seed: u64) -> u64 {
    hash_of(text.len(), start_of_name(text), seed)
}

/// Returns the hash of a text, which is read eight bytes at a time.
pub fn hash_text(text: &str, seed: u64) -> u64 {
    hash_of(text.len(), text, seed)
}

fn hash_of(length: usize, text: &str, seed: u64) -> u64 {
    let mut hash = mix(seed.rotate_right(8), length as u64);
    let (eights, rest) = text.as_bytes().as_chunks::<8>();
    for eight in eights {
        hash = mix(hash.rotate_left(5), u64::from_le_bytes(*eight));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash.rotate_left(5), u64::from_le_bytes(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_is_the_published_one() {
        let hash = Fnv::EMPTY.bytes(*b"foobar");
        assert_eq!(hash, Fnv(0x8594_4171_f739_67e8));
        assert_eq!(hash.folded(), 0x8594_4171 ^ 0xf739_67e8);
    }

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
        let texts = ["", "a", "a\0", "abcdefgh", "abcdefgh\0", "abcdefghabcdefgh", "habcdefg"];
        for (position, text) in texts.iter().enumerate() {
            for other in &texts[..position] {
                assert_ne!(hash_text(text, 0), hash_text(other, 0));
            }
            assert_ne!(hash_text(text, 0), hash_text(text, 1));
        }
    }
}
