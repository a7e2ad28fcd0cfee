//! A directory in WCXB's format: `html/ID.html.gz` and `ground-truth/ID.json`.

#![allow(dead_code, reason = "benchmarks include this file by path and use some of it")]

use std::error::Error;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;

/// A labelled page. Bytes of its HTML that were not UTF-8 are U+FFFD.
pub struct LabelledPage {
    pub id: String,
    pub url: String,
    pub html: String,
    pub page_type: String,
    pub gold: String,
    pub title: Option<String>,
    pub author: Option<String>,
    pub publish_date: Option<String>,
    /// The readers' comments below the content.
    pub comments: Option<String>,
}

/// The fold of a page, and whether it may be learned from.
pub struct Fold {
    pub number: usize,
    pub is_known: bool,
}

/// Returns all pages of a directory in the order of their IDs.
pub fn read(directory: &Path) -> Result<Vec<LabelledPage>, Box<dyn Error>> {
    read_every(directory, 1)
}

/// Returns the first page and every `step`-th after it.
pub fn read_every(directory: &Path, step: usize) -> Result<Vec<LabelledPage>, Box<dyn Error>> {
    labels(directory)?.iter().step_by(step).map(|label| read_page(directory, label)).collect()
}

/// Returns the files of labels of a directory in the order of their IDs.
pub fn labels(directory: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut labels = Vec::new();
    for entry in fs::read_dir(directory.join("ground-truth"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "json") {
            labels.push(path);
        }
    }
    labels.sort();
    Ok(labels)
}

/// Reads the ID of a page, its label and its HTML.
pub fn read_label(directory: &Path, label: &Path) -> Result<(String, Value, String), Box<dyn Error>> {
    let id = label.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let html = read_gzip(&directory.join("html").join(format!("{id}.html.gz")))?;
    Ok((id, serde_json::from_slice(&fs::read(label)?)?, html))
}

/// Reads a file of HTML that is compressed.
pub fn read_gzip(path: &Path) -> Result<String, Box<dyn Error>> {
    let mut html = Vec::new();
    GzDecoder::new(File::open(path)?).read_to_end(&mut html)?;
    Ok(String::from_utf8_lossy(&html).into_owned())
}

fn read_page(directory: &Path, label: &Path) -> Result<LabelledPage, Box<dyn Error>> {
    let (id, label, html) = read_label(directory, label)?;
    let string = |value: &Value| value.as_str().map(str::to_owned);
    let truth = &label["ground_truth"];
    // Sets of others have the page type in another place.
    let page_type = string(&label["_internal"]["page_type"]["primary"]).or_else(|| string(&label["page_type"]));
    Ok(LabelledPage {
        url: string(&label["url"]).unwrap_or_default(),
        html,
        page_type: page_type.ok_or_else(|| format!("page {id} has no page type"))?,
        gold: string(&truth["main_content"]).unwrap_or_default(),
        title: string(&truth["title"]),
        author: string(&truth["author"]),
        publish_date: string(&truth["publish_date"]),
        comments: string(&truth["comments"]),
        id,
    })
}

/// Returns the folds of pages, by a file that has a line a page in their order: ID, fold and, unless all may be
/// learned from, 1 or 0, with tabs between.
pub fn read_folds(file: &Path, pages: &[LabelledPage]) -> Result<Vec<Fold>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let name = file.display();
    let mut folds = Vec::new();
    for (line, page) in text.lines().zip(pages) {
        let mut columns = line.split('\t');
        let id = columns.next().unwrap_or_default();
        if id != page.id {
            return Err(format!("{name} has {id}, not {}", page.id).into());
        }
        let number = columns.next();
        let number = number.ok_or_else(|| format!("{name} has a line without a tab"))?;
        folds.push(Fold {
            number: number.parse()?,
            is_known: columns.next() != Some("0"),
        });
    }
    if folds.len() != pages.len() {
        return Err(format!("{name} has {} pages of {}", folds.len(), pages.len()).into());
    }
    Ok(folds)
}
