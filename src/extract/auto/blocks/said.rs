//! The overlap of a block with the head of the page: with words of the title and the description, and with texts in
//! JSON-LD.

use crate::keyed::Set;
use crate::learn::tokens::{Source, hash, pair};
use crate::memory::OutOfMemory;
use crate::page::{Description, Page, json_ld};
use crate::tick::Tick;
use crate::words::words;

/// Bytes of a title, a description or a script that are read.
const READ: usize = 256 * 1024;

/// Words of a block that are compared.
const WORDS: usize = 200;

/// Properties of JSON-LD that hold content.
const TEXTS: [&str; 4] = ["articleBody", "description", "text", "reviewBody"];

/// Words by their hashes, which the page chooses: sets of them are keyed.
#[derive(Debug, Default)]
pub struct Said {
    /// Of `<title>` and `og:title`.
    title: Set<u32>,
    /// Of the descriptions.
    description: Set<u32>,
    /// Of the texts in JSON-LD: three that follow each other.
    json_ld: Set<u32>,
    /// A bit for the last bits of each word of title and description: most words are in neither.
    known: [u64; 8],
}

/// The shares of a block's words that the head of the page has too.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlap {
    /// Words in the title and the block, of those in either.
    pub title: f32,
    /// Words of the block in a description, of all of the block.
    pub description: f32,
    /// The same of all of the description.
    pub of_description: f32,
    /// The block's sequences of three words that JSON-LD has too.
    pub json_ld: f32,
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(READ)]
}

fn numbers(text: &str) -> impl Iterator<Item = u32> + '_ {
    words(text).map(|word| hash(Source::Word, word.as_bytes()))
}

/// Returns the place and the bit of [`Said::known`] for a word.
fn bit(word: u32) -> (usize, u64) {
    (word as usize / 64 % 8, 1 << (word % 64))
}

/// Returns the hashes of every three words that follow each other.
fn triples(words: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
    let (mut first, mut second) = (None, None);
    words.filter_map(move |third| {
        let triple = first
            .zip(second)
            .map(|(first, second)| pair(pair(first, second), third));
        (first, second) = (second, Some(third));
        triple
    })
}

fn insert(set: &mut Set<u32>, values: impl IntoIterator<Item = u32>) -> Result<(), OutOfMemory> {
    for value in values {
        set.try_reserve(1)?;
        set.insert(value);
    }
    Ok(())
}

impl Said {
    /// Reads the head of a page.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &Page, tick: Tick<'_>) -> Result<Self, OutOfMemory> {
        let mut said = Said::default();
        for element in page.head() {
            tick();
            match element {
                Description::Title(title) => insert(&mut said.title, numbers(cut(title)))?,
                Description::Meta(meta) => {
                    let (key, content) = (meta.key(), cut(meta.content.unwrap_or("")));
                    if key.eq_ignore_ascii_case("og:title") {
                        insert(&mut said.title, numbers(content))?;
                    } else if key.eq_ignore_ascii_case("description")
                        || key.eq_ignore_ascii_case("og:description")
                    {
                        insert(&mut said.description, numbers(content))?;
                    }
                }
                Description::JsonLd(script) => {
                    for text in json_ld::texts(cut(script), tick) {
                        if TEXTS.contains(&text.name) && !text.in_list {
                            insert(&mut said.json_ld, triples(numbers(text.written)))?;
                        }
                    }
                }
                Description::Link(_) => {}
            }
        }
        for word in said.title.iter().chain(&said.description) {
            let (place, bit) = bit(*word);
            said.known[place] |= bit;
        }
        Ok(said)
    }

    /// Returns the overlap of a block's text with the head.
    pub fn overlap(&self, text: &str) -> Overlap {
        if self.title.is_empty() && self.description.is_empty() && self.json_ld.is_empty() {
            return Overlap::default();
        }
        let (mut all, mut title, mut description) = (0u32, 0u32, 0u32);
        let (mut of_json_ld, mut in_json_ld) = (0u32, 0u32);
        let read = numbers(text).take(WORDS).inspect(|word| {
            all += 1;
            let (place, bit) = bit(*word);
            if self.known[place] & bit == 0 {
                return;
            }
            title += u32::from(self.title.contains(word));
            description += u32::from(self.description.contains(word));
        });
        if self.json_ld.is_empty() {
            read.for_each(drop);
        } else {
            for triple in triples(read) {
                of_json_ld += 1;
                in_json_ld += u32::from(self.json_ld.contains(&triple));
            }
        }
        let (all, title, description) = (all as f32, title as f32, description as f32);
        let either = (all + self.title.len() as f32 - title).max(1.0);
        Overlap {
            title: (title / either).min(1.0),
            description: description / all.max(1.0),
            of_description: description / self.description.len().max(1) as f32,
            json_ld: in_json_ld as f32 / of_json_ld.max(1) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps() {
        let page = Page::sample(
            "<title>Red Boots | Shop</title><meta name=description content='Fine boots'>
             <script type='application/ld+json'>{\"text\": \"Boots made of fine leather\"}</script>",
        );
        let said = Said::of(&page, &mut || ()).unwrap();
        assert_eq!(
            said.overlap("Red boots"),
            Overlap {
                title: 2.0 / 3.0,
                description: 0.5,
                of_description: 0.5,
                json_ld: 0.0
            }
        );
        assert_eq!(said.overlap("boots made of wood").json_ld, 0.5);
        assert_eq!(said.overlap(""), Overlap::default());
    }
}
