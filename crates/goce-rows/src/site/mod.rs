//! The profile of a site: the texts that its pages share.
//!
//! A [`Profile`] is a sample of pages. It stores the blocks of each, as hashes of their text and their place. It has at
//! most [`MAX_BYTES`] bytes for any number of pages, and is exact until they are full.
//!
//! # Why the order of the pages makes no difference
//!
//! Every page has a hash. The profile of a set of pages keeps those with the smallest hashes, below a threshold: the hash
//! of the first page, in the order of hashes, that does not fit. Both depend on the set alone. Merging the profiles of A
//! and B takes the pages below the smaller of the two thresholds, and lowers the threshold if these do not fit. That gives
//! the profile of the union U:
//!
//! - A set of pages never takes fewer bytes than a part of it: texts of one hash have one sample. So the threshold of U is
//!   not above that of A or of B, and both profiles have every page below it.
//! - If the pages below the smaller threshold do not fit, the first that does not fit is that of U, since no page before it
//!   is missing. If they fit, U has the smaller threshold: at it the pages of A or of B alone do not fit, and before it
//!   those of U do.
//!
//! # The error
//!
//! Hashes are as good as random, but where somebody chooses them: they are known, so who writes pages of a site can have
//! these kept, and others not. Else the kept pages are a sample without replacement: the share p of the pages that have a
//! block is known with a standard error of √(p (1 − p) / n) for n kept pages. It is exact if all pages are kept.

use crate::prelude::*;
use goce_core::extract::Frequencies;

mod blocks;
mod bytes;
mod merging;
mod state;
#[cfg(test)]
mod tests;

use blocks::hash_of_text;
pub use blocks::{PageBlocks, hash_of_page};
pub use bytes::{NotAProfile, count_left_out};
pub use state::{GrowableBytes, SiteError, SiteState};

/// Bytes of the largest profile, with the header that PostgreSQL puts before a value.
pub const MAX_BYTES: usize = 256 * 1024;

const MAX_PAGES: u64 = 1 << 60;

/// A text or a place that several pages may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key<'a> {
    hash: u64,
    /// The start of the text, or the element of the place.
    sample: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KeptPage {
    hash: u64,
    /// The number of identical pages.
    times: u64,
    blocks: u32,
}

/// A block: the numbers of its text and of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    text: u32,
    place: u32,
}

/// What the pages of a site share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile<'a> {
    /// The number of all pages, kept or not.
    pages: u64,
    /// Pages with this hash or a greater one are not kept. It is the greatest number if all are kept.
    threshold: u64,
    /// In the order of their hashes, as the places and the pages are.
    texts: Vec<Key<'a>>,
    places: Vec<Key<'a>>,
    kept: Vec<KeptPage>,
    /// The blocks of the kept pages, page by page.
    blocks: Vec<Block>,
}

/// A text that several pages share.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared<'a> {
    pub text_hash: u64,
    pub sample: &'a str,
    /// The number of pages that have it, estimated if not all pages are kept.
    pub pages: u64,
    /// Twice the standard error of that number: it is off by more in one case of 20.
    pub error: u64,
    /// The hash of the place where most of those pages have it.
    pub place_hash: u64,
    /// The element at that place, with its classes.
    pub place: &'a str,
    /// The number of pages that have it there.
    pub place_pages: u64,
}

impl<'a> Profile<'a> {
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Returns the memory that the profile takes, in bytes, without the samples that it borrows.
    pub fn memory(&self) -> usize {
        self.texts.held() + self.places.held() + self.kept.held() + self.blocks.held()
    }

    /// Returns the number of kept pages.
    pub fn kept(&self) -> u64 {
        self.kept.iter().map(|page| page.times).sum()
    }

