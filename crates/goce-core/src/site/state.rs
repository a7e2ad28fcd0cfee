//! A profile in the making: page after page.
//!
//! To merge one page into a full profile is to read, merge and write 256 kB, which takes longer than to parse a page.
//! So the pages that are kept wait, and those that waited are merged together. What comes of it is the same: a merged
//! profile depends on the set of pages alone.

use std::ops::DerefMut;

use super::{NotAProfile, PageBlocks, Profile, count_left_out};
use crate::memory::{OutOfMemory, TryPush, try_with_capacity};

/// The bytes of pages that wait, beside a small profile.
const FEW: usize = 16 * 1024;

/// Bytes that grow, wherever they lie.
pub trait GrowableBytes: DerefMut<Target = [u8]> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), OutOfMemory>;

    fn clear(&mut self);
}

impl GrowableBytes for Vec<u8> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), OutOfMemory> {
        self.try_extend_from_slice(bytes)
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// Why pages could not be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SiteError {
    /// A value that is none came from outside.
    #[error(transparent)]
    NotAProfile(#[from] NotAProfile),
    /// Memory could not be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Pages that become a profile.
#[derive(Debug)]
pub struct SiteState<B> {
    /// The profile of all pages but those that wait, as bytes.
    profile: B,
    /// The profiles of single pages, each after its length in four bytes.
    waiting: B,
}

impl<B: GrowableBytes> SiteState<B> {
    /// Returns a gathering of no pages, of two empty buffers.
    pub fn new(profile: B, waiting: B) -> Self {
        SiteState { profile, waiting }
    }

    /// Counts a page of this hash, if the profile has no room for it. Returns `false` where the page has to be added.
    pub fn count_left_out(&mut self, hash: u64) -> bool {
        count_left_out(&mut self.profile, hash)
    }

    pub fn add(&mut self, page: &PageBlocks) -> Result<(), SiteError> {
        let page = page.profile()?.to_bytes()?;
        if self.profile.is_empty() {
            return Ok(self.profile.append(&page)?);
        }
        self.waiting.append(&(page.len() as u32).to_le_bytes())?;
        self.waiting.append(&page)?;
        // In proportion, so that many small profiles need little memory and each byte is merged a few times.
        if self.waiting.len() > FEW.max(self.profile.len() / 4) {
            self.settle()?;
        }
        Ok(())
    }

    /// Returns the profile of all pages as bytes; none where no page was added.
    ///
    /// # Errors
    /// [`SiteError`].
    pub fn settle(&mut self) -> Result<&[u8], SiteError> {
        if !self.waiting.is_empty() {
            let merged = merged(&self.profile, &self.waiting)?;
            self.profile.clear();
            self.profile.append(&merged)?;
            self.waiting.clear();
        }
        Ok(&self.profile)
    }
}

/// Returns the bytes of the profile of all pages.
fn merged(profile: &[u8], mut waiting: &[u8]) -> Result<Vec<u8>, SiteError> {
    let mut pages = Vec::new();
    while let Some((length, rest)) = waiting.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        let (page, rest) = rest.split_at_checked(length).ok_or(NotAProfile)?;
        pages.try_push(Profile::from_bytes(page)??)?;
        waiting = rest;
    }
    // By pairs: one after the other, the first would be merged as often as there are pages.
    while pages.len() > 1 {
        let mut merged = try_with_capacity(pages.len().div_ceil(2))?;
        let mut rest = pages.into_iter();
        while let Some(page) = rest.next() {
            merged.try_push(match rest.next() {
                Some(next) => page.merge(&next)?,
                None => page,
            })?;
        }
        pages = merged;
    }
    let profile = Profile::from_bytes(profile)??;
    Ok(match pages.first() {
        Some(pages) => profile.merge(pages)?.to_bytes()?,
        None => profile.to_bytes()?,
    })
}
