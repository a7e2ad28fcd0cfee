use std::collections::BTreeMap;

use super::*;
use crate::genre::PageType;
use crate::interrupts;
use crate::learn::tokens::{Source, hash};

pub fn features_of(html: &str) -> BTreeMap<&'static str, f64> {
    let mut values = BTreeMap::new();
    let mut feature = |name, value: f64| {
        assert!(value.is_finite(), "{name}");
        assert!(values.insert(name, value).is_none(), "{name} twice");
    };
    measure(&Page::sample(html), &mut feature, &mut |_, _, _| {}).unwrap();
    values
}

/// Checks the features of a page: each row of the table has a feature and its value, a number or a fraction.
pub fn check(values: &BTreeMap<&str, f64>, table: &str) {
    for [name, value] in cases(table) {
        let (part, whole) = value.split_once('/').unwrap_or((value, "1"));
        assert_eq!(values[name], part.parse::<f64>().unwrap() / whole.parse::<f64>().unwrap(), "{name}");
    }
}

fn tokens(html: &str) -> Vec<(Source, String)> {
    let mut found = Vec::new();
    let mut sink = |source, _, token: &[u8]| {
        found.push((source, String::from_utf8_lossy(token).into_owned()));
    };
    measure(&Page::sample(html), &mut |_, _| {}, &mut sink).unwrap();
    found
}

