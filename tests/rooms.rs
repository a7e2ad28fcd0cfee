//! The rooms of a package are its top modules. Whoever reads, tests or moves one has to know those that it uses. Where
//! rooms use each other in a circle, each needs all of them. So no package has a circle. Code of tests may use any room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::pages::{names, root};

/// The packages beside those below `crates/`, by their folders.
const OTHERS: [&str; 5] = ["", "tools", "tools/goce", "tools/render", "viewer"];

/// The rooms of a package, each with the others that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns the source files below a place in a folder that are no tests, by their paths within the folder.
fn sources(folder: &Path, within: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in names(&folder.join(within)) {
        let below = within.join(&name);
        if folder.join(&below).is_dir() {
            if name != "tests" {
                found.extend(sources(folder, &below));
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(below);
        }
    }
    found
}

/// Returns the code of a file without comments and without the module of its tests, which stands last.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code).trim());
    let code: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let tests = code.windows(2).position(|lines| lines[0] == "#[cfg(test)]" && lines[1].starts_with("mod "));
    code[..tests.unwrap_or(code.len())].join("\n")
}

/// Adds the names that follow `prefix`: one, or those in braces, of which each may have a path of its own.
fn add_names(code: &str, prefix: &str, names: &mut BTreeSet<String>) {
    for (at, _) in code.match_indices(prefix) {
        let following = &code[at + prefix.len()..];
        let (mut depth, mut is_start, mut name) = (0, true, String::new());
        for c in following.chars() {
            if is_start && (c.is_alphanumeric() || c == '_') {
                name.push(c);
                continue;
            }
            if !name.is_empty() {
                names.insert(std::mem::take(&mut name));
                is_start = false;
            }
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => is_start = true,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
}

/// Returns the rooms of the package in a folder of this repository.
fn uses(package: &str) -> Uses {
    let folder = root(package).join("src");
    let mut uses = Uses::new();
    for file in sources(&folder, Path::new("")) {
        let parts: Vec<&str> = file.iter().map(|part| part.to_str().unwrap()).collect();
        let room = parts[0].trim_end_matches(".rs");
        if matches!(room, "lib" | "main") {
            continue;
        }
        let code = code(&folder.join(&file));
        let used = uses.entry(room.to_owned()).or_default();
        add_names(&code, "crate::", used);
        // From the room's own module, `super` is the package.
        if parts.len() == 1 || parts[1..] == ["mod.rs"] {
            add_names(&code, "super::", used);
        }
    }
    let rooms: BTreeSet<String> = uses.keys().cloned().collect();
    for (room, used) in &mut uses {
        used.retain(|name| name != room && rooms.contains(name));
    }
    uses
}

/// Leaves only rooms in circles, and those between two circles.
fn keep_circles(uses: &mut Uses) {
    loop {
        let count = uses.len();
        let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
        uses.retain(|room, of_room| used.contains(room) && !of_room.is_empty());
        let rooms: BTreeSet<String> = uses.keys().cloned().collect();
        uses.values_mut().for_each(|of_room| of_room.retain(|room| rooms.contains(room)));
        if uses.len() == count {
            return;
        }
    }
}

#[test]
fn rooms_use_each_other_in_no_circle() {
    // One is a single file.
    let crates = names(&root("crates")).into_iter().filter(|name| name != "plain-fft");
    let crates = crates.map(|name| format!("crates/{name}"));
    for package in OTHERS.map(str::to_owned).into_iter().chain(crates) {
        let mut circles = uses(&package);
        assert!(!circles.is_empty(), "{package} has no rooms");
        keep_circles(&mut circles);
        assert!(circles.is_empty(), "{package}: rooms use each other in a circle: {circles:#?}");
    }
}

/// Returns the rooms of a package in the order of their table in docs/architecture.md.
fn described(package: &str) -> Vec<String> {
    let text = fs::read_to_string(root("docs/architecture.md")).unwrap();
    let (_, table) = text.split_once(&format!("The rooms of {package}")).unwrap();
    let rows = table.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let names = rows.skip(2).flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2));
    names.map(|name| name.trim_end_matches('/').to_owned()).collect()
}

#[test]
fn rooms_use_those_before_them() {
    for package in ["goce-core", "goce-rows"] {
        let (uses, order) = (uses(&format!("crates/{package}")), described(package));
        let rooms: BTreeSet<&String> = order.iter().collect();
        assert_eq!(rooms, uses.keys().collect(), "the rooms of {package} in docs/architecture.md");
        for (at, room) in order.iter().enumerate() {
            let other = uses[room].iter().find(|other| !order[..at].contains(other));
            assert_eq!(other, None, "{package}: docs/architecture.md names {room} before what it uses");
        }
    }
}

#[test]
fn the_archive_knows_no_page() {
    let folder = root("crates/goce-archive/src");
    let mut rooms = BTreeSet::new();
    for file in sources(&folder, Path::new("")) {
        add_names(&code(&folder.join(file)), "goce_core::", &mut rooms);
    }
    assert_eq!(rooms.into_iter().collect::<Vec<_>>(), ["dates", "prelude"]);
}

#[test]
fn circles_are_found() {
    let uses_of = |text: &str| -> Uses {
        let of_room = |line: &str| {
            let (room, used) = line.split_once(" > ").unwrap();
            (room.to_owned(), used.split_whitespace().map(str::to_owned).collect())
        };
        text.lines().map(of_room).collect()
    };
    for (text, expected) in [
        ("a > b c\nb > c\nc > ", ""),
        ("a > b\nb > c\nc > b d\nd > ", "b c"),
        ("a > b\nb > c\nc > a", "a b c"),
    ] {
        let mut uses = uses_of(text);
        keep_circles(&mut uses);
        assert_eq!(uses.into_keys().collect::<Vec<_>>().join(" "), expected, "{text}");
    }
    let mut names = BTreeSet::new();
    add_names("use crate::page::{Page, Tag};\nuse crate::{html::{self, names}, memory};", "crate::", &mut names);
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["html", "memory", "page"]);
}
