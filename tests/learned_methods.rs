//! The methods `learnhtml` and `web2text` on the golden pages.

use goce_papers::{learnhtml, web2text};

use crate::pages::golden_pages;

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
