//! Hashes that are the same on every platform.
//!
//! Stored values and trained models depend on [`Fnv`] and [`scramble`], so these never change. [`mix`] and the hashes made
//! of it group names and texts within one page.
//!
//! None of them is a secret, and each can be inverted: who writes a page can make two of its texts share a hash. So they
//! may decide what the page's author decides anyway, such as which of the page's own elements look alike. Where two texts
//! have to be the same, the texts are compared ([`flat_html::numbering`], `goce_rows::diff`). Stored hashes of texts by
//! several authors, as of [`crate::texts::duplicates`] and of chunks, find candidates.

/// 2^64 divided by the golden ratio. SplitMix64 adds it for every number.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// FNV-1a of 64 bits (Fowler, Noll and Vo).
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

    /// Returns the hash's 64 bits.
    pub fn value(self) -> u64 {
        self.0
    }

    /// Returns the hash folded to 32 bits.
    pub fn folded(self) -> u32 {
        (self.0 ^ (self.0 >> 32)) as u32
    }
}

/// Returns the output of SplitMix64 (Steele, Lea and Flood 2014) at a state. Different numbers have different outputs,
/// and every bit of an output depends on all bits of the number.
pub fn scramble(number: u64) -> u64 {
    scramble_end(scramble_start(number))
}

/// The steps of [`scramble`] before the last.
#[inline]
pub fn scramble_start(number: u64) -> u64 {
    let mut z = number.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// The last step of [`scramble`]. It leaves the highest 31 bits as they are.
#[inline]
pub fn scramble_end(z: u64) -> u64 {
    z ^ (z >> 31)
}

/// Returns a hash with a number folded into it.
pub fn mix(hash: u64, value: u64) -> u64 {
    let product = (hash ^ value).wrapping_add(GOLDEN).wrapping_mul(0xff51_afd7_ed55_8ccd);
    product ^ (product >> 32)
}

/// The bytes of an attribute by which it is compared with others.
///
/// The parser repeats an unclosed formatting element in every paragraph, with its attributes. Reading all of a long
/// attribute each time would take time quadratic in the page.
pub const NAME: usize = 4096;

/// Returns the first [`NAME`] bytes of an attribute, or up to three less where a character would be cut.
pub fn start_compared(text: &str) -> &str {
    &text[..text.floor_char_boundary(NAME)]
}

/// Returns the length and the start of an attribute, by which it is compared with others.
pub fn key_of_name(text: &str) -> (usize, &str) {
    (text.len(), start_compared(text))
}

/// Returns the hash of [`key_of_name`]. It equals [`hash_text`] for an attribute of up to [`NAME`] bytes.
pub fn hash_name(text: &str, seed: u64) -> u64 {
    hash_of(text.len(), start_compared(text), seed)
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
    mix(hash.rotate_left(5), number_of(rest))
}

/// Returns the number that up to seven bytes are, the lowest first. Reads that overlap take less time than a copy.
fn number_of(bytes: &[u8]) -> u64 {
    let shifted = |value: u64, place: usize| value << (8 * place);
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last));
        u64::from(u32::from_le_bytes(*first)) | shifted(last, bytes.len() - 4)
    } else {
        let middle = bytes.len() / 2;
        let places = [0, middle, bytes.len().saturating_sub(1)];
        let at = |place: usize| bytes.get(place).map_or(0, |byte| shifted(u64::from(*byte), place));
        places.map(at).into_iter().fold(0, |number, byte| number | byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_published_ones() {
        // FNV-1a by its authors' test vectors; SplitMix64 with seed 0 by Java's SplittableRandom.
        assert_eq!(Fnv::EMPTY.value(), 0xcbf2_9ce4_8422_2325);
        let hash = Fnv::EMPTY.bytes(*b"foobar");
        assert_eq!(hash.value(), 0x8594_4171_f739_67e8);
        assert_eq!(hash.folded(), 0x8594_4171 ^ 0xf739_67e8);
        assert_eq!(scramble(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(scramble(GOLDEN), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn of_long_names_the_start_and_the_length_count() {
        let long = "é".repeat(NAME);
        let name = format!("a{long}");
        assert_eq!(start_compared(&name).len(), NAME - 1);
        assert_eq!(key_of_name("abc"), (3, "abc"));
        assert_eq!(hash_name("abc", 7), hash_text("abc", 7));
        let other = format!("a{long}b");
        let last = format!("a{}x", "é".repeat(NAME - 1) + "y");
        assert_ne!(hash_name(&name, 7), hash_name(&other, 7));
        assert_eq!(hash_name(&name, 7), hash_name(&last, 7));
    }

    #[test]
    fn different_texts_have_different_hashes() {
        let texts = ["", "a", "a\0", "abcdefgh", "abcdefgh\0", "abcdefghabcdefgh", "habcdefg"];
        for (position, text) in texts.iter().enumerate() {
            for other in &texts[..position] {
                assert_ne!(hash_text(text, 0), hash_text(other, 0));
            }
            assert_ne!(hash_text(text, 0), hash_text(text, 1));
        }
    }
}
