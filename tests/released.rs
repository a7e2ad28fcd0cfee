//! What is released never changes: databases have run these scripts. sql/released.sha256 has their hashes.

use std::collections::BTreeMap;
use std::fs;

use crate::cards::sha256;
use crate::pages::{VERSION, names, root};

/// The hashes of the list, by the paths of the scripts.
fn released() -> BTreeMap<&'static str, &'static str> {
    include_str!("../sql/released.sha256")
        .lines()
        .map(|line| line.split_once("  ").unwrap())
        .map(|(hash, path)| (path, hash))
        .collect()
}

/// The scripts below `directory` whose names begin with `goce--`, by their paths, with the version that each ends at.
fn scripts(directory: &str) -> Vec<(String, String)> {
    names(&root(directory))
        .into_iter()
        .filter_map(|name| {
            let versions = name.strip_prefix("goce--")?.strip_suffix(".sql")?.to_owned();
            let end = versions.rsplit("--").next()?.to_owned();
            Some((format!("{directory}/{name}"), end))
        })
        .collect()
}

#[test]
fn released_scripts_are_as_they_were() {
    for (path, hash) in released() {
        let script = fs::read(root(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(sha256(&script), hash, "{path} is released: write what changes into the next version's script");
    }
}

#[test]
fn all_scripts_but_those_of_this_version_are_released() {
    let released = released();
    let found = [scripts("sql"), scripts("pg_test/upgrade")].concat();
    for (path, version) in &found {
        assert!(
            version == VERSION || released.contains_key(path.as_str()),
            "{path} ends at {version}, which is released, and is not in sql/released.sha256"
        );
    }
    assert!(
        found.iter().any(|(path, version)| version == VERSION && path.starts_with("sql/")),
        "no script upgrades to {VERSION}"
    );
}