    /// Returns the profile without the samples of its texts and places. It borrows nothing, and has the same frequencies.
    pub fn without_samples(self) -> Fallible<Profile<'static>> {
        let without = |keys: Vec<Key<'_>>| {
            try_collect(keys.into_iter().map(|key| Key {
                hash: key.hash,
                sample: "",
            }))
        };
        Ok(Profile {
            pages: self.pages,
            threshold: self.threshold,
            texts: without(self.texts)?,
            places: without(self.places)?,
            kept: self.kept,
            blocks: self.blocks,
        })
    }

    /// Returns the kept pages, each with its blocks.
    fn pages_with_blocks(&self) -> impl Iterator<Item = (KeptPage, &[Block])> {
        let mut rest = &self.blocks[..];
        self.kept.iter().map_while(move |page| {
            let (blocks, after) = rest.split_at_checked(page.blocks as usize)?;
            rest = after;
            Some((*page, blocks))
        })
    }

    /// Returns for each text how many of the kept pages have it, and how many pages these are, but for one of a hash.
    fn counts(&self, left_out: Option<u64>) -> Fallible<(Vec<u64>, u64)> {
        let mut of_texts = try_filled(0u64, self.texts.len())?;
        let mut pages = 0;
        for (page, blocks) in self.pages_with_blocks() {
            interrupts::check();
            let times = page.times - u64::from(left_out == Some(page.hash));
            // The blocks of a page are in the order of their texts: one text at two places counts once.
            for same in blocks.chunk_by(|a, b| a.text == b.text) {
                of_texts[same[0].text as usize] += times;
            }
            pages += times;
        }
        Ok((of_texts, pages))
    }

    /// Returns for each block of a page the share of the kept pages that have its text. The page itself, known by its
    /// [`hash_of_page`], is left out once: it does not repeat itself.
    pub fn frequencies(&self, page: &Page, hash: u64) -> Fallible<Frequencies> {
        let (of_texts, pages) = self.counts(Some(hash))?;
        let mut of_blocks = try_with_capacity(page.blocks().len())?;
        for block in page.blocks() {
            interrupts::check();
            let hash = hash_of_text(page.block_text(block));
            let text = self.texts.binary_search_by_key(&hash, |text| text.hash);
            let with_text = text.map_or(0, |text| of_texts[text]);
            of_blocks.push((with_text as f64 / pages.max(1) as f64) as f32);
        }
        Ok(Frequencies { pages, of_blocks })
    }

    /// Returns the texts that several kept pages share, the commonest first, then by hash.
    pub fn shared(&self) -> Fallible<Vec<Shared<'a>>> {
        let (of_text, kept) = self.counts(None)?;
        let mut blocks: Vec<(Block, u64)> = Vec::new();
        for (page, of_page) in self.pages_with_blocks() {
            interrupts::check();
            blocks.try_extend(of_page.iter().map(|block| (*block, page.times)))?;
        }
        blocks.sort_unstable();
        interrupts::check();
        // For each text the place where most pages have it; of equals the one with the smallest hash.
        let mut best = try_filled((0u32, 0u64), self.texts.len())?;
        for same in blocks.chunk_by(|a, b| a.0 == b.0) {
            let pages = same.iter().map(|(_, times)| times).sum();
            let block = same[0].0;
            let best = &mut best[block.text as usize];
            if pages > best.1 {
                *best = (block.place, pages);
            }
        }
        let estimate = |count: u64| {
            // In whole numbers: the same on every platform.
            (u128::from(count) * u128::from(self.pages) / u128::from(kept.max(1))) as u64
        };
        let mut shared = Vec::new();
        for ((key, count), (place, place_count)) in self.texts.iter().zip(of_text).zip(best) {
            let place = self.places.get(place as usize).filter(|_| count >= 2);
            shared.try_extend(place.map(|place| Shared {
                text_hash: key.hash,
                sample: key.sample,
                pages: estimate(count),
                error: self.error(count, kept),
                place_hash: place.hash,
                place: place.sample,
                place_pages: estimate(place_count),
            }))?;
        }
        shared.sort_unstable_by_key(|shared| (std::cmp::Reverse(shared.pages), shared.text_hash));
        Ok(shared)
    }

    /// Returns twice the standard error of the estimate from `count` of the `kept` pages.
    fn error(&self, count: u64, kept: u64) -> u64 {
        if kept == 0 || kept >= self.pages {
            return 0;
        }
        let (n, all) = (kept as f64, self.pages as f64);
        // Two more pages with the text and two without (Agresti and Coull 1998): otherwise it is 0 for all pages or none.
        let share = (count as f64 + 2.0) / (n + 4.0);
        (2.0 * all * (share * (1.0 - share) / n).sqrt()).ceil() as u64
    }
}
