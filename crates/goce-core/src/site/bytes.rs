//! Profiles as bytes, in one form: equal profiles are equal bytes.
//!
//! All numbers are little-endian. A header: the format, the pages, the threshold, and how many texts, places, pages kept
//! and blocks there are. Then the texts and the places in the order of their hashes, each its hash, the length of its
//! sample, and that; the pages in the order of their hashes, each its hash, how often it is there, and the number of its
//! blocks; and their blocks, in order, each the numbers of its text and place.

use super::blocks::SAMPLE;
use super::{Block, KeptPage, Key, MAX_BYTES, MAX_PAGES, Profile};
use crate::memory::{OutOfMemory, TryPush, try_with_capacity};

const FORMAT: u32 = 0x676f_7301;

/// Bytes of a profile without pages.
pub const EMPTY: usize = 4 + 8 + 8 + 4 * 4;

/// Bytes of a page without its blocks.
pub const PAGE: usize = 8 + 8 + 4;

/// Bytes of a block.
pub const BLOCK: usize = 4 + 4;

/// The most bytes: PostgreSQL puts four before a value.
pub const MOST: usize = MAX_BYTES - 4;

/// Bytes that are no profile of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid profile of a site")]
pub struct NotAProfile;

/// Returns the bytes of a key.
pub fn of_key(key: &Key<'_>) -> usize {
    8 + 1 + key.sample.len()
}

impl<'a> Profile<'a> {
    /// Returns the profile as bytes, at most [`MAX_BYTES`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, OutOfMemory> {
        let keys = self.texts.iter().chain(&self.places).map(of_key);
        let size = EMPTY + keys.sum::<usize>() + self.kept.len() * PAGE + self.blocks.len() * BLOCK;
        let mut out = try_with_capacity(size)?;
        out.try_extend_from_slice(&FORMAT.to_le_bytes())?;
        out.try_extend_from_slice(&self.pages.to_le_bytes())?;
        out.try_extend_from_slice(&self.threshold.to_le_bytes())?;
        let lengths = [self.texts.len(), self.places.len(), self.kept.len(), self.blocks.len()];
        for length in lengths {
            out.try_extend_from_slice(&(length as u32).to_le_bytes())?;
        }
        for key in self.texts.iter().chain(&self.places) {
            out.try_extend_from_slice(&key.hash.to_le_bytes())?;
            out.try_push(key.sample.len() as u8)?;
            out.try_extend_from_slice(key.sample.as_bytes())?;
        }
        for page in &self.kept {
            out.try_extend_from_slice(&page.hash.to_le_bytes())?;
            out.try_extend_from_slice(&page.times.to_le_bytes())?;
            out.try_extend_from_slice(&page.blocks.to_le_bytes())?;
        }
        for block in &self.blocks {
            out.try_extend_from_slice(&block.text.to_le_bytes())?;
            out.try_extend_from_slice(&block.place.to_le_bytes())?;
        }
        Ok(out)
    }

    /// Returns the profile of some bytes.
    ///
    /// # Errors
    /// [`NotAProfile`] for any that [`Profile::to_bytes`] did not write; memory that is missing is [`OutOfMemory`].
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Result<Self, NotAProfile>, OutOfMemory> {
        if bytes.len() > MOST {
            return Ok(Err(NotAProfile));
        }
        let mut reader = Reader(bytes);
        let Some(profile) = reader.profile()? else {
            return Ok(Err(NotAProfile));
        };
        Ok(if reader.0.is_empty() && profile.is_sound() {
            Ok(profile)
        } else {
            Err(NotAProfile)
        })
    }

    /// Returns `true` if all is in order and refers to what is there.
    fn is_sound(&self) -> bool {
        let ascend = |keys: &[Key<'_>]| keys.is_sorted_by(|a, b| a.hash < b.hash);
        let kept: u128 = self.kept.iter().map(|page| u128::from(page.times)).sum();
        let blocks: u64 = self.kept.iter().map(|page| u64::from(page.blocks)).sum();
        let is_whole = blocks == self.blocks.len() as u64
            && u128::from(self.pages) >= kept
            && self.pages <= MAX_PAGES
            && (self.threshold != u64::MAX || u128::from(self.pages) == kept);
        let mut rest = &self.blocks[..];
        let mut blocks_ascend = || {
            self.kept.iter().all(|page| {
                let Some((blocks, after)) = rest.split_at_checked(page.blocks as usize) else {
                    return false;
                };
                rest = after;
                blocks.is_sorted_by(|a, b| a < b)
            })
        };
        is_whole
            && ascend(&self.texts)
            && ascend(&self.places)
            && self.kept.is_sorted_by(|a, b| a.hash < b.hash)
            && self
                .kept
                .iter()
                .all(|page| page.hash < self.threshold && page.times > 0)
            && self
                .blocks
                .iter()
                .all(|block| (block.text as usize) < self.texts.len() && (block.place as usize) < self.places.len())
            && blocks_ascend()
    }
}

