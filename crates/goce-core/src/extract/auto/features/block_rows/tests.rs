use std::collections::BTreeMap;

use super::*;
use crate::extract::auto::Model;
use crate::extract::auto::features::target_encoding::Table;
use crate::genre::PageType;
use crate::genre::markup::features::names as page_feature_names;
use crate::learn::tokens::{Source, hash};

fn rows(html: &str, tables: &Tables) -> Vec<BTreeMap<String, f32>> {
    let page = Page::sample(html);
    let blocks = Blocks::of(&page, tables).unwrap();
    let names = names().unwrap();
    let mut named = Vec::new();
    let mut next = 0;
    let mut part = |range: Range<usize>, rows: &[FeatureRow]| {
        assert_eq!(range.start, next);
        next = range.end;
        assert_eq!(rows.len(), range.len());
        for row in rows {
            assert_eq!(row[..2], [7.0, 8.0]);
            let row = &row[2..];
            assert!(row.iter().all(|value| value.is_finite()));
            named.push(names.iter().cloned().zip(row.iter().copied()).collect());
        }
        Ok(())
    };
    blocks.rows(&[7.0, 8.0], &mut part).unwrap();
    assert_eq!(next, page.blocks().len());
    named
}

/// Checks the features of blocks of [`PAGE`]: each row of the table has a block's number, a feature and its value.
fn check(table: &str, tables: &Tables) {
    let rows = rows(PAGE, tables);
    assert_eq!(rows.len(), 6);
    for [row, name, value] in cases(table) {
        assert_eq!(rows[row.parse::<usize>().unwrap()][name], value.parse::<f32>().unwrap(), "{row} {name}");
    }
}

const PAGE: &str = "<title>Red boots</title><meta name=description content='Made of leather, by hand'><body class=shop><nav><a>Home</a></nav>
    <main><h1>Red boots</h1><p class=text>Made of leather, by hand. Fine <b>boots</b>.</p>
    <ul class=others><li>Blue <a>boots</a><li>Green <a>boots</a><li>Old boots</ul></main>";

#[test]
fn names_are_distinct() {
    let mut names = names().unwrap();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn rows_have_places_for_all_features() {
    let model = Model::built_in().unwrap();
    let features = vec![0.0; page_feature_names().unwrap().len() + 2 * PageType::ALL.len()];
    let chosen = model.forests.for_page(&features).unwrap().unwrap();
    assert_eq!(chosen.asked.len() + names().unwrap().len(), chosen.forest.width);
    assert!(chosen.forest.width <= WIDTH);
}

#[test]
fn features_of_a_page() {
    check(
        "
        0 => nav => 1.0
        0 => main => 0.0
        0 => link_share => 1.0
        1 => main => 1.0
        1 => since_first_heading => 0.0
        1 => tag_0 => 11.0
        2 => since_first_heading => 1.0
        2 => ends_sentence => 1.0
        2 => separators => 0.0
        3 => record_siblings => 0.0
        3 => area_start_1 => 0.5
        3 => area_blocks_1 => 3.0
        3 => ends_sentence => 0.0
        5 => same_size => 3.0
        5 => alike_size => 3.0
        5 => copies => 1.0
        5 => copies_before => 0.0
        1 => titled => 1.0
        2 => titled => 0.0
        2 => since_title => 1.0
        2 => described => 1.0
        3 => li => 1.0
        5 => from_end => 1.0",
        &Tables::default(),
    );
}

#[test]
fn names_and_headings_are_looked_up() {
    let table = |source, token: &[u8], value| Table::new(0.5, vec![(hash(source, token), value)]);
    let tables = Tables {
        names: table(Source::Around, b"others", -2.0).with_weights(&[-4.0]),
        words: table(Source::Word, b"leather", 1.5).with_weights(&[1.0]),
        containers: table(Source::Around, b"others", -1.0),
        headings: table(Source::HeadingWord, b"boots", 3.0),
        biases: [0.5, -0.5],
    };
    check(
        "
        2 => names_sum => 0.0
        2 => words_sum => 1.5
        2 => under_mean => 3.0
        // The name itself and, as a part of it, the same word.
        3 => names_mean_0 => -2.0
        3 => region_names_mean_0 => -1.0
        3 => region_names_mean_1 => 0.0
        3 => regions_least_0 => -1.0
        4 => same_mean_2 => -2.0
        1 => names_score => 0.5
        3 => names_score => -3.5
        2 => words_score => 0.5
        3 => words_score => -0.5",
        &tables,
    );
}

#[test]
fn hostile_pages_have_rows() {
    for html in [
        "".to_owned(),
        "<b>x".to_owned(),
        "x<div>".repeat(2 * PART),
        "<table><tr><td>x".repeat(3000),
        format!("<p class='{}'>x", "a b".repeat(10_000)),
    ] {
        rows(&html, &Tables::default());
    }
}
