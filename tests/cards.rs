//! What is said beside the code is so: the tables of models' cards, and versions.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use goce_methods::models;
use sha2::{Digest, Sha256};

use crate::pages::{VERSION, names, root};

/// The head of the table of a card that lists the files of weights.
const HEAD: [&str; 5] = ["file", "model", "version", "bytes", "sha256"];

/// A file of weights: the model that it holds and its version, its size and its hash.
type Weights = [String; 4];

/// Returns a hash as cards and lists have it.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(root(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The folders of models, by their names.
fn rooms() -> impl Iterator<Item = (String, PathBuf)> {
    let rooms = names(&root("models")).into_iter().map(|name| (name.clone(), root("models").join(name)));
    rooms.filter(|(_, folder)| folder.is_dir())
}

/// The files of weights by their paths below `models`: all but programs, cards, requirements, marks of pages and tables of words.
fn files() -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (room, folder) in rooms() {
        for name in names(&folder) {
            let path = folder.join(&name);
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_file() && !matches!(extension, Some("jsonl" | "py" | "rs" | "md" | "tsv")) {
                files.insert(format!("{room}/{name}"), fs::read(path).unwrap());
            }
        }
    }
    files
}

/// The cards of models, each with the name of its folder.
fn cards() -> impl Iterator<Item = (String, String)> {
    rooms().filter_map(|(room, folder)| Some((room, fs::read_to_string(folder.join("MODEL.md")).ok()?)))
}

/// The rows of the tables of all cards, by the same paths.
fn listed() -> BTreeMap<String, Weights> {
    let mut listed = BTreeMap::new();
    for (room, card) in cards() {
        let cells = |line: &str| -> Vec<String> {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().replace('`', "")).collect()
        };
        let rows = card.lines().skip_while(|line| cells(line) != HEAD);
        for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
            let [file, model, version, bytes, sha256] = cells(row).try_into().unwrap();
            let weights = [model, version, bytes.replace(',', ""), sha256];
            assert_eq!(listed.insert(format!("{room}/{file}"), weights), None, "{row}");
        }
    }
    listed
}

#[test]
fn cards_list_the_files_of_weights_as_they_are() {
    let (files, listed) = (files(), listed());
    assert!(files.keys().eq(listed.keys()), "{:?} {:?}", files.keys(), listed.keys());
    for (name, bytes) in &files {
        assert_eq!(listed[name][2..], [bytes.len().to_string(), sha256(bytes)], "{name}");
    }
}

#[test]
fn cards_name_the_models_that_the_library_has() {
    let (files, mut listed) = (files(), listed());
    for model in models::built_in() {
        let (name, [_, version, ..]) = listed.extract_if(.., |_, [named, ..]| *named == model.name).next().unwrap();
        assert_eq!(version, model.version, "{name}");
        assert!(files[&name] == model.weights, "{name} is not what the library embeds");
    }
    assert!(listed.is_empty(), "of no model: {listed:?}");
}

#[test]
fn the_code_that_cards_name_is_there() {
    let mut named = 0;
    for (_, card) in cards() {
        for path in card.split('`').filter(|text| text.starts_with("src/") || text.starts_with("crates/")) {
            assert!(root(path).exists(), "{path}");
            named += 1;
        }
    }
    assert!(named > 8);
}

#[test]
fn versions_agree() {
    // VERSION is that of the package of these tests; the extension's is in the first of these.
    for package in [
        "",
        "crates/goce-core/",
        "crates/goce-papers/",
        "crates/goce-sight/",
        "crates/goce-methods/",
        "viewer/",
    ] {
        let manifest = read(&format!("{package}Cargo.toml"));
        assert!(manifest.contains(&format!("\nversion = \"{VERSION}\"\n")), "{package}Cargo.toml");
    }
    // pgrx puts the version of Cargo.toml there.
    let control = read("goce.control");
    assert!(control.contains("\ndefault_version = '@CARGO_VERSION@'\n"));
}

#[test]
fn the_changelog_begins_with_this_version_and_its_date() {
    let changelog = read("CHANGELOG.md");
    let mut heads = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    let (version, date) = heads.next().unwrap().split_once(", ").unwrap();
    assert_eq!(version, VERSION);
    let is_day = date.len() == 10 && date.split('-').all(|part| part.parse::<u16>().is_ok());
    assert!(date == "unreleased" || is_day, "{date}");
}

#[test]
fn targets_that_cards_name_are_there() {
    let mut targets = 0;
    for (_, card) in cards() {
        let calls = card.lines().filter_map(|line| line.strip_prefix("    make "));
        // With -C it is a target of another checkout.
        for call in calls.filter(|call| !call.starts_with("-C")) {
            let mut make = Command::new("make");
            make.args(["-C", root("").to_str().unwrap(), "-n"]).args(call.split_whitespace());
            let done = make.output().expect("make is there");
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success(), "make {call}: {said}");
            targets += 1;
        }
    }
    assert!(targets > 4, "{targets}");
}
