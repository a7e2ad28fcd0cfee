//! What goce makes of the golden pages stands in `tests/expected`, so that a change shows in the diff.
//!
//! | File           | Holds                                      |
//! |----------------|--------------------------------------------|
//! | `NAME.txt`     | the text of the method `auto`              |
//! | `NAME.md`      | the same as Markdown                       |
//! | `NAME.html`    | the same as HTML                           |
//! | `NAME.json`    | metadata, genre, page types and confidence |
//! | `NAME.methods` | which blocks each method takes             |
//! | `NAME.marked`  | of one page: itself with the text marked   |
//!
//! `GOCE_BLESS=1 cargo test --test integration expected::` writes the files anew. Look at `git diff` before you commit
//! them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use goce_core::extract::auto;
use goce_core::genre::{PageType, markup};
use goce_core::page::Page;
use goce_core::render;
use goce_methods::Method;
use goce_papers::sd;
use goce_papers::svm;
use goce_rows::metadata::Metadata;
use serde_json::{Map, Value, json};

use crate::pages::{Golden, golden_pages, names, path};
use crate::rendering::{select, text};

/// The letter of each method in `NAME.methods`: upper case for a block taken whole, lower case for a part of it.
const LETTERS: [(&str, char); 9] = [
    ("auto", 'A'),
    ("goce", 'G'),
    ("article", 'R'),
    ("list-view", 'V'),
    ("default", 'D'),
    ("boilerpipe", 'B'),
    ("sd", 'S'),
    ("learnhtml", 'L'),
    ("web2text", 'W'),
];

/// Returns the address that a golden page is said to come from.
fn address(golden: &Golden) -> String {
    format!("https://golden.example/pages/{}", golden.name)
}

/// Returns the file `NAME.methods`.
fn methods(page: &Page) -> String {
    let selections = LETTERS.map(|(name, _)| select(page, name));
    let legend = LETTERS.map(|(name, letter)| format!("{letter} {name}"));
    let mut lines = format!("{}\n\n", legend.join(", "));
    for block in page.blocks() {
        for ((_, letter), selection) in LETTERS.iter().zip(&selections) {
            let mut taken = block.nodes().map(|node| selection.score(node));
            let (all, any) = (taken.clone().all(|score| score.is_some()), taken.any(|score| score.is_some()));
            lines.push(match (all, any) {
                (true, _) => *letter,
                (false, true) => letter.to_ascii_lowercase(),
                (false, false) => '.',
            });
        }
        let words: Vec<&str> = page.block_text(block).split_whitespace().collect();
        let start: String = words.join(" ").chars().take(60).collect();
        let tag = page.element(block.element()).map_or("", |e| e.name());
        writeln!(lines, " <{tag}> {start}").unwrap();
    }
    lines
}

/// Returns the file `NAME.json`. Numbers stand in full: none may change.
fn facts(page: &Page, url: &str) -> String {
    let scores = markup::classify(page).unwrap();
    let types: Map<String, Value> = PageType::ALL
        .iter()
        .zip(scores.probabilities)
        .map(|(page_type, probability)| (page_type.name().to_owned(), json!(probability)))
        .collect();
    let features = svm::features(page).unwrap();
    let kind = sd::page_kind(page, sd::Thresholds::default()).unwrap();
    let facts = json!({
        "metadata": Metadata::of(page, Some(url)).unwrap().into_json(),
        "confidence": auto::confidence(page).unwrap(),
        "genre": scores.genre().name(),
        "page_types": types,
        "sd_kind": kind.map(|kind| kind.name()),
        "svm_features": features.map(|feature| feature.to_string()).join(" "),
        "svm_decision": svm::decision(&features).unwrap(),
    });
    serde_json::to_string_pretty(&facts).unwrap()
}

/// The page whose highlighted form is kept.
const MARKED: &str = "service-en";

/// Returns the names and contents of the files of a golden page.
fn files(golden: &Golden) -> Vec<(String, String)> {
    let (page, url) = (golden.page(), address(golden));
    let auto = select(&page, "auto");
    let mut files = vec![
        ("txt", text(&page, &auto)),
        ("md", render::markdown(&page, &auto, Some(&url)).unwrap().unwrap_or_default()),
        ("html", render::html(&page, &auto, Some(&url)).unwrap().unwrap_or_default()),
        ("json", facts(&page, &url)),
        ("methods", methods(&page)),
    ];
    if golden.name == MARKED {
        let marked = render::highlight(&page, &auto, "auto").unwrap();
        files.push(("marked", marked.unwrap_or_default()));
    }
    let whole = |(extension, mut content): (&str, String)| {
        if !content.ends_with('\n') {
            content.push('\n');
        }
        (format!("{}.{extension}", golden.name), content)
    };
    files.into_iter().map(whole).collect()
}

/// Returns the first line in which two texts differ, as found and as expected.
fn difference(found: &str, expected: &str) -> Option<String> {
    if found == expected {
        return None;
    }
    let [found, expected] = [found, expected].map(|text| text.split('\n').collect::<Vec<_>>());
    let same = found.iter().zip(&expected).take_while(|(found, expected)| found == expected).count();
    let (found, expected) = (found.get(same), expected.get(same));
    Some(format!("line {}\n  expected {expected:?}\n  found    {found:?}", same + 1))
}

#[test]
fn golden_pages_give_what_the_files_say() {
    let folder = path("expected");
    let bless = std::env::var_os("GOCE_BLESS").is_some_and(|value| value == "1");
    let (mut expected_names, mut differences) = (BTreeSet::new(), Vec::new());
    for (name, found) in golden_pages().iter().flat_map(files) {
        let file = folder.join(&name);
        if bless {
            fs::write(&file, &found).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if let Some(difference) = difference(&found, &expected) {
            differences.push(format!("tests/expected/{name}, {difference}"));
        }
        expected_names.insert(name);
    }
    assert!(
        names(&folder).iter().eq(&expected_names),
        "tests/expected holds other files than {expected_names:?}"
    );
    assert!(
        differences.is_empty(),
        "{}\n\nIf this is as it should be: GOCE_BLESS=1 cargo test --test integration expected::",
        differences.join("\n")
    );
}

#[test]
fn every_method_has_a_letter() {
    assert_eq!(BTreeSet::from(LETTERS.map(|(name, _)| name)), BTreeSet::from(Method::ALL.map(Method::name)));
}
