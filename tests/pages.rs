//! The golden pages: pages in `tests/pages`, their genres and their gold texts.

use std::fs;
use std::path::{Path, PathBuf};

use goce_core::genre::Genre;
use goce_core::page::{Limits, Page};
use goce_methods::Method;

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub struct Golden {
    pub name: String,
    pub genre: Genre,
    pub html: String,
    /// The content, as a person marked it.
    pub gold: String,
}

impl Golden {
    /// Returns the page, parsed.
    pub fn page(&self) -> Page {
        parse(&self.html)
    }
}

/// Returns the path of a file or folder in this repository.
pub fn root(name: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns the path of a file or folder in `tests`.
pub fn path(name: &str) -> PathBuf {
    root("tests").join(name)
}

/// Returns the names of what is in a folder, in their order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns all golden pages, in the order of `tests/pages/index.tsv`.
pub fn golden_pages() -> Vec<Golden> {
    let index = fs::read_to_string(path("pages/index.tsv")).unwrap();
    let golden = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let read = |extension| fs::read_to_string(path(&format!("pages/{}.{extension}", columns[0]))).unwrap();
        Golden {
            name: columns[0].to_owned(),
            genre: columns[2].parse().unwrap(),
            html: read("html"),
            gold: read("txt"),
        }
    };
    index.lines().skip(1).map(golden).collect()
}

#[test]
fn the_index_names_all_files() {
    let mut expected = vec!["index.tsv".to_owned()];
    for page in golden_pages() {
        expected.extend(["html", "txt"].map(|extension| format!("{}.{extension}", page.name)));
    }
    expected.sort();
    assert_eq!(names(&path("pages")), expected);
}

/// Parses a page within the default limits.
pub fn parse(html: &str) -> Page {
    Page::parse(html, &Limits::default()).unwrap()
}

/// Returns the rows of a test's table, at least one: a line each, its columns divided by `=>`. In a column `¶` is a line
/// break. Lines that begin with `//` are comments.
pub fn cases<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    let rows = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(rows.clone().next().is_some());
    rows.map(|row| {
        let columns = row.split("=>").map(|column| column.trim().replace('¶', "\n"));
        columns.collect::<Vec<_>>().try_into().unwrap()
    })
}

/// Returns the method of a name.
pub fn method(name: &str) -> Method {
    name.parse().unwrap()
}
