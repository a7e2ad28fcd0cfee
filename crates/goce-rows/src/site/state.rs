//! A profile in the making: page after page.
//!
//! Merging one page into a full profile reads, merges and writes 256 kB, which takes longer than parsing a page. So pages
//! wait, and are merged together. The result is the same: a merged profile depends on the set of pages alone.

use crate::prelude::*;
use std::ops::DerefMut;

use super::{NotAProfile, PageBlocks, Profile, count_left_out};

/// A buffer of bytes that can grow, in any memory.
pub trait GrowableBytes: DerefMut<Target = [u8]> {
    fn append(&mut self, bytes: &[u8]) -> Fallible;

    fn clear(&mut self);
}

impl GrowableBytes for Vec<u8> {
    fn append(&mut self, bytes: &[u8]) -> Fallible {
        self.try_extend_from_slice(bytes)
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// Why pages could not be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SiteError {
    #[error(transparent)]
    NotAProfile(#[from] NotAProfile),
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The state of an aggregate whose pages become a profile.
#[derive(Debug)]
pub struct SiteState<B> {
    /// The profile of all pages that do not wait, as bytes.
    profile: B,
    /// The profiles of single pages, each after its length in four bytes.
    waiting: B,
}

impl<B: GrowableBytes> SiteState<B> {
    /// Returns the state of no pages, made of two empty buffers.
    pub fn new(profile: B, waiting: B) -> Self {
        SiteState { profile, waiting }
    }

    /// Counts a page of this hash, if the profile has no room for it. Returns `false` if the page has to be added.
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
        // The bytes of waiting pages beside a small profile.
        if self.waiting.len() > (16 * 1024).max(self.profile.len() / 4) {
            self.settle()?;
        }
        Ok(())
    }

    /// Returns the profile of all pages as bytes, no bytes if no page was added.
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
        pages.try_push(Profile::from_bytes(page)?)?;
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
    let profile = Profile::from_bytes(profile)?;
    Ok(match pages.first() {
        Some(pages) => profile.merge(pages)?.to_bytes()?,
        None => profile.to_bytes()?,
    })
}
