//! Repeated elements: elements of one name and class below parents of one name and class.

use crate::keyed::Map;
use crate::learn::tokens::MOST_KNOWN;
use crate::prelude::*;

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
        self.sums[count as usize] as f64 / f64::from(self.size.max(1))
    }

    /// Returns the standard deviation of the elements' words over their mean.
    pub fn variation(&self) -> f64 {
        let mean = self.mean(Count::Words);
        let size = f64::from(self.size.max(1));
        let variance = (self.squared_words as f64 / size - mean * mean).max(0.0);
        variance.sqrt() / mean.max(1.0)
    }

    /// Returns `true` if the count is at least half the number of elements.
    fn often(&self, count: Count) -> bool {
        self.sums[count as usize] * 2 >= u64::from(self.size)
    }
}

/// Writes the features of a group, whose names begin with a prefix.
macro_rules! write_group {
    ($prefix:literal, $group:expr, $page_words:expr, $feature:expr) => {
        let group: Group = $group;
        let words = group.mean(Count::Words);
        let share = group.sums[Count::Words as usize] as f64 / $page_words;
        for (name, value) in [
            (concat!($prefix, "_size"), f64::from(group.size)),
            (concat!($prefix, "_words_share"), share),
            (concat!($prefix, "_words"), words),
            (concat!($prefix, "_variation"), group.variation()),
            (concat!($prefix, "_most_words"), f64::from(group.most_words)),
            (concat!($prefix, "_link_words"), group.mean(Count::LinkWords) / words.max(1.0)),
            (concat!($prefix, "_links"), group.mean(Count::Links)),
            (concat!($prefix, "_images"), group.mean(Count::Images)),
            (concat!($prefix, "_headings"), group.mean(Count::Headings)),
            (concat!($prefix, "_paragraphs"), group.mean(Count::Paragraphs)),
            (concat!($prefix, "_prices"), group.mean(Count::Prices)),
            (concat!($prefix, "_dates"), group.mean(Count::Dates)),
            (concat!($prefix, "_elements"), group.mean(Count::Elements)),
            (concat!($prefix, "_depth"), f64::from(group.depth)),
        ] {
            $feature(name, value);
        }
    };
}

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
        self.greatest(3, |_| true, |group| group.sums[Count::Words as usize])
    }

    /// Returns the group with most words whose elements mostly have a link, and an image or a heading.
    pub fn cards(&self) -> Group {
        let is_card =
            |group: &Group| group.often(Count::Links) && (group.often(Count::Images) || group.often(Count::Headings));
        self.greatest(3, is_card, |group| group.sums[Count::Words as usize])
    }

    /// Returns the group with most words whose elements mostly have a date, and some words of their own.
    pub fn posts(&self) -> Group {
        let is_post = |group: &Group| group.often(Count::Dates) && group.mean(Count::Words) >= 8.0;
        self.greatest(2, is_post, |group| group.sums[Count::Words as usize])
    }

    /// Returns the group of most elements that mostly have a price.
    pub fn offers(&self) -> Group {
        let is_offer = |group: &Group| group.often(Count::Prices) && group.often(Count::Links);
        self.greatest(2, is_offer, |group| u64::from(group.size))
    }

    /// Writes the features, given the words of the page.
    pub fn write(&self, page_words: f64, feature: &mut dyn FnMut(&'static str, f64)) {
        let all = &self.groups;
        let of_size = |size: u32| all.iter().filter(|group| group.size >= size).count() as f64;
        feature("groups_3", of_size(3));
        feature("groups_10", of_size(10));
        feature("groups_30", of_size(30));
        let largest = all.iter().fold(0, |most, group| most.max(group.size));
        feature("groups_largest", f64::from(largest));
        write_group!("texts", self.texts(), page_words, feature);
        write_group!("cards", self.cards(), page_words, feature);
        write_group!("posts", self.posts(), page_words, feature);
        write_group!("offers", self.offers(), page_words, feature);
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
        assert_eq!(groups.texts().sums[Count::Words as usize], 300);
        assert_eq!(groups.cards().sums[Count::Words as usize], 30);
        assert_eq!(groups.posts().sums[Count::Words as usize], 150);
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