/// Where the bytes have the number of pages.
const PAGES: std::ops::Range<usize> = 4..12;

/// Counts one more page in the bytes of a profile, if the profile has no room for a page of this hash: merging would do the same. Returns `false` where it keeps the page, and for bytes that are no profile's.
pub fn count_left_out(bytes: &mut [u8], hash: u64) -> bool {
    let mut reader = Reader(bytes);
    let header = (reader.u32(), reader.u64(), reader.u64());
    let (Some(FORMAT), Some(pages), Some(threshold)) = header else {
        return false;
    };
    let Some(place) = bytes.get_mut(PAGES).filter(|_| hash >= threshold) else {
        return false;
    };
    place.copy_from_slice(&pages.saturating_add(1).min(MAX_PAGES).to_le_bytes());
    true
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn key(&mut self) -> Option<Key<'a>> {
        let hash = self.u64()?;
        let [length] = self.take()?;
        let length = usize::from(length);
        let (sample, rest) = self.0.split_at_checked(length).filter(|_| length <= SAMPLE)?;
        self.0 = rest;
        let sample = str::from_utf8(sample).ok()?;
        Some(Key { hash, sample })
    }

    /// Reads so many of something. Each has bytes, so the number is bounded by what is left.
    fn many<T>(
        &mut self,
        number: u32,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Result<Option<Vec<T>>, OutOfMemory> {
        let mut found = Vec::new();
        for _ in 0..number {
            match read(self) {
                Some(value) => found.try_push(value)?,
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    fn profile(&mut self) -> Result<Option<Profile<'a>>, OutOfMemory> {
        let mut header = || {
            let format = self.u32()?;
            let (pages, threshold) = (self.u64()?, self.u64()?);
            let lengths = [self.u32()?, self.u32()?, self.u32()?, self.u32()?];
            (format == FORMAT).then_some((pages, threshold, lengths))
        };
        let Some((pages, threshold, [texts, places, kept, blocks])) = header() else {
            return Ok(None);
        };
        let Some(texts) = self.many(texts, Reader::key)? else {
            return Ok(None);
        };
        let Some(places) = self.many(places, Reader::key)? else {
            return Ok(None);
        };
        let page = |reader: &mut Self| {
            Some(KeptPage {
                hash: reader.u64()?,
                times: reader.u64()?,
                blocks: reader.u32()?,
            })
        };
        let Some(kept) = self.many(kept, page)? else {
            return Ok(None);
        };
        let block = |reader: &mut Self| {
            Some(Block {
                text: reader.u32()?,
                place: reader.u32()?,
            })
        };
        let Some(blocks) = self.many(blocks, block)? else {
            return Ok(None);
        };
        Ok(Some(Profile {
            pages,
            threshold,
            texts,
            places,
            kept,
            blocks,
        }))
    }
}
