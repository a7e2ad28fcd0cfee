//! Blocks that other pages of the site have: their scores are lowered.

use crate::extract::Frequencies;
use crate::prelude::*;

/// By how much the score of a block falls if other pages of the site have its text.
///
/// Only a text that most other pages have counts. A short one counts less: the names of products, labels and numbers
/// stand on several pages and are content of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighing {
    /// What the score (log-odds) of a long block loses at most.
    pub most: f32,
    /// Words from which on a block is long. A shorter one loses less, in proportion.
    pub words: f32,
}

impl Weighing {
    /// The weighing that was chosen on labelled pages. benches/results/auto.md has its figures and those of others.
    pub const CHOSEN: Self = Weighing { most: 2.0, words: 20.0 };

    /// Returns how much a text counts as one of the site, in \[0, 1\], given the share of the other pages that have it: up to
    /// a quarter not at all, from three quarters on wholly.
    fn repeated(share: f32) -> f32 {
        ((share - 0.25) / 0.5).clamp(0.0, 1.0)
    }

    /// Returns what the score of a block loses, given the share of the other pages that have its text, the number of these
    /// pages, and the block's weight in words.
    fn loss(self, share: f32, pages: f32, words: f32) -> f32 {
        let doublings = libm::log2f((share * pages).max(1.0));
        // A text loses its loss once more whenever it is on 16 times as many pages.
        let of_pages = 1.0 + doublings / 4.0;
        self.most * Self::repeated(share) * (words / self.words).min(1.0) * of_pages
    }

    /// Returns `true` if the other pages are copies of this one, given the weights of its blocks in words and the
    /// blocks that are content without regard to the site. The likeness of copies does not show what is content.
    pub fn are_copies(self, site: &Frequencies, weights: &[f32], selected: &[bool]) -> bool {
        let (mut all, mut copied) = (0.0, 0.0);
        let blocks = weights.iter().zip(&site.of_blocks).zip(selected);
        for ((words, share), _) in blocks.filter(|(_, selected)| **selected) {
            all += words;
            copied += words * Self::repeated(*share);
        }
        all > 0.0 && copied >= 0.9 * all
    }

    /// Lowers the scores of the blocks of a page, given their weights in words.
    pub fn weigh(self, site: &Frequencies, weights: &[f32], scores: &mut [f32]) {
        let pages = site.pages as f32;
        let blocks = scores.iter_mut().zip(weights).zip(&site.of_blocks);
        for ((score, words), share) in blocks.checking(CHECK_EVERY) {
            *score -= self.loss(*share, pages, *words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn long_texts_of_most_pages_lose_most() {
        let weighing = Weighing { most: 3.0, words: 10.0 };
        for row in cases(
            "
            1 => 1 => 10 => 3
            .8 => 1 => 1000 => 3
            .5 => 2 => 10 => 1.5
            .2 => 100 => 10 => 0
            1 => 1 => 2.5 => .75
            1 => 1 => 0 => 0
            // The more pages, the more.
            1 => 4 => 10 => 4.5
            1 => 16 => 10 => 6
            0 => 0 => 10 => 0",
        ) {
            let [share, pages, words, loss] = row.map(|number| number.parse().unwrap());
            assert_eq!(weighing.loss(share, pages, words), loss, "{row:?}");
        }
    }

    #[test]
    fn scores_of_repeated_blocks_are_lowered() {
        let site = Frequencies {
            pages: 1,
            of_blocks: vec![1.0, 0.5, 0.0],
        };
        let weighing = Weighing { most: 2.0, words: 10.0 };
        let mut scores = [1.0, 1.0, 1.0];
        weighing.weigh(&site, &[20.0; 3], &mut scores);
        assert_eq!(scores, [-1.0, 0.0, 1.0]);
    }

    #[test]
    fn copies_are_no_pages_of_a_site() {
        let site = Frequencies {
            pages: 4,
            of_blocks: vec![1.0, 1.0, 0.0, 0.0],
        };
        let weights = [95.0, 1000.0, 5.0, 1000.0];
        let are_copies = |selected: [bool; 4]| Weighing::CHOSEN.are_copies(&site, &weights, &selected);
        assert!(are_copies([true, false, true, false]));
        assert!(!are_copies([true, false, false, true]));
        assert!(!are_copies([false; 4]));
    }
}
