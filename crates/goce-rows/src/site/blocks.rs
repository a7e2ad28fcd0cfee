//! The blocks of a page as the profile of a site knows them.

use super::{Block, KeptPage, Key, Profile};
use crate::prelude::*;
use goce_core::texts::hashes::{GOLDEN, scramble};
use goce_core::texts::words::is_word_char;

/// The number of blocks that count at the start of a page, and at its end. What a site repeats stands there.
const FROM_EACH_END: usize = 256;

/// Bytes of a sample.
pub const SAMPLE: usize = 32;

/// The bytes of an element's classes that count.
const CLASS: usize = 64;

/// Returns the hash of a page's HTML. It decides whether a profile keeps the page.
pub fn hash_of_page(html: &str) -> u64 {
    // The greatest number is the threshold of a profile that keeps all pages.
    hash(html.as_bytes(), 1).min(u64::MAX - 1)
}

/// Returns a hash of bytes, eight at a time. Profiles are stored, and merged with later ones: it never changes.
fn hash(bytes: &[u8], seed: u64) -> u64 {
    let mut chunks = bytes.chunks_exact(8);
    let mut sum = scramble(seed ^ bytes.len() as u64);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        sum = step(sum, u64::from_le_bytes(word));
    }
    let mut word = [0; 8];
    let rest = chunks.remainder();
    word[..rest.len()].copy_from_slice(rest);
    scramble(step(sum, u64::from_le_bytes(word)))
}

fn step(sum: u64, word: u64) -> u64 {
    (sum.rotate_left(29) ^ word).wrapping_mul(GOLDEN)
}

/// Returns the hash of a text. Its whitespace does not count.
pub(super) fn hash_of_text(text: &str) -> u64 {
    let join = |sum, word: &str| step(sum, hash(word.as_bytes(), 2));
    scramble(text.split_whitespace().checking(CHECK_EVERY).fold(0, join))
}

/// The blocks of one page, each once.
#[derive(Debug, Default)]
pub struct PageBlocks {
    hash: u64,
    /// The hashes of texts, with their samples.
    texts: Vec<(u64, String)>,
    /// The hashes of places, with the elements there.
    places: Vec<(u64, String)>,
    /// The hashes of the text and the place of each block.
    blocks: Vec<(u64, u64)>,
}

impl PageBlocks {
    /// Returns the blocks of a page with this [`hash_of_page`]. The first 256 and the last 256 blocks count. Blocks without
    /// a word do not.
    ///
    /// The place of a block is the path to its element: of each element on it the name, and the classes without digits.
    pub fn of(page: &Page, hash: u64) -> Fallible<Self> {
        let of_nodes = places(page)?;
        let all = page.blocks();
        let middle = FROM_EACH_END..all.len().saturating_sub(FROM_EACH_END);
        let mut found = PageBlocks {
            hash,
            ..PageBlocks::default()
        };
        for (index, block) in all.iter().enumerate() {
            if middle.contains(&index) {
                continue;
            }
            interrupts::check();
            let text = page.block_text(block).trim();
            if !text.chars().checking(CHECK_EVERY).any(is_word_char) {
                continue;
            }
            let (text_hash, place) = (hash_of_text(text), of_nodes[block.element()]);
            found.texts.try_push((text_hash, first_words(text)))?;
            found.places.try_push((place, name(page, block.element())))?;
            found.blocks.try_push((text_hash, place))?;
        }
        for keys in [&mut found.texts, &mut found.places] {
            keys.sort_unstable();
            keys.dedup_by_key(|(hash, _)| *hash);
        }
        found.blocks.sort_unstable();
        found.blocks.dedup();
        Ok(found)
    }

    pub fn profile(&self) -> Fallible<Profile<'_>> {
        // Every block has its text and place in the lists.
        let number = |place: Result<usize, usize>| place.unwrap_or_default() as u32;
        let blocks = self.blocks.iter().map(|(text, place)| Block {
            text: number(self.texts.binary_search_by_key(text, |(hash, _)| *hash)),
            place: number(self.places.binary_search_by_key(place, |(hash, _)| *hash)),
        });
        let mut kept = Vec::new();
        kept.try_push(KeptPage {
            hash: self.hash,
            times: 1,
            blocks: self.blocks.len() as u32,
        })?;
        Ok(Profile {
            pages: 1,
            threshold: u64::MAX,
            texts: keys(&self.texts)?,
            places: keys(&self.places)?,
            kept,
            blocks: try_collect(blocks)?,
        })
    }
}

