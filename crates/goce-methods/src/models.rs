//! The models whose weights are part of the library, as `goce_models_builtin` lists them.
//!
//! Each has a card, `models/*/MODEL.md`, with its data and its figures.

use goce_core::extract::auto;
use goce_core::genre::markup;
use goce_papers::{learnhtml, svm, web2text};
use goce_sight::network;

/// A model whose weights are part of the library.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name, which no other model has.
    pub name: &'static str,
    /// Its kind, in words.
    pub kind: &'static str,
    /// Its version. Another version gives other results for the same page.
    pub version: &'static str,
    /// The data that it learned from, with author and licence.
    pub trained_on: &'static str,
    /// Its file of weights, from `models/`.
    pub weights: &'static [u8],
}

const TRAINED_ON: &str = "WCXB development split, 1,358 pages (Murrough Foley, 2026, CC-BY-4.0)";

/// The pages that `auto` was trained on.
const OF_TEXTS: &str = "WCXB development split, 1,358 pages (Murrough Foley, 2026, CC-BY-4.0); \
    772 pages of WEB-FORUM-52 (Apache-2.0), magic-html (Apache-2.0), \
    Chinese-Web-Content-Extraction-Dataset (MIT), article-extraction-dataset (Apache-2.0) and htmldate (Apache-2.0); \
    143 pages of fundus (MIT); 792 pages that are no articles, labelled by a language model for goce; \
    for page types also those of `genre-markup`";

/// The pages that `genre-markup` was trained on.
const OF_TYPES: &str = "the pages of `auto`; 633 pages of 127 real sites, by their own marks; \
    152 recipes of recipe-scrapers (MIT); 76 lists of juriscraper (BSD)";

/// The data of the network for screenshots. A test compares it and the version with what the network's file states:
/// reading the file would take most of a second.
const SCREENSHOTS: &str = "ImageNet (EfficientNet-Lite0's first blocks, Apache-2.0); screenshots of 344 real sites; \
    renders of the WCXB development split (Murrough Foley, 2026, CC-BY-4.0) and of pages of five other sets";

fn learned(name: &'static str, kind: &'static str, weights: &'static [u8]) -> BuiltIn {
    BuiltIn {
        name,
        kind,
        version: "1",
        trained_on: TRAINED_ON,
        weights,
    }
}

/// Returns the built-in models in the order of their names. No constant: its package would have a copy of all weights.
pub fn built_in() -> [BuiltIn; 6] {
    [
        BuiltIn {
            version: "4",
            trained_on: OF_TEXTS,
            ..learned("auto", "boosted trees over features of blocks and page", auto::WEIGHTS)
        },
        BuiltIn {
            version: "3",
            trained_on: OF_TYPES,
            ..learned("genre-markup", "boosted trees over page features", markup::WEIGHTS)
        },
        BuiltIn {
            version: "5",
            trained_on: SCREENSHOTS,
            ..learned("genre-screenshot", "convolutional network over a screenshot", network::BUILT_IN)
        },
        BuiltIn {
            version: "2",
            ..learned("genre-svm", "support vector machine over 11 page features", svm::WEIGHTS)
        },
        learned("learnhtml", "random forest over features of elements in the DOM", learnhtml::WEIGHTS),
        learned("web2text", "two convolutional networks over features of text nodes", web2text::WEIGHTS),
    ]
}

#[cfg(test)]
mod tests {
    use goce_sight::network::Network;

    use super::*;

    #[test]
    fn the_network_for_screenshots_is_described_as_in_its_file() {
        let network = Network::built_in().unwrap();
        let [_, _, listed, ..] = built_in();
        assert_eq!(network.version(), Some(listed.version));
        assert_eq!(network.trained_on(), Some(listed.trained_on));
    }
}
