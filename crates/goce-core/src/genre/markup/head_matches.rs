//! Blocks that match the head of the page: its title or its description.

use crate::learn::tokens::{Source, hashed_words};
use crate::page::Description;
use crate::page::prelude::*;

/// The fewest words with which a block and a description both begin.
const LEAST: usize = 4;

/// How the blocks of a page match its head.
#[derive(Clone, Debug)]
pub struct HeadMatches {
    /// For each block whose words stand in a title in a row, their share of the title's words; 0 for other blocks. A block
    /// of one word has to begin the title.
    pub titled: Vec<f32>,
    /// For each block, the number of words with which it and a description both begin, as a share of the words of the
    /// shorter one; 0 for fewer than [`LEAST`] words.
    pub described: Vec<f32>,
    /// The first of the blocks with the greatest share of a title.
    pub title: Option<usize>,
}

impl HeadMatches {
    /// Reads the head of a page.
    pub fn of(page: &Page) -> Fallible<Self> {
        let (titles, descriptions) = texts(page)?;
        let count = page.blocks().len();
        let mut head = HeadMatches {
            titled: try_filled(0.0, count)?,
            described: try_filled(0.0, count)?,
            title: None,
        };
        let mut best = 0.0;
        let mut words = Vec::new();
        // Most words of blocks are in no title: a bit for each word of a title says so.
        let bit_of = |word: u32| 1u64 << (word % 64);
        let in_titles = titles.iter().flatten().fold(0, |bits, word| bits | bit_of(*word));
        'blocks: for (index, block) in page.blocks().iter().enumerate().checking(CHECK_EVERY) {
            words.clear();
            let (mut may_be_title, mut may_be_described) = (true, true);
            for word in first_words(page.block_text(block)) {
                words.try_push(word)?;
                may_be_title &= in_titles & bit_of(word) != 0;
                if words.len() <= LEAST {
                    let place = words.len() - 1;
                    may_be_described &= descriptions.iter().any(|said| said.get(place) == Some(&word));
                }
                if !may_be_title && !may_be_described {
                    continue 'blocks;
                }
            }
            if words.is_empty() {
                continue;
            }
            for title in &titles {
                if is_in(title, &words) {
                    let share = words.len() as f32 / title.len() as f32;
                    head.titled[index] = head.titled[index].max(share);
                }
            }
            if head.titled[index] > best {
                best = head.titled[index];
                head.title = Some(index);
            }
            for description in &descriptions {
                let shared = description.iter().zip(&words).take_while(|(a, b)| a == b).count();
                if shared >= LEAST {
                    let share = shared as f32 / words.len().min(description.len()) as f32;
                    head.described[index] = head.described[index].max(share);
                }
            }
        }
        Ok(head)
    }
}

/// Returns the hashes of the words of a page's titles, and of its descriptions.
#[expect(clippy::type_complexity, reason = "two lists of the same kind")]
fn texts(page: &Page) -> Fallible<(Vec<Vec<u32>>, Vec<Vec<u32>>)> {
    let (mut titles, mut descriptions) = (Vec::new(), Vec::new());
    for said in page.head().checking(CHECK_EVERY) {
        let (texts, text) = match said {
            Description::Title(text) => (&mut titles, text),
            Description::Meta(meta) => match meta.key() {
                "og:title" | "twitter:title" => (&mut titles, meta.content.unwrap_or("")),
                "description" | "og:description" | "twitter:description" => {
                    (&mut descriptions, meta.content.unwrap_or(""))
                }
                _ => continue,
            },
            _ => continue,
        };
        // More are not read.
        if texts.len() < 4 {
            texts.try_push(try_collect(first_words(text))?)?;
        }
    }
    Ok((titles, descriptions))
}

/// Returns `true` if a title begins with some words, or has two or more of them in a row: sites write their own name
/// before the page's or behind it.
fn is_in(title: &[u32], words: &[u32]) -> bool {
    title.starts_with(words) || words.len() > 1 && title.windows(words.len()).any(|row| row == words)
}

/// Returns the hashes of the first words of a text.
fn first_words(text: &str) -> impl Iterator<Item = u32> {
    hashed_words(Source::Word, text).take(64).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_descriptions_are_found() {
        let page = Page::sample(
            "<title>Red boots, by hand | Shop</title><meta property=og:title content='Red Boots'>
             <meta name=description content='Boots that last for years, made of leather …'>
             <p>Shop<h1>Red</h1><h2>Red boots</h2><p>RED BOOTS<p>Red boots at last
             <p>Boots that last for years, made of leather by Ann.<p>Boots that last.<p>Boots that last long, for years.",
        );
        let head = HeadMatches::of(&page).unwrap();
        assert_eq!(head.titled, [0.0, 0.5, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(head.title, Some(2));
        assert_eq!(head.described, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_site_may_stand_before_the_title() {
        let page =
            Page::sample("<title>The Shop: Red boots, by hand</title><p>Shop<p>The<p>Red boots<p>boots by hand<p>by");
        let head = HeadMatches::of(&page).unwrap();
        let [sixth, third, half] = [1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0];
        assert_eq!(head.titled, [0.0, sixth, third, half, 0.0]);
    }

    #[test]
    fn pages_without_a_head_have_none() {
        let page = Page::sample("<meta name=description content=''><title> </title><p>One two three four five");
        let head = HeadMatches::of(&page).unwrap();
        assert_eq!((head.titled, head.described, head.title), (vec![0.0], vec![0.0], None));
    }
}
