//! What the blocks of a page say again of its main text and its title. Teasers, tickers and notices speak of other things,
//! in every language.
//!
//! Only rare words tell: those that few of the page's blocks have. Main text is here the prose in the element that the
//! rule of paragraphs finds ([`MainText::top`]).

use std::ops::Range;

use super::CHECK_EVERY;
use super::main_text::MainText;
use super::sums::Sums;
use crate::interrupts;
use crate::keyed::Map;
use crate::learn::tokens::{Source, hash, pair};
use crate::memory::{OutOfMemory, TryPush, try_with_capacity};
use crate::page::{Description, Page};
use crate::texts::words::{is_word_alone, words_checking};

/// Words of a block or a title that are read, its first.
const WORDS: usize = 64;

/// Words of a page that are read, which bounds memory. Blocks behind them have none.
const WORDS_OF_PAGE: usize = 1 << 18;

/// The least bytes of a word: shorter ones are mostly articles, prepositions and numbers.
const LEAST_BYTES: usize = 5;

/// The least words of a block by which rare words are told from others.
const WORDS_OF_TEXT: usize = 6;

/// The greatest share of such blocks, in percent, that have a rare word; and the number that may always have it.
const RARE_PERCENT: u32 = 15;
const RARE: u32 = 3;

/// Elements of the head that are read.
const HEAD: usize = 4096;

/// Counts over the words of some blocks. They add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Echo {
    /// Rare words, each once a block.
    pub words: u32,
    /// Those of them that another block of the main text has.
    echoed: u32,
    /// Words that a title has, rare or not.
    pub titled: u32,
}

impl Echo {
    /// Returns the share of rare words that the main text has. Of few words it goes towards a fifth.
    pub fn share(&self) -> f32 {
        (self.echoed as f32 + 0.2) / (self.words as f32 + 1.0)
    }

    /// Returns the words of a title for each rare word.
    pub fn titled_share(&self) -> f32 {
        self.titled as f32 / (self.words as f32 + 1.0)
    }
}

/// Where a word stands on a page.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    /// The number of blocks that have it.
    blocks: u32,
    /// The number of blocks of the main text that have it.
    main_blocks: u32,
    in_title: bool,
}

/// The echoes of a page.
#[derive(Debug)]
pub struct Echoes {
    /// The sums before each block, and before the end.
    before: Vec<Echo>,
}

impl Echoes {
    pub fn of(page: &Page, sums: &Sums, main_text: &MainText) -> Result<Self, OutOfMemory> {
        let blocks = page.blocks();
        let in_top = sums.blocks(page, main_text.top);
        let is_main = |index: usize| in_top.contains(&index) && sums.texts[index].is_prose();
        let mut places: Map<u32, Places> = Map::default();
        for word in words_of_titles(page)? {
            places.try_reserve(1)?;
            places.entry(word).or_default().in_title = true;
        }
        let mut words = Vec::new();
        // Where the words of each block end.
        let mut ends = try_with_capacity(blocks.len())?;
        let mut texts = 0;
        for (index, block) in blocks.iter().enumerate() {
            interrupts::check();
            let start = words.len();
            if start < WORDS_OF_PAGE {
                add_words(page.block_text(block), &mut words)?;
            }
            ends.push(words.len());
            texts += u32::from(words.len() - start >= WORDS_OF_TEXT);
            for word in &words[start..] {
                places.try_reserve(1)?;
                let places = places.entry(*word).or_default();
                places.blocks += 1;
                places.main_blocks += u32::from(is_main(index));
            }
        }
        let rare = RARE.max(texts * RARE_PERCENT / 100);
        let mut before = try_with_capacity(blocks.len() + 1)?;
        let mut sum = Echo::default();
        let mut start = 0;
        for (index, end) in ends.into_iter().enumerate() {
            if index % CHECK_EVERY == 0 {
                interrupts::check();
            }
            before.push(sum);
            for word in &words[start..end] {
                let Some(places) = places.get(word) else {
                    continue;
                };
                sum.titled += u32::from(places.in_title);
                if places.blocks <= rare {
                    sum.words += 1;
                    sum.echoed += u32::from(places.main_blocks > u32::from(is_main(index)));
                }
            }
            start = end;
        }
        before.push(sum);
        Ok(Echoes { before })
    }

    /// Returns the counts over neighbouring blocks.
    pub fn of_blocks(&self, blocks: Range<usize>) -> Echo {
        let (from, to) = (self.before[blocks.start], self.before[blocks.end]);
        Echo {
            words: to.words - from.words,
            echoed: to.echoed - from.echoed,
            titled: to.titled - from.titled,
        }
    }
}

