//! The sizes of a page's blocks, and the blocks that are prose.

use super::{FeatureSink, write_shares};
use crate::texts::lists::listed;

/// The upper bounds of the classes of block sizes, in words; one more class has none.
const SIZES: [u32; 6] = [2, 5, 10, 20, 40, 80];

/// The features of each class: the share of the blocks, and the share of the words.
const SIZE_NAMES: [[&str; 7]; 2] = [
    listed("blocks_2 blocks_5 blocks_10 blocks_20 blocks_40 blocks_80 blocks_more"),
    listed(
        "words_blocks_2 words_blocks_5 words_blocks_10 words_blocks_20 words_blocks_40 words_blocks_80 \
         words_blocks_more",
    ),
];

/// Counts over blocks of text.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockSizes {
    count: u32,
    words: u32,
    counts_by_size: [u32; 7],
    words_by_size: [u32; 7],
    /// Blocks of 15 words or more, at most a third of them in links.
    prose: u32,
    prose_words: u32,
    /// Blocks of prose that end like a sentence.
    sentences: u32,
    /// Blocks that are nothing but links.
    links: u32,
    longest: u32,
    squared_words: u64,
    /// Words before the first block of prose, and before the end of the last.
    prose_from: Option<u32>,
    prose_to: u32,
    /// The most words of a run of prose, in which only single other blocks stand between.
    longest_run: u32,
    run: u32,
    others: u32,
}

impl BlockSizes {
    /// Adds the next block; returns whether it is prose.
    pub fn add(&mut self, text: &str, words: u32, link_words: u32) -> bool {
        self.count += 1;
        let class = SIZES.iter().position(|size| words <= *size).unwrap_or(6);
        self.counts_by_size[class] += 1;
        self.words_by_size[class] += words;
        self.longest = self.longest.max(words);
        self.squared_words += u64::from(words) * u64::from(words);
        self.links += u32::from(words > 0 && link_words == words);
        let is_prose = words >= 15 && link_words * 3 <= words;
        if is_prose {
            self.prose += 1;
            self.prose_words += words;
            let end = text.trim_end_matches(['"', ')', '”', '’', '」', ']']);
            self.sentences += u32::from(end.ends_with(['.', '!', '?', ':', '。', '！', '？', '…', '।']));
            self.prose_from.get_or_insert(self.words);
            self.prose_to = self.words + words;
            self.others = 0;
            self.run += words;
            self.longest_run = self.longest_run.max(self.run);
        } else {
            self.others += 1;
            if self.others > 1 {
                self.run = 0;
            }
        }
        self.words += words;
        is_prose
    }

    pub fn write(&self, feature: &mut FeatureSink<'_>) {
        let words = f64::from(self.words.max(1));
        let count = f64::from(self.count.max(1));
        let shares = [
            ("words", self.words, 1.0),
            ("blocks", self.count, 1.0),
            ("block_words", self.words, count),
            ("block_longest", self.longest, 1.0),
        ];
        write_shares(feature, &shares);
        // The size of the block that a word of the page is in, on average.
        feature("block_words_by_word", self.squared_words as f64 / words);
        for (names, sizes, of) in [
            (SIZE_NAMES[0], self.counts_by_size, count),
            (SIZE_NAMES[1], self.words_by_size, words),
        ] {
            for (name, of_size) in names.into_iter().zip(sizes) {
                feature(name, f64::from(of_size) / of);
            }
        }
        let prose = f64::from(self.prose.max(1));
        let shares = [
            ("prose", self.prose, 1.0),
            ("prose_words", self.prose_words, 1.0),
            ("prose_words_share", self.prose_words, words),
            ("prose_block_words", self.prose_words, prose),
            ("prose_sentences", self.sentences, prose),
            ("prose_from", self.prose_from.unwrap_or(self.words), words),
            ("prose_to", self.prose_to, words),
            ("prose_longest_run", self.longest_run, 1.0),
            ("prose_longest_run_share", self.longest_run, f64::from(self.prose_words.max(1))),
            ("blocks_of_links", self.links, count),
        ];
        write_shares(feature, &shares);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    #[test]
    fn prose_and_links() {
        let mut blocks = BlockSizes::default();
        blocks.add("Home", 1, 1);
        blocks.add("Twenty words that end (so).", 20, 6);
        blocks.add("In between", 2, 0);
        blocks.add("Sixteen words that do not end", 16, 0);
        blocks.add("One", 1, 0);
        blocks.add("Two", 1, 0);
        blocks.add("Thirty words, mostly links.", 30, 11);
        blocks.add("Fifteen words.", 15, 5);
        let mut values = std::collections::BTreeMap::new();
        blocks.write(&mut |name, value| assert!(values.insert(name, value).is_none()));
        check(
            &values,
            "
            words => 86.0
            blocks => 8.0
            block_longest => 30.0
            blocks_2 => 0.5
            words_blocks_40 => 30/86
            prose => 3.0
            prose_words => 51.0
            prose_sentences => 2/3
            prose_from => 1/86
            prose_to => 1.0
            prose_longest_run => 36.0
            blocks_of_links => 1/8",
        );
    }
}
