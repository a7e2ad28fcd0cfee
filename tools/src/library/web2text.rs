//! What models/web2text/train.py learns `web2text` from, and what the networks that it trained extract.
//!
//! [`rows`] writes rows.f32, the features of all text nodes of all pages (little-endian, not a number where
//! one is not known); leaves.tsv, a line each: page, words, label; pages.tsv, a line per page: ID, URL,
//! page type; and names.tsv, the features' names.
//!
//! [`predict`] reads folds.tsv (a line per page: ID, fold) and a network K.onnx for each fold K, and
//! writes, of each page by the network that has not seen its fold: extracted.jsonl, the texts;
//! predicted.tsv, a line per text node: label, decision, probability, and the unary potential of content.

use std::fs;
use std::io::Write;
use std::path::Path;

use goce_core::page::Page;
use goce_papers::web2text::features::{Features, names};
use goce_papers::web2text::network::PotentialsNetwork;
use goce_papers::web2text::{Labelling, selection};

use super::create;
use crate::Failure;
use crate::wcxb::{LabelledPage, read_folds};

/// Returns the labels of a page's text nodes: those of the blocks that they are in, content if the gold
/// text has more than half of a block's words.
fn labels(labelled: &LabelledPage, page: &Page, features: &Features) -> Result<Vec<bool>, Failure> {
    let shares = labelled.shares(page)?;
    let mut block = 0;
    let mut labels = Vec::new();
    for leaf in features.leaves() {
        while page.blocks()[block].nodes().end <= *leaf as usize {
            block += 1;
        }
        labels.push(shares[block] > 0.5);
    }
    Ok(labels)
}

/// Writes features and labels of text nodes.
pub fn rows(pages: &[LabelledPage], directory: &Path) -> Result<(), Failure> {
    fs::create_dir_all(directory)?;
    let mut rows = create(directory, "rows.f32")?;
    let mut leaves = create(directory, "leaves.tsv")?;
    let mut list = create(directory, "pages.tsv")?;
    for (index, labelled) in pages.iter().enumerate() {
        let page = labelled.parse()?;
        let features = Features::of(&page)?;
        let labels = labels(labelled, &page, &features)?;
        let mut bytes = Vec::new();
        features.rows(0..features.leaves().len(), &mut |row| {
            bytes.extend(row.iter().flat_map(|value| value.to_le_bytes()));
        });
        rows.write_all(&bytes)?;
        for (leaf, label) in labels.iter().enumerate() {
            let words = features.words(leaf);
            writeln!(leaves, "{index}\t{words}\t{}", u8::from(*label))?;
        }
        let LabelledPage { id, url, page_type, .. } = labelled;
        writeln!(list, "{id}\t{url}\t{page_type}")?;
    }
    for mut file in [rows, leaves, list] {
        file.flush()?;
    }
    Ok(fs::write(directory.join("names.tsv"), names().join("\n"))?)
}

/// Writes what the networks of the folds extract.
pub fn predict(pages: &[LabelledPage], directory: &Path) -> Result<(), Failure> {
    let folds = read_folds(&directory.join("folds.tsv"), pages)?;
    let mut networks: Vec<PotentialsNetwork> = Vec::new();
    let mut extracted = create(directory, "extracted.jsonl")?;
    let mut predicted = create(directory, "predicted.tsv")?;
    for (labelled, fold) in pages.iter().zip(folds) {
        while networks.len() <= fold.number {
            let path = directory.join(format!("{}.onnx", networks.len()));
            networks.push(PotentialsNetwork::read(&fs::read(path)?)?);
        }
        let page = labelled.parse()?;
        let features = Features::of(&page)?;
        let potentials = networks[fold.number].potentials(&features)?;
        let judged = Labelling::of(&potentials)?;
        let labels = labels(labelled, &page, &features)?;
        for (leaf, label) in labels.iter().enumerate() {
            writeln!(
                predicted,
                "{}\t{}\t{}\t{}",
                u8::from(*label),
                u8::from(judged.labels[leaf]),
                judged.probabilities[leaf],
                potentials[leaf].unary[1].exp(),
            )?;
        }
        labelled.write_selection(&page, &selection(&page, &features, &judged)?, &mut extracted)?;
    }
    extracted.flush()?;
    Ok(predicted.flush()?)
}
