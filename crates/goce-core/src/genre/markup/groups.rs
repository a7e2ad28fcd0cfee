//! Repeated elements: elements of one name and class below parents of one name and class.

use super::FeatureSink;
use crate::keyed::Map;
use crate::learn::tokens::MOST_KNOWN;
use crate::prelude::*;
use crate::texts::lists::listed;

/// The counts inside elements, by their positions in [`Counts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Words,
    LinkWords,
    /// `<a href>`.
    Links,
    /// `<img>`.
    Images,
    /// `<h1>` to `<h6>`.
    Headings,
    /// `<p>`.
    Paragraphs,
    /// Currency signs beside numbers.
    Prices,
    /// `<time>` and dates in digits.
    Dates,
    Elements,
    /// `<button>`, `<input>`, `<select>`, `<textarea>`.
    Controls,
}

/// Running totals, by [`Count`].
pub type Counts = [u32; 10];

/// Elements alike, summed up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Group {
    /// The number of elements.
    pub size: u32,
    /// The sums of their counts.
    pub sums: [u64; 10],
    /// The sum of the squares of their words.
    pub squared_words: u64,
    /// The most words in one.
    pub most_words: u32,
    /// The depth of the first.
    pub depth: u32,
}

impl Group {
    /// Returns the mean of a count over the elements.
    pub fn mean(&self, count: Count) -> f64 {
        self.sum(count) as f64 / f64::from(self.size.max(1))
    }

    /// Returns the standard deviation of the elements' words over their mean.
    pub fn variation(&self) -> f64 {
        let mean = self.mean(Count::Words);
        let size = f64::from(self.size.max(1));
        let variance = (self.squared_words as f64 / size - mean * mean).max(0.0);
        variance.sqrt() / mean.max(1.0)
    }

    /// Returns the features in the order of [`NAMES`], given the words of the page.
    fn features(&self, page_words: f64) -> [f64; 14] {
        let words = self.mean(Count::Words);
        [
            f64::from(self.size),
            self.sum(Count::Words) as f64 / page_words,
            words,
            self.variation(),
            f64::from(self.most_words),
            self.mean(Count::LinkWords) / words.max(1.0),
            self.mean(Count::Links),
            self.mean(Count::Images),
            self.mean(Count::Headings),
            self.mean(Count::Paragraphs),
            self.mean(Count::Prices),
            self.mean(Count::Dates),
            self.mean(Count::Elements),
            f64::from(self.depth),
        ]
    }

    /// Returns the sum of a count over the elements.
    fn sum(&self, count: Count) -> u64 {
        self.sums[count as usize]
    }

    /// Returns `true` if the count is at least half the number of elements.
    fn often(&self, count: Count) -> bool {
        self.sum(count) * 2 >= u64::from(self.size)
    }
}

/// The features of each group that [`Groups`] finds.
const NAMES: [[&str; 14]; 4] = [
    listed(
        "texts_size texts_words_share texts_words texts_variation texts_most_words texts_link_words texts_links \
         texts_images texts_headings texts_paragraphs texts_prices texts_dates texts_elements texts_depth",
    ),
    listed(
        "cards_size cards_words_share cards_words cards_variation cards_most_words cards_link_words cards_links \
         cards_images cards_headings cards_paragraphs cards_prices cards_dates cards_elements cards_depth",
    ),
    listed(
        "posts_size posts_words_share posts_words posts_variation posts_most_words posts_link_words posts_links \
         posts_images posts_headings posts_paragraphs posts_prices posts_dates posts_elements posts_depth",
    ),
    listed(
        "offers_size offers_words_share offers_words offers_variation offers_most_words offers_link_words \
         offers_links offers_images offers_headings offers_paragraphs offers_prices offers_dates offers_elements \
         offers_depth",
    ),
];

/// The groups of a page in the order of their first element's end.
#[derive(Debug, Default)]
pub struct Groups {
    groups: Vec<Group>,
    /// Positions in `groups`. Keys are made of classes, which the page chooses: their hash is keyed.
    places: Map<u64, u32>,
}

impl Groups {
    /// Adds an element by the key of its group, its counts and its depth.
    pub fn add(&mut self, key: u64, held: &Counts, depth: usize) -> Fallible {
        let next = self.groups.len();
        let place = match self.places.get(&key) {
            Some(&place) => place as usize,
            None if next < MOST_KNOWN => {
                self.places.try_reserve(1)?;
                self.groups.try_push(Group {
                    depth: depth as u32,
                    ..Group::default()
                })?;
                self.places.insert(key, next as u32);
                next
            }
            None => return Ok(()),
        };
        let group = &mut self.groups[place];
        group.size += 1;
        for (sum, count) in group.sums.iter_mut().zip(held) {
            *sum += u64::from(*count);
        }
        let words = held[Count::Words as usize];
        group.squared_words += u64::from(words) * u64::from(words);
        group.most_words = group.most_words.max(words);
        Ok(())
    }

