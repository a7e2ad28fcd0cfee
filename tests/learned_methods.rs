//! The methods `learnhtml` and `web2text` on the golden pages.

use goce_core::evaluate::{PageScores, Unit};
use goce_core::extract::Options;
use goce_core::render;
use goce_methods::Method;
use goce_papers::{learnhtml, web2text};

use crate::pages::golden_pages;

/// A method, with bounds a little below its F1 by characters: the mean of all golden pages, and the least of the articles.
/// (Each extracts nothing from a list or two.)
const REACHED: [(&str, f64, f64); 2] = [("learnhtml", 0.8, 0.9), ("web2text", 0.65, 0.8)];

#[test]
fn content_of_the_golden_pages() {
    for (method, least_mean, least) in REACHED {
        let method: Method = method.parse().unwrap();
        let (mut sum, mut count) = (0.0, 0);
        for golden in golden_pages() {
            let (name, page) = (&golden.name, golden.page());
            let selection = method.select(&page, &Options::default()).unwrap();
            let text = render::text(&page, &selection).unwrap().unwrap_or_default();
            let f1 = PageScores::new(&golden.gold, &text, Unit::Char).unwrap().lcs.f1;
            println!("{} {name} {f1:.3}", method.name());
            assert!(f1 > least || !name.starts_with("article"), "{name} {f1}");
            sum += f1;
            count += 1;
        }
        assert!(sum / f64::from(count) > least_mean, "{}", method.name());
    }
}

#[test]
fn blocks_of_one_element_have_one_probability() {
    for golden in golden_pages() {
        let (name, page) = (&golden.name, golden.page());
        let probabilities = learnhtml::built_in().unwrap().block_probabilities(&page).unwrap();
        for (block, probability) in page.blocks().iter().zip(&probabilities) {
            assert!((0.0..=1.0).contains(probability));
            for (other, of_other) in page.blocks().iter().zip(&probabilities) {
                assert!(block.element() != other.element() || probability == of_other, "{name}");
            }
        }
    }
}

#[test]
fn the_built_in_model_is_small_and_known() {
    assert!(learnhtml::WEIGHTS.len() < 1 << 20);
    let description = learnhtml::built_in().unwrap().description();
    assert_eq!(description["model"], "forest");
    assert_eq!(description["training"]["pages"], 1358);
}

#[test]
fn the_built_in_networks_run() {
    assert!(web2text::WEIGHTS.len() < 1 << 20);
    assert!(web2text::built_in().is_ok());
}
