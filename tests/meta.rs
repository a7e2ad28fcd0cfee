//! META.json says of the package what PGXN wants to know (PGXN Meta Spec 1.0.0), and it is true.

use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn meta() -> Value {
    serde_json::from_str(include_str!("../META.json")).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    let text = value[key].as_str().unwrap_or_default();
    assert!(!text.trim().is_empty(), "META.json: {key} is no text");
    text
}

/// Three numbers with points between, none with a zero before it: what the specification calls a semantic version.
fn is_version(text: &str) -> bool {
    let numbers: Vec<&str> = text.split('.').collect();
    numbers.len() == 3
        && numbers.iter().all(|number| number.parse::<u32>().is_ok_and(|value| value.to_string() == *number))
}

/// A term: two characters or more, without spaces, slashes, backslashes and control characters.
fn is_term(text: &str) -> bool {
    text.chars().count() >= 2 && !text.contains(['/', '\\', ' ', '\t', '\n', '\r', '\0'])
}

#[test]
fn required_fields_are_there() {
    let meta = meta();
    assert!(is_term(text(&meta, "name")));
    assert_eq!(text(&meta, "version"), VERSION);
    assert!(is_version(VERSION));
    text(&meta, "abstract");
    text(&meta, "maintainer");
    assert_eq!(text(&meta, "license"), "postgresql");
    assert_eq!(text(&meta["meta-spec"], "version"), "1.0.0");
}

#[test]
fn optional_fields_have_their_shapes() {
    let meta = meta();
    text(&meta, "description");
    text(&meta, "generated_by");
    assert!(["stable", "testing", "unstable"].contains(&text(&meta, "release_status")));
    for tag in meta["tags"].as_array().unwrap() {
        let tag = tag.as_str().unwrap();
        assert!(!tag.is_empty() && tag.len() < 256 && !tag.contains(['/', '\\']), "{tag}");
    }
    for (phase, needs) in meta["prereqs"].as_object().unwrap() {
        assert!(["configure", "build", "test", "runtime", "develop"].contains(&phase.as_str()));
        for (kind, packages) in needs.as_object().unwrap() {
            assert!(["requires", "recommends", "suggests", "conflicts"].contains(&kind.as_str()));
            for (name, version) in packages.as_object().unwrap() {
                assert!(is_term(name));
                assert!(is_version(version.as_str().unwrap()), "{name} {version}");
            }
        }
    }
    let known = [
        "name",
        "version",
        "abstract",
        "description",
        "maintainer",
        "license",
        "provides",
        "prereqs",
        "release_status",
        "generated_by",
        "meta-spec",
        "tags",
        "resources",
        "no_index",
    ];
    for key in meta.as_object().unwrap().keys() {
        assert!(known.contains(&key.as_str()), "{key} is no field of META.json");
    }
}

#[test]
fn what_it_provides_is_here() {
    let meta = meta();
    let provides = meta["provides"].as_object().unwrap();
    assert_eq!(provides.keys().collect::<Vec<_>>(), ["goce"]);
    let goce = &provides["goce"];
    text(goce, "abstract");
    assert_eq!(text(goce, "version"), VERSION);
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for key in ["file", "docfile"] {
        assert!(root.join(text(goce, key)).is_file(), "{key}");
    }
}
