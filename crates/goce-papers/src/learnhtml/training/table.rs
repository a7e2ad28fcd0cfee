//! The samples that a training learns from, page by page.

use goce_core::html::names;
use goce_core::interrupts::{self, CHECK_EVERY, Checking};

use super::TrainError;
use super::options::TrainOptions;
use crate::learnhtml::features::columns::NUMBERS;
use crate::learnhtml::features::terms::{Attribute, cut};
use crate::learnhtml::features::{Dom, NumericFeatures, Samples, samples};
use goce_core::html::numbering::Texts;
use goce_core::learn::labels;
use goce_core::memory::{OutOfMemory, TryPush};
use goce_core::page::Page;
use goce_core::texts::hashes::mix;

/// A sample, without its numeric features.
#[derive(Clone, Copy, Debug)]
pub struct Labelled {
    /// The number of its page, in the order of [`Table::add`].
    pub page: u32,
    pub content: bool,
    pub words: u32,
    /// The numbers of its class and its id, for [`Table::attribute`].
    pub attributes: [u32; 2],
    /// A random number. It decides which samples are dropped when there are too many.
    chance: u32,
}

/// Samples, and the numbers and attributes that give their features. A sample takes about 600 bytes.
///
/// There are at most [`TrainOptions::max_samples`]. When they are exceeded, half of the samples are dropped at random, and
/// from then on half of those that are added. The next time one in four stays, and so on.
#[derive(Debug)]
pub struct Table {
    samples: Vec<Labelled>,
    numbers: Vec<f32>,
    tags: Vec<(u16, f32)>,
    /// Where the tags of each sample start, and the end of the last.
    tag_starts: Vec<usize>,
    attributes: [Texts; 2],
    pages: u32,
    seen: u64,
    /// Samples whose chance is beyond this are dropped.
    bound: u32,
    max_samples: usize,
    of: Samples,
    label_share: f64,
    has_text: bool,
    seed: u64,
}

impl Table {
    pub fn new(options: &TrainOptions) -> Self {
        Table {
            samples: Vec::new(),
            numbers: Vec::new(),
            tags: Vec::new(),
            tag_starts: vec![0],
            attributes: Default::default(),
            pages: 0,
            seen: 0,
            bound: u32::MAX,
            max_samples: options.max_samples,
            of: options.samples,
            label_share: options.label_share,
            has_text: options.grams.is_some(),
            seed: options.seed,
        }
    }

    /// Adds the samples of a page.
    ///
    /// A sample is content if more than a share of the words that it holds directly are in the gold text, by the longest
    /// common subsequence (section 3.2.1, where the share is 0.1). [`labels::shares`] counts runs of at least three words,
    /// and also finds blocks in other places. Elements that only contain such elements are not content, as in Table 3.3.
    pub fn add(&mut self, page: &Page, gold: &str) -> Result<(), TrainError> {
        let number = self.pages;
        self.pages = number.checked_add(1).ok_or(TrainError::TooManyPages)?;
        let mut texts: Vec<&str> = Vec::new();
        for block in page.blocks().iter().checking(CHECK_EVERY) {
            texts.try_push(page.block_text(block))?;
        }
        let shares = labels::shares(&texts, gold)?;
        let dom = Dom::of(page)?;
        let (samples, order) = samples(page, self.of)?;
        let mut random = mix(self.seed, u64::from(number));
        for (index, sample) in samples.iter().enumerate().checking(CHECK_EVERY) {
            self.seen += 1;
            random = mix(random, index as u64);
            let chance = (random >> 32) as u32;
            if chance > self.bound {
                continue;
            }
            let (mut words, mut found) = (0, 0.0);
            for block in &order[sample.blocks.clone()] {
                let block = *block as usize;
                let count = page.word_count(page.blocks()[block].nodes());
                words += count;
                found += count as f64 * f64::from(shares[block]);
            }
            let id = page.attribute(sample.element, names::ID).unwrap_or("");
            let texts = [page.class(sample.element), id];
            let mut attributes = [0; 2];
            for ((number, interned), text) in attributes.iter_mut().zip(&mut self.attributes).zip(texts) {
                let text = if self.has_text { cut(text) } else { "" };
                *number = interned.number(text, &mut interrupts::check)?;
            }
            let labelled = Labelled {
                page: number,
                content: found > self.label_share * words as f64,
                words: words as u32,
                attributes,
                chance,
            };
            self.push(labelled, &dom.numeric_features(sample.element))?;
            while self.samples.len() > self.max_samples && self.bound > 0 {
                self.thin()?;
            }
        }
        Ok(())
    }

    fn push(&mut self, sample: Labelled, given: &NumericFeatures) -> Result<(), OutOfMemory> {
        self.samples.try_reserve(1)?;
        self.numbers.try_reserve(NUMBERS)?;
        self.tags.try_reserve(given.tags.len())?;
        self.tag_starts.try_reserve(1)?;
        self.samples.push(sample);
        self.numbers.extend(given.numbers);
        self.tags.extend(&given.tags);
        self.tag_starts.push(self.tags.len());
        Ok(())
    }

    /// Drops about half of the samples.
    fn thin(&mut self) -> Result<(), OutOfMemory> {
        self.bound /= 2;
        let (mut to, mut tags_to) = (0, 0);
        let before = std::mem::take(&mut self.attributes);
        for from in 0..self.samples.len() {
            if from % 4096 == 0 {
                interrupts::check();
            }
            let tags = self.tag_starts[from]..self.tag_starts[from + 1];
            if self.samples[from].chance > self.bound {
                continue;
            }
            let sample = &mut self.samples[from];
            let texts = before.iter().zip(&mut self.attributes);
            for (number, (before, now)) in sample.attributes.iter_mut().zip(texts) {
                *number = now.number(before.get(*number as usize), &mut interrupts::check)?;
            }
            self.samples[to] = *sample;
            self.numbers.copy_within(from * NUMBERS..(from + 1) * NUMBERS, to * NUMBERS);
            let count = tags.len();
            self.tags.copy_within(tags, tags_to);
            to += 1;
            tags_to += count;
            // This start is not read again: `to` is at most `from` + 1.
            self.tag_starts[to] = tags_to;
        }
        self.samples.truncate(to);
        self.numbers.truncate(to * NUMBERS);
        self.tags.truncate(tags_to);
        self.tag_starts.truncate(to + 1);
        Ok(())
    }

    pub fn pages(&self) -> usize {
        self.pages as usize
    }

    /// Returns the number of samples that were added, dropped ones too.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    pub fn content(&self) -> usize {
        self.samples.iter().filter(|sample| sample.content).count()
    }

    pub fn samples(&self) -> &[Labelled] {
        &self.samples
    }

    pub fn numeric_features(&self, sample: usize) -> NumericFeatures {
        let mut given = NumericFeatures::none();
        given.numbers.copy_from_slice(&self.numbers[sample * NUMBERS..(sample + 1) * NUMBERS]);
        given.tags.extend(&self.tags[self.tag_starts[sample]..self.tag_starts[sample + 1]]);
        given
    }

    /// Returns the class, or the id, of a number.
    pub fn attribute(&self, attribute: Attribute, number: u32) -> &str {
        self.attributes[attribute as usize].get(number as usize)
    }

    /// Returns the number of different classes, or ids.
    pub fn attributes(&self, attribute: Attribute) -> usize {
        self.attributes[attribute as usize].len()
    }
}
