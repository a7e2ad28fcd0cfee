//! The share of a site's pages that repeat each text of a page.

use super::Profile;
use super::blocks::hash_of_text;
use goce_core::extract::Frequencies;
use goce_core::page::Page;
use goce_core::prelude::*;

impl Profile<'_> {
    /// Returns for each block of a page the share of the kept pages that have its text. The page itself, known by its
    /// [`hash_of_page`](super::hash_of_page), is left out once: it does not repeat itself.
    pub fn frequencies(&self, page: &Page, hash: u64) -> Fallible<Frequencies> {
        let mut of_texts = try_filled(0u64, self.texts.len())?;
        let (mut start, mut pages) = (0, 0);
        for kept in &self.kept {
            interrupts::check();
            let end = start + kept.blocks as usize;
            let times = kept.times - u64::from(kept.hash == hash);
            // The blocks of a page are in the order of their texts: one text at two places counts once.
            for same in self.blocks[start..end].chunk_by(|a, b| a.text == b.text) {
                of_texts[same[0].text as usize] += times;
            }
            pages += times;
            start = end;
        }
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
}