/// Returns the words of a page's titles.
fn words_of_titles(page: &Page) -> Result<Vec<u32>, OutOfMemory> {
    let mut words = Vec::new();
    for (index, said) in page.head().take(HEAD).enumerate() {
        if index % CHECK_EVERY == 0 {
            interrupts::check();
        }
        match said {
            Description::Title(title) => add_words(title, &mut words)?,
            Description::Meta(meta) if meta.key() == "og:title" => add_words(meta.content.unwrap_or(""), &mut words)?,
            _ => {}
        }
    }
    Ok(words)
}

/// Adds the hashes of the first words of a text, each once. Where a script has no spaces, a word is two characters.
fn add_words(text: &str, words: &mut Vec<u32>) -> Result<(), OutOfMemory> {
    let start = words.len();
    for word in words_checking(text) {
        if words.len() - start >= WORDS {
            break;
        }
        if word.starts_with(is_word_alone) {
            let characters = || word.chars().take(WORDS).map(u32::from);
            for (first, second) in characters().zip(characters().skip(1)) {
                words.try_push(pair(first, second))?;
            }
        } else if word.len() >= LEAST_BYTES {
            words.try_push(hash(Source::Word, word.as_bytes()))?;
        }
    }
    words[start..].sort_unstable();
    let mut kept = start;
    for at in start..words.len() {
        if at == start || words[at] != words[at - 1] {
            words[kept] = words[at];
            kept += 1;
        }
    }
    words.truncate(kept);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the echo of each block of a page.
    fn of(html: &str) -> Vec<Echo> {
        let page = Page::sample(html);
        let sums = Sums::of(&page).unwrap();
        let main_text = MainText::of(&page, &sums).unwrap();
        let echoes = Echoes::of(&page, &sums, &main_text).unwrap();
        (0..page.blocks().len()).map(|block| echoes.of_blocks(block..block + 1)).collect()
    }

    const MAIN: &str = "<main><p>The ferry stayed in the harbour, because the harbour froze over in the night, said a captain.
        <p>The captain of the ferry, who lives at the harbour, was asleep when it froze, and nobody woke him up.</main>";

    #[test]
    fn teasers_speak_of_other_things() {
        let html = format!(
            "<title>A ferry</title>{MAIN}<aside><p>Football: striker sold<p>Ferry froze: captain asleep</aside>"
        );
        let echoes = of(&html);
        assert_eq!(echoes.len(), 4);
        // The words of a paragraph that the other one has: ferry, harbour, froze, captain.
        assert_eq!(echoes[0].echoed, 4);
        assert_eq!(
            echoes[2],
            Echo {
                words: 2,
                echoed: 0,
                titled: 0
            },
            "football, striker"
        );
        assert_eq!((echoes[3].echoed, echoes[3].titled), (4, 1));
        assert!(echoes[3].share() > echoes[0].share() && echoes[0].share() > echoes[2].share());
    }

    #[test]
    fn characters_in_pairs_where_no_spaces_are() {
        let sentence = "港口昨夜结冰，渡轮停航，船长仍在睡觉，没有人叫醒他，乘客在码头等候。";
        let html = format!("<main><p>{sentence}{sentence}<p>{sentence}{sentence}</main><p>渡轮停航<p>足球转会");
        let echoes = of(&html);
        assert_eq!(
            echoes[2],
            Echo {
                words: 3,
                echoed: 3,
                titled: 0
            }
        );
        assert_eq!(
            echoes[3],
            Echo {
                words: 3,
                echoed: 0,
                titled: 0
            }
        );
    }

    #[test]
    fn words_of_a_block_are_bounded() {
        let mut words = Vec::new();
        add_words(&"word alone ".repeat(1000), &mut words).unwrap();
        assert_eq!(words.len(), 1, "of five bytes or more, each once");
        // Digits are no part of a hash.
        let letters = || 'a'..='z';
        let many: Vec<String> = letters().flat_map(|a| letters().map(move |b| format!("word{a}{b}"))).collect();
        words.clear();
        add_words(&many.join(" "), &mut words).unwrap();
        assert_eq!(words.len(), WORDS);
        words.clear();
        add_words(&"漢字".repeat(100_000), &mut words).unwrap();
        assert_eq!(words.len(), 2);
    }

    #[test]
    fn sums_of_no_words() {
        assert_eq!(of("<p>12 13<p>&nbsp;a"), [Echo::default(); 2]);
        assert_eq!((Echo::default().share(), Echo::default().titled_share()), (0.2, 0.0));
    }
}
