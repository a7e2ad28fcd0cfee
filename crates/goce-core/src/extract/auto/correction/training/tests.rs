//! Corrections of made-up sites.

use super::*;
use crate::extract::auto::select_corrected;
use crate::extract::{Options, auto};
use crate::render;

const SENTENCE: &str =
    "The harbour froze over night, and the ferry stayed where it was until noon, as it does each year.";

/// A page whose content is a list of notices that looks like a list of teasers, beside a text that is not content.
fn page(number: u32) -> (String, String) {
    let notices: Vec<String> =
        (0..6).map(|notice| format!("Notice {number} {notice} of the office of the town")).collect();
    let list: String =
        notices.iter().map(|text| format!("<li class=notice-line><a href=/{number}>{text}</a>")).collect();
    let html = format!(
        "<html><head><title>Town {number}</title></head><body><nav><a href=/>Home</a></nav><div class=about-box><p>{SENTENCE} \
         {SENTENCE}</p></div><ul class=notices>{list}</ul><div class=foot>All rights reserved</div>"
    );
    (html, notices.join("\n"))
}

fn training(pages: u32, folds: usize, max_samples: usize) -> TrainingPages {
    let mut training = TrainingPages::new(Training {
        folds,
        max_samples,
        ..Training::default()
    });
    for number in 0..pages {
        let (html, gold) = page(number);
        add(&mut training, &html, &gold, None);
    }
    training
}

fn add(training: &mut TrainingPages, html: &str, gold: &str, group: Option<&str>) {
    training.add(&Setup::built_in().unwrap(), &Page::sample(html), gold, group).unwrap();
}

fn learned(pages: u32) -> Learned {
    training(pages, 5, 100_000).train(&mut |_| ()).unwrap()
}

fn text(html: &str, correction: &Correction) -> String {
    let page = Page::sample(html);
    let selection = select_corrected(&page, &Options::default(), correction).unwrap();
    render::text(&page, &selection).unwrap().unwrap_or_default()
}

fn text_of_auto(html: &str) -> String {
    let page = Page::sample(html);
    let selection = auto::select(&page, &Options::default()).unwrap();
    render::text(&page, &selection).unwrap().unwrap_or_default()
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn a_correction_learns_what_is_content_here() {
    let (html, gold) = page(1000);
    assert_ne!(text_of_auto(&html), gold);
    let learned = learned(30);
    let held_out = learned.held_out.unwrap();
    assert!(held_out.word_f1 > 0.95 && held_out.difference.low > 0.0, "{held_out:?}");
    assert_eq!(words(&text(&html, &learned.correction)), words(&gold));
    let pages: Vec<usize> = learned.curve.iter().map(|(pages, _)| *pages).collect();
    assert_eq!(pages, [6, 12, 24]);
    assert_eq!(learned.correction.description["training"]["pages"], 30);
}

#[test]
fn corrections_are_read_as_they_are_written() {
    let correction = learned(12).correction;
    let bytes = correction.write().unwrap();
    assert_eq!(bytes, learned(12).correction.write().unwrap());
    let read = Correction::read(&bytes).unwrap();
    assert_eq!(read.write().unwrap(), bytes);
    let (html, _) = page(1001);
    assert_eq!(text(&html, &read), text(&html, &correction));
    for length in [0, 9, 10, 20, bytes.len() - 1] {
        assert!(Correction::read(&bytes[..length]).is_err(), "{length}");
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x20;
        assert!(Correction::read(&damaged).is_err(), "{place}");
    }
}

/// Pages of other sites stay as they are unless that is asked for. A site is known by the address that a page states too.
#[test]
fn a_correction_keeps_to_its_sites() {
    let of_site = |number: u32| {
        let (html, gold) = page(number);
        let head = format!("<link rel=canonical href='https://www.town{number}.example/a'></head>");
        let body = format!("<body><div class='site-{number}'>");
        (html.replace("</head>", &head).replace("<body>", &body), gold)
    };
    let (html, gold) = of_site(1000);
    let same_site = html.replace("town1000", "town7");
    let with = |other_sites| {
        let mut training = training(0, 5, 100_000);
        training.training.other_sites = other_sites;
        for number in 0..30 {
            let (html, gold) = of_site(number);
            add(&mut training, &html, &gold, Some(&number.to_string()));
        }
        training.train(&mut |_| ()).unwrap()
    };
    for (other_sites, elsewhere) in [(false, false), (true, true)] {
        let learned = with(other_sites);
        assert_eq!(learned.may_help_others, !other_sites);
        let is_right = |html| words(&text(html, &learned.correction)) == words(&gold);
        assert_eq!((is_right(&html), is_right(&same_site)), (elsewhere, true), "{other_sites}");
    }
}

/// Where `auto` is right there is nothing to correct.
#[test]
fn none_is_learned_where_nothing_is_wrong() {
    let mut training = training(0, 5, 100_000);
    for number in 0..20 {
        let text = format!("{SENTENCE} {SENTENCE} Number {number}. {SENTENCE}");
        let html =
            format!("<html><head><title>Ice</title></head><body><main><p>{text}</p></main><footer>All rights</footer>");
        add(&mut training, &html, &text, Some("one site"));
    }
    let learned = training.train(&mut |_| ()).unwrap();
    assert!(learned.correction.is_none());
    assert_eq!(learned.held_out.unwrap().difference.mean, 0.0);
    let (html, _) = page(0);
    assert_eq!(text(&html, &learned.correction), text_of_auto(&html));
}

#[test]
fn there_must_be_something_to_learn() {
    let of = |pages: &[(&str, &str)]| {
        let mut training = training(0, 5, 100_000);
        pages.iter().for_each(|(html, gold)| add(&mut training, html, gold, None));
        training.train(&mut |_| ()).unwrap_err()
    };
    assert_eq!(of(&[]), TrainingError::NoPages);
    assert_eq!(of(&[("<p>", "Ice")]), TrainingError::NoBlocks { pages: 1, long: 0 });
    assert_eq!(of(&[("<p>Ice and snow today", "Fire")]), TrainingError::NoContent { blocks: 1 });
}

#[test]
fn few_pages_and_no_folds_will_do() {
    for (pages, folds) in [(1, 5), (2, 5), (3, 0)] {
        let learned = training(pages, folds, 100_000).train(&mut |_| ()).unwrap();
        assert_eq!(learned.held_out.is_some(), pages == 2);
        assert!(learned.curve.is_empty());
    }
}

#[test]
fn pages_over_the_limit_are_dropped() {
    let description = training(20, 0, 30).train(&mut |_| ()).unwrap().correction.description;
    let training = &description["training"];
    assert!(training["blocks"].as_u64().unwrap() <= 30);
    assert_eq!(training["pages"].as_u64().unwrap() + training["rows_over_max_samples"].as_u64().unwrap(), 20);
}
