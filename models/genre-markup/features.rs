//! Writes what train.py learns from, of the pages of a WCXB directory.
//!
//! Usage: genre-features WCXB-DIRECTORY OUTPUT-DIRECTORY
//!
//! features.tsv: a header, then a line per page: id, URL, page type, features.
//! tokens.tsv: a line per page, the hashes of its different tokens in ascending order.
//! names.tsv: hash, source and token of every token, for human readers.
//! svm.tsv: a line per page, the 11 features of the paper.
//! predicted.tsv: a line per page: the probabilities by the model in this build, and the SVM's
//! decision, for train.py to compare with its own.

#[path = "../wcxb.rs"]
mod wcxb;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use goce::genre::markup::features::measure;
use goce::genre::{markup, svm};
use goce::page::{Limits, Page};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, source, output] = arguments.as_slice() else {
        return Err("usage: genre-features WCXB-DIRECTORY OUTPUT-DIRECTORY".into());
    };
    let output = Path::new(output);
    fs::create_dir_all(output)?;
    let create = |name: &str| File::create(output.join(name)).map(BufWriter::new);
    let mut features = create("features.tsv")?;
    let mut tokens = create("tokens.tsv")?;
    let mut counts = create("svm.tsv")?;
    let mut predicted = create("predicted.tsv")?;
    let mut names = BTreeMap::new();
    for (index, labelled) in wcxb::read(Path::new(source))?.iter().enumerate() {
        let page = Page::parse(&labelled.html, &Limits::default(), &mut || {})?;
        let mut header = String::from("id\turl\tpage_type");
        let mut row = format!("{}\t{}\t{}", labelled.id, labelled.url, labelled.page_type);
        let mut seen = BTreeSet::new();
        measure(
            &page,
            &mut |name, value| {
                header += &format!("\t{name}");
                row += &format!("\t{}", value as f32);
            },
            &mut |source, hash, token| {
                seen.insert(hash);
                names.entry(hash).or_insert_with(|| {
                    let token = String::from_utf8_lossy(token).to_lowercase();
                    (
                        source as u8 as char,
                        token.replace(char::is_whitespace, " "),
                    )
                });
            },
            &mut || {},
        )?;
        if index == 0 {
            writeln!(features, "{header}")?;
        }
        writeln!(features, "{row}")?;
        writeln!(tokens, "{}", join(&seen, " "))?;
        let of_svm = svm::features(&page, &mut || {})?;
        writeln!(counts, "{}", join(of_svm, "\t"))?;
        let scores = markup::classify(&page, &mut || {})?;
        let decision = svm::decision(&of_svm)?;
        writeln!(
            predicted,
            "{}\t{decision}",
            join(scores.probabilities, "\t")
        )?;
    }
    let mut list = create("names.tsv")?;
    for (hash, (source, token)) in names {
        writeln!(list, "{hash}\t{source}\t{token}")?;
    }
    for mut file in [list, features, tokens, counts, predicted] {
        file.flush()?;
    }
    Ok(())
}

fn join<T: Display>(values: impl IntoIterator<Item = T>, separator: &str) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.join(separator)
}