    /// Returns the group of at least `size` elements with the greatest measure, the first of equals, among those that
    /// pass a test.
    pub fn greatest(&self, size: u32, test: impl Fn(&Group) -> bool, measure: impl Fn(&Group) -> u64) -> Group {
        let mut best = Group::default();
        for group in &self.groups {
            if group.size >= size && test(group) && (best.size == 0 || measure(group) > measure(&best)) {
                best = *group;
            }
        }
        best
    }

    /// Returns the group with most words.
    pub fn texts(&self) -> Group {
        self.greatest(3, |_| true, |group| group.sum(Count::Words))
    }

    /// Returns the group with most words whose elements mostly have a link, and an image or a heading.
    pub fn cards(&self) -> Group {
        let is_card =
            |group: &Group| group.often(Count::Links) && (group.often(Count::Images) || group.often(Count::Headings));
        self.greatest(3, is_card, |group| group.sum(Count::Words))
    }

    /// Returns the group with most words whose elements mostly have a date, and some words of their own.
    pub fn posts(&self) -> Group {
        let is_post = |group: &Group| group.often(Count::Dates) && group.mean(Count::Words) >= 8.0;
        self.greatest(2, is_post, |group| group.sum(Count::Words))
    }

    /// Returns the group of most elements that mostly have a price.
    pub fn offers(&self) -> Group {
        let is_offer = |group: &Group| group.often(Count::Prices) && group.often(Count::Links);
        self.greatest(2, is_offer, |group| u64::from(group.size))
    }

    /// Writes the features, given the words of the page.
    pub fn write(&self, page_words: f64, feature: &mut FeatureSink<'_>) {
        let all = &self.groups;
        let of_size = |size: u32| all.iter().filter(|group| group.size >= size).count() as f64;
        feature("groups_3", of_size(3));
        feature("groups_10", of_size(10));
        feature("groups_30", of_size(30));
        let largest = all.iter().fold(0, |most, group| most.max(group.size));
        feature("groups_largest", f64::from(largest));
        let groups = [self.texts(), self.cards(), self.posts(), self.offers()];
        for (names, group) in NAMES.into_iter().zip(groups) {
            let features = names.into_iter().zip(group.features(page_words));
            features.for_each(|(name, value)| feature(name, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(words: u32, links: u32, images: u32, dates: u32) -> Counts {
        let mut counts = Counts::default();
        counts[Count::Words as usize] = words;
        counts[Count::Links as usize] = links;
        counts[Count::Images as usize] = images;
        counts[Count::Dates as usize] = dates;
        counts
    }

    #[test]
    fn groups_are_summed() {
        let mut groups = Groups::default();
        for words in [2, 4, 6] {
            groups.add(7, &held(words, 1, 0, 0), 3).unwrap();
        }
        let group = groups.texts();
        assert_eq!((group.size, group.most_words, group.depth), (3, 6, 3));
        assert_eq!(group.mean(Count::Words), 4.0);
        // Variance (4 + 16 + 36) / 3 - 16 = 8/3.
        assert_eq!(group.variation(), (56.0f64 / 3.0 - 16.0).sqrt() / 4.0);
    }

    #[test]
    fn kinds_of_groups() {
        let mut groups = Groups::default();
        for _ in 0..3 {
            groups.add(1, &held(100, 0, 0, 0), 1).unwrap();
            groups.add(2, &held(10, 1, 1, 0), 1).unwrap();
            groups.add(3, &held(50, 0, 0, 1), 1).unwrap();
            groups.add(4, &held(5, 0, 0, 1), 1).unwrap();
        }
        assert_eq!(groups.texts().sum(Count::Words), 300);
        assert_eq!(groups.cards().sum(Count::Words), 30);
        assert_eq!(groups.posts().sum(Count::Words), 150);
        assert_eq!(groups.offers().size, 0);
    }

    #[test]
    fn memory_is_bounded() {
        let mut groups = Groups::default();
        for key in 0..2 * MOST_KNOWN as u64 {
            groups.add(key, &held(1, 0, 0, 0), 0).unwrap();
        }
        assert_eq!(groups.groups.len(), MOST_KNOWN);
    }
}
