use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::learnhtml::by_model;
use crate::learnhtml::seal;
use goce_core::render;

/// A page of a site: navigation, some paragraphs, a footer; and its content.
fn page(number: usize) -> (String, String) {
    let mut html = String::from("<body><nav class=top-menu>");
    for item in 0..4 + number % 3 {
        html += &format!("<a class=navItem href=/>Section {item} of page {number}</a>");
    }
    html += "</nav><main id=content>";
    let mut gold = String::new();
    for paragraph in 0..3 + number % 4 {
        let text = format!("Paragraph {paragraph} on page {number} tells something of its own at length. ").repeat(3);
        html += &format!("<p class=text>{text}</p>");
        gold += &text;
        gold += "\n";
    }
    html += "</main><footer><div class=imprint>All rights are reserved by us and others.</div></footer>";
    (html, gold)
}

fn table(options: &TrainOptions, pages: usize) -> Table {
    let mut table = Table::new(options);
    for number in 0..pages {
        let (html, gold) = page(number);
        table.add(&crate::tests::page(&html), &gold).unwrap();
    }
    table
}

fn trained(kind: ModelKind, given: Value, pages: usize) -> Result<TrainedModel, TrainError> {
    let options = TrainOptions::parse(kind, &given).unwrap();
    train(&table(&options, pages), &options, &mut |_| ())
}

/// Options that are quick.
fn small(kind: ModelKind) -> Value {
    match kind {
        ModelKind::Forest => json!({"trees": 5, "min_leaf": 1, "folds": 2}),
        ModelKind::Ann => json!({"hidden": [8], "epochs": 30, "learning_rate": 0.01, "folds": 2}),
        _ => json!({"folds": 2}),
    }
}

fn bytes(kind: ModelKind, given: &Value, pages: usize) -> Vec<u8> {
    let model = trained(kind, given.clone(), pages).unwrap();
    model.write().unwrap()
}

/// Returns the words that a model extracts from the hundredth page, and the words of its content.
fn extracted(model: &TrainedModel) -> [Vec<String>; 2] {
    let (html, gold) = page(100);
    let page = crate::tests::page(&html);
    let selection = by_model(&page, model).unwrap();
    let text = render::text(&page, &selection).unwrap();
    [text.unwrap_or_default(), gold].map(|text| text.split_whitespace().map(str::to_owned).collect())
}

#[test]
fn every_kind_learns_a_site() {
    for kind in ModelKind::ALL {
        for features in ["numeric", "text", "both"] {
            let mut given = small(kind);
            given["features"] = json!(features);
            let read = TrainedModel::read(&bytes(kind, &given, 12)).unwrap();
            let [text, gold] = extracted(&read);
            assert_eq!(text, gold, "{kind:?} {features}");
            let scores = &read.description()["cross_validation"];
            assert_eq!(scores["f1"], json!(1.0), "{kind:?} {features} {scores}");
            assert_eq!(scores["folds"], json!(2));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for kind in ModelKind::ALL {
        let mut given = small(kind);
        let first = bytes(kind, &given, 6);
        assert_eq!(first, bytes(kind, &given, 6), "{kind:?}");
        given["seed"] = json!(1);
        assert_ne!(first, bytes(kind, &given, 6), "{kind:?}");
    }
}

#[test]
fn models_of_all_tags_extract_too() {
    let given = json!({"samples": "tags", "folds": 0, "trees": 9, "min_leaf": 1});
    let model = trained(ModelKind::Forest, given, 12).unwrap();
    assert_eq!(model.description()["cross_validation"], Value::Null);
    let training = &model.description()["training"];
    assert!(training["samples"].as_u64() > Some(12 * 12) && training["pages"] == json!(12));
    let [text, gold] = extracted(&model);
    assert_eq!(text.len(), gold.len());
}

#[test]
fn samples_are_bounded() {
    let given = json!({"max_samples": 100, "folds": 2});
    let options = TrainOptions::parse(ModelKind::Tree, &given).unwrap();
    let table = table(&options, 60);
    let count = table.samples().len();
    assert!((30..=100).contains(&count), "{count}");
    assert!(table.seen() > 300, "{}", table.seen());
    // They are of all pages, and have kept their features.
    assert!(table.samples()[0].page < 10 && table.samples()[count - 1].page > 50);
    for sample in 0..count {
        let given = &table.samples()[sample].features;
        let class = table.samples()[sample].attributes[0];
        let class = table.attribute(crate::learnhtml::features::terms::Attribute::Class, class);
        assert_eq!(given.numbers[4] as usize, class.len());
        assert!(given.tags.len() >= 6);
    }
}

#[test]
fn nothing_to_learn_is_an_error() {
    assert!(matches!(trained(ModelKind::Tree, json!({}), 0), Err(TrainError::NoPages)));
    let options = TrainOptions::parse(ModelKind::Tree, &json!({})).unwrap();
    let of = |html: &str, gold: &str| {
        let mut table = Table::new(&options);
        table.add(&crate::tests::page(html), gold).unwrap();
        train(&table, &options, &mut |_| ()).map(|_| ())
    };
    assert!(matches!(of("<p></p>", "a"), Err(TrainError::NoSamples { pages: 1 })));
    assert!(matches!(of("<p>a b c</p>", "d"), Err(TrainError::NoContent { samples: 1 })));
    assert!(matches!(of("<p>a b c</p>", "a b c"), Err(TrainError::AllContent { .. })));
    // One page is enough; it cannot be left out.
    assert!(of("<p>a b c</p><div>d</div>", "a b c").is_ok());
}

#[test]
fn training_checks_in_proportion_to_the_pages() {
    for kind in [ModelKind::Tree, ModelKind::Forest, ModelKind::Ann] {
        let checks = |pages: usize| {
            let mut given = small(kind);
            given["folds"] = json!(0);
            let options = TrainOptions::parse(kind, &given).unwrap();
            let table = table(&options, pages);
            interrupts::counted(|| train(&table, &options, &mut |_| ()).unwrap()).1
        };
        let (once, twice) = (checks(20), checks(40));
        assert!(once > 20 && 10 * twice <= 23 * once, "{kind:?} {once} {twice}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Changed bytes with a right checksum: the model is refused, or works.
    #[test]
    fn no_bytes_are_trusted(
        kind in 0..5usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        use std::sync::OnceLock;
        static MODELS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
        let models = MODELS.get_or_init(|| {
            ModelKind::ALL.into_iter().map(|kind| bytes(kind, &small(kind), 4)).collect()
        });
        let sealed = &models[kind];
        let mut parts = sealed[10..sealed.len() - 8].to_vec();
        for (place, byte) in changes {
            let place = place.index(parts.len());
            parts[place] = byte;
        }
        if let Some(cut) = cut {
            parts.truncate(cut.index(parts.len()));
        }
        if let Ok(model) = TrainedModel::read(&seal(&parts).unwrap()) {
            let page = crate::tests::page(&page(7).0);
            for probability in model.block_probabilities(&page).unwrap() {
                prop_assert!((0.0..=1.0).contains(&probability));
            }
        }
    }
}
