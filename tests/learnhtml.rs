//! The method `learnhtml` on the golden pages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;

use goce::evaluate::{PageScores, Unit};
use goce::extract::{Method, learnhtml};
use goce::page::{Limits, Page};
use goce::render;

fn golden_pages() -> Vec<(String, Page, String)> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let index = fs::read_to_string(directory.join("index.tsv")).unwrap();
    let names = index
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next());
    names
        .map(|name| {
            let read = |extension| {
                fs::read_to_string(directory.join(format!("{name}.{extension}"))).unwrap()
            };
            let page = Page::parse(&read("html"), &Limits::default(), &mut || ()).unwrap();
            (name.to_owned(), page, read("txt"))
        })
        .collect()
}

/// A little under what it reaches on these pages, by characters: on all, and on the second worst. (Of one
/// it takes nothing.)
const MEAN: f64 = 0.8;
const LEAST: f64 = 0.3;

#[test]
fn content_of_the_golden_pages() {
    let mut reached = Vec::new();
    for (name, page, gold) in golden_pages() {
        let selection = Method::LearnHtml.select(&page, None, &mut || ());
        let text = render::text(&page, &selection).unwrap_or_default();
        let f1 = PageScores::new(&gold, &text, Unit::Char, &mut || ()).lcs.f1;
        println!("{name} {f1:.3}");
        reached.push(f1);
    }
    reached.sort_by(f64::total_cmp);
    let mean = reached.iter().sum::<f64>() / reached.len() as f64;
    assert!(mean > MEAN && reached[1] > LEAST, "{mean} {reached:?}");
}

#[test]
fn blocks_of_one_element_stand_or_fall_together() {
    for (name, page, _) in golden_pages() {
        let probabilities = learnhtml::built_in().unwrap().judge(&page, &mut || ());
        for (block, probability) in page.blocks().iter().zip(&probabilities) {
            assert!((0.0..=1.0).contains(probability));
            for (other, of_other) in page.blocks().iter().zip(&probabilities) {
                assert!(
                    block.element != other.element || probability == of_other,
                    "{name}"
                );
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
