//! Which trees score the blocks of a page. A page that may well be an article is scored by a forest that has learned from
//! articles, threads and WCXB's pages; any other one by a forest that has learned from lists, shops and front pages too.
//! One forest for both took teasers into articles: of the five languages of world-old-news it reached .860, both reach
//! .884 (benches/results/auto.md).

use super::complete_forest::CompleteForest;
use crate::genre::PageType;
use crate::learn::forest::Forest;
use crate::learn::reader::Reader;
use crate::prelude::*;

/// The two forests of a model.
#[derive(Debug)]
pub struct Forests {
    of_texts: CompleteForest,
    of_all: CompleteForest,
}

/// A forest, and the features of the page that its trees ask for.
#[derive(Debug)]
pub struct Chosen<'a> {
    pub forest: &'a CompleteForest,
    pub asked: Vec<f32>,
}

impl Forests {
    /// Reads both forests, that of texts first.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        Some(Forests {
            of_texts: CompleteForest::of(&Forest::read(bytes)?)?,
            of_all: CompleteForest::of(&Forest::read(bytes)?)?,
        })
    }

    /// Returns the forest for a page with these features, which end with the probabilities of the page types. `Ok(None)` if
    /// their number is wrong.
    pub fn for_page(&self, features: &[f32]) -> Fallible<Option<Chosen<'_>>> {
        let mut features = try_collect(features.iter().copied())?;
        let Some(types) = features.len().checked_sub(PageType::ALL.len()) else {
            return Ok(None);
        };
        let leaning = lean(&features[types..]);
        let forest = if is_text(&leaning) {
            features[types..].copy_from_slice(&leaning);
            &self.of_texts
        } else {
            &self.of_all
        };
        Ok(forest.asked(&features).map(|asked| Chosen { forest, asked }))
    }
}

/// Returns the probabilities of the page types with the odds of an article multiplied by five. Page types are learned from
/// sets in which pages with teasers all around are lists; of an archive many are articles of other decades and languages.
/// Chosen on world-old-news and kinds: 1 loses .006 of the one, 10 loses .003 of the other.
fn lean(types: &[f32]) -> [f32; PageType::ALL.len()] {
    let mut leaning = [0.0; PageType::ALL.len()];
    leaning.copy_from_slice(types);
    leaning[PageType::Article as usize] *= 5.0;
    let sum: f32 = leaning.iter().sum();
    if sum > 0.0 {
        leaning.iter_mut().for_each(|probability| *probability /= sum);
    }
    leaning
}

/// Returns `true` if a page is more likely an article, documentation or a thread than not.
fn is_text(types: &[f32]) -> bool {
    let of_texts = [PageType::Article, PageType::Documentation, PageType::Forum];
    of_texts.iter().map(|page_type| types[*page_type as usize]).sum::<f32>() >= 0.5
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;

    /// Returns probabilities of the page types, the rest for services.
    fn types(article: f32, listing: f32) -> [f32; 7] {
        let mut types = [0.0; 7];
        types[PageType::Article as usize] = article;
        types[PageType::Listing as usize] = listing;
        types[PageType::Service as usize] = 1.0 - article - listing;
        types
    }

    #[test]
    fn unsure_pages_lean_to_articles() {
        assert!(is_text(&lean(&types(1.0, 0.0))));
        assert!(is_text(&lean(&types(0.2, 0.8))));
        assert!(!is_text(&lean(&types(0.1, 0.8))));
        assert!(!is_text(&lean(&types(0.0, 0.0))));
        let sum: f32 = lean(&types(0.3, 0.6)).iter().sum();
        assert!((sum - 1.0).abs() < 1e-6);
        assert_eq!(lean(&[0.0; 7]), [0.0; 7]);
    }

    #[test]
    fn a_forest_is_chosen_by_the_page() {
        let forests = &Model::built_in().unwrap().forests;
        let mut features = vec![0.0; forests.of_all.page_features];
        let at = features.len() - 7;
        let mut is_of_texts = |article| {
            features[at..].copy_from_slice(&types(article, 1.0 - article));
            let chosen = forests.for_page(&features).unwrap().unwrap();
            std::ptr::eq(chosen.forest, &forests.of_texts)
        };
        assert!(is_of_texts(0.9));
        assert!(!is_of_texts(0.05));
        assert!(forests.for_page(&features[1..]).unwrap().is_none());
        assert!(forests.for_page(&[]).unwrap().is_none());
    }
}
