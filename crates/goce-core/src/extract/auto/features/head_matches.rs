//! Blocks that match the head of the page: its title or its description.

use super::block_tokens::hashes_of_words;
use crate::interrupts::{self, CHECK_EVERY};
use crate::memory::{OutOfMemory, TryPush, try_filled};
use crate::page::{Description, Page};

/// The most words of a title or a description that are read.
const WORDS: usize = 64;

/// The fewest words with which a block and a description both begin.
const LEAST: usize = 4;

/// How the blocks of a page match its head.
#[derive(Debug)]
pub struct HeadMatches {
    /// For each block with all of whose words a title begins, their share of the title's words; 0 for other blocks.
    pub titled: Vec<f32>,
    /// For each block, the number of words with which it and a description both begin, as a share of the words of the
    /// shorter one; 0 for fewer than [`LEAST`] words.
    pub described: Vec<f32>,
    /// The first of the blocks with the greatest share of a title.
    pub title: Option<usize>,
}

impl HeadMatches {
    /// Reads the head of a page.
    pub fn of(page: &Page) -> Result<Self, OutOfMemory> {
        let (titles, descriptions) = texts(page)?;
        let count = page.blocks().len();
        let mut head = HeadMatches {
            titled: try_filled(0.0, count)?,
            described: try_filled(0.0, count)?,
            title: None,
        };
        let mut best = 0.0;
        let mut words = Vec::new();
        for (index, block) in page.blocks().iter().enumerate() {
            if index % CHECK_EVERY == 0 {
                interrupts::check();
            }
            words.clear();
            let text = page.block_text(block);
            hashes_of_words(text, 1, &mut words)?;
            let begin_alike = |said: &Vec<u32>| said.first() == words.first();
            if !titles.iter().chain(&descriptions).any(begin_alike) {
                continue;
            }
            words.clear();
            hashes_of_words(text, WORDS, &mut words)?;
            for title in &titles {
                let shared = shared(title, &words);
                if shared == words.len() && shared > 0 {
                    let share = shared as f32 / title.len() as f32;
                    head.titled[index] = head.titled[index].max(share);
                }
            }
            if head.titled[index] > best {
                best = head.titled[index];
                head.title = Some(index);
            }
            for description in &descriptions {
                let shared = shared(description, &words);
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
fn texts(page: &Page) -> Result<(Vec<Vec<u32>>, Vec<Vec<u32>>), OutOfMemory> {
    let (mut titles, mut descriptions) = (Vec::new(), Vec::new());
    for (index, said) in page.head().enumerate() {
        if index % CHECK_EVERY == 0 {
            interrupts::check();
        }
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
        // The most titles that are read, and the most descriptions.
        if texts.len() < 4 {
            let mut words = Vec::new();
            hashes_of_words(text, WORDS, &mut words)?;
            texts.try_push(words)?;
        }
    }
    Ok((titles, descriptions))
}

/// Returns the number of words that two texts begin with alike.
fn shared(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
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
    fn pages_without_a_head_have_none() {
        let page = Page::sample("<meta name=description content=''><title> </title><p>One two three four five");
        let head = HeadMatches::of(&page).unwrap();
        assert_eq!((head.titled, head.described, head.title), (vec![0.0], vec![0.0], None));
    }
}