const SHOP: &str = r#"<!DOCTYPE html><html lang="en"><head><title>Green tea kettles</title>
    <link rel="canonical" href="https://www.kettle.example/shop/kettles-12/?page=2">
    <meta property="og:type" content="website"><meta name="generator" content="Shopsoft 3.1">
    <script type="application/ld+json">{"@type": ["ItemList", "Thing"], "itemListElement": [
        {"@type":"ListItem", {"@type" : "http://schema.org/Product"}]</script></head>
    <body class="category"><h1>Two kettles</h1><ul class="grid">
    <li class="product-card"><a href="/shop/kettles-12/red"><img src="1.jpg">Red kettle</a> $12</li>
    <li class="product-card"><a href="https://kettle.example/blue?x=1"><img src="2.jpg">Blue</a> $9</li>
    <li class="product-card"><a href="https://other.example/a-b-c-d-e"><img src="3.jpg">Old</a></li>
    </ul><p>Sold since 2019.</p><a href="mailto:us@kettle.example">Write</a> <a>No link</a></body>"#;

#[test]
fn features_of_a_small_page() {
    let values = features_of(SHOP);
    check(
        &values,
        "
        // 72 bytes, six to a word: Two kettles from 0, Red kettle 13, $12 24, Blue 28, $9 33,
        // Old 36, Sold since 2019. 41, Write 59, No link 65.
        words => 12
        title_words => 3
        h1_words => 2
        h1_from => 0
        li => 3
        img => 3
        elements => 16
        words_li => 4/12
        words_a => 6/12
        links => 4
        links_external => 0.25
        links_below => 1
        links_query => 0.25
        links_contact => 1
        links_titled => 0.25
        prices => 2
        dates => 1
        ld_types => 4
        ld_list => 1
        ld_list_item => 1
        ld_product => 1
        path_depth => 2
        path_digits => 2
        path_slash_at_end => 1
        path_query => 1
        // The items, and the links in them.
        groups_3 => 2
        cards_size => 3
        cards_words => 4/3
        cards_links => 1
        cards_images => 1
        offers_size => 3
        posts_size => 0
        controls => 0",
    );
}

#[test]
fn features_of_nothing() {
    let values = features_of("");
    assert_eq!(values["words"], 0.0);
    assert_eq!(values["path_depth"], -1.0);
    assert_eq!(values.len(), features_of(SHOP).len());
}

#[test]
fn tokens_of_a_small_page() {
    let found = tokens(SHOP);
    for [source, token, times] in cases(
        "
        Title => kettles => 1
        Path => shop => 1
        Meta => og:type=website => 1
        Meta => generator=Shopsoft => 1
        Schema => Product => 1
        Schema => ItemList => 1
        BodyClass => category => 1
        Class => category => 0
        // Once for all elements of the class.
        Class => product => 1
        RepeatedClass => card => 0
        Heading => Two => 1
        Property => canonical => 1
        Label => Two kettles => 1",
    ) {
        let token = format!("({source}, {token:?})");
        let count = found.iter().filter(|found| format!("{found:?}") == token).count();
        assert_eq!(count.to_string(), times, "{token}");
    }
    let four = tokens(&"<p class=reply>x</p>".repeat(4));
    assert!(four.contains(&(Source::RepeatedClass, "reply".to_owned())));
}

#[test]
fn the_embedded_model_fits_the_features() {
    let model = Model::embedded().expect("models/genre-markup/markup.bin is a model");
    let names = features::names().unwrap();
    assert_eq!(model.forest.page_features, names.len() + PageType::ALL.len());
}

#[test]
fn a_cut_model_is_none() {
    let bytes = super::WEIGHTS;
    assert!(Model::read(bytes).is_some());
    assert!(Model::read(&bytes[..bytes.len() - 1]).is_none());
    assert!(Model::read(&[bytes, &[0]].concat()).is_none());
    assert!(Model::read(&[]).is_none());
}

#[test]
fn probabilities_sum_to_one() {
    for html in ["", SHOP, "<p>x", "text", "<title>only", &"<li>".repeat(500)] {
        let scores = classify(&Page::sample(html)).unwrap();
        let sum: f32 = scores.probabilities.iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        assert!(scores.probabilities.iter().all(|p| (0.0..=1.0).contains(p)));
        assert_eq!(classify(&Page::sample(html)), Ok(scores));
    }
}

#[test]
fn the_words_are_the_feature() {
    for (html, has_text) in [("", false), ("<title>Only a head</title>", false), (SHOP, true)] {
        let measured = measured(&Page::sample(html)).unwrap();
        assert_eq!(measured.words, features_of(html)["words"]);
        assert_eq!(measured.words > 0.0, has_text, "{html}");
    }
}

#[test]
fn softmax_of_large_scores() {
    let found = softmax([1000.0, 1000.0, -1000.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(found, [0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
}

/// Returns the checks that classifying a page takes, which measure its work.
fn checks(html: &str) -> usize {
    let page = Page::sample(html);
    let (_, checks) = interrupts::counted(|| classify(&page).unwrap());
    checks
}

#[test]
fn large_pages_check_and_end() {
    let nested = "<div class='a b'>".repeat(100_000) + "x";
    assert!((50..1000).contains(&checks(&nested)), "{}", checks(&nested));
    let siblings: String = (0..100_000).map(|n| format!("<a class=c{n} href=x>y</a>")).collect();
    assert!((150..2000).contains(&checks(&siblings)), "{}", checks(&siblings));
    let text = "word 1.50 ".repeat(200_000);
    assert!((25..500).contains(&checks(&text)), "{}", checks(&text));
}

#[test]
fn a_token_is_found_by_its_hash() {
    let mut found = false;
    let mut sink = |source: Source, known: u32, token: &[u8]| {
        assert_eq!(known, hash(source, token));
        found |= known == hash(Source::Class, b"product");
    };
    measure(&Page::sample(SHOP), &mut |_, _| {}, &mut sink).unwrap();
    assert!(found);
}

#[test]
fn pages_of_few_words_are_as_most_pages_are() {
    let sure = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(with_little_text(sure, KNOWN_WORDS), sure);
    assert_eq!(with_little_text(sure, 0.0), OF_TYPE.map(|pages| (pages / 1358.0) as f32));
    let half = with_little_text(sure, KNOWN_WORDS / 2.0);
    assert!((half[2] - (0.25 + 0.75 * 165.0 / 1358.0)).abs() < 1e-6 && (half.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    let short = Page::sample("<title>Rye</title><h1>Rye</h1><p>A loaf for the cold takes three days.");
    assert_eq!(classify(&short).unwrap().page_type(), PageType::Article);
}