fn keys(of: &[(u64, String)]) -> Fallible<Vec<Key<'_>>> {
    try_collect(of.iter().map(|(hash, sample)| Key { hash: *hash, sample }))
}

fn places(page: &Page) -> Fallible<Vec<u64>> {
    let mut places = try_filled(0u64, page.nodes().len())?;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        if node.tag() == Tag::Text {
            continue;
        }
        let tag = page.element(position).map_or("", |element| element.name());
        let class = page.class(position);
        // The root is its own parent.
        let mut sum = step(places[node.parent()], hash(&tag.as_bytes()[..tag.len().min(CLASS)], 3));
        for byte in class.bytes().take(CLASS).filter(|byte| !byte.is_ascii_digit()) {
            sum = step(sum, u64::from(byte));
        }
        places[position] = scramble(sum);
    }
    Ok(places)
}

/// Returns the start of a text in [`SAMPLE`] bytes, its whitespace collapsed: texts of one hash have one start.
fn first_words(text: &str) -> String {
    let mut start = String::new();
    for word in text.split_whitespace() {
        if start.len() >= SAMPLE {
            break;
        }
        if !start.is_empty() {
            start.push(' ');
        }
        start.push_str(start_of(word, SAMPLE));
    }
    start.truncate(start.floor_char_boundary(SAMPLE));
    start
}

/// Returns the name of an element and its classes, written as a selector, in [`SAMPLE`] bytes. Digits of classes, and
/// classes of digits alone, are left out: places of one hash have one name.
fn name(page: &Page, position: usize) -> String {
    let mut name = String::new();
    let tag = page.element(position).map_or("", |element| element.name());
    name.push_str(start_of(tag, SAMPLE));
    for class in start_of(page.class(position), CLASS).split_ascii_whitespace() {
        let mut letters = class.chars().filter(|c| !c.is_ascii_digit()).peekable();
        if letters.peek().is_some() {
            name.push('.');
            name.extend(letters);
        }
    }
    name.truncate(name.floor_char_boundary(SAMPLE));
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> PageBlocks {
        PageBlocks::of(&sample(html), 1).unwrap()
    }

    fn blocks(html: &str) -> Vec<(u64, u64)> {
        of(html).blocks
    }

    #[test]
    fn hashes_are_pinned() {
        assert_eq!(hash_of_page(""), 0xf25c_2da1_633d_fd2d);
        assert_eq!(hash_of_page("<p>0123456789"), 0x7268_653c_6fd3_30d3);
        assert_eq!(hash_of_text(" The\n ferry "), hash_of_text("The ferry"));
        assert_ne!(hash_of_text("The ferry"), hash_of_text("ferry The"));
        assert_ne!(hash(b"a", 1), hash(b"a\0", 1));
    }

    #[test]
    fn one_long_block_checks() {
        for text in ["★".repeat(100_000), "a ".repeat(100_000)] {
            let page = sample(&text);
            let (_, checks) = interrupts::counted(|| PageBlocks::of(&page, 1).unwrap());
            assert!(checks >= 24, "{checks}");
        }
    }

    #[test]
    fn blocks_are_texts_at_places() {
        let [(a, place), (b, other)] = blocks("<p>a</p><div>b</div><p>a</p>|<p> </p>")[..] else {
            panic!("two blocks");
        };
        assert!(a != b && place != other);
        // Digits in classes make no difference, other names do.
        let place = |html: &str| blocks(html)[0].1;
        assert_eq!(place("<p class=item-12>a"), place("<p class=item-7>b"));
        let names = |html: &str| {
            let blocks = of(html);
            (blocks.texts, blocks.places)
        };
        assert_eq!(names("<p class=item-12>a <br> b"), names("<p class=item-7>a b"));
        // A class of digits is none.
        assert_eq!(names("<p class=12>a"), names("<p>a"));
        assert_eq!(names("<p class='a  b'>a"), names("<p class='a 3 b'>a"));
        assert_ne!(place("<p class=item>a"), place("<p class=post>a"));
        assert_ne!(place("<div><p>a</div>"), place("<ul><p>a</ul>"));
        assert_eq!(blocks(&(0..600).map(|n| format!("<p>word{n}")).collect::<String>()).len(), 512);
    }
}
