//! Profiles as bytes, in one form: equal profiles are equal bytes.
//!
//! All numbers are little-endian. The header is the format, the number of pages, the threshold, and the numbers of texts,
//! places, kept pages and blocks. These follow, the first three in the order of their hashes. A text or a place is its
//! hash, the length of its sample, and the sample. A page is its hash, how often it occurs, and the number of its blocks.
//! A block is the numbers of its text and its place.

use super::blocks::SAMPLE;
use super::{Block, KeptPage, Key, MAX_BYTES, MAX_PAGES, Profile, SiteError};
use crate::prelude::*;
use goce_core::learn::reader::Reader;

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

pub fn of_key(key: &Key<'_>) -> usize {
    8 + 1 + key.sample.len()
}

impl<'a> Profile<'a> {
    /// Returns the profile as bytes, at most [`MAX_BYTES`].
    pub fn to_bytes(&self) -> Fallible<Vec<u8>> {
        let keys = self.texts.iter().chain(&self.places).map(of_key);
        let size = EMPTY + keys.sum::<usize>() + self.kept.len() * PAGE + self.blocks.len() * BLOCK;
        let mut out: Vec<u8> = try_with_capacity(size)?;
        out.extend(FORMAT.to_le_bytes());
        out.extend(self.pages.to_le_bytes());
        out.extend(self.threshold.to_le_bytes());
        let lengths = [self.texts.len(), self.places.len(), self.kept.len(), self.blocks.len()];
        for length in lengths {
            out.extend((length as u32).to_le_bytes());
        }
        for key in self.texts.iter().chain(&self.places) {
            out.extend(key.hash.to_le_bytes());
            out.push(key.sample.len() as u8);
            out.extend(key.sample.as_bytes());
        }
        for page in &self.kept {
            out.extend(page.hash.to_le_bytes());
            out.extend(page.times.to_le_bytes());
            out.extend(page.blocks.to_le_bytes());
        }
        for block in &self.blocks {
            out.extend(block.text.to_le_bytes());
            out.extend(block.place.to_le_bytes());
        }
        Ok(out)
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// [`SiteError::NotAProfile`] for bytes that [`Profile::to_bytes`] did not write.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, SiteError> {
        if bytes.len() > MOST {
            return Err(NotAProfile.into());
        }
        let mut reader = Reader::new(bytes);
        let profile = read(&mut reader)?;
        if reader.is_at_end() && profile.is_sound() {
            Ok(profile)
        } else {
            Err(NotAProfile.into())
        }
    }

    /// Returns `true` if all lists are in order and all numbers refer to their entries.
    fn is_sound(&self) -> bool {
        let ascend = |keys: &[Key<'_>]| keys.is_sorted_by(|a, b| a.hash < b.hash);
        let kept: u128 = self.kept.iter().map(|page| u128::from(page.times)).sum();
        let blocks: u64 = self.kept.iter().map(|page| u64::from(page.blocks)).sum();
        let is_whole = blocks == self.blocks.len() as u64
            && u128::from(self.pages) >= kept
            && self.pages <= MAX_PAGES
            && (self.threshold != u64::MAX || u128::from(self.pages) == kept);
        is_whole
            && ascend(&self.texts)
            && ascend(&self.places)
            && self.kept.is_sorted_by(|a, b| a.hash < b.hash)
            && self.kept.iter().all(|page| page.hash < self.threshold && page.times > 0)
            && self
                .blocks
                .iter()
                .all(|block| (block.text as usize) < self.texts.len() && (block.place as usize) < self.places.len())
            && self.pages_with_blocks().all(|(_, blocks)| blocks.is_sorted_by(|a, b| a < b))
    }
}

/// The place of the number of pages.
const PAGES: std::ops::Range<usize> = 4..12;

/// Counts one more page in the bytes of a profile, as merging would, if the profile has no room for a page of this hash.
/// Returns `false` if the profile keeps such a page, and for bytes that are no profile.
pub fn count_left_out(bytes: &mut [u8], hash: u64) -> bool {
    let Some((pages, threshold)) = header(&mut Reader::new(bytes)) else {
        return false;
    };
    let Some(place) = bytes.get_mut(PAGES).filter(|_| hash >= threshold) else {
        return false;
    };
    place.copy_from_slice(&pages.saturating_add(1).min(MAX_PAGES).to_le_bytes());
    true
}

/// Reads the number of pages and the threshold.
fn header(reader: &mut Reader<'_>) -> Option<(u64, u64)> {
    let format = reader.u32()?;
    let numbers = (reader.u64()?, reader.u64()?);
    (format == FORMAT).then_some(numbers)
}

fn read<'a>(reader: &mut Reader<'a>) -> Result<Profile<'a>, SiteError> {
    let (pages, threshold) = header(reader).ok_or(NotAProfile)?;
    let mut length = || reader.u32().ok_or(NotAProfile);
    let [texts, places, kept, blocks] = [length()?, length()?, length()?, length()?];
    let page = |reader: &mut Reader<'a>| {
        Some(KeptPage {
            hash: reader.u64()?,
            times: reader.u64()?,
            blocks: reader.u32()?,
        })
    };
    let block = |reader: &mut Reader<'a>| {
        Some(Block {
            text: reader.u32()?,
            place: reader.u32()?,
        })
    };
    Ok(Profile {
        pages,
        threshold,
        texts: read_many(reader, texts, read_key)?,
        places: read_many(reader, places, read_key)?,
        kept: read_many(reader, kept, page)?,
        blocks: read_many(reader, blocks, block)?,
    })
}

fn read_key<'a>(reader: &mut Reader<'a>) -> Option<Key<'a>> {
    let hash = reader.u64()?;
    let length = usize::from(reader.u8()?);
    let sample = reader.bytes(length).filter(|_| length <= SAMPLE)?;
    let sample = str::from_utf8(sample).ok()?;
    Some(Key { hash, sample })
}

/// Reads values. Each has bytes, so that `count` is bounded by the bytes that are left.
fn read_many<'a, T>(
    reader: &mut Reader<'a>,
    count: u32,
    read: impl Fn(&mut Reader<'a>) -> Option<T>,
) -> Result<Vec<T>, SiteError> {
    let mut found = Vec::new();
    for _ in 0..count {
        found.try_push(read(reader).ok_or(NotAProfile)?)?;
    }
    Ok(found)
}
