//! Two profiles become one.

use super::{Block, KeptPage, Key, MAX_PAGES, Profile, bytes};
use crate::prelude::*;
use std::iter::Peekable;

impl<'a> Profile<'a> {
    /// Returns the profile of the pages of both. It is the same for any order and division of the pages.
    pub fn merge(&self, other: &Profile<'a>) -> Fallible<Profile<'a>> {
        let mut threshold = self.threshold.min(other.threshold);
        let (texts, text_numbers) = union(&self.texts, &other.texts)?;
        let (places, place_numbers) = union(&self.places, &other.places)?;
        let mut merged = Profile {
            pages: (self.pages + other.pages).min(MAX_PAGES),
            threshold,
            ..Profile::default()
        };
        let renumbered = |side: usize, block: &Block| Block {
            text: text_numbers[side][block.text as usize],
            place: place_numbers[side][block.place as usize],
        };
        // The texts and places that the merged pages have so far, and the bytes of all of them.
        let mut used_texts = try_filled(false, texts.len())?;
        let mut used_places = try_filled(false, places.len())?;
        let mut size = bytes::EMPTY;
        // The pages that are kept: no more than are counted.
        let mut counted = 0;
        let mut sides = [self, other].map(|profile| profile.pages_with_blocks().peekable());
        while let Some(hash) = sides.iter_mut().filter_map(Peekable::peek).map(|(page, _)| page.hash).min() {
            if hash >= threshold {
                break;
            }
            let (mut times, mut blocks, mut side) = (0u64, &[][..], None);
            for (number, pages) in sides.iter_mut().enumerate() {
                if let Some((page, of_page)) = pages.next_if(|(page, _)| page.hash == hash) {
                    times += page.times;
                    // Two pages may share a hash, if somebody made them so: the lesser is taken in any order of the profiles.
                    let is_taken = side.is_none_or(|side| {
                        let of_page = of_page.iter().map(|block| renumbered(number, block));
                        of_page.lt(blocks.iter().map(|block| renumbered(side, block)))
                    });
                    if is_taken {
                        (blocks, side) = (of_page, Some(number));
                    }
                }
            }
            let side = side.unwrap_or_default();
            // The count up to a page is the number of pages up to it, at most the bound, in any division of the pages.
            let times = times.min(MAX_PAGES - counted);
            if times == 0 {
                threshold = hash;
                break;
            }
            let start = merged.blocks.len();
            size += bytes::PAGE + blocks.len() * bytes::BLOCK;
            for block in blocks {
                let block = renumbered(side, block);
                for (number, used, keys) in [
                    (block.text, &mut used_texts, &texts),
                    (block.place, &mut used_places, &places),
                ] {
                    if !std::mem::replace(&mut used[number as usize], true) {
                        size += bytes::of_key(&keys[number as usize]);
                    }
                }
                merged.blocks.try_push(block)?;
            }
            if size > bytes::MOST {
                merged.blocks.truncate(start);
                threshold = hash;
                break;
            }
            counted += times;
            merged.kept.try_push(KeptPage {
                hash,
                times,
                blocks: blocks.len() as u32,
            })?;
        }
        merged.threshold = threshold;
        merged.keep_used(&texts, &places)?;
        Ok(merged)
    }

    /// Keeps the texts and places that blocks refer to, and renumbers them.
    fn keep_used(&mut self, texts: &[Key<'a>], places: &[Key<'a>]) -> Fallible {
        let mut text_numbers = try_filled(u32::MAX, texts.len())?;
        let mut place_numbers = try_filled(u32::MAX, places.len())?;
        for block in &self.blocks {
            text_numbers[block.text as usize] = 0;
            place_numbers[block.place as usize] = 0;
        }
        self.texts = numbered(texts, &mut text_numbers)?;
        self.places = numbered(places, &mut place_numbers)?;
        for block in &mut self.blocks {
            block.text = text_numbers[block.text as usize];
            block.place = place_numbers[block.place as usize];
        }
        Ok(())
    }
}

/// Returns the keys that have a number, and renumbers them.
fn numbered<'a>(keys: &[Key<'a>], numbers: &mut [u32]) -> Fallible<Vec<Key<'a>>> {
    let mut used = Vec::new();
    for (key, number) in keys.iter().zip(numbers) {
        if *number != u32::MAX {
            *number = used.len() as u32;
            used.try_push(*key)?;
        }
    }
    Ok(used)
}

/// The keys of two lists in the order of their hashes, and for each list the numbers of its keys among them.
type Union<'a> = (Vec<Key<'a>>, [Vec<u32>; 2]);

fn union<'a>(a: &[Key<'a>], b: &[Key<'a>]) -> Fallible<Union<'a>> {
    let mut keys: Vec<Key<'a>> = try_with_capacity(a.len() + b.len())?;
    let mut numbers = [try_with_capacity(a.len())?, try_with_capacity(b.len())?];
    let mut rest = [a, b];
    while let Some(hash) = rest.iter().filter_map(|keys| keys.first()).map(|key| key.hash).min() {
        let number = keys.len() as u32;
        for (list, numbers) in rest.iter_mut().zip(&mut numbers) {
            if let [key, after @ ..] = *list
                && key.hash == hash
            {
                *list = after;
                numbers.try_push(number)?;
                match keys.get_mut(number as usize) {
                    // Two texts may share a hash: the lesser sample is taken in any order of the lists.
                    Some(known) => known.sample = known.sample.min(key.sample),
                    None => keys.try_push(*key)?,
                }
            }
        }
    }
    Ok((keys, numbers))
}
