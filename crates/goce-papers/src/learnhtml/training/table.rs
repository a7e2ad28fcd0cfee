//! The samples that a training learns from, page by page.

use goce_core::prelude::*;

use super::TrainError;
use super::options::TrainOptions;
use crate::learnhtml::features::terms::{Attribute, cut};
use crate::learnhtml::features::{Dom, NumericFeatures, Samples, class_and_id, samples};
use goce_core::html::numbering::Texts;
use goce_core::learn::labels;
use goce_core::page::Page;
use goce_core::texts::hashes::mix;

/// A sample.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The number of its page, in the order of [`Table::add`].
    pub page: u32,
    pub content: bool,
    pub words: u32,
    /// The numbers of its class and its id, for [`Table::attribute`].
    pub attributes: [u32; 2],
    pub features: NumericFeatures,
    /// A random number. It decides which samples are dropped when there are too many.
    chance: u32,
}

/// Samples, and the attributes that give the features of their terms. A sample takes about 600 bytes.
///
/// There are at most [`TrainOptions::max_samples`]. When they are exceeded, half of the samples are dropped at random, and
/// from then on half of those that are added. The next time one in four stays, and so on.
#[derive(Debug)]
pub struct Table {
    samples: Vec<Labelled>,
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
            let texts = class_and_id(page, sample.element);
            let mut attributes = [0; 2];
            for ((number, interned), text) in attributes.iter_mut().zip(&mut self.attributes).zip(texts) {
                let text = if self.has_text { cut(text) } else { "" };
                *number = interned.number(text, &mut interrupts::check)?;
            }
            let features = dom.numeric_features(sample.element);
            self.samples.try_push(Labelled {
                page: number,
                content: found > self.label_share * words as f64,
                words: words as u32,
                attributes,
                features: NumericFeatures {
                    // No larger than they need be.
                    tags: try_collect(features.tags)?,
                    ..features
                },
                chance,
            })?;
            while self.samples.len() > self.max_samples && self.bound > 0 {
                self.thin()?;
            }
        }
        Ok(())
    }

    /// Drops about half of the samples.
    fn thin(&mut self) -> Fallible {
        self.bound /= 2;
        let mut work = Countdown::new(CHECK_EVERY);
        self.samples.retain(|sample| {
            work.charge(1);
            sample.chance <= self.bound
        });
        let before = std::mem::take(&mut self.attributes);
        for sample in self.samples.iter_mut().checking(CHECK_EVERY) {
            let texts = before.iter().zip(&mut self.attributes);
            for (number, (before, now)) in sample.attributes.iter_mut().zip(texts) {
                *number = now.number(before.get(*number as usize), &mut interrupts::check)?;
            }
        }
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

    /// Returns the samples of each page among some, which are neighbours.
    pub fn by_page<'s>(&self, samples: &'s [u32]) -> impl Iterator<Item = &'s [u32]> {
        let page = |sample: &u32| self.samples[*sample as usize].page;
        samples.chunk_by(move |a, b| page(a) == page(b))
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
